// Practice from one's own mistakes: which are found, how they are kept, when they come back, and which moves are taken.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addMove, createGame } from "../../src/web/page/game.js";
import { merge, mistakesOf, ownSides } from "../../src/web/page/mistakes/find.js";
import { keepMistakes, keepProgress, keptMistakes } from "../../src/web/page/mistakes/kept.js";
import { after, choose, isDue, isLearnt } from "../../src/web/page/mistakes/schedule.js";
import { MistakeSolving } from "../../src/web/page/puzzles/practice.js";

const DAY = 24 * 3600 * 1000;
const PERSON = { kind: "person" };
const ENGINE = { kind: "engine", level: 1200 };

/** A reviewed game, whose moves have these judgements; the engine preferred `better` everywhere. */
function reviewed(judgements, players = { first: PERSON, second: ENGINE }) {
  const game = createGame({ variant: "chess", players, live: false });
  let node = game.root;
  for (const [i, judgement] of judgements.entries()) {
    node.best = judgement === "best" ? `move${i}` : `better${i}`;
    node = addMove(game, node, `move${i}`);
    node.judgement = judgement;
  }
  return game;
}

const fenOf = (node) => `fen after ${node.move || "nothing"}`;

test("mistakes and blunders of one's own side are found", () => {
  const all = ["mistake", "blunder", "best", "blunder", "blunder", "mistake", "inaccuracy"];
  const found = mistakesOf(reviewed(all), fenOf);
  assert.deepEqual(
    found.map(({ played, kind, best, fen }) => [played.move, kind, best.move, fen]),
    [
      ["move0", "mistake", "better0", "fen after nothing"],
      ["move4", "blunder", "better4", "fen after move3"],
    ],
  );
  assert.equal(mistakesOf(reviewed(all, { first: ENGINE, second: PERSON }), fenOf).length, 3);
  assert.equal(mistakesOf(reviewed(all, { first: ENGINE, second: ENGINE }), fenOf).length, 0);
  assert.equal(mistakesOf(reviewed(all), () => undefined).length, 0);
});

test("a game of two people is one's own if it was played on this page", () => {
  const game = reviewed(["blunder"], { first: PERSON, second: PERSON });
  assert.deepEqual(ownSides(game), []);
  game.root.children[0].spent = 1200;
  assert.deepEqual(ownSides(game), ["first", "second"]);
});

test("another review doubles nothing, and keeps the progress", () => {
  const found = mistakesOf(reviewed(["mistake", "good", "blunder"]), fenOf);
  const known = [{ ...found[0], step: 2, due: 7 }];
  const merged = merge(found, known);
  assert.deepEqual(
    merged.map(({ step, due }) => [step, due]),
    [
      [2, 7],
      [0, 0],
    ],
  );
  assert.equal(merge([], known).length, 0);
});

test("what is put right comes back later and later, until it is learnt", () => {
  const [mistake] = mistakesOf(reviewed(["blunder"]), fenOf);
  let now = 1000 * DAY;
  let at = mistake;
  assert.ok(isDue(at, now));
  const pauses = [];
  while (!isLearnt(at)) {
    at = after(at, true, now);
    assert.ok(!isDue(at, now));
    // Before its time nothing is gained.
    assert.deepEqual(after(at, true, now + 1000), at);
    pauses.push((at.due - now) / DAY);
    now = at.due;
    assert.ok(isLearnt(at) || isDue(at, now));
  }
  assert.deepEqual(pauses, [1, 3, 8, 21]);
  const failed = after({ ...mistake, step: 2, due: now + DAY }, false, now);
  assert.deepEqual([failed.step, isDue(failed, now)], [0, true]);
});

test("mistakes that are due are chosen first, and not the same one twice", () => {
  const [mistake] = mistakesOf(reviewed(["blunder"]), fenOf);
  const make = (id, due, step = 0) => ({ ...mistake, id, due, step });
  const all = [make("later", 900), make("due", 10), make("learnt", 0, 4), make("soon", 300)];
  assert.equal(choose(all, "", 100)?.id, "due");
  assert.equal(choose(all, "due", 100)?.id, "soon");
  assert.equal(choose([all[1]], "due", 100)?.id, "due");
  assert.equal(choose([all[2]], "", 100), null);
  assert.equal(choose(all, "", 1000, () => 0.99)?.id, "soon");
});

/** A library that has attachments alone. */
function library() {
  const attached = new Map();
  return {
    attached,
    async request(word, { id, value, games }) {
      if (word === "attach") {
        if (value === null) attached.delete(id);
        else attached.set(id, structuredClone(value));
        return { id };
      }
      const entries = [...attached].filter(([game]) => !games || games.includes(game));
      return {
        attached: entries.map(([game, value]) => ({ entry: { id: game, players: ["?", "?"] }, value })),
      };
    },
  };
}

test("mistakes are kept beside their game", async () => {
  const kept = library();
  const game = reviewed(["blunder", "good", "mistake"]);
  await keepMistakes(kept, 3, game, fenOf);
  await keepMistakes(kept, 3, game, fenOf);
  await keepMistakes(kept, 4, reviewed(["best"]), fenOf);
  const [first, second] = await keptMistakes(kept, {});
  assert.deepEqual([kept.attached.size, kept.attached.get(3).length], [1, 2]);
  assert.equal(first.game.id, 3);
  await keepProgress(kept, { ...first, step: 1, due: 99 });
  assert.deepEqual(
    kept.attached.get(3).map(({ step, due }) => [step, due]),
    [
      [1, 99],
      [0, 0],
    ],
  );
  assert.ok(!("game" in kept.attached.get(3)[0]));
  assert.equal(second.step, 0);
  await keepMistakes(kept, 3, reviewed(["good"]), fenOf);
  assert.equal(kept.attached.size, 0);
  kept.attached.set(5, [{ id: "x" }, null, 7]);
  assert.deepEqual(await keptMistakes(kept, {}), []);
});

test("the engine's move is taken, and another one that is about as good", async () => {
  const [mistake] = mistakesOf(reviewed(["blunder"]), fenOf);
  const values = {
    better0: { cp: 80 },
    close: { cp: 60 },
    move0: { cp: 79 },
    bad: { cp: -300 },
    lost: { mate: -2 },
  };
  const engine = {
    state: async (_, __, moves) => ({ turn: moves.length ? "second" : "first", legal: [], moves: [] }),
    value: async (move) => values[move] ?? null,
  };
  for (const [move, result] of [
    ["better0", "solved"],
    ["close", "solved"],
    ["bad", "wrong"],
    ["lost", "wrong"],
    ["move0", "wrong"],
    ["unknown", "wrong"],
  ]) {
    const solving = new MistakeSolving("chess", { ...mistake, game: {} }, engine);
    await solving.sync();
    assert.equal(await solving.play({ move }), result, move);
    assert.equal(solving.done, result === "solved");
  }
});
