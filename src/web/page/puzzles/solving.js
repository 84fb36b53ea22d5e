// One puzzle being solved: which moves were made, and whether they are right. Knows no rule of any game.

/**
 * @typedef {import("../protocol.js").Move} Move
 * @typedef {import("../protocol.js").State} State
 * @typedef {Omit<import("./rated.js").Task, "id">} Task
 * @typedef {object} Engine
 * @property {(variant: string, start: string | null, moves: string[],
 *   options?: Record<string, string | number | boolean>) => Promise<State | null>} state
 * @property {(text: string) => Promise<import("../protocol.js").Why | null>} why
 * @property {() => Promise<{ move: string, score: import("../protocol.js").Score } | null>} refute
 * @property {(move: string) => Promise<import("../protocol.js").Score | null>} value  of a move in the position that
 *   `state` was asked about last, for the side that makes it
 */

export class Solving {
  /**
   * @param {string} variant
   * @param {Task} puzzle
   * @param {Engine} engine
   */
  constructor(variant, puzzle, engine) {
    this.variant = variant;
    this.puzzle = puzzle;
    this.engine = engine;
    /** The moves made. @type {string[]} */
    this.line = [];
    /** @type {State | null} */
    this.state = null;
    this.busy = false;
    /** A wrong move that is still on the board. */
    this.wrong = false;
    /** Whether another move than that of the solution has won. */
    this.won = false;
  }

  get done() {
    return this.won || (!this.wrong && this.line.length >= this.puzzle.moves.length);
  }

  /** Whether the solver may move. */
  get ready() {
    return this.state !== null && !this.busy && !this.wrong && !this.done;
  }

  /** The move that is looked for. */
  get expected() {
    return this.puzzle.moves[this.line.length];
  }

  /** Asks the engine about the position; false if it does not answer. */
  async sync() {
    const { fen, options } = this.puzzle;
    const state = await this.engine.state(this.variant, fen, this.line, options);
    if (state) this.state = state;
    return state !== null;
  }

  /**
   * Whether a move in the position solves it as far as it goes.
   * @param {Move} move
   * @returns {Promise<boolean>}
   */
  async isGood(move) {
    return move.move === this.expected;
  }

  /**
   * Makes a move of the solver and, if it is right, the reply.
   * @param {Move} move
   * @returns {Promise<"right" | "solved" | "wrong" | "lost">}  `lost` is a connection
   */
  async play(move) {
    const side = this.state?.turn;
    this.busy = true;
    const right = await this.isGood(move);
    this.line.push(move.move);
    const answered = await this.sync();
    this.busy = false;
    if (!answered) return "lost";
    // Any other move that ends the game with a win solves the puzzle as well.
    if (!right && this.state?.verdict?.winner !== side) {
      this.wrong = true;
      return "wrong";
    }
    this.won = !right;
    return this.done ? "solved" : "right";
  }

  /** Makes the opponent's next move. */
  async reply() {
    const reply = this.puzzle.moves[this.line.length];
    if (!reply || this.wrong) return false;
    this.line.push(reply);
    return this.sync();
  }

  /** Takes back a wrong move. */
  async takeBack() {
    if (!this.wrong || this.busy) return false;
    this.line.pop();
    this.wrong = false;
    return this.sync();
  }
}
