import assert from "node:assert/strict";
import test from "node:test";
import { readBoard, sideOf } from "../../src/web/page/board/fen.js";

test("a board field gives the men by the names of their points", () => {
  const { rows, columns, men } = readBoard("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  assert.deepEqual([rows, columns, men.size], [8, 8, 32]);
  assert.equal(men.get("e4"), "P");
  assert.equal(men.get("e2"), undefined);
  assert.equal(men.get("a8"), "r");
});

test("runs of digits of any length are empty points", () => {
  const { rows, columns, men } = readBoard("15/14X/O13O/15/15/15/15/15/15/15/15/15/15/15/15");
  assert.deepEqual([rows, columns], [15, 15]);
  assert.deepEqual(
    [...men],
    [
      ["o14", "X"],
      ["a13", "O"],
      ["o13", "O"],
    ],
  );
});

test("ranks may count from zero", () => {
  const { men } = readBoard("3k5/9/9/9/9/9/9/9/9/4K4 w", 0);
  assert.deepEqual(
    [...men],
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

test("capitals are the first player's men, but X is the first player's stone", () => {
  assert.deepEqual(
    ["K", "k"].map((man) => sideOf(man, "river")),
    ["first", "second"],
  );
  assert.deepEqual(
    ["X", "O"].map((man) => sideOf(man, "stones")),
    ["first", "second"],
  );
});
