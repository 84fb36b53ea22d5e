/** Keys that move the focus: places across and down. */
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, -Infinity],
  PageDown: [0, Infinity],
});

/**
 * Lets the keys work on a grid of cells. Keys that it uses go no further.
 * @param {ReturnType<typeof import("./cells.js").createCells>} cells
 * @param {{touch: (point: string) => void, escape: () => boolean}} hand  `escape` says whether it had anything to put
 *   back
 */
export function listenToKeys(cells, hand) {
  cells.element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    let used = true;
    if (step) {
      const far = event.ctrlKey && !Number.isFinite(step[0] || step[1]);
      const [across, down] = far ? [step[0] || step[1], step[0] || step[1]] : step;
      const point = cells.beside(across, down);
      if (point !== null) cells.focus(point);
    } else if ((event.key === "Enter" || event.key === " ") && cells.current !== null) {
      hand.touch(cells.current);
    } else {
      used = event.key === "Escape" && hand.escape();
    }
    if (used) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
  cells.element.addEventListener("focusin", (event) => {
    const point = /** @type {HTMLElement} */ (event.target).dataset?.point;
    if (point) cells.makeCurrent(point);
  });
  // screen readers click without a pointer
  cells.element.addEventListener("click", (event) => {
    const point = /** @type {HTMLElement} */ (event.target).dataset?.point;
    if (point && event.detail === 0) hand.touch(point);
  });
}
