/**
 * Makes an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/**
 * Makes an HTML element.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/**
 * A group of paths, each drawn in the style of a class.
 * @param {string} className  class of the group
 * @param {[string, string][]} paths  class and path data of each
 * @returns {SVGElement}
 */
export function drawing(className, paths) {
  return svg("g", { class: className }, ...paths.map(([name, d]) => svg("path", { class: name, d })));
}

/**
 * A radial gradient.
 * @param {string} id
 * @param {[number, number, number]} circle  centre and radius in fractions of the box
 * @param {[number, string, number?][]} stops  offset, colour, opacity
 */
function radial(id, [cx, cy, r], stops) {
  return svg("radialGradient", { id, cx, cy, r }, ...stops.map(stop));
}

/** @param {[number, string, number?]} values */
function stop([offset, colour, opacity = 1]) {
  return svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
}

/**
 * Gradients used by the pieces of all boards. They live once in the document, so that boards and single icons share
 * them.
 */
export function ensureGradients() {
  const id = "board-gradients";
  if (document.getElementById(id)) return;
  const linear = (/** @type {string} */ name, /** @type {string} */ from, /** @type {string} */ to) =>
    svg("linearGradient", { id: name, x1: 0, y1: 0, x2: 1, y2: 1 }, stop([0, from]), stop([1, to]));
  const holder = svg(
    "svg",
    { id, width: 0, height: 0, "aria-hidden": "true", focusable: "false", class: "board-gradients" },
    linear("board-ivory", "#fffdf6", "#e2d3b4"),
    linear("board-ebony", "#5d5650", "#1b1816"),
    radial(
      "board-shadow",
      [0.5, 0.5, 0.5],
      [
        [0.55, "#000", 0.42],
        [0.8, "#000", 0.16],
        [1, "#000", 0],
      ],
    ),
    radial(
      "board-disc",
      [0.4, 0.32, 0.75],
      [
        [0, "#fff9e8"],
        [0.6, "#f6e3b8"],
        [1, "#d9b479"],
      ],
    ),
    radial(
      "board-disc-face",
      [0.42, 0.36, 0.7],
      [
        [0, "#fffaf0"],
        [1, "#f3deb2"],
      ],
    ),
    radial(
      "board-black-stone",
      [0.36, 0.3, 0.72],
      [
        [0, "#7b7b80"],
        [0.35, "#3a3a3e"],
        [1, "#08080a"],
      ],
    ),
    radial(
      "board-white-stone",
      [0.38, 0.32, 0.75],
      [
        [0, "#ffffff"],
        [0.55, "#f4f2ec"],
        [1, "#c3bdb0"],
      ],
    ),
    radial(
      "board-check",
      [0.5, 0.5, 0.5],
      [
        [0, "#ff2a1c", 0.95],
        [0.45, "#e3170a", 0.7],
        [1, "#c01005", 0],
      ],
    ),
  );
  holder.style.position = "absolute";
  document.body.append(holder);
}
