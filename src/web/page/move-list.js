// The list of moves: two columns, variations below the move that they replace.

import { commentOf, markOf } from "./annotations.js";
import { elapsedText } from "./clocks.js";
import { button, el } from "./dom.js";
import * as tree from "./game.js";
import { scoreText } from "./protocol.js";
import { findOpening } from "./openings.js";
import { readSwap } from "./swap2/fact.js";
import { SYMBOLS } from "./review.js";
import { t } from "./texts/index.js";
import { shownName } from "./variants.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Node} Node
 * @typedef {Pick<import("./store.js").Settings, "names" | "times">} Look
 */

/**
 * A drawn list: what it was drawn from, and the buttons of its moves with what each shows.
 * @typedef {{ entry: HTMLElement, score: HTMLElement | null, shown: string }} Entry
 * @typedef {{ game: Game, shape: string, entries: Map<Node, Entry>, onShow: (node: Node) => void }} Drawn
 */

/** @type {WeakMap<HTMLElement, Drawn>} */
const lists = new WeakMap();

/**
 * All moves in the order in which they are listed, with the ends of lines: lists that have this in common have the same
 * buttons.
 * @param {Node} root
 */
function shapeOf(root) {
  const words = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    words.push(node.move, node.side === "first" ? 1 : 2, node.children.length, commentOf(node));
    for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]);
  }
  return words.join(" ");
}

/**
 * Draws the moves of a game. Where only the shown position or names and scores have changed, the buttons stay.
 * @param {HTMLElement} container
 * @param {Game} game
 * @param {Look} look
 * @param {(node: Node) => void} onShow
 * @param {(node: Node) => void} [onMenu] a move's menu is asked for: a long touch, or the other mouse button
 */
export function showMoves(container, game, look, onShow, onMenu) {
  container.oncontextmenu = (event) => {
    const entry = event.target instanceof Element ? event.target.closest("button") : null;
    const found = [...(lists.get(container)?.entries ?? [])].find(([, drawn]) => drawn.entry === entry);
    if (!found || !onMenu) return;
    event.preventDefault();
    onMenu(found[0]);
  };
  const opening = game.start ? null : findOpening(game.variant, tree.movesTo(tree.lineEnd(game)));
  const swap = readSwap(game);
  const swapName = swap && t("opening.swap2", { stones: swap.stones });
  const name = opening && t(opening.key).split("|")[opening.index];
  const openingName = [swapName, name].filter(Boolean).join(" · ");
  const shape = [game.turn, game.result?.result, openingName, t("moves.none"), shapeOf(game.root)].join("|");
  let drawn = lists.get(container);
  if (drawn?.game !== game || drawn.shape !== shape) {
    drawn = { game, shape, entries: new Map(), onShow };
    lists.set(container, drawn);
    const focused = container.contains(document.activeElement);
    container.replaceChildren(
      ...(openingName ? [el("p", { class: "opening" }, openingName)] : []),
      createList(drawn),
    );
    fill(drawn, look);
    const current = container.querySelector('[aria-current="true"]');
    if (focused && current instanceof HTMLElement) current.focus({ preventScroll: true });
  } else {
    const focused = container.contains(document.activeElement);
    fill(drawn, look);
    if (focused) drawn.entries.get(game.current)?.entry.focus({ preventScroll: true });
  }
  centreMove(container);
}

/**
 * The list with buttons that are still empty.
 * @param {Drawn} drawn
 */
function createList({ game, entries, onShow }) {
  const list = el("ol", { class: "move-list" });
  const line = tree.mainLine(game);
  const remark = (/** @type {Node} */ node) => el("li", { class: "said" }, commentOf(node));
  if (commentOf(game.root)) list.append(remark(game.root));
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
    if (!commentOf(node)) return;
    list.append(remark(node));
    row = null;
  });
  if (game.result) list.append(el("li", { class: "move-result" }, resultText(game.result.result)));
  return list;

  /**
   * @param {Node} node
   * @param {boolean} main whether it is in the main line, where moves have scores and times
   */
  function moveButton(node, main) {
    const entry = button("", () => onShow(node));
    const score = main ? el("span", { class: "move-score" }) : null;
    entries.set(node, { entry, score, shown: "" });
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
      if (commentOf(node)) lineElement.append(el("span", { class: "said" }, commentOf(node)));
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
 * Writes into the buttons what has changed.
 * @param {Drawn} drawn
 * @param {Look} look
 */
function fill({ game, entries }, { names, times }) {
  const line = tree.mainLine(game);
  const undone = new Set(game.live ? line.slice(tree.plyOf(game.tip)) : []);
  for (const [node, drawn] of entries) {
    const { entry, score } = drawn;
    const judgement = node.judgement ?? "";
    const words = [
      shownName(game.variant, node, names) + (markOf(node) || (SYMBOLS[judgement] ?? "")),
      score ? beside(node, game.live, times) : "",
      judgement,
      undone.has(node) ? "undone" : "",
    ];
    const current = node === game.current;
    if ((entry.getAttribute("aria-current") === "true") !== current) {
      if (current) entry.setAttribute("aria-current", "true");
      else entry.removeAttribute("aria-current");
    }
    const shown = words.join("|");
    if (drawn.shown === shown) continue;
    drawn.shown = shown;
    const classes = ["move", !score && "in-variation", judgement && `judged-${judgement}`, words[3]];
    entry.className = classes.filter(Boolean).join(" ");
    entry.replaceChildren(words[0]);
    if (!score || !words[1]) continue;
    score.textContent = words[1];
    entry.append(score);
  }
}

/**
 * What stands beside a move: its time, if times are wanted, or else the score after it.
 * @param {Node} node
 * @param {boolean} live
 * @param {boolean} times
 */
function beside(node, live, times) {
  if (times) return node.spent === undefined ? "" : elapsedText(node.spent);
  return node.score && !live ? scoreText(node.score) : "";
}

/**
 * Scrolls to the move that is shown.
 * @param {HTMLElement} container
 */
export function centreMove(container) {
  const current = container.querySelector('[aria-current="true"]');
  const at = current instanceof HTMLElement ? current : null;
  container.scrollTop = at ? at.offsetTop - container.clientHeight / 2 : 0;
  // Where the moves are one line.
  if (getComputedStyle(container).display === "flex")
    container.scrollLeft = at ? at.offsetLeft + at.offsetWidth / 2 - container.clientWidth / 2 : 0;
}

/** @param {string} result */
export function resultText(result) {
  return result === "1/2-1/2" ? "½–½" : result.replace("-", "–");
}
