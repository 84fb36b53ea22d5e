import { UNIT, centre } from "./geometry.js";
import { svg } from "./svg.js";

/**
 * @typedef {import("./geometry.js").Layout} Layout
 * @typedef {object} Mark
 * @property {string} kind
 * @property {"first" | "second"} [side]
 * @property {string[]} points
 * @property {string} [reason]
 */

/**
 * A tinted square.
 * @param {Layout} layout
 * @param {string} point
 * @param {string} name  of the class
 */
function tint(layout, point, name) {
  const { x, y } = centre(layout, point);
  return svg("rect", { class: name, x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT });
}

/**
 * A circle on a point.
 * @param {Layout} layout
 * @param {string} point
 * @param {string} name  of the class
 * @param {number} r
 */
function circle(layout, point, name, r) {
  const { x, y } = centre(layout, point);
  return svg("circle", { class: name, cx: x, cy: y, r });
}

/**
 * Four angles at the corners of a point's place.
 * @param {Layout} layout
 * @param {string} point
 * @param {string} name  of the class
 * @param {number} [reach]
 */
function angles(layout, point, name, reach = 47) {
  const { x, y } = centre(layout, point);
  const length = 17;
  const d = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => `M${x + sx * reach} ${y + sy * (reach - length)}V${y + sy * reach}h${-sx * length}`),
  );
  return svg("path", { class: name, d: d.join("") });
}

/**
 * The last move, below the pieces. Of a stone it is drawn above it, see `lastStone`.
 * @param {Layout} layout
 * @param {{from?: string, to: string, traded?: string[]}} last
 * @returns {SVGElement[]}
 */
export function lastMove(layout, { from, to, traded = [] }) {
  if (layout.kind === "stones") return [];
  if (layout.kind === "squares")
    return [from, to].flatMap((point) => (point ? [tint(layout, point, "board-last")] : []));
  return [from, to, ...traded].flatMap((point) =>
    point ? [angles(layout, point, "board-last-angles")] : [],
  );
}

/**
 * The dot on the last stone.
 * @param {Layout} layout
 * @param {string} point
 */
export function lastStone(layout, point) {
  return circle(layout, point, "board-last-stone", 12);
}

/**
 * A selected piece, below it.
 * @param {Layout} layout
 * @param {string} point
 */
export function selected(layout, point) {
  return layout.kind === "squares"
    ? tint(layout, point, "board-selected")
    : circle(layout, point, "board-selected-glow", 47);
}

/**
 * A place to which the selected piece may go: a dot, or a ring round a piece that it captures; faint where pawns are
 * missing.
 * @param {Layout} layout
 * @param {string} point
 * @param {import("./selection.js").Target} target
 * @param {boolean} occupied
 */
export function targetMark(layout, point, target, occupied) {
  if (!target.capture && !occupied) return circle(layout, point, "board-target", 17);
  const name = target.missing
    ? "board-ring board-missing"
    : target.trade
      ? "board-ring board-trade"
      : "board-ring";
  return circle(layout, point, name, layout.kind === "squares" ? 44 : 46);
}

/**
 * The place under the pointer to which the selected piece may go.
 * @param {Layout} layout
 * @param {string} point
 */
export function hovered(layout, point) {
  return layout.kind === "squares"
    ? tint(layout, point, "board-hovered")
    : circle(layout, point, "board-hovered", 50);
}

/**
 * A named highlight, such as the goal of a lesson.
 * @param {Layout} layout
 * @param {string} point
 * @param {string} name
 */
export function highlight(layout, point, name) {
  const classes = `board-highlight highlight-${name}`;
  return layout.kind === "squares" ? tint(layout, point, classes) : circle(layout, point, classes, 49);
}

/** Short signs for the reasons of forbidden points. */
const REASONS = /** @type {Record<string, string>} */ ({
  "three-three": "3-3",
  "four-four": "4-4",
  overline: "6+",
});

/**
 * A mark of the position in two layers: below and above the pieces.
 * @param {Layout} layout
 * @param {Mark} mark
 * @returns {{below: SVGElement[], above: SVGElement[]}}
 */
