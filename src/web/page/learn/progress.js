// Which lessons have been done, and how well.

import { load, save } from "../store.js";
import { TASKS } from "./courses.js";

const NAME = "learn";
export const MOST_STARS = 3;

/** @returns {Record<string, number>} stars, 1 to 3, by the lesson's id */
export function readProgress() {
  const saved = load(NAME);
  /** @type {Record<string, number>} */
  const stars = {};
  for (const { task } of TASKS) {
    const value = saved?.[task.id];
    if (Number.isInteger(value) && value > 0 && value <= MOST_STARS) stars[task.id] = value;
  }
  return stars;
}

/**
 * Keeps the stars of a lesson unless it has more already.
 * @param {string} id
 * @param {number} count
 */
export function award(id, count) {
  const stars = readProgress();
  if ((stars[id] ?? 0) < count) save(NAME, { ...stars, [id]: count });
}

/** @param {number} count */
export function starsText(count) {
  return "★".repeat(count) + "☆".repeat(MOST_STARS - count);
}
