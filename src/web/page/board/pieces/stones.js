import { svg } from "../svg.js";

/**
 * Draws a stone around the origin, for points 100 apart.
 * @param {string} letter  X: the first player's, black; O: the second's, white
 * @returns {SVGElement}
 */
export function stone(letter) {
  const black = letter.toUpperCase() === "X";
  return svg(
    "g",
    { class: `board-stone board-${black ? "first" : "second"}` },
    svg("circle", { cx: 2, cy: 5, r: 50, fill: "url(#board-shadow)" }),
    svg("circle", {
      r: 45.5,
      fill: black ? "url(#board-black-stone)" : "url(#board-white-stone)",
      class: "board-stone-edge",
    }),
  );
}
