// Files of games: their encodings and formats, and the games that the engine reads in them. Pure.

import { isChess960 } from "./chess960.js";
import { addMove, createGame, endOf, lineEnd } from "./game.js";
import { splitGame } from "./position.js";
import { isStones } from "./protocol.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{ variant: string, options: Record<string, string>, start: string, moves: string[], players: string[],
 *   outcome?: string, facts: Record<string, string> }} RecordedGame as `record` answers
 */

/** Reasons of the page and causes of the protocol. @type {Record<string, string>} */
const CAUSES = { time: "time-forfeit", resignation: "resignation", agreement: "agreement" };

/**
 * The text of a file, which is encoded in UTF-8 or GB18030.
 * @param {AllowSharedBufferSource} bytes
 */
export function decodeText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/**
 * What a text holds, as far as its beginning tells.
 * @param {string} text
 * @returns {"fen" | "pgn" | "sgf" | "psq"}
 */
export function formatOf(text) {
  const clean = text.trim();
  if (/^piskvorky\b/i.test(clean)) return "psq";
  if (/^\(\s*;/.test(clean)) return "sgf";
  const { start } = splitGame(clean);
  const isLine = !/\n/.test(clean);
  return isLine && /^\w+(\/\w+){4,}(\[[^\s\]]*\])?( .*)?$/.test(start) ? "fen" : "pgn";
}

/**
 * The variant of a FEN by the shape of its board.
 * @param {string} fen
 * @param {string} current the variant if several fit
 */
export function variantOfFen(fen, current) {
  const board = fen.split(" ")[0];
  const stones = isStones(current) ? current : "gomoku";
  if (/^[\dXO/]+$/i.test(board) && (isStones(current) || /[XO]/i.test(board))) return stones;
  return { 8: "chess", 9: "zhonggong", 10: "xiangqi" }[board.split("/").length] ?? stones;
}

/**
 * The game of a FEN, to be analysed; moves may follow it.
 * @param {string} text
 * @param {string} current the variant if several fit
 * @returns {Game}
 */
export function gameOfFen(text, current) {
  const { start, moves } = splitGame(text);
  const variant = variantOfFen(start, current);
  const game = createGame({ variant, start, options: optionsOf(variant, start), live: false });
  for (const move of moves) game.tip = addMove(game, game.tip, move);
  game.current = game.tip;
  return game;
}

/**
 * The options that a game from a position needs.
 * @param {string} variant
 * @param {string} start a FEN
 * @returns {Game["options"]}
 */
export function optionsOf(variant, start) {
  return variant === "chess" && isChess960(start) ? { UCI_Chess960: true } : {};
}

/**
 * A game of a file, to be analysed.
 * @param {RecordedGame} record
 * @returns {Game}
 */
export function gameOf({ variant, options, start, moves, players, outcome, facts }) {
  const player = (/** @type {number} */ i) => ({
    kind: /** @type {"person"} */ ("person"),
    name: players[i] === "?" ? undefined : players[i],
  });
  const cause = facts.TerminationDetails ?? "";
  const reason = /^time/.test(cause) ? "time" : cause;
  const game = createGame({
    variant,
    options,
    start,
    players: { first: player(0), second: player(1) },
    live: false,
    result: outcome ? { result: outcome, reason } : null,
  });
  for (const move of moves) game.tip = addMove(game, game.tip, move);
  game.current = game.tip;
  return game;
}

/**
 * What `record` is asked to write of a game.
 * @param {Game} game
 * @param {string} format
 * @param {boolean} names whether moves have Chinese names
 * @param {string} date of a game that is played today, `2026-03-04`
 */
export function recordRequest(game, format, names, date) {
  const { players, result, live } = game;
  const name = (/** @type {import("./game.js").Player} */ player) =>
    player.kind === "person" ? player.name || "?" : `Quadriga ${player.level || ""}`.trim();
  const ended = result && lineEnd(game) === endOf(game.root) ? result : null;
  return {
    format,
    names,
    players: [name(players.first), name(players.second)],
    date: live ? date : undefined,
    outcome: ended?.result,
    cause: ended ? CAUSES[ended.reason] : undefined,
  };
}
