import { UNIT, placeCentre } from "./geometry.js";
import { coordinates, frame, grain, grid, label } from "./ground.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */

const NUMERALS = "一二三四五六七八九";

/**
 * Draws the board of xiangqi: river, two palaces, marks of the cannons' and pawns' points.
 * @param {Layout} layout
 * @returns {SVGElement[]}
 */
export function drawRiver(layout) {
  const { rows, columns } = layout;
  const river = rows / 2 - 1;
  const middle = placeCentre(layout, (columns - 1) / 2, river + 0.5);
  const words = layout.bottom === "first" ? ["楚 河", "汉 界"] : ["汉 界", "楚 河"];
  /** @type {[number, number][]} */
  const stars = [];
  for (let column = 0; column < columns; column += 2) stars.push([column, 3], [column, rows - 4]);
  for (const column of [1, columns - 2]) stars.push([column, 2], [column, rows - 3]);
  const start = placeCentre(layout, 0, river);
  return [
    grain(layout),
    svg("rect", { class: "board-water", x: start.x, y: start.y, width: (columns - 1) * UNIT, height: UNIT }),
    grid(layout, river),
    palace(layout, 3, 0),
    palace(layout, 3, rows - 3),
    frame(layout, 9),
    corners(layout, stars),
    label(middle.x - 2.25 * UNIT, middle.y + 2, words[0], "board-river"),
    label(middle.x + 2.25 * UNIT, middle.y + 2, words[1], "board-river"),
    ...edges(layout),
  ];
}

/**
 * Draws the board of zhonggong xiangqi: one palace in the centre, d4 to f6, and marks of the pawns' and cannons'
 * points.
 * @param {Layout} layout
 * @returns {SVGElement[]}
 */
export function drawPalace(layout) {
  const { rows, columns } = layout;
  const [across, down] = [(columns - 3) / 2, (rows - 3) / 2];
  const start = placeCentre(layout, across, down);
  /** @type {[number, number][]} */
  const stars = [];
  for (let column = 0; column < columns; column += 2) stars.push([column, 2], [column, rows - 3]);
  stars.push([(columns - 1) / 2, 1], [(columns - 1) / 2, rows - 2]);
  return [
    grain(layout),
    svg("rect", { class: "board-palace", x: start.x, y: start.y, width: 2 * UNIT, height: 2 * UNIT }),
    grid(layout),
    palace(layout, across, down),
    svg("rect", { class: "board-palace-edge", x: start.x, y: start.y, width: 2 * UNIT, height: 2 * UNIT }),
    frame(layout, 9),
    corners(layout, stars),
    ...edges(layout),
  ];
}

/**
 * The diagonals of a palace whose upper left point is given.
 * @param {Layout} layout
 * @param {number} across
 * @param {number} down
 */
function palace(layout, across, down) {
  const { x, y } = placeCentre(layout, across, down);
  const size = 2 * UNIT;
  return svg("path", {
    class: "board-line",
    d: `M${x} ${y}l${size} ${size}M${x + size} ${y}l${-size} ${size}`,
  });
}

/**
 * Small angles round points, left out beyond the edges.
 * @param {Layout} layout
 * @param {[number, number][]} places
 */
function corners(layout, places) {
  const [near, length] = [8, 15];
  const lines = [];
  for (const [across, down] of places) {
    const { x, y } = placeCentre(layout, across, down);
    for (const sx of [-1, 1]) {
      if (across + sx < 0 || across + sx >= layout.columns) continue;
      for (const sy of [-1, 1]) {
        lines.push(`M${x + sx * near} ${y + sy * (near + length)}v${-sy * length}h${sx * length}`);
      }
    }
  }
  return svg("path", { class: "board-star-lines", d: lines.join("") });
}

/**
 * Coordinates, and the files as each player names them: from the right, Red in numerals or digits, Black in digits.
 * @param {Layout} layout
 */
function edges(layout) {
  if (!layout.coordinates) return [];
  const { columns, rows, bottom, digits } = layout;
  const names = digits ? "123456789" : NUMERALS;
  const drawing = [coordinates(layout, 93, 68)];
  for (let across = 0; across < columns; across += 1) {
    const fromRight = columns - 1 - across;
    const red = bottom === "first" ? fromRight : across;
    const black = bottom === "first" ? across : fromRight;
    const [low, high] = [placeCentre(layout, across, rows - 1), placeCentre(layout, across, 0)];
    const below = bottom === "first" ? names[red] : String(black + 1);
    const above = bottom === "first" ? String(black + 1) : names[red];
    drawing.push(
      label(low.x, low.y + 63, below, "board-file"),
      label(high.x, high.y - 65, above, "board-file"),
    );
  }
  return drawing;
}
