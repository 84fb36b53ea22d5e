// Clocks: the countdown, tenths of the last seconds, increments, the loss on time. The page's time stands still but
// for what a test turns forward.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES, keptGame } from "./games.mjs";
import { browser, Player, server, shareBoard } from "./harness.mjs";

shareBoard();

/** A game of two people whose page's time stands still. */
async function open(control, more = {}) {
  const game = keptGame({ variant: "chess", control, ...more });
  const player = await Player.open(browser, server, { game, fakeTime: true });
  await player.page.clock.pauseAt(new Date("2040-01-01"));
  return player;
}

const clock = (player, place) => player.page.locator(`#player-${place} .clock`);

async function shows(player, place, text) {
  await player.until(async () => (await clock(player, place).innerText()) === text, `${place} shows ${text}`);
}

async function move(player, from, to) {
  const ply = player.state.ply + 1;
  await player.play({ from, to });
  await player.stateWhere((state) => state.ply === ply);
}

test("seconds for each move count down to tenths, and are full again after the move", async () => {
  const player = await open({ kind: "move", seconds: 60 });
  const { page } = player;
  await shows(player, "top", "1:00");
  await move(player, "e2", "e4");
  await page.clock.fastForward(45_000);
  await shows(player, "top", "0:15");
  assert.equal(await clock(player, "top").evaluate((element) => element.classList.contains("low")), false);
  await page.clock.fastForward(8_700);
  await shows(player, "top", "0:06.3");
  assert.ok(await clock(player, "top").evaluate((element) => element.classList.contains("low")));
  await move(player, "e7", "e5");
  await shows(player, "top", "1:00");
  await page.clock.fastForward(2_000);
  await shows(player, "bottom", "0:58");
  await player.close();
});

test("who runs out of time loses", async () => {
  const player = await open({ kind: "move", seconds: 30 });
  await move(player, "d2", "d4");
  await player.page.clock.fastForward(30_000);
  await player.page.clock.fastForward(2_000);
  const dialog = player.page.locator("dialog.result");
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /White wins\s+time is up/i);
  await dialog.getByRole("button", { name: "Look at the game" }).click();
  assert.match(await player.page.locator("#status").innerText(), /White wins · time is up/);
  await player.press("d7");
  await player.press("d5");
  assert.equal(player.state.ply, 1, "the game is over");
  await player.close();
});

test("a base time is used up, and each move adds the increment", async () => {
  const player = await open({ kind: "clock", base: 300, increment: 3 });
  await move(player, "e2", "e4");
  await shows(player, "bottom", "5:00");
  await player.page.clock.fastForward(60_000);
  await shows(player, "top", "4:00");
  await move(player, "e7", "e5");
  await shows(player, "top", "4:03");
  await player.page.clock.fastForward(10_000);
  await shows(player, "bottom", "4:50");
  await player.page.getByRole("button", { name: "Take back" }).click();
  await player.stateWhere((state) => state.ply === 1);
  await shows(player, "bottom", "5:00");
  await player.close();
});

test("a game without clocks shows elapsed times instead", async () => {
  const player = await open({ kind: "none" }, { moves: GAMES.chess });
  for (const place of ["top", "bottom"]) {
    assert.match((await clock(player, place).getAttribute("class")) ?? "", /elapsed/);
  }
  await player.close();
});

test("the dialog begins games with its own times, and the engine is told them", async () => {
  const player = await Player.open(browser, server, { quick: false });
  const { page } = player;
  const form = page.locator("dialog form.new-game");
  await form.waitFor();
  await form.locator("summary").click();
  assert.equal(await form.locator('[name="minutes"]').isVisible(), false);
  await form.locator('[name="time"]').selectOption("custom");
  await form.locator('[name="minutes"]').fill("7");
  await form.locator('[name="increment"]').fill("4");
  await player.begin({ variant: "renju", opponent: "engine", level: "600", side: "second", time: "custom" });
  await player.until(() => player.sent.some((line) => /^go wtime 420000 btime 4\d{5} winc 4000/.test(line)));
  await player.stateWhere((state) => state.ply === 1);
  assert.match(await clock(player, "top").innerText(), /^[67]:\d\d$/);
  await player.close();
});

test("without a clock the time of each side and of each move is shown", async () => {
  const player = await open({ kind: "none" });
  const { page } = player;
  await move(player, "e2", "e4");
  await page.clock.fastForward(75_000);
  await shows(player, "top", "1:15");
  await move(player, "e7", "e5");
  await page.clock.fastForward(5_000);
  await shows(player, "bottom", "0:05");
  await shows(player, "top", "1:15");
  assert.equal(await page.locator("#times").isVisible(), false);
  await page.getByRole("button", { name: "Times of the moves" }).click();
  await player.until(
    async () =>
      (await page.locator("#times").innerText()) === "Game 1:20 · this move 0:05 · White 0:05 · Black 1:15",
  );
  assert.match(await page.locator("#moves").innerText(), /e4\s+e5\s*1:15/);
  await page.reload();
  await player.stateWhere((state) => state.ply === 2);
  await shows(player, "top", "1:15");
  await player.close();
});
