import { drawing, svg } from "../svg.js";
import { SYMBOLS } from "./symbols.js";

/** Characters of the pieces of xiangqi and zhonggong by their FEN letters. */
export const CHARACTERS = /** @type {Record<string, string>} */ ({
  K: "帅",
  A: "仕",
  B: "相",
  N: "马",
  R: "车",
  C: "炮",
  P: "兵", // prettier-ignore
  k: "将",
  a: "士",
  b: "象",
  n: "马",
  r: "车",
  c: "炮",
  p: "卒", // prettier-ignore
});

/**
 * Draws a piece of xiangqi or zhonggong as a disc around the origin, for points 100 apart.
 * @param {string} letter  as in a FEN; capitals are Red's
 * @param {"characters" | "letters" | "pictures"} pieces
 * @returns {SVGElement}
 */
export function discPiece(letter, pieces) {
  const side = letter === letter.toUpperCase() ? "first" : "second";
  const disc = svg(
    "g",
    { class: `board-disc board-${side}` },
    svg("circle", { cx: 1.5, cy: 5, r: 49, fill: "url(#board-shadow)" }),
    svg("circle", { r: 44.5, class: "board-disc-edge" }),
    svg("circle", { r: 40, class: "board-disc-face" }),
    svg("circle", { r: 36.5, class: "board-disc-ring" }),
  );
  const symbol = SYMBOLS[letter.toLowerCase()];
  if (pieces === "pictures" && symbol) {
    const picture = drawing("board-symbol", symbol);
    picture.setAttribute("transform", "translate(-30 -30) scale(.6)");
    disc.append(picture);
  } else if (pieces === "characters" && CHARACTERS[letter]) {
    disc.append(svg("text", { class: "board-character", y: 18.4 }, CHARACTERS[letter]));
  } else {
    disc.append(svg("text", { class: "board-letter", y: 16.5 }, letter.toUpperCase()));
  }
  return disc;
}

/**
 * Whether the browser has a font with Chinese characters: these are square, the glyph for a missing character hardly
 * ever is.
 */
export function hasChineseFont() {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return false;
  context.font = "100px serif";
  return Math.abs(context.measureText("帅").width - 100) < 3;
}
