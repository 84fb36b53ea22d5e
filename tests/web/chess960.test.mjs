import assert from "node:assert/strict";
import { test } from "node:test";

import { isChess960 } from "../../src/web/page/chess960.js";

test("castling rights that need the rules of Chess960", () => {
  const board = "/pppppppp/8/8/8/8/PPPPPPPP/";
  assert.ok(!isChess960(`rnbqkbnr${board}RNBQKBNR w KQkq - 0 1`));
  assert.ok(isChess960(`bbqnnrkr${board}BBQNNRKR w KQkq - 0 1`));
  assert.ok(isChess960(`rnbqkbnr${board}RNBQKBNR w HAha - 0 1`));
  assert.ok(!isChess960(`rnbqkbnr${board}R3K2R b KQ - 0 1`));
  assert.ok(isChess960(`rnbqkbnr${board}R3KR2 b K - 0 1`));
  assert.ok(!isChess960("4k3/8/8/8/8/8/8/1R3KR1 w - - 0 1"));
  assert.ok(!isChess960("4k3/8/8/8/8/8/8/4K3"));
  // Rights that even Chess960 cannot have say nothing about the rules.
  assert.ok(!isChess960("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"));
  assert.ok(!isChess960("4k3/8/8/8/8/8/8/R4K2 w KQ - 0 1"));
  assert.ok(isChess960("4k3/8/8/8/8/8/8/R4K2 w Q - 0 1"));
});
