// Practice from one's own mistakes: a review keeps them, the page of puzzles offers them, and they go with their game.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { keptGame } from "./games.mjs";
import { action, browser, Player, Server, shareBrowser } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "quadriga-practice-"));

shareBrowser();
after(() => rmSync(folder, { recursive: true }));

const GAME = {
  variant: "chess",
  // Black, the person, allows a mate in one.
  moves: "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7",
  players: { first: { kind: "engine", level: 1200 }, second: { kind: "person" } },
  live: false,
};

async function review(player) {
  const { page } = player;
  await action(player, "Review");
  await page.locator(".review-effort").waitFor({ timeout: 60_000 });
}

const mine = (page) => page.locator(".puzzle-game").getByRole("button", { name: /From my games/ });

async function list(player) {
  await player.menu("puzzles");
  await player.page.locator(".puzzle-games").waitFor();
  // The counts of all games are there.
  await player.page.locator(".puzzle-count").filter({ hasText: /3\d\d/ }).nth(5).waitFor();
}

async function make(player, text) {
  const state = await player.stateWhere((state) => state.legal.some(({ move }) => move === text));
  await player.play(state.legal.find(({ move }) => move === text));
}

for (const [where, options] of [
  ["the library", ["--library", join(folder, "games.sqlite")]],
  ["the browser", []],
]) {
  test(`a mistake of a reviewed game is practised, kept by ${where}`, async () => {
    const server = await Server.start(options);
    const player = await Player.open(browser, server, { game: keptGame(GAME), depth: 6 });
    const { page } = player;
    try {
      await review(player);
      await review(player);
      // The mistakes of the second review are being kept while the list is asked for.
      await player.until(async () => {
        await list(player);
        await page.waitForTimeout(200);
        const isKept = (await mine(page).count()) === 1;
        if (!isKept) await page.locator(".courses-head").getByRole("button").click();
        return isKept;
      }, "the mistake is kept");
      assert.equal(await mine(page).innerText(), "From my games: 1 due of 1");
      await mine(page).click();
      player.board = ".lesson-page";
      await page.getByText("In your game you played Nf6??. Find a better move.").waitFor();
      await page.locator(".lesson-page .board-arrow").waitFor();
      assert.equal(await page.locator(".lesson-place span").innerText(), "From my games: 1 due of 1");
      await make(player, "g8f6");
      await page.getByText("Nf6 is the move of the game.").waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
      await make(player, "a7a6");
      await page.getByText(/^a6 is not good enough: #1/).waitFor();
      await page.getByRole("button", { name: "Next puzzle" }).click();
      await page.getByText("In your game you played Nf6??").waitFor();
      await make(player, "g7g6");
      await page.locator(".lesson-comment.good").waitFor();
      assert.match(
        await page.locator(".lesson-comment.good").innerText(),
        /^(Right: g6 is the engine’s move\.|About as good \([+−]?\d+\.\d\d\) as the engine’s move)/,
      );
      await page.getByText(/comes again on/).waitFor();
      assert.equal(await page.locator(".lesson-place span").innerText(), "From my games: 0 due of 1");
      // It is the game's own: another visit knows of it, and without the game it is gone.
      await page.goto(server.url);
      await player.stateWhere((state) => state.variant === "chess");
      await list(player);
      await player.until(async () => (await mine(page).count()) === 1, "it is kept");
      assert.equal(await mine(page).innerText(), "From my games: 0 due of 1");
      await player.menu("games");
      const card = page.locator(".games-card").first();
      await card.getByRole("button", { name: /^Delete/ }).click();
      await card.waitFor({ state: "detached" });
      await list(player);
      await page.waitForTimeout(300);
      assert.equal(await mine(page).count(), 0);
      await player.close();
    } finally {
      await server.kill();
    }
  });
}
