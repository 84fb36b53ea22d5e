// Opening trees that belong to the page, made by `scripts/opening-tree`: moves by positions.

import { hash } from "../hash.js";

/**
 * @typedef {[move: string, games: number, percent: number, score: number | null]} TreeMove
 * @typedef {{ variant: string, games: number, plies: number, positions: Record<string, TreeMove[]> }} Tree
 * @typedef {object} Explored a move that was played from a position
 * @property {string} move
 * @property {number} games
 * @property {number} [percent] what the mover scored, from 0 to 100; missing if no game is finished
 * @property {number} [first] games that the first player won, where it is known
 * @property {number} [draws]
 * @property {number} [second]
 * @property {number} [score] the mean score after the move in hundredths, for the first player
 * @property {number} [rating] the mean Elo of those who made it
 */

/** The variants that have a tree. */
export const TREES = ["zhonggong"];

/**
 * A move on the board mirrored left to right.
 * @param {string} move
 */
export function mirrorMove(move) {
  return move.replace(/[a-i]/g, (file) => String.fromCharCode(2 * "e".charCodeAt(0) - file.charCodeAt(0)));
}

/**
 * What stands on the board of a FEN, mirrored left to right, and the side to move.
 * @param {string} fen
 */
function mirrorPosition(fen) {
  const [board, side] = fen.split(" ");
  const ranks = board.split("/").map((rank) => [...rank].reverse().join(""));
  return `${ranks.join("/")} ${side}`;
}

/**
 * The moves of a tree in a position or, mirrored, in its mirror image; null if the tree has neither.
 * @param {Tree} tree
 * @param {string} fen
 * @returns {Explored[] | null}
 */
export function lookUp({ positions }, fen) {
  const own = positions[hash(fen.split(" ").slice(0, 2).join(" "))];
  const found = own ?? positions[hash(mirrorPosition(fen))];
  if (!found) return null;
  return found.map(([move, games, percent, score]) => ({
    move: own ? move : mirrorMove(move),
    games,
    percent,
    score: score ?? undefined,
  }));
}

/** @type {Map<string, Promise<Tree>>} */
const loaded = new Map();

/**
 * The tree of a variant that has one.
 * @param {string} variant
 * @returns {Promise<Tree>}
 */
export function treeOf(variant) {
  const known = loaded.get(variant);
  if (known) return known;
  const asked = fetch(new URL(`./${variant}.json`, import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`opening tree of ${variant}: ${response.status}`);
    return response.json();
  });
  loaded.set(variant, asked);
  // It can be asked for again.
  asked.catch(() => loaded.delete(variant));
  return asked;
}
