import { placeCentre, starPoints } from "./geometry.js";
import { coordinates, grain, grid, frame } from "./ground.js";
import { svg } from "./svg.js";

/**
 * Draws a board for stones: lines, star points, coordinates.
 * @param {import("./geometry.js").Layout} layout
 * @returns {SVGElement[]}
 */
export function drawStones(layout) {
  const drawing = [grain(layout), grid(layout), frame(layout, 0)];
  for (const [across, down] of starPoints(layout.rows, layout.columns)) {
    const { x, y } = placeCentre(layout, across, down);
    drawing.push(svg("circle", { class: "board-star", cx: x, cy: y, r: 9 }));
  }
  if (layout.coordinates) drawing.push(coordinates(layout, 74, 74));
  return drawing;
}
