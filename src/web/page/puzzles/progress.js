// What the solver has done: a rating in each game, the series of solved puzzles, and which puzzles were tried.

import { load, save } from "../store.js";

/**
 * @typedef {import("./file.js").Puzzle} Puzzle
 * @typedef {object} Progress  in one game
 * @property {number} rating
 * @property {number} tried  how many puzzles counted for the rating
 * @property {number} series  puzzles solved in a row
 * @property {number} best  the longest series
 * @property {Record<string, 0 | 1>} results  by the puzzle's id: whether it was solved the last time
 */

const NAME = "puzzles";
const FIRST_RATING = 1000;
/** A rating moves faster while it is new. */
const QUICK = 64;
const SLOW = 24;
const NEW_PUZZLES = 15;
/** Puzzles near the solver's rating of which one is chosen. */
const CHOICE = 12;

/** @returns {Progress} */
function empty() {
  return { rating: FIRST_RATING, tried: 0, series: 0, best: 0, results: {} };
}

/**
 * @param {string} variant
 * @returns {Progress}
 */
export function readProgress(variant) {
  const saved = load(NAME)?.[variant];
  const progress = empty();
  for (const name of /** @type {const} */ (["rating", "tried", "series", "best"])) {
    if (Number.isFinite(saved?.[name]) && saved[name] >= 0) progress[name] = saved[name];
  }
  for (const [id, result] of Object.entries(saved?.results ?? {})) {
    if (result === 0 || result === 1) progress.results[id] = result;
  }
  return progress;
}

/**
 * The progress after a puzzle. One that was tried before changes the series, but not the rating.
 * @param {Progress} progress
 * @param {Puzzle} puzzle
 * @param {boolean} solved  at the first try and without help
 * @returns {Progress}
 */
export function after(progress, puzzle, solved) {
  const result = solved ? 1 : 0;
  const series = solved ? progress.series + 1 : 0;
  const counts = !(puzzle.id in progress.results);
  const expected = 1 / (1 + 10 ** ((puzzle.rating - progress.rating) / 400));
  const step = progress.tried < NEW_PUZZLES ? QUICK : SLOW;
  const rating = counts
    ? Math.max(100, Math.round(progress.rating + step * (result - expected)))
    : progress.rating;
  return {
    rating,
    tried: progress.tried + Number(counts),
    series,
    best: Math.max(progress.best, series),
    results: { ...progress.results, [puzzle.id]: result },
  };
}

/**
 * @param {string} variant
 * @param {Progress} progress
 */
export function keep(variant, progress) {
  save(NAME, { ...load(NAME), [variant]: progress });
}

/**
 * The next puzzle: one near the solver's rating that was not tried yet, or else one that was not solved, or any.
 * @param {Puzzle[]} puzzles
 * @param {Progress} progress
 * @param {string} [last]  the id of the one before
 * @param {() => number} [random]  from 0 to 1
 * @returns {Puzzle | null}
 */
export function choose(puzzles, progress, last = "", random = Math.random) {
  const others = puzzles.filter(({ id }) => id !== last);
  const fresh = others.filter(({ id }) => !(id in progress.results));
  const failed = others.filter(({ id }) => progress.results[id] === 0);
  const pool = [fresh, failed, others, puzzles].find((entries) => entries.length) ?? [];
  const distance = (/** @type {Puzzle} */ { rating }) => Math.abs(rating - progress.rating);
  const near = [...pool].sort((one, two) => distance(one) - distance(two)).slice(0, CHOICE);
  return near[Math.floor(random() * near.length)] ?? null;
}
