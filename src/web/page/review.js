// The review of a whole game: every position searched with the same effort, every move judged by what it lost.

import { button, el } from "./dom.js";
import { addMove, mainLine, turnAt } from "./game.js";
import { other, parseJson, scoreForFirst, scoreText, winningChance } from "./protocol.js";
import { reviewLine } from "./results.js";
import { load, save } from "./store.js";
import { t } from "./texts/index.js";
import { shownName, sideName } from "./variants.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./game.js").Node} Node
 * @typedef {import("./game.js").Judgement} Judgement
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").WinCurve} WinCurve
 */

/** Nodes for each position, by the effort that is chosen. @type {Record<string, number>} */
export const EFFORTS = { quick: 50_000, normal: 150_000, deep: 600_000 };
const USUAL_EFFORT = "quick";
/** The name under which the effort is kept. */
const EFFORT = "review-effort";
/** The plies of a better line that are put into the game. */
const LINE = 5;
/** The least time between two drawings of the progress, in milliseconds. */
const DRAW_INTERVAL = 250;

/** @type {Judgement[]} */
export const JUDGEMENTS = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** The signs of judgements. @type {Record<string, string>} */
export const SYMBOLS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * The chances of a side, from -1 to 1, by a score from the first player's view.
 * @param {Score} score
 * @param {Side} side
 * @param {WinCurve} curve
 */
function chances(score, side, curve) {
  return winningChance(score, curve) * (side === "first" ? 1 : -1);
}

/**
 * Judges a move by the scores before and after it, from the first player's view. The limits are a tenth, a fifth and
 * three tenths of the way from a draw to a win.
 * @param {Score} before
 * @param {Score} after
 * @param {Side} side who moved
 * @param {boolean} best whether it is the engine's choice
 * @param {WinCurve} curve
 * @returns {Judgement}
 */
export function judge(before, after, side, best, curve) {
  if (best) return "best";
  const lost = chances(before, side, curve) - chances(after, side, curve);
  return lost >= 0.3 ? "blunder" : lost >= 0.2 ? "mistake" : lost >= 0.1 ? "inaccuracy" : "good";
}

/**
 * What a move missed or allowed, as the key of a text: a forced win, or a forced loss.
 * @param {Score} before
 * @param {Score} after
 * @param {Side} side
 * @returns {{ key: string, moves: number } | null}
 */
export function missed(before, after, side) {
  const sign = side === "first" ? 1 : -1;
  const had = (before.mate ?? 0) * sign;
  const has = (after.mate ?? 0) * sign;
  if (had > 0 && has <= 0) return { key: "review.missed-win", moves: had };
  if (has < 0 && had >= 0) return { key: "review.allowed-loss", moves: -has };
  return null;
}

/**
 * How well a side played, from 0 to 100: by the mean loss of its moves, with the curve that lichess uses.
 * @param {number[]} losses in chances from 0 to 2
 */
export function accuracy(losses) {
  if (!losses.length) return 100;
  const each = losses.map((lost) => 103.1668 * Math.exp(-0.04354 * 50 * Math.max(0, lost)) - 3.1669);
  return Math.max(0, Math.min(100, each.reduce((sum, value) => sum + value, 0) / each.length));
}

/**
 * Judges all moves of the main line whose scores are known, and counts them for each side.
 * @param {import("./game.js").Game} game
 */
export function summarise(game) {
  const empty = () => ({
    counts: Object.fromEntries(JUDGEMENTS.map((name) => [name, 0])),
    losses: /** @type {number[]} */ ([]),
  });
  const sides = { first: empty(), second: empty() };
  const { curve } = game;
  for (const node of mainLine(game)) {
    const before = node.parent?.score;
    if (!before || !node.score || !node.side) continue;
    node.judgement = judge(before, node.score, node.side, node.parent?.best === node.move, curve);
    sides[node.side].counts[node.judgement]++;
    sides[node.side].losses.push(chances(before, node.side, curve) - chances(node.score, node.side, curve));
  }
  return sides;
}

