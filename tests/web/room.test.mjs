// What the page of a room makes of the server's messages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGame, playMove } from "../../src/web/page/game.js";
import { roomRequest } from "../../src/web/page/room/invite.js";
import { Model } from "../../src/web/page/room/model.js";

const MOVES = "e2e4 e7e5 g1f3 b8c6".split(" ");
const PERSON = { kind: "person" };

/** What the server says after so many moves, and of how many it still knows. */
function room(ply, more = {}, known = ply) {
  const side = (i) => (i % 2 ? "second" : "first");
  const moves = MOVES.slice(0, known).map((move, i) => ({
    move,
    name: move.slice(2),
    from: move.slice(0, 2),
    to: move.slice(2),
    side: side(i),
    fen: `fen${i + 1}`,
  }));
  return {
    type: "room",
    first: { occupant: PERSON, present: true },
    second: { occupant: PERSON, present: true },
    spectators: 0,
    begun: true,
    thinking: false,
    control: { kind: "clock", base: 60, increment: 0 },
    clocks: { first: 60_000, second: 50_000, running: side(ply) },
    offer: null,
    happening: null,
    result: null,
    state: {
      variant: "chess",
      start: "fen0",
      fen: `fen${ply}`,
      turn: side(ply),
      ply,
      moves,
      legal: [],
      marks: [],
    },
    ...more,
  };
}

/** The model of a player after some messages. */
function model(role, ...rooms) {
  const made = new Model();
  made.welcome({ role, host: false });
  for (const message of rooms) made.update(message, 0);
  return made;
}

const line = ({ game }) => {
  const names = [];
  for (let node = game.tip; node.parent; node = node.parent) names.unshift(node.move);
  return names;
};

test("moves are added, and a move that is new is told", () => {
  const player = model("second", room(0));
  assert.equal(player.update(room(1), 0)?.move, "e2e4");
  assert.equal(player.update(room(1, { spectators: 1 }), 0), null);
  assert.deepEqual(line(player), ["e2e4"]);
  assert.equal(player.movable, true);
  // Several at once, after a lost connection.
  player.update(room(4), 0);
  assert.deepEqual(line(player), MOVES);
  assert.equal(player.game.current, player.game.tip);
});

test("moves that were taken back disappear", () => {
  const player = model("first", room(3), room(1, {}, 3));
  assert.deepEqual(line(player), ["e2e4"]);
  assert.equal(player.game.tip.children.length, 0);
  player.update(room(0, {}, 0), 0);
  assert.deepEqual(line(player), []);
});

test("the legal moves stay the same object while the position does", () => {
  const player = model("first", room(2));
  const { legal } = player.state;
  player.update(room(2, { spectators: 3 }), 0);
  assert.equal(player.state.legal, legal);
});

test("only who is to move may move, in the last position, when nothing is pending", () => {
  assert.equal(model("first", room(1)).movable, false);
  assert.equal(model("spectator", room(1)).movable, false);
  assert.equal(model("second", room(1, { begun: false })).movable, false);
  const result = { result: "1-0", reason: "time", winner: "first" };
  assert.equal(model("second", room(1, { result })).movable, false);
  const engine = { occupant: { kind: "engine", level: 0 }, present: true };
  assert.equal(model("second", room(1, { second: engine })).movable, false);
  const player = model("second", room(1));
  player.game.current = player.game.root;
  assert.equal(player.movable, false);
  player.game.current = player.game.tip;
  assert.deepEqual(player.moveMessage("e7e5"), { type: "move", move: "e7e5", ply: 1 });
  assert.equal(player.movable, false);
  // The connection was lost before the server had it.
  player.update(room(1), 0);
  assert.equal(player.unanswered, "e7e5");
  player.update(room(2), 0);
  assert.equal(player.unanswered, null);
});

test("a clock goes on between two messages", () => {
  const player = model("first");
  player.update(room(1), 1000);
  assert.equal(player.left("second", 11_000), 40_000);
  assert.equal(player.left("first", 11_000), 60_000);
  assert.equal(player.left("second", 90_000), 0);
});

test("what can be offered depends on the game", () => {
  assert.deepEqual(model("first", room(0)).offers, []);
  assert.deepEqual(model("second", room(1)).offers, ["draw"]);
  assert.deepEqual(model("first", room(1)).offers, ["take-back", "draw"]);
  assert.deepEqual(model("spectator", room(3)).offers, []);
  const offer = { kind: "draw", by: "first" };
  assert.deepEqual(model("first", room(3, { offer })).offers, []);
  assert.equal(model("second", room(3, { offer })).toAnswer, "draw");
  assert.equal(model("first", room(3, { offer })).toAnswer, null);
  const result = { result: "1/2-1/2", reason: "agreement" };
  assert.deepEqual(model("first", room(3, { result })).offers, ["rematch"]);
});

test("in the Swap2 opening its actor places stones or chooses", () => {
  const opening = { phase: "three", actor: "first", choices: [], stones: 1, opener: "first" };
  // The first player places a white stone, too.
  assert.ok(model("first", room(1, { opening })).movable);
  assert.ok(!model("second", room(1, { opening })).movable);
  assert.deepEqual(model("first", room(1, { opening })).offers, ["draw"]);
  const choice = { phase: "choice", actor: "second", choices: ["second", "first", "two"], stones: 3 };
  const chooser = model("second", room(3, { opening: { ...opening, ...choice } }));
  assert.deepEqual([chooser.movable, chooser.choices.length], [false, 3]);
  assert.deepEqual(model("first", room(3, { opening: { ...opening, ...choice } })).choices, []);
  const done = { ...opening, phase: "done", actor: null, stones: 3, opener: "second" };
  const player = model("second", room(3, { opening: done }));
  assert.deepEqual([player.opening, player.actor], [null, "second"]);
  assert.equal(player.game.facts.OpeningRule, "Swap2: 3 stones, opened by White");
  assert.deepEqual(model("first", room(3, { opening: done })).offers, ["draw"]);
});

test("a room is asked for as the game on the board is", () => {
  const game = createGame({ variant: "gomoku", options: { BoardSize: 19 } });
  playMove(game, "k10");
  const request = roomRequest(game, "gomoku", true, "clock 300 3");
  assert.deepEqual(request.options, { BoardSize: 19 });
  assert.deepEqual(request.moves, ["k10"]);
  assert.deepEqual(request.control, { kind: "clock", base: 300, increment: 3 });
  assert.deepEqual(roomRequest(game, "gomoku", false, "none").moves, []);
  const { opening, moves } = roomRequest(game, "gomoku", false, "none", true);
  assert.deepEqual([opening, moves], ["swap2", []]);
  assert.ok(!("opening" in request));
  // Another game than that on the board begins at its start.
  const other = roomRequest(game, "renju", true, "move 30");
  assert.deepEqual([other.options, other.moves], [{ BoardSize: 15 }, []]);
  const chess = createGame({ variant: "chess", options: { UCI_Chess960: "true" }, start: "fen" });
  assert.deepEqual(roomRequest(chess, "chess", true, "none").start, "fen");
  assert.deepEqual(roomRequest(chess, "chess", true, "none").options, { UCI_Chess960: "true" });
});
