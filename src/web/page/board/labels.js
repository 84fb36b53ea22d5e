/**
 * What there is to say about one point.
 * @typedef {object} PointFacts
 * @property {string} point
 * @property {string} kind  of the board
 * @property {string} [letter]  of the piece there
 * @property {boolean} [selected]
 * @property {import("./selection.js").Target} [target]
 * @property {boolean} [last]  whether the last move ended here
 * @property {{kind: string, reason?: string}[]} [marks]
 * @property {string} [annotation]
 * @property {number} [number]
 * @property {import("./values.js").PointValue} [value]
 */

/** @typedef {(key: string, params?: Record<string, string | number>) => string} Text */

/** Marks that have a text of their own. */
const MARKS = ["check", "tether", "liberty", "guard", "home", "five"];
const REASONS = ["three-three", "four-four", "overline"];

/**
 * The name of a piece, such as "white pawn".
 * @param {string} kind  of the board
 * @param {string} letter
 * @param {Text} text
 */
export function pieceName(kind, letter, text) {
  const set = kind === "squares" ? "chess" : kind === "stones" ? "stone" : "pieces";
  return text(`board.${set}.${kind === "stones" ? letter.toUpperCase() : letter}`);
}

/**
 * The words for a point, such as "e5, empty, legal target".
 * @param {PointFacts} facts
 * @param {Text} text
 */
export function pointLabel(facts, text) {
  const parts = [facts.point, facts.letter ? pieceName(facts.kind, facts.letter, text) : text("board.empty")];
  if (facts.number !== undefined) parts.push(text("board.number", { number: facts.number }));
  if (facts.selected) parts.push(text("board.selected"));
  if (facts.target) parts.push(targetLabel(facts.target, text));
  if (facts.last) parts.push(text("board.last"));
  for (const mark of facts.marks ?? []) {
    if (mark.kind === "forbidden") {
      parts.push(forbiddenLabel(mark, text));
    } else if (MARKS.includes(mark.kind)) {
      parts.push(text(`board.mark.${mark.kind}`));
    }
  }
  if (facts.value) parts.push(text("board.value", { rank: facts.value.rank, value: facts.value.text }));
  if (facts.annotation) parts.push(text("board.judged", { symbol: facts.annotation }));
  return parts.join(text("board.separator"));
}

/**
 * @param {{reason?: string}} mark
 * @param {Text} text
 */
function forbiddenLabel({ reason }, text) {
  return text(
    reason !== undefined && REASONS.includes(reason) ? `board.forbidden.${reason}` : "board.forbidden",
  );
}

/**
 * @param {import("./selection.js").Target} target
 * @param {Text} text
 */
function targetLabel(target, text) {
  if (target.missing > 0)
    return text(target.missing === 1 ? "board.missing.one" : "board.missing", { count: target.missing });
  if (target.trade) return text("board.trade");
  return text(target.capture ? "board.capture" : "board.target");
}

/**
 * How the points of a board are described and what may be done there.
 * @param {import("./state.js").State} state
 * @param {Text} text
 * @returns {(point: string) => import("./cells.js").CellView}
 */
export function cellView(state, text) {
  const { view, targets, settings, marks } = state;
  const last = settings.showLast ? state.last : null;
  const numbers = new Map((view.numbers ?? []).map(({ point, number }) => [point, number]));
  const values = new Map((view.values ?? []).map((value) => [value.point, value]));
  const stones = state.stones && !state.chosen ? new Set(state.legal.map((move) => move.to)) : null;
  return (point) => {
    const target = targets.get(point);
    const here = marks.filter((mark) => mark.points.includes(point));
    const forbidden = here.find((mark) => mark.kind === "forbidden");
    const facts = {
      point,
      kind: view.kind,
      letter: state.position.pieces.get(point),
      selected: state.isSelected(point),
      target: settings.showLegal ? target : undefined,
      last: last?.to === point,
      marks: here,
      annotation: view.annotate?.point === point ? view.annotate.symbol : undefined,
      number: numbers.get(point),
      value: values.get(point),
    };
    return {
      label: pointLabel(facts, text),
      title: forbidden ? forbiddenLabel(forbidden, text) : target?.missing ? targetLabel(target, text) : "",
      selected: facts.selected,
      own: state.isOwn(point),
      target: Boolean(target) || Boolean(stones?.has(point)),
    };
  };
}
