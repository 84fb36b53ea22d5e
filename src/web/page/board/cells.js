import { UNIT, placeOf, pointSeen } from "./geometry.js";
import { html } from "./svg.js";

/**
 * What one cell shows to the hand and to a screen reader.
 * @typedef {object} CellView
 * @property {string} label
 * @property {string} [title]  shown by the mouse
 * @property {boolean} selected
 * @property {boolean} own  a piece that may be taken up
 * @property {boolean} target
 */

/**
 * The grid of cells over the drawing: one for each point, in the order in which they are seen. One cell at a time can
 * be reached by Tab; arrow keys lead to the others.
 * @param {string} label  of the grid
 */
export function createCells(label) {
  const element = html("div", { role: "grid", class: "board-cells", "aria-label": label });
  /** @type {Map<string, HTMLElement>} */
  let cells = new Map();
  /** @type {string | null} */
  let current = null;
  /** @type {import("./geometry.js").Layout | null} */
  let shown = null;

  /** @param {string} point */
  function makeCurrent(point) {
    const cell = cells.get(point);
    if (!cell) return;
    if (current !== null) cells.get(current)?.setAttribute("tabindex", "-1");
    current = point;
    cell.setAttribute("tabindex", "0");
  }

  return {
    element,

    /** @returns {string | null} */
    get current() {
      return current;
    },

    /**
     * Lays the cells out anew.
     * @param {import("./geometry.js").Layout} layout
     */
    layOut(layout) {
      const focused = element.contains(document.activeElement);
      shown = layout;
      cells = new Map();
      const rows = [];
      for (let down = 0; down < layout.rows; down += 1) {
        const row = html("div", { role: "row", class: "board-row" });
        row.style.top = `${((layout.top + (down - 0.5) * UNIT) / layout.height) * 100}%`;
        row.style.height = `${(UNIT / layout.height) * 100}%`;
        for (let across = 0; across < layout.columns; across += 1) {
          const point = pointSeen(layout, across, down) ?? "";
          const cell = html("div", {
            role: "gridcell",
            class: "board-cell",
            tabindex: -1,
            "data-point": point,
          });
          cell.style.left = `${((layout.left + (across - 0.5) * UNIT) / layout.width) * 100}%`;
          cell.style.width = `${(UNIT / layout.width) * 100}%`;
          cells.set(point, cell);
          row.append(cell);
        }
        rows.push(row);
      }
      element.replaceChildren(...rows);
      element.setAttribute("aria-rowcount", String(layout.rows));
      element.setAttribute("aria-colcount", String(layout.columns));
      const middle = pointSeen(layout, Math.floor(layout.columns / 2), Math.floor(layout.rows / 2)) ?? "";
      makeCurrent(current !== null && cells.has(current) ? current : middle);
      if (focused && current !== null) cells.get(current)?.focus({ preventScroll: true });
    },

    /** @param {(point: string) => CellView} viewOf */
    update(viewOf) {
      for (const [point, cell] of cells) {
        const { label: words, title = "", selected, own, target } = viewOf(point);
        if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
        if (cell.title !== title) cell.title = title;
        if (selected) cell.setAttribute("aria-selected", "true");
        else cell.removeAttribute("aria-selected");
        cell.classList.toggle("board-own", own);
        cell.classList.toggle("board-aim", target);
      }
    },

    makeCurrent,

    /**
     * Gives the focus to a point, by default to the one that has the tab stop.
     * @param {string} [point]
     */
    focus(point) {
      if (point) makeCurrent(point);
      if (current !== null) cells.get(current)?.focus({ preventScroll: false });
    },

    /**
     * The point that lies some places from the current one, kept within the board.
     * @param {number} across
     * @param {number} down
     * @returns {string | null}
     */
    beside(across, down) {
      if (!shown || current === null) return null;
      const place = placeOf(shown, current);
      const within = (/** @type {number} */ value, /** @type {number} */ size) =>
        Math.max(0, Math.min(size - 1, value));
      return pointSeen(
        shown,
        within(place.across + across, shown.columns),
        within(place.down + down, shown.rows),
      );
    },
  };
}
