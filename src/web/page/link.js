// Links that hold a game.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { fromLink, linkProblem } from "./game-link.js";
import { t } from "./texts/index.js";
import { VARIANTS } from "./variants.js";

/**
 * Opens the game of the page's address, or says why it cannot be opened.
 * @param {(game: import("./game.js").Game, side: "first") => void} begin
 * @returns {"opened" | "refused" | "none"}
 */
export function openLink(begin) {
  const game = fromLink(location.hash, VARIANTS);
  if (game) {
    begin(game, "first");
    return "opened";
  }
  const problem = linkProblem(location.hash, VARIANTS);
  if (!problem) return "none";
  history.replaceState(null, "", location.pathname + location.search);
  const words = t("link.refused", { words: t(...problem) });
  openDialog(t("link.title"), [el("p", { class: "problem", role: "alert" }, words)]);
  return "refused";
}
