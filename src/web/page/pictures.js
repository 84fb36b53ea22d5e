// Pictures of the position and of the line that follows it, as SVG and PNG, made by the browser.

import { createPicture } from "./board/picture.js";
import { boardSettings } from "./board-view.js";
import { button, el } from "./dom.js";
import { path } from "./game.js";
import { isStones } from "./protocol.js";
import { t } from "./texts/index.js";
import { boardKind, shownName } from "./variants.js";

/**
 * @typedef {import("./game.js").Node} Node
 * @typedef {import("./game.js").Game} Game
 * @typedef {{ settings: import("./store.js").Settings, orientation: import("./protocol.js").Side }} Look
 */

const NAMESPACE = "http://www.w3.org/2000/svg";
/** The side of a board, and of a board within a line, in the units of a picture. */
const BOARD = 800;
const SMALL = 400;
const GAP = 24;
const CAPTION = 40;
const COLUMNS = 4;
/** The most positions of a line. */
const MOST = 24;
/** Pixels for each unit. */
const SCALE = 2;

/** What the page's style sheets say about a drawing, which a picture must say itself. */
const PROPERTIES = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "transform",
];

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(globalThis.Node | string)} children
 */
function svg(name, attributes, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A colour as every program that shows SVG reads it: mixed colours are computed as `color(srgb …)`.
 * @param {string} value
 */
function plainColour(value) {
  return value.replace(/color\(srgb ([^)]*)\)/g, (_, words) => {
    const [red, green, blue, , alpha = "1"] = words.split(/\s+/);
    const byte = (/** @type {string} */ share) => Math.round(255 * Number(share));
    return `rgba(${byte(red)}, ${byte(green)}, ${byte(blue)}, ${alpha})`;
  });
}

/**
 * A drawing with its style as attributes.
 * @param {Element} drawn within the document
 */
function styledCopy(drawn) {
  const copy = /** @type {Element} */ (drawn.cloneNode(false));
  for (const name of ["class", "style", "aria-hidden", "focusable"]) copy.removeAttribute(name);
  const style = getComputedStyle(drawn);
  for (const name of PROPERTIES) {
    const value = style.getPropertyValue(name);
    if (value && value !== "none" && value !== "normal") copy.setAttribute(name, plainColour(value));
    else if (name === "fill" || name === "stroke") copy.setAttribute(name, "none");
  }
  for (const child of drawn.childNodes)
    if (child instanceof SVGElement) {
      if (getComputedStyle(child).display !== "none") copy.append(styledCopy(child));
    } else if (child instanceof Text) copy.append(child.cloneNode());
  return copy;
}

/**
 * The board after a move, as an SVG element of a width.
 * @param {Game} game
 * @param {Node} node
 * @param {Look} look
 * @param {number} width
 */
function boardOf(game, node, { settings, orientation }, width) {
  const frame = el("div", { class: "picture-frame" });
  document.body.append(frame);
  try {
    const picture = createPicture(frame);
    picture.setSettings({ ...boardSettings(settings, game.variant), animation: 0 });
    const kind = boardKind(game.variant);
    const numbers =
      settings.numbers && isStones(game.variant)
        ? path(node).map((at, i) => ({ point: at.to ?? at.move, number: i + 1 }))
        : null;
    const last = node.to ? { from: node.from, to: node.to, traded: node.traded } : null;
    picture.show({ kind, fen: node.fen, origin: 1, orientation, last, numbers, marks: [] });
    const root = /** @type {HTMLElement} */ (frame.querySelector(".board-root"));
    const drawings = [...root.querySelectorAll("svg")];
    const [, , across, down] = (drawings[0].getAttribute("viewBox") ?? "").split(" ").map(Number);
    const colours = getComputedStyle(root).backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g) ?? ["#fff"];
    const height = (width * down) / across;
    const ground = svg("rect", { width: across, height: down, fill: plainColour(colours[0]) });
    const board = svg("svg", { width, height, viewBox: `0 0 ${across} ${down}` }, ground);
    for (const drawing of drawings) board.append(svg("g", {}, ...styledCopy(drawing).childNodes));
    return { board, height };
  } finally {
    frame.remove();
  }
}

