// Editing the game on the board: comments, marks, arrows and circles, the order of lines, and their removal.

import { setShapes } from "./annotations.js";
import { promote } from "./game.js";
import * as parts from "./parts.js";

/** @typedef {import("./game.js").Node} Node */

export class Editing {
  /**
   * @param {import("./play.js").Play} play
   * @param {() => string} names the setting for names of moves
   * @param {() => void} changed
   */
  constructor(play, names, changed) {
    this.play = play;
    this.names = names;
    this.changed = changed;
  }

  /** Opens the menu of a move. @param {Node} node */
  open(node) {
    const { variant, live } = this.play.game;
    const acts = {
      changed: this.changed,
      promote: () => {
        promote(node);
        this.changed();
      },
      remove: () => this.remove(node),
    };
    parts.withPart(parts.moveMenu, ({ moveMenu }) => moveMenu(variant, node, this.names(), live, acts));
  }

  /** Deletes a move and what follows it, which can be undone. @param {Node} node */
  remove(node) {
    parts.withDialog(parts.deletion, ({ deleteMoves }) => deleteMoves(this.play, node, this.names()));
  }

  /** Keeps what was drawn in the position that is shown. @param {import("./board/shapes.js").Shape[]} shapes */
  draw(shapes) {
    setShapes(this.play.game.current, shapes);
    this.changed();
  }
}
