// The graph of a game: the chances of the first player after each move.

import { el, svg } from "./dom.js";
import { mainLine } from "./game.js";
import { scoreText, winningChance } from "./protocol.js";
import { t } from "./texts/index.js";

/**
 * @typedef {import("./game.js").Node} Node
 */

/**
 * The graph, or null if fewer than two positions of the game have a score. Touching it shows the position.
 * @param {import("./game.js").Game} game
 * @param {(node: Node) => void} onShow
 * @returns {HTMLElement | null}
 */
export function gameGraph(game, onShow) {
  const nodes = [game.root, ...mainLine(game)];
  const last = nodes.length - 1;
  if (nodes.filter((node) => node.score).length < 2) return null;
  const x = (/** @type {number} */ i) => (i / last) * 300;
  const y = (/** @type {Node} */ node) => 40 - 36 * winningChance(node.score ?? {}, game.curve);
  const known = nodes.flatMap((node, i) => (node.score ? [`${x(i).toFixed(1)},${y(node).toFixed(1)}`] : []));
  const ends = [nodes.findIndex((node) => node.score), nodes.findLastIndex((node) => node.score)];
  const drawing = svg("svg", {
    viewBox: "0 0 300 80",
    preserveAspectRatio: "none",
    class: "graph-drawing",
    "aria-hidden": "true",
  });
  drawing.append(
    svg("polygon", { points: `${x(ends[0])},40 ${known.join(" ")} ${x(ends[1])},40`, class: "graph-area" }),
    svg("line", { x1: 0, x2: 300, y1: 40, y2: 40, class: "graph-axis" }),
    svg("polyline", { points: known.join(" "), class: "graph-line" }),
  );
  nodes.forEach((node, i) => {
    if (!node.score || !["mistake", "blunder"].includes(node.judgement ?? "")) return;
    drawing.append(svg("circle", { cx: x(i), cy: y(node), r: 2.5, class: `judged-${node.judgement}` }));
  });
  const at = nodes.indexOf(game.current);
  if (at >= 0) drawing.append(svg("line", { x1: x(at), x2: x(at), y1: 0, y2: 80, class: "graph-now" }));
  const slider = el("input", {
    type: "range",
    min: "0",
    max: String(last),
    value: String(Math.max(0, at)),
    class: "graph-slider",
    "aria-label": t("analysis.graph"),
    "aria-valuetext": `${at}: ${game.current.score ? scoreText(game.current.score) : "–"}`,
    oninput: () => onShow(nodes[Number(slider.value)]),
  });
  return el("div", { class: "graph" }, drawing, slider);
}
