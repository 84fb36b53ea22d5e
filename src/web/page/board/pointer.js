import { brushOf } from "./shapes.js";

/** Distance in CSS pixels from which a press is a drag. */
const DRAG = 5;
/** Distance in CSS pixels up to which a press on an empty place is a click. */
const CLICK = 14;

/**
 * What the pointer needs from the board.
 * @typedef {object} Hand
 * @property {(event: {clientX: number, clientY: number}) => {x: number, y: number}} locate  place in the drawing
 * @property {(x: number, y: number) => string | null} pointAt
 * @property {(point: string) => boolean} takes  whether the piece there may be taken up
 * @property {(point: string) => boolean} holds  whether the piece there is selected
 * @property {() => boolean} drags  whether pieces may be dragged
 * @property {(point: string, byFinger?: boolean) => void} touch
 * @property {(from: string, to: string | null) => void} drop
 * @property {(point: string, x: number, y: number) => void} carry  draws the dragged piece
 * @property {(point: string) => void} putBack
 * @property {(point: string | null) => void} hover
 * @property {() => boolean} magnifies  whether a finger sees the points enlarged
 * @property {(point: string | null) => void} magnify  shows the surroundings of a point, or nothing
 * @property {(shape: import("./shapes.js").Shape | null) => void} sketch  shows the shape being drawn
 * @property {(shape: import("./shapes.js").Shape) => void} draw
 * @property {() => void} clear  removes the shapes
 */

/**
 * A pointer that is down.
 * @typedef {object} Press
 * @property {number} id  of the pointer
 * @property {string | null} point  where it went down
 * @property {number} x
 * @property {number} y
 * @property {boolean} taken  whether this press has selected the piece there
 * @property {boolean} dragged  whether it drags that piece
 * @property {boolean} shape  whether it draws an arrow or a circle
 * @property {boolean} magnified  whether it looks for a point with the magnifier
 */

/**
 * Lets mouse, pen and fingers work on a board.
 * @param {HTMLElement} element
 * @param {Hand} hand
 * @returns {() => void}  lets go of a piece that is being dragged
 */
export function listenToPointer(element, hand) {
  /** @type {Press | null} */
  let press = null;

  /** @param {PointerEvent} event */
  const place = (event) => {
    const { x, y } = hand.locate(event);
    return { x, y, point: hand.pointAt(x, y) };
  };

  function letGo() {
    if (press?.dragged && press.point !== null) hand.putBack(press.point);
    if (press?.shape) hand.sketch(null);
    if (press?.magnified) hand.magnify(null);
    press = null;
  }

  element.addEventListener("pointerdown", (event) => {
    if (press) {
      // a second finger ends what the first began; the same pointer has gone up outside
      const other = press.id !== event.pointerId;
      letGo();
      if (other) return;
    }
    const { point } = place(event);
    press = {
      id: event.pointerId,
      point,
      x: event.clientX,
      y: event.clientY,
      taken: false,
      dragged: false,
      shape: false,
      magnified: event.pointerType === "touch" && event.button === 0 && hand.magnifies(),
    };
    if (press.magnified) {
      element.setPointerCapture(event.pointerId);
      hand.magnify(point);
      return;
    }
    if (event.button === 2) {
      press.shape = true;
      element.setPointerCapture(event.pointerId);
      return;
    }
    if (event.button !== 0) {
      press = null;
      return;
    }
    hand.clear();
    if (point === null || !hand.takes(point) || hand.holds(point)) return;
    press.taken = true;
    hand.touch(point);
  });

  element.addEventListener("pointermove", (event) => {
    if (!press) {
      if (event.pointerType === "mouse") hand.hover(place(event).point);
      return;
    }
    if (event.pointerId !== press.id || press.point === null) return;
    const { x, y, point } = place(event);
    if (press.magnified) {
      hand.magnify(point ?? press.point);
      return;
    }
    if (press.shape) {
      const brush = brushOf(event);
      const to = point === null || point === press.point ? undefined : point;
      hand.sketch({ from: press.point, ...(to ? { to } : {}), brush });
      return;
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG;
    if (
      !press.dragged &&
      far &&
      hand.drags() &&
      hand.takes(press.point) &&
      (press.taken || hand.holds(press.point))
    ) {
      press.dragged = true;
      element.setPointerCapture(event.pointerId);
    }
    if (press.dragged) {
      hand.carry(press.point, x, y);
      hand.hover(point);
    }
  });

  element.addEventListener("pointerup", (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { point } = place(event);
    const done = press;
    press = null;
    if (done.magnified) {
      hand.magnify(null);
      if (point !== null) hand.touch(point, true);
    } else if (done.shape) {
      hand.sketch(null);
      if (done.point === null || point === null) return;
      const to = point === done.point ? undefined : point;
      hand.draw({ from: done.point, ...(to ? { to } : {}), brush: brushOf(event) });
    } else if (done.dragged && done.point !== null) {
      // a drag that ends where it began is a click
      if (point === done.point) hand.putBack(point);
      else hand.drop(done.point, point);
    } else if (!done.taken && point !== null && point === done.point) {
      const moved = Math.hypot(event.clientX - done.x, event.clientY - done.y);
      if (moved < CLICK || event.pointerType === "mouse") {
        hand.touch(point, event.pointerType !== "mouse");
      }
    }
  });

  element.addEventListener("pointercancel", letGo);
  element.addEventListener("pointerleave", (event) => {
    // a finger leaves whenever it goes up
    if (event.pointerType === "mouse") hand.hover(null);
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  // a click of the mouse leaves the focus where it is, so that the keys of the page go on working
  element.addEventListener("mousedown", (event) => event.preventDefault());
  return letGo;
}
