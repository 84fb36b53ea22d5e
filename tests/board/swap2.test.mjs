// Games that begin with Swap2: against the engine in both roles, between two people, and what becomes of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keptGame } from "./games.mjs";
import { browser, Player, press, server, shareBoard } from "./harness.mjs";

shareBoard();

const task = (player, words) => player.page.locator(".lesson-goal").filter({ hasText: words }).waitFor();
const header = (player) => player.page.locator("#moves .opening").innerText();

async function open(choices, options = {}) {
  const player = await Player.open(browser, server, {
    game: keptGame({ variant: "chess" }),
    depth: 2,
    ...options,
  });
  await player.page.click("#menu-new");
  const form = player.page.locator("dialog form.new-game");
  await form.locator("details").evaluate((details) => (details.open = true));
  for (const [name, value] of Object.entries(choices)) {
    const radio = form.locator(`input[type=radio][name="${name}"][value="${value}"]`);
    if ((await radio.count()) > 0) await radio.check({ force: true });
    else await form.locator(`[name="${name}"]`).selectOption(value);
  }
  await form.locator("button[type=submit]").click();
  await player.page.locator(".swap2-rules").waitFor();
  player.board = ".lesson-page";
  return player;
}

async function place(player, ...points) {
  for (const point of points) {
    await player.answered();
    const ply = (await player.stateWhere((state) => state.variant.startsWith("gomoku"))).ply;
    await player.press(point);
    await player.stateWhere((state) => state.ply === ply + 1, `${point} is placed`);
  }
}

/** The game itself, after the opening. */
async function begin(player) {
  await player.answered();
  // Whatever is reported from now on belongs to the game; before, a move that is made on its board is lost.
  player.received.length = 0;
  await press(player, "Begin the game");
  player.board = "#board";
  await player.page.locator("#moves .opening").waitFor();
}

const SWAP2 = { variant: "gomoku", start: "swap2", size: "15" };

test("the engine places the stones, and the person chooses a colour", async () => {
  const player = await open({ variant: "gomoku", start: "swap2", opponent: "engine", side: "second" });
  const { page } = player;
  await task(player, "Choose a colour");
  assert.equal(await page.locator(".lesson-page .board-piece").count(), 3);
  await press(player, "Take White");
  await page.getByText("Black: The engine. White: You.").waitFor();
  await begin(player);
  assert.match(await header(player), /^Swap2 with 3 stones/);
  const state = await player.stateWhere((state) => state.ply === 3);
  assert.equal(state.turn, "second");
  // It is White's move, the person's; nothing of the opening can be taken back.
  await player.play(state.legal[0]);
  const next = await player.stateWhere((state) => state.ply === 5);
  assert.equal(next.moves[2].move, state.moves[2].move);
  await page.locator("#actions").locator("[data-name=undo]").click();
  await player.stateWhere((state) => state.ply === 3);
  assert.ok(await page.locator("#actions").locator("[data-name=undo]").isDisabled());
  // The same once more.
  await page.locator("#actions").getByRole("button", { name: "Restart" }).click();
  await page.locator("dialog").getByRole("button", { name: "Restart" }).click();
  await page.locator(".swap2-rules").waitFor();
  await task(player, "Choose a colour");
  await player.close();
});

test("the person places the stones, also after a reload, and the engine chooses", async () => {
  const player = await open({
    variant: "gomoku-standard",
    start: "swap2",
    opponent: "engine",
    side: "first",
  });
  const { page } = player;
  await task(player, "Place three stones");
  await place(player, "h8", "a1");
  await press(player, "Take back");
  await player.stateWhere((state) => state.ply === 1);
  await place(player, "i9");
  await page.reload();
  await page.locator(".swap2-rules").waitFor();
  await player.stateWhere((state) => state.ply === 2 && state.variant === "gomoku-standard");
  await place(player, "o15");
  await page.getByText(/^(Black: You\. White: The engine|Black: The engine\. White: You)\.$/).waitFor();
  await begin(player);
  const state = await player.stateWhere((state) => state.ply >= 3 && state.variant === "gomoku-standard");
  assert.deepEqual(
    state.moves.slice(0, 3).map(({ move }) => move),
    ["h8", "i9", "o15"],
  );
  // It is the game of the tab now, and the record tells how it began.
  const fact = () =>
    page.evaluate(() => JSON.parse(sessionStorage["quadriga.game"] ?? "{}").game?.facts.OpeningRule);
  await player.until(fact, "the game is kept");
  assert.match(await fact(), /^Swap2: 3 stones, opened by (Black|White)$/);
  await page.reload();
  await player.stateWhere((state) => state.ply >= 3);
  assert.match(await header(player), /^Swap2 with 3 stones/);
  await player.close();
});

test("two people place five stones, and the first chooses; the engines play it alone", async () => {
  const player = await open({ ...SWAP2, opponent: "person" }, { locale: "zh-CN" });
  const { page } = player;
  const heading = page.locator(".lesson-body h2");
  await heading.filter({ hasText: "第一位棋手" }).waitFor();
  await place(player, "h8", "i9", "k4");
  await heading.filter({ hasText: "第二位棋手" }).waitFor();
  await press(player, "再摆两子");
  await task(player, "请再摆白、黑两子");
  await place(player, "c3", "d12");
  await heading.filter({ hasText: "第一位棋手" }).waitFor();
  await press(player, "执白");
  await page.getByText("黑方：第二位棋手，白方：第一位棋手。").waitFor();
  await press(player, "开始对局");
  player.board = "#board";
  const state = await player.stateWhere((state) => state.ply === 5);
  assert.equal(state.turn, "second");
  assert.match(await header(player), /^Swap2（5 子）/);
  await player.play({ to: "a15" });
  await player.stateWhere((state) => state.ply === 6);
  await player.close();
  const engines = await open({ ...SWAP2, opponent: "engines" });
  await engines.page.getByText(/Black: (First|Second) player\./).waitFor();
  await begin(engines);
  await engines.stateWhere((state) => state.ply > 4);
  await engines.close();
});

test("only gomoku offers it", async () => {
  const player = await Player.open(browser, server, { game: keptGame({ variant: "chess" }) });
  const { page } = player;
  await page.click("#menu-new");
  const form = page.locator("dialog form.new-game");
  for (const [variant, offered] of [
    ["gomoku", true],
    ["renju", false],
    ["gomoku-standard", true],
    ["xiangqi", false],
  ]) {
    await form.locator(`input[name="variant"][value="${variant}"]`).check({ force: true });
    assert.equal(
      await form.locator('[name="start"] option[value="swap2"]').count(),
      Number(offered),
      variant,
    );
  }
  // Without an opening that was begun, its address leads back to the game.
  await page.goto(`${server.url}#swap`);
  await player.until(() => page.locator("#layout").isVisible(), "the game is back");
  await player.close();
});
