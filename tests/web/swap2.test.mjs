// The Swap2 opening: its phases, the engine's stones and choices, and what the record says of it.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  addMove,
  canTakeBack,
  createGame,
  deserialise,
  serialise,
  takeBack,
} from "../../src/web/page/game.js";
import { gameOf, recordOf } from "../../src/web/page/game-record.js";
import { balancedStones, betterColour, randomStones } from "../../src/web/page/swap2/engine.js";
import { RULE, SWAP2, isUnswapped, readSwap, swapFact } from "../../src/web/page/swap2/fact.js";
import { Swap2 } from "../../src/web/page/swap2/opening.js";
import { swapAgain } from "../../src/web/page/swap2/prepare.js";
import en from "../../src/web/page/texts/swap2.en.js";
import zh from "../../src/web/page/texts/swap2.zh.js";

const PHASES = ["three", "choice", "two", "last-choice", "done"];

function opened(...steps) {
  const opening = new Swap2();
  for (const step of steps) {
    if (/\d/.test(step)) opening.place(step);
    else opening.choose(step);
  }
  return opening;
}

test("three stones are placed, and a colour is chosen", () => {
  const opening = opened("h8", "i9");
  assert.deepEqual([opening.phase, opening.actor, opening.opener], ["three", "opener", null]);
  opening.choose("first");
  assert.equal(opening.choice, null);
  opening.place("k4");
  assert.deepEqual([opening.phase, opening.actor, opening.places], ["choice", "chooser", false]);
  opening.place("a1");
  assert.equal(opening.moves.length, 3);
  assert.deepEqual(opening.choices, ["second", "first", "two"]);
  assert.equal(opened("a1", "b1", "c1", "second").opener, "first");
  assert.equal(opened("a1", "b1", "c1", "first").opener, "second");
});

test("with two more stones the first player chooses", () => {
  const opening = opened("h8", "i9", "k4", "two");
  assert.deepEqual([opening.phase, opening.actor], ["two", "chooser"]);
  opening.place("a1");
  opening.place("b2");
  assert.deepEqual(
    [opening.phase, opening.actor, opening.choices],
    ["last-choice", "opener", ["second", "first"]],
  );
  opening.choose("two");
  assert.equal(opening.phase, "last-choice");
  opening.choose("second");
  assert.deepEqual([opening.phase, opening.opener], ["done", "second"]);
  assert.equal(opened("h8", "i9", "k4", "two", "a1", "b2", "first").opener, "first");
});

test("one's own stones are taken back, and no others", () => {
  const opening = opened("h8", "i9");
  opening.takeBack();
  assert.deepEqual(opening.moves, ["h8"]);
  opening.takeBack();
  opening.takeBack();
  assert.equal(opening.moves.length, 0);
  const more = opened("h8", "i9", "k4", "two");
  assert.equal(more.canTakeBack, false);
  more.place("a1");
  more.takeBack();
  assert.equal(more.moves.length, 3);
  assert.equal(opened("h8", "i9", "k4").canTakeBack, false);
});

test("an opening is kept, and nonsense is a new one", () => {
  for (const opening of [
    opened("h8"),
    opened("a1", "b1", "c1", "two", "d1"),
    opened("a1", "b1", "c1", "first"),
  ])
    assert.deepEqual(new Swap2(JSON.parse(JSON.stringify(opening.saved))), opening);
  for (const saved of [undefined, null, 7, {}, { moves: "a1", choice: "first", last: "first" }])
    assert.equal(new Swap2(saved).phase, "three");
});

test("stones lie on the board, in three places, on boards of every size", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let size = 5; size <= 20; size++)
    for (let i = 0; i < 100; i++) {
      const stones = randomStones(size, random);
      assert.equal(new Set(stones).size, 3);
      for (const stone of stones) {
        assert.match(stone, /^[a-t]\d+$/);
        assert.ok(
          stone.charCodeAt(0) - 97 < size && Number(stone.slice(1)) <= size && stone.slice(1) > 0,
          stone,
        );
      }
    }
});

test("of the tried openings the most even one is taken, and the better colour", async () => {
  const asked = [];
  const value = async (moves, nodes) => {
    asked.push({ moves, nodes });
    // As if the column of the third stone decided.
    return (moves[2].charCodeAt(0) - "h".charCodeAt(0)) / 10;
  };
  const stones = await balancedStones(15, value);
  const off = (moves) => Math.abs(moves[2].charCodeAt(0) - "h".charCodeAt(0));
  assert.equal(off(stones), Math.min(...asked.map(({ moves }) => off(moves))));
  assert.ok(asked.some(({ nodes }) => nodes > asked[0].nodes));
  assert.equal(await betterColour(["a1", "b1", "k1"], value), "second");
  assert.equal(await betterColour(["a1", "b1", "b2"], value), "first");
  assert.equal(await balancedStones(15, async () => null), null);
  assert.equal(await betterColour(["a1", "b1", "b2"], async () => null), null);
});

function swapped() {
  const players = { first: { kind: "person" }, second: { kind: "engine", level: 1200 } };
  const facts = { [RULE]: swapFact(3, "second") };
  const game = createGame({ variant: "gomoku", options: { BoardSize: 15 }, players, facts });
  for (const move of ["h8", "i9", "k4", "j8"]) game.tip = game.current = addMove(game, game.tip, move);
  return game;
}

test("the record says how the game began", () => {
  assert.deepEqual(readSwap(swapped()), { stones: 3, opener: "second" });
  assert.deepEqual(readSwap(gameOf(recordOf(swapped()))), { stones: 3, opener: "second" });
  assert.deepEqual(readSwap(deserialise(JSON.parse(JSON.stringify(serialise(swapped()))))), {
    stones: 3,
    opener: "second",
  });
  assert.equal(readSwap(createGame({ variant: "gomoku" })), null);
  const facts = { [RULE]: SWAP2 };
  assert.equal(readSwap({ facts }), null);
  assert.ok(isUnswapped({ facts }) && !isUnswapped(swapped()));
});

test("a game begins with the opening again, on a board of its size", () => {
  const game = { ...swapped(), options: { BoardSize: 19 } };
  const again = swapAgain(game, false);
  assert.ok(isUnswapped(again));
  // White had placed the stones.
  assert.deepEqual([again.players.first, again.options], [game.players.second, { BoardSize: 19 }]);
  assert.equal(swapAgain(game, true).players.first, game.players.first);
  const start = `${Array(17).fill("17").join("/")} b 1`;
  assert.deepEqual(swapAgain({ ...game, options: {}, start }, false).options, { BoardSize: 17 });
  assert.equal(swapAgain(createGame({ variant: "gomoku" }), false), null);
});

test("the stones of the opening are not taken back", () => {
  const game = swapped();
  assert.equal(canTakeBack(game), false);
  game.tip = game.current = addMove(game, game.tip, "j9");
  game.tip = game.current = addMove(game, game.tip, "j10");
  assert.equal(takeBack(game), true);
  assert.equal(game.tip.move, "j8");
  assert.equal(takeBack(game), false);
});

test("every phase has its words in both languages", () => {
  assert.deepEqual(Object.keys(en).sort(), Object.keys(zh).sort());
  for (const phase of PHASES) assert.ok(`swap2.${phase}` in en, phase);
  for (const key of Object.keys(en))
    assert.deepEqual(
      [...zh[key].matchAll(/\{\w+\}/g)].map(String).sort(),
      [...en[key].matchAll(/\{\w+\}/g)].map(String).sort(),
    );
});
