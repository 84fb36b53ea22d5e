// What a person says about a move or a position: marks, comments, arrows and circles. Pure.

/**
 * @typedef {import("./game.js").Node} Node
 * @typedef {import("./board/shapes.js").Shape} Shape
 */

/** Marks of moves by their numbers in PGN. @type {Record<number, string>} */
export const MARKS = { 3: "!!", 1: "!", 5: "!?", 6: "?!", 2: "?", 4: "??" };

const BRUSHES = { G: "green", R: "red", B: "blue", Y: "yellow" };

/**
 * The mark of a move; "" if it has none.
 * @param {Node} node
 */
export function markOf({ said }) {
  return MARKS[said?.nags?.find((nag) => MARKS[nag]) ?? 0] ?? "";
}

/**
 * Gives a move another mark, or none.
 * @param {Node} node
 * @param {number} nag 0 for none
 */
export function setMark(node, nag) {
  const others = (node.said?.nags ?? []).filter((other) => !MARKS[other]);
  change(node, { nags: nag ? [nag, ...others] : others });
}

/**
 * The comments on a move as one text.
 * @param {Node} node
 */
export function commentOf({ said }) {
  return [...(said?.before ?? []), ...(said?.comments ?? [])].join("\n");
}

/**
 * @param {Node} node
 * @param {string} text
 */
export function setComment(node, text) {
  if (text.trim() === commentOf(node)) return;
  const comments = text.trim() ? [text.trim()] : [];
  change(node, { before: [], comments });
}

/**
 * The arrows and circles of a position as the board draws them.
 * @param {Node} node
 * @returns {Shape[]}
 */
export function shapesOf({ said }) {
  return (said?.shapes ?? []).flatMap((text) => {
    const [, letter, from, to] = /^([GRBY])([a-z]\d+)([a-z]\d+)?$/.exec(text) ?? [];
    return from ? [{ brush: BRUSHES[/** @type {"G"} */ (letter)], from, ...(to ? { to } : {}) }] : [];
  });
}

/**
 * @param {Node} node
 * @param {Shape[]} shapes
 */
export function setShapes(node, shapes) {
  const text = (/** @type {Shape} */ { brush, from, to = "" }) =>
    brush[0].toUpperCase() + from + (to === from ? "" : to);
  change(node, { shapes: shapes.map(text) });
}

/**
 * @param {Node} node
 * @param {Partial<import("./game.js").Said>} changes
 */
function change(node, changes) {
  const said = { ...node.said, ...changes };
  for (const [name, value] of Object.entries(said))
    if (Array.isArray(value) && !value.length) delete said[/** @type {"shapes"} */ (name)];
  node.said = Object.keys(said).length ? said : undefined;
}
