import { centre } from "./geometry.js";
import { svg } from "./svg.js";

/**
 * An arrow, or without `to` a circle.
 * @typedef {object} Shape
 * @property {string} from
 * @property {string} [to]
 * @property {string} brush
 */

/** Brushes of the user by the keys held: none, Shift or Ctrl, Alt, both. */
const BRUSHES = ["green", "red", "blue", "yellow"];

/**
 * @param {{shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @returns {string}
 */
export function brushOf(event) {
  return BRUSHES[(event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey || event.metaKey ? 2 : 0)];
}

/**
 * Adds a shape; the same one again is removed, with another brush it is replaced.
 * @param {Shape[]} shapes
 * @param {Shape} shape
 * @returns {Shape[]}
 */
export function toggleShape(shapes, shape) {
  const same = (/** @type {Shape} */ other) => other.from === shape.from && other.to === shape.to;
  const before = shapes.find(same);
  const rest = shapes.filter((other) => !same(other));
  return before?.brush === shape.brush ? rest : [...rest, shape];
}

/**
 * @param {import("./geometry.js").Layout} layout
 * @param {Shape} shape
 * @returns {SVGElement}
 */
export function drawShape(layout, { from, to, brush }) {
  const classes = `board-shape brush-${brush}`;
  const start = centre(layout, from);
  if (to === undefined || to === from)
    return svg("circle", { class: `${classes} board-circle`, cx: start.x, cy: start.y, r: 46 });
  const end = centre(layout, to);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const half = brush === "best" || brush === "hint" ? 10 : 7.5;
  const head = half * 2.5;
  const neck = length - 12 - head * 1.55;
  const d =
    `M24 ${-half * 0.75}L${neck} ${-half}L${neck - 5} ${-head}L${length - 12} 0L${neck - 5} ${head}` +
    `L${neck} ${half}L24 ${half * 0.75}A${half} ${half} 0 0 1 24 ${-half * 0.75}Z`;
  return svg("path", {
    class: `${classes} board-arrow`,
    d,
    transform: `translate(${start.x} ${start.y}) rotate(${angle})`,
  });
}
