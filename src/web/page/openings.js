// Names of openings, by the first moves. Pure.

import { isStones } from "./protocol.js";

/**
 * Openings by the moves of both sides, each side's in any order. A `~` allows up to two other moves among them.
 * The names are texts, `opening.NAME`.
 * @type {Record<string, string>}
 */
const CHESS = {
  "e2e4|": "kings-pawn",
  "e2e4|e7e5": "open-game",
  "e2e4 f1c4|e7e5": "bishops",
  "e2e4 b1c3|e7e5": "vienna",
  "e2e4 f2f4|e7e5": "kings-gambit",
  "e2e4 g1f3|e7e5 g8f6": "petrov",
  "e2e4 g1f3|e7e5 d7d6": "philidor",
  "e2e4 g1f3 f1b5|e7e5 b8c6": "ruy-lopez",
  "e2e4 g1f3 f1c4|e7e5 b8c6": "italian",
  "e2e4 g1f3 f1c4|e7e5 b8c6 g8f6": "two-knights",
  "e2e4 g1f3 d2d4|e7e5 b8c6": "scotch",
  "e2e4 g1f3 b1c3|e7e5 b8c6 g8f6": "four-knights",
  "e2e4|c7c5": "sicilian",
  "e2e4 c2c3|c7c5": "alapin",
  "e2e4 b1c3|c7c5": "closed-sicilian",
  "e2e4 g1f3 d2d4 f3d4 b1c3|c7c5 d7d6 c5d4 g8f6 a7a6": "najdorf",
  "e2e4 g1f3 d2d4 f3d4 b1c3|c7c5 d7d6 c5d4 g8f6 g7g6": "dragon",
  "e2e4 g1f3 d2d4 f3d4 b1c3|c7c5 b8c6 c5d4 g8f6 e7e5": "sveshnikov",
  "e2e4|e7e6": "french",
  "e2e4|c7c6": "caro-kann",
  "e2e4|d7d5": "scandinavian",
  "e2e4 d2d4|d7d6 g8f6": "pirc",
  "e2e4|g7g6": "modern",
  "e2e4|g8f6": "alekhine",
  "d2d4|": "queens-pawn",
  "d2d4|f7f5": "dutch",
  "d2d4|g8f6": "indian",
  "d2d4 c1f4|d7d5": "london",
  "d2d4 c1f4|g8f6": "london",
  "d2d4 g1f3 c1f4|g8f6 d7d5": "london",
  "d2d4 c2c4|d7d5": "queens-gambit",
  "d2d4 c2c4|d7d5 d5c4": "queens-gambit-accepted",
  "d2d4 c2c4|d7d5 e7e6": "queens-gambit-declined",
  "d2d4 c2c4 b1c3|d7d5 e7e6 g8f6": "queens-gambit-declined",
  "d2d4 c2c4 g1f3|d7d5 e7e6 g8f6": "queens-gambit-declined",
  "d2d4 c2c4|d7d5 c7c6": "slav",
  "d2d4 c2c4 g1f3 b1c3|d7d5 c7c6 g8f6 e7e6": "semi-slav",
  "d2d4 c2c4 b1c3|g8f6 e7e6 f8b4": "nimzo-indian",
  "d2d4 c2c4 g1f3|g8f6 e7e6 b7b6": "queens-indian",
  "d2d4 c2c4 g2g3|g8f6 e7e6": "catalan",
  "d2d4 c2c4|g8f6 g7g6": "kings-indian",
  "d2d4 c2c4 b1c3|g8f6 g7g6 d7d5": "gruenfeld",
  "d2d4 c2c4 d4d5|g8f6 c7c5": "benoni",
  "c2c4|": "english",
  "g1f3|": "reti",
  "g1f3|d7d5": "reti",
  "b2b3|": "larsen",
  "f2f4|": "bird",
  "b2b4|": "sokolsky",
};

/** @type {Record<string, string>} */
const XIANGQI = {
  "h3e3|": "central-cannon",
  "h3e3|~h10g8 b8e8": "opposite-cannons",
  "h3e3|~b10c8 h8e8": "same-cannons",
  "h3e3|~h10g8 b10c8": "screen-horses",
  "h3e3|~h10g8 b10c8 h8f8": "sandwich-horses",
  "h3e3|~h10g8 b10c8 b8d8": "sandwich-horses",
  "h3e3|~h10g8 b10a8": "single-horse",
  "h3e3|~b10c8 h10i8": "single-horse",
  "h3e3|h8e8": "same-cannons",
  "h3e3|b8e8": "opposite-cannons",
  "h1g3|": "horse",
  "g1e3|": "elephant",
  "c1e3|": "elephant",
  "g4g5|": "pawn",
  "g4g5|h8g8": "pawn-cannon",
  "g4g5|c7c6": "pawn-pawn",
  "h3d3|": "cross-palace",
  "h3f3|": "corner-cannon",
  "h3c3|": "golden-hook",
  "d1e2|": "advisor",
  "f1e2|": "advisor",
};

/** The 26 openings of renju by the second and the third stone, as steps from the first; in their usual order. */
const STONES = [
  ["0 1", "0 2,1 2,2 2,1 1,2 1,1 0,2 0,0 -1,1 -1,2 -1,0 -2,1 -2,2 -2"],
  ["1 1", "2 2,2 1,2 0,2 -1,2 -2,1 0,1 -1,1 -2,0 -1,0 -2,-1 -1,-1 -2,-2 -2"],
].flatMap(([second, thirds], kind) =>
  thirds.split(",").map((third, i) => [`${second},${third}`, `${"di"[kind]}${i + 1}`]),
);

/** All names. */
export const OPENINGS = new Set([
  ...Object.values(CHESS),
  ...Object.values(XIANGQI),
  ...STONES.map(([, name]) => name),
]);

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
 * @param {string[]} moves
 * @param {Record<string, string>} openings
 */
function byMoves(moves, openings) {
  const sides = [0, 1].map((side) => moves.filter((_, i) => i % 2 === side));
  let found = null;
  let longest = 0;
  for (const [pattern, name] of Object.entries(openings)) {
    const [first, second] = pattern.split("|");
    const length = pattern.split(/[ |]/).filter(Boolean).length;
    if (length <= longest || !begins(sides[0], first) || !begins(sides[1], second)) continue;
    found = name;
    longest = length;
  }
  return { name: found, length: longest };
}

/** @param {string[]} moves */
function byStones(moves) {
  const [first, second, third] = moves.map((move) => [move.charCodeAt(0) - 96, Number(move.slice(1))]);
  if (!third || moves[0] !== "h8") return null;
  const steps = [second, third].map((at) => [at[0] - first[0], at[1] - first[1]]);
  for (let symmetry = 0; symmetry < 8; symmetry++) {
    const turned = steps.map(([x, y]) => {
      const [a, b] = symmetry & 4 ? [y, x] : [x, y];
      return `${symmetry & 1 ? -a : a} ${symmetry & 2 ? -b : b}`;
    });
    const known = STONES.find(([steps]) => steps === turned.join(","));
    if (known) return known[1];
  }
  return null;
}

/**
 * The name of the opening of a game from the usual start, null if it has none.
 * @param {string} variant
 * @param {string[]} moves
 * @returns {string | null}
 */
export function openingName(variant, moves) {
  if (isStones(variant)) return byStones(moves);
  if (variant === "chess") return byMoves(moves, CHESS).name;
  if (variant !== "xiangqi") return null;
  const [one, other] = [byMoves(moves, XIANGQI), byMoves(moves.map(mirrored), XIANGQI)];
  return one.length >= other.length ? one.name : other.name;
}
