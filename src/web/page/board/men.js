import { svg } from "./svg.js";

/** When more men than this change their points, another position is shown rather than a move made: nothing slides. */
const MOST = 6;

/**
 * A man on the board.
 * @typedef {object} Man
 * @property {string} letter
 * @property {SVGElement} node
 * @property {number} x  where it is drawn
 * @property {number} y
 * @property {Animation} [slide]
 */

/**
 * What the men need to know to be drawn.
 * @typedef {object} MenView
 * @property {Map<string, string>} men  letters by points
 * @property {(point: string) => {x: number, y: number}} centre
 * @property {(letter: string) => SVGElement} draw
 * @property {string} style  men are drawn anew when this changes
 * @property {string} layout  men are put in place without a slide when this changes
 * @property {number} duration  of a slide in milliseconds
 * @property {{from?: string, to: string} | null} last
 */

/**
 * Finds for each man that is new on its point the man that came from elsewhere: of the same letter, the last mover
 * first, else the nearest; for a promotion the pawn that left the move's origin.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @param {{from?: string, to: string} | null} last
 * @param {(from: string, to: string) => number} distance
 * @returns {Map<string, string>}  new point → old point
 */
export function matchMen(before, after, last, distance) {
  const gone = new Set([...before.keys()].filter((point) => after.get(point) !== before.get(point)));
  /** @type {Map<string, string>} */
  const matches = new Map();
  const fresh = [...after.keys()].filter((point) => after.get(point) !== before.get(point));
  for (const point of fresh) {
    const same = [...gone].filter((old) => before.get(old) === after.get(point));
    const mover =
      point === last?.to && last.from !== undefined && same.includes(last.from) ? last.from : undefined;
    const nearest = same.sort((a, b) => distance(a, point) - distance(b, point))[0];
    const chosen = mover ?? nearest;
    if (chosen === undefined) continue;
    matches.set(point, chosen);
    gone.delete(chosen);
  }
  if (last?.from && gone.has(last.from) && fresh.includes(last.to) && !matches.has(last.to)) {
    matches.set(last.to, last.from);
  }
  return matches;
}

/**
 * The men as they are drawn after a move and before the engine says what has followed from it. A castling is left to
 * the engine.
 * @param {Map<string, string>} men
 * @param {import("./selection.js").Move} move
 * @param {string | null} stone  letter of the stone that a move puts on the board
 * @returns {Map<string, string>}
 */
export function menAfter(men, { from, to, promotion, traded }, stone) {
  const after = new Map(men);
  if (traded) {
    for (const point of [...traded, to]) after.delete(point);
    return after;
  }
  if (from === undefined) return stone === null ? after : after.set(to, stone);
  const letter = men.get(from);
  if (letter === undefined) return after;
  const isCapital = (/** @type {string} */ man) => man === man.toUpperCase();
  const other = men.get(to);
  if (other !== undefined && isCapital(other) === isCapital(letter)) return after;
  after.delete(from);
  const promoted = isCapital(letter) ? promotion?.toUpperCase() : promotion?.toLowerCase();
  return after.set(to, promoted ?? letter);
}

/**
 * The men on a board, in a group of their own; they slide when they change their points.
 * @param {SVGElement} group
 * @param {SVGElement} hand  group of the man that is held, above all others
 */
export function createMen(group, hand) {
  /** @type {Map<string, Man>} */
  let standing = new Map();
  let style = "";
  let layout = "";

  /** @param {Man} man */
  function put(man) {
    man.node.style.transform = `translate(${man.x}px, ${man.y}px)`;
  }

  /**
   * @param {Man} man
   * @param {number} x
   * @param {number} y
   * @param {number} duration
   */
  function slide(man, x, y, duration) {
    const start = `translate(${man.x}px, ${man.y}px)`;
    const far = Math.abs(man.x - x) + Math.abs(man.y - y) > 1;
    // a man that is on its way to this place goes on
    if (!far && duration > 0) return;
    man.slide?.cancel();
    Object.assign(man, { x, y });
    put(man);
    if (far && duration > 0) {
      group.append(man.node);
      man.slide = man.node.animate?.([{ transform: start }, { transform: man.node.style.transform }], {
        duration,
        easing: "cubic-bezier(.3, 0, .2, 1)",
      });
    }
  }

  /**
   * @param {Man} man
   * @param {number} duration
   */
  function remove(man, duration) {
    const fade =
      duration > 0
        ? man.node.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration, fill: "forwards" })
        : null;
    if (!fade) return man.node.remove();
    group.prepend(man.node);
    fade.onfinish = () => man.node.remove();
  }

  return {
    /** @param {MenView} view */
    update(view) {
      if (style !== view.style) {
        group.replaceChildren();
        hand.replaceChildren();
        standing = new Map();
      }
      const changed = [...view.men].filter(
        ([point, letter]) => standing.get(point)?.letter !== letter,
      ).length;
      const still = layout !== view.layout || style !== view.style || changed > MOST;
      ({ style, layout } = view);
      const duration = still ? 0 : view.duration;
      const before = new Map([...standing].map(([point, man]) => [point, man.letter]));
      const distance = (/** @type {string} */ from, /** @type {string} */ to) => {
        const [a, b] = [view.centre(from), view.centre(to)];
        return Math.hypot(a.x - b.x, a.y - b.y);
      };
      const matches = matchMen(before, view.men, view.last, distance);
      /** @type {Map<string, Man>} */
      const next = new Map();
      const used = new Set(matches.values());
      for (const [point, man] of standing) {
        if (view.men.get(point) === man.letter) used.add(point);
        else if (!used.has(point)) remove(man, duration);
      }
      for (const [point, letter] of view.men) {
        const { x, y } = view.centre(point);
        const origin = before.get(point) === letter ? point : matches.get(point);
        let man = origin === undefined ? undefined : standing.get(origin);
        if (!man || man.letter !== letter) {
          const node = svg("g", { class: "board-man" }, view.draw(letter));
          const start = man ?? { x, y };
          man?.node.remove();
          group.append(node);
          if (!man && duration > 0)
            node.firstElementChild?.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: duration / 2 });
          man = { letter, node, x: start.x, y: start.y };
          put(man);
        }
        // a man in the hand stays there
        if (man.node.parentNode !== hand) slide(man, x, y, duration);
        next.set(point, man);
      }
      standing = next;
    },

    /**
     * Draws the man of a point in the hand: elsewhere, above the others and larger.
     * @param {string} point
     * @param {number} x
     * @param {number} y
     */
    hold(point, x, y) {
      const man = standing.get(point);
      if (!man) return;
      man.slide?.cancel();
      Object.assign(man, { x, y });
      if (man.node.parentNode !== hand) hand.append(man.node);
      man.node.classList.add("board-held");
      put(man);
    },

    /**
     * Lets go of a man; it stays where it is drawn.
     * @param {string} point
     */
    release(point) {
      const node = standing.get(point)?.node;
      if (!node) return;
      node.classList.remove("board-held");
      if (node.parentNode === hand) group.append(node);
    },

    /**
     * Draws the man of a point elsewhere, without a slide.
     * @param {string} point
     * @param {number} x
     * @param {number} y
     */
    put(point, x, y) {
      const man = standing.get(point);
      if (man) slide(man, x, y, 0);
    },
  };
}
