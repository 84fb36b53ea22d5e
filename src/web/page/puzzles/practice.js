// Practice from one's own mistakes: a move that is about as good as the engine's is to be found where another one was
// played.

import { playersText } from "../games/card.js";
import { keepProgress } from "../mistakes/kept.js";
import { after, choose, isDue, isLearnt } from "../mistakes/schedule.js";
import { USUAL_CURVE, scoreForFirst, scoreText, winningChance } from "../protocol.js";
import { currentLanguage, t } from "../texts/index.js";
import { shownName } from "../variants.js";
import { Solving } from "./solving.js";

/**
 * @typedef {import("../mistakes/kept.js").KeptMistake} KeptMistake
 * @typedef {import("./rated.js").Series} Series
 * @typedef {import("../protocol.js").Score} Score
 * @typedef {import("../protocol.js").Move} Move
 */

/** The chances, from 0 to 2, that a move may lose against the engine's: less than an inaccuracy of a review. */
const MOST_LOST = 0.1;
const SIGNS = { mistake: "?", blunder: "??" };

/** A try at a mistake: the engine compares it with its own move. */
export class MistakeSolving extends Solving {
  /**
   * @param {string} variant
   * @param {KeptMistake} mistake
   * @param {import("./solving.js").Engine} engine
   */
  constructor(variant, mistake, engine) {
    super(variant, { fen: mistake.fen, options: mistake.options, moves: [mistake.best.move] }, engine);
    this.mistake = mistake;
    /** The scores of the last try and of the engine's move, from the first player's view. @type {Score[] | null} */
    this.scores = null;
  }

  /** @param {Move} move */
  async isGood(move) {
    this.scores = null;
    const { state, expected, engine, mistake } = this;
    if (!state) return false;
    if (move.move === expected) return true;
    const [tried, best] = [await engine.value(move.move), await engine.value(expected)];
    if (!tried || !best) return false;
    this.scores = [tried, best].map((score) => scoreForFirst(score, state.turn));
    const curve = state.win_curve ?? USUAL_CURVE;
    const lost = winningChance(best, curve) - winningChance(tried, curve);
    return move.move !== mistake.played.move && lost < MOST_LOST;
  }
}

/** @implements {Series} */
export class PracticeSeries {
  /**
   * @param {import("../library.js").Library} library
   * @param {string} variant
   * @param {KeptMistake[]} mistakes
   * @param {() => string} names  the setting for names of moves
   */
  constructor(library, variant, mistakes, names) {
    this.library = library;
    this.variant = variant;
    this.mistakes = mistakes;
    this.names = names;
    /** @type {KeptMistake | null} */
    this.mistake = null;
  }

  get standing() {
    const open = this.mistakes.filter((mistake) => !isLearnt(mistake));
    const due = open.filter((mistake) => isDue(mistake, Date.now())).length;
    return t("practice.standing", { due, count: open.length });
  }

  /** @param {string} last */
  next(last) {
    this.mistake = choose(this.mistakes, last, Date.now());
    if (!this.mistake) return null;
    const { id, fen, options, best } = this.mistake;
    return { id, fen, options, moves: [best.move] };
  }

  /** @param {import("./solving.js").Engine} engine */
  solving(engine) {
    return new MistakeSolving(this.variant, /** @type {KeptMistake} */ (this.mistake), engine);
  }

  /** @param {boolean} solved */
  count(solved) {
    const { mistake } = this;
    if (!mistake) return;
    const changed = { ...mistake, ...after(mistake, solved, Date.now()) };
    this.mistakes = this.mistakes.map((other) => (other === mistake ? changed : other));
    this.mistake = changed;
    // A library that takes no change asks for the mistake again.
    keepProgress(this.library, changed).catch(() => {});
  }

  /** @param {"played" | "best"} which */
  name(which) {
    const move = this.mistake?.[which];
    return move ? shownName(this.variant, move, this.names()) : "";
  }

  task() {
    const sign = this.mistake ? SIGNS[this.mistake.kind] : "";
    return t("practice.task", { move: `${this.name("played")}${sign}` });
  }

  get waiting() {
    return t("practice.waiting");
  }

  get played() {
    return this.mistake?.played ?? null;
  }

  /** @param {Solving} solving */
  praise(solving) {
    const scores = solving instanceof MistakeSolving ? solving.scores : null;
    if (!scores) return t("practice.best", { move: this.name("best") });
    const [score, best] = scores.map((one) => scoreText(one));
    return t("practice.good", { score, move: this.name("best"), best });
  }

  /**
   * @param {Solving} solving
   * @param {string} move
   */
  blame(solving, move) {
    const scores = solving instanceof MistakeSolving ? solving.scores : null;
    if (solving.line.at(-1) === this.mistake?.played.move) return t("practice.same", { move });
    if (!scores) return t("puzzles.wrong", { move });
    const [score, best] = scores.map((one) => scoreText(one));
    return t("practice.worse", { move, score, best });
  }

  get facts() {
    const { game, due = 0 } = this.mistake ?? {};
    if (!this.mistake || !game) return "";
    const facts = [playersText(game), game.date].filter(Boolean).join(" · ");
    const when = isLearnt(this.mistake)
      ? t("practice.learnt")
      : due <= Date.now()
        ? t("practice.soon")
        : t("practice.due", { date: new Date(due).toLocaleDateString(currentLanguage()) });
    return `${facts} · ${when}`;
  }
}
