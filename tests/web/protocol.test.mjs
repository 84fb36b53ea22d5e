import assert from "node:assert/strict";
import { test } from "node:test";

import * as protocol from "../../src/web/page/protocol.js";

test("search reports", () => {
  const line =
    "info depth 9 seldepth 14 multipv 2 score cp -35 lowerbound wdl 400 300 300 nodes 5000 nps 250000 " +
    "hashfull 7 tbhits 0 time 20 pv e2e4 e7e5";
  assert.deepEqual(protocol.parseInfo(line), {
    depth: 9,
    multipv: 2,
    score: { cp: -35, bound: "lower" },
    nodes: 5000,
    nps: 250000,
    time: 20,
    pv: ["e2e4", "e7e5"],
  });
  assert.deepEqual(protocol.parseInfo("info depth 3 score mate -2 pv a1a2").score, { mate: -2 });
  for (const other of [
    "info string score cp 3",
    "info depth 4 currmove e2e4",
    "bestmove e2e4",
    "info score cp x",
  ]) {
    assert.equal(protocol.parseInfo(other), null);
  }
});

test("best moves", () => {
  assert.equal(protocol.parseBestMove("bestmove e2e4 ponder e7e5"), "e2e4");
  assert.equal(protocol.parseBestMove("bestmove (none)"), null);
  assert.equal(protocol.parseBestMove("bestmove 0000"), null);
  assert.equal(protocol.parseBestMove("readyok"), undefined);
});

test("errors, JSON and options", () => {
  assert.equal(protocol.parseError("info string error position: FEN"), "position: FEN");
  assert.equal(protocol.parseError("info string variant"), null);
  assert.deepEqual(protocol.parseJson("state", 'state {"a":1}'), { a: 1 });
  assert.equal(protocol.parseJson("state", "state {"), null);
  assert.equal(protocol.parseJson("why", 'state {"a":1}'), null);
  assert.deepEqual(protocol.parseSpin("option name Move Overhead type spin default 10 min 0 max 5000"), {
    name: "Move Overhead",
    min: 0,
    max: 5000,
  });
});

test("commands", () => {
  assert.equal(protocol.positionLine(null, []), "position startpos");
  assert.equal(protocol.positionLine("9/9 w", ["a", "b"]), "position fen 9/9 w moves a b");
  assert.deepEqual(protocol.variantLines("gomoku", { BoardSize: 19 }), [
    "setoption name UCI_Variant value gomoku",
    "setoption name BoardSize value 19",
    "new",
  ]);
  assert.ok(protocol.variantLines("xiangqi", {}).includes("setoption name Coordinates value ranks1-10"));
});

test("scores from the first player's view", () => {
  assert.deepEqual(protocol.scoreForFirst({ cp: 30, bound: "lower" }, "second"), { cp: -30, bound: "upper" });
  assert.deepEqual(protocol.scoreForFirst({ mate: -3 }, "second"), { mate: 3 });
  assert.deepEqual(protocol.scoreForFirst({ mate: 3 }, "first"), { mate: 3 });
  assert.equal(protocol.scoreText({ cp: 35 }), "+0.35");
  assert.equal(protocol.scoreText({ cp: -120 }), "−1.20");
  assert.equal(protocol.scoreText({ mate: -2 }), "#-2");
  assert.equal(protocol.scoreText({ cp: 29990 }), "+–");
});

test("chances of winning", () => {
  const chess = { half: 95, step: 55 };
  const chance = (/** @type {import("../../src/web/page/protocol.js").Score} */ score) =>
    protocol.winningChance(score, chess);
  assert.equal(chance({ cp: 0 }), 0);
  assert.equal(chance({ mate: 4 }), 1);
  assert.equal(chance({ mate: -1 }), -1);
  const [small, large] = [chance({ cp: 50 }), chance({ cp: 300 })];
  assert.ok(0 < small && small < large && large < 1);
  assert.equal(chance({ cp: -300 }), -large);
  assert.ok(chance({ cp: 28000 }) <= 1);
  for (const cp of [50, 100, 200, 300, 600, 1000]) {
    const lichess = 2 / (1 + Math.exp(-0.004 * cp)) - 1;
    assert.ok(Math.abs(chance({ cp }) - lichess) < 0.1, `${cp}: ${chance({ cp })}, ${lichess}`);
  }
});

test("names in WXF letters", () => {
  for (const [chinese, letters] of [
    ["炮二平五", "C2=5"],
    ["马8进7", "N8+7"],
    ["前炮退二", "+C-2"],
    ["后炮进1", "-C+1"],
    ["中兵平六", "2P=6"],
    ["四兵平四", "4P=4"],
    ["将5平4", "K5=4"],
    ["兵a9c9兑炮h5", "Pa9c9xCh5"],
  ]) {
    assert.equal(protocol.wxfName(chinese), letters);
  }
});

test("captured pieces", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  assert.deepEqual(protocol.captured(start, start), []);
  assert.deepEqual(protocol.captured(start, "rnb1kbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), [
    "q",
    "p",
  ]);
  // A pawn that was promoted has not been captured.
  assert.deepEqual(protocol.captured(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNQ w KQkq - 0 1"), [
    "R",
  ]);
});

test("values of a combo option are read", () => {
  const line =
    "option name UCI_Variant type combo default chess var chess var gomoku-standard var connect-four";
  assert.deepEqual(protocol.parseCombo(line), {
    name: "UCI_Variant",
    values: ["chess", "gomoku-standard", "connect-four"],
  });
  assert.equal(protocol.parseCombo("option name Hash type spin default 16 min 1 max 1024"), null);
});
