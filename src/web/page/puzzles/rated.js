// The puzzles that belong to the page, one after the other, and the solver's rating.

import { t } from "../texts/index.js";
import { sideName } from "../variants.js";
import { kindOf } from "./file.js";
import { after, choose, keep, readProgress } from "./progress.js";
import { Solving } from "./solving.js";

/**
 * @typedef {import("./file.js").Puzzle} Puzzle
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {"right" | "solved" | "wrong" | "lost"} Result
 *
 * @typedef {object} Task  something to solve
 * @property {string} id
 * @property {string} fen
 * @property {Record<string, string | number | boolean>} [options]  of the variant
 * @property {string[]} moves  the solution: the solver's moves and the replies between them
 *
 * @typedef {object} Series  tasks, one after the other. What it says is about the one it has named last
 * @property {string} standing  how far the solver is
 * @property {(last: string) => Task | null} next  the next task, after the one with this id
 * @property {(engine: import("./solving.js").Engine) => Solving} solving  a try at the task
 * @property {(solved: boolean) => void} count  the task was solved or failed, which is told once
 * @property {(side: Side) => string} task  what is to be done
 * @property {{ from?: string, to?: string } | null} played  a move that is shown at first
 * @property {string} waiting  while a move is judged
 * @property {(solving: Solving, first: boolean) => string} praise  after the last right move
 * @property {(solving: Solving, move: string) => string} blame  after a wrong one
 * @property {string} facts  what would give the solution away before
 */

/** @implements {Series} */
export class RatedSeries {
  /**
   * @param {string} variant
   * @param {Puzzle[]} puzzles  from which the next one is chosen
   */
  constructor(variant, puzzles) {
    this.variant = variant;
    this.puzzles = puzzles;
    this.progress = readProgress(variant);
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Series["played"]} */
    this.played = null;
    this.waiting = "";
  }

  get standing() {
    const { rating, series } = this.progress;
    return t("puzzles.standing", { rating, series });
  }

  /** @param {string} last */
  next(last) {
    return (this.puzzle = choose(this.puzzles, this.progress, last));
  }

  /** @param {import("./solving.js").Engine} engine */
  solving(engine) {
    return new Solving(this.variant, /** @type {Puzzle} */ (this.puzzle), engine);
  }

  /** @param {boolean} solved */
  count(solved) {
    if (!this.puzzle) return;
    this.progress = after(this.progress, this.puzzle, solved);
    keep(this.variant, this.progress);
  }

  /** @param {Side} side */
  task(side) {
    const goal = kindOf(this.puzzle?.themes[0] ?? "");
    return t(`puzzles.task.${goal}`, { side: sideName(this.variant, side) });
  }

  /**
   * @param {Solving} _
   * @param {boolean} first
   */
  praise(_, first) {
    return first ? t("puzzles.solved", { series: this.progress.series }) : t("puzzles.solved-later");
  }

  /**
   * @param {Solving} _
   * @param {string} move
   */
  blame(_, move) {
    return t("puzzles.wrong", { move });
  }

  get facts() {
    const { themes = [], rating = 0 } = this.puzzle ?? {};
    const names = themes.map((theme) => t(`puzzles.theme.${kindOf(theme)}`)).join(" · ");
    return t("puzzles.themes-of", { themes: names, rating });
  }
}
