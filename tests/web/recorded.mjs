// Asks the engine, whose path is in the environment variable QUADRIGA, for records.

import { spawnSync } from "node:child_process";

import { parseError, parseJson } from "../../src/web/page/protocol.js";

export const engine = process.env.QUADRIGA;

/**
 * The engine's answer to each request of `record`, as the page's session collects it.
 * @param {object[]} requests
 */
export function recorded(requests) {
  const input = requests.flatMap((request) => [`record ${JSON.stringify(request)}`, "why", "isready"]);
  const output = spawnSync(engine ?? "", {
    input: `ucinewgame\n${input.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  }).stdout;
  return output
    .split("readyok\n")
    .slice(0, -1)
    .map((part) => {
      const lines = part.split("\n");
      const find = (/** @type {string} */ word) => lines.map((line) => parseJson(word, line)).find(Boolean);
      return { errors: lines.map(parseError).filter(Boolean), why: find("why"), record: find("record") };
    });
}
