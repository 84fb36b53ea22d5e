// Files of games.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGame, movesTo, playMove } from "../../src/web/page/game.js";
import { gameOf } from "../../src/web/page/game-record.js";
import {
  base64,
  gameOfFen,
  isFen,
  optionsOf,
  recordRequest,
  variantOfFen,
} from "../../src/web/page/record-file.js";

test("bytes of any file fit a line", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 256);
  assert.deepEqual(Uint8Array.from(Buffer.from(base64(bytes), "base64")), bytes);
  assert.equal(base64(new Uint8Array()), "");
});

test("positions are told from games", () => {
  for (const text of [" rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", "5/5/2X2/5/5"])
    assert.equal(isFen(text), true, text);
  for (const text of ["1. e4 e5", '[Event "?"]\n\n*', "", "炮二平五", "1/2-1/2", "(;GM[4])"])
    assert.equal(isFen(text), false, text);
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
    assert.equal(isFen(text), true, text);
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
  termination: { cause: "time-forfeit" },
  facts: {},
};

test("a game of a file is analysed from its last position", () => {
  const game = gameOf(record);
  assert.equal(game.live, false);
  assert.deepEqual(movesTo(game.current), record.moves);
  assert.deepEqual(game.result, { result: "1-0", reason: "time" });
  assert.equal(gameOf({ ...record, outcome: undefined }).result, null);
});

test("variations of a file are on the board, up to what the rules do not know", () => {
  const nodes = [
    {},
    { parent: 0, move: "e2e4" },
    { parent: 1, move: "e7e5" },
    { parent: 1, move: "c7c5" },
    { parent: 3, pass: true },
    { parent: 4, move: "g1f3" },
    { parent: 0, move: "d2d4" },
  ];
  const { root, tip } = gameOf({ ...record, nodes });
  const [main, other] = root.children;
  assert.deepEqual([main.move, other.move, tip.move], ["e2e4", "d2d4", "e7e5"]);
  assert.deepEqual(
    main.children.map(({ move, children }) => [move, children.length]),
    [
      ["e7e5", 0],
      ["c7c5", 0],
    ],
  );
});

test("the whole game is written", () => {
  const request = recordRequest(gameOf(record), "pgn", false, "2026-03-04");
  assert.deepEqual(JSON.parse(JSON.stringify(request)), {
    format: "pgn",
    names: false,
    game: { ...record, options: {} },
  });
});

test("the engine and the day of a game that is played are named", () => {
  const players = { first: { kind: "person" }, second: { kind: "engine", level: 1200 } };
  const game = createGame({ variant: "chess", players });
  playMove(game, "e2e4");
  const request = recordRequest(game, "pgn", true, "2026-03-04");
  assert.deepEqual(request.game.players, ["?", "Quadriga 1200"]);
  assert.equal(request.game.facts.Date, "2026.03.04");
});
