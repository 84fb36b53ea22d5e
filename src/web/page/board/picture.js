import { createScene } from "./scene.js";
import { State } from "./state.js";
import { ensureGradients, html } from "./svg.js";

/**
 * Makes a board inside an element that is only looked at; it fills the width of that element.
 * @param {HTMLElement} container
 */
export function createPicture(container) {
  ensureGradients();
  const root = html("div", { class: "board-root" });
  const state = new State();
  const scene = createScene();
  root.append(scene.ground, scene.drawing);
  container.append(root);

  function draw() {
    const { layout } = state;
    if (scene.drawGround(state)) {
      root.style.aspectRatio = `${layout.width} / ${layout.height}`;
      root.dataset.kind = layout.kind;
    }
    scene.drawPieces(state);
    scene.drawMarks(state);
  }

  return {
    /**
     * Draws a view.
     * @param {import("./state.js").View} view
     * @throws {Error} when its FEN cannot be read; the board then stays as it was
     */
    show(view) {
      state.receive(view);
      draw();
    },

    /**
     * Changes some of the settings.
     * @param {Partial<import("./state.js").Settings>} change
     */
    setSettings(change) {
      Object.assign(state.settings, change);
      root.dataset.theme = state.settings.theme;
      state.place();
      draw();
    },
  };
}
