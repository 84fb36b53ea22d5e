// The explorer of analysis: opening trees that belong to the page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { keptGame } from "./games.mjs";
import { action, browser, ENGINE, openGame, Player, Server, shareBoard } from "./harness.mjs";

shareBoard();

const open = (choices, options) => openGame({ live: false, ...choices }, options);
const explore = (player) => action(player, "Explorer");

test("the tree of zhonggong shows moves with results and scores, and a click plays one", async () => {
  const player = await open({ variant: "zhonggong" });
  const { page } = player;
  await explore(player);
  const rows = page.locator(".explorer-table tr");
  await rows.nth(6).waitFor();
  assert.match(await rows.nth(1).innerText(), /^\S+\s+2131\s+50%\s+\+0\.04$/);
  await page.getByText(/^From 10200 games/).waitFor();
  // The mirror image of the first move has the same answers, mirrored.
  await player.play({ from: "a1", to: "a2" });
  await player.stateWhere((state) => state.ply === 1);
  await player.until(async () => /381/.test(await rows.nth(1).innerText()), "the answers are there");
  await rows.nth(2).locator("button").click();
  const state = await player.stateWhere((state) => state.ply === 2);
  assert.equal(state.moves[1].move, "a9a8");
  await player.play({ from: "c3", to: "c4" });
  await page.getByText("This position is not in the tree").waitFor();
  assert.equal(await rows.count(), 0);
  await player.close();
});

test("the source is chosen and kept; other games have the library alone", async () => {
  const player = await open({ variant: "zhonggong" });
  const { page } = player;
  await explore(player);
  await page.locator(".explorer-table").waitFor();
  await page.locator(".explorer-source select").selectOption({ label: "My library" });
  await page.getByText("The explorer needs the library").waitFor();
  await page.reload();
  await player.stateWhere((state) => state.variant === "zhonggong");
  await explore(player);
  await page.getByText("The explorer needs the library").waitFor();
  await page.locator(".explorer-source select").selectOption({ label: "Engine’s openings" });
  await page.locator(".explorer-table").waitFor();
  await page.locator("#menu-language").click();
  await page.getByText(/^取自引擎自我对弈的 10200 局/).waitFor();
  await player.close();
  const other = await open({ variant: "xiangqi" });
  await explore(other);
  await other.page.getByText("The explorer needs the library").waitFor();
  assert.equal(await other.page.locator(".explorer-source").count(), 0);
  await other.close();
});

test("games of the library tell their scores and ratings", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quadriga-explorer-"));
  const [file, games] = [join(folder, "games.sqlite"), join(folder, "games.pgn")];
  const text = [
    '[WhiteElo "2000"]\n\n1. e4 {[%eval 0.30]} e5 1-0',
    '[WhiteElo "2301"]\n\n1. e4 {[%eval -0.11]} c5 0-1',
    "1. d4 d5 *",
  ];
  writeFileSync(games, `${text.join("\n\n")}\n`);
  execFileSync(ENGINE, ["library", "import", "--library", file, games], { stdio: "pipe" });
  const own = await Server.start(["--library", file]);
  const player = await Player.open(browser, own, { game: keptGame({ variant: "chess", live: false }) });
  try {
    await explore(player);
    const rows = player.page.locator(".explorer-table tr");
    await rows.nth(2).waitFor();
    const shown = await rows.allInnerTexts();
    assert.deepEqual(
      shown.map((row) => row.split(/\s+/)),
      [
        ["Move", "Games", "Result", "Score", "Elo"],
        ["e4", "2", "50", "50", "50%", "+0.10", "2151"],
        ["d4", "1", "–", "–", "–"],
      ],
    );
    await player.page.getByRole("img", { name: "White won 50%, drawn 0%, Black won 50%" }).waitFor();
    await rows.nth(1).locator("button").click();
    await player.until(async () => (await rows.count()) === 3 && /^c5/.test(await rows.nth(1).innerText()));
    assert.match(await rows.nth(1).innerText(), /^c5\s+1\s+100\s+100%$/);
    await player.close();
  } finally {
    await own.kill();
    rmSync(folder, { recursive: true });
  }
});
