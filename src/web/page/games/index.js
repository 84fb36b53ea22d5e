// The games that are kept: `#games`.

import { games } from "../parts.js";
import { t } from "../texts/index.js";

/**
 * @typedef {import("../keeper.js").Keeper} Keeper
 * @typedef {import("../library.js").Library} Library
 * @typedef {(kept: Awaited<ReturnType<Keeper["open"]>>) => void} Open
 */

/**
 * The page.
 * @param {Library} library
 * @param {Keeper} keeper
 * @param {Open} open  puts a game on the board
 * @returns {import("../pages.js").Route}
 */
export function gamesPage(library, keeper, open) {
  return {
    name: "games",
    part: games,
    show(/** @type {Awaited<ReturnType<typeof games>>} */ { GamesView }, _, pages) {
      const view = new GamesView(pages, library, keeper, open);
      return {
        title: t("menu.games"),
        keys: { Escape: () => pages.leave() },
        resume: () => void view.load(),
        applySettings: () => view.draw(),
        close: () => view.close(),
      };
    },
  };
}
