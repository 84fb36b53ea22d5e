import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import {
  ARRAYS,
  chess960Start,
  exchangedStart,
  handicapStart,
  handicaps,
} from "../../src/web/page/starts.js";

test("arrays of Chess960 have their usual numbers", () => {
  const array = (number) => chess960Start(number).split("/")[0].toUpperCase();
  assert.equal(array(518), "RNBQKBNR");
  assert.equal(array(0), "BBQNNRKR");
  assert.equal(array(959), "RKRNNQBB");
  const all = new Set(Array.from({ length: ARRAYS }, (_, number) => array(number)));
  assert.equal(all.size, ARRAYS);
  for (const rank of all) {
    assert.equal([...rank].sort().join(""), "BBKNNQRR");
    assert.match(rank, /R.*K.*R/);
    assert.equal((rank.indexOf("B") + rank.lastIndexOf("B")) % 2, 1, rank);
  }
});

test("a side that gives a handicap begins without the pieces", () => {
  assert.equal(
    handicapStart("chess", "rook", "first"),
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
  );
  assert.match(handicapStart("chess", "queen", "second"), /^rnb1kbnr\/.* w KQkq - 0 1$/);
  assert.match(handicapStart("xiangqi", "chariot-horse", "second"), /^2bakabnr\//);
  assert.match(handicapStart("zhonggong", "two-horses", "first"), /\/R1BACAB1R w /);
  assert.deepEqual(handicaps("renju"), []);
});

test("in a rematch the same player gives the handicap", () => {
  for (const variant of ["chess", "xiangqi", "zhonggong"])
    for (const name of handicaps(variant)) {
      const start = handicapStart(variant, name, "first");
      assert.equal(exchangedStart(variant, start), handicapStart(variant, name, "second"));
      assert.equal(exchangedStart(variant, exchangedStart(variant, start)), start);
    }
  assert.equal(exchangedStart("chess", null), null);
  assert.equal(exchangedStart("gomoku", "9/9 b"), "9/9 b");
});

test("the engine takes every start without a remark", () => {
  const starts = [];
  for (const variant of ["chess", "xiangqi", "zhonggong"])
    for (const name of handicaps(variant))
      for (const side of ["first", "second"])
        starts.push([variant, handicapStart(variant, name, side), false]);
  for (const number of [0, 100, 518, 959]) starts.push(["chess", chess960Start(number), true]);
  const lines = starts.flatMap(([variant, start, is960]) => [
    `setoption name UCI_Variant value ${variant}`,
    `setoption name UCI_Chess960 value ${is960}`,
    `position fen ${start}`,
    "state",
  ]);
  const answer = execFileSync(process.env.QUADRIGA ?? "", {
    input: [...lines, "quit"].join("\n"),
  }).toString();
  assert.doesNotMatch(answer, /error|warning/i);
  const states = [...answer.matchAll(/^state (.*)$/gm)].map(([, json]) => JSON.parse(json));
  assert.equal(states.length, starts.length);
  for (const [i, state] of states.entries()) {
    assert.equal(state.fen.split(" ")[0], starts[i][1].split(" ")[0]);
    assert.ok(state.legal.length > 10);
    assert.equal(state.remarks?.length ?? 0, 0);
  }
});
