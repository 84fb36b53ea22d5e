// A game that is watched: the board between the two players. And the list of its moves.

import { createPicture } from "../board/picture.js";
import { boardSettings } from "../board-view.js";
import { clockText } from "../clocks.js";
import { button, el } from "../dom.js";
import { scoreText } from "../protocol.js";
import { currentLanguage, t } from "../texts/index.js";
import { boardKind, colour, reasonText, shownName, sideName } from "../variants.js";
import { timeLeft } from "./feed.js";

/**
 * @typedef {import("./feed.js").Game} Game
 * @typedef {import("./feed.js").Move} Move
 * @typedef {import("./feed.js").Side} Side
 * @typedef {import("../store.js").Settings} Settings
 */

const SIDES = /** @type {Side[]} */ (["second", "first"]);

/**
 * @param {Game["reports"][number]} report
 * @param {boolean} [withDepth]
 */
function reportText(report, withDepth = false) {
  if (!report?.score) return "";
  return scoreText(report.score) + (withDepth && report.depth ? `/${report.depth}` : "");
}

/**
 * The result of a game and its reason.
 * @param {string} variant
 * @param {Game} game
 */
export function endText(variant, { end, players }) {
  if (!end) return "";
  const who = end.blamed ? ` (${players[end.blamed === "first" ? 0 : 1]})` : "";
  return `${end.result.replaceAll("1/2", "½").replace("-", "–")}, ${reasonText(variant, end.cause)}${who}`;
}

export class GameView {
  /**
   * @param {HTMLElement} element
   * @param {string} variant
   * @param {Settings} settings
   * @param {HTMLElement} caption gets the number of the game, its last move and its result
   */
  constructor(element, variant, settings, caption) {
    this.element = element;
    this.caption = caption;
    this.variant = variant;
    /** @type {Game | null} */
    this.game = null;
    const frame = el("div", { class: "board-frame" });
    const rows = SIDES.map((side) => {
      const name = el("span", { class: "player-name" });
      const report = el("span", { class: "report" });
      const clock = el("time", { class: "clock" });
      const dot = el("span", { class: `dot ${colour(variant, side)}`, "aria-hidden": "true" });
      return { side, name, report, clock, row: el("div", { class: "player" }, dot, name, report, clock) };
    });
    this.rows = rows;
    this.small = element instanceof HTMLButtonElement;
    element.replaceChildren(rows[0].row, frame, rows[1].row);
    this.board = createPicture(frame);
    this.applySettings(settings);
    frame.setAttribute("role", "img");
    this.frame = frame;
  }

  /** @param {Settings} settings */
  applySettings(settings) {
    this.board.setSettings(boardSettings(settings, this.variant));
  }

  /**
   * @param {Game} game
   * @param {string} names the setting for names
   * @param {Move | null} [move] an earlier move, whose position is shown
   */
  show(game, names, move = null) {
    this.game = game;
    const last = move ?? game.last;
    const name = last ? shownName(this.variant, { move: last.text, name: last.name }, names) : "";
    const ply = move && game.moves ? game.moves.indexOf(move) + 1 : game.plies;
    const before = move && game.moves?.[ply - 2];
    this.board.show({ kind: boardKind(this.variant), fen: last?.fen ?? game.start, last: last ?? null });
    for (const { side, row, name: who, report } of this.rows) {
      const index = side === "first" ? 0 : 1;
      who.textContent = game.players[index];
      who.title = sideName(this.variant, side);
      const shown = move ? [move, before].find((made) => made?.side === side) : game.reports[index];
      report.textContent = reportText(shown ?? null, !this.small);
      report.title = t("watch.report");
      row.classList.toggle("active", game.clocks.running === side);
    }
    const place = t("watch.game", { number: game.number, round: game.round });
    const made = name ? `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${name}` : "";
    const end = game.end && !move ? endText(this.variant, game) : "";
    const words = this.small ? [`#${game.number}`, end || made] : [place, end];
    this.caption.textContent = words.filter(Boolean).join(" · ");
    this.caption.title = (currentLanguage() === "zh" && game.end?.detail_zh) || (game.end?.detail ?? "");
    const label = [game.players.join(" – "), place, made, end].filter(Boolean);
    this.frame.setAttribute("aria-label", label.join(", "));
    this.tick();
  }

  tick(now = performance.now()) {
    for (const { side, clock } of this.rows) {
      const left = this.game && timeLeft(this.game, side, now);
      clock.hidden = left === null;
      if (left === null) continue;
      clock.textContent = clockText(left);
      const running = this.game?.clocks.running === side;
      clock.classList.toggle("running", running);
      clock.classList.toggle("low", running && left < 10_000);
    }
  }
}

/** The moves of a game; further ones are appended. */
export class MoveList {
  /**
   * @param {HTMLElement} element
   * @param {(index: number) => void} onChoose
   */
  constructor(element, onChoose) {
    this.element = element;
    this.onChoose = onChoose;
    this.list = el("ol", { class: "move-list" });
    element.append(this.list);
    this.number = 0;
    /** @type {HTMLElement[]} */
    this.buttons = [];
  }

  /**
   * @param {string} variant
   * @param {Game} game
   * @param {string} names the setting for names
   * @param {number} at the index of the move that is shown
   */
  show(variant, game, names, at) {
    const moves = game.moves ?? [];
    if (game.number !== this.number || moves.length < this.buttons.length) {
      this.number = game.number;
      this.buttons = [];
      this.list.replaceChildren();
    }
    const grown = moves.length > this.buttons.length;
    for (const move of moves.slice(this.buttons.length)) {
      const i = this.buttons.length;
      const shown = shownName(variant, { move: move.text, name: move.name }, names);
      const entry = button(shown, () => this.onChoose(i), {
        class: `move${i < game.opening ? " in-opening" : ""}`,
      });
      if (i < game.opening) entry.title = t("watch.opening");
      entry.append(el("span", { class: "move-score" }, reportText(move)));
      if (i % 2 === 0)
        this.list.append(
          el("li", { class: "move-row" }, el("span", { class: "move-number" }, String(i / 2 + 1))),
        );
      this.list.lastElementChild?.append(entry);
      this.buttons.push(entry);
    }
    const before = this.list.querySelector("[aria-current]");
    const now = this.buttons[at];
    if (before === now && !grown) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "true");
    if (now) this.element.scrollTop = now.offsetTop - this.element.clientHeight / 2;
  }
}
