import assert from "node:assert/strict";
import test from "node:test";

import { problemText } from "../../src/web/page/problems.js";
import { setLanguage } from "../../src/web/page/texts/index.js";

const CASES = [
  ["position: FEN, board: White has no king", "White has no king.", "白方缺王。"],
  [
    "position: FEN, board: Red has 3 chariots, more than the 2 it can have",
    "Red has 3 chariots, but no more than 2 are possible.",
    "红方有 3 个车，最多 2 个。",
  ],
  ["FEN, board: an elephant can never stand on e2", "No elephant can stand on e2.", "象不可能在 e2。"],
];

test("problems of positions are told in both languages", () => {
  for (const [words, en, zh] of CASES) {
    setLanguage("en");
    assert.equal(problemText(words), en);
    setLanguage("zh");
    assert.equal(problemText(words), zh);
  }
});

test("other problems are told as the engine says them", () => {
  const words = "FEN, board: 7 ranks where 8 are needed";
  assert.equal(problemText(`position: ${words}`), "7 ranks where 8 are needed");
});
