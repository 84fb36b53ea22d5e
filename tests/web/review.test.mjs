import assert from "node:assert/strict";
import { test } from "node:test";

import { addMove, createGame } from "../../src/web/page/game.js";
import { accuracy, judge, missed, summarise } from "../../src/web/page/review.js";

const CHESS = { half: 95, step: 55 };
const ZHONGGONG = { half: 147, step: 121 };

test("moves are judged by the chances that they lose, from the mover's view", () => {
  assert.equal(judge({ cp: 30 }, { cp: 20 }, "first", false, CHESS), "good");
  assert.equal(judge({ cp: 30 }, { cp: -500 }, "first", true, CHESS), "best");
  assert.equal(judge({ cp: 0 }, { cp: -60 }, "first", false, CHESS), "inaccuracy");
  assert.equal(judge({ cp: 0 }, { cp: -120 }, "first", false, CHESS), "mistake");
  assert.equal(judge({ cp: 0 }, { cp: -400 }, "first", false, CHESS), "blunder");
  assert.equal(judge({ cp: 0 }, { cp: 400 }, "second", false, CHESS), "blunder");
  assert.equal(judge({ cp: 0 }, { cp: -400 }, "second", false, CHESS), "good");
  // In a position that is won anyway, some centipawns do not matter.
  assert.equal(judge({ cp: 1900 }, { cp: 1400 }, "first", false, CHESS), "good");
});

test("the same score is worth less where games are decided by more", () => {
  assert.equal(judge({ cp: 0 }, { cp: -120 }, "first", false, ZHONGGONG), "inaccuracy");
  assert.equal(judge({ cp: 0 }, { cp: -400 }, "first", false, ZHONGGONG), "blunder");
});

test("missed wins and allowed losses", () => {
  assert.deepEqual(missed({ mate: 3 }, { cp: 200 }, "first"), { key: "review.missed-win", moves: 3 });
  assert.deepEqual(missed({ mate: -3 }, { cp: 0 }, "second"), { key: "review.missed-win", moves: 3 });
  assert.deepEqual(missed({ cp: 0 }, { mate: -2 }, "first"), { key: "review.allowed-loss", moves: 2 });
  assert.equal(missed({ mate: 3 }, { mate: 2 }, "first"), null);
  assert.equal(missed({ mate: -3 }, { mate: -2 }, "first"), null);
});

test("accuracy", () => {
  assert.ok(accuracy([0, 0]) > 99);
  assert.ok(accuracy([0.4, 0.4]) < accuracy([0.1, 0.1]));
  assert.ok(accuracy([2]) >= 0);
  assert.equal(accuracy([]), 100);
});

test("a summary counts the moves of each side", () => {
  const game = createGame({ variant: "chess", live: false });
  game.root.score = { cp: 0 };
  game.root.best = "e2e4";
  const first = addMove(game, game.root, "e2e4");
  first.score = { cp: 10 };
  const second = addMove(game, first, "f7f6");
  second.score = { cp: 600 };
  const sides = summarise(game);
  assert.equal(first.judgement, "best");
  assert.equal(second.judgement, "blunder");
  assert.equal(sides.first.counts.best, 1);
  assert.equal(sides.second.counts.blunder, 1);
});
