// How a game ended, in words: for the person who played the engine, or for the sides.

import { mainLine, movesTo } from "./game.js";
import { isStones, other } from "./protocol.js";
import { t } from "./texts/index.js";
import { reasonText, sideName } from "./variants.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Result} Result
 * @typedef {"won" | "drawn" | "lost"} Outcome
 */

/**
 * The side of the only person in a game against the engine; null if none or two play.
 * @param {Pick<Game, "players">} game
 * @returns {Side | null}
 */
export function soloSide({ players }) {
  const [first, second] = [players.first.kind, players.second.kind];
  if (first === second) return null;
  return first === "person" ? "first" : "second";
}

/**
 * @param {Result} result
 * @returns {Side | null}
 */
function winnerOf({ winner, result }) {
  return winner ?? (result === "1-0" ? "first" : result === "0-1" ? "second" : null);
}

/**
 * What the game ended with for the person who played the engine; null if it goes on, or if none or two people played.
 * @param {Pick<Game, "players" | "result">} game
 * @returns {Outcome | null}
 */
export function outcome(game) {
  const side = soloSide(game);
  if (!side || !game.result) return null;
  const winner = winnerOf(game.result);
  return winner ? (winner === side ? "won" : "lost") : "drawn";
}

/**
 * Who has won.
 * @param {Pick<Game, "variant" | "players" | "result">} game that is over
 */
export function resultTitle(game) {
  const { variant, result } = game;
  if (!result) return "";
  const winner = winnerOf(result);
  if (!winner) return t("result.draw");
  const side = soloSide(game);
  if (side) return winner === side ? t("result.you-won") : t("result.you-lost");
  return t("result.won", { side: sideName(variant, winner) });
}

/**
 * Who has won, and why.
 * @param {Pick<Game, "variant" | "players" | "result">} game
 */
export function resultWords(game) {
  const { variant, result } = game;
  if (!result) return "";
  const title = resultTitle(game);
  return result.reason ? `${title} · ${reasonText(variant, result.reason)}` : title;
}

/**
 * How long the game was: moves of both sides as a game counts them, which are single stones where stones are placed.
 * @param {Game} game
 */
export function lengthText(game) {
  const plies = game.live ? movesTo(game.tip).length : mainLine(game).length;
  if (isStones(game.variant)) return t("result.stones", { count: plies });
  const moves = Math.ceil(plies / 2);
  return moves === 1 ? t("result.move") : t("result.moves", { count: moves });
}

/**
 * How long a reviewed game was, and how well the person played who played the engine.
 * @param {Game} game
 * @param {Record<Side, number>} accuracies in percent
 */
export function reviewLine(game, accuracies) {
  const side = soloSide(game);
  if (!side) return lengthText(game);
  const [own, theirs] = [accuracies[side], accuracies[other(side)]].map(Math.round);
  return `${lengthText(game)} · ${t("result.accuracy", { own, theirs })}`;
}
