// The explorer: what was played from the shown position in the games of the library.

import { button, el } from "./dom.js";
import { t } from "./texts/index.js";
import { shownName } from "./variants.js";

/**
 * @typedef {{ move: string, name: string, games: number, first: number, draws: number, second: number }} Explored
 */

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
    this.element = el("section", { class: "explorer", "aria-label": t("explorer.label") });
    /** The position that was asked for. */
    this.asked = "";
  }

  /** Shows what is known of the position on the board, asking for it if it is another one. */
  follow() {
    const { play } = this;
    const fen = play.state?.fen ?? play.game.current.fen;
    if (!this.on || play.game.live || !fen) return;
    const key = `${play.game.variant} ${fen}`;
    if (key === this.asked) return;
    this.asked = key;
    const { variant } = play.game;
    this.library.request("explore", { fen, variant }).then(
      (answer) => key === this.asked && this.draw(variant, answer),
      () => key === this.asked && this.element.replaceChildren(el("p", {}, t("explorer.unavailable"))),
    );
  }

  /**
   * @param {string} variant
   * @param {{ moves: Explored[], total: number, games: import("./library.js").Entry[] }} answer
   */
  draw(variant, { moves, total, games }) {
    const table = el("table", { class: "review-table" });
    const heads = ["explorer.move", "explorer.games", "explorer.first", "explorer.draws", "explorer.second"];
    table.append(el("tr", {}, ...heads.map((key) => el("th", { scope: "col" }, t(key)))));
    const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
      `${whole ? Math.round((100 * part) / whole) : 0}%`;
    for (const entry of moves) {
      const decided = entry.first + entry.draws + entry.second;
      const name = shownName(variant, entry, this.names());
      table.append(
        el(
          "tr",
          {},
          el(
            "td",
            {},
            button(name, () => void this.play.makeMove(entry.move), { class: "move" }),
          ),
          el("td", {}, String(entry.games)),
          ...[entry.first, entry.draws, entry.second].map((part) => el("td", {}, share(part, decided))),
        ),
      );
    }
    const players = games.slice(0, 3).map((game) => game.players.join(" – "));
    this.element.replaceChildren(
      el("p", {}, t(moves.length ? "explorer.total" : "explorer.none", { count: total })),
      ...(moves.length ? [table] : []),
      ...(players.length ? [el("p", { class: "explorer-players" }, players.join(" · "))] : []),
    );
  }
}
