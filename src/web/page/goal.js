// Lessons: their form, and whether a move has reached a lesson's goal. Pure.

import { countMen } from "./protocol.js";

/**
 * @typedef {import("./protocol.js").State} State
 * @typedef {import("./protocol.js").Move} Move
 * @typedef {object} Goal everything that is given must hold after the move
 * @property {boolean} [any] any legal move
 * @property {string} [man] the letter of the man that moves
 * @property {string[]} [to] the points of which one is the target
 * @property {string} [capture] the letter of the man that is captured
 * @property {string} [trade] the letter of the man that is traded for
 * @property {boolean} [check] the opponent is in check
 * @property {boolean} [tether] the opponent's general is tethered
 * @property {boolean} [win] the game is won
 * @typedef {[string, string]} Words in English and in Chinese
 * @typedef {{ fen: string, goal: Goal, text: Words, hint: Words, moves?: number, game?: boolean }} Lesson
 *   `moves`: how many moves the learner has, 1 if missing; the engine answers in between. `game`: a whole game.
 * @typedef {{ variant: string, chapters: { name: Words, lessons: Lesson[] }[] }} Course
 */

/**
 * Whether a move has reached the goal.
 * @param {Goal} goal
 * @param {State} before
 * @param {State} after
 * @param {Move} move
 */
export function goalMet(goal, before, after, move) {
  const gone = (/** @type {string} */ man) =>
    (countMen(after.fen).get(man) ?? 0) < (countMen(before.fen).get(man) ?? 0);
  const marked = (/** @type {string} */ kind) =>
    after.marks.some((mark) => mark.kind === kind && (mark.side ?? after.turn) === after.turn);
  if (goal.man && !(move.from && manAt(before.fen, move.from) === goal.man)) return false;
  if (goal.to && !goal.to.includes(move.to)) return false;
  if (goal.capture && (move.traded?.length || !gone(goal.capture))) return false;
  if (goal.trade && (!move.traded?.length || !gone(goal.trade))) return false;
  if (goal.check && !marked("check")) return false;
  if (goal.tether && !marked("tether")) return false;
  return !goal.win || (after.verdict?.winner ?? null) === before.turn;
}

/**
 * The letter of the man on a point, or null.
 * @param {string} fen
 * @param {string} point
 */
export function manAt(fen, point) {
  const ranks = fen.split(" ")[0].split("/");
  const rank = ranks[ranks.length - Number(point.slice(1))] ?? "";
  const cells = rank.replace(/\d+/g, (digits) => " ".repeat(Number(digits)));
  const man = cells[point.charCodeAt(0) - 97];
  return man && man !== " " ? man : null;
}
