import assert from "node:assert/strict";
import test from "node:test";

import { COUNTS, findOpening } from "../../src/web/page/openings.js";
import en from "../../src/web/page/texts/en.js";
import zh from "../../src/web/page/texts/zh.js";

const name = (variant, moves) => {
  const found = findOpening(variant, moves.split(" "));
  return found && en[found.key].split("|")[found.index];
};

test("openings of chess, the longest that fits, whatever the order of moves", () => {
  assert.equal(name("chess", "e2e4"), "King’s Pawn Opening");
  assert.equal(name("chess", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6"), "Ruy López");
  assert.equal(name("chess", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"), "Sicilian, Najdorf");
  assert.equal(name("chess", "c2c4 e7e6 d2d4 d7d5"), "Queen’s Gambit Declined");
  assert.equal(name("chess", "h2h4"), null);
});

test("openings of xiangqi from both wings", () => {
  assert.equal(name("xiangqi", "h3e3"), "Central Cannon");
  assert.equal(name("xiangqi", "b3e3 b8e8"), "Same Direction Cannons");
  assert.equal(name("xiangqi", "h3e3 b8e8"), "Opposite Direction Cannons");
  assert.equal(name("xiangqi", "h3e3 h10g8 h1g3 i10h10 i1h1 b10c8"), "Central Cannon, Screen Horses");
  assert.equal(name("xiangqi", "h3e3 b10c8 h1g3 h8f8 i1h1 h10g8"), "Central Cannon, Sandwiched Horses");
  assert.equal(name("xiangqi", "h3e3 h10g8 h1g3 b8e8 i1h1 b10c8"), "Opposite Direction Cannons");
  assert.equal(name("xiangqi", "c4c5 b8c8"), "Pawn Opening, Cannon behind Pawn");
  assert.equal(name("xiangqi", "a1a2"), null);
});

test("openings of renju from all eight sides", () => {
  for (const moves of ["h8 h9 i9", "h8 h9 g9", "h8 i8 i7", "h8 h7 g7", "h8 g8 g9"])
    assert.equal(name("renju", moves), "Kagetsu", moves);
  assert.equal(name("renju", "h8 i9 i7"), "Hogetsu");
  assert.equal(name("renju", "h8 g7 g9"), "Hogetsu");
  assert.equal(name("renju", "h8 g7 f6"), "Chōsei");
  assert.equal(name("renju", "h8 h9"), null);
  assert.equal(name("renju", "a1 b2 c3"), null);
  assert.equal(name("zhonggong", "c3c4"), null);
});

test("every direct and indirect opening of renju is found by exactly one place of the third stone", () => {
  const files = "abcdefghijklmno";
  for (const [second, count] of [
    ["h9", 13],
    ["i9", 13],
  ]) {
    const found = new Set();
    for (let x = 5; x <= 9; x++)
      for (let y = 6; y <= 10; y++) found.add(name("renju", `h8 ${second} ${files[x]}${y}`));
    found.delete(null);
    assert.equal(found.size, count);
  }
});

test("every opening has a name in both languages", () => {
  for (const texts of [en, zh])
    for (const [kind, count] of Object.entries(COUNTS))
      assert.equal(texts[`openings.${kind}`].split("|").length, count, kind);
});
