// The page on which the Swap2 opening is played before the game itself begins: `#swap`.

import { swap2 } from "../parts.js";

/**
 * @param {(game: import("../game.js").Game, side: import("../protocol.js").Side) => void} begin  the game, when the
 *   opening is over
 * @returns {import("../pages.js").Route}
 */
export function swap2Page(begin) {
  return { name: "swap", part: swap2, show: (part, _, pages) => part.showSwap2(pages, begin) };
}