/**
 * @param {number} width
 * @param {number} height
 * @param {Element[]} parts
 */
function wholePicture(width, height, parts) {
  const gradients = document.getElementById("board-gradients")?.cloneNode(true).childNodes ?? [];
  const attributes = { xmlns: NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` };
  return svg("svg", attributes, svg("defs", {}, ...gradients), ...parts);
}

/**
 * A picture of the shown position.
 * @param {Game} game
 * @param {Look} look
 */
export function positionPicture(game, look) {
  const { board, height } = boardOf(game, game.current, look, BOARD);
  return wholePicture(BOARD, Math.round(height), [board]);
}

/**
 * The positions from the shown one to the end of its line; those before it if it is the last.
 * @param {Game} game
 */
export function pictureLine(game) {
  const nodes = [game.current];
  for (let at = game.current.children[0]; at?.fen; at = at.children[0]) nodes.push(at);
  if (nodes.length === 1) {
    const before = [game.root, ...path(game.current)].filter((node) => node.fen);
    return before.slice(-MOST);
  }
  return nodes.slice(0, MOST);
}

/**
 * A picture of a line: a small board after each move, with the move below it.
 * @param {Game} game
 * @param {Look} look
 */
export function linePicture(game, look) {
  const nodes = pictureLine(game);
  const columns = Math.min(COLUMNS, nodes.length);
  const parts = [];
  let cell = 0;
  for (const [i, node] of nodes.entries()) {
    const { board, height } = boardOf(game, node, look, SMALL);
    cell = height + CAPTION + GAP;
    const x = GAP + (i % columns) * (SMALL + GAP);
    const y = GAP + Math.floor(i / columns) * cell;
    board.setAttribute("x", String(x));
    board.setAttribute("y", String(y));
    const ply = path(node).length;
    const number = node.side === game.turn ? `${(ply + 1) >> 1}. ` : `${(ply + 1) >> 1}… `;
    const words = node.parent ? number + shownName(game.variant, node, look.settings.names) : "";
    const place = { x: x + SMALL / 2, y: y + height + 29, "text-anchor": "middle", "font-size": 26 };
    parts.push(board, svg("text", { ...place, "font-family": "sans-serif", fill: "#222" }, words));
  }
  const width = GAP + columns * (SMALL + GAP);
  const height = Math.round(GAP + Math.ceil(nodes.length / columns) * cell);
  const paper = svg("rect", { width, height, fill: "#fff" });
  return wholePicture(width, height, [paper, ...parts]);
}

/**
 * @param {Element} picture
 * @param {string} name of the file
 */
function download(picture, name) {
  const text = new XMLSerializer().serializeToString(picture);
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const give = (/** @type {string} */ href, /** @type {string} */ ending) => {
    el("a", { href, download: `${name}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  };
  return {
    svg: () => give(url, "svg"),
    png: async () => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = el("canvas", { width: image.naturalWidth * SCALE, height: image.naturalHeight * SCALE });
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      const blob = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve));
      if (!blob) throw new Error("the browser makes no picture of this size");
      give(URL.createObjectURL(blob), "png");
    },
  };
}

/**
 * Buttons that save pictures.
 * @param {Game} game
 * @param {Look} look
 */
export function pictureButtons(game, look) {
  const words = el("p", { class: "problem", role: "alert" });
  const entry = (/** @type {"position" | "line"} */ what, /** @type {"svg" | "png"} */ kind) =>
    button(`${t(`picture.${what}`)} (${kind.toUpperCase()})`, async () => {
      words.textContent = "";
      try {
        const picture = what === "line" ? linePicture(game, look) : positionPicture(game, look);
        await download(picture, `${game.variant}-${what}`)[kind]();
      } catch (error) {
        words.textContent = t("picture.failed", {
          words: error instanceof Error ? error.message : String(error),
        });
      }
    });
  const entries = [entry("position", "png"), entry("position", "svg")];
  if (pictureLine(game).length > 1) entries.push(entry("line", "png"), entry("line", "svg"));
  return el(
    "div",
    { class: "field" },
    el("span", {}, t("picture.title")),
    el("div", { class: "buttons pictures" }, ...entries),
    words,
  );
}
