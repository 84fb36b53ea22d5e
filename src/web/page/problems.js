// Why the engine refuses a position, in the page's language.

import { t } from "./texts/index.js";

/** What the engine says, and the keys of the texts for it. @type {[RegExp, string][]} */
const PROBLEMS = [
  [/^(?<side>\w+) has no (?<man>\w+)$/, "problem.none"],
  [/^(?<side>\w+) has more than one (?<man>\w+)$/, "problem.several"],
  [/^an? (?<man>\w+) can never stand on (?<point>\w+)$/, "problem.place"],
  [
    /^(?<side>\w+) has (?<count>\d+) (?<man>\w+)s, more than the (?<most>\d+) it can have$/,
    "problem.too-many",
  ],
  [/^the side not to move is in check$/, "problem.check"],
  [/^the general of the side not to move has no liberty$/, "problem.liberty"],
  [/^the generals face each other$/, "problem.facing"],
  [/^(?<black>\d+) black and (?<white>\d+) white stones /, "problem.stones"],
];

/**
 * The reason of an error line in words; the engine's own if the page has none.
 * @param {string} words
 */
export function problemText(words) {
  const clean = words.replace(/^position: /, "").replace(/^FEN, [\w ]+: /, "");
  for (const [pattern, key] of PROBLEMS) {
    const found = pattern.exec(clean);
    if (!found) continue;
    const values = /** @type {Record<string, string>} */ ({ ...found.groups });
    if (values.side) values.side = t(`side.${values.side.toLowerCase()}`);
    if (values.man) values.man = t(`man.${values.man}`);
    return t(key, values);
  }
  return clean;
}
