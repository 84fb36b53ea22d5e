// Where the rules page explains a refusal, the end of a game or a mark. The rules themselves are in `rules/`.

import { readBoard } from "./board/fen.js";
import { el } from "./dom.js";
import { isStones } from "./protocol.js";
import { hasText, t } from "./texts/index.js";
import { isChinese } from "./variants.js";

/** The rules that explain codes of refusals, in all games that have them. @type {Record<string, string>} */
const REFUSALS = {
  "game-over": "end",
  "three-three": "three-three",
  "four-four": "four-four",
  overline: "overline",
  unreachable: "turns",
  "leaves-check": "check",
  "in-check": "check",
  tethered: "duty",
  "no-liberty": "liberty",
  "general-capture": "legal",
  "pawn-twice": "trade",
  "no-home-pawns": "trade",
  "nothing-to-trade-for": "trade",
  "not-traded": "trade",
  "wrong-price": "trade",
  "unknown-name": "notation",
  unreadable: "notation",
  "promotion-missing": "promotion",
  "promotion-impossible": "promotion",
};

/** The rules that explain why a game has ended. @type {Record<string, string>} */
const ENDS = {
  checkmate: "mate",
  trapped: "liberty",
  "five pawns": "five",
  "perpetual check": "repetition",
  "perpetual chase": "repetition",
  repetition: "repetition",
  "move limit": "end",
  "insufficient material": "end",
  "five in a row": "five",
  "forbidden point": "forbidden",
  "full board": "end",
};

/** @type {Record<string, string>} */
const STALEMATE = { chess: "stalemate", xiangqi: "mate" };

/** Rules of pieces by their letters. @type {Record<string, Record<string, string>>} */
const PIECES = {
  chess: { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" },
  chinese: {
    k: "general",
    a: "advisor",
    b: "elephant",
    n: "horse",
    r: "chariot",
    c: "cannon",
    p: "pawn",
  },
};

/** The games that have rules here. */
const GAMES = ["zhonggong", "xiangqi", "chess", "gomoku", "gomoku-standard", "renju"];

/** @param {string} variant */
export function hasRules(variant) {
  return GAMES.includes(variant);
}

/**
 * The rule that explains a refusal.
 * @param {string} variant
 * @param {import("./protocol.js").Why} why
 * @param {string} [fen] of the position
 */
export function ruleOfRefusal(variant, { code = "", move = "", points = [] }, fen = "") {
  const rule = REFUSALS[code] ?? "turns";
  const { pieces } = fen ? readBoard(fen) : { pieces: new Map() };
  const letter = (/** @type {string} */ point) => pieces.get(point)?.toLowerCase() ?? "";
  if (code === "unreachable" && !isStones(variant)) {
    const [, from, to] = /^([a-z]\d+)([a-z]\d+)/.exec(move) ?? [];
    const piece = letter(from);
    const steps = from ? Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) : 0;
    if (variant === "chess" && piece === "k" && steps > 1) return "castling";
    return PIECES[isChinese(variant) ? "chinese" : "chess"][piece] ?? rule;
  }
  // Generals that would face each other, or stand beside each other.
  if (code === "leaves-check" && isChinese(variant) && points.some((point) => letter(point) === "k")) {
    return "facing";
  }
  return rule;
}

/**
 * The rule that explains why a game is not accepted; nothing if it is not for a move.
 * @param {string} variant
 * @param {import("./problems.js").Problem} problem
 */
export function ruleOfProblem(variant, { code = "", field, parameters }) {
  if (field !== "moves" || !hasText(`why.${code}`)) return "";
  return ruleOfRefusal(variant, { legal: false, code, move: parameters?.move });
}

/**
 * The rule that explains why a game has ended; nothing for resignation, agreement and time.
 * @param {string} variant
 * @param {string} reason
 */
export function ruleOfEnd(variant, reason) {
  if (reason === "stalemate") return STALEMATE[variant] ?? "end";
  return ENDS[reason] ?? "";
}

/**
 * The address of a rule.
 * @param {string} variant
 * @param {string} [rule]
 */
export function ruleAddress(variant, rule = "") {
  return `#rules/${variant}${rule && "/"}${rule}`;
}

/**
 * A link to a rule.
 * @param {string} variant
 * @param {string} rule
 * @param {string} [words]
 */
export function ruleLink(variant, rule, words = t("rules.link")) {
  return el("a", { href: ruleAddress(variant, rule), class: "rule-link" }, words);
}

/**
 * A link to the rule that explains a refusal.
 * @param {string} variant
 * @param {import("./protocol.js").Why} why
 * @param {string} [fen] of the position
 */
export function refusalLink(variant, why, fen) {
  return ruleLink(variant, ruleOfRefusal(variant, why, fen));
}

/**
 * Why a move is refused, in words.
 * @param {string} variant
 * @param {import("./protocol.js").Why} why
 */
export function refusalWords(variant, why) {
  const key = `why.${why.code ?? ""}`;
  const own = `${key}.${variant}`;
  if (hasText(own)) return t(own, { move: why.move ?? "" });
  return hasText(key) ? t(key, { move: why.move ?? "" }) : (why.text ?? t("why.unknown"));
}
