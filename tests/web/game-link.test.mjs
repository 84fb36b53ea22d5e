// Games as the fragments of links.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGame, movesTo, playMove } from "../../src/web/page/game.js";
import { fromLink, linkProblem, toLink } from "../../src/web/page/game-link.js";

const VARIANTS = ["zhonggong", "chess", "gomoku"];

test("a link holds the game", () => {
  const game = createGame({ variant: "gomoku", options: { BoardSize: 19 } });
  for (const move of ["h8", "h9"]) playMove(game, move);
  const again = fromLink(`#${toLink(game)}`, VARIANTS);
  assert.equal(again.variant, "gomoku");
  assert.equal(again.options.BoardSize, "19");
  assert.equal(again.live, false);
  assert.deepEqual(movesTo(again.current), ["h8", "h9"]);
  const fen = toLink(createGame({ start: "9/9 w - - 0 1", variant: "zhonggong" }));
  assert.equal(fromLink(fen, VARIANTS).start, "9/9 w - - 0 1");
});

test("a link cannot smuggle in a command", () => {
  for (const link of [
    "variant=chess&fen=8/8%0Aquit",
    "variant=chess%0Aquit",
    "variant=shogi",
    "",
    "moves=e2e4",
  ]) {
    assert.equal(fromLink(link, VARIANTS), null, link);
  }
  assert.deepEqual(movesTo(fromLink("variant=chess&moves=e2e4%20%20e7e5", VARIANTS).tip), ["e2e4", "e7e5"]);
});

test("a link that cannot be opened says why", () => {
  const moves = (/** @type {number} */ count) => "variant=chess&moves=" + "e2e4+".repeat(count);
  for (const [link, problem] of [
    ["#variant=chess&moves=e2e4", null],
    [moves(20_000), null],
    [moves(20_001), ["problem.too-many-moves", { found: 20_001, limit: 20_000 }]],
    [moves(40_000), ["problem.too-many-moves", { found: 40_000, limit: 20_000 }]],
    ["variant=shogi&moves=7g7f", ["link.variant", { variant: "shogi" }]],
    ["variant=%3Cb%3E", ["link.damaged", {}]],
    ["moves=e2e4", ["link.damaged", {}]],
    ["fen=8/8", ["link.damaged", {}]],
    ["variant=chess&fen=8/8%0Aquit", ["link.damaged", {}]],
    [`variant=chess&fen=${"8/".repeat(250_000)}`, ["link.damaged", {}]],
    [`variant=chess&moves=${"将".repeat(170_000)}`, ["link.damaged", {}]],
    ["", null],
    ["#learn", null],
    ["#learn=zhonggong-1", null],
  ]) {
    assert.deepEqual(linkProblem(String(link), VARIANTS), problem, String(link).slice(0, 60));
    if (problem) assert.equal(fromLink(String(link), VARIANTS), null);
  }
});
