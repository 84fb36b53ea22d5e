import { UNIT, centre, pointNear } from "./geometry.js";
import { NOTHING } from "./selection.js";
import { toggleShape } from "./shapes.js";

/** Distance of two points in CSS pixels below which a finger may easily miss: they are magnified. */
const FINGER = 26;

/**
 * The place in a board's drawing that an event points to.
 * @param {HTMLElement} root
 * @param {import("./geometry.js").Layout} layout
 * @param {{clientX: number, clientY: number}} event
 */
export function locate(root, layout, { clientX, clientY }) {
  const box = root.getBoundingClientRect();
  const scale = layout.width / box.width;
  return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
}

/**
 * Whether the points of a board are too near each other for a finger.
 * @param {HTMLElement} root
 * @param {import("./geometry.js").Layout} layout
 */
export function hasSmallPoints(root, layout) {
  return (root.clientWidth / layout.width) * UNIT < FINGER;
}

/**
 * What the pointer does to a board.
 * @param {object} surroundings
 * @param {HTMLElement} surroundings.root
 * @param {import("./state.js").State} surroundings.state
 * @param {ReturnType<typeof import("./scene.js").createScene>} surroundings.scene
 * @param {ReturnType<typeof import("./hand.js").createHand>} surroundings.hand
 * @param {ReturnType<typeof import("./magnifier.js").createMagnifier>} surroundings.magnifier
 * @param {() => void} [surroundings.onWait]
 * @param {{set: (shapes: import("./shapes.js").Shape[]) => void, clear: () => void}} surroundings.shapes
 * @returns {import("./pointer.js").Hand}
 */
export function pointerHand({ root, state, scene, hand, shapes, magnifier, onWait }) {
  const isSmall = () => hasSmallPoints(root, state.layout);

  /** The point on which a stone waits for a second touch. @type {string | null} */
  let waiting = null;

  /**
   * Whether a finger has to touch a point twice, since it may have missed a neighbour.
   * @param {string} point
   */
  function mustConfirm(point) {
    const again = waiting === point && state.hovered === point;
    return state.settings.confirmTaps && isSmall() && state.takesStone(point) && !again;
  }

  return {
    locate: (event) => locate(root, state.layout, event),
    pointAt: (x, y) => pointNear(state.layout, x, y),
    takes(point) {
      if (!state.isOwn(point) || hand.choosing) return false;
      return state.editing || !state.targets.get(point)?.moves.length;
    },
    holds: (point) => state.editing || state.isSelected(point),
    drags: () => state.editing || state.settings.moveInput !== "click",
    touch(point, byFinger = false) {
      if (byFinger && mustConfirm(point)) {
        waiting = state.hovered = point;
        scene.drawGhost(state);
        return onWait?.();
      }
      waiting = null;
      const away = state.settings.moveInput === "drag" && state.selection !== NOTHING && !state.isOwn(point);
      if (away) hand.select(NOTHING);
      else hand.touch(point);
    },
    drop: hand.drop,
    carry(point, x, y) {
      const within = (/** @type {number} */ value, /** @type {number} */ size) =>
        Math.max(0, Math.min(size, value));
      scene.pieces.hold(point, within(x, state.layout.width), within(y, state.layout.height));
    },
    putBack(point) {
      const { x, y } = centre(state.layout, point);
      scene.pieces.release(point);
      scene.pieces.put(point, x, y);
    },
    hover(point) {
      if (state.hovered === point) return;
      state.hovered = point;
      if (state.stones) scene.drawGhost(state);
      else if (state.selection !== NOTHING) scene.drawMarks(state);
    },
    magnifies: () => state.stones && !state.editing && state.legal.length > 0 && isSmall(),
    magnify(point) {
      if (point !== null && point !== state.hovered) {
        state.hovered = point;
        scene.drawGhost(state);
      }
      magnifier.show(state.layout, point);
    },
    sketch: (shape) => scene.drawSketch(state, shape),
    draw: (shape) => shapes.set(toggleShape(state.shapes, shape)),
    clear: shapes.clear,
  };
}
