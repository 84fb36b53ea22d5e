// One lesson on the page: the board, the text, the comments and the buttons.

import { createBoard } from "../board/index.js";
import { boardSettings } from "../board-view.js";
import { button, el, replaceButtons } from "../dom.js";
import { refusalLink } from "../rule-links.js";
import { play as playSound } from "../sound.js";
import { load, save } from "../store.js";
import { hasText, t } from "../texts/index.js";
import { boardKind, reasonText, shownName, sideName } from "../variants.js";
import { Lesson } from "./lesson.js";
import { MOST_STARS, award, starsText } from "./progress.js";
import { failureText, goalText, refusalText } from "./words.js";

/**
 * @typedef {import("../protocol.js").Move} Move
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {{ variant: string, chapter: import("./courses.js").Chapter, task: import("./lesson.js").Task }} Entry
 * @typedef {{ list: () => void, next: (() => void) | null, settings: () => import("../store.js").Settings }} Surroundings
 */

const STEP = 900;
/** The name under which unfinished games against a level are kept, by the lesson. */
const GAMES = "lesson-games";
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class LessonView {
  /**
   * @param {HTMLElement} container
   * @param {Entry} entry
   * @param {import("./lesson.js").Engine} engine
   * @param {Surroundings} surroundings
   */
  constructor(container, entry, engine, surroundings) {
    this.entry = entry;
    this.engine = engine;
    this.surroundings = surroundings;
    this.lesson = new Lesson(entry.task, entry.variant, engine);
    this.closed = false;
    /** Failed tries, in all attempts. */
    this.misses = 0;
    this.helped = false;
    this.shown = false;
    /** Counts attempts, so that what belongs to an earlier one is dropped. */
    this.attempt = 0;
    /** @type {Side} */
    this.side = "first";
    /** @type {{ point: string, name: string }[]} */
    this.lights = [];
    /** @type {{ from: string, to: string, brush: "hint" }[]} */
    this.arrows = [];
    /** A position of the moves before the lesson, while they are shown; their number. @type {number | null} */
    this.replaying = null;

    const { task, chapter } = entry;
    const frame = el("div", { class: "board-frame" });
    const place = { chapter: t(`learn.chapter.${chapter.id}`), number: chapter.tasks.indexOf(task) + 1,
      count: chapter.tasks.length }; // prettier-ignore
    this.comment = el("div", { class: "lesson-comment", role: "status" });
    this.choices = el("div", { class: "lesson-choices", role: "group", "aria-label": t("learn.goal") });
    this.buttons = el("div", { class: "lesson-buttons" });
    const side = el(
      "section",
      { class: "side lesson-side", "aria-label": t("menu.learn") },
      el("div", { class: "lesson-place" }, button(`‹ ${t("learn.list")}`, surroundings.list),
        el("span", {}, t("learn.place", place))),
      el("div", { class: "lesson-body" }, el("h2", { tabIndex: -1 }, t(`learn.${task.id}.title`)), el("p", {}, t(`learn.${task.id}.text`)),
        el("p", { class: "lesson-goal" }, el("strong", {}, t("learn.goal")), ` ${goalText(task.goal)}`),
        this.choices, this.comment),
      this.buttons,
      el("p", { class: "lesson-keys" }, t("learn.keys")),
    ); // prettier-ignore
    const area = el("section", { class: "board-area", "aria-label": t("board.area") }, frame);
    const kind = boardKind(entry.variant);
    container.replaceChildren(el("div", { class: "layout lesson-page", "data-kind": kind }, area, side));
    this.board = createBoard(frame, {
      text: t,
      onMove: (move) => void this.play(/** @type {Move} */ (move)),
      onRefused: (attempt) => void this.refused(attempt),
      onEdit: ({ from, to }) => (from || !to ? this.draw() : this.tap(to)),
    });
    this.applySettings();
    void this.begin();
  }

  applySettings() {
    const settings = boardSettings(this.surroundings.settings(), this.entry.variant);
    this.board.setSettings({ ...settings, showCheck: true, showLiberties: true, showForbidden: true });
  }

  get goal() {
    return this.entry.task.goal;
  }

  /** @param {Move} move */
  name(move) {
    return shownName(this.entry.variant, move, this.surroundings.settings().names);
  }

  /** Sets the lesson up, from its start or where a kept game was left. */
  async begin() {
    const attempt = ++this.attempt;
    const { task, variant } = this.entry;
    this.lesson = new Lesson(task, variant, this.engine);
    this.clear();
    const kept = task.level ? load(GAMES)?.[task.id] : null;
    const line = Array.isArray(kept) ? kept : null;
    if (line) await this.lesson.resume(line);
    else await this.lesson.sync();
    if (this.closed || attempt !== this.attempt) return;
    const { state } = this.lesson;
    if (state && !task.level) this.side = this.goal.kind === "choice" ? "first" : state.turn;
    if (this.goal.kind === "choice") await this.replay();
    else this.draw();
  }

  /** The connection is there again. */
  async resume() {
    if (!this.entry.task.level || !this.lesson.state) return this.begin();
    this.attempt++;
    await this.lesson.resume();
    if (!this.closed) this.draw();
  }

  /** @param {Move} move */
  async play(move) {
    const { attempt, lesson } = this;
    this.clear();
    await lesson.play(move, (replied) => {
      if (attempt !== this.attempt || this.closed) return;
      const last = lesson.state?.moves.at(-1);
      if (replied && last) {
        const side = sideName(this.entry.variant, last.side ?? "second");
        this.say(t("learn.reply", { side, move: this.name(last) }));
      }
      playSound(last?.capture ? "capture" : "move");
      this.draw();
    });
    if (attempt !== this.attempt || this.closed) return;
    this.keep();
    if (lesson.outcome.status === "done") this.succeed();
    else if (lesson.outcome.status === "failed") this.miss(failureText(lesson.outcome, this.entry.variant));
    else this.draw();
  }

  /** Keeps an unfinished game against a level. */
  keep() {
    const { level, id } = this.entry.task;
    const { outcome, line } = this.lesson;
    if (level) save(GAMES, { ...load(GAMES), [id]: outcome.status === "open" ? line : null });
  }

  /** @param {string} [words] said first */
  succeed(words = "") {
    const { id } = this.entry.task;
    const key = `learn.${id}.done`;
    const said = [words, this.shown ? "" : t("learn.well-done"), hasText(key) ? t(key) : ""];
    if (this.shown) said.push(t("learn.shown"));
    const stars = this.shown ? 0 : MOST_STARS - Math.min(1, this.misses) - Number(this.helped);
    if (stars) {
      award(id, stars);
      playSound("end");
    }
    this.say(said.filter(Boolean).join(" "), "good", stars);
    this.draw();
  }

  /** @param {string} words */
  miss(words) {
    if (!this.shown) this.misses++;
    this.say(words, "bad");
    this.draw();
  }

  /** @param {import("../board/index.js").Attempt} move */
  async refused({ from = "", to = "", traded }) {
    const { attempt } = this;
    const why = await this.lesson.refuse(traded?.length ? `${traded.join("")}x${to}` : from + to);
    if (!why || this.closed || attempt !== this.attempt) return;
    this.reportRefusal(why);
  }

  /** @param {import("../protocol.js").Why} why */
  reportRefusal(why) {
    const { outcome } = this.lesson;
    const { variant } = this.entry;
    const words = refusalText(why, variant);
    this.board.deselect();
    this.lights = (why.points ?? []).map((point) => ({ point, name: "wrong" }));
    if (outcome.status === "done") this.succeed(words);
    else this.say(outcome.key ? `${words} ${t(`learn.wrong.${outcome.key}`)}` : words, "bad");
    this.comment.append(" ", refusalLink(variant, why, this.lesson.state?.fen));
    this.draw();
  }

  /** @param {string} point */
  tap(point) {
    const { lesson } = this;
    if (!lesson.ready) return;
    const right = lesson.tap(point);
    const { found, wanted } = lesson;
    this.lights = right ? [] : [{ point, name: "wrong" }];
    if (!right) return this.miss(t("learn.not-there", { point }));
    if (lesson.outcome.status === "done") return this.succeed();
    this.say(t("learn.found", { found: found.length, count: wanted.length }));
    this.draw();
  }

  /** @param {string} reason */
  choose(reason) {
    if (!this.lesson.ready) return;
    if (this.lesson.choose(reason)) return this.succeed();
    this.miss(t("learn.not-so", { reason: reasonText(this.entry.variant, reason) }));
  }

  async hint() {
    const { lesson, attempt } = this;
    if (!lesson.ready) return;
    this.helped = this.helped || !this.entry.task.level;
    this.clear();
    const { id } = this.entry.task;
    const text = t(`learn.${id}.hint`);
    const missing = lesson.wanted.find((point) => !lesson.found.includes(point));
    const advice = await lesson.advice();
    if (attempt !== this.attempt || this.closed) return;
    const move = lesson.state?.legal.find((entry) => entry.move === advice);
    if (missing) this.lights = [{ point: missing, name: "hint" }];
    else if (move?.from && this.entry.task.level)
      this.arrows = [{ from: move.from, to: move.to, brush: "hint" }];
    else if (move || advice) {
      const points = move?.traded ?? [move?.from ?? move?.to ?? advice?.slice(0, 2) ?? ""];
      this.lights = points.map((point) => ({ point, name: "hint" }));
    }
    this.say(move && this.entry.task.level ? `${text} ${this.name(move)}` : text);
    this.draw();
  }

  /** Plays the solution on the board. */
  async solve() {
    if (this.lesson.busy || this.replaying !== null) return;
    const { goal } = this;
    this.shown = true;
    if (goal.kind !== "tap" && goal.kind !== "choice") await this.begin();
    const { attempt, lesson } = this;
    if (goal.kind === "tap") for (const point of lesson.wanted) lesson.tap(point);
    else if (goal.kind === "choice") lesson.choose(lesson.answer);
    if (lesson.outcome.status === "done") return this.succeed();
    for (const text of this.entry.task.solution ?? []) {
      await wait(STEP);
      if (attempt !== this.attempt || this.closed) return;
      if (goal.kind === "refused") {
        const why = await lesson.refuse(text);
        if (why && !this.closed && attempt === this.attempt) this.reportRefusal(why);
        return;
      }
      const move = lesson.state?.legal.find((entry) => entry.move === text);
      if (!move) break;
      await this.play(move);
    }
  }

  async takeBack() {
    if (await this.lesson.takeBack()) {
      this.clear();
      this.keep();
      this.draw();
    }
  }

  /** Shows the moves that have led to the position. */
  async replay() {
    const attempt = ++this.attempt;
    const count = this.lesson.state?.moves.length ?? 0;
    for (this.replaying = 0; this.replaying < count; this.replaying++) {
      this.draw();
      await wait(STEP);
      if (this.closed || attempt !== this.attempt) return;
    }
    this.replaying = null;
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
   * @param {number} [stars]
   */
  say(words, tone = "", stars = 0) {
    this.comment.className = `lesson-comment ${tone}`;
    const shown =
      stars && el("span", { class: "stars", role: "img", "aria-label": t("learn.stars", { stars }) });
    if (shown) shown.textContent = starsText(stars);
    this.comment.replaceChildren(...(shown ? [shown, " "] : []), words);
  }

  draw() {
    const { lesson, goal } = this;
    const { state } = lesson;
    if (!state) return this.say(t("status.waiting"));
    const past = this.replaying;
    const last = past === null ? state.moves.at(-1) : state.moves[past - 1];
    const open = lesson.ready && past === null;
    this.board.show({
      kind: state.board,
      fen: past === null ? state.fen : (last?.fen ?? state.start ?? state.fen),
      // A board of stones looks the same from all sides: its names of points stay where they are.
      orientation: state.board === "stones" ? "first" : this.side,
      turn: state.turn,
      legal: open && goal.kind !== "tap" && goal.kind !== "choice" ? state.legal : [],
      last: last ? { from: last.from, to: last.to, traded: last.traded } : null,
      marks: past === null ? this.marks() : [],
      highlights: [...this.targets(), ...this.lights],
      arrows: this.arrows,
      edit: open && goal.kind === "tap",
    });
    this.showChoices(open);
    this.showButtons();
  }

  /** What the board marks: what is asked for only when it has been found. */
  marks() {
    const { lesson, goal, entry } = this;
    return (lesson.state?.marks ?? []).flatMap((mark) => {
      if (goal.kind === "tap" && goal.mark === mark.kind) {
        return [{ ...mark, points: mark.points.filter((point) => lesson.found.includes(point)) }];
      }
      return /liberty|guard/.test(mark.kind) && !entry.task.show?.includes(mark.kind) ? [] : [mark];
    });
  }

  /** The points that are still to be reached. */
  targets() {
    const { goal, lesson } = this;
    if (goal.kind !== "visit") return lesson.found.map((point) => ({ point, name: "goal" }));
    const left = goal.points.filter((point) => !lesson.own.some(({ to }) => to === point));
    return left.map((point) => ({ point, name: "target" }));
  }

  /** @param {boolean} open */
  showChoices(open) {
    if (this.goal.kind !== "choice") return;
    const done = this.lesson.outcome.status === "done";
    const entries = this.goal.options.map((reason) =>
      button(reasonText(this.entry.variant, reason), () => this.choose(reason), {
        disabled: !open,
        class: done && reason === this.lesson.answer ? "primary" : "",
      }),
    );
    replaceButtons(this.choices, entries);
  }

  showButtons() {
    const { lesson, goal, surroundings } = this;
    const { status } = lesson.outcome;
    const { level } = this.entry.task;
    const done = status === "done";
    const entries = [];
    if (status === "failed" || (done && this.shown)) {
      entries.push(button(t("learn.retry"), () => this.again(), { class: "primary" }));
    }
    if (level && lesson.own.length && !done) {
      entries.push(button(t("learn.back"), () => void this.takeBack(), { disabled: lesson.busy }));
    }
    if (goal.kind === "choice") {
      entries.push(
        button(t("learn.replay"), () => void this.replay(), { disabled: this.replaying !== null }),
      );
    }
    if (status === "open")
      entries.push(button(t("learn.hint"), () => void this.hint(), { disabled: !lesson.ready }));
    if (!done && !level) entries.push(button(t("learn.solution"), () => void this.solve()));
    const { next, list } = surroundings;
    const more = { class: done && !this.shown ? "primary" : "" };
    entries.push(button(t(next ? "learn.next" : "learn.list"), next ?? list, more));
    replaceButtons(this.buttons, entries);
  }

  again() {
    if (this.lesson.busy) return;
    if (this.shown) {
      this.helped = true;
      this.misses++;
    }
    this.shown = false;
    const { level, id } = this.entry.task;
    if (level) save(GAMES, { ...load(GAMES), [id]: null });
    void this.begin();
  }

  close() {
    this.closed = true;
    this.board.destroy();
  }
}
