// What the board shows of the game.

import { markOf, shapesOf } from "./annotations.js";
import * as tree from "./game.js";
import { boardKind, isChinese, nameStyle } from "./variants.js";

/**
 * @typedef {import("./play.js").Play} Play
 * @typedef {import("./store.js").Settings} Settings
 * @typedef {import("./protocol.js").Move} Move
 */

const SYMBOLS = { best: "", good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * The board's input for the position that is shown; null while nothing is known of it.
 * @param {Play} play
 * @param {"first" | "second"} orientation
 * @param {Settings} settings
 * @param {Pick<import("./analysis.js").Analysis, "arrows" | "points" | "values">} best the best moves of the analysis
 */
export function boardContent(play, orientation, settings, best) {
  const { game, state } = play;
  const node = game.current;
  const fen = state?.fen ?? node.fen;
  if (!fen) return null;
  const hint = play.hint;
  const judged = node.judgement && SYMBOLS[node.judgement];
  const symbol = markOf(node) || judged;
  // What would have been better than the move that led here.
  const better = judged && node.parent?.best !== node.move ? node.parent?.better : undefined;
  return {
    kind: boardKind(game.variant),
    fen,
    origin: 1,
    orientation,
    turn: tree.turnAt(game, node),
    legal: state && play.movable && !(game.live && state.verdict) ? state.legal : [],
    last: node.to ? { from: node.from, to: node.to, traded: node.traded } : null,
    marks: state?.marks ?? [],
    highlights: [
      ...(hint && !hint.from ? [{ point: hint.to, name: "hint" }] : best.points),
      ...(better && !better.from ? [{ point: better.to, name: "better" }] : []),
    ],
    arrows: [
      ...(hint?.from ? [{ from: hint.from, to: hint.to, brush: "hint" }] : best.arrows),
      ...(better?.from ? [{ from: better.from, to: better.to, brush: "better" }] : []),
    ],
    numbers: settings.numbers && play.stones ? stoneNumbers(node) : null,
    shapes: shapesOf(node),
    values: best.values,
    annotate: symbol && node.to ? { point: node.to, symbol } : null,
  };
}

/** @param {tree.Node} node */
function stoneNumbers(node) {
  return tree.path(node).map((at, i) => ({ point: at.to ?? at.move, number: i + 1 }));
}

/**
 * The board's settings.
 * @param {Settings} settings
 * @param {string} variant
 * @returns {Partial<import("./board/index.js").Settings> & { pieces: "characters" | "letters" | "pictures" }}
 */
export function boardSettings(settings, variant) {
  const pieces = isChinese(variant) || settings.pieces === "letters" ? settings.pieces : "pictures";
  const { coordinates, board } = /** @type {any} */ (settings);
  return {
    showLegal: settings.showLegal,
    showLast: settings.showLast,
    showCheck: settings.showCheck,
    showForbidden: settings.showForbidden,
    showLiberties: settings.showLiberties,
    coordinates,
    digits: nameStyle(settings.names) !== "chinese",
    pieces: /** @type {"characters" | "letters" | "pictures"} */ (pieces),
    theme: board,
    animation: settings.animation,
    moveInput: "both",
  };
}
