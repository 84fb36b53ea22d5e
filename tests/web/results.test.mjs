import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { addMove, createGame, deserialise, serialise } from "../../src/web/page/game.js";
import { countGame, recordAgainst, recordText } from "../../src/web/page/level-record.js";
import { lengthText, outcome, resultTitle, resultWords, reviewLine } from "../../src/web/page/results.js";

const kept = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
});
beforeEach(() => kept.clear());

const person = { kind: "person" };
const engine = { kind: "engine", level: 1500 };

const ended = (result, more = {}) =>
  createGame({ variant: "chess", players: { first: person, second: engine }, result, ...more });

test("the person who plays the engine wins or loses, and others win by their colour", () => {
  const white = { result: "1-0", reason: "checkmate", winner: "first" };
  assert.equal(resultWords(ended(white)), "You won · checkmate");
  assert.equal(resultWords(ended({ ...white, winner: undefined })), "You won · checkmate");
  assert.equal(resultTitle(ended({ result: "0-1", reason: "time" })), "You lost");
  assert.equal(resultTitle(ended(white, { players: { first: engine, second: person } })), "You lost");
  assert.equal(resultTitle(ended(white, { players: { first: person, second: person } })), "White wins");
  assert.equal(resultTitle(ended(white, { players: { first: engine, second: engine } })), "White wins");
  assert.equal(resultTitle(ended({ result: "1/2-1/2", reason: "repetition" })), "Draw");
  assert.equal(outcome(ended({ result: "1/2-1/2", reason: "repetition" })), "drawn");
  assert.equal(outcome(ended(null)), null);
});

test("moves are counted as the game counts them", () => {
  const length = (variant, moves) => {
    const game = ended({ result: "1-0", reason: "resignation" }, { variant });
    for (let i = 0; i < moves; i++) game.tip = addMove(game, game.tip, `m${i}`);
    return lengthText(game);
  };
  assert.equal(length("chess", 1), "1 move");
  assert.equal(length("xiangqi", 5), "3 moves");
  assert.equal(length("renju", 5), "5 stones");
  const game = ended({ result: "1-0", reason: "resignation" });
  assert.equal(
    reviewLine(game, { first: 90.6, second: 71.2 }),
    "0 moves · your accuracy 91%, the engine’s 71%",
  );
});

test("a game is counted once, at its level and game", () => {
  const game = ended({ result: "1-0", reason: "checkmate" });
  assert.deepEqual(countGame(game), { won: 1, drawn: 0, lost: 0 });
  const restored = deserialise(JSON.parse(JSON.stringify(serialise(game))));
  restored.result = { result: "0-1", reason: "resignation" };
  assert.deepEqual(countGame(restored), { won: 1, drawn: 0, lost: 0 });
  assert.deepEqual(countGame(ended({ result: "0-1", reason: "time" })), { won: 1, drawn: 0, lost: 1 });
  assert.deepEqual(recordAgainst("chess", 1500), { won: 1, drawn: 0, lost: 1 });
  assert.equal(recordText(recordAgainst("chess", 1200)), "");
  assert.equal(recordText(recordAgainst("renju", 1500)), "");
  const people = { first: person, second: person };
  assert.equal(countGame(ended({ result: "1-0", reason: "time" }, { players: people })), null);
  assert.equal(countGame(ended({ result: "1-0", reason: "time" }, { start: "8/8 w" })), null);
});

test("a damaged record counts from nothing", () => {
  kept.set("quadriga.level-record", JSON.stringify({ chess: { 1500: { won: "x", drawn: -0.5, lost: 2 } } }));
  assert.deepEqual(recordAgainst("chess", 1500), { won: 0, drawn: 0, lost: 2 });
});
