import { centre } from "./geometry.js";
import { svg } from "./svg.js";

/**
 * What a stone on a point is worth, as an engine sees it.
 * @typedef {object} PointValue
 * @property {string} point
 * @property {number} rank  1 for the best
 * @property {string} text  the value
 * @property {"best" | "good" | "fair" | "poor"} tone  how much is lost by it
 */

/** The width that a value may have, and the share of its font size that a character takes. */
const ROOM = 84;
const WIDTHS = /** @type {Record<string, number>} */ ({ ".": 0.36, "-": 0.42 });
const WIDTH = 0.7;

/**
 * A value as short as it can be, so that it is large enough on a phone.
 * @param {string} text
 */
function shorten(text) {
  return text
    .replace(/^\+(?=\d)/, "")
    .replace("−", "-")
    .replace(/(\d\d)\.\d$/, "$1");
}

/**
 * A value on its point, with the rank above it.
 * @param {import("./geometry.js").Layout} layout
 * @param {PointValue} value
 */
export function pointValue(layout, { point, rank, text, tone }) {
  const { x, y } = centre(layout, point);
  const shown = shorten(text);
  const width = [...shown].reduce((sum, character) => sum + (WIDTHS[character] ?? WIDTH), 0);
  return svg(
    "g",
    { class: `board-value board-value-${tone}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -46, y: -44, width: 92, height: 88, rx: 18 }),
    svg("text", { class: "board-rank", y: -13, "font-size": 32 }, String(rank)),
    svg("text", { y: 32, "font-size": Math.min(48, ROOM / width) }, shown),
  );
}
