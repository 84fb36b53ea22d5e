// The lessons: their structure, and that every text exists in both languages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COURSES, TASKS } from "../../src/web/page/learn/courses.js";
import { judge, judgeRefusal, pointsToTap } from "../../src/web/page/learn/goals.js";
import { goalKey } from "../../src/web/page/learn/words.js";
import boardEn from "../../src/web/page/texts/board.en.js";
import appEn from "../../src/web/page/texts/en.js";
import en from "../../src/web/page/texts/learn.en.js";
import zh from "../../src/web/page/texts/learn.zh.js";

test("the courses have the chapters and lessons that they promise", () => {
  const [zhonggong, xiangqi, chess, gomoku, renju] = COURSES;
  const count = (course) => course.chapters.reduce((sum, { tasks }) => sum + tasks.length, 0);
  assert.equal(zhonggong.variant, "zhonggong");
  assert.equal(zhonggong.chapters.length, 7);
  assert.equal(zhonggong.chapters.at(-1).id, "endings");
  assert.ok(count(zhonggong) >= 25);
  assert.ok(count(renju) >= 4);
  // From zero: ten lessons and more, then a game.
  assert.deepEqual(
    [xiangqi, chess, gomoku].map(({ variant }) => variant),
    ["xiangqi", "chess", "gomoku"],
  );
  const beginnings = [xiangqi.chapters.slice(0, 2), chess.chapters, gomoku.chapters];
  for (const chapters of beginnings) {
    assert.ok(count({ chapters }) > 10);
    const game = chapters.at(-1).tasks.at(-1);
    assert.deepEqual([game.level, game.goal.kind, game.goal.within], [600, "verdict", 0]);
  }
  assert.equal(xiangqi.chapters.at(-1).id, "perpetual");
  const last = zhonggong.chapters[5].tasks.at(-1);
  assert.deepEqual([last.fen, last.level, last.goal.kind], [undefined, 600, "verdict"]);
});

test("identifiers are unique and fit into an address", () => {
  const ids = TASKS.map(({ task }) => task.id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z][a-z-]*$/);
});

test("a lesson has a solution unless the engine's marks or verdict are the answer", () => {
  for (const { task } of TASKS) {
    const free = task.goal.kind === "tap" || task.goal.kind === "choice" || task.level;
    assert.equal(Boolean(task.solution?.length), !free, task.id);
  }
});

test("every lesson has its texts in both languages", () => {
  for (const texts of [en, zh]) {
    for (const { task } of TASKS) {
      assert.ok(texts[`learn.${task.id}.title`]?.trim(), task.id);
      assert.ok(texts[`learn.${task.id}.text`]?.length > 12, task.id);
      assert.ok(texts[`learn.${task.id}.hint`]?.trim(), task.id);
      assert.ok(goalKey(task.goal)[0] in texts, task.id);
    }
    for (const { chapters } of COURSES) {
      for (const { id } of chapters) assert.ok(`learn.chapter.${id}` in texts, id);
    }
    for (const { variant } of COURSES) assert.ok(`learn.course.${variant}` in texts, variant);
  }
});

test("no line of a text is empty or looks like a comment: the server leaves such lines out", () => {
  for (const texts of [en, zh]) {
    for (const [key, text] of Object.entries(texts)) assert.doesNotMatch(text, /^\s*(\/\/|\/\*|$)/m, key);
  }
});

test("both languages have the same keys with the same parameters, and no others", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  const parameters = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(en)) assert.deepEqual(parameters(zh[key]), parameters(en[key]), key);
  const ids = new Set(TASKS.map(({ task }) => task.id));
  for (const key of Object.keys(en)) {
    const lesson = /^learn\.([\w-]+)\.(title|text|hint|done)$/.exec(key);
    if (lesson) assert.ok(ids.has(lesson[1]), key);
    assert.ok(!(key in appEn) && !(key in boardEn), `${key} is defined twice`);
  }
});

const move = { move: "a1a2", name: "", from: "a1", to: "a2" };
const mark = (kind, side, ...points) => ({ kind, side, points });
const state = (marks, verdict = null) => ({ turn: "second", marks, verdict });
const step = (after, more = {}) => ({
  side: "first", moves: [move], before: state([mark("check", "first", "e4")]), after, replied: false, ...more,
}); // prettier-ignore

