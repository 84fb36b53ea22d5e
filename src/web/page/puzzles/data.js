// The files of puzzles, loaded when they are asked for.

import { readPuzzles } from "./file.js";

/** @typedef {import("./file.js").Puzzle} Puzzle */

/** @type {Map<string, Promise<Puzzle[]>>} */
const loaded = new Map();

/**
 * The puzzles of a variant.
 * @param {string} variant
 * @returns {Promise<Puzzle[]>}
 */
export function puzzlesOf(variant) {
  const known = loaded.get(variant);
  if (known) return known;
  const asked = fetch(new URL(`./${variant}.txt`, import.meta.url)).then(async (response) => {
    if (!response.ok) throw new Error(`puzzles of ${variant}: ${response.status}`);
    return readPuzzles(await response.text()).puzzles;
  });
  loaded.set(variant, asked);
  // It can be asked for again.
  asked.catch(() => loaded.delete(variant));
  return asked;
}
