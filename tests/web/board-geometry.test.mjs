import assert from "node:assert/strict";
import test from "node:test";
import * as geometry from "../../src/web/page/board/geometry.js";

const kinds = /** @type {const} */ (["squares", "river", "palace", "stones"]);

test("each point lies where the pointer finds it, from both sides", () => {
  for (const kind of kinds) {
    for (const bottom of /** @type {const} */ (["first", "second"])) {
      for (const origin of [0, 1]) {
        const layout = geometry.layoutOf(kind, { rows: 10, columns: 9 }, origin, bottom, true);
        const seen = new Set();
        for (let column = 0; column < 9; column += 1) {
          for (let row = 0; row < 10; row += 1) {
            const point = geometry.pointName(column, row, origin);
            const { x, y } = geometry.centre(layout, point);
            assert.equal(geometry.pointNear(layout, x + 30, y - 30), point);
            assert.ok(x > 0 && y > 0 && x < layout.width && y < layout.height);
            seen.add(`${x} ${y}`);
          }
        }
        assert.equal(seen.size, 90);
      }
    }
  }
});

test("the first point of the side at the bottom lies at the lower left", () => {
  const size = { rows: 9, columns: 9 };
  const white = geometry.layoutOf("palace", size, 1, "first", true);
  const black = geometry.layoutOf("palace", size, 1, "second", true);
  assert.equal(geometry.pointSeen(white, 0, 8), "a1");
  assert.equal(geometry.pointSeen(black, 0, 8), "i9");
});

test("outside the board there is no point", () => {
  const layout = geometry.layoutOf("stones", { rows: 15, columns: 15 }, 1, "first", true);
  assert.equal(geometry.pointNear(layout, 10, 10), null);
  assert.equal(geometry.pointNear(layout, layout.width - 10, 300), null);
  assert.equal(geometry.pointSeen(layout, 15, 0), null);
});

test("star points: five on 15 lines, nine on 19", () => {
  const names = (/** @type {number} */ size) =>
    geometry
      .starPoints(size, size)
      .map(([column, row]) => geometry.pointName(column, row, 1))
      .sort();
  assert.deepEqual(names(15), ["d12", "d4", "h8", "l12", "l4"]);
  assert.deepEqual(names(19), ["d10", "d16", "d4", "j10", "j16", "j4", "p10", "p16", "p4"]);
  assert.deepEqual(names(20), ["d17", "d4", "q17", "q4"]);
  assert.deepEqual(names(5), ["c3"]);
});
