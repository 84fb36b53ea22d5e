import { drawing, svg } from "../svg.js";

// Each piece is drawn in a box of 100 × 100 from back to front: parts with fill and outline ("body"), lines and dots
// in the colour of the outline ("line", "dot"), a highlight ("shine"). All stand on y = 91.

const FOOT = "M21.5 91C20.5 85 23.5 81.5 28.5 80.5H71.5C76.5 81.5 79.5 85 78.5 91Z";
const RING = "M29.5 80.5C27.5 76.5 30 73.5 34.5 73H65.5C70 73.5 72.5 76.5 70.5 80.5Z";

/** The head and neck of a horse that looks to the left, from y = 9 to y = 76. */
export const HORSE_HEAD =
  "M28.5 76C28 62.5 40 58 44.5 46.5C41 49.5 37.5 50.5 34 51.5C31.5 54.5 28.5 58.5 24.5 59.5C22 60 20.5 58.5 20.6 57" +
  "C17.5 57.2 15.2 54.5 15.5 50.5C15.8 46.5 19 43.5 21.5 38.5C24 33.5 24.5 27 30 22.5C32.5 20.3 34 18.5 34.2 15.5" +
  "L35.5 8.5L43 16.2C45.5 14.5 46.5 12.5 46.8 9.8L52.5 16.8C69 20 79.5 36 76.5 60C75.8 66.5 75 71 75 76Z";

/** @type {Record<string, [string, string][]>} */
const PIECES = {
  p: [
    ["body", "M43.5 46C44 58 40 66 32.5 73.5H67.5C60 66 56 58 56.5 46Z"],
    ["body", "M34 48C34 44.5 36 42.5 39 42.5H61C64 42.5 66 44.5 66 48Z"],
    ["body", "M50 15.5A14 14 0 0 1 58.5 42.5H41.5A14 14 0 0 1 50 15.5Z"],
    ["body", RING],
    ["body", FOOT],
    ["shine", "M42 30C42 26 44 23.5 47.5 22"],
  ],
  r: [
    ["body", "M37.5 41C37.5 55 36 65 33 73.5H67C64 65 62.5 55 62.5 41Z"],
    [
      "body",
      "M27.5 18.5H37.2V26H44.8V18.5H55.2V26H62.8V18.5H72.5L70.5 35.5C69.5 39.5 66 41.5 62 41.5" +
        "H38C34 41.5 30.5 39.5 29.5 35.5Z",
    ],
    ["line", "M30 33.5H70"],
    ["body", RING],
    ["body", FOOT],
    ["shine", "M42.5 48C42.4 56 41.6 62 40 68"],
  ],
  b: [
    ["body", "M43.5 56C44 63 40.5 69 33 73.5H67C59.5 69 56 63 56.5 56Z"],
    [
      "body",
      "M50 17.5C40 24.5 34.5 33.5 34.5 41.5C34.5 47 37 51 41 53.5H59C63 51 65.5 47 65.5 41.5" +
        "C65.5 33.5 60 24.5 50 17.5Z",
    ],
    ["line", "M60.5 27.5L50.5 41.5"],
    ["body", "M50 7.8A5.4 5.4 0 1 1 49.99 7.8Z"],
    ["body", "M34.5 58.5C34.5 55 36.5 53 40 53H60C63.5 53 65.5 55 65.5 58.5Z"],
    ["body", RING],
    ["body", FOOT],
    ["shine", "M40.5 43C40.3 38 42.5 32.5 46 28.5"],
  ],
  n: [
    ["body", HORSE_HEAD],
    [
      "line",
      "M52.5 17C55 19.5 56.5 21 57.5 23.5M57 22.5C66.5 30 70.5 44 68.5 60M44.5 46.5" +
        "C48.5 43.5 50 39.5 49.8 36.5M20.6 57C22.5 55.5 24 54.5 26 54",
    ],
    ["dot", "M34 28.6C37 27.2 39.5 28 40.3 29.8C38.4 32 35.6 32 34 28.6Z"],
    ["dot", "M19.6 48.8C20.8 47 22.4 47.2 22.6 48.4C22 50 20.6 50.4 19.6 48.8Z"],
    ["body", RING],
    ["body", FOOT],
    ["shine", "M27.5 38C29 34.5 29.2 30.5 32 26.5"],
  ],
  q: [
    ["body", "M42.5 58C43 64 39.5 69.5 32.5 73.5H67.5C60.5 69.5 57 64 57.5 58Z"],
    [
      "body",
      "M33.5 55L21.5 27.5L34.8 39.5L38.2 20L50 36.5L61.8 20L65.2 39.5L78.5 27.5L66.5 55" +
        "C60 52.5 40 52.5 33.5 55Z",
    ],
    [
      "body",
      "M20 18.8A4.8 4.8 0 1 1 19.99 18.8ZM37 11A4.8 4.8 0 1 1 36.99 11ZM63 11" +
        "A4.8 4.8 0 1 1 62.99 11ZM80 18.8A4.8 4.8 0 1 1 79.99 18.8Z",
    ],
    ["body", "M33 59C32.2 55.5 34.5 53.2 38.5 52.7C46 51.8 54 51.8 61.5 52.7C65.5 53.2 67.8 55.5 67 59Z"],
    ["body", RING],
    ["body", FOOT],
    ["shine", "M30.5 40.5L36 50"],
  ],
  k: [
    ["body", "M42.5 58C43 64 39.5 69.5 32.5 73.5H67.5C60.5 69.5 57 64 57.5 58Z"],
    ["body", "M47 7H53V12.2H58.5V18H53V27H47V18H41.5V12.2H47Z"],
    ["body", "M36 32C39.5 25.5 45 24 50 24C55 24 60.5 25.5 64 32Z"],
    [
      "body",
      "M28.5 37C28.5 33 31.5 31 35 31H65C68.5 31 71.5 33 71.5 37C71.5 44.5 67 49 64 54.5" +
        "C58 52.5 42 52.5 36 54.5C33 49 28.5 44.5 28.5 37Z",
    ],
    ["line", "M34 38.5H66"],
    ["body", "M33 59C32.2 55.5 34.5 53.2 38.5 52.7C46 51.8 54 51.8 61.5 52.7C65.5 53.2 67.8 55.5 67 59Z"],
    ["body", RING],
    ["body", FOOT],
    ["shine", "M36.5 43C37.3 45.3 38.5 47 39.6 49"],
  ],
};

/**
 * Draws a chess piece, centred on the origin, for squares of 100 × 100.
 * @param {string} letter  as in a FEN; capitals are White's
 * @returns {SVGElement}
 */
export function chessPiece(letter) {
  const side = letter === letter.toUpperCase() ? "first" : "second";
  const paths = PIECES[letter.toLowerCase()];
  const piece = paths
    ? drawing(`board-piece board-${side}`, paths)
    : svg(
        "g",
        { class: `board-piece board-${side}` },
        svg("text", { x: 50, y: 68, class: "board-unknown" }, letter),
      );
  piece.setAttribute("transform", "translate(-50 -51)");
  return svg("g", {}, svg("ellipse", { cx: 2, cy: 38, rx: 38, ry: 9, fill: "url(#board-shadow)" }), piece);
}
