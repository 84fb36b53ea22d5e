// Files of puzzles, as `quadriga puzzles` writes them: a line each. Pure.

import { hash } from "../hash.js";

/**
 * @typedef {object} Puzzle
 * @property {string} id  the same for the same puzzle in every version of the file
 * @property {number} rating  the strength that begins to solve it
 * @property {string[]} themes  the goal first: `mate2`, `win` or `defence`
 * @property {string} fen
 * @property {string[]} moves  the solver's moves and the replies between them
 */

/**
 * Reads a file.
 * @param {string} text
 * @returns {{ variant: string, puzzles: Puzzle[] }}
 */
export function readPuzzles(text) {
  const [header, ...lines] = text.split("\n");
  const variant = /^puzzles ([\w-]+)\s*$/.exec(header)?.[1];
  if (!variant) throw new Error(`not a file of puzzles: ${header.slice(0, 40)}`);
  const puzzles = lines.filter(Boolean).map((line) => {
    const [rating, themes, fen, moves] = line.split(";");
    return {
      id: hash(`${fen} ${moves}`),
      rating: Number(rating),
      themes: themes.split(","),
      fen,
      moves: moves.split(" "),
    };
  });
  return { variant, puzzles };
}

/** The kinds of goals, as filters. */
export const GOALS = ["mate", "win", "defence"];

/** A theme without its number: `mate` of `mate2`. @param {string} theme */
export function kindOf(theme) {
  return theme.replace(/\d+$/, "");
}

/**
 * All kinds of themes of these puzzles with their numbers, goals first and then the most frequent.
 * @param {Puzzle[]} puzzles
 * @returns {[string, number][]}
 */
export function themesOf(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { themes } of puzzles) {
    for (const kind of new Set(themes.map(kindOf))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const place = (/** @type {string} */ kind) => (GOALS.includes(kind) ? GOALS.indexOf(kind) : GOALS.length);
  return [...counts].sort((one, two) => place(one[0]) - place(two[0]) || two[1] - one[1]);
}
