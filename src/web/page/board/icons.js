import { chessMan } from "./pieces/chess.js";
import { discMan } from "./pieces/discs.js";
import { stone } from "./pieces/stones.js";
import { ensureGradients, svg } from "./svg.js";

/**
 * Draws a man around the origin, for points 100 apart.
 * @param {import("./geometry.js").Kind} kind  of the board
 * @param {string} letter
 * @param {"characters" | "letters" | "pictures"} men
 * @returns {SVGElement}
 */
export function drawMan(kind, letter, men) {
  if (kind === "squares") return chessMan(letter);
  return kind === "stones" ? stone(letter) : discMan(letter, men);
}

/**
 * A man as a picture of its own, such as for a list of captured men or a palette; hidden from screen readers.
 * @param {import("./geometry.js").Kind} kind  of the board
 * @param {string} letter
 * @param {"characters" | "letters" | "pictures"} [men]
 * @returns {SVGElement}
 */
export function manIcon(kind, letter, men = "characters") {
  ensureGradients();
  return svg(
    "svg",
    { viewBox: "-52 -52 104 104", class: "board-icon", "aria-hidden": "true", focusable: "false" },
    drawMan(kind, letter, men),
  );
}
