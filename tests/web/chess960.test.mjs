import assert from "node:assert/strict";
import { test } from "node:test";

import { backRank, isChess960, startPosition } from "../../src/web/page/chess960.js";

test("the numbered positions", () => {
  const known = { 0: "BBQNNRKR", 1: "BQNBNRKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB" };
  for (const [number, rank] of Object.entries(known)) assert.equal(backRank(Number(number)), rank);
});

test("960 different positions, each with bishops on both colours and the king between the rooks", () => {
  const ranks = new Set(Array.from({ length: 960 }, (_, number) => backRank(number)));
  assert.equal(ranks.size, 960);
  for (const rank of ranks) {
    assert.equal([...rank].sort().join(""), "BBKNNQRR");
    assert.match(rank, /R.*K.*R/);
    assert.equal((rank.indexOf("B") + rank.lastIndexOf("B")) % 2, 1, rank);
  }
});

test("castling rights that need the rules of Chess960", () => {
  const board = "/pppppppp/8/8/8/8/PPPPPPPP/";
  assert.ok(!isChess960(startPosition(518)));
  assert.ok(isChess960(startPosition(0)));
  assert.ok(isChess960(`rnbqkbnr${board}RNBQKBNR w HAha - 0 1`));
  assert.ok(!isChess960(`rnbqkbnr${board}R3K2R b KQ - 0 1`));
  assert.ok(isChess960(`rnbqkbnr${board}R3KR2 b K - 0 1`));
  assert.ok(!isChess960("4k3/8/8/8/8/8/8/1R3KR1 w - - 0 1"));
  assert.ok(!isChess960("4k3/8/8/8/8/8/8/4K3"));
});
