// A person ends the game: leaves it, resigns, or offers a draw.

import { offerDraw } from "./advice.js";
import { confirm } from "./dialogs.js";
import { other } from "./protocol.js";
import { t } from "./texts/index.js";
import { sideName } from "./variants.js";

/** @typedef {import("./play.js").Play} Play */

/**
 * Whether the game may be ended: asks the user if it is still being played.
 * @param {Play} play
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 */
export async function mayEnd(play, title, question, yes) {
  const { live, result, tip, root } = play.game;
  return !live || result || tip === root || confirm(title, question, yes);
}

/** @param {Play} play */
export async function askToResign(play) {
  const side = sideName(play.game.variant, play.speaker);
  if (await confirm(t("resign.title"), t("resign.question", { side }), t("action.resign"))) play.resign();
}

/**
 * @param {Play} play
 * @param {() => void} onDeclined by the other person
 */
export async function askForDraw(play, onDeclined) {
  const { variant } = play.game;
  const speaker = play.speaker;
  const side = sideName(variant, speaker);
  if (!(await confirm(t("draw.title"), t("draw.question", { side }), t("action.draw")))) return;
  if (play.isEngine(other(speaker))) {
    offerDraw(play);
    return;
  }
  const words = t("draw.answer", { side, other: sideName(variant, other(speaker)) });
  if (await confirm(t("draw.title"), words, t("draw.accept"), t("draw.decline"))) play.agreeDraw();
  else onDeclined();
}
