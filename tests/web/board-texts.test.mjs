import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { pieceName, pointLabel } from "../../src/web/page/board/labels.js";
import english from "../../src/web/page/texts/board.en.js";
import chinese from "../../src/web/page/texts/board.zh.js";

/** @param {Record<string, string>} texts */
const speaker =
  (texts) =>
  (/** @type {string} */ key, params = {}) => {
    assert.ok(key in texts, `no text for ${key}`);
    return texts[key].replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
  };

test("both languages have the same texts with the same parameters", () => {
  assert.deepEqual(Object.keys(chinese), Object.keys(english));
  const names = (/** @type {string} */ text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(english)) assert.deepEqual(names(chinese[key]), names(english[key]), key);
});

test("each text that the modules name exists", () => {
  const folder = new URL("../../src/web/page/board/", import.meta.url);
  const keys = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => [...readFileSync(new URL(name, folder), "utf8").matchAll(/"(board\.[a-z.-]+)"/g)])
    .map(([, key]) => key);
  assert.ok(keys.length > 10);
  for (const key of keys) assert.ok(key in english, key);
});

test("points are described in both languages", () => {
  const target = { moves: [], capture: false, trade: false, missing: 0 };
  const facts = { point: "e5", kind: "squares", target };
  assert.equal(pointLabel({ point: "e4", kind: "squares", letter: "P" }, speaker(english)), "e4, white pawn");
  assert.equal(pointLabel(facts, speaker(english)), "e5, empty, legal target");
  assert.equal(pointLabel(facts, speaker(chinese)), "e5，空，可走");
  const dear = { ...target, capture: true, trade: true, missing: 2 };
  assert.match(
    pointLabel({ point: "g7", kind: "palace", letter: "n", target: dear }, speaker(english)),
    /needs 2 more pawns/,
  );
});

test("each mark and each piece has words", () => {
  const kinds = ["check", "tether", "liberty", "guard", "home", "five", "forbidden"];
  const reasons = ["three-three", "four-four", "overline", "unknown"];
  const marks = [
    ...kinds.map((kind) => ({ kind })),
    ...reasons.map((reason) => ({ kind: "forbidden", reason })),
    { kind: "x" },
  ];
  for (const texts of [english, chinese]) {
    const words = pointLabel({ point: "a1", kind: "stones", letter: "X", marks }, speaker(texts));
    assert.equal(words.split(texts["board.separator"]).length, 2 + marks.length - 1);
    for (const [kind, pieces] of [
      ["squares", "KQRBNP"],
      ["river", "KABNRCP"],
      ["palace", "KABNRCP"],
    ]) {
      for (const letter of pieces + pieces.toLowerCase()) pieceName(kind, letter, speaker(texts));
    }
  }
});
