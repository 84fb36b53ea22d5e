// What was played from the shown position: in the library, or in an opening tree that belongs to the page.

import { select } from "../dialogs.js";
import { button, el } from "../dom.js";
import { scoreText } from "../protocol.js";
import { load, save } from "../store.js";
import { currentLanguage, t } from "../texts/index.js";
import { colour, shownName, sideName } from "../variants.js";
import { TREES, lookUp, treeOf } from "./tree.js";

/**
 * @typedef {import("./tree.js").Explored} Explored
 * @typedef {{ moves: Explored[], words: string, players?: string[] }} Answer
 */

/** The name under which the chosen source is kept. */
const SOURCE = "explorer-source";
const SOURCES = ["tree", "library"];
/** Shares of a bar, in percent, that have room for a number. */
const ROOM = 22;

/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole ? Math.round((100 * part) / whole) : 0);

export class ExplorerView {
  /** @param {import("../explorer.js").Explorer} explorer */
  constructor({ play, library, names, element }) {
    this.play = play;
    this.library = library;
    this.names = names;
    this.element = element;
    const kept = load(SOURCE);
    this.chosen = SOURCES.includes(kept) ? kept : SOURCES[0];
    /** What was asked for. */
    this.asked = "";
  }

  /** The source that is shown: the library where there is no tree. */
  get source() {
    return TREES.includes(this.play.game.variant) ? this.chosen : "library";
  }

  /** Shows what is known of the position on the board, asking for it if it is another one. */
  follow() {
    const { play, source } = this;
    const { variant } = play.game;
    const { state } = play;
    const fen = state?.fen;
    if (!fen) return;
    const key = [variant, fen, source, currentLanguage(), this.names()].join(" ");
    if (key === this.asked) return;
    this.asked = key;
    const answer = source === "tree" ? this.inTree(variant, fen) : this.inLibrary(variant, fen);
    answer.then(
      (found) => key === this.asked && this.draw(state, found),
      () => {
        if (key !== this.asked) return;
        this.asked = "";
        this.draw(state, { moves: [], words: t(`explorer.unavailable.${source}`) });
        this.asked = key;
      },
    );
  }

  /**
   * @param {string} variant
   * @param {string} fen
   * @returns {Promise<Answer>}
   */
  async inTree(variant, fen) {
    const tree = await treeOf(variant);
    const moves = lookUp(tree, fen);
    const { games, plies } = tree;
    return {
      moves: moves ?? [],
      words: t(moves ? "explorer.tree" : "explorer.not-in-tree", { games, plies }),
    };
  }

  /**
   * @param {string} variant
   * @param {string} fen
   * @returns {Promise<Answer>}
   */
  async inLibrary(variant, fen) {
    const { moves, total, games } = await this.library.request("explore", { fen, variant });
    const mover = this.play.state?.turn;
    for (const entry of moves) {
      const { first, draws, second } = entry;
      const decided = first + draws + second;
      if (decided) entry.percent = share((mover === "second" ? second : first) + draws / 2, decided);
    }
    const words = t(moves.length ? "explorer.total" : total ? "explorer.ends" : "explorer.none", {
      count: total,
    });
    const players = games.slice(0, 3).map((/** @type {any} */ game) => game.players.join(" – "));
    return { moves, words, players };
  }

  /**
   * @param {import("../protocol.js").State} state
   * @param {Answer} answer
   */
  draw(state, { moves, words, players = [] }) {
    const { variant } = this.play.game;
    // What the page takes for a position of the tree may be another one.
    const known = moves.flatMap((entry) => {
      const legal = state.legal.find(({ move }) => move === entry.move);
      return legal ? [{ ...entry, name: shownName(variant, legal, this.names()) }] : [];
    });
    this.element.setAttribute("aria-label", t("explorer.label"));
    this.element.replaceChildren(
      ...(TREES.includes(variant) ? [this.sources()] : []),
      el("p", { class: "explorer-words" }, words),
      ...(known.length ? [this.table(variant, state.turn, known)] : []),
      ...(players.length ? [el("p", { class: "explorer-players" }, players.join(" · "))] : []),
    );
  }

  /** The choice of the source. */
  sources() {
    const options = /** @type {[string, string][]} */ (
      SOURCES.map((source) => [source, t(`explorer.source.${source}`)])
    );
    const field = select(t("explorer.source"), "source", options, this.source);
    field.classList.add("explorer-source");
    const list = /** @type {HTMLSelectElement} */ (field.querySelector("select"));
    list.addEventListener("change", () => {
      this.chosen = list.value;
      save(SOURCE, list.value);
      this.follow();
    });
    // The choice keeps the focus while the answer to it is drawn.
    if (this.element.querySelector("select") === document.activeElement) queueMicrotask(() => list.focus());
    return field;
  }

  /**
   * @param {string} variant
   * @param {import("../protocol.js").Side} turn
   * @param {(Explored & { name: string })[]} moves
   */
  table(variant, turn, moves) {
    const has = (/** @type {"score" | "rating"} */ name) => moves.some((entry) => entry[name] !== undefined);
    const scored = has("score");
    const rated = has("rating");
    const heads = ["move", "games", "result", ...(scored ? ["score"] : []), ...(rated ? ["rating"] : [])];
    const head = el("tr", {});
    for (const name of heads) {
      const title = t(`explorer.${name}.title`, { side: sideName(variant, turn) });
      head.append(el("th", { scope: "col", title }, t(`explorer.${name}`)));
    }
    const rows = moves.map((entry) => {
      const { move, name, games, score, rating } = entry;
      return el(
        "tr",
        {},
        el(
          "td",
          {},
          button(name, () => void this.play.makeMove(move), { class: "move" }),
        ),
        el("td", {}, String(games)),
        el("td", { class: "explorer-result" }, ...this.result(variant, turn, entry)),
        scored && el("td", {}, score === undefined ? "–" : scoreText({ cp: score })),
        rated && el("td", {}, rating === undefined ? "–" : String(rating)),
      );
    });
    return el("table", { class: "review-table explorer-table" }, head, ...rows);
  }

  /**
   * The results after a move: a bar of the shares of both sides and of draws, and what the mover scored.
   * @param {string} variant
   * @param {import("../protocol.js").Side} turn
   * @param {Explored} entry
   */
  result(variant, turn, { percent, first, draws, second }) {
    if (percent === undefined) return ["–"];
    const own = turn === "first" ? percent : 100 - percent;
    const decided = (first ?? 0) + (draws ?? 0) + (second ?? 0);
    const known = first !== undefined && draws !== undefined && second !== undefined && decided > 0;
    const shares = known
      ? [share(first, decided), share(draws, decided), share(second, decided)]
      : [own, 0, 100 - own];
    const words = known
      ? t("explorer.shares", {
          first: sideName(variant, "first"),
          second: sideName(variant, "second"),
          wins: shares[0],
          draws: shares[1],
          losses: shares[2],
        })
      : t("explorer.scored", { side: sideName(variant, turn), percent });
    const bar = el("span", { class: "explorer-bar", role: "img", title: words, "aria-label": words });
    const kinds = [colour(variant, "first"), "draw", colour(variant, "second")];
    for (const [i, part] of shares.entries()) {
      if (!part) continue;
      const piece = el("span", { class: kinds[i] }, known && part >= ROOM ? `${part}` : "");
      piece.style.setProperty("--share", `${part}%`);
      bar.append(piece);
    }
    return [bar, el("span", { class: "explorer-percent" }, `${percent}%`)];
  }
}
