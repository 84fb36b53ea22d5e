import assert from "node:assert/strict";
import test from "node:test";
import { NOTHING, drop, keepSelection, targetsOf, touch } from "../../src/web/page/board/selection.js";

const step = (from, to, more = {}) => ({ move: from + to, from, to, ...more });
const trade = (traded, to) => ({ move: `${traded.join("")}x${to}`, traded, to, capture: true });
const ownOn =
  (...points) =>
  (point) =>
    points.includes(point);
const touchAll = (points, legal, isOwn, start = NOTHING) =>
  points.reduce((outcome, point) => touch(outcome.selection, point, legal, isOwn), { selection: start });

test("two touches make a move", () => {
  const legal = [step("e2", "e4"), step("e2", "e3"), step("d2", "d4")];
  const isOwn = ownOn("e2", "d2", "e1");
  const { selection } = touch(NOTHING, "e2", legal, isOwn);
  assert.deepEqual([...targetsOf(selection, legal).keys()], ["e4", "e3"]);
  assert.deepEqual(touch(selection, "e4", legal, isOwn), { selection: NOTHING, moves: [legal[0]] });
});

test("another own piece is taken up instead, the same one is put back", () => {
  const legal = [step("e2", "e4"), step("d2", "d4")];
  const isOwn = ownOn("e2", "d2");
  assert.equal(touchAll(["e2", "d2"], legal, isOwn).selection.from, "d2");
  assert.equal(touchAll(["e2", "e2"], legal, isOwn).selection, NOTHING);
});

test("a touch that no legal move matches is an attempt and ends the selection", () => {
  const legal = [step("e2", "e4")];
  const outcome = touchAll(["a1", "a5"], legal, ownOn("a1", "e2"));
  assert.deepEqual(outcome, { selection: NOTHING, attempt: { from: "a1", to: "a5" } });
});

test("nothing is selected when nothing may be played, or on a foreign piece", () => {
  assert.deepEqual(touch(NOTHING, "e2", [], ownOn("e2")), { selection: NOTHING });
  assert.deepEqual(touch(NOTHING, "e7", [step("e2", "e4")], ownOn("e2")), { selection: NOTHING });
});

test("moves that differ in their promotion are offered together", () => {
  const legal = ["q", "n"].map((promotion) => step("a7", "a8", { promotion }));
  assert.deepEqual(touchAll(["a7", "a8"], legal, ownOn("a7")).moves, legal);
});

test("a king castles on its own rook where the list says so", () => {
  const legal = [step("e1", "h1"), step("h1", "g1")];
  const isOwn = ownOn("e1", "h1");
  assert.deepEqual(touchAll(["e1", "h1"], legal, isOwn).moves, [legal[0]]);
  assert.deepEqual(drop("e1", "h1", legal, isOwn).moves, [legal[0]]);
});

test("a stone is a move or an attempt", () => {
  const legal = [{ move: "h8", to: "h8" }];
  assert.deepEqual(touch(NOTHING, "h8", legal, ownOn(), true).moves, legal);
  assert.deepEqual(touch(NOTHING, "e10", legal, ownOn(), true).attempt, { to: "e10" });
});

test("a dragged piece moves, goes back to its own side, or is refused", () => {
  const legal = [step("e2", "e4")];
  const isOwn = ownOn("e2", "d2");
  assert.deepEqual(drop("e2", "e4", legal, isOwn).moves, legal);
  assert.deepEqual(drop("e2", "d2", legal, isOwn), { selection: { from: "e2", traded: [] } });
  assert.deepEqual(drop("e2", "e6", legal, isOwn).attempt, { from: "e2", to: "e6" });
});

const pairs = [
  ["a9", "c9"],
  ["a9", "e9"],
  ["c9", "e9"],
];
const trades = [
  ...pairs.map((pair) => trade(pair, "e7")),
  trade(["a9", "c9", "e9"], "g7"),
  step("a9", "b9"),
  step("e1", "e2"),
];
const pawns = ownOn("a9", "c9", "e9", "e1");

test("a home pawn shows its steps and what it could help to buy", () => {
  const targets = targetsOf(touch(NOTHING, "a9", trades, pawns).selection, trades);
  assert.deepEqual([...targets].map(([point, { missing }]) => [point, missing]).sort(), [
    ["b9", 0],
    ["e7", 1],
    ["g7", 2],
  ]);
});

test("pawns are added one by one until the selection is what the purchase takes", () => {
  const two = touchAll(["a9", "e9"], trades, pawns).selection;
  assert.deepEqual(two, { from: null, traded: ["a9", "e9"] });
  assert.equal(targetsOf(two, trades).has("b9"), false);
  assert.deepEqual(touch(two, "e7", trades, pawns).moves, [trades[1]]);
  const three = touch(two, "c9", trades, pawns).selection;
  assert.equal(targetsOf(three, trades).has("e7"), false);
  assert.deepEqual(touch(three, "g7", trades, pawns).moves, [trades[3]]);
});

test("a purchase that needs more pawns keeps the selection and says how many", () => {
  const outcome = touchAll(["a9", "g7"], trades, pawns);
  assert.deepEqual(outcome, {
    selection: { from: "a9", traded: ["a9"] },
    attempt: { traded: ["a9"], to: "g7", missing: 2 },
  });
});

test("a selected pawn can be left out again, and a touch elsewhere ends the selection", () => {
  assert.deepEqual(touchAll(["a9", "c9", "e9", "c9"], trades, pawns).selection, {
    from: null,
    traded: ["a9", "e9"],
  });
  assert.deepEqual(touchAll(["a9", "c9", "c9"], trades, pawns).selection, { from: "a9", traded: ["a9"] });
  const outcome = touchAll(["a9", "c9", "h5"], trades, pawns);
  assert.deepEqual(outcome, { selection: NOTHING, attempt: { traded: ["a9", "c9"], to: "h5" } });
  assert.deepEqual(touchAll(["a9", "c9", "e1"], trades, pawns).selection, { from: "e1", traded: [] });
});

test("a selection ends with the moves that it belongs to", () => {
  const { selection } = touch(NOTHING, "a9", trades, pawns);
  assert.equal(keepSelection(selection, trades, pawns), selection);
  assert.equal(keepSelection(selection, [step("e1", "e2")], pawns), NOTHING);
  assert.equal(keepSelection(selection, [], pawns), NOTHING);
});
