// Games as the fragments of links. Pure.

import { addMove, createGame, lineEnd, movesTo } from "./game.js";
import { splitGame } from "./position.js";
import { MOST_BYTES, MOST_MOVES } from "./protocol.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * A game as the fragment of a link: variant, start and main line.
 * @param {Game} game
 */
export function toLink(game) {
  const words = new URLSearchParams({ variant: game.variant });
  for (const [name, value] of Object.entries(game.options)) words.set(`option.${name}`, String(value));
  if (game.start) words.set("fen", game.start);
  const moves = movesTo(lineEnd(game));
  if (moves.length) words.set("moves", moves.join(" "));
  return words.toString();
}

/**
 * Why the game of a link's fragment cannot be opened, as the key of a text and its parameters; null if it can be, or if
 * the fragment is none of a link.
 * @param {string} fragment
 * @param {readonly string[]} variants
 * @returns {[string, Record<string, string | number>] | null}
 */
export function linkProblem(fragment, variants) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!["variant", "fen", "moves"].some((name) => words.has(name))) return null;
  const variant = words.get("variant");
  const isKnown = Boolean(variant && variants.includes(variant));
  if (variant && !isKnown && /^[\w-]{1,40}$/.test(variant)) return ["link.variant", { variant }];
  const moves = movesOf(words);
  if (moves.length > MOST_MOVES)
    return ["problem.too-many-moves", { found: moves.length, limit: MOST_MOVES }];
  // A line of the protocol is made of these texts: nothing in a link may begin another line.
  const isDamaged = !isKnown || [...words.values()].some((value) => /[\r\n]/.test(value));
  // The server would end the session at a longer message.
  const isTooLong =
    new TextEncoder().encode((words.get("fen") ?? "") + moves.join(" ")).length > MOST_BYTES - 100;
  return isDamaged || isTooLong ? ["link.damaged", {}] : null;
}

/** @param {URLSearchParams} words of a link */
function movesOf(words) {
  return (words.get("moves") ?? "").split(/\s+/).filter(Boolean);
}

/**
 * The game of a link's fragment, to be analysed; null if it holds none that can be opened.
 * @param {string} fragment
 * @param {readonly string[]} variants
 */
export function fromLink(fragment, variants) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const variant = words.get("variant");
  if (!variant || linkProblem(fragment, variants)) return null;
  /** @type {Record<string, string>} */
  const options = {};
  const [size, chess960] = [words.get("option.BoardSize"), words.get("option.UCI_Chess960")];
  if (size && /^\d+$/.test(size)) options.BoardSize = size;
  if (chess960 && /^(true|false)$/.test(chess960)) options.UCI_Chess960 = chess960;
  const { start, moves } = splitGame(words.get("fen") ?? "");
  const game = createGame({ variant, options, start: start || null, live: false });
  for (const move of [...moves, ...movesOf(words)]) game.tip = addMove(game, game.tip, move);
  game.current = game.tip;
  return game;
}
