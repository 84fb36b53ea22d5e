import { UNIT, placeOf } from "./geometry.js";
import { html } from "./svg.js";

/**
 * @typedef {object} Choice
 * @property {string} label
 * @property {Node} content
 * @property {() => void} choose
 */

/**
 * Offers choices over a point of the board, such as the pieces a pawn may become: a column from that point into the
 * board.
 * @param {HTMLElement} root
 * @param {import("./geometry.js").Layout} layout
 * @param {string} point
 * @param {string} label  of the whole
 * @param {Choice[]} choices
 * @param {() => void} cancel
 * @returns {() => void}  removes the picker
 */
export function openPicker(root, layout, point, label, choices, cancel) {
  // the touch that has opened the picker ends with a click on it
  let pressed = false;
  const { across, down } = placeOf(layout, point);
  const upper = down < layout.rows / 2;
  const shade = html("div", { class: "board-shade" });
  const menu = html("div", { class: "board-picker", role: "menu", "aria-label": label });
  const buttons = choices.map((choice) => {
    const button = html("button", {
      type: "button",
      role: "menuitem",
      "aria-label": choice.label,
      title: choice.label,
    });
    button.append(choice.content);
    button.addEventListener("click", (event) => {
      if (pressed || event.detail === 0) choice.choose();
    });
    return button;
  });
  menu.append(...(upper ? buttons : [...buttons].reverse()));
  menu.style.left = `${((layout.left + (across - 0.5) * UNIT) / layout.width) * 100}%`;
  menu.style.width = `${(UNIT / layout.width) * 100}%`;
  const edge = upper ? layout.top + (down - 0.5) * UNIT : layout.height - layout.top - (down + 0.5) * UNIT;
  menu.style[upper ? "top" : "bottom"] = `${(edge / layout.height) * 100}%`;

  shade.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    pressed = true;
  });
  shade.addEventListener("contextmenu", (event) => event.preventDefault());
  shade.addEventListener("click", (event) => {
    if (event.target === shade && pressed) cancel();
  });
  shade.addEventListener("keydown", (event) => {
    const list = /** @type {HTMLElement[]} */ ([...menu.children]);
    const index = list.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });
    if (event.key === "Escape") cancel();
    else if (event.key in steps) list[(index + steps[event.key] + list.length) % list.length].focus();
    else if (event.key === "Tab")
      list[(index + (event.shiftKey ? -1 : 1) + list.length) % list.length].focus();
    else if (event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
  });
  shade.append(menu);
  root.append(shade);
  buttons[0]?.focus({ preventScroll: true });
  return () => shade.remove();
}
