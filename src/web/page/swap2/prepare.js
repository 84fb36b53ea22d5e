// Games that begin with Swap2, before the opening is played.

import { createGame } from "../game.js";
import { save } from "../store.js";
import { RULE, SWAP2, readSwap } from "./fact.js";

/** @typedef {import("../game.js").Game} Game */

/** The name under which the tab keeps the opening that is being played. */
export const KEPT = "swap2";

/**
 * Prepares the opening of a game that begins with it, the first player being the one who places the stones.
 * @param {Game} game
 */
export function prepareSwap2({ variant, options, players, control, facts }) {
  save(KEPT, { variant, options, players, control, facts }, () => sessionStorage);
}

/**
 * The same game again, if it began with Swap2, with the opening still to be played.
 * @param {Game} game
 * @param {boolean} exchanged  whether the other player places the stones
 */
export function swapAgain(game, exchanged) {
  const swap = readSwap(game);
  if (!swap) return null;
  const { variant, control, players, start } = game;
  // A game of the library says the size of its board by the empty position from which it begins.
  const options = start ? { BoardSize: start.split(" ")[0].split("/").length } : game.options;
  const [black, white] = [players.first, players.second];
  const isBlack = (swap.opener === "first") !== exchanged;
  const [first, second] = isBlack ? [black, white] : [white, black];
  return createGame({ variant, options, control, players: { first, second }, facts: { [RULE]: SWAP2 } });
}
