// The explorer: what was played from the shown position. Its view is loaded when it is switched on.

import { el } from "./dom.js";
import { explorer, withPart } from "./parts.js";

export class Explorer {
  /**
   * @param {import("./play.js").Play} play
   * @param {import("./library.js").Library} library
   * @param {() => string} names the setting for names of moves
   */
  constructor(play, library, names) {
    this.play = play;
    this.library = library;
    this.names = names;
    this.on = false;
    this.element = el("section", { class: "explorer" });
    /** @type {import("./explorer/view.js").ExplorerView | null} */
    this.view = null;
  }

  switch() {
    this.on = !this.on;
    if (!this.on || this.view) return;
    withPart(explorer, ({ ExplorerView }) => {
      this.view ??= new ExplorerView(this);
      this.follow();
    });
  }

  /** Shows what is known of the position on the board. */
  follow() {
    if (this.on && !this.play.game.live) this.view?.follow();
  }
}
