// The Swap2 opening on the page: the board, who places stones or chooses, and the colours in the end.

import { createBoard } from "../board/index.js";
import { boardSettings } from "../board-view.js";
import { button, el, replaceButtons } from "../dom.js";
import { addMove, createGame } from "../game.js";
import { puzzleEngine } from "../puzzles/engine.js";
import { play as playSound } from "../sound.js";
import { load, save } from "../store.js";
import { t } from "../texts/index.js";
import { boardKind } from "../variants.js";
import { balancedStones, betterColour, sessionValue } from "./engine.js";
import { RULE, swapFact } from "./fact.js";
import { Swap2 } from "./opening.js";
import { KEPT } from "./prepare.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../pages.js").Pages} Pages
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {import("./opening.js").Role} Role
 * @typedef {Pick<Game, "variant" | "options" | "players" | "control" | "facts">} Prepared
 */

/** Milliseconds between the engine's stones. */
const STEP = 400;
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * @param {Pages} pages
 * @param {(game: Game, side: Side) => void} begin
 * @returns {import("../pages.js").View}
 */
export function showSwap2(pages, begin) {
  const kept = load(KEPT, () => sessionStorage);
  const leave = () => pages.leave();
  const title = t("swap2.title");
  if (!kept?.variant || !kept.players?.first || !kept.players.second) {
    queueMicrotask(leave);
    return { title, keys: {} };
  }
  const view = new SwapView(pages, kept, begin);
  return {
    title,
    keys: { Escape: leave, Backspace: () => view.takeBack() },
    close: () => view.close(),
    resume: () => void view.follow(),
    applySettings: () => view.applySettings(),
  };
}

class SwapView {
  /**
   * @param {Pages} pages
   * @param {Prepared & { opening?: any }} prepared
   * @param {(game: Game, side: Side) => void} begin
   */
  constructor(pages, prepared, begin) {
    this.pages = pages;
    this.prepared = prepared;
    this.begin = begin;
    this.opening = new Swap2(prepared.opening);
    this.engine = puzzleEngine(pages.play.session);
    this.value = sessionValue(pages.play.session, this.engine, prepared);
    /** @type {import("../protocol.js").State | null} */
    this.state = null;
    /** Counts what the opening waits for, so that an earlier answer is dropped. */
    this.turn = 0;
    this.closed = false;
    const frame = el("div", { class: "board-frame" });
    this.heading = el("h2", { tabIndex: -1 });
    this.task = el("p", { class: "lesson-goal" });
    this.comment = el("div", { class: "lesson-comment", role: "status" });
    this.buttons = el("div", { class: "lesson-buttons" });
    const side = el(
      "section",
      { class: "side lesson-side", "aria-label": t("swap2.title") },
      el("div", { class: "lesson-place" }, el("span", {}, t("swap2.title"))),
      el(
        "div",
        { class: "lesson-body" },
        this.heading,
        this.task,
        this.comment,
        el("p", { class: "swap2-rules" }, t("swap2.rules")),
      ),
      this.buttons,
    );
    const area = el("section", { class: "board-area", "aria-label": t("board.area") }, frame);
    const { variant } = prepared;
    pages.element.replaceChildren(
      el("div", { class: "layout lesson-page", "data-kind": boardKind(variant) }, area, side),
    );
    this.board = createBoard(frame, {
      text: t,
      onMove: ({ move }) => void this.place(move),
      onRefused: () => {},
    });
    this.applySettings();
    void this.follow();
  }

  applySettings() {
    this.board.setSettings(boardSettings(this.pages.surroundings.settings(), this.prepared.variant));
  }

  /** @param {Role} role */
  player(role) {
    return this.prepared.players[role === "opener" ? "first" : "second"];
  }

  /** @param {Role} role */
  name(role) {
    const { first, second } = this.prepared.players;
    if (first.kind === second.kind) return t(`swap2.${role}`);
    return t(this.player(role).kind === "engine" ? "swap2.engine" : "swap2.you");
  }

  /** Whether a person acts now. */
  get isPersons() {
    return this.opening.phase !== "done" && this.player(this.opening.actor).kind === "person";
  }

