// Opening trees that belong to the page: their positions are found, also mirrored, and their moves are legal.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { TREES, lookUp, mirrorMove } from "../../src/web/page/explorer/tree.js";
import en from "../../src/web/page/texts/explorer.en.js";
import zh from "../../src/web/page/texts/explorer.zh.js";

const folder = new URL("../../src/web/page/explorer/", import.meta.url);
const treeOf = (variant) => JSON.parse(readFileSync(new URL(`${variant}.json`, folder), "utf8"));

/** The states after lines of moves, as the engine tells them. */
function states(variant, lines) {
  const asked = lines.flatMap((line) => [`position startpos moves ${line.join(" ")}`, "state"]);
  const input = [`setoption name UCI_Variant value ${variant}`, ...asked, "quit", ""].join("\n");
  const output = execFileSync(process.env.QUADRIGA, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  return output
    .split("\n")
    .filter((line) => line.startsWith("state "))
    .map((line) => JSON.parse(line.slice("state ".length)));
}

const START = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";

test("a position is found with its moves, and so is its mirror image, mirrored", () => {
  const tree = treeOf("zhonggong");
  const first = lookUp(tree, START);
  assert.deepEqual(first[0], { move: "i1i2", games: 2131, percent: 50, score: 4 });
  assert.ok(first.every((entry, i) => !i || entry.games <= first[i - 1].games));
  const right = lookUp(tree, "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C3R/RNBACABN1 b - - 1 1");
  const left = lookUp(tree, "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/R3C4/1NBACABNR b - - 1 1");
  assert.equal(right[0].move, "e6e5");
  assert.deepEqual(
    left.map(({ move }) => move),
    right.map(({ move }) => mirrorMove(move)),
  );
  assert.equal(lookUp(tree, START.replace(" w ", " b ")), null);
  assert.equal(lookUp(tree, "9/9/9/4k4/9/4K4/9/9/9 w - - 0 1"), null);
});

test("a score of null is none", () => {
  const tree = treeOf("zhonggong");
  const [key] = Object.keys(tree.positions);
  const other = { ...tree, positions: { [key]: [["i1i2", 40, 50, null]] } };
  assert.deepEqual(lookUp(other, START), [{ move: "i1i2", games: 40, percent: 50, score: undefined }]);
});

test("every position of a tree is reached by legal moves of it, on both wings", () => {
  for (const variant of TREES) {
    const tree = treeOf(variant);
    const reached = new Set();
    let lines = [[]];
    for (let ply = 0; ply <= tree.plies && lines.length; ply++) {
      const found = states(variant, lines);
      assert.equal(found.length, lines.length);
      const next = [];
      for (const [i, state] of found.entries()) {
        const moves = lookUp(tree, state.fen);
        const board = state.fen.split(" ")[0];
        const image = board
          .split("/")
          .map((rank) => [...rank].reverse().join(""))
          .join("/");
        const known = `${[board, image].sort()[0]} ${state.turn}`;
        if (!moves || reached.has(known)) continue;
        reached.add(known);
        const legal = state.legal.map(({ move }) => move);
        for (const { move, percent } of moves) {
          assert.ok(legal.includes(move), `${lines[i].join(" ")} ${move}`);
          assert.ok(percent >= 0 && percent <= 100);
          // Every other line goes on with the mirror image, which is legal only where the position is symmetric.
          next.push([...lines[i], ply ? move : mirrorMove(move)]);
        }
      }
      lines = next;
    }
    assert.equal(reached.size, Object.keys(tree.positions).length);
  }
});

test("trees are small, and the texts are there in both languages", () => {
  for (const variant of TREES)
    assert.ok(readFileSync(new URL(`${variant}.json`, folder)).length < 60_000, variant);
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  const parameters = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(en)) assert.deepEqual(parameters(zh[key]), parameters(en[key]), key);
});
