// Analysis of the shown position: lines with scores, the evaluation bar, arrows of the best moves.

import { button, byId, el } from "./dom.js";
import { MOST_LINES } from "./engine-settings.js";
import { turnAt } from "./game.js";
import { Preview } from "./preview.js";
import { isUnknown, parseJson, scoreForFirst, scoreText, winningChance } from "./protocol.js";
import { t } from "./texts/index.js";
import { colour, shownName, sideName } from "./variants.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./protocol.js").Info} Info
 * @typedef {import("./protocol.js").PlayedMove} PlayedMove
 * @typedef {import("./game.js").Node} Node
 */

/** Moves of a line that are shown. */
const SHOWN_MOVES = 8;
/** The points of a board of stones whose values are shown. */
const VALUED_POINTS = 9;
/** Chances of a win, from 0 to 2, that a candidate of each tone may lose against the best. @type {[number, "good" | "fair"][]} */
const TONES = [
  [0.1, "good"],
  [0.3, "fair"],
];
/** The least time between two drawings, in milliseconds. */
const DRAW_INTERVAL = 120;

/**
 * The moves of a line that are shown.
 * @param {Info} info
 */
function shownMoves(info) {
  return info.pv.slice(0, SHOWN_MOVES).join(" ");
}

/**
 * The side that a score favours; the first if it favours neither.
 * @param {import("./protocol.js").Score} score from the first player's view
 */
function ahead(score) {
  return (score.mate ?? score.cp ?? 0) < 0 ? "second" : "first";
}

/**
 * What tables of endings or a proof say about a position.
 * @param {string} variant
 * @param {import("./protocol.js").Known} known
 */
export function knownText(variant, { winner, plies, at_most: atMost }) {
  if (!winner) return t("known.draw");
  const side = sideName(variant, winner);
  if (plies === undefined) return t("known.wins", { side });
  if (plies === 1) return t(atMost ? "known.proved.one" : "known.wins-in.one", { side });
  return t(atMost ? "known.proved" : "known.wins-in", { side, plies });
}

