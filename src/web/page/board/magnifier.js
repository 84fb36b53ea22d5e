import { UNIT, centre } from "./geometry.js";
import { html, svg } from "./svg.js";

/** Points across the magnifier. */
const POINTS = 3.4;
/** Its width in CSS pixels. */
const WIDTH = 140;

let count = 0;

/**
 * A round glass above the finger, which shows the points near it enlarged.
 * @param {HTMLElement} root
 * @param {SVGElement[]} layers  drawings of the board, from the lowest to the topmost
 */
export function createMagnifier(root, layers) {
  const ids = layers.map((layer) => (layer.id = `board-layer-${++count}`));
  const uses = ids.map((id) => svg("use", { href: `#${id}` }));
  const drawing = svg("svg", {}, ...uses);
  const glass = html("div", { class: "board-magnifier", "aria-hidden": "true" });
  glass.append(drawing);
  glass.hidden = true;
  root.append(glass);

  return {
    /**
     * Shows the surroundings of a point; nothing for null.
     * @param {import("./geometry.js").Layout} layout
     * @param {string | null} point
     */
    show(layout, point) {
      glass.hidden = point === null;
      if (point === null) return;
      const { x, y } = centre(layout, point);
      const size = POINTS * UNIT;
      drawing.setAttribute("viewBox", `${x - size / 2} ${y - size / 2} ${size} ${size}`);
      for (const use of uses) {
        use.setAttribute("width", String(layout.width));
        use.setAttribute("height", String(layout.height));
      }
      const scale = root.clientWidth / layout.width;
      const half = WIDTH / 2;
      const left = Math.max(half, Math.min(root.clientWidth - half, x * scale));
      // Above the finger; below it where the window ends above.
      const above = y * scale - WIDTH - 28;
      const top = root.getBoundingClientRect().top + above >= 0 ? above : y * scale + 40;
      glass.style.left = `${left - half}px`;
      glass.style.top = `${top}px`;
    },
  };
}
