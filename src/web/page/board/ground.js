import { UNIT, pointSeen, placeCentre } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import("./geometry.js").Layout} Layout */

/**
 * A text of the board's edge, centred on a place.
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} [name]  of its class
 */
export function label(x, y, words, name = "board-label") {
  return svg("text", { x, y, class: name }, words);
}

/**
 * Waving lines of wood grain over the whole board.
 * @param {Layout} layout
 */
export function grain({ width, height }) {
  const lines = [];
  const step = 21;
  for (let index = 0, y = -20; y < height + 40; index += 1, y += step + ((index * 29) % 23)) {
    const sway = (/** @type {number} */ seed) => ((index * seed) % 53) - 26;
    lines.push(
      `M0 ${y}C${width * 0.25} ${y + sway(17)} ${width * 0.3} ${y + sway(31)} ${width * 0.5} ${y + sway(23)}` +
        `S${width * 0.8} ${y + sway(41)} ${width} ${y + sway(13)}`,
    );
  }
  return svg("path", { class: "board-grain", d: lines.join("") });
}

/**
 * Lines through all points of a board, broken where `broken` says so for an inner column.
 * @param {Layout} layout
 * @param {number} [river]  the row, from the top, below which the inner columns are broken
 */
export function grid({ rows, columns, left, top }, river = -1) {
  const right = left + (columns - 1) * UNIT;
  const bottom = top + (rows - 1) * UNIT;
  const lines = [];
  for (let row = 0; row < rows; row += 1) lines.push(`M${left} ${top + row * UNIT}H${right}`);
  for (let column = 0; column < columns; column += 1) {
    const x = left + column * UNIT;
    if (river >= 0 && column > 0 && column < columns - 1) {
      lines.push(`M${x} ${top}V${top + river * UNIT}M${x} ${top + (river + 1) * UNIT}V${bottom}`);
    } else {
      lines.push(`M${x} ${top}V${bottom}`);
    }
  }
  return svg("path", { class: "board-line", d: lines.join("") });
}

/**
 * A frame round the outermost lines.
 * @param {Layout} layout
 * @param {number} gap
 */
export function frame({ rows, columns, left, top }, gap) {
  return svg("rect", {
    class: "board-border",
    x: left - gap,
    y: top - gap,
    width: (columns - 1) * UNIT + 2 * gap,
    height: (rows - 1) * UNIT + 2 * gap,
  });
}

/**
 * Letters of the files below the board and numbers of the ranks on its left.
 * @param {Layout} layout
 * @param {number} below  distance of the letters from the lowest points
 * @param {number} beside  distance of the numbers from the leftmost points
 */
export function coordinates(layout, below, beside) {
  const group = svg("g", {});
  for (let across = 0; across < layout.columns; across += 1) {
    const point = pointSeen(layout, across, layout.rows - 1) ?? "";
    const { x, y } = placeCentre(layout, across, layout.rows - 1);
    group.append(label(x, y + below, point[0]));
  }
  for (let down = 0; down < layout.rows; down += 1) {
    const point = pointSeen(layout, 0, down) ?? "";
    const { x, y } = placeCentre(layout, 0, down);
    group.append(label(x - beside, y, point.slice(1)));
  }
  return group;
}
