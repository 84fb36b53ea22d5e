import { svg } from "./svg.js";

/** When more pieces than this change their points, another position is shown rather than a move made: nothing slides. */
const MOST = 6;

/**
 * A piece on the board.
 * @typedef {object} Piece
 * @property {string} letter
 * @property {SVGElement} node
 * @property {number} x  where it is drawn
 * @property {number} y
 * @property {Animation} [slide]
 */

/**
 * What the pieces need to know to be drawn.
 * @typedef {object} PiecesView
 * @property {Map<string, string>} pieces  letters by points
 * @property {(point: string) => {x: number, y: number}} centre
 * @property {(letter: string) => SVGElement} draw
 * @property {string} style  pieces are drawn anew when this changes
 * @property {string} layout  pieces are put in place without a slide when this changes
 * @property {number} duration  of a slide in milliseconds
 * @property {{from?: string, to: string} | null} last
 */

/**
 * Finds for each piece that is new on its point the piece that came from elsewhere: of the same letter, the last mover
 * first, else the nearest; for a promotion the pawn that left the move's origin.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @param {{from?: string, to: string} | null} last
 * @param {(from: string, to: string) => number} distance
 * @returns {Map<string, string>}  new point → old point
 */
export function matchPieces(before, after, last, distance) {
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
 * The pieces as they are drawn after a move and before the engine says what has followed from it. A castling is left to
 * the engine.
 * @param {Map<string, string>} pieces
 * @param {import("./selection.js").Move} move
 * @param {string | null} stone  letter of the stone that a move puts on the board
 * @returns {Map<string, string>}
 */
export function piecesAfter(pieces, { from, to, promotion, traded }, stone) {
  const after = new Map(pieces);
  if (traded) {
    for (const point of [...traded, to]) after.delete(point);
    return after;
  }
  if (from === undefined) return stone === null ? after : after.set(to, stone);
  const letter = pieces.get(from);
  if (letter === undefined) return after;
  const isCapital = (/** @type {string} */ piece) => piece === piece.toUpperCase();
  const other = pieces.get(to);
  if (other !== undefined && isCapital(other) === isCapital(letter)) return after;
  after.delete(from);
  const promoted = isCapital(letter) ? promotion?.toUpperCase() : promotion?.toLowerCase();
  return after.set(to, promoted ?? letter);
}

/**
 * The pieces on a board, in a group of their own; they slide when they change their points.
 * @param {SVGElement} group
 * @param {SVGElement} hand  group of the piece that is held, above all others
 */
export function createPieces(group, hand) {
  /** @type {Map<string, Piece>} */
  let standing = new Map();
  let style = "";
  let layout = "";

  /** @param {Piece} piece */
  function put(piece) {
    piece.node.style.transform = `translate(${piece.x}px, ${piece.y}px)`;
  }

  /**
   * @param {Piece} piece
   * @param {number} x
   * @param {number} y
   * @param {number} duration
   */
  function slide(piece, x, y, duration) {
    const start = `translate(${piece.x}px, ${piece.y}px)`;
    const far = Math.abs(piece.x - x) + Math.abs(piece.y - y) > 1;
    // a piece that is on its way to this place goes on
    if (!far && duration > 0) return;
    piece.slide?.cancel();
    Object.assign(piece, { x, y });
    put(piece);
    if (far && duration > 0) {
      group.append(piece.node);
      piece.slide = piece.node.animate?.([{ transform: start }, { transform: piece.node.style.transform }], {
        duration,
        easing: "cubic-bezier(.3, 0, .2, 1)",
      });
    }
  }

  /**
   * @param {Piece} piece
   * @param {number} duration
   */
  function remove(piece, duration) {
    const fade =
      duration > 0
        ? piece.node.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration, fill: "forwards" })
        : null;
    if (!fade) return piece.node.remove();
    group.prepend(piece.node);
    fade.onfinish = () => piece.node.remove();
  }

  return {
    /** @param {PiecesView} view */
    update(view) {
      if (style !== view.style) {
        group.replaceChildren();
        hand.replaceChildren();
        standing = new Map();
      }
      const changed = [...view.pieces].filter(
        ([point, letter]) => standing.get(point)?.letter !== letter,
      ).length;
      const still = layout !== view.layout || style !== view.style || changed > MOST;
      ({ style, layout } = view);
      const duration = still ? 0 : view.duration;
      const before = new Map([...standing].map(([point, piece]) => [point, piece.letter]));
      const distance = (/** @type {string} */ from, /** @type {string} */ to) => {
        const [a, b] = [view.centre(from), view.centre(to)];
        return Math.hypot(a.x - b.x, a.y - b.y);
      };
      const matches = matchPieces(before, view.pieces, view.last, distance);
      /** @type {Map<string, Piece>} */
      const next = new Map();
      const used = new Set(matches.values());
      for (const [point, piece] of standing) {
        if (view.pieces.get(point) === piece.letter) used.add(point);
        else if (!used.has(point)) remove(piece, duration);
      }
      for (const [point, letter] of view.pieces) {
        const { x, y } = view.centre(point);
        const origin = before.get(point) === letter ? point : matches.get(point);
        let piece = origin === undefined ? undefined : standing.get(origin);
        if (!piece || piece.letter !== letter) {
          const node = svg("g", { class: "board-piece" }, view.draw(letter));
          const start = piece ?? { x, y };
          piece?.node.remove();
          group.append(node);
          if (!piece && duration > 0)
            node.firstElementChild?.animate?.([{ opacity: 0 }, { opacity: 1 }], { duration: duration / 2 });
          piece = { letter, node, x: start.x, y: start.y };
          put(piece);
        }
        // a piece in the hand stays there
        if (piece.node.parentNode !== hand) slide(piece, x, y, duration);
        next.set(point, piece);
      }
      standing = next;
    },

    /**
     * Draws the piece of a point in the hand: elsewhere, above the others and larger.
     * @param {string} point
     * @param {number} x
     * @param {number} y
     */
    hold(point, x, y) {
      const piece = standing.get(point);
      if (!piece) return;
      piece.slide?.cancel();
      Object.assign(piece, { x, y });
      if (piece.node.parentNode !== hand) hand.append(piece.node);
      piece.node.classList.add("board-held");
      put(piece);
    },

    /**
     * Lets go of a piece; it stays where it is drawn.
     * @param {string} point
     */
    release(point) {
      const node = standing.get(point)?.node;
      if (!node) return;
      node.classList.remove("board-held");
      if (node.parentNode === hand) group.append(node);
    },

    /**
     * Draws the piece of a point elsewhere, without a slide.
     * @param {string} point
     * @param {number} x
     * @param {number} y
     */
    put(point, x, y) {
      const piece = standing.get(point);
      if (piece) slide(piece, x, y, 0);
    },
  };
}
