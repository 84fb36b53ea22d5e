// How the record of a game says that it began with Swap2. Pure.

/**
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {import("../game.js").Game} Game
 */

/** The name of the fact, as of a tag of PGN, and its value before the opening has been played. */
export const RULE = "OpeningRule";
export const SWAP2 = "Swap2";

/** The variants that are played with it. */
export const SWAPPED = ["gomoku", "gomoku-standard"];

/**
 * What is recorded once it has been played.
 * @param {number} stones  that were placed
 * @param {Side} opener  the colour of the player who placed the first three
 */
export function swapFact(stones, opener) {
  return `${SWAP2}: ${stones} stones, opened by ${opener === "first" ? "Black" : "White"}`;
}

/**
 * What the record says; null if the game did not begin with Swap2.
 * @param {Pick<Game, "facts">} game
 * @returns {{ stones: number, opener: Side } | null}
 */
export function readSwap({ facts }) {
  const [, stones, opener] = /^Swap2: ([35]) stones, opened by (Black|White)$/.exec(facts[RULE] ?? "") ?? [];
  return stones ? { stones: Number(stones), opener: opener === "Black" ? "first" : "second" } : null;
}

/** Whether the opening is still to be played. @param {Pick<Game, "facts">} game */
export function isUnswapped({ facts }) {
  return facts[RULE] === SWAP2;
}
