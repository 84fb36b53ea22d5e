import assert from "node:assert/strict";
import test from "node:test";
import { matchPieces, piecesAfter } from "../../src/web/page/board/pieces.js";
import { brushOf, toggleShape } from "../../src/web/page/board/shapes.js";

const pieces = (/** @type {Record<string, string>} */ points) => new Map(Object.entries(points));
const distance = (/** @type {string} */ a, /** @type {string} */ b) =>
  Math.abs(a.charCodeAt(0) - b.charCodeAt(0));

test("a piece slides from where the last move began, not from the nearest twin", () => {
  const before = pieces({ a1: "R", c1: "R", e8: "k" });
  const after = pieces({ d1: "R", c1: "R", e8: "k" });
  assert.deepEqual([...matchPieces(before, after, { from: "a1", to: "d1" }, distance)], [["d1", "a1"]]);
});

test("both pieces of a castling slide, a captured piece does not", () => {
  const before = pieces({ e1: "K", h1: "R", g1: "n" });
  const after = pieces({ g1: "K", f1: "R" });
  const matches = matchPieces(before, after, { from: "e1", to: "g1" }, distance);
  assert.deepEqual([...matches].sort(), [
    ["f1", "h1"],
    ["g1", "e1"],
  ]);
});

test("a pawn that is promoted slides as the new piece", () => {
  const matches = matchPieces(pieces({ a7: "P" }), pieces({ b8: "Q" }), { from: "a7", to: "b8" }, distance);
  assert.deepEqual([...matches], [["b8", "a7"]]);
});

test("pieces that come from nowhere have no origin", () => {
  assert.equal(matchPieces(pieces({ a1: "X" }), pieces({ a1: "X", b2: "O" }), null, distance).size, 0);
});

test("a chosen move is drawn before the engine answers", () => {
  const start = pieces({ a7: "P", b8: "n", e1: "K", h1: "R", a9: "P", c9: "P", e7: "c" });
  assert.equal(piecesAfter(start, { move: "", from: "a7", to: "b8", promotion: "q" }, null).get("b8"), "Q");
  assert.deepEqual([...piecesAfter(start, { move: "", from: "e1", to: "h1" }, null)], [...start]);
  const traded = piecesAfter(start, { move: "", traded: ["a9", "c9"], to: "e7" }, null);
  assert.deepEqual(
    ["a9", "c9", "e7"].map((point) => traded.has(point)),
    [false, false, false],
  );
  assert.equal(piecesAfter(start, { move: "", to: "h8" }, "X").get("h8"), "X");
});

test("a shape drawn twice goes, with another brush it changes", () => {
  const green = { from: "e2", to: "e4", brush: "green" };
  const red = { ...green, brush: "red" };
  assert.deepEqual(toggleShape([], green), [green]);
  assert.deepEqual(toggleShape([green], green), []);
  assert.deepEqual(toggleShape([green], red), [red]);
  assert.equal(toggleShape([green], { from: "e2", brush: "green" }).length, 2);
});

test("the keys held choose the brush", () => {
  const keys = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
  const brushes = [{}, { shiftKey: true }, { altKey: true }, { ctrlKey: true, altKey: true }];
  assert.deepEqual(
    brushes.map((held) => brushOf({ ...keys, ...held })),
    ["green", "red", "blue", "yellow"],
  );
});
