// The engine's part in the Swap2 opening: stones after which both colours are worth about the same, and the colour that
// is worth more. It never places two more stones, as that leaves the better colour to the opponent.

import { USUAL_CURVE, winningChance } from "../protocol.js";

/**
 * @typedef {import("./opening.js").Colour} Colour
 * @typedef {(moves: string[], nodes: number) => Promise<number | null>} Value  the chances of White, who is to move after
 *   these moves, from -1 to 1; null if the engine does not answer
 */

/** Openings that are tried, and those of them that are looked at again with more effort. */
const TRIED = 16;
const FINAL = 3;
/** Nodes for each, at first and again, and for the choice of a colour. */
const QUICK = 4_000;
const THOROUGH = 40_000;
export const CHOICE = 100_000;
/** Points between the centre and the first stone, the first and the second, the first and the third, at most. */
const SPREAD = [2, 2, 5];

/**
 * @param {number} x  from 0
 * @param {number} y
 */
const nameOf = (x, y) => `${String.fromCharCode("a".charCodeAt(0) + x)}${y + 1}`;

/**
 * Three different points near the centre.
 * @param {number} size  of the board
 * @param {() => number} random  from 0 to 1
 * @returns {string[]}
 */
export function randomStones(size, random) {
  const centre = Math.floor(size / 2);
  const near = (/** @type {number} */ at, /** @type {number} */ most) => {
    const reach = Math.min(most, centre);
    const moved = at + Math.floor(random() * (2 * reach + 1)) - reach;
    return Math.max(0, Math.min(size - 1, moved));
  };
  const [x, y] = [near(centre, SPREAD[0]), near(centre, SPREAD[0])];
  const stones = [nameOf(x, y)];
  for (const most of SPREAD.slice(1)) {
    let name = stones[0];
    while (stones.includes(name)) name = nameOf(near(x, most), near(y, most));
    stones.push(name);
  }
  return stones;
}

/**
 * Three stones after which the search sees no colour ahead.
 * @param {number} size
 * @param {Value} value
 * @param {() => number} [random]
 * @returns {Promise<string[] | null>} null if the engine does not answer
 */
export async function balancedStones(size, value, random = Math.random) {
  /** @type {{ moves: string[], off: number }[]} */
  const found = [];
  const weigh = async (/** @type {string[]} */ moves, /** @type {number} */ nodes) => {
    const chances = await value(moves, nodes);
    return chances === null ? null : { moves, off: Math.abs(chances) };
  };
  const byBalance = (/** @type {{ off: number }} */ one, /** @type {{ off: number }} */ two) =>
    one.off - two.off;
  for (let i = 0; i < TRIED; i++) {
    const weighed = await weigh(randomStones(size, random), QUICK);
    if (!weighed) return null;
    found.push(weighed);
  }
  const final = [];
  for (const { moves } of found.sort(byBalance).slice(0, FINAL)) {
    const weighed = await weigh(moves, THOROUGH);
    if (!weighed) return null;
    final.push(weighed);
  }
  return final.sort(byBalance)[0].moves;
}

/**
 * The colour that is worth more.
 * @param {string[]} moves
 * @param {Value} value
 * @returns {Promise<Colour | null>}
 */
export async function betterColour(moves, value) {
  const chances = await value(moves, CHOICE);
  return chances === null ? null : chances >= 0 ? "second" : "first";
}

/**
 * What the search of a session thinks of positions.
 * @param {import("../session.js").Session} session
 * @param {import("../puzzles/solving.js").Engine} engine
 * @param {{ variant: string, options: Record<string, string | number | boolean> }} game
 * @returns {Value}
 */
export function sessionValue(session, engine, { variant, options }) {
  return async (moves, nodes) => {
    const state = await engine.state(variant, null, moves, options);
    if (!state) return null;
    const score = await new Promise((resolve) => {
      if (!session.open) return resolve(null);
      const lines = [
        "setoption name UCI_AnalyseMode value true",
        "setoption name UCI_LimitStrength value false",
        "setoption name MultiPV value 1",
        `go nodes ${nodes}`,
      ];
      session.search(lines, { onDone: (_, last) => resolve(last?.score ?? null) });
    });
    return score && winningChance(score, state.win_curve ?? USUAL_CURVE);
  };
}
