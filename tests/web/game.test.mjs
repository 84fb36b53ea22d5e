// The tree of moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as tree from "../../src/web/page/game.js";

function played(moves, settings = {}) {
  const game = tree.createGame({ variant: "chess", ...settings });
  for (const move of moves) tree.playMove(game, move);
  return game;
}

const againstEngine = { players: { first: { kind: "person" }, second: { kind: "engine", level: 1200 } } };

test("moves that are played are the main line", () => {
  const game = played(["e2e4", "e7e5"]);
  assert.deepEqual(tree.movesTo(game.tip), ["e2e4", "e7e5"]);
  assert.equal(game.current, game.tip);
  assert.equal(tree.plyOf(game.tip), 2);
  assert.equal(tree.turnAt(game, game.tip), "first");
});

test("a view of an earlier position stays when a move is played", () => {
  const game = played(["e2e4"]);
  game.current = game.root;
  tree.playMove(game, "e7e5");
  assert.equal(game.current, game.root);
});

test("a take-back goes to the person's own turn, and can be made again", () => {
  const game = played(["e2e4", "e7e5", "g1f3", "b8c6"], againstEngine);
  assert.ok(tree.takeBack(game));
  assert.deepEqual(tree.movesTo(game.tip), ["e2e4", "e7e5"]);
  assert.ok(tree.playAgain(game));
  assert.deepEqual(tree.movesTo(game.tip), ["e2e4", "e7e5", "g1f3", "b8c6"]);
  assert.equal(tree.playAgain(game), false);
});

test("a take-back while the engine thinks takes back the person's move", () => {
  const game = played(["e2e4"], againstEngine);
  assert.ok(tree.takeBack(game));
  assert.equal(game.tip, game.root);
  assert.equal(tree.takeBack(game), false);
});

test("the engine's first move alone cannot be taken back", () => {
  const game = played(["e2e4"], {
    players: { first: { kind: "engine", level: 0 }, second: { kind: "person" } },
  });
  assert.equal(tree.takeBack(game), false);
});

test("between persons one move is taken back", () => {
  const game = played(["e2e4", "e7e5"]);
  tree.takeBack(game);
  assert.deepEqual(tree.movesTo(game.tip), ["e2e4"]);
});

test("another move after a take-back keeps the old line as a variation", () => {
  const game = played(["e2e4", "e7e5"]);
  tree.takeBack(game);
  tree.playMove(game, "c7c5");
  assert.deepEqual(
    tree.mainLine(game).map((node) => node.move),
    ["e2e4", "c7c5"],
  );
  assert.deepEqual(
    game.tip.parent.children.map((node) => node.move),
    ["c7c5", "e7e5"],
  );
});

test("a move that is there already is not added twice", () => {
  const game = played(["e2e4"]);
  assert.equal(tree.addMove(game, game.root, "e2e4"), game.tip);
  assert.equal(game.root.children.length, 1);
});

test("removing a line moves the view to where it began", () => {
  const game = played(["e2e4", "e7e5", "g1f3"]);
  tree.removeNode(game, game.root.children[0].children[0]);
  assert.deepEqual(tree.movesTo(game.current), ["e2e4"]);
  assert.equal(game.tip, game.current);
});

test("the engine's word is taken over for all moves of the path", () => {
  const game = played(["a", "b"], { variant: "gomoku" });
  tree.absorb(game, game.tip, {
    turn: "first",
    win_curve: { half: 32, step: 47 },
    start: "S",
    fen: "F2",
    legal: [],
    moves: [
      { move: "a1", name: "A1", to: "a1", side: "first", fen: "F1" },
      { move: "b1", name: "B1", to: "b1", side: "second", fen: "F2" },
    ],
  });
  assert.deepEqual(
    tree.path(game.tip).map(({ move, name, fen }) => [move, name, fen]),
    [
      ["a1", "A1", "F1"],
      ["b1", "B1", "F2"],
    ],
  );
  assert.equal(game.root.fen, "S");
  assert.deepEqual(game.curve, { half: 32, step: 47 });
});

test("a game that Black begins has the right sides", () => {
  const game = played([], { start: "a FEN", live: false });
  tree.absorb(game, game.root, { turn: "second", fen: "F", moves: [], legal: [] });
  assert.equal(game.turn, "second");
  assert.equal(tree.addMove(game, game.root, "e7e5").side, "second");
});

test("a game survives being saved", () => {
  const game = played(["e2e4", "e7e5"], againstEngine);
  tree.takeBack(game);
  tree.playMove(game, "d2d4");
  game.result = { result: "1-0", reason: "time", winner: "first" };
  const again = tree.deserialise(JSON.parse(JSON.stringify(tree.serialise(game))));
  assert.deepEqual(tree.serialise(again), tree.serialise(game));
  assert.deepEqual(tree.movesTo(again.tip), ["d2d4"]);
  assert.deepEqual(
    again.root.children.map((node) => node.move),
    ["d2d4", "e2e4"],
  );
});

test("a game of many moves is saved without deep recursion", () => {
  const game = played(Array.from({ length: 20000 }, (_, i) => `m${i}`));
  const again = tree.deserialise(JSON.parse(JSON.stringify(tree.serialise(game))));
  assert.equal(tree.plyOf(again.tip), 20000);
});

test("what is not a saved game is refused", () => {
  for (const value of [null, 3, {}, { version: 1, variant: "chess", nodes: [] }, { version: 2 }]) {
    assert.equal(tree.deserialise(value), null);
  }
});

test("removed moves can be put back where they were", () => {
  const game = tree.createGame({ variant: "chess" });
  const first = tree.addMove(game, game.root, "e2e4");
  const second = tree.addMove(game, game.root, "d2d4");
  tree.addMove(game, tree.addMove(game, first, "e7e5"), "g1f3");
  tree.addMove(game, first, "c7c5");
  assert.equal(tree.countMoves(first), 4);
  game.current = game.tip = first.children[0];
  tree.removeNode(game, first);
  assert.equal(game.current, game.root);
  tree.restoreNode(first, 0);
  assert.deepEqual(game.root.children, [first, second]);
});
