import assert from "node:assert/strict";
import { test } from "node:test";

import * as clocks from "../../src/web/page/clocks.js";

test("base and increment", () => {
  const pair = clocks.createClocks({ kind: "clock", base: 60, increment: 2 });
  clocks.run(pair, "first", 1000);
  assert.equal(clocks.remaining(pair, "first", 4000), 57_000);
  assert.equal(clocks.remaining(pair, "second", 4000), 60_000);
  clocks.moved(pair, "first", 11_000);
  assert.equal(pair.first, 52_000);
  clocks.run(pair, "second", 11_000);
  assert.equal(clocks.expired(pair, 70_999), null);
  assert.equal(clocks.expired(pair, 71_000), "second");
});

test("a move before the clocks run earns no increment", () => {
  const pair = clocks.createClocks({ kind: "clock", base: 60, increment: 2 });
  clocks.moved(pair, "first", 5000);
  assert.equal(pair.first, 60_000);
});

test("seconds for each move", () => {
  const pair = clocks.createClocks({ kind: "move", seconds: 60 });
  clocks.run(pair, "first", 0);
  clocks.moved(pair, "first", 59_000);
  assert.equal(pair.first, 60_000);
  clocks.run(pair, "second", 59_000);
  assert.equal(clocks.expired(pair, 118_999), null);
  assert.equal(clocks.expired(pair, 119_000), "second");
});

test("without a clock the moves are measured, and nobody loses", () => {
  const pair = clocks.createClocks({ kind: "none" });
  clocks.run(pair, "first", 0);
  assert.equal(clocks.expired(pair, 1e9), null);
  clocks.pause(pair, 4000);
  clocks.run(pair, "first", 10_000);
  assert.equal(clocks.spentOnMove(pair, 11_500), 5500);
  assert.equal(clocks.moved(pair, "first", 12_000), 6000);
  assert.equal(clocks.spentOnMove(pair, 12_000), 0);
  assert.equal(clocks.moved(pair, "second", 13_000), undefined, "its clock did not run");
});

test("a pause keeps what is left", () => {
  const pair = clocks.createClocks({ kind: "clock", base: 10, increment: 0 });
  clocks.run(pair, "first", 0);
  clocks.pause(pair, 4000);
  assert.equal(clocks.remaining(pair, "first", 9000), 6000);
});

test("a clock that goes back does not give time", () => {
  const pair = clocks.createClocks({ kind: "clock", base: 10, increment: 0 });
  clocks.run(pair, "first", 5000);
  assert.equal(clocks.remaining(pair, "first", 1000), 10_000);
});

test("how a clock shows its time", () => {
  for (const [time, text] of [
    [3_723_000, "1:02:03"],
    [247_999, "4:07"],
    [10_000, "0:10"],
    [9_999, "0:09.9"],
    [340, "0:00.3"],
    [-5, "0:00.0"],
  ]) {
    assert.equal(clocks.clockText(time), text);
  }
});

test("time controls are read", () => {
  assert.deepEqual(clocks.parseControl("clock 300 3"), { kind: "clock", base: 300, increment: 3 });
  assert.deepEqual(clocks.parseControl("move 60"), { kind: "move", seconds: 60 });
  assert.deepEqual(clocks.parseControl("none"), { kind: "none" });
  for (const text of ["", "clock", "clock 0 1", "clock 5 -1", "move x"])
    assert.equal(clocks.parseControl(text), null);
});
