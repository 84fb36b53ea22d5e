// What the engine may use, within the limits of the server.

/**
 * @typedef {{ min: number, max: number }} Range
 * @typedef {{ threads: number, hash: number }} Resources `hash` in MiB
 */

/** The most lines of analysis. */
export const MOST_LINES = 5;

/**
 * The commands that give the engine threads and memory.
 * @param {Resources} resources
 * @param {Map<string, Range>} ranges of the engine's options
 */
export function resourceLines({ threads, hash }, ranges) {
  const lines = [];
  for (const [name, wanted] of /** @type {[string, number][]} */ ([
    ["Threads", threads],
    ["Hash", hash],
  ])) {
    const range = ranges.get(name);
    if (!range) continue;
    lines.push(`setoption name ${name} value ${Math.max(range.min, Math.min(range.max, wanted))}`);
  }
  return lines;
}

/**
 * The numbers of a range that are offered: powers of two, and the largest.
 * @param {Range} range
 */
export function offeredNumbers({ min, max }) {
  const numbers = [];
  for (let number = 1; number < max; number *= 2) if (number >= min) numbers.push(number);
  return [...numbers, max];
}
