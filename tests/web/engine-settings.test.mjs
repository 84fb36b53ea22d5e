import assert from "node:assert/strict";
import { test } from "node:test";

import { offeredNumbers, resourceLines } from "../../src/web/page/engine-settings.js";

test("the engine is given no more than the server allows", () => {
  const ranges = new Map([
    ["Threads", { min: 1, max: 4 }],
    ["Hash", { min: 1, max: 48 }],
  ]);
  assert.deepEqual(resourceLines({ threads: 16, hash: 64 }, ranges), [
    "setoption name Threads value 4",
    "setoption name Hash value 48",
  ]);
  assert.deepEqual(resourceLines({ threads: 2, hash: 0 }, ranges), [
    "setoption name Threads value 2",
    "setoption name Hash value 1",
  ]);
  assert.deepEqual(resourceLines({ threads: 2, hash: 64 }, new Map()), []);
});

test("powers of two and the limit are offered", () => {
  assert.deepEqual(offeredNumbers({ min: 1, max: 6 }), [1, 2, 4, 6]);
  assert.deepEqual(offeredNumbers({ min: 1, max: 48 }), [1, 2, 4, 8, 16, 32, 48]);
  assert.deepEqual(offeredNumbers({ min: 1, max: 1 }), [1]);
});
