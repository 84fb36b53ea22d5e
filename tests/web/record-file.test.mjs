// Files of games.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addMove, createGame, movesTo, playMove } from "../../src/web/page/game.js";
import {
  decodeText,
  formatOf,
  gameOf,
  gameOfFen,
  optionsOf,
  recordRequest,
  variantOfFen,
} from "../../src/web/page/record-file.js";

test("UTF-8 and GB18030 are told apart", () => {
  assert.equal(decodeText(new TextEncoder().encode("\ufeff炮二平五")), "炮二平五");
  assert.equal(decodeText(Uint8Array.of(0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5)), "炮二平五");
});

test("the format of a text", () => {
  assert.equal(formatOf("(;GM[4])"), "sgf");
  assert.equal(formatOf("\nPiskvorky 15x15, 11:11, 0\n"), "psq");
  assert.equal(formatOf(" rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"), "fen");
  assert.equal(formatOf("5/5/2X2/5/5"), "fen");
  for (const text of ["1. e4 e5", '[Event "?"]\n\n*', "", "炮二平五", "1/2-1/2"])
    assert.equal(formatOf(text), "pgn");
});

test("a FEN of other programs, and one behind which moves stand", () => {
  const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  for (const [text, start, moves] of [
    [`${board} w KQkq - 0 1 moves e2e4 e7e5 g1f3`, `${board} w KQkq - 0 1`, ["e2e4", "e7e5", "g1f3"]],
    [`position fen ${board}  w KQkq - 0 1  moves\te2e4`, `${board} w KQkq - 0 1`, ["e2e4"]],
    [`fen ${board} w moves`, `${board} w`, []],
    [`${board}_w_KQkq_-_0_1`, `${board} w KQkq - 0 1`, []],
    [`${board}[] w KQkq - 0 1`, `${board}[] w KQkq - 0 1`, []],
  ]) {
    assert.equal(formatOf(text), "fen", text);
    const game = gameOfFen(text, "xiangqi");
    assert.deepEqual([game.variant, game.start, movesTo(game.current)], ["chess", start, moves]);
    assert.equal(game.tip, game.current);
  }
});

test("the variant of a FEN", () => {
  assert.equal(variantOfFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "renju"), "chess");
  assert.equal(variantOfFen("9/9/3a5/4k4/9/3K5/9/9/4R4 b", "chess"), "zhonggong");
  assert.equal(variantOfFen("4k4/9/9/9/9/9/9/9/9/4K4 w", "chess"), "xiangqi");
  assert.equal(variantOfFen("5/5/2X2/5/5 w 1", "chess"), "gomoku");
  assert.equal(variantOfFen("5/5/2X2/5/5 w 1", "renju"), "renju");
  assert.equal(variantOfFen("8/8/8/8/8/8/8/8 w - - 0 1", "xiangqi"), "chess");
});

test("positions of Chess960 have their option", () => {
  const start = "4k3/8/8/8/8/8/8/4KR2 w K - 0 1";
  assert.deepEqual(optionsOf("chess", start), { UCI_Chess960: true });
  assert.deepEqual(optionsOf("zhonggong", start), {});
});

const record = {
  variant: "chess",
  options: {},
  start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  moves: ["e2e4", "e7e5"],
  players: ["Li", "?"],
  outcome: "1-0",
  facts: { TerminationDetails: "time forfeit" },
};

test("a game of a file is analysed from its last position", () => {
  const game = gameOf(record);
  assert.equal(game.live, false);
  assert.deepEqual(movesTo(game.current), record.moves);
  assert.deepEqual(game.result, { result: "1-0", reason: "time" });
  assert.equal(gameOf({ ...record, outcome: undefined }).result, null);
});

test("what is known of a game is written, and no result for a variation", () => {
  const game = gameOf(record);
  const request = recordRequest(game, "pgn", false, "2026-03-04");
  assert.deepEqual(JSON.parse(JSON.stringify(request)), {
    format: "pgn",
    names: false,
    players: ["Li", "?"],
    outcome: "1-0",
    cause: "time-forfeit",
  });
  game.current = addMove(game, game.root, "d2d4");
  assert.equal(recordRequest(game, "pgn", false, "").outcome, undefined);
});

test("the engine and the day of a game that is played are named", () => {
  const players = { first: { kind: "person" }, second: { kind: "engine", level: 1200 } };
  const game = createGame({ variant: "chess", players });
  playMove(game, "e2e4");
  const request = recordRequest(game, "pgn", true, "2026-03-04");
  assert.deepEqual([request.players, request.date], [["?", "Quadriga 1200"], "2026-03-04"]);
});
