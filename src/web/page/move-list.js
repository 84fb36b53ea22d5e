// The list of moves: two columns, variations below the move that they replace.

import { button, el } from "./dom.js";
import * as tree from "./game.js";
import { scoreText } from "./protocol.js";
import { findOpening } from "./openings.js";
import { t } from "./texts/index.js";
import { shownName } from "./variants.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Node} Node
 */

/** @type {Record<string, string>} */
const SYMBOLS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Draws the moves of a game.
 * @param {HTMLElement} container
 * @param {Game} game
 * @param {string} names the setting for names
 * @param {(node: Node) => void} onShow
 */
export function showMoves(container, game, names, onShow) {
  const list = el("ol", { class: "move-list" });
  const opening = game.start ? null : findOpening(game.variant, tree.movesTo(tree.lineEnd(game)));
  const line = tree.mainLine(game);
  const undone = new Set(game.live ? line.slice(tree.plyOf(game.tip)) : []);
  if (!line.length) list.append(el("li", { class: "empty" }, t("moves.none")));
  /** @type {HTMLElement | null} */
  let row = null;
  line.forEach((node, i) => {
    const left = node.side === game.turn;
    if (!row || left) {
      row = el("li", { class: "move-row" }, el("span", { class: "move-number" }, String((i >> 1) + 1)));
      list.append(row);
      if (!left) row.append(el("span", { class: "move-gap" }, "…"));
    }
    row.append(moveButton(node, true));
    const variations = node.parent?.children.slice(1) ?? [];
    if (variations.length) {
      const block = el("li", { class: "variations" });
      for (const variation of variations) block.append(variationLine(variation));
      list.append(block);
      row = null;
    }
  });
  if (game.result) list.append(el("li", { class: "move-result" }, resultText(game.result.result)));
  const focused = container.contains(document.activeElement);
  container.replaceChildren(
    ...(opening ? [el("p", { class: "opening" }, t(opening.key).split("|")[opening.index])] : []),
    list,
  );
  const current = container.querySelector('[aria-current="true"]');
  if (focused && current instanceof HTMLElement) current.focus({ preventScroll: true });
  centreMove(container);

  /**
   * @param {Node} node
   * @param {boolean} main
   */
  function moveButton(node, main) {
    const symbol = node.judgement ? (SYMBOLS[node.judgement] ?? "") : "";
    const shown = shownName(game.variant, node, names) + symbol;
    const entry = button(shown, () => onShow(node), {
      class: `move${main ? "" : " in-variation"}${node.judgement ? ` judged-${node.judgement}` : ""}`,
    });
    if (node === game.current) entry.setAttribute("aria-current", "true");
    if (main && undone.has(node)) entry.classList.add("undone");
    if (main && node.score && !game.live)
      entry.append(el("span", { class: "move-score" }, scoreText(node.score)));
    return entry;
  }

  /** @param {Node} first */
  function variationLine(first) {
    const lineElement = el("div", { class: "variation" });
    /** @type {Node | undefined} */
    let node = first;
    let begin = true;
    while (node) {
      const ply = tree.plyOf(node);
      if (node.side === game.turn || begin) {
        const dots = node.side === game.turn ? "." : "…";
        lineElement.append(el("span", { class: "variation-number" }, `${((ply - 1) >> 1) + 1}${dots}`));
      }
      lineElement.append(moveButton(node, false));
      begin = false;
      for (const side of node === first ? [] : (node.parent?.children.slice(1) ?? [])) {
        if (side !== node) lineElement.append(variationLine(side));
      }
      node = node.children[0];
    }
    return lineElement;
  }
}

/**
 * Scrolls to the move that is shown.
 * @param {HTMLElement} container
 */
export function centreMove(container) {
  const current = container.querySelector('[aria-current="true"]');
  container.scrollTop = current instanceof HTMLElement ? current.offsetTop - container.clientHeight / 2 : 0;
}

/** @param {string} result */
export function resultText(result) {
  return result === "1/2-1/2" ? "½–½" : result.replace("-", "–");
}
