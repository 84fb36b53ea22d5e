// Whole games against the engine, by mouse, finger and keyboard.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Adviser, browser, Player, server, shareBoard } from "./harness.mjs";

const VARIANTS = ["zhonggong", "xiangqi", "chess", "gomoku", "gomoku-standard", "renju"];

/** No game of a good player against the weakest level takes longer. */
const MOST_PLIES = 300;

let adviser;

shareBoard();
before(() => (adviser = new Adviser()));
after(() => adviser?.end());

/** Plays the good moves of one side until the game is over. */
async function playToTheEnd(player, side, makeMove) {
  for (let turn = 0; turn < MOST_PLIES; turn += 1) {
    const state = await player.stateWhere(
      (state) => state.verdict || (state.turn === side && state.legal.length > 0 && state.ply >= 2 * turn),
      `it is ${side}'s turn ${turn}`,
    );
    if (state.verdict) return state;
    const text = await adviser.best(state);
    const move = state.legal.find((legal) => legal.move === text);
    assert.ok(move, `${text} is legal`);
    await makeMove(move);
    await player.stateWhere((now) => now.ply > state.ply || now.verdict, `${text} is made`);
  }
  return assert.fail("the game does not end");
}

for (const variant of VARIANTS) {
  test(`${variant} is played by mouse to a verdict`, async () => {
    const player = await Player.open(browser, server);
    await player.begin({ variant, opponent: "engine", level: "600", side: "first", time: "none" });
    const state = await playToTheEnd(player, "first", (move) => player.play(move));
    assert.equal(state.verdict.winner, "first", JSON.stringify(state.verdict));
    const dialog = player.page.locator("dialog[open]");
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /win|won/i);
    const listed = await player.page.locator("#moves [data-ply], #moves button").count();
    assert.ok(listed >= state.ply, `${listed} of ${state.ply} moves are listed`);
    await player.close();
  });
}

test("two engines play each other; the game is stopped and goes on", async () => {
  const player = await Player.open(browser, server);
  const button = (name) => player.page.locator("#actions").getByRole("button", { name });
  await player.begin({ variant: "gomoku", opponent: "engines", level: "600", level2: "1500", time: "none" });
  await player.stateWhere((state) => state.ply >= 3);
  const levels = player.sent.flatMap((line) => /UCI_Elo value (\d+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(levels.slice(0, 3), ["600", "1500", "600"]);
  await button("Pause").click();
  await button("Continue").waitFor();
  const { ply } = player.state;
  await player.press("a1");
  assert.equal(player.state.ply, ply, "a spectator plays no move");
  await button("Continue").click();
  await player.stateWhere((state) => state.ply > ply + 1);
  await player.close();
});

test("levels have names and an Elo, which the engine is told", async () => {
  const player = await Player.open(browser, server);
  const levels = await player.page.locator('select[name="level"] option').allInnerTexts();
  assert.equal(levels.length, 8);
  assert.equal(levels[0], "Beginner · 600");
  assert.equal(levels[7], "Full strength");
  await player.begin({ variant: "chess", opponent: "engine", level: "2100", side: "second", time: "none" });
  await player.stateWhere((state) => state.ply === 1);
  assert.ok(player.sent.includes("setoption name UCI_Elo value 2100"));
  assert.match(await player.page.locator("#player-top").innerText(), /White · Expert/);
  await player.begin({ variant: "chess", opponent: "engine", level: "0", side: "second", time: "none" });
  await player.stateWhere((state) => state.ply === 1);
  assert.equal(
    player.sent.findLast((line) => line.includes("UCI_LimitStrength")),
    "setoption name UCI_LimitStrength value false",
  );
  await player.close();
});

test("a game is begun and played by keyboard alone", async () => {
  const player = await Player.open(browser, server);
  const { page } = player;
  const { keyboard } = page;
  await page.locator("dialog form.new-game").waitFor();
  /** Presses a key until an element that matches has the focus. */
  const tabTo = async (selector, key) => {
    for (let tab = 0; tab < 80; tab += 1) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await keyboard.press(key);
    }
    assert.fail(`${selector} is not reached by ${key}`);
  };
  await tabTo("input[name=variant]", "Shift+Tab");
  for (let step = 0; step < 3; step += 1) await keyboard.press("ArrowRight");
  await tabTo("select[name=level]", "Tab");
  await keyboard.press("Home");
  await tabTo("button[type=submit]", "Tab");
  await keyboard.press("Enter");
  await player.stateWhere((state) => state.variant === "gomoku");
  await tabTo("[role=gridcell]", "Tab");
  const walkTo = async (point) => {
    const wanted = await player.cell(point).elementHandle();
    for (let step = 0; step < 60; step += 1) {
      const [x, y] = await wanted.evaluate((cell) => {
        const [here, there] = [document.activeElement, cell].map((element) =>
          element.getBoundingClientRect(),
        );
        return [Math.round((there.x - here.x) / there.width), Math.round((there.y - here.y) / there.height)];
      });
      if (x === 0 && y === 0) return;
      await keyboard.press(x > 0 ? "ArrowRight" : x < 0 ? "ArrowLeft" : y > 0 ? "ArrowDown" : "ArrowUp");
    }
    assert.fail(`${point} is not reached by arrow keys`);
  };
  const state = await playToTheEnd(player, "first", async (move) => {
    await walkTo(move.to);
    await keyboard.press("Enter");
  });
  assert.ok(state.verdict);
  assert.ok(player.sent.includes("setoption name UCI_Elo value 600"));
  await page.locator("dialog.result").waitFor();
  await keyboard.press("Escape");
  await page.locator("dialog.result").waitFor({ state: "detached" });
  await player.close();
});

test("a game is played by touch on a narrow screen", async () => {
  const player = await Player.open(browser, server, { width: 360, height: 740, touch: true });
  await player.begin({ variant: "xiangqi", opponent: "engine", level: "600", side: "second", time: "none" });
  const state = await playToTheEnd(player, "second", (move) => player.play(move));
  assert.equal(state.verdict.winner, "second", JSON.stringify(state.verdict));
  await player.close();
});
