// The menu of the page of the board.

import { byId } from "./dom.js";
import * as parts from "./parts.js";
import { currentLanguage } from "./texts/index.js";

/**
 * @typedef {object} Page  what the menu acts on
 * @property {import("./play.js").Play} play
 * @property {import("./session.js").Session} session
 * @property {import("./review.js").Review} review
 * @property {{ newGame: () => void, keys: () => void, quit: () => void }} commands
 * @property {(game: import("./game.js").Game, side: import("./protocol.js").Side) => void} begin
 * @property {(given?: { start?: string, variant?: string }) => void} askForGame
 * @property {(changed: import("./store.js").Settings) => Promise<void>} applySettings
 * @property {() => import("./store.js").Settings} settings
 * @property {() => import("./protocol.js").Side} orientation
 */

/** @param {Page} page */
export function listenForMenu(page) {
  const { play, review, commands, begin, askForGame, applySettings } = page;
  /**
   * @param {string} id
   * @param {() => void} act
   */
  const on = (id, act) => byId(id).addEventListener("click", act);
  on("menu-new", () => commands.newGame());
  on("menu-settings", () => {
    parts.withDialog(parts.settings, ({ settingsDialog }) =>
      settingsDialog(page.settings(), applySettings, page.session.ranges, commands.quit),
    );
  });
  on("menu-invite", () => {
    review.cancel();
    parts.withDialog(parts.invite, ({ inviteDialog }) => inviteDialog(play.game));
  });
  on("menu-keys", commands.keys);
  on("menu-share", () => {
    review.cancel();
    parts.withDialog(parts.share, ({ shareDialog }) =>
      shareDialog(play, begin, { settings: page.settings(), orientation: page.orientation() }),
    );
  });
  on("menu-editor", () => {
    review.cancel();
    parts.withDialog(parts.editor, ({ openEditor }) =>
      openEditor(play, page.settings(), {
        analyse: (game) => begin(game, "first"),
        play: (variant, start) => askForGame({ variant, start }),
      }),
    );
  });
  on("menu-language", () => {
    void applySettings({ ...page.settings(), language: currentLanguage() === "zh" ? "en" : "zh" });
  });
  on("menu-items", () => byId("menu-items").hidePopover());
}
