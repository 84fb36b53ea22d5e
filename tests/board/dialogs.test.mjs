// What closes dialogs: Escape, a press beside them, the browser's Back; and that no draft is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openGame, server, shareBoard } from "./harness.mjs";

shareBoard();

const open = () => openGame({ variant: "chess", moves: "e2e4 e7e5" });
const closed = (player) => player.page.locator("dialog[open]").waitFor({ state: "detached" });

const WAYS = {
  Escape: (page) => page.keyboard.press("Escape"),
  "a press beside it": (page) => page.mouse.click(3, 400),
  "the browser's Back": (page) => page.goBack(),
};

for (const [name, close] of Object.entries(WAYS))
  test(`${name} closes a dialog, stays on the page and keeps drafts`, async () => {
    const player = await open();
    const { page } = player;
    const address = page.url();
    const text = page.locator("dialog textarea[name=text]");
    await player.menu("share");
    await text.fill("1. e4 c5 and more to come");
    await close(page);
    await closed(player);
    await player.menu("share");
    assert.equal(await text.inputValue(), "1. e4 c5 and more to come");
    await close(page);
    await closed(player);

    await player.menu("editor");
    await page.locator('dialog [data-point="e4"]').waitFor();
    await page.locator("dialog .tools button").last().click();
    await page.locator('dialog [data-point="e4"]').click();
    const fen = page.locator("dialog .editor-side input:not([type])");
    await player.until(async () => /\/8\/8\/PPPP1PPP/.test(await fen.inputValue()));
    await close(page);
    await closed(player);
    await player.menu("editor");
    await player.until(async () => /\/8\/8\/PPPP1PPP/.test(await fen.inputValue()));
    await close(page);
    await closed(player);

    await page.click("#menu-new");
    await page.locator("dialog [name=level]").selectOption("1800");
    await close(page);
    await closed(player);
    await page.click("#menu-new");
    assert.equal(await page.locator("dialog [name=level]").inputValue(), "1800");
    await close(page);
    await closed(player);
    assert.equal(page.url(), address);
    assert.equal(player.state.ply, 2);
    await player.close();
  });

test("Back closes the upper of two dialogs first; selecting a text beyond a dialog closes none", async () => {
  const player = await open();
  const { page } = player;
  await player.menu("share");
  const games = [1, 2].map((i) => `[Event "Cup ${i}"]\n\n1. e4 e5 1-0`);
  const text = page.locator("dialog textarea[name=text]");
  await text.fill(games.join("\n\n"));
  await page.locator("dialog .share-in [type=submit]").click();
  await page.locator("dialog .games").waitFor();
  assert.equal(await page.locator("dialog[open]").count(), 2);
  await page.goBack();
  await player.until(async () => (await page.locator("dialog[open]").count()) === 1);
  const box = await text.boundingBox();
  await page.mouse.move(box.x + 30, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(3, 400);
  await page.mouse.up();
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await page.goBack();
  await closed(player);
  assert.match(page.url(), new RegExp(`^${server.url}`));
  await player.close();
});
