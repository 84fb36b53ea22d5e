// What a game must survive: a reload, a second tab, the end of the server or of the session.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { keptGame } from "./games.mjs";
import { browser, ENGINE, Player, Server, shareBrowser } from "./harness.mjs";

shareBrowser();

const MOVES = [
  ["e2", "e4"],
  ["e7", "e5"],
  ["g1", "f3"],
];

/** The paths of the page's modules `names` and of all that they import. */
function imported(...names) {
  const page = new URL("../../src/web/page/", import.meta.url);
  const found = new Set(names.map((name) => new URL(name, page).href));
  for (const module of found) {
    const source = readFileSync(new URL(module), "utf8");
    for (const [, path] of source.matchAll(/^(?:import|export|\}) .*?"(\..+)";$/gm))
      found.add(new URL(path, module).href);
  }
  const texts = ["en", "zh"].map((language) => `/texts/${language}.js`);
  return [...found].map((module) => module.replace(page.href, "/")).concat(texts);
}

/** A game of two people after three moves. */
async function begun(server) {
  const player = await Player.open(browser, server);
  await player.begin({ variant: "chess", opponent: "person", time: "clock 300 3" });
  for (const [ply, [from, to]] of MOVES.entries()) {
    await player.play({ from, to });
    await player.stateWhere((state) => state.ply === ply + 1);
  }
  return player;
}

/** Waits until the page has loaded all its parts, which it does in the background. */
async function allParts(player) {
  const modules = imported(
    "deletion.js",
    "editor.js",
    "games/part.js",
    "keys-dialog.js",
    "learn/lessons.js",
    "move-menu.js",
    "new-game.js",
    "puzzles/puzzles.js",
    "room/invite.js",
    "settings.js",
    "share.js",
  ).concat(["/learn/learn.css", "/puzzles/puzzles.css", "/room/room.css", "/new-game.css", "/editor.css"]);
  await player.page.waitForFunction((modules) => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    return modules.every((module) => loaded.some((url) => url.endsWith(module)));
  }, modules);
}

const names = (player) => player.page.locator("#moves").innerText();

test("a reload goes on with the game, its clocks and its list of moves", async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const player = await begun(server);
  const before = await names(player);
  // The state before the reload does not count.
  player.received.length = 0;
  await player.page.reload();
  await player.stateWhere((state) => state.ply === 3);
  await player.page.waitForFunction((text) => document.querySelector("#moves").innerText === text, before);
  await player.play({ from: "b8", to: "c6" });
  await player.stateWhere((state) => state.ply === 4);
  assert.match(await player.page.locator("#player-top, #player-bottom").first().innerText(), /[45]:\d\d/);
  await player.close();
});

test("a killed server is noticed, and the game goes on with the next one", async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const player = await begun(server);
  const resign = player.page.getByRole("button", { name: "Resign" });
  assert.ok(await resign.isEnabled());
  // Parts that are still being loaded would be reported as missing.
  await allParts(player);
  await server.kill();
  await player.page.locator("#connection").waitFor({ state: "visible" });
  assert.ok(await resign.isDisabled());
  const again = await Server.start([], server.port);
  t.after(() => again.kill());
  await player.page.locator("#connection").waitFor({ state: "hidden" });
  await player.play({ from: "b8", to: "c6" });
  await player.stateWhere((state) => state.ply === 4 && state.moves[2].move === "g1f3");
  await player.close();
});

test("a killed program loses at most the move under way, on the page nothing, and the game stays one game", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "quadriga-kill-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const options = ["--library", join(folder, "games.sqlite")];
  let server = await Server.start(options);
  t.after(() => server.kill());
  const player = await Player.open(browser, server);
  await player.begin({ variant: "chess", opponent: "person" });
  await allParts(player);
  /** The moves of each game in the library. */
  const kept = () => {
    const text = execFileSync(ENGINE, ["library", "export", "--library", options[1], "--to", "pgn"], {
      encoding: "utf8",
    });
    const games = text.split(/\n\n(?=\[)/).filter((game) => game.trim());
    return games.map((game) => game.replace(/\[[^]*\]\n/, "").match(/[a-h][1-8]/g)?.length ?? 0);
  };
  const line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 b7b5 a4b3 f8e7 c2c3 d7d6 b1d2 c8g4".split(" ");
  const current = () => player.page.locator("#moves .move").count();
  for (const [index, move] of line.entries()) {
    await player.play({ from: move.slice(0, 2), to: move.slice(2) });
    if (index % 3 !== 2) {
      await player.stateWhere((state) => state.ply === index + 1);
      continue;
    }
    // Before, while and after the page has told the move.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 80));
    await server.kill();
    const counts = kept();
    assert.equal(counts.length, 1, "one game");
    assert.ok(counts[0] >= index, `${counts[0]} moves of ${index + 1} are in the library`);
    player.received.length = 0;
    server = await Server.start(options, server.port);
    await player.page.locator("#connection").waitFor({ state: "hidden" });
    await player.stateWhere((state) => state.ply === index + 1);
    assert.equal(await current(), index + 1);
  }
  await player.until(() => kept()[0] === line.length, "the whole game is in the library");
  assert.equal(kept().length, 1);
  await player.close();
});

