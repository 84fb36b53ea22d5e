import { UNIT, placeCentre, pointSeen } from "./geometry.js";
import { label } from "./ground.js";
import { svg } from "./svg.js";

/**
 * Draws the squares of a chess board, with its coordinates in the squares of the edge.
 * @param {import("./geometry.js").Layout} layout
 * @returns {SVGElement[]}
 */
export function drawSquares(layout) {
  const { rows, columns, width, height, coordinates } = layout;
  const dark = [];
  // a1 is dark
  for (let down = 0; down < rows; down += 1) {
    for (let across = 0; across < columns; across += 1) {
      if (isDark(layout, across, down))
        dark.push(`M${across * UNIT} ${down * UNIT}h${UNIT}v${UNIT}h${-UNIT}z`);
    }
  }
  const drawing = [
    svg("rect", { class: "board-light", width, height }),
    svg("path", { class: "board-dark", d: dark.join("") }),
  ];
  if (!coordinates) return drawing;
  const name = (/** @type {number} */ across, /** @type {number} */ down) =>
    `board-corner board-on-${isDark(layout, across, down) ? "dark" : "light"}`;
  for (let across = 0; across < columns; across += 1) {
    const { x, y } = placeCentre(layout, across, rows - 1);
    const letter = (pointSeen(layout, across, rows - 1) ?? "")[0];
    drawing.push(label(x + 40, y + 38, letter, name(across, rows - 1)));
  }
  for (let down = 0; down < rows; down += 1) {
    const { x, y } = placeCentre(layout, 0, down);
    const number = (pointSeen(layout, 0, down) ?? "").slice(1);
    drawing.push(label(x - 40, y - 36, number, name(0, down)));
  }
  return drawing;
}

/**
 * @param {import("./geometry.js").Layout} layout
 * @param {number} across
 * @param {number} down
 */
function isDark({ rows, columns, bottom }, across, down) {
  const [column, row] = bottom === "first" ? [across, rows - 1 - down] : [columns - 1 - across, down];
  return (column + row) % 2 === 0;
}