  /** Shows the opening as it is now, and lets the engine act if it is its turn. */
  async follow() {
    const turn = ++this.turn;
    const { opening, prepared } = this;
    save(KEPT, { ...prepared, opening: opening.saved }, () => sessionStorage);
    this.state = null;
    this.draw();
    const state = await this.engine.state(prepared.variant, null, opening.moves, prepared.options);
    if (this.closed || turn !== this.turn) return;
    if (!state) {
      this.comment.textContent = t("connection.lost");
      return;
    }
    this.state = state;
    this.draw();
    if (opening.phase !== "done" && !this.isPersons) await this.act(turn);
  }

  /**
   * The engine places its stones, or chooses.
   * @param {number} turn
   */
  async act(turn) {
    const { opening } = this;
    const isOver = () => this.closed || turn !== this.turn;
    if (opening.phase === "three") {
      const size = Number(this.prepared.options.BoardSize ?? 15);
      opening.moves.length = 0;
      const stones = await balancedStones(size, this.value);
      if (isOver() || !stones) return;
      for (const stone of stones) {
        opening.place(stone);
        const { variant, options } = this.prepared;
        this.state = await this.engine.state(variant, null, opening.moves, options);
        if (isOver()) return;
        playSound("move");
        this.draw();
        await wait(STEP);
        if (isOver()) return;
      }
    } else {
      const colour = await betterColour(opening.moves, this.value);
      if (isOver() || !colour) return;
      opening.choose(colour);
    }
    await this.follow();
  }

  /** @param {string} move */
  async place(move) {
    if (!this.isPersons || !this.opening.places) return;
    this.opening.place(move);
    playSound("move");
    await this.follow();
  }

  takeBack() {
    if (!this.isPersons || !this.opening.canTakeBack) return;
    this.opening.takeBack();
    void this.follow();
  }

  /** @param {import("./opening.js").Colour | "two"} choice */
  choose(choice) {
    if (!this.isPersons) return;
    this.opening.choose(choice);
    void this.follow();
  }

  /** Begins the game with the stones and colours of the opening. */
  finish() {
    const { opening, prepared } = this;
    const { opener } = opening;
    if (!opener) return;
    const { first, second } = prepared.players;
    const players = opener === "first" ? { first, second } : { first: second, second: first };
    const facts = { ...prepared.facts, [RULE]: swapFact(opening.moves.length, opener) };
    const { variant, options, control } = prepared;
    const game = createGame({ variant, options, control, players, facts });
    for (const move of opening.moves) game.tip = game.current = addMove(game, game.tip, move);
    save(KEPT, null, () => sessionStorage);
    const isWhite = players.second.kind === "person" && players.first.kind === "engine";
    this.pages.leave();
    this.begin(game, isWhite ? "second" : "first");
  }

  draw() {
    const { opening, state } = this;
    const { phase, opener } = opening;
    const isDone = phase === "done";
    this.heading.textContent = isDone ? t("swap2.title") : this.name(opening.actor);
    const waits = !isDone && !this.isPersons;
    this.task.textContent = t(waits ? "swap2.thinking" : `swap2.${phase}`);
    const [black, white] = opener === "first" ? ["opener", "chooser"] : ["chooser", "opener"];
    const names = {
      black: this.name(/** @type {Role} */ (black)),
      white: this.name(/** @type {Role} */ (white)),
    };
    const said = isDone ? t("swap2.colours", names) : phase === "last-choice" ? t("swap2.placed") : "";
    this.comment.className = `lesson-comment ${isDone ? "good" : ""}`;
    if (this.comment.textContent !== said) this.comment.textContent = said;
    this.showButtons();
    if (!state) return;
    const last = state.moves.at(-1);
    this.board.show({
      kind: state.board,
      fen: state.fen,
      orientation: "first",
      turn: state.turn,
      legal: this.isPersons && opening.places ? state.legal : [],
      last: last ? { from: last.from, to: last.to, traded: last.traded } : null,
      marks: state.marks,
    });
  }

  showButtons() {
    const { opening } = this;
    const entries = [];
    if (opening.phase === "done")
      entries.push(button(t("swap2.begin"), () => this.finish(), { class: "primary" }));
    if (this.isPersons) {
      for (const choice of opening.choices)
        entries.push(button(t(`swap2.take.${choice}`), () => this.choose(choice), { class: "primary" }));
      if (opening.canTakeBack) entries.push(button(t("swap2.back"), () => this.takeBack()));
    }
    entries.push(button(t("swap2.leave"), () => this.pages.leave()));
    replaceButtons(this.buttons, entries);
  }

  close() {
    this.closed = true;
    this.board.destroy();
  }
}
