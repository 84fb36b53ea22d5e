// One lesson: its position, the tries, the replies. Has no page; the engine is given.

import { other } from "../protocol.js";
import { isLong, judge, judgeRefusal, pointsToTap } from "./goals.js";

/**
 * @typedef {import("./goals.js").Goal} Goal
 * @typedef {import("./goals.js").Outcome} Outcome
 * @typedef {import("../protocol.js").State} State
 * @typedef {import("../protocol.js").Move} Move
 * @typedef {import("../protocol.js").Why} Why
 *
 * @typedef {object} Task  a lesson as `courses.js` declares it
 * @property {string} id
 * @property {string} [fen]  the start of a game if it is missing
 * @property {string[]} [moves]  made before the learner's turn
 * @property {Goal} goal
 * @property {string[]} [solution]  the learner's moves; of a `refused` goal the move to try
 * @property {string[]} [replies]  to them, again and again; where they do not fit, the engine plays, and where the
 *   learner tries to win in another way
 * @property {number} [level]  the engine's Elo, full strength if it is missing
 * @property {string[]} [show]  which of liberties and guards are shown
 *
 * @typedef {object} Engine
 * @property {(variant: string, start: string | null, moves: string[]) => Promise<State | null>} state
 * @property {(text: string) => Promise<Why | null>} why  about the position of the last `state`
 * @property {(level: number) => Promise<string | null>} best  the engine's move in that position
 */

export class Lesson {
  /**
   * @param {Task} task
   * @param {string} variant
   * @param {Engine} engine
   */
  constructor(task, variant, engine) {
    this.task = task;
    this.variant = variant;
    this.engine = engine;
    /** @type {string[]} */
    this.line = [...(task.moves ?? [])];
    /** The learner's own moves. @type {Move[]} */
    this.own = [];
    /** The points found so far, of a `tap` goal. @type {string[]} */
    this.found = [];
    /** @type {State | null} */
    this.state = null;
    /** @type {Outcome} */
    this.outcome = { status: "open" };
    this.busy = false;
  }

  /** Asks the engine about the position; false if it does not answer. */
  async sync() {
    const state = await this.engine.state(this.variant, this.task.fen ?? null, this.line);
    if (state) this.state = state;
    return state !== null;
  }

  /**
   * Takes up a long game after a lost connection, or one that has been kept.
   * @param {string[]} [line]
   */
  async resume(line = this.line) {
    this.busy = false;
    this.line = line;
    if (!(await this.sync())) return;
    const { moves, turn } = /** @type {State} */ (this.state);
    this.own = moves.filter((_, i) => i % 2 === 0);
    const side = moves.length % 2 ? other(turn) : turn;
    if (this.own.length) this.assess(side, moves.length % 2 === 0);
    if (moves.length % 2 && this.outcome.status === "open" && (await this.reply())) this.assess(side, true);
  }

  /** Whether the learner may play or answer now. */
  get ready() {
    return this.state !== null && !this.busy && this.outcome.status === "open";
  }

  /**
   * Plays the learner's move and, if the goal needs it, the reply.
   * @param {Move} move
   * @param {(reply: boolean) => void} [progress]  called after the move and after the reply
   * @returns {Promise<Outcome>}
   */
  async play(move, progress = () => {}) {
    const before = this.state;
    if (!before || !this.ready) return this.outcome;
    this.busy = true;
    this.line.push(move.move);
    this.own.push(move);
    if (await this.sync()) {
      this.assess(before.turn, false, before);
      progress(false);
      if (this.outcome.status === "open" && isLong(this.task.goal) && (await this.reply())) {
        this.assess(before.turn, true, before);
        progress(true);
      }
    }
    this.busy = false;
    return this.outcome;
  }

  /**
   * Judges the position that has been reached.
   * @param {import("../protocol.js").Side} side  the learner's
   * @param {boolean} replied
   * @param {State} [before]
   */
  assess(side, replied, before) {
    const after = /** @type {State} */ (this.state);
    this.outcome = judge(this.task.goal, { side, moves: this.own, before: before ?? after, after, replied });
  }

  /** Makes the opponent's move. */
  async reply() {
    const { goal, replies = [], level = 0 } = this.task;
    // Who has left the solution of a game to be won gets the best defence.
    const planned = goal.kind !== "verdict" || this.onTrack;
    const scripted = planned ? replies[(this.own.length - 1) % replies.length] : undefined;
    const fits = this.state?.legal.some((move) => move.move === scripted);
    const move = fits ? scripted : await this.engine.best(level);
    if (!move) return false;
    this.line.push(move);
    return this.sync();
  }

  /** Takes back the learner's last move and the reply to it. */
  async takeBack() {
    if (!this.own.length || this.busy) return false;
    this.own.pop();
    this.line.length = 2 * this.own.length;
    this.outcome = { status: "open" };
    return this.sync();
  }

  /** Asks why a move is refused; null if it is not. @param {string} text */
  async refuse(text) {
    if (!this.ready) return null;
    const why = await this.engine.why(text);
    if (!why || why.legal) return null;
    this.outcome = judgeRefusal(this.task.goal, why);
    return why;
  }

  /** The points that are to be found. */
  get wanted() {
    const { goal } = this.task;
    return goal.kind === "tap" && this.state ? pointsToTap(goal, this.state) : [];
  }

  /** Takes a point as an answer; true if it was asked for. @param {string} point */
  tap(point) {
    if (!this.ready || !this.wanted.includes(point)) return false;
    if (!this.found.includes(point)) this.found.push(point);
    if (this.found.length === this.wanted.length) this.outcome = { status: "done" };
    return true;
  }

  /** The answer to a `choice`. */
  get answer() {
    return this.state?.verdict?.reason ?? "";
  }

  /** @param {string} reason */
  choose(reason) {
    if (!this.ready) return false;
    if (reason === this.answer) this.outcome = { status: "done" };
    return reason === this.answer;
  }

  /** The next move of the solution; of a long game, the engine's own. */
  async advice() {
    const next = this.task.solution?.[this.own.length];
    if (next && this.onTrack) return next;
    return isLong(this.task.goal) && this.ready ? this.engine.best(0) : null;
  }

  /** Whether the learner has followed the solution so far. */
  get onTrack() {
    return this.own.every((move, i) => move.move === this.task.solution?.[i]);
  }
}