export class Review {
  /**
   * @param {Play} play
   * @param {() => void} onChange
   * @param {(game: import("./game.js").Game) => void} onReviewed the whole game is reviewed
   */
  constructor(play, onChange, onReviewed) {
    this.play = play;
    this.onChange = onChange;
    this.onReviewed = onReviewed;
    /** The part that is done, from 0 to 1; null if no review runs. @type {number | null} */
    this.progress = null;
    /** The game whose summary is shown. @type {import("./game.js").Game | null} */
    this.reviewed = null;
    const kept = load(EFFORT);
    this.effort = EFFORTS[kept] ? String(kept) : USUAL_EFFORT;
  }

  get running() {
    return this.progress !== null;
  }

  async run() {
    const { play } = this;
    const { game, session } = play;
    if (this.running || game.live) return;
    // From the end: what the engine has seen of later positions makes the scores of earlier ones agree with theirs.
    const nodes = [game.root, ...mainLine(game)].reverse();
    /** The engine's best lines. @type {Map<Node, string[]>} */
    const lines = new Map();
    play.reserve();
    this.progress = 0;
    this.onChange();
    session.send([
      ...play.selection(),
      ...play.levelLines(0),
      "setoption name UCI_AnalyseMode value true",
      "setoption name MultiPV value 1",
      // A good move is none the worse for not being that of the proof.
      "setoption name UseSolution value false",
    ]);
    let drawn = Date.now();
    for (const [i, node] of nodes.entries()) {
      const done = await this.examine(node, lines);
      if (!done || this.progress === null || play.game !== game) break;
      this.progress = (i + 1) / nodes.length;
      if (Date.now() - drawn < DRAW_INTERVAL) continue;
      drawn = Date.now();
      summarise(game);
      this.onChange();
    }
    session.send(["setoption name UseSolution value true"]);
    const whole = this.progress === 1;
    this.progress = null;
    if (whole) {
      this.reviewed = game;
      await this.addBetter(game, lines);
      this.onReviewed(game);
    }
    await play.release();
    this.onChange();
  }

  cancel() {
    if (!this.running) return;
    this.progress = null;
    this.play.session.send(["stop"]);
  }

  /**
   * Puts the better line beside every move that is no good one.
   * @param {import("./game.js").Game} game
   * @param {Map<Node, string[]>} lines
   */
  async addBetter(game, lines) {
    summarise(game);
    const { play } = this;
    for (const { parent, judgement } of mainLine(game)) {
      const line = parent && lines.get(parent);
      if (!line || !judgement || !SYMBOLS[judgement]) continue;
      const answer = await play.session.request([play.position(parent), `line ${line.join(" ")}`]);
      if (!answer) return;
      /** @type {import("./protocol.js").PlayedMove[]} */
      const named = parseJson("line", answer.lines.find((text) => text.startsWith("line ")) ?? "") ?? [];
      /** @type {Node} */
      let at = parent;
      for (const { move, name, fen, from, to, traded } of named) {
        const known = at.children.some((child) => child.move === move);
        at = addMove(game, at, move);
        if (!known) Object.assign(at, { name, fen: fen ?? "", from, to, traded });
      }
    }
  }

  /**
   * Searches one position; false if the connection is lost.
   * @param {Node} node
   * @param {Map<Node, string[]>} lines gets the best line
   */
  async examine(node, lines) {
    const { play } = this;
    const { game, session } = play;
    const answer = await session.request([play.position(node), "state"]);
    const state = answer?.state;
    if (!state) return false;
    play.states.set(node, state);
    const turn = turnAt(game, node);
    const { verdict } = state;
    if (verdict) {
      node.score = verdict.winner ? { mate: verdict.winner === "first" ? 1 : -1 } : { cp: 0 };
      return true;
    }
    return new Promise((resolve) => {
      const lost = setInterval(() => session.open || finish(false), 500);
      const finish = (/** @type {boolean} */ done) => {
        clearInterval(lost);
        resolve(done);
      };
      session.search([`go nodes ${EFFORTS[this.effort]}`], {
        onDone: (move, last) => {
          if (last) node.score = scoreForFirst(last.score, turn);
          const best = state.legal.find((entry) => entry.move === move);
          node.best = move ?? undefined;
          node.bestName = best?.name;
          node.better = best && { from: best.from ?? best.traded?.[0], to: best.to };
          if (move) lines.set(node, last?.pv[0] === move ? last.pv.slice(0, LINE) : [move]);
          finish(true);
        },
      });
    });
  }

