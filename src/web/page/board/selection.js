/**
 * The moves of one position and what a hand has touched so far. Nothing here knows a rule: a touch is compared with the
 * list of legal moves only.
 *
 * @typedef {object} Move
 * @property {string} move  in the text of the protocol
 * @property {string} [name]
 * @property {string} [from]  missing for stones and trades
 * @property {string} to
 * @property {string} [promotion]
 * @property {string[]} [traded]  points of the pawns that a trade gives away
 * @property {boolean} [capture]
 *
 * @typedef {object} Attempt  something that no legal move matches
 * @property {string} [from]
 * @property {string} [to]
 * @property {string[]} [traded]
 * @property {number} [missing]  how many more pawns the purchase of that piece needs, where more of them would do
 *
 * @typedef {object} Selection
 * @property {string | null} from  the piece in the hand; null when several pawns or none are selected
 * @property {string[]} traded  pawns selected for a trade, which may be only the piece in the hand
 *
 * @typedef {object} Target
 * @property {Move[]} moves  that lead here now; empty when pawns are still missing
 * @property {boolean} capture
 * @property {boolean} trade
 * @property {number} missing  pawns that a purchase still needs
 *
 * @typedef {object} Outcome
 * @property {Selection} selection
 * @property {Move[]} [moves]  the chosen move, or several that differ in their promotion
 * @property {Attempt} [attempt]
 */

/** @type {Selection} */
export const NOTHING = Object.freeze({ from: null, traded: [] });

/**
 * Points that can be selected to begin a trade.
 * @param {Move[]} legal
 * @returns {Set<string>}
 */
export function tradablePoints(legal) {
  return new Set(legal.flatMap((move) => move.traded ?? []));
}

/**
 * Points that a selection may move to or buy from.
 * @param {Selection} selection
 * @param {Move[]} legal
 * @returns {Map<string, Target>}
 */
export function targetsOf({ from, traded }, legal) {
  /** @type {Map<string, Target>} */
  const targets = new Map();
  for (const move of legal) {
    if (!move.traded) {
      if (from === null || move.from !== from) continue;
      const target = targets.get(move.to);
      if (target && target.missing === 0) target.moves.push(move);
      else targets.set(move.to, { moves: [move], capture: Boolean(move.capture), trade: false, missing: 0 });
      continue;
    }
    const missing = missingFrom(traded, move.traded);
    if (missing === null) continue;
    const target = targets.get(move.to);
    if (missing === 0 && target?.missing === 0) {
      target.moves.push(move);
    } else if (!target || target.missing > missing) {
      targets.set(move.to, { moves: missing ? [] : [move], capture: true, trade: true, missing });
    }
  }
  return targets;
}

/**
 * How many pawns of a trade are not selected; null when the selection is empty or holds one that the trade does not
 * use.
 * @param {string[]} selected
 * @param {string[]} needed
 */
function missingFrom(selected, needed) {
  if (selected.length === 0 || !selected.every((point) => needed.includes(point))) return null;
  return needed.length - selected.length;
}

/**
 * Selects one piece afresh.
 * @param {string} point
 * @param {Move[]} legal
 * @returns {Selection}
 */
export function selectOne(point, legal) {
  return { from: point, traded: tradablePoints(legal).has(point) ? [point] : [] };
}

/**
 * What follows when a point is touched.
 * @param {Selection} selection
 * @param {string} point
 * @param {Move[]} legal  moves that may be played now
 * @param {(point: string) => boolean} isOwn  whether a piece of the side to move stands on a point
 * @param {boolean} [stones]  whether moves put a new stone on the board
 * @returns {Outcome}
 */
export function touch(selection, point, legal, isOwn, stones = false) {
  if (legal.length === 0) return { selection: NOTHING };
  if (stones) {
    const moves = legal.filter((move) => move.from === undefined && !move.traded && move.to === point);
    return moves.length ? { selection: NOTHING, moves } : { selection: NOTHING, attempt: { to: point } };
  }
  const { from, traded } = selection;
  if (from === null && traded.length === 0) {
    return { selection: isOwn(point) ? selectOne(point, legal) : NOTHING };
  }
  if (point === from && traded.length < 2) return { selection: NOTHING };
  const target = targetsOf(selection, legal).get(point);
  if (target?.moves.length) return { selection: NOTHING, moves: target.moves };
  if (traded.includes(point)) {
    const rest = traded.filter((other) => other !== point);
    return { selection: rest.length === 1 ? selectOne(rest[0], legal) : { from: null, traded: rest } };
  }
  if (isOwn(point)) {
    const together = [...traded, point];
    const useful =
      traded.length > 0 && legal.some((move) => together.every((pawn) => move.traded?.includes(pawn)));
    return { selection: useful ? { from: null, traded: together } : selectOne(point, legal) };
  }
  if (target) return { selection, attempt: { traded, to: point, missing: target.missing } };
  const attempt = traded.length > 1 || from === null ? { traded, to: point } : { from, to: point };
  return { selection: NOTHING, attempt };
}

/**
 * What follows when a piece is dragged from one point to another. The piece stays selected when it cannot go there.
 * @param {string} from
 * @param {string} to
 * @param {Move[]} legal
 * @param {(point: string) => boolean} isOwn
 * @returns {Outcome}
 */
export function drop(from, to, legal, isOwn) {
  const selection = selectOne(from, legal);
  const target = targetsOf(selection, legal).get(to);
  if (target?.moves.length) return { selection: NOTHING, moves: target.moves };
  if (isOwn(to)) return { selection };
  if (target) return { selection, attempt: { traded: selection.traded, to, missing: target.missing } };
  return { selection: NOTHING, attempt: { from, to } };
}

/**
 * A selection that is kept when a new list of legal moves comes for the same position.
 * @param {Selection} selection
 * @param {Move[]} legal
 * @param {(point: string) => boolean} isOwn
 * @returns {Selection}
 */
export function keepSelection(selection, legal, isOwn) {
  if (legal.length === 0 || (selection.from !== null && !isOwn(selection.from))) return NOTHING;
  const tradable = tradablePoints(legal);
  return selection.traded.every((point) => tradable.has(point)) ? selection : NOTHING;
}
