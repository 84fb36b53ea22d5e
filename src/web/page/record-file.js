// Files of games: what the engine is asked about them, and the games that it reads in them. Pure.

import { isChess960 } from "./chess960.js";
import { addMove, createGame } from "./game.js";
import { recordOf } from "./game-record.js";
import { splitGame } from "./position.js";
import { isStones } from "./protocol.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game-record.js").GameRecord & { players: string[], facts: Record<string, string>,
 *   notes?: { line: number, code: string, text: string }[] }} RecordedGame
 *   as `record` answers
 */

/**
 * Bytes as a line of the protocol holds them.
 * @param {Uint8Array} bytes
 */
export function base64(bytes) {
  const parts = [];
  // A call takes only so many arguments.
  for (let i = 0; i < bytes.length; i += 0x8000)
    parts.push(String.fromCharCode(...bytes.subarray(i, i + 0x8000)));
  return btoa(parts.join(""));
}

/**
 * Whether a text is a position rather than a game, as far as its form tells.
 * @param {string} text
 */
export function isFen(text) {
  const clean = text.trim();
  const { start } = splitGame(clean);
  return !/\n/.test(clean) && /^\w+(\/\w+){4,}(\[[^\s\]]*\])?( .*)?$/.test(start);
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
 * What `record` is asked to write of a game: its whole tree, and everything that is known of it.
 * @param {Game} game
 * @param {string} format
 * @param {boolean} names whether moves have Chinese names
 * @param {string} date of a game that is played today, `2026-03-04`
 */
export function recordRequest(game, format, names, date) {
  const record = recordOf(game);
  const facts = game.live ? { Date: date.replaceAll("-", "."), ...record.facts } : record.facts;
  return { format, names, game: { ...record, facts } };
}
