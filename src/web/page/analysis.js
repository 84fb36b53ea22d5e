// Analysis of the shown position: lines with scores, the evaluation bar, arrows of the best moves.

import { button, byId, el } from "./dom.js";
import { turnAt } from "./game.js";
import { scoreForFirst, scoreText, winningChance } from "./protocol.js";
import { t } from "./texts/index.js";
import { shownName } from "./variants.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./protocol.js").Info} Info
 * @typedef {import("./game.js").Node} Node
 */

/** Moves of a line that are shown. */
const SHOWN_MOVES = 8;
/** The least time between two drawings, in milliseconds. */
const DRAW_INTERVAL = 120;
const MOST_LINES = 5;

export class Analysis {
  /**
   * @param {Play} play
   * @param {() => void} onChange the arrows or the score have changed
   */
  constructor(play, onChange) {
    this.play = play;
    this.onChange = onChange;
    this.on = false;
    this.lines = 3;
    this.names = "chinese";
    /** The position that is searched. @type {Node | null} */
    this.node = null;
    /** @type {Info[]} */
    this.infos = [];
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.list = el("ol", { class: "lines" });
    this.head = el("div", { class: "engine-head" });
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    this.node = null;
    this.infos = [];
    if (!on) this.play.session.halt();
    this.follow();
  }

  /** Searches the position that is shown now, if the analysis is on. */
  follow() {
    const { play } = this;
    const node = play.game.current;
    if (play.reserved || play.game.live) return;
    if (!this.on || !play.state || !play.session.open) {
      this.infos = [];
      this.draw();
      return;
    }
    this.node = node;
    this.infos = [];
    if (!play.state.verdict && play.state.legal.length) {
      const lines = [
        ...play.levelLines(0),
        "setoption name UCI_AnalyseMode value true",
        `setoption name MultiPV value ${this.lines}`,
        "go infinite",
      ];
      play.session.search(lines, { onInfo: (info) => this.receive(node, info), onDone: () => this.draw() });
    }
    this.draw();
  }

  /**
   * @param {Node} node
   * @param {Info} info
   */
  receive(node, info) {
    if (node !== this.node) return;
    this.infos[info.multipv - 1] = info;
    if (info.multipv === 1 && !info.score.bound) {
      node.score = scoreForFirst(info.score, turnAt(this.play.game, node));
      node.best = info.pv[0];
      node.bestName = this.play.states.get(node)?.legal.find((move) => move.move === node.best)?.name;
    }
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.draw();
    }, DRAW_INTERVAL);
  }

  /** The best moves as arrows. */
  get arrows() {
    const legal = this.play.state?.legal ?? [];
    const arrows = [];
    for (const [i, info] of this.current.entries()) {
      const move = legal.find((entry) => entry.move === info?.pv[0]);
      const from = move?.from ?? move?.traded?.[0];
      if (move && from) arrows.push({ from, to: move.to, brush: i === 0 ? "best" : "second" });
    }
    return arrows.slice(0, 3);
  }

  /** The best moves of stones, which have no arrows. */
  get points() {
    const best = this.current[0]?.pv[0];
    const move = this.play.state?.legal.find((entry) => entry.move === best);
    return move && !move.from && !move.traded ? [{ point: move.to, name: "hint" }] : [];
  }

  /** The reports on the shown position. */
  get current() {
    return this.on && this.node === this.play.game.current ? this.infos : [];
  }

  /** Plays the first move of the best line. */
  playBest() {
    const best = this.current[0]?.pv[0];
    if (best) this.play.makeMove(best);
  }

  draw() {
    const { play } = this;
    const { variant } = play.game;
    const first = this.current[0];
    const turn = turnAt(play.game, play.game.current);
    const speed = first && first.nps >= 1000 ? `${Math.round(first.nps / 1000)} kn/s` : "";
    const more = (/** @type {number} */ change) => {
      this.lines = Math.max(1, Math.min(MOST_LINES, this.lines + change));
      this.follow();
    };
    this.head.replaceChildren(
      el(
        "span",
        { class: "depth" },
        first ? t("analysis.depth", { depth: first.depth, speed }) : this.idleText(),
      ),
      button("−", () => more(-1), { label: t("analysis.fewer"), class: "icon", disabled: this.lines === 1 }),
      button("+", () => more(1), {
        label: t("analysis.more"),
        class: "icon",
        disabled: this.lines === MOST_LINES,
      }),
    );
    this.list.replaceChildren();
    for (const info of this.current) {
      if (!info) continue;
      const score = scoreForFirst(info.score, turn);
      const row = el(
        "li",
        {},
        el("span", { class: `score ${winningChance(score) < 0 ? "second" : "first"}` }, scoreText(score)),
      );
      info.pv.slice(0, SHOWN_MOVES).forEach((move, i) => {
        const known = i === 0 ? play.state?.legal.find((entry) => entry.move === move) : undefined;
        const text = known ? shownName(variant, known, this.names) : move;
        row.append(button(text, () => play.playLine(info.pv.slice(0, i + 1)), { class: "move" }));
      });
      this.list.append(row);
    }
    this.drawBar();
    this.onChange();
  }

  idleText() {
    const verdict = this.play.state?.verdict;
    return verdict ? t("analysis.over") : this.on ? t("analysis.thinking") : t("analysis.off");
  }

  /** Draws the evaluation bar by the score of the shown position. */
  drawBar() {
    const { game } = this.play;
    const bar = byId("eval-bar");
    const score = game.live ? undefined : game.current.score;
    bar.hidden = game.live || !(this.on || score);
    if (bar.hidden) return;
    const chance = score ? winningChance(score) : 0;
    const text = score ? scoreText(score) : "";
    byId("eval-fill").style.height = `${(50 + 50 * chance).toFixed(1)}%`;
    byId("eval-text").textContent = text.replace(/^[+−]/, "").replace(/(\.\d)\d/, "$1");
    bar.dataset.variant = game.variant;
    bar.setAttribute("aria-label", t("analysis.bar", { score: text || "–" }));
  }
}
