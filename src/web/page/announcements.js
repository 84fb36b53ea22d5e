// What is told when a move was made or a game has ended: to eye, ear and screen reader.

import { resultDialog } from "./dialogs.js";
import { countGame, recordText } from "./level-record.js";
import { announce } from "./panel.js";
import { lengthText, resultTitle, resultWords, soloSide } from "./results.js";
import { other } from "./protocol.js";
import { play as playSound } from "./sound.js";
import { t } from "./texts/index.js";
import { engineName, isChinese, reasonText, shownName, sideName } from "./variants.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Node} Node
 */

/** The milliseconds for which the last move is seen before the overlay covers it. */
const LOOK = 700;

/**
 * @param {Game} game
 * @param {Node} node that the move leads to
 * @param {string} names the setting for names
 */
export function announceMove(game, node, names) {
  const { variant, result } = game;
  const name = shownName(variant, node, names);
  const side = node.side ? sideName(variant, node.side) : "";
  const words = [t("announce.move", { side, move: name })];
  if (node.check) words.push(t(isChinese(variant) ? "status.check-chinese" : "status.check"));
  if (result) words.push(resultWords(game));
  announce(words.join(". "));
  if (result) return;
  const before = node.parent?.fen ?? "";
  const pieces = (/** @type {string} */ fen) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
  const kind = node.check ? "check" : before && pieces(node.fen) < pieces(before) ? "capture" : "move";
  playSound(kind, node.check && isChinese(variant) ? t("status.check") : undefined);
}

/**
 * @param {import("./play.js").Play} play
 * @param {import("./panel.js").Commands} commands
 */
export function announceResult(play, commands) {
  const { game } = play;
  const { variant, result } = game;
  if (!result) return;
  const tally = countGame(game);
  announce(resultWords(game));
  playSound("end");
  setTimeout(() => {
    const covered = document.querySelector("dialog[open], #page:not([hidden])");
    if (play.game !== game || game.result !== result || covered) return;
    const reason = reasonText(variant, result.reason);
    const side = soloSide(game);
    const engine = side && game.players[other(side)];
    const record =
      tally && engine?.kind === "engine"
        ? t("record.against", { level: engineName(engine), tally: recordText(tally) })
        : "";
    const reviewed = game.tip !== game.root;
    resultDialog(
      resultTitle(game),
      [`${reason} · ${lengthText(game)}`, record],
      [
        ...(reviewed ? [/** @type {[string, () => void]} */ ([t("action.review"), commands.review])] : []),
        [t("action.rematch"), commands.rematch],
        [t("menu.new"), commands.newGame],
        [t("result.look"), () => {}],
      ],
    );
  }, LOOK);
}
