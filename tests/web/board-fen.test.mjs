import assert from "node:assert/strict";
import test from "node:test";
import { readBoard, sideOf } from "../../src/web/page/board/fen.js";

test("a board field gives the pieces by the names of their points", () => {
  const { rows, columns, pieces } = readBoard("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assert.deepEqual([rows, columns, pieces.size], [8, 8, 32]);
  assert.equal(pieces.get("e4"), "P");
  assert.equal(pieces.get("e2"), undefined);
  assert.equal(pieces.get("a8"), "r");
});

test("runs of digits of any length are empty points", () => {
  const { rows, columns, pieces } = readBoard("15/14X/O13O/15/15/15/15/15/15/15/15/15/15/15/15");
  assert.deepEqual([rows, columns], [15, 15]);
  assert.deepEqual(
    [...pieces],
    [
      ["o14", "X"],
      ["a13", "O"],
      ["o13", "O"],
    ],
  );
});

test("ranks may count from zero", () => {
  const { pieces } = readBoard("3k5/9/9/9/9/9/9/9/9/4K4 w", 0);
  assert.deepEqual(
    [...pieces],
    [
      ["d9", "k"],
      ["e0", "K"],
    ],
  );
});

test("uneven rows and strange signs are refused", () => {
  assert.throws(() => readBoard("9/8"), /row 2 of a board has 8 points, the first has 9/);
  assert.throws(() => readBoard("8/4+3"), /"\+" in row 2/);
  assert.throws(() => readBoard(""), /row 1/);
});

test("capitals are the first player's pieces, but X is the first player's stone", () => {
  assert.deepEqual(
    ["K", "k"].map((piece) => sideOf(piece, "river")),
    ["first", "second"],
  );
  assert.deepEqual(
    ["X", "O"].map((piece) => sideOf(piece, "stones")),
    ["first", "second"],
  );
});
