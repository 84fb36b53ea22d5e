import { chessPiece } from "./pieces/chess.js";
import { discPiece } from "./pieces/discs.js";
import { stone } from "./pieces/stones.js";
import { ensureGradients, svg } from "./svg.js";

/**
 * Draws a piece around the origin, for points 100 apart.
 * @param {import("./geometry.js").Kind} kind  of the board
 * @param {string} letter
 * @param {"characters" | "letters" | "pictures"} pieces
 * @returns {SVGElement}
 */
export function drawPiece(kind, letter, pieces) {
  if (kind === "squares") return chessPiece(letter);
  return kind === "stones" ? stone(letter) : discPiece(letter, pieces);
}

/**
 * A piece as a picture of its own, such as for a list of captured pieces or a palette; hidden from screen readers.
 * @param {import("./geometry.js").Kind} kind  of the board
 * @param {string} letter
 * @param {"characters" | "letters" | "pictures"} [pieces]
 * @returns {SVGElement}
 */
export function pieceIcon(kind, letter, pieces = "characters") {
  ensureGradients();
  return svg(
    "svg",
    { viewBox: "-52 -52 104 104", class: "board-icon", "aria-hidden": "true", focusable: "false" },
    drawPiece(kind, letter, pieces),
  );
}
