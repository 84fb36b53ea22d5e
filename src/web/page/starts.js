// Starts other than the usual one: the arrays of Chess960, and handicaps, where a side begins without some pieces.

import { other } from "./protocol.js";

/** @typedef {import("./protocol.js").Side} Side */

export const ARRAYS = 960;

/** Boards and castling rights at the start. @type {Record<string, [string, string]>} */
const USUAL = {
  chess: ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "KQkq"],
  xiangqi: ["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", "-"],
  zhonggong: ["rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR", "-"],
};

/** The files of the back rank, from a as 0, whose pieces a side gives, by the name of the handicap. */
const CHINESE = { horse: [1], "two-horses": [1, 7], chariot: [0], "chariot-horse": [0, 1] };
/** @type {Record<string, Record<string, number[]>>} */
const GIVEN = {
  chess: { knight: [1], rook: [0], queen: [3] },
  xiangqi: CHINESE,
  zhonggong: CHINESE,
};

/**
 * The handicaps of a game, the smallest first.
 * @param {string} variant
 */
export function handicaps(variant) {
  return Object.keys(GIVEN[variant] ?? {});
}

/**
 * The start in which a side gives a handicap.
 * @param {string} variant
 * @param {string} name
 * @param {Side} side that begins with fewer pieces
 */
export function handicapStart(variant, name, side) {
  const [board, castling] = USUAL[variant];
  const given = GIVEN[variant][name];
  const ranks = board.split("/");
  const at = side === "first" ? ranks.length - 1 : 0;
  const pieces = [...ranks[at]];
  for (const file of given) pieces[file] = "1";
  ranks[at] = pieces.join("").replace(/1+/g, (empty) => String(empty.length));
  // A side that gives the rook of the a-file cannot castle there.
  const lost = variant === "chess" && given.includes(0) ? (side === "first" ? "Q" : "q") : "";
  return `${ranks.join("/")} w ${castling.replace(lost, "")} - 0 1`;
}

/**
 * The start of a rematch with the sides exchanged: the same player gives a handicap again.
 * @param {string} variant
 * @param {string | null} start
 */
export function exchangedStart(variant, start) {
  for (const name of handicaps(variant))
    for (const side of /** @type {Side[]} */ (["first", "second"]))
      if (handicapStart(variant, name, side) === start) return handicapStart(variant, name, other(side));
  return start;
}

/**
 * The start with a number of Chess960, by the usual numbering, in which 518 is the array of chess.
 * @param {number} number from 0 to 959
 */
export function chess960Start(number) {
  const rank = Array(8).fill("");
  const take = (/** @type {number} */ count) => {
    const rest = number % count;
    number = Math.floor(number / count);
    return rest;
  };
  const free = () => [...rank.keys()].filter((file) => !rank[file]);
  rank[2 * take(4) + 1] = "b";
  rank[2 * take(4)] = "b";
  rank[free()[take(6)]] = "q";
  const [one, two] = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
  ][number];
  const places = free();
  rank[places[one]] = "n";
  rank[places[two]] = "n";
  for (const [i, file] of free().entries()) rank[file] = "rkr"[i];
  const pieces = rank.join("");
  return `${pieces}/pppppppp/8/8/8/8/PPPPPPPP/${pieces.toUpperCase()} w KQkq - 0 1`;
}
