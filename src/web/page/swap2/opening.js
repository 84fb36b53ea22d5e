// The Swap2 opening: one player places two black stones and a white one; the other takes White or Black, or places one
// more of each and leaves the choice to the first player. White moves next in each case. Pure.

/**
 * @typedef {"opener" | "chooser"} Role
 * @typedef {"first" | "second"} Colour  Black or White
 * @typedef {"three" | "choice" | "two" | "last-choice" | "done"} Phase
 * @typedef {{ moves: string[], choice: Colour | "two" | null, last: Colour | null }} Saved
 */

/** Stones that are placed at first, and with the two more. */
const FIRST = 3;
const ALL = 5;

export class Swap2 {
  /** @param {any} [saved] what `saved` was before */
  constructor(saved) {
    /** The points, black and white by turns. @type {string[]} */
    this.moves = Array.isArray(saved?.moves) ? saved.moves.map(String).slice(0, ALL) : [];
    /** What the chooser has chosen. @type {Saved["choice"]} */
    this.choice = this.moves.length >= FIRST ? (saved.choice ?? null) : null;
    /** What the opener has chosen after two more stones. @type {Colour | null} */
    this.last = this.moves.length === ALL ? (saved.last ?? null) : null;
  }

  /** @returns {Saved} */
  get saved() {
    const { moves, choice, last } = this;
    return { moves, choice, last };
  }

  /** @returns {Phase} */
  get phase() {
    const { moves, choice, last } = this;
    if (moves.length < FIRST) return "three";
    if (!choice) return "choice";
    if (choice !== "two") return "done";
    if (moves.length < ALL) return "two";
    return last ? "done" : "last-choice";
  }

  /** Who acts now. @returns {Role} */
  get actor() {
    return this.phase === "three" || this.phase === "last-choice" ? "opener" : "chooser";
  }

  /** Whether a stone is placed next. */
  get places() {
    return this.phase === "three" || this.phase === "two";
  }

  /** What can be chosen now. @returns {(Colour | "two")[]} */
  get choices() {
    if (this.phase === "choice") return ["second", "first", "two"];
    return this.phase === "last-choice" ? ["second", "first"] : [];
  }

  /** @param {string} move */
  place(move) {
    if (this.places) this.moves.push(move);
  }

  /** Whether the player who places stones can take the last one back. */
  get canTakeBack() {
    return this.phase === "three" ? this.moves.length > 0 : this.phase === "two" && this.moves.length > FIRST;
  }

  takeBack() {
    if (this.canTakeBack) this.moves.pop();
  }

  /** @param {Colour | "two"} choice */
  choose(choice) {
    if (!this.choices.includes(choice)) return;
    if (this.phase === "choice") this.choice = choice;
    else this.last = choice === "two" ? null : choice;
  }

  /** The colour of the opener, once it is known. @returns {Colour | null} */
  get opener() {
    const { choice, last } = this;
    if (this.phase !== "done") return null;
    if (choice === "two") return last;
    return choice === "first" ? "second" : "first";
  }
}
