// A small board beside a line of moves, which shows the position after one of them.

import { createPicture } from "./board/picture.js";
import { boardSettings } from "./board-view.js";
import { el } from "./dom.js";
import { boardKind } from "./variants.js";

/**
 * @typedef {{ settings: import("./store.js").Settings, orientation: import("./protocol.js").Side }} Look
 */

/** The distance to what the board belongs to, in pixels. */
const GAP = 6;

export class Preview {
  /**
   * @param {HTMLElement} anchor
   * @param {() => Look} look
   */
  constructor(anchor, look) {
    this.anchor = anchor;
    this.look = look;
    this.frame = el("div", { class: "preview", hidden: true, "aria-hidden": "true" });
    this.board = createPicture(this.frame);
    document.body.append(this.frame);
  }

  /**
   * Shows the position after a move, or nothing.
   * @param {string} variant
   * @param {import("./protocol.js").PlayedMove} [move]
   */
  show(variant, move) {
    const { frame, board, anchor } = this;
    frame.hidden = !move?.fen;
    if (!move?.fen) return;
    const { settings, orientation } = this.look();
    board.setSettings({ ...boardSettings(settings, variant), animation: 0, coordinates: "none" });
    board.show({ kind: boardKind(variant), fen: move.fen, orientation, last: move });
    const box = anchor.getBoundingClientRect();
    const below = box.bottom + GAP;
    const fits = below + frame.offsetHeight < innerHeight;
    frame.style.top = `${fits ? below : Math.max(0, box.top - GAP - frame.offsetHeight)}px`;
    frame.style.left = `${Math.max(0, Math.min(box.left + GAP, innerWidth - frame.offsetWidth))}px`;
  }
}