export function positionMark(layout, { kind, points, reason }) {
  const each = (/** @type {(point: string) => SVGElement} */ draw) => points.map(draw);
  switch (kind) {
    case "check":
      return {
        below: each((point) => circle(layout, point, "board-check", layout.kind === "squares" ? 54 : 66)),
        above:
          layout.kind === "squares" ? [] : each((point) => circle(layout, point, "board-check-ring", 45)),
      };
    case "tether":
      return { below: [], above: each((point) => circle(layout, point, "board-tether", 46)) };
    case "liberty":
      return { below: each((point) => circle(layout, point, "board-liberty", 23)), above: [] };
    case "guard":
      return { below: [], above: each((point) => circle(layout, point, "board-guard", 46)) };
    case "home":
      return { below: [], above: each((point) => homeBadge(layout, point)) };
    case "five":
      return { below: [], above: five(layout, points) };
    case "forbidden":
      return { below: each((point) => forbidden(layout, point, REASONS[reason ?? ""] ?? "")), above: [] };
    default:
      return { below: each((point) => highlight(layout, point, kind)), above: [] };
  }
}

/**
 * @param {Layout} layout
 * @param {string} point
 */
function homeBadge(layout, point) {
  const { x, y } = centre(layout, point);
  const star = Array.from({ length: 10 }, (_, index) => {
    const [radius, angle] = [index % 2 ? 5.2 : 12, (index * Math.PI) / 5 - Math.PI / 2];
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return svg(
    "g",
    { class: "board-home", transform: `translate(${x + 32} ${y - 32})` },
    svg("circle", { r: 17 }),
    svg("path", { d: `M${star.join("L")}Z` }),
  );
}

/**
 * @param {Layout} layout
 * @param {string} point
 * @param {string} sign
 */
function forbidden(layout, point, sign) {
  const { x, y } = centre(layout, point);
  return svg(
    "g",
    { class: "board-forbidden", transform: `translate(${x} ${y})` },
    svg("rect", { x: -45, y: -28, width: 90, height: 56, rx: 12 }),
    svg("text", { y: 16 }, sign),
  );
}

/**
 * @param {Layout} layout
 * @param {string[]} points
 * @returns {SVGElement[]}
 */
function five(layout, points) {
  const rings = points.map((point) => circle(layout, point, "board-five", 46));
  const centres = points.map((point) => centre(layout, point)).sort((a, b) => a.x - b.x || a.y - b.y);
  if (layout.kind !== "stones" || centres.length < 2) return rings;
  const [first, last] = [centres[0], centres[centres.length - 1]];
  return [svg("line", { class: "board-five", x1: first.x, y1: first.y, x2: last.x, y2: last.y }), ...rings];
}

/** Classes of the symbols that judge a move. */
const SYMBOLS = /** @type {Record<string, string>} */ ({
  "?!": "inaccuracy",
  "?": "mistake",
  "??": "blunder",
});

/**
 * The judgement of the last move, at the upper right of its point.
 * @param {Layout} layout
 * @param {{point: string, symbol: string}} annotation
 */
export function annotationMark(layout, { point, symbol }) {
  const { x, y } = centre(layout, point);
  const at = {
    x: Math.min(x + 38, layout.width - 24),
    y: Math.max(y - 38, 24),
  };
  return svg(
    "g",
    {
      class: `board-annotation board-${SYMBOLS[symbol]}`,
      transform: `translate(${at.x} ${at.y})`,
    },
    svg("circle", { cx: 1, cy: 3, r: 26, fill: "url(#board-shadow)" }),
    svg("circle", { r: 21, class: "board-badge" }),
    svg("text", { y: 10 }, symbol),
  );
}

/**
 * The number of a stone.
 * @param {Layout} layout
 * @param {string} point
 * @param {number} number
 * @param {string | undefined} letter  of the piece there
 * @param {boolean} isLast  whether the last move was there
 */
export function stoneNumber(layout, point, number, letter, isLast) {
  const { x, y } = centre(layout, point);
  const tone = isLast
    ? "last"
    : letter === undefined
      ? "none"
      : layout.kind === "stones" && letter.toUpperCase() === "X"
        ? "dark"
        : "light";
  const size = number > 99 ? 33 : 40;
  return svg(
    "text",
    { class: `board-number board-on-${tone}`, x, y: y + size * 0.36, "font-size": size },
    String(number),
  );
}
