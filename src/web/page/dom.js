// Small helpers for building the page.

/**
 * Creates an element. Properties that begin with `on` are listeners, `class` and names with `-` attributes.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return /** @type {SVGElement} */ (element);
}

/** Symbols as paths on a field of 24 by 24. @type {Record<string, string>} */
const ICONS = {
  start: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  back: "M16 5v14L6.5 12z",
  forward: "M8 5v14l9.5-7z",
  end: "M5 5v14l9.5-7zM15.5 5H18v14h-2.5z",
  flip: "M7 20V8H4l5-5 5 5h-3v12zM13 16V4h4v12h3l-5 5-5-5z",
  undo: "M9 5 3 11l6 6v-4h5a4 4 0 0 1 0 8h-3v-2.2h3a1.8 1.8 0 0 0 0-3.6H9z",
  hint: "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM8.5 18.5h7V20h-7zM10 21h4v1.5h-4z",
  more: "M4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4z",
  engine:
    "M7 7h10v10H7zM9 3h2v3H9zM13 3h2v3h-2zM9 18h2v3H9zM13 18h2v3h-2zM3 9h3v2H3zM3 13h3v2H3zM18 9h3v2h-3zM18 13h3v2h-3z",
  review: "M3 17.5 9 11l4 4 8-9v3.2l-8 9-4-4-6 6.5z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  hand: "M9 3.5a1.5 1.5 0 0 1 3 0V10h1V5a1.5 1.5 0 0 1 3 0v6h1V8a1.5 1.5 0 0 1 3 0v7a7 7 0 0 1-7 7h-1a7 7 0 0 1-5.6-2.8L3 14.5a1.5 1.5 0 0 1 2.3-1.9L7.500 15V6.5a1 1 0 0 1 1.5-.8z",
  eraser: "M14.5 3.5 21 10l-9.5 9.5H20V21H7l-4-4zM6.5 13.5 4.800 17l2.700 2.5h2l3-3z",
  keyboard: "M2 6h20v12H2zM4 8v2h2V8zm4 0v2h2V8zm4 0v2h2V8zm4 0v2h4V8zM4 12v2h2v-2zm4 0v2h8v-2zm10 0v2h2v-2z",
  clock:
    "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19zm0 2a7.5 7.5 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM11 7h2v4.600l3.200 2.800-1.300 1.500L11 12.500z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
};

/**
 * A symbol.
 * @param {string} name
 */
export function icon(name) {
  const drawing = svg("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" });
  drawing.append(svg("path", { d: ICONS[name], fill: "currentColor", "fill-rule": "evenodd" }));
  return drawing;
}

/**
 * A button with a symbol and an accessible name.
 * @param {string} name of the symbol
 * @param {string} label
 * @param {() => void} onclick
 * @param {{ class?: string, disabled?: boolean, pressed?: boolean, name?: string }} [more]
 */
export function iconButton(name, label, onclick, more = {}) {
  const entry = button("", onclick, { ...more, label, class: `icon ${more.class ?? ""}` });
  entry.append(icon(name));
  return entry;
}

/**
 * The element with an id, which must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/**
 * A button with a text or, for a symbol, an accessible name.
 * @param {string} content
 * @param {() => void} onclick
 * @param {{ label?: string, class?: string, disabled?: boolean, pressed?: boolean, name?: string }} [more]
 */
export function button(content, onclick, more = {}) {
  return el(
    "button",
    {
      type: "button",
      onclick,
      class: more.class,
      disabled: more.disabled,
      "data-name": more.name,
      title: more.label,
      "aria-label": more.label,
      "aria-pressed": more.pressed === undefined ? undefined : String(more.pressed),
    },
    content,
  );
}

/**
 * Replaces the buttons of a container; the one with the same name, or else the first, takes over the focus.
 * @param {HTMLElement} container
 * @param {HTMLButtonElement[]} entries
 */
export function replaceButtons(container, entries) {
  const name = (/** @type {Element | null} */ entry) =>
    entry?.getAttribute("aria-label") ?? entry?.textContent;
  const focused = container.contains(document.activeElement) ? name(document.activeElement) : null;
  container.replaceChildren(...entries);
  if (focused === null) return;
  const enabled = entries.filter((entry) => !entry.disabled);
  (enabled.find((entry) => name(entry) === focused) ?? enabled[0])?.focus();
}