test("a mark is counted for its owner", () => {
  const goal = { kind: "mark", mark: "liberty", owner: "enemy", least: 0, most: 1 };
  assert.equal(judge(goal, step(state([mark("liberty", "second", "e5")]))).status, "done");
  assert.equal(judge(goal, step(state([mark("liberty", "first", "a1", "a2")]))).status, "done");
  assert.deepEqual(judge(goal, step(state([mark("liberty", "second", "e5", "e7")]))), {
    status: "failed",
    key: "liberty",
  });
});

test("a tether is told from a check", () => {
  const check = { kind: "mark", mark: "check", owner: "enemy" };
  const tether = { kind: "mark", mark: "tether", owner: "enemy" };
  assert.equal(judge(check, step(state([mark("tether", "second", "e6")]))).key, "only-tether");
  assert.equal(judge(tether, step(state([mark("check", "second", "e6")]))).key, "real-check");
  assert.equal(judge(check, step(state([]))).key, "check");
});

test("a general that walks away has not been guarded", () => {
  const goal = { kind: "mark", mark: "guard", owner: "own", stay: true };
  const after = state([mark("guard", "first", "g5")]);
  assert.equal(judge(goal, step(after)).status, "done");
  const walk = { ...move, from: "e4", to: "d4" };
  assert.equal(judge(goal, step(after, { moves: [walk] })).key, "other-piece");
});

test("a verdict counts for its winner, its reason and in time", () => {
  const goal = { kind: "verdict", within: 2, reasons: ["checkmate"] };
  const ended = (winner, reason) => step(state([], { result: "", reason, winner }));
  assert.equal(judge(goal, ended("first", "checkmate")).status, "done");
  assert.deepEqual(judge(goal, ended("first", "stalemate")), {
    status: "failed", key: "other-reason", reason: "stalemate",
  }); // prettier-ignore
  assert.equal(judge(goal, ended("second", "checkmate")).key, "lost");
  assert.equal(judge(goal, ended(undefined, "repetition")).key, "drawn");
  assert.equal(judge(goal, step(state([]))).status, "open");
  assert.equal(judge(goal, step(state([]), { moves: [move, move] })).key, "not-over");
});

test("points must be reached in time, moves survived until the reply", () => {
  const visit = { kind: "visit", points: ["a2", "b3"], within: 2 };
  assert.equal(judge(visit, step(state([]))).status, "open");
  assert.equal(judge(visit, step(state([]), { moves: [move, { ...move, to: "b3" }] })).status, "done");
  assert.equal(judge(visit, step(state([]), { moves: [move, move] })).status, "failed");
  const last = { kind: "last", within: 1 };
  assert.equal(judge(last, step(state([]))).status, "open");
  assert.equal(judge(last, step(state([]), { replied: true })).status, "done");
  assert.equal(judge(last, step(state([], { result: "", reason: "repetition" }))).key, "drawn");
});

test("captures and trades are told apart", () => {
  const goal = { kind: "capture", on: ["a2"] };
  const take = { ...move, capture: true };
  const trade = { move: "a9xa2", name: "", to: "a2", traded: ["a9"], capture: true };
  assert.equal(judge(goal, step(state([]), { moves: [take] })).status, "done");
  assert.equal(judge(goal, step(state([]), { moves: [move] })).key, "capture");
  assert.equal(judge({ ...goal, trade: true }, step(state([]), { moves: [take] })).key, "capture");
  assert.equal(judge({ ...goal, trade: true }, step(state([]), { moves: [trade] })).status, "done");
});

test("a refusal counts only with the code that is meant", () => {
  const goal = { kind: "refused", codes: ["tethered"] };
  assert.equal(judgeRefusal(goal, { legal: false, code: "tethered" }).status, "done");
  assert.deepEqual(judgeRefusal(goal, { legal: false, code: "no-piece" }), {
    status: "open",
    key: "other-code",
  });
  assert.equal(judge(goal, step(state([]))).key, "legal");
  const aimed = { kind: "refused", codes: ["unreachable"], moves: ["e3d5", "e3f5"] };
  const refusal = (move) => judgeRefusal(aimed, { legal: false, code: "unreachable", move }).status;
  assert.deepEqual(["e3f5", "e3e9"].map(refusal), ["done", "open"]);
});

test("points to find are those of the right owner and reason", () => {
  const marks = [
    mark("guard", "first", "a1"),
    mark("guard", "second", "b1"),
    { ...mark("forbidden", "first", "c1"), reason: "overline" },
  ];
  const shown = { ...state(marks), turn: "first" };
  assert.deepEqual(pointsToTap({ kind: "tap", mark: "guard", owner: "enemy" }, shown), ["b1"]);
  assert.deepEqual(pointsToTap({ kind: "tap", mark: "forbidden", reason: "four-four" }, shown), []);
});
