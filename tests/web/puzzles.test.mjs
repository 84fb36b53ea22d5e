// The puzzles: their files, the solver's progress, and the judgement of a try.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";

import { GAMES } from "../../src/web/page/puzzles/games.js";
import { kindOf, readPuzzles, themesOf } from "../../src/web/page/puzzles/file.js";
import { after, choose, readProgress } from "../../src/web/page/puzzles/progress.js";
import { Solving } from "../../src/web/page/puzzles/solving.js";
import en from "../../src/web/page/texts/puzzles.en.js";
import zh from "../../src/web/page/texts/puzzles.zh.js";

const FILES = GAMES.map((variant) => ({
  variant,
  path: new URL(`../../src/web/page/puzzles/${variant}.txt`, import.meta.url),
}));
const TEXT =
  "puzzles chess\n900;mate1;6k1/5ppp/8/8/8/8/5PPP/3R2K1 w;d1d8\n1400;win,fork;8/8 w;a1a2 b1b2 a2a3\n";

test("a file is read line by line", () => {
  const { variant, puzzles } = readPuzzles(TEXT);
  assert.equal(variant, "chess");
  assert.deepEqual(puzzles[1].moves, ["a1a2", "b1b2", "a2a3"]);
  assert.deepEqual([puzzles[1].rating, puzzles[1].themes, puzzles[1].fen], [1400, ["win", "fork"], "8/8 w"]);
  assert.match(puzzles[0].id, /^[0-9a-z]{6}$/);
  assert.notEqual(puzzles[0].id, puzzles[1].id);
  assert.throws(() => readPuzzles("<!doctype html>"), /not a file of puzzles/);
});

test("every game has three hundred puzzles, of which all are small", () => {
  let bytes = 0;
  for (const { variant, path } of FILES) {
    const { variant: found, puzzles } = readPuzzles(readFileSync(path, "utf8"));
    assert.equal(found, variant);
    assert.ok(puzzles.length >= 300, `${variant}: ${puzzles.length}`);
    assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length, variant);
    bytes += statSync(path).size;
  }
  assert.ok(bytes < 150_000, `${bytes} bytes`);
});

test("every theme has its name in both languages, which have the same keys", () => {
  assert.deepEqual(Object.keys(en).sort(), Object.keys(zh).sort());
  for (const { path } of FILES) {
    const { puzzles } = readPuzzles(readFileSync(path, "utf8"));
    for (const [kind] of themesOf(puzzles)) assert.ok(`puzzles.theme.${kind}` in en, kind);
    for (const { themes } of puzzles) assert.ok(`puzzles.task.${kindOf(themes[0])}` in en, themes[0]);
  }
  for (const [key, text] of Object.entries(en)) {
    const parameters = (/** @type {string} */ words) => [...words.matchAll(/\{\w+\}/g)].map(String).sort();
    assert.deepEqual(parameters(zh[key]), parameters(text), key);
  }
});

test("goals come first among the themes", () => {
  const { puzzles } = readPuzzles(TEXT);
  assert.deepEqual(themesOf(puzzles), [["mate", 1], ["win", 1], ["fork", 1]]); // prettier-ignore
});

test("a solved puzzle raises the rating, a failed one ends the series, a repeated one does not count", () => {
  const { puzzles } = readPuzzles(TEXT);
  const start = readProgress("chess");
  const one = after(start, puzzles[1], true);
  assert.ok(one.rating > start.rating + 40 && one.series === 1 && one.tried === 1);
  const two = after(one, puzzles[0], false);
  assert.ok(two.rating < one.rating && two.series === 0 && two.best === 1);
  const three = after(two, puzzles[0], true);
  assert.deepEqual([three.rating, three.series, three.results[puzzles[0].id]], [two.rating, 1, 1]);
});

test("the next puzzle is a new one near the rating, then one that was failed, then any", () => {
  const puzzles = Array.from({ length: 40 }, (_, i) => ({
    id: String(i),
    rating: 600 + 50 * i,
    themes: ["win"],
    fen: "",
    moves: ["a"],
  }));
  const start = readProgress("chess");
  for (const random of [0, 0.5, 0.999]) {
    const puzzle = choose(puzzles, start, "", () => random);
    assert.ok(puzzle && Math.abs(puzzle.rating - start.rating) <= 300);
  }
  const results = Object.fromEntries(puzzles.map(({ id }) => [id, /** @type {0 | 1} */ (1)]));
  assert.equal(choose(puzzles, { ...start, results: { ...results, 7: 0 } })?.id, "7");
  assert.notEqual(choose(puzzles, { ...start, results }, "3", () => 0)?.id, "3");
  assert.equal(choose([], start), null);
});

/** An engine that knows the side to move and who has won. */
function engine(winner = /** @type {string | null} */ (null)) {
  return /** @type {any} */ ({
    state: async (variant, start, moves) => ({
      turn: moves.length % 2 ? "second" : "first",
      legal: [],
      moves: moves.map((move) => ({ move })),
      verdict: winner && moves.at(-1) === "winning" ? { winner } : null,
    }),
  });
}

test("a puzzle is solved by its moves, or by another that wins; a wrong one is taken back", async () => {
  const puzzle = readPuzzles(TEXT).puzzles[1];
  const solving = new Solving("chess", puzzle, engine("first"));
  await solving.sync();
  const move = (text) => solving.play(/** @type {any} */ ({ move: text }));
  assert.equal(await move("a1a2"), "right");
  assert.ok(await solving.reply());
  assert.equal(await move("h1h2"), "wrong");
  assert.ok(!solving.ready && (await solving.takeBack()) && solving.ready);
  assert.equal(await move("winning"), "solved");
  assert.ok(solving.done);
});
