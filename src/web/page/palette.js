// The pieces beside the board that is set up: a touch chooses one, a drag puts it on the board.

import { pieceIcon, pieceName } from "./board/index.js";
import { button, el } from "./dom.js";
import { t } from "./texts/index.js";

/** Distance in pixels from which a press is a drag. */
const DRAG = 5;

/**
 * @param {object} shown
 * @param {import("./board/geometry.js").Kind} shown.kind of board
 * @param {string[]} shown.pieces letters of a FEN
 * @param {"characters" | "letters" | "pictures"} shown.style
 * @param {string} shown.chosen the letter of the piece that is chosen
 * @param {(piece: string) => void} onChoose
 * @param {(piece: string, event: PointerEvent) => void} onDrop
 */
export function paletteButtons({ kind, pieces, style, chosen }, onChoose, onDrop) {
  return pieces.map((piece) => {
    const draw = () => pieceIcon(kind, piece, style);
    let dragged = false;
    const entry = button(
      "",
      () => {
        if (!dragged) onChoose(piece);
        dragged = false;
      },
      { label: pieceName(kind, piece, t), pressed: chosen === piece, class: "piece" },
    );
    entry.append(draw());
    listenForDrag(entry, draw, (event) => {
      dragged = true;
      onDrop(piece, event);
    });
    return entry;
  });
}

/**
 * Lets a piece be dragged away; what is dragged is a copy.
 * @param {HTMLElement} source
 * @param {() => Element} draw
 * @param {(event: PointerEvent) => void} onDrop
 */
function listenForDrag(source, draw, onDrop) {
  source.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    /** @type {HTMLElement | null} */
    let copy = null;
    const ended = new AbortController();
    const { signal } = ended;
    const end = () => {
      copy?.remove();
      ended.abort();
    };
    source.setPointerCapture(down.pointerId);
    source.addEventListener(
      "pointermove",
      (event) => {
        const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= DRAG;
        if (!copy && !far) return;
        if (!copy) {
          copy = el("div", { class: "dragged", "aria-hidden": "true" }, draw());
          source.parentElement?.append(copy);
        }
        copy.style.left = `${event.clientX}px`;
        copy.style.top = `${event.clientY}px`;
      },
      { signal },
    );
    source.addEventListener(
      "pointerup",
      (event) => {
        if (copy) onDrop(event);
        end();
      },
      { signal },
    );
    source.addEventListener("pointercancel", end, { signal });
  });
}
