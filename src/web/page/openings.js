// Openings, by the first moves. Their names are texts, in the order of these lists. Pure.

import { isStones } from "./protocol.js";

// The moves of both sides, each side's in any order. A `~` allows up to two other moves among them. Several ways to one
// opening are separated by `;`.
const CHESS = [
  "e2e4|",
  "e2e4|e7e5",
  "e2e4 f1c4|e7e5",
  "e2e4 b1c3|e7e5",
  "e2e4 f2f4|e7e5",
  "e2e4 g1f3|e7e5 g8f6",
  "e2e4 g1f3|e7e5 d7d6",
  "e2e4 g1f3 f1b5|e7e5 b8c6",
  "e2e4 g1f3 f1c4|e7e5 b8c6",
  "e2e4 g1f3 f1c4|e7e5 b8c6 g8f6",
  "e2e4 g1f3 d2d4|e7e5 b8c6",
  "e2e4 g1f3 b1c3|e7e5 b8c6 g8f6",
  "e2e4|c7c5",
  "e2e4 c2c3|c7c5",
  "e2e4 b1c3|c7c5",
  "e2e4 g1f3 d2d4 f3d4 b1c3|c7c5 d7d6 c5d4 g8f6 a7a6",
  "e2e4 g1f3 d2d4 f3d4 b1c3|c7c5 d7d6 c5d4 g8f6 g7g6",
  "e2e4 g1f3 d2d4 f3d4 b1c3|c7c5 b8c6 c5d4 g8f6 e7e5",
  "e2e4|e7e6",
  "e2e4|c7c6",
  "e2e4|d7d5",
  "e2e4 d2d4|d7d6 g8f6",
  "e2e4|g7g6",
  "e2e4|g8f6",
  "d2d4|",
  "d2d4|f7f5",
  "d2d4|g8f6",
  "d2d4 c1f4|d7d5;d2d4 c1f4|g8f6;d2d4 g1f3 c1f4|g8f6 d7d5",
  "d2d4 c2c4|d7d5",
  "d2d4 c2c4|d7d5 d5c4",
  "d2d4 c2c4|d7d5 e7e6;d2d4 c2c4 b1c3|d7d5 e7e6 g8f6;d2d4 c2c4 g1f3|d7d5 e7e6 g8f6",
  "d2d4 c2c4|d7d5 c7c6",
  "d2d4 c2c4 g1f3 b1c3|d7d5 c7c6 g8f6 e7e6",
  "d2d4 c2c4 b1c3|g8f6 e7e6 f8b4",
  "d2d4 c2c4 g1f3|g8f6 e7e6 b7b6",
  "d2d4 c2c4 g2g3|g8f6 e7e6",
  "d2d4 c2c4|g8f6 g7g6",
  "d2d4 c2c4 b1c3|g8f6 g7g6 d7d5",
  "d2d4 c2c4 d4d5|g8f6 c7c5",
  "c2c4|",
  "g1f3|;g1f3|d7d5",
  "b2b3|",
  "f2f4|",
  "b2b4|",
];

const XIANGQI = [
  "h3e3|",
  "h3e3|~h10g8 b8e8;h3e3|b8e8",
  "h3e3|~b10c8 h8e8;h3e3|h8e8",
  "h3e3|~h10g8 b10c8",
  "h3e3|~h10g8 b10c8 h8f8;h3e3|~h10g8 b10c8 b8d8",
  "h3e3|~h10g8 b10a8;h3e3|~b10c8 h10i8",
  "h1g3|",
  "g1e3|;c1e3|",
  "g4g5|",
  "g4g5|h8g8",
  "g4g5|c7c6",
  "h3d3|",
  "h3f3|",
  "h3c3|",
  "d1e2|;f1e2|",
];

/** The 26 openings of renju by the second and the third stone, as steps from the first; in their usual order. */
const STONES = [
  ["0 1", "0 2,1 2,2 2,1 1,2 1,1 0,2 0,0 -1,1 -1,2 -1,0 -2,1 -2,2 -2"],
  ["1 1", "2 2,2 1,2 0,2 -1,2 -2,1 0,1 -1,1 -2,0 -1,0 -2,-1 -1,-1 -2,-2 -2"],
].flatMap(([second, thirds]) => thirds.split(",").map((third) => `${second},${third}`));

/** How many openings there are of each kind. */
export const COUNTS = { chess: CHESS.length, xiangqi: XIANGQI.length, stones: STONES.length };

/** @param {string} move */
const mirrored = (move) =>
  move.replace(/[a-i]/g, (file) => String.fromCharCode(2 * "e".charCodeAt(0) - file.charCodeAt(0)));

/**
 * Whether a side has begun with some moves.
 * @param {string[]} played
 * @param {string} pattern
 */
function begins(played, pattern) {
  const wanted = pattern.replace("~", "").split(" ").filter(Boolean);
  const first = played.slice(0, wanted.length + (pattern.startsWith("~") ? 2 : 0));
  return wanted.every((move) => first.includes(move));
}

/**
 * The place of the longest opening that fits, and its length; -1 if none does.
 * @param {string[]} moves
 * @param {string[]} openings
 */
function byMoves(moves, openings) {
  const sides = [0, 1].map((side) => moves.filter((_, i) => i % 2 === side));
  let [index, longest] = [-1, 0];
  openings.forEach((patterns, i) => {
    for (const pattern of patterns.split(";")) {
      const [first, second] = pattern.split("|");
      const length = pattern.split(/[ |]/).filter(Boolean).length;
      if (length <= longest || !begins(sides[0], first) || !begins(sides[1], second)) continue;
      [index, longest] = [i, length];
    }
  });
  return { index, length: longest };
}

/** @param {string[]} moves */
function byStones(moves) {
  const [first, second, third] = moves.map((move) => [move.charCodeAt(0) - 96, Number(move.slice(1))]);
  if (!third || moves[0] !== "h8") return -1;
  const steps = [second, third].map((at) => [at[0] - first[0], at[1] - first[1]]);
  for (let symmetry = 0; symmetry < 8; symmetry++) {
    const turned = steps.map(([x, y]) => {
      const [a, b] = symmetry & 4 ? [y, x] : [x, y];
      return `${symmetry & 1 ? -a : a} ${symmetry & 2 ? -b : b}`;
    });
    const index = STONES.indexOf(turned.join(","));
    if (index >= 0) return index;
  }
  return -1;
}

/**
 * The opening of a game from the usual start: the key of a text with names, and the place of its name there; null if it
 * has none.
 * @param {string} variant
 * @param {string[]} moves
 * @returns {{ key: string, index: number } | null}
 */
export function findOpening(variant, moves) {
  const kind = isStones(variant) ? "stones" : variant;
  let index = -1;
  if (kind === "stones") index = byStones(moves);
  else if (kind === "chess") index = byMoves(moves, CHESS).index;
  else if (kind === "xiangqi") {
    const [one, other] = [byMoves(moves, XIANGQI), byMoves(moves.map(mirrored), XIANGQI)];
    index = (one.length >= other.length ? one : other).index;
  }
  return index < 0 ? null : { key: `openings.${kind}`, index };
}
