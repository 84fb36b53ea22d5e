import { centre } from "./geometry.js";
import { drawPiece } from "./icons.js";
import * as marks from "./marks.js";
import { createPieces } from "./pieces.js";
import { drawPalace, drawRiver } from "./points.js";
import { drawShape } from "./shapes.js";
import { drawSquares } from "./squares.js";
import { drawStones } from "./stones.js";
import { svg } from "./svg.js";
import { pointValue } from "./values.js";

/** @typedef {import("./state.js").State} State */

const GROUNDS = { squares: drawSquares, river: drawRiver, palace: drawPalace, stones: drawStones };

/** The drawing of a board: the ground, which seldom changes, and above it the pieces and marks in layers. */
export function createScene() {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const hidden = { "aria-hidden": "true", focusable: "false" };
  const ground = svg("svg", { class: "board-ground", ...hidden });
  const drawing = svg("svg", { class: "board-drawing", ...hidden });
  const layer = (name = "board-layer") => drawing.appendChild(svg("g", { class: name }));
  const below = layer();
  const ghost = layer("board-ghost");
  const standing = layer();
  const numbers = layer();
  const above = layer();
  const shapes = layer();
  const sketch = layer();
  const pieces = createPieces(standing, layer());
  let layoutKey = "";

  return {
    ground,
    drawing,
    pieces,

    /**
     * Draws the ground if it has changed.
     * @param {State} state
     * @returns {boolean}  whether it has
     */
    drawGround({ layout }) {
      const key = JSON.stringify(layout);
      if (key === layoutKey) return false;
      layoutKey = key;
      for (const part of [ground, drawing])
        part.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
      ground.replaceChildren(...GROUNDS[layout.kind](layout));
      return true;
    },

    /** @param {State} state */
    drawPieces({ layout, position, settings, last }) {
      pieces.update({
        pieces: position.pieces,
        centre: (point) => centre(layout, point),
        draw: (letter) => drawPiece(layout.kind, letter, settings.pieces),
        style: `${layout.kind} ${settings.pieces}`,
        layout: layoutKey,
        duration: calm.matches ? 0 : settings.animation,
        last,
      });
    },

    /** @param {State} state */
    drawMarks(state) {
      const { view, layout, position, settings, targets, hovered } = state;
      const last = settings.showLast ? state.last : null;
      const under = [];
      const over = [];
      if (last) under.push(...marks.lastMove(layout, last));
      for (const { point, name } of view.highlights ?? []) under.push(marks.highlight(layout, point, name));
      for (const point of position.pieces.keys()) {
        if (state.isSelected(point)) under.push(marks.selected(layout, point));
      }
      if (hovered !== null && targets.get(hovered)?.moves.length) under.push(marks.hovered(layout, hovered));
      for (const mark of state.marks) {
        const drawn = marks.positionMark(layout, mark);
        under.push(...drawn.below);
        over.push(...drawn.above);
      }
      if (last && state.stones && !view.numbers) over.push(marks.lastStone(layout, last.to));
      for (const [point, target] of settings.showLegal ? targets : []) {
        over.push(marks.targetMark(layout, point, target, position.pieces.has(point)));
      }
      for (const value of view.values ?? []) over.push(pointValue(layout, value));
      if (view.annotate) over.push(marks.annotationMark(layout, view.annotate));
      below.replaceChildren(...under);
      above.replaceChildren(...over);
      const numbered = view.numbers ?? [];
      numbers.replaceChildren(
        ...numbered.map(({ point, number }) =>
          marks.stoneNumber(layout, point, number, position.pieces.get(point), point === last?.to),
        ),
      );
      const drawn = [...(view.arrows ?? []), ...state.shapes];
      shapes.replaceChildren(...drawn.map((shape) => drawShape(layout, shape)));
      this.drawGhost(state);
    },

    /**
     * The stone that a touch would put under the pointer.
     * @param {State} state
     */
    drawGhost(state) {
      const { hovered, view, layout } = state;
      ghost.replaceChildren();
      if (hovered === null || !state.takesStone(hovered)) return;
      const { x, y } = centre(layout, hovered);
      const piece = drawPiece("stones", view.turn === "second" ? "O" : "X", state.settings.pieces);
      piece.setAttribute("transform", `translate(${x} ${y})`);
      ghost.append(piece);
    },

    /**
     * The shape that is being drawn by the hand.
     * @param {State} state
     * @param {import("./shapes.js").Shape | null} shape
     */
    drawSketch({ layout }, shape) {
      sketch.replaceChildren(...(shape ? [drawShape(layout, shape)] : []));
    },
  };
}