  /**
   * Progress, or the summary of both sides with the effort.
   * @returns {HTMLElement | null}
   */
  element() {
    const { game } = this.play;
    if (this.progress !== null) {
      const percent = Math.round(100 * this.progress);
      return el(
        "div",
        { class: "review-progress" },
        el("progress", { max: 100, value: percent, "aria-label": t("review.progress") }),
        button(t("dialog.cancel"), () => this.cancel()),
      );
    }
    if (this.reviewed !== game) return null;
    const heading = game.result
      ? el("p", { class: "review-result" }, reviewLine(game, this.accuracies()))
      : "";
    return el("div", {}, heading, this.table(), this.effortChoice());
  }

  /** How thoroughly the game has been reviewed; another choice reviews it again. */
  effortChoice() {
    const list = el("select", { "data-name": "effort" });
    for (const name of Object.keys(EFFORTS))
      list.append(new Option(t(`review.effort.${name}`), name, false, name === this.effort));
    list.addEventListener("change", () => {
      this.effort = list.value;
      save(EFFORT, list.value);
      void this.run();
    });
    return el("label", { class: "review-effort" }, el("span", {}, t("review.effort")), list);
  }

  /** How well both sides played, in percent. */
  accuracies() {
    const { first, second } = summarise(this.play.game);
    return { first: accuracy(first.losses), second: accuracy(second.losses) };
  }

  /** The summary of both sides. */
  table() {
    const { game } = this.play;
    const sides = summarise(game);
    const shown = JUDGEMENTS.slice(2);
    const table = el("table", { class: "review-table" });
    const head = el("tr", {}, el("td", {}), el("th", { scope: "col" }, t("review.accuracy")));
    for (const name of shown)
      head.append(
        el(
          "th",
          { scope: "col", class: `judged-${name}`, title: t(`review.${name}`) },
          el("span", { "aria-hidden": "true" }, SYMBOLS[name]),
          el("span", { class: "hidden" }, t(`review.${name}`)),
        ),
      );
    table.append(head);
    for (const side of /** @type {Side[]} */ (["first", "second"])) {
      const player = sideName(game.variant, side);
      const share = `${Math.round(accuracy(sides[side].losses))}%`;
      const row = el("tr", {}, el("th", { scope: "row" }, player), el("td", {}, share));
      for (const name of shown) {
        const count = sides[side].counts[name];
        const label = `${t(`review.${name}`)}: ${count} (${player})`;
        row.append(
          el(
            "td",
            {},
            button(String(count), () => this.next(name, side), { disabled: !count, label }),
          ),
        );
      }
      table.append(row);
    }
    return table;
  }

  /**
   * Shows the next move of a side with this judgement, from the start again after the last.
   * @param {string} judgement
   * @param {Side} [side] either side without it
   */
  next(judgement, side) {
    const { game } = this.play;
    const line = mainLine(game);
    const from = line.indexOf(game.current) + 1;
    const rotated = [...line.slice(from), ...line.slice(0, from)];
    const found = rotated.find((node) => node.judgement === judgement && (!side || node.side === side));
    if (found) this.play.show(found);
  }
}

/**
 * What is to be said about the move that led to a position; null if there is nothing.
 * @param {import("./game.js").Game} game
 * @param {Node} node
 * @param {string} names the setting for names of moves
 */
export function comment(game, node, names) {
  const before = node.parent?.score;
  if (!node.judgement || !before || !node.score || !node.side) return null;
  const move = shownName(game.variant, node, names);
  const parts = [t("review.comment", { move, judgement: t(`review.${node.judgement}`) })];
  const best = node.parent?.best;
  if (!["best", "good"].includes(node.judgement) && best) {
    const name = shownName(game.variant, { move: best, name: node.parent?.bestName ?? best }, names);
    parts.push(t("review.better", { move: name, score: scoreText(before), now: scoreText(node.score) }));
  }
  const loss = missed(before, node.score, node.side);
  if (loss && node.judgement !== "best") {
    parts.push(t(loss.key, { moves: loss.moves, other: sideName(game.variant, other(node.side)) }));
  }
  return parts.join(" ").replaceAll("。 ", "。");
}
