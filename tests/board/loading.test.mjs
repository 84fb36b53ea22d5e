// What the page loads, and when: at first little, the rest when it is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keptGame } from "./games.mjs";
import { browser, Player, server, shareBoard } from "./harness.mjs";

/** The most bytes of all files that the first board needs, before compression. */
const MOST_BYTES = 300_000;

shareBoard();

/** A page whose timers stand still, so that it loads nothing but what it needs at once. */
async function atFirst(options = {}) {
  const context = await browser.newContext({ locale: options.locale ?? "en-GB" });
  const loaded = new Map();
  context.on("response", (response) => {
    const path = new URL(response.url()).pathname.replace(/^\/[^/]+\//, "");
    if (response.request().resourceType() !== "websocket") loaded.set(path, response.body());
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return { context, page, loaded };
}

test("the files of the first page are small, and those of parts are not among them", async () => {
  for (const locale of ["en-GB", "zh-CN"]) {
    const { context, page, loaded } = await atFirst({ locale });
    const game = { game: keptGame({ variant: "chess" }), orientation: "first" };
    await page.addInitScript((kept) => localStorage.setItem("quadriga.game", kept), JSON.stringify(game));
    await page.goto(server.url, { waitUntil: "load" });
    await page.locator("#board .board-cell").first().waitFor();
    let bytes = 0;
    for (const body of loaded.values()) bytes += (await body).length;
    assert.ok(bytes > 100_000 && bytes <= MOST_BYTES, `${bytes} bytes`);
    for (const path of ["new-game.js", "editor.js", "learn/learn.css", "new-game.css", "room/invite.js"])
      assert.ok(!loaded.has(path), path);
    const [own, other] = locale === "zh-CN" ? ["zh", "en"] : ["en", "zh"];
    assert.ok(loaded.has(`texts/${own}.js`) && !loaded.has(`texts/${other}.js`));
    // Asked for, they come.
    await page.locator("#menu-new").click();
    await page.locator("dialog form.new-game").waitFor();
    assert.ok(loaded.has("new-game.js") && loaded.has("new-game.css"));
    await context.close();
  }
});

test("a dialog that is asked for again while it is loading opens once", async () => {
  const { context, page } = await atFirst();
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await context.route("**/new-game.js*", async (route) => {
    await held;
    await route.continue();
  });
  // The first visit asks for a game by itself.
  await page.goto(server.url);
  await page.locator("#board .board-cell").first().waitFor();
  for (let click = 0; click < 3; click += 1) await page.locator("#menu-new").click();
  release();
  await page.locator("dialog form.new-game").first().waitFor();
  await page.evaluate(() => 0);
  assert.equal(await page.locator("dialog form.new-game").count(), 1);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator("#menu-new").click();
  await page.locator("dialog form.new-game").waitFor();
  await context.close();
});

test("the other language is loaded when it is chosen", async () => {
  const { context, page, loaded } = await atFirst();
  await context.route("**/texts/zh.js*", (route) => route.abort());
  await page.goto(server.url);
  await page.locator("dialog form.new-game").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#menu-language").click();
  await page.locator("#toasts .error").waitFor();
  assert.equal(await page.locator("#menu-new").innerText(), "New game");
  await context.unroute("**/texts/zh.js*");
  await page.locator("#menu-language").click();
  await page.locator("#menu-new", { hasText: "新" }).waitFor();
  assert.ok(loaded.has("texts/zh.js"));
  await context.close();
});

test("a part comes with its style, and is told and asked for again if that cannot be loaded", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  await context.route("**/*.css", (route) =>
    /new-game|editor|learn|games|puzzles|room|rules/.test(route.request().url())
      ? route.abort()
      : route.continue(),
  );
  const player = await Player.open(browser, server, { context, game: keptGame({ variant: "chess" }) });
  const { page } = player;
  await player.menu("editor");
  await page.locator("#toasts .error").waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await context.unroute("**/*.css");
  await player.menu("editor");
  const board = page.locator("dialog .setup-board");
  await board.waitFor();
  // Its own style is there as soon as it is shown.
  assert.equal(
    await page.locator("dialog .editor").evaluate((node) => getComputedStyle(node).display),
    "flex",
  );
  await page.keyboard.press("Escape");
  for (const [name, selector] of [
    ["learn", ".course-links"],
    ["puzzles", ".puzzle-games"],
    ["games", ".games-bar"],
  ]) {
    await player.menu(name);
    const element = page.locator(`#page ${selector}`).first();
    await element.waitFor();
    assert.notEqual(await element.evaluate((node) => getComputedStyle(node).display), "block", name);
  }
  player.forgive(/Failed to load .*\.css(\?\d+)?$/);
  await player.close();
});
