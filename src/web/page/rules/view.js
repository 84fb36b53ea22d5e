// The page of a game's rules.

import { createPicture } from "../board/picture.js";
import { boardSettings } from "../board-view.js";
import { button, el } from "../dom.js";
import { ruleLink } from "../rule-links.js";
import { t } from "../texts/index.js";
import { boardKind, variantName } from "../variants.js";
import { RULES } from "./rules.js";
import { linesOf, spansOf } from "./text.js";

/**
 * @typedef {import("../store.js").Settings} Settings
 * @typedef {import("./rules.js").Board} Board
 * @typedef {import("../board/state.js").View} View
 * @typedef {{ leave: () => void, learn: () => void }} Commands
 */

/**
 * @param {string} variant
 * @param {Settings} settings
 * @param {Commands} commands
 */
export function rulesView(variant, settings, { leave, learn }) {
  const games = Object.keys(RULES).map((game) => {
    const link = ruleLink(game, "", variantName(game));
    if (game === variant) link.ariaCurrent = "page";
    return link;
  });
  const rules = RULES[variant].map(([id, ...boards]) => ({
    id,
    boards,
    lines: linesOf(t(`rules.${variant}.${id}`)),
  }));
  const contents = rules.map(({ id, lines }) => el("li", {}, ruleLink(variant, id, lines[0].text)));
  const page = el(
    "div",
    { class: "rules" },
    el(
      "div",
      { class: "rules-head" },
      el("h2", { tabIndex: -1 }, t("rules.title", { game: variantName(variant) })),
      el("div", { class: "rules-buttons" }, button(t("rules.learn"), learn), button(t("rules.leave"), leave)),
      el("nav", { class: "rules-games", "aria-label": t("rules.games") }, ...games),
    ),
    el("nav", { class: "rules-contents", "aria-label": t("rules.contents") }, el("ol", {}, ...contents)),
    el(
      "div",
      { class: "rules-text" },
      ...rules.map(({ id, boards, lines }) => ruleSection(variant, id, lines, boards, settings)),
    ),
  );
  page.dataset.rules = variant;
  return page;
}

/**
 * @param {string} variant
 * @param {string} id
 * @param {import("./text.js").Line[]} lines
 * @param {Board[]} boards
 * @param {Settings} settings
 */
function ruleSection(variant, id, lines, boards, settings) {
  const said = el("div", { class: "rule-words" });
  const pictures = el("div", { class: "rule-boards" });
  /** @type {HTMLUListElement | null} */
  let list = null;
  for (const { kind, text } of lines) {
    if (kind === "title") said.append(el("h3", { id: `rule-${id}`, tabIndex: -1 }, text));
    else if (kind === "caption") {
      const board = boards[pictures.childElementCount];
      pictures.append(
        el("figure", {}, picture(variant, board, settings), el("figcaption", {}, ...spans(variant, text))),
      );
    } else if (kind === "item") {
      if (!list) said.append((list = el("ul", {})));
      list.append(el("li", {}, ...spans(variant, text)));
    } else {
      list = null;
      said.append(el("p", {}, ...spans(variant, text)));
    }
  }
  const section = el("section", { class: "rule", "aria-labelledby": `rule-${id}` }, said);
  section.dataset.rule = id;
  if (pictures.firstChild) section.append(pictures);
  return section;
}

/**
 * @param {string} variant
 * @param {string} line
 */
function spans(variant, line) {
  return spansOf(line).map(({ text, term, rule }) =>
    rule ? ruleLink(variant, rule, text) : term ? el("strong", {}, text) : text,
  );
}

/**
 * @param {string} variant
 * @param {Board} board
 * @param {Settings} settings
 */
function picture(variant, board, settings) {
  const frame = el("div", { class: "rule-picture", "aria-hidden": "true" });
  const small = createPicture(frame);
  const marks = { showCheck: true, showLiberties: true, showForbidden: true };
  small.setSettings({ ...boardSettings(settings, variant), ...marks, animation: 0, coordinates: "inside" });
  small.show({ kind: boardKind(variant), ...contentOf(board) });
  return frame;
}

const words = (/** @type {string | undefined} */ list) => (list ? list.split(" ") : []);

/**
 * What a board of the rules shows.
 * @param {Board} board
 * @returns {{ fen: string } & Partial<View>}
 */
function contentOf(board) {
  const marks = ["check", "tether", "liberty", "five"].flatMap((kind) => {
    const points = words(/** @type {Record<string, string>} */ (board)[kind]);
    return points.length ? [{ kind, points }] : [];
  });
  const forbidden = words(board.forbidden).map((entry) => {
    const [point, reason] = entry.split("=");
    return { kind: "forbidden", points: [point], reason };
  });
  const highlights = words(board.dots).map((point) => ({ point, name: "target" }));
  /** @type {NonNullable<View["arrows"]>} */
  const arrows = [];
  /** @type {[string | undefined, string][]} */
  const kinds = [
    [board.moves, "green"],
    [board.then, "yellow"],
    [board.attack, "red"],
    [board.guard, "blue"],
  ];
  for (const [moves, brush] of kinds) {
    for (const move of words(moves)) {
      const [from = "", ...rest] = move.match(/[a-z]\d+/g) ?? [];
      const to = rest.pop();
      const isTrade = move.includes("x");
      if (isTrade) highlights.push(...[from, ...rest].map((point) => ({ point, name: "hint" })));
      if (!to) highlights.push({ point: from, name: "target" });
      else arrows.push(isTrade ? { from: to, brush: "red" } : { from, to, brush });
    }
  }
  for (const move of words(board.illegal)) {
    const to = move.match(/[a-z]\d+/g)?.at(-1);
    if (to) highlights.push({ point: to, name: "wrong" });
  }
  return { fen: board.fen, marks: [...marks, ...forbidden], highlights, arrows };
}