test("a part of the page that cannot be loaded is told, and asked for again", async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const context = await browser.newContext({ locale: "en-GB" });
  await context.route("**/editor.js*", (route) => route.abort());
  const player = await Player.open(browser, server, { context });
  await player.begin({ variant: "chess", opponent: "person", time: "none" });
  const editor = player.page.locator("#menu-editor");
  await editor.click();
  await player.page.locator("#toasts .error").waitFor();
  await context.unroute("**/editor.js*");
  await editor.click();
  await player.page.locator("dialog .editor").waitFor();
  player.forgive(/Failed to load .*\/editor\.js(\?\d+)?$/);
  await player.close();
});

test("all parts of the page are there when the server is gone", async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const player = await Player.open(browser, server);
  await player.begin({ variant: "chess", opponent: "person", time: "none" });
  await allParts(player);
  await server.kill();
  await player.page.locator("#connection").waitFor({ state: "visible" });
  await player.page.locator("#menu-settings").click();
  await player.page.locator("dialog .settings").waitFor();
  await player.page.keyboard.press("Escape");
  await player.page.locator("#menu-learn").click();
  await player.page.locator("#page .courses").waitFor();
  // The browser asks for the icon again when the address changes.
  player.forgive(/\/icon\.svg$/);
  await player.close();
});

test("a session that ends is opened again", async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const player = await begun(server);
  const sessions = () => player.sent.filter((line) => line === "uci").length;
  const before = sessions();
  await player.endSession();
  const deadline = Date.now() + 30_000;
  while (sessions() === before && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await player.page.locator("#connection").waitFor({ state: "hidden" });
  await player.play({ from: "b8", to: "c6" });
  await player.stateWhere((state) => state.ply === 4);
  await player.close();
});

test("two tabs play two games and do not disturb each other", async (t) => {
  const server = await Server.start();
  t.after(() => server.kill());
  const first = await begun(server);
  const second = await Player.open(browser, server, { context: first.context });
  await second.begin({ variant: "renju", opponent: "person", time: "none" });
  await second.play({ to: "h8" });
  await second.stateWhere((state) => state.variant === "renju" && state.ply === 1);
  await first.play({ from: "b8", to: "c6" });
  await first.stateWhere((state) => state.variant === "chess" && state.ply === 4);
  first.received.length = 0;
  await first.page.reload();
  await first.stateWhere((state) => state.variant === "chess" && state.ply === 4);
  assert.equal(second.state.variant, "renju");
  await second.page.close();
  await first.close();
});

test("Quit ends the server after a question, and no page reconnects", async () => {
  const own = await Server.start();
  const game = keptGame({ variant: "chess", moves: "e2e4 e7e5" });
  const player = await Player.open(browser, own, { game });
  const other = await Player.open(browser, own, { game });
  const ended = new Promise((resolve) => own.child.once("exit", resolve));
  const quit = player.page.getByRole("button", { name: "Quit the program" });
  await player.menu("settings");
  await quit.click();
  await player.page.locator("dialog[open]").getByRole("button", { name: "Cancel" }).click();
  assert.equal(own.child.exitCode, null);
  await player.menu("settings");
  await quit.click();
  await player.page.locator("dialog[open] .primary").click();
  assert.equal(await ended, 0);
  for (const { page } of [player, other]) {
    await page.locator("#connection", { hasText: /The program has ended/ }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    assert.match(await page.locator("#connection").innerText(), /The program has ended/);
  }
  await player.context.close();
  await other.context.close();
});
