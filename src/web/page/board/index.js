import { createCells } from "./cells.js";
import { readBoard } from "./fen.js";
import { pointNear } from "./geometry.js";
import { createHand } from "./hand.js";
import { pieceIcon } from "./icons.js";
import { listenToKeys } from "./keyboard.js";
import { cellView, pieceName } from "./labels.js";
import { createMagnifier } from "./magnifier.js";
import { hasChineseFont } from "./pieces/discs.js";
import { listenToPointer } from "./pointer.js";
import { hasSmallPoints, locate, pointerHand } from "./pointer-hand.js";
import { createScene } from "./scene.js";
import { NOTHING } from "./selection.js";
import { State } from "./state.js";
import { ensureGradients, html } from "./svg.js";

export { hasChineseFont, pieceIcon, pieceName, readBoard };

/**
 * @typedef {import("./selection.js").Attempt} Attempt
 * @typedef {import("./selection.js").Move} Move
 * @typedef {import("./shapes.js").Shape} Shape
 * @typedef {import("./state.js").Settings} Settings
 * @typedef {import("./state.js").View} View
 *
 * @typedef {object} Options
 * @property {import("./labels.js").Text} text
 * @property {(move: Move) => void} [onMove]
 * @property {(attempt: Attempt) => void} [onRefused]
 * @property {(shapes: Shape[]) => void} [onArrowsChanged]
 * @property {() => void} [onWait]  a stone waits for a second touch of the finger on its point
 * @property {(change: {from?: string, to?: string}) => void} [onEdit]  in an editor: a piece was moved, or dropped
 *   outside (no `to`), or a point was touched (no `from`)
 *
 * @typedef {ReturnType<typeof createBoard>} Board
 */

/**
 * Makes a board inside an element; it fills the width of that element.
 * @param {HTMLElement} container
 * @param {Options} options
 */
export function createBoard(container, options) {
  const { text } = options;
  ensureGradients();
  const root = html("div", { class: "board-root" });
  const state = new State();
  const scene = createScene();
  const cells = createCells(text("board.grid"));
  /** Whether there is anything to draw: nothing is before the first view. */
  let shown = false;
  const spoken = html("div", { class: "hidden", role: "status", "aria-live": "polite" });
  root.append(scene.ground, scene.drawing, cells.element, spoken);
  const magnifier = createMagnifier(root, [scene.ground, scene.drawing]);
  container.append(root);

  function describe() {
    if (shown) cells.update(cellView(state, text));
  }

  function redraw() {
    scene.drawPieces(state);
  }

  function refresh() {
    scene.drawMarks(state);
    describe();
  }

  // A finger that looks for a small point does not scroll the page.
  function measure() {
    root.classList.toggle("board-small", hasSmallPoints(root, state.layout));
  }
  const observer = new ResizeObserver(measure);
  observer.observe(root);

  function drawAll() {
    if (!shown) return;
    const { layout } = state;
    if (scene.drawGround(state)) {
      root.style.aspectRatio = `${layout.width} / ${layout.height}`;
      root.dataset.kind = layout.kind;
      cells.layOut(layout);
      measure();
    }
    redraw();
    refresh();
  }

  const say = (/** @type {string} */ words) => {
    spoken.textContent = words;
  };
  const hand = createHand({ root, state, options, scene, cells, redraw, refresh, say });

  /** @param {Shape[]} next */
  function setShapes(next) {
    state.shapes = next;
    scene.drawMarks(state);
    options.onArrowsChanged?.(next);
  }

  /** Takes the shapes from the board; whoever keeps them for a position still has them. */
  function clearShapes() {
    if (!state.shapes.length) return;
    state.shapes = [];
    scene.drawMarks(state);
  }

  /** The shapes that came with a view. */
  let given = "";

  const shapes = { set: setShapes, clear: clearShapes };
  const letGo = listenToPointer(
    cells.element,
    pointerHand({ root, state, scene, hand, shapes, magnifier, onWait: options.onWait }),
  );

  listenToKeys(cells, {
    touch: hand.touch,
    escape() {
      if (state.selection === NOTHING && !state.shapes.length) return false;
      hand.select(NOTHING);
      clearShapes();
      return true;
    },
  });

  return {
    /**
     * Draws a view; may be called at any time. A move that the user has chosen stays drawn until a view comes with
     * another FEN or a new list of legal moves, or until `deselect`.
     * @param {View} view
     * @throws {Error} when its FEN cannot be read; the board then stays as it was
     */
    show(view) {
      const kept = state.view;
      const moved = state.receive(view);
      shown = true;
      if (moved || kept.legal !== view.legal) {
        letGo();
        hand.closePicker();
      }
      const drawn = JSON.stringify(view.shapes ?? []);
      if (moved || drawn !== given) state.shapes = view.shapes ?? [];
      given = drawn;
      drawAll();
    },

    /**
     * Changes some of the settings.
     * @param {Partial<Settings>} change
     */
    setSettings(change) {
      Object.assign(state.settings, change);
      root.dataset.theme = state.settings.theme;
      state.place();
      drawAll();
    },

    /** Turns the board round, until it is called again. */
    flip() {
      state.flipped = !state.flipped;
      letGo();
      hand.closePicker();
      state.place();
      drawAll();
    },

    /** Says all texts anew, after a change of the language. */
    retell() {
      cells.element.setAttribute("aria-label", text("board.grid"));
      describe();
    },

    /** Takes back what the hand has selected, and a chosen move that the game has not followed. */
    deselect() {
      state.chosen = null;
      hand.closePicker();
      state.place();
      redraw();
      hand.select(NOTHING);
    },

    clearShapes,

    /**
     * The point at a place of the window, such as that of a pointer event; null outside.
     * @param {{clientX: number, clientY: number}} event
     */
    pointAt(event) {
      const { x, y } = locate(root, state.layout, event);
      return pointNear(state.layout, x, y);
    },

    /**
     * Gives the focus to a point, by default to the one that has had it last.
     * @param {string} [point]
     */
    focus: (point) => cells.focus(point),

    element: root,
    destroy() {
      observer.disconnect();
      root.remove();
    },
  };
}
