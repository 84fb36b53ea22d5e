import assert from "node:assert/strict";
import { test } from "node:test";

import { readBoard } from "../../src/web/page/board/fen.js";
import { palette, writeBoard, writeFen } from "../../src/web/page/position.js";

test("a board that is read is written the same", () => {
  for (const board of [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR",
    "15/15/15/15/15/15/15/3XXXX8/3OOOO8/15/15/15/15/15/14X",
  ]) {
    assert.equal(writeBoard(readBoard(board)), board);
  }
});

test("the fields behind the board", () => {
  const chess = readBoard("4k3/8/8/8/8/8/8/R3K3");
  assert.equal(writeFen("chess", chess, "second", "Q"), "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
  assert.equal(writeFen("zhonggong", chess, "first", "Q"), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  assert.equal(writeFen("gomoku", readBoard("5/5/2X2/5/5"), "second"), "5/5/2X2/5/5 w 1");
  assert.equal(writeFen("renju", readBoard("5/5/2XO1/5/5"), "first"), "5/5/2XO1/5/5 b 2");
});

test("every piece of a side has its counterpart", () => {
  for (const variant of ["chess", "xiangqi", "zhonggong"]) {
    const [first, second] = palette(variant);
    assert.deepEqual(
      first.map((piece) => piece.toLowerCase()),
      second,
    );
  }
});
