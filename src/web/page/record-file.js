// Files of games: what the engine is asked about them, and the games that it reads in them. Pure.

import { isChess960 } from "./chess960.js";
import { addMove, createGame, endOf, lineEnd } from "./game.js";
import { splitGame } from "./position.js";
import { isStones } from "./protocol.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{ variant: string, options: Record<string, string>, start: string, moves: string[], players: string[],
 *   outcome?: string, facts: Record<string, string>,
 *   nodes?: { parent?: number, move?: string }[] }} RecordedGame as `record` answers
 */

/** Reasons of the page and causes of the protocol. @type {Record<string, string>} */
const CAUSES = { time: "time-forfeit", resignation: "resignation", agreement: "agreement" };

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
 * Adds the variations of a file to its main line. What follows a null move or an edited board is left out, as the rules
 * know neither.
 * @param {Game} game
 * @param {{ parent?: number, move?: string }[]} nodes parents before their children
 */
function addVariations(game, nodes) {
  /** @type {(import("./game.js").Node | null)[]} */
  const added = [game.root];
  for (const { parent = 0, move } of nodes.slice(1)) {
    const above = added[parent];
    added.push(above && move ? addMove(game, above, move) : null);
  }
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
export function gameOf({ variant, options, start, moves, players, outcome, facts, nodes = [] }) {
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
  addVariations(game, nodes);
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
