// Lessons: their data, and when a goal is met.

import assert from "node:assert/strict";
import { test } from "node:test";

import { goalMet, manAt } from "../../src/web/page/goal.js";
import zhonggong from "../../src/web/page/lessons/zhonggong.js";

const lessons = zhonggong.chapters.flatMap((chapter) => chapter.lessons);

test("the course has six chapters of at least 25 positions, and ends with a game", () => {
  assert.equal(zhonggong.chapters.length, 6);
  assert.ok(lessons.filter((lesson) => lesson.fen).length >= 25);
  assert.ok(lessons.at(-1).game);
});

test("every lesson has a text and a hint in both languages", () => {
  for (const { name } of zhonggong.chapters) assert.equal(name.filter(Boolean).length, 2);
  for (const { fen, text, hint } of lessons) {
    for (const words of [text, hint]) {
      assert.equal(words.filter(Boolean).length, 2, fen);
      assert.match(words[1], /[一-龥]/, fen);
    }
  }
});

test("every lesson has a goal, and no position comes twice", () => {
  for (const { fen, goal } of lessons) assert.ok(Object.keys(goal).length, fen);
  assert.equal(new Set(lessons.map(({ fen }) => fen)).size, lessons.length);
});

test("men are found by their points", () => {
  assert.equal(manAt("9/2P6/9/9/9/9/9/9/R7k w", "a1"), "R");
  assert.equal(manAt("9/2P6/9/9/9/9/9/9/R7k w", "c8"), "P");
  assert.equal(manAt("9/2P6/9/9/9/9/9/9/R7k w", "b8"), null);
});

const state = (fen, more = {}) => ({
  fen,
  turn: "first",
  marks: [],
  verdict: null,
  legal: [],
  moves: [],
  ...more,
});

test("captures and trades are told apart", () => {
  const before = state("P8/2n6/R8 w");
  const after = state("P8/9/9 b", { turn: "second" });
  const step = { move: "a1c2", name: "", from: "a1", to: "c2" };
  const trade = { move: "a3xc2", name: "", to: "c2", traded: ["a3"] };
  assert.ok(goalMet({ capture: "n" }, before, after, step));
  assert.ok(!goalMet({ capture: "n" }, before, after, trade));
  assert.ok(goalMet({ trade: "n" }, before, after, trade));
  assert.ok(!goalMet({ trade: "n" }, before, after, step));
  assert.ok(!goalMet({ capture: "c" }, before, after, step));
});

test("all parts of a goal must hold", () => {
  const before = state("9/9/K8 w");
  const marks = [{ kind: "check", side: "second", points: ["a3"] }];
  const after = state("9/K8/9 b", { turn: "second", marks });
  const move = { move: "a1a2", name: "", from: "a1", to: "a2" };
  assert.ok(goalMet({ man: "K", to: ["a2"], check: true }, before, after, move));
  assert.ok(!goalMet({ man: "R", check: true }, before, after, move));
  assert.ok(!goalMet({ to: ["b2"], check: true }, before, after, move));
  assert.ok(!goalMet({ tether: true }, before, after, move));
  assert.ok(!goalMet({ win: true }, before, after, move));
  const won = { ...after, verdict: { result: "1-0", reason: "trapped", winner: "first" } };
  assert.ok(goalMet({ win: true }, before, won, move));
  assert.ok(goalMet({ any: true }, before, after, move));
});