export class Analysis {
  /**
   * @param {Play} play
   * @param {() => import("./preview.js").Look} look
   * @param {() => void} onChange the arrows or the score have changed
   * @param {(lines: number) => void} onLines the user has chosen how many lines there are
   */
  constructor(play, look, onChange, onLines) {
    this.play = play;
    this.look = look;
    this.onChange = onChange;
    this.on = false;
    /** Nobody sees the page: the search waits. */
    this.resting = false;
    this.lines = 3;
    /** Whether points of stones show their values. */
    this.valued = true;
    /** The position that is searched. @type {Node | null} */
    this.node = null;
    /** The reports that are shown. @type {Info[]} */
    this.infos = [];
    /** @type {Info[]} */
    this.latest = [];
    /** What the engine says about the moves of lines, by their texts. @type {Map<string, PlayedMove[]>} */
    this.named = new Map();
    /** Whether the engine can name the moves of a line. */
    this.naming = true;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.depth = el("span", { class: "depth" });
    const more = (/** @type {number} */ change) => () => {
      onLines(this.lines + change);
    };
    this.fewer = button("−", more(-1), { class: "icon" });
    this.more = button("+", more(1), { class: "icon" });
    this.known = el("p", { class: "known", hidden: true });
    // The elements stay while lines come and go, so that the focus and the pointer stay on a move.
    this.list = el("ol", { class: "lines" });
    this.element = el(
      "div",
      {},
      el("div", { class: "engine-head" }, this.depth, this.fewer, this.more),
      this.known,
      this.list,
    );
    this.preview = new Preview(this.list, look);
    /** The move that is pointed at: its line and place. @type {number[] | null} */
    this.pointed = null;
    const point = (/** @type {Event} */ { target }) => {
      const entry = target instanceof Element ? target.closest("button") : null;
      const row = entry?.parentElement;
      this.pointed =
        entry && row ? [[...this.list.children].indexOf(row), [...row.children].indexOf(entry) - 1] : null;
      this.showPreview();
    };
    const leave = () => {
      this.pointed = null;
      this.showPreview();
    };
    this.list.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(event));
    this.list.addEventListener("pointerleave", leave);
    this.list.addEventListener("focusin", point);
    this.list.addEventListener("focusout", leave);
  }

  /**
   * @param {number} lines
   * @param {boolean} valued whether points of stones show their values
   */
  setLines(lines, valued) {
    if (lines === this.lines && valued === this.valued) return;
    this.lines = lines;
    this.valued = valued;
    this.follow();
  }

  /** The lines that the engine searches: values of points need more than are listed. */
  get searched() {
    return this.valued && this.play.stones ? Math.max(this.lines, VALUED_POINTS) : this.lines;
  }

  /** @param {boolean} on */
  switch(on) {
    this.on = on;
    this.node = null;
    if (!on) this.play.session.halt();
    this.follow();
  }

  /**
   * Ends the search while nobody sees the page.
   * @param {boolean} resting
   */
  rest(resting) {
    if (this.resting === resting) return;
    this.resting = resting;
    const { play } = this;
    if (!this.on || play.game.live || play.reserved) return;
    if (resting) play.session.halt();
    else this.follow();
  }

  /** Searches the position that is shown now, if the analysis is on. */
  follow() {
    const { play } = this;
    const node = play.game.current;
    this.pointed = null;
    this.showPreview();
    if (play.reserved || play.game.live) return;
    this.infos = [];
    this.latest = [];
    this.named.clear();
    if (!this.on || this.resting || !play.state || !play.session.open) {
      this.draw();
      return;
    }
    this.node = node;
    if (!play.state.verdict && play.state.legal.length) {
      const lines = [
        ...play.levelLines(0),
        "setoption name UCI_AnalyseMode value true",
        `setoption name MultiPV value ${this.searched}`,
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
    this.latest[info.multipv - 1] = info;
    if (info.multipv === 1 && !info.score.bound) {
      node.score = scoreForFirst(info.score, turnAt(this.play.game, node));
      node.best = info.pv[0];
      node.bestName = this.play.states.get(node)?.legal.find((move) => move.move === node.best)?.name;
    }
    this.timer ??= setTimeout(async () => {
      this.timer = null;
      const asked = this.latest;
      const infos = asked.filter(Boolean);
      await this.name(infos.slice(0, this.lines));
      if (asked === this.latest) this.infos = infos;
      this.draw();
    }, DRAW_INTERVAL);
  }

  /**
   * Asks the engine for the names of the moves of new lines.
   * @param {Info[]} infos
   */
  async name(infos) {
    const { named, play } = this;
    const fresh = infos.map(shownMoves).filter((moves) => !named.has(moves));
    if (!this.naming || !fresh.length || play.reserved) return;
    const answer = await play.session.request(fresh.map((moves) => `line ${moves}`));
    if (!answer) return;
    if (isUnknown(answer, "line")) this.naming = false;
    const lines = answer.lines.map((line) => parseJson("line", line)).filter(Boolean);
    fresh.forEach((moves, i) => named.set(moves, lines[i] ?? []));
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

  /**
   * What the best points of stones are worth, each once.
   * @returns {import("./board/values.js").PointValue[]}
   */
  get values() {
    const { play } = this;
    if (!this.valued || !play.stones) return [];
    const { curve } = play.game;
    const turn = turnAt(play.game, play.game.current);
    const shown = this.current.filter(
      ({ pv }, i, all) => all.findIndex((other) => other.pv[0] === pv[0]) === i,
    );
    return shown.flatMap((info, i) => {
      const move = play.state?.legal.find((entry) => entry.move === info.pv[0]);
      if (!move || move.from || move.traded) return [];
      const lost = winningChance(shown[0].score, curve) - winningChance(info.score, curve);
      const tone = i ? (TONES.find(([limit]) => lost < limit)?.[1] ?? "poor") : "best";
      return [{ point: move.to, rank: i + 1, text: scoreText(scoreForFirst(info.score, turn), 1), tone }];
    });
  }

  /** The best moves of stones, which have no arrows. */
  get points() {
    if (this.valued) return [];
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
    const { play, list } = this;
    const { variant } = play.game;
    const shown = this.current.slice(0, this.lines);
    const first = shown[0];
    const turn = turnAt(play.game, play.game.current);
    const thousands = Math.round((first?.nps ?? 0) / 1000);
    const effort = first && [t("analysis.depth", { depth: first.depth })];
    if (thousands) effort?.push(t("analysis.speed", { thousands }));
    this.depth.textContent = effort?.join(" · ") ?? this.idleText();
    const known = this.on && !play.state?.verdict && play.state?.known;
    this.known.hidden = !known;
    this.known.textContent = known ? knownText(variant, known) : "";
    this.fewer.ariaLabel = this.fewer.title = t("analysis.fewer");
    this.more.ariaLabel = this.more.title = t("analysis.more");
    this.fewer.disabled = this.lines === 1;
    this.more.disabled = this.lines === MOST_LINES;
    while (list.children.length > shown.length) list.lastElementChild?.remove();
    for (const [i, info] of shown.entries()) {
      const [label, ...entries] = (list.children[i] ?? this.addRow(i)).children;
      const score = scoreForFirst(info.score, turn);
      label.className = `score ${colour(variant, ahead(score))}`;
      label.textContent = scoreText(score);
      const named = this.named.get(shownMoves(info));
      for (const [at, entry] of entries.entries()) {
        const move = info.pv[at] ?? "";
        const known = named?.[at] ?? (at ? null : play.state?.legal.find((legal) => legal.move === move));
        const text = known ? shownName(variant, known, this.look().settings.names) : move;
        if (entry.textContent !== text) entry.textContent = text;
        entry.toggleAttribute("hidden", !text);
      }
    }
    this.showPreview();
    this.drawBar();
    this.onChange();
  }

  /** The best line in words; "" if there is none. */
  get words() {
    const info = this.current[0];
    if (!info) return "";
    const { variant } = this.play.game;
    const score = scoreText(scoreForFirst(info.score, turnAt(this.play.game, this.play.game.current)));
    const named = this.named.get(shownMoves(info));
    const moves = named?.map((move) => shownName(variant, move, this.look().settings.names)) ?? info.pv;
    return t("analysis.line", { depth: info.depth, score, moves: moves.slice(0, 4).join(" ") });
  }

  /** @param {number} i */
  addRow(i) {
    const entries = Array.from({ length: SHOWN_MOVES }, (_, at) =>
      button("", () => this.play.playLine(this.infos[i].pv.slice(0, at + 1)), { class: "move" }),
    );
    return this.list.appendChild(el("li", {}, el("span"), ...entries));
  }

  /** Shows the position after the move that is pointed at. */
  showPreview() {
    const [line, at] = this.pointed ?? [-1, 0];
    const info = this.current[line];
    const move = info && this.named.get(shownMoves(info))?.[at];
    this.preview.show(this.play.game.variant, move);
  }

  idleText() {
    const verdict = this.play.state?.verdict;
    return verdict ? t("analysis.over") : this.on ? t("analysis.thinking") : t("analysis.off");
  }

  /**
   * The score of a position in which the game is over.
   * @returns {import("./protocol.js").Score | undefined}
   */
  decided() {
    const verdict = this.play.state?.verdict;
    if (!verdict) return undefined;
    return verdict.winner ? { mate: verdict.winner === "first" ? 1 : -1 } : { cp: 0 };
  }

  /** Draws the evaluation bar by the score of the shown position. */
  drawBar() {
    const { game } = this.play;
    const bar = byId("eval-bar");
    const score = game.live ? undefined : (this.decided() ?? game.current.score);
    bar.hidden = game.live || !(this.on || score);
    if (bar.hidden) return;
    const { variant } = game;
    const chance = score ? winningChance(score, game.curve) : 0;
    const leader = ahead(score ?? {});
    const [fill, label] = [byId("eval-fill"), byId("eval-text")];
    bar.dataset.second = colour(variant, "second");
    fill.className = colour(variant, "first");
    fill.style.setProperty("--share", `${(50 + 50 * chance).toFixed(1)}%`);
    label.textContent = this.decided()?.mate ? "#" : score ? scoreText(score, 1) : "";
    // The number stands at the end of the side that is ahead, on that side's colour.
    label.className = `${colour(variant, leader)} ${leader === this.look().orientation ? "" : "top"}`;
    bar.setAttribute("aria-label", t("analysis.bar", { score: score ? scoreText(score) : "–" }));
  }
}
