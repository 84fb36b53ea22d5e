// The lessons: a list of chapters, and the position that is being learned beside the board.

import { openDialog } from "./dialogs.js";
import { button, byId, el } from "./dom.js";
import { createGame, plyOf } from "./game.js";
import { goalMet } from "./goal.js";
import zhonggong from "./lessons/zhonggong.js";
import { load, save } from "./store.js";
import { currentLanguage, t } from "./texts/index.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./game.js").Node} Node
 * @typedef {import("./goal.js").Lesson} Lesson
 */

/** The weakest level, for the game at the end. */
const WEAKEST = 600;

/** @param {import("./goal.js").Words} words */
function words([english, chinese]) {
  return currentLanguage() === "zh" ? chinese : english;
}

export class Lessons {
  /**
   * @param {Play} play
   * @param {{ begin: (game: import("./game.js").Game, side: "first") => void, announce: (text: string) => void }} page
   */
  constructor(play, page) {
    this.play = play;
    this.page = page;
    this.course = zhonggong;
    /** The lesson that is on the board: chapter and number. @type {[number, number] | null} */
    this.at = null;
    /**
     * The game that was on the board before.
     * @type {{ game: import("./game.js").Game, left: [number, number] } | null}
     */
    this.before = null;
    this.hinted = false;
    /** @type {"open" | "met" | "missed"} */
    this.outcome = "open";
    /** @type {Set<string>} */
    this.done = new Set(load("lessons") ?? []);
  }

  get active() {
    return this.at !== null;
  }

  get lesson() {
    return this.at && this.course.chapters[this.at[0]].lessons[this.at[1]];
  }

  /** Opens the list of lessons. */
  list() {
    const { chapters } = this.course;
    const all = chapters.reduce((sum, chapter) => sum + chapter.lessons.length, 0);
    /** @type {HTMLElement[]} */
    const content = [el("p", {}, t("learn.about", { done: this.done.size, all }))];
    chapters.forEach((chapter, i) => {
      const row = el("div", { class: "lesson-list" });
      chapter.lessons.forEach((_, j) => {
        const done = this.done.has(`${i}.${j}`);
        const name = t("learn.lesson", { chapter: words(chapter.name), number: j + 1 });
        const open = () => {
          dialog.close();
          this.open(i, j);
        };
        row.append(
          button(String(j + 1), open, {
            class: done ? "done" : "",
            label: done ? `${name}, ${t("learn.done")}` : name,
          }),
        );
      });
      content.push(el("section", {}, el("h3", {}, words(chapter.name)), row));
    });
    const dialog = openDialog(t("learn.title"), content, "wide");
    const first = dialog.querySelector(".lesson-list button:not(.done)");
    if (first instanceof HTMLElement) first.focus();
  }

  /**
   * Puts a lesson on the board.
   * @param {number} chapter
   * @param {number} number
   */
  open(chapter, number) {
    const { play } = this;
    if (!this.at) this.before = { game: play.game, left: [play.clocks.first, play.clocks.second] };
    this.at = [chapter, number];
    this.hinted = false;
    this.restart();
  }

  /** The lesson's position from its start. */
  restart() {
    const lesson = this.lesson;
    if (!lesson) return;
    this.outcome = "open";
    const answers = (lesson.moves ?? 1) > 1;
    this.play.reserved = lesson.game ?? false;
    this.page.begin(
      createGame({
        variant: this.course.variant,
        start: lesson.fen || null,
        players: {
          first: { kind: "person" },
          second: answers ? { kind: "engine", level: 0 } : { kind: "person" },
        },
      }),
      "first",
    );
    this.page.announce(words(lesson.text));
    this.draw();
  }

  /** Leaves the lessons; the game from before is on the board again. */
  leave() {
    this.at = null;
    this.play.reserved = false;
    this.draw();
    if (this.before) this.play.begin(this.before.game, this.before.left);
  }

  next() {
    if (!this.at) return;
    const [chapter, number] = this.at;
    if (this.course.chapters[chapter].lessons[number + 1]) this.open(chapter, number + 1);
    else if (this.course.chapters[chapter + 1]) this.open(chapter + 1, 0);
    else this.list();
  }

  /**
   * A move was made in the lesson: has it reached the goal?
   * @param {Node} node
   */
  moved(node) {
    const lesson = this.lesson;
    const { play } = this;
    if (!lesson || !this.at || lesson.game || node.side !== play.game.turn || this.outcome !== "open") return;
    const before = node.parent && play.states.get(node.parent);
    const after = play.states.get(node);
    if (!before || !after) return;
    const move = before.legal.find((entry) => entry.move === node.move);
    const met = move && goalMet(lesson.goal, before, after, move);
    if (!met && (plyOf(node) + 1) / 2 < (lesson.moves ?? 1) && !after.verdict) return;
    this.outcome = met ? "met" : "missed";
    play.reserve();
    if (met) {
      this.done.add(this.at.join("."));
      save("lessons", [...this.done]);
    }
    this.page.announce(t(met ? "learn.good" : "learn.not-yet"));
    this.draw();
  }

  /** The whole game at the end of the course. */
  playGame() {
    this.at = null;
    this.before = null;
    this.play.reserved = false;
    this.draw();
    const players = {
      first: { kind: /** @type {"person"} */ ("person") },
      second: { kind: /** @type {"engine"} */ ("engine"), level: WEAKEST },
    };
    this.page.begin(createGame({ variant: this.course.variant, players }), "first");
  }

  draw() {
    const box = byId("lesson");
    const lesson = this.lesson;
    box.hidden = !lesson;
    byId("side").classList.toggle("learning", Boolean(lesson));
    if (!lesson || !this.at) return;
    const [chapter, number] = this.at;
    const name = t("learn.lesson", {
      chapter: words(this.course.chapters[chapter].name),
      number: number + 1,
    });
    const { outcome } = this;
    const buttons = [];
    if (lesson.game) buttons.push(button(t("learn.game"), () => this.playGame(), { class: "primary" }));
    else if (outcome === "met")
      buttons.push(button(t("learn.next"), () => this.next(), { class: "primary" }));
    else if (outcome === "missed")
      buttons.push(button(t("learn.again"), () => this.restart(), { class: "primary" }));
    if (outcome === "open" && !this.hinted) buttons.push(button(t("learn.hint"), () => this.showHint()));
    buttons.push(
      button(t("learn.list"), () => this.list()),
      button(t("learn.leave"), () => this.leave()),
    );
    const verdict = { open: null, met: t("learn.good"), missed: t("learn.not-yet") }[outcome];
    box.replaceChildren(
      el("h2", {}, name),
      el("p", {}, words(lesson.text)),
      ...((lesson.moves ?? 1) > 1 ? [el("p", {}, t("learn.moves", { moves: lesson.moves ?? 1 }))] : []),
      ...(this.hinted ? [el("p", { class: "lesson-hint" }, words(lesson.hint))] : []),
      ...(verdict ? [el("p", { class: `lesson-verdict ${outcome}` }, verdict)] : []),
      el("div", { class: "buttons" }, ...buttons),
    );
    // The next step is at hand for the keyboard.
    if (outcome !== "open") /** @type {HTMLElement | null} */ (box.querySelector("button.primary"))?.focus();
  }

  showHint() {
    this.hinted = true;
    this.draw();
  }
}
