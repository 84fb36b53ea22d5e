// Games as records: everything that a file holds survives being opened and saved.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  addMove,
  createGame,
  deserialise,
  movesTo,
  playMove,
  serialise,
  takeBack,
} from "../../src/web/page/game.js";
import { gameOf, recordOf } from "../../src/web/page/game-record.js";

const plain = (value) => JSON.parse(JSON.stringify(value));

const record = {
  variant: "chess",
  options: {},
  start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  players: ["Li", "?"],
  outcome: "1-0",
  termination: { cause: "time-forfeit", blamed: "second" },
  facts: { Event: "Cup", Date: "2026.03.04", Annotator: "Wang" },
  nodes: [
    { comments: ["A miniature"], shapes: ["Ge4"] },
    { parent: 0, move: "e2e4", nags: [1], comments: ["good", "as always"], clock: 298_000, elapsed: 2000 },
    { parent: 1, move: "e7e5", evaluation: { cp: 31 }, depth: 20, shapes: ["Rd2d4", "Bh5"] },
    { parent: 1, move: "c7c5", before: ["or"] },
    { parent: 3, pass: true, comments: ["a threat?"] },
    { parent: 4, move: "g1f3", nags: [140] },
    { parent: 4, move: "d2d4" },
    { parent: 1, setup: "8/8/8/4k3/8/8/4K3/8 w - - 0 1", properties: [["AB", ["dd", "ee"]]] },
    { parent: 1, move: "e7e6" },
    { parent: 0, move: "d2d4" },
  ],
};

test("a record comes back with everything, also what the rules do not know", () => {
  const back = plain(recordOf(gameOf(record)));
  assert.deepEqual(back, record);
  // Also after a reload.
  assert.deepEqual(plain(recordOf(deserialise(plain(serialise(gameOf(record)))))), record);
});

test("a game without anything said is a list of moves", () => {
  const game = createGame({ variant: "gomoku", options: { BoardSize: 19 } });
  for (const move of ["h8", "j9", "h9"]) playMove(game, move);
  const written = recordOf(game);
  assert.deepEqual(written.moves, ["h8", "j9", "h9"]);
  assert.equal(written.nodes, undefined);
  assert.deepEqual(written.options, { BoardSize: "19" });
  assert.deepEqual(movesTo(gameOf(written).tip), written.moves);
});

test("moves that are taken back belong to the record only where others replace them", () => {
  const game = createGame({ variant: "chess" });
  playMove(game, "e2e4");
  playMove(game, "e7e5");
  takeBack(game);
  assert.deepEqual(recordOf(game).moves, ["e2e4"]);
  playMove(game, "c7c5");
  const moves = recordOf(game).nodes?.map(({ parent, move }) => [parent, move]);
  assert.deepEqual(moves?.slice(1), [
    [0, "e2e4"],
    [1, "c7c5"],
    [1, "e7e5"],
  ]);
});

test("a game against the engine names its level and how it ended", () => {
  const players = { first: { kind: "person" }, second: { kind: "engine", level: 1200 } };
  const game = createGame({ variant: "chess", players });
  playMove(game, "e2e4");
  game.result = { result: "0-1", reason: "resignation", winner: "second" };
  const written = recordOf(game);
  assert.deepEqual(written.players, ["?", "Quadriga 1200"]);
  assert.equal(written.facts?.Level, "1200");
  assert.equal(written.outcome, "0-1");
  assert.deepEqual(written.termination, { cause: "resignation", blamed: "first", detail: "" });
});

test("clocks of a game are those of whoever moved", () => {
  const game = createGame({ variant: "chess", control: { kind: "clock", base: 300, increment: 0 } });
  playMove(game, "e2e4").clock = [298_500.4, 300_000];
  playMove(game, "e7e5").clock = [298_500.4, 297_000];
  assert.deepEqual(
    recordOf(game).nodes?.map(({ clock }) => clock),
    [undefined, 298_500, 297_000],
  );
});

test("moves that are added to a file's game stand beside its own", () => {
  const game = gameOf(record);
  addMove(game, game.root.children[0], "d7d5");
  const nodes = recordOf(game).nodes ?? [];
  assert.equal(nodes.length, record.nodes.length + 1);
  assert.deepEqual(
    nodes.filter(({ parent }) => parent === 1).map(({ move, setup }) => move ?? setup?.slice(0, 5)),
    ["e7e5", "c7c5", "8/8/8", "e7e6", "d7d5"],
  );
});
