// One puzzle on the page: the board, the task, what has become of a try, and the buttons.

import { createBoard } from "../board/index.js";
import { boardSettings } from "../board-view.js";
import { button, el, replaceButtons } from "../dom.js";
import { other, scoreText } from "../protocol.js";
import { refusalLink, refusalWords } from "../rule-links.js";
import { play as playSound } from "../sound.js";
import { t } from "../texts/index.js";
import { boardKind, shownName, sideName } from "../variants.js";

/**
 * @typedef {import("../protocol.js").Move} Move
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {import("./rated.js").Task} Task
 * @typedef {{ list: () => void, settings: () => import("../store.js").Settings,
 *   analyse: import("./index.js").Analyse }} Surroundings
 */

/** Milliseconds before a reply and between the moves of the solution. */
const STEP = 600;
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class PuzzleView {
  /**
   * @param {HTMLElement} container
   * @param {string} variant
   * @param {import("./rated.js").Series} series
   * @param {import("./solving.js").Engine} engine
   * @param {Surroundings} surroundings
   */
  constructor(container, variant, series, engine, surroundings) {
    this.variant = variant;
    this.series = series;
    this.engine = engine;
    this.surroundings = surroundings;
    this.closed = false;
    /** Counts tries, so that what belongs to an earlier one is dropped. */
    this.attempt = 0;
    /** @type {{ point: string, name: string }[]} */
    this.lights = [];
    /** @type {{ from: string, to: string, brush: "hint" | "wrong" }[]} */
    this.arrows = [];

    const frame = el("div", { class: "board-frame" });
    this.standing = el("span", {});
    this.heading = el("h2", { tabIndex: -1 });
    this.task = el("p", { class: "lesson-goal" });
    this.comment = el("div", { class: "lesson-comment", role: "status" });
    this.themes = el("p", { class: "puzzle-solved-themes" });
    this.buttons = el("div", { class: "lesson-buttons" });
    const side = el(
      "section",
      { class: "side lesson-side", "aria-label": t("menu.puzzles") },
      el(
        "div",
        { class: "lesson-place" },
        button(`‹ ${t("menu.puzzles")}`, surroundings.list),
        this.standing,
      ),
      el("div", { class: "lesson-body" }, this.heading, this.task, this.comment, this.themes),
      this.buttons,
      el("p", { class: "lesson-keys" }, t("puzzles.keys")),
    );
    const area = el("section", { class: "board-area", "aria-label": t("board.area") }, frame);
    container.replaceChildren(
      el("div", { class: "layout lesson-page", "data-kind": boardKind(variant) }, area, side),
    );
    this.board = createBoard(frame, {
      text: t,
      onMove: (move) => void this.play(/** @type {Move} */ (move)),
      onRefused: (attempt) => void this.refused(attempt),
    });
    this.applySettings();
    /** @type {Task | null} */
    this.puzzle = null;
    /** @type {import("./solving.js").Solving | null} */
    this.solving = null;
    /** @type {Side} */
    this.side = "first";
    /** Whether the puzzle has been counted. */
    this.counted = false;
    this.next();
  }

  applySettings() {
    const settings = boardSettings(this.surroundings.settings(), this.variant);
    this.board.setSettings({ ...settings, showCheck: true, showLiberties: true, showForbidden: true });
  }

  /** Goes on to another puzzle. */
  next() {
    this.puzzle = this.series.next(this.puzzle?.id ?? "");
    if (!this.puzzle) return this.surroundings.list();
    this.counted = false;
    void this.begin();
  }

  /** Sets the puzzle up from its start. */
  async begin() {
    const { puzzle } = this;
    if (!puzzle) return;
    const attempt = ++this.attempt;
    this.solving = this.series.solving(this.engine);
    this.clear();
    this.themes.textContent = "";
    const answered = await this.solving.sync();
    if (this.closed || attempt !== this.attempt) return;
    const { state } = this.solving;
    if (!answered || !state) return this.say(t("connection.lost"));
    this.side = state.turn;
    const side = sideName(this.variant, state.turn);
    this.heading.textContent = t("puzzles.to-move", { side });
    this.task.textContent = this.series.task(state.turn);
    const { from, to } = this.series.played ?? {};
    if (from && to) this.arrows = [{ from, to, brush: "wrong" }];
    else if (to) this.lights = [{ point: to, name: "wrong" }];
    this.draw();
  }

  /** The connection is there again. */
  resume() {
    if (!this.counted || !this.solving?.done) void this.begin();
  }

  /** @param {Move} move */
  name(move) {
    return shownName(this.variant, move, this.surroundings.settings().names);
  }

  /** @param {Move} move */
  async play(move) {
    const { solving, attempt } = this;
    if (!solving?.ready) return;
    this.clear();
    this.say(this.series.waiting);
    const result = await solving.play(move);
    if (this.closed || attempt !== this.attempt) return;
    playSound(move.capture ? "capture" : "move");
    this.draw();
    this.say("");
    if (result === "lost") this.say(t("connection.lost"));
    else if (result === "wrong") this.miss(move);
    else if (result === "solved") this.succeed();
    else {
      this.say(t("puzzles.right"), "good");
      await wait(STEP);
      if (this.closed || attempt !== this.attempt) return;
      await solving.reply();
      if (this.closed || attempt !== this.attempt) return;
      const last = solving.state?.moves.at(-1);
      playSound(last?.capture ? "capture" : "move");
      this.draw();
    }
  }

  /** Counts the puzzle, once. @param {boolean} solved */
  count(solved) {
    if (this.counted || !this.puzzle) return;
    this.counted = true;
    this.series.count(solved);
  }

  succeed() {
    const first = !this.counted;
    this.count(true);
    playSound("end");
    if (this.solving) this.say(this.series.praise(this.solving, first), "good");
    this.reveal();
    this.draw();
  }

  /** @param {Move} move */
  miss(move) {
    this.count(false);
    if (this.solving) this.say(this.series.blame(this.solving, this.name(move)), "bad");
    this.lights = [{ point: move.to, name: "wrong" }];
    this.draw();
  }

  /** Shows why a wrong move fails: the opponent's best answer to it. */
  async whyNot() {
    const { solving, attempt } = this;
    if (!solving?.wrong) return;
    const refutation = await solving.engine.refute();
    if (this.closed || attempt !== this.attempt || !solving.wrong) return;
    const { state } = solving;
    const answer = state?.legal.find(({ move }) => move === refutation?.move);
    if (!state || !answer || !refutation) {
      this.say(t(state?.verdict ? "puzzles.over" : "puzzles.unknown"), "bad");
      return;
    }
    // The score is that of the side that answers.
    const score = scoreText(refutation.score);
    const side = sideName(this.variant, other(this.side));
    this.say(t("puzzles.because", { side, move: this.name(answer), score }), "bad");
    this.arrows = answer.from ? [{ from: answer.from, to: answer.to, brush: "wrong" }] : [];
    this.lights = answer.from ? [] : [{ point: answer.to, name: "wrong" }];
    this.draw();
  }

  /** Takes a wrong move back. */
  async takeBack() {
    const { solving, attempt } = this;
    if (!(await solving?.takeBack()) || this.closed || attempt !== this.attempt) return;
    this.clear();
    this.draw();
  }

  /** Lights the piece that moves. */
  hint() {
    const { solving } = this;
    if (!solving?.ready) return;
    this.count(false);
    const move = solving.state?.legal.find((entry) => entry.move === solving.expected);
    const points = move?.traded?.length ? move.traded : [move?.from ?? move?.to ?? ""];
    this.lights = points.filter(Boolean).map((point) => ({ point, name: "hint" }));
    this.say(t("puzzles.hint"));
    this.draw();
  }

  /** Plays the solution on the board. */
  async solve() {
    if (!this.puzzle || this.solving?.busy) return;
    this.count(false);
    await this.begin();
    const { attempt, solving } = this;
    if (!solving) return;
    for (const text of this.puzzle.moves) {
      await wait(STEP);
      if (this.closed || attempt !== this.attempt) return;
      const move = solving.state?.legal.find((entry) => entry.move === text);
      if (!move) return;
      solving.line.push(text);
      if (!(await solving.sync()) || this.closed || attempt !== this.attempt) return;
      this.say(this.name(move));
      this.draw();
    }
    this.say(t("puzzles.shown"));
    this.reveal();
    this.draw();
  }

  /** Tells what would give the solution away before. */
  reveal() {
    this.themes.textContent = this.series.facts;
  }

  /** @param {import("../board/index.js").Attempt} move */
  async refused({ from = "", to = "", traded }) {
    const { attempt, solving } = this;
    if (!solving?.ready) return;
    const why = await solving.engine.why(traded?.length ? `${traded.join("")}x${to}` : from + to);
    if (!why || why.legal || this.closed || attempt !== this.attempt) return;
    this.board.deselect();
    this.lights = (why.points ?? []).map((point) => ({ point, name: "wrong" }));
    this.say(refusalWords(this.variant, why), "bad");
    this.comment.append(" ", refusalLink(this.variant, why, solving.state?.fen));
    this.draw();
  }

  clear() {
    this.lights = [];
    this.arrows = [];
    this.say("");
  }

  /**
   * @param {string} words
   * @param {string} [tone]
   */
  say(words, tone = "") {
    this.comment.className = `lesson-comment ${tone}`;
    this.comment.textContent = words;
  }

  draw() {
    const { solving } = this;
    const state = solving?.state;
    if (!state) return;
    const last = state.moves.at(-1);
    this.board.show({
      kind: state.board,
      fen: state.fen,
      orientation: state.board === "stones" ? "first" : this.side,
      turn: state.turn,
      legal: solving?.ready ? state.legal : [],
      last: last ? { from: last.from, to: last.to, traded: last.traded } : null,
      marks: state.marks.filter(({ kind }) => !/liberty|guard|home/.test(kind)),
      highlights: this.lights,
      arrows: this.arrows,
    });
    this.standing.textContent = this.series.standing;
    this.showButtons();
  }

  showButtons() {
    const { solving, puzzle } = this;
    if (!solving || !puzzle) return;
    const entries = [];
    if (solving.wrong) {
      entries.push(button(t("puzzles.again"), () => void this.takeBack(), { class: "primary" }));
      entries.push(button(t("puzzles.why-not"), () => void this.whyNot()));
    }
    if (solving.ready) entries.push(button(t("puzzles.help"), () => this.hint()));
    if (!solving.done) entries.push(button(t("puzzles.solution"), () => void this.solve()));
    if (solving.done) {
      entries.push(
        button(t("action.analyse"), () =>
          this.surroundings.analyse(this.variant, puzzle.fen, puzzle.options),
        ),
      );
    }
    entries.push(button(t("puzzles.next"), () => this.next(), { class: solving.done ? "primary" : "" }));
    replaceButtons(this.buttons, entries);
  }

  close() {
    this.closed = true;
    this.board.destroy();
  }
}
