// The library: every game is kept, found and opened again; each tab has its own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { keptGame } from "./games.mjs";
import { browser, ENGINE, Player, server, Server, shareBoard } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "quadriga-library-"));

shareBoard(["--library", join(folder, "games.sqlite")]);
after(() => rmSync(folder, { recursive: true, force: true }));

/** Plays moves for both sides. */
async function play(player, ...moves) {
  for (const move of moves) {
    const { legal, ply } = player.state;
    await player.play(legal.find((entry) => entry.move === move));
    await player.stateWhere((state) => state.ply === ply + 1);
  }
}

/** Opens the list of games, and waits until it shows so many. */
async function list(player, count) {
  await player.menu("games");
  await shows(player, count);
}

async function shows(player, count) {
  const cards = player.page.locator(".games-card");
  await player.until(async () => (await cards.count()) === count, `${count} games are listed`);
  return cards;
}

const saved = (player) =>
  player.received.filter((line) => /^library \{"request":\d+,"answer":\{"id":/.test(line)).length;

const twoPersons = { variant: "chess", opponent: "person" };

test("games are kept move by move, beside each other, and found again", async () => {
  const player = await Player.open(browser, server, {});
  const { page } = player;
  await player.begin(twoPersons);
  assert.equal(saved(player), 0);
  await play(player, "e2e4", "e7e5");
  await player.until(() => saved(player) > 0, "the game is saved");
  // Another game, without a question.
  await player.begin(twoPersons);
  await play(player, "d2d4");
  await list(player, 2);
  const names = await page.locator(".games-card small").allTextContents();
  assert.match(names[0], /^Chess · .* · moves: 1/);
  await page.locator(".games-picture svg").first().waitFor();

  // By position: only the game on the board has it.
  await page.locator('[name="here"]').check();
  await shows(player, 1);
  await page.locator('[name="here"]').uncheck();
  await shows(player, 2);

  // The first one again, which goes on as the same game.
  await page.locator(".games-open").nth(1).click();
  await player.stateWhere((state) => state.ply === 2);
  await play(player, "g1f3");
  await list(player, 2);

  // Rename, delete, undo.
  const card = page.locator(".games-card").filter({ hasText: "moves: 2" });
  await card.getByRole("button", { name: /^Rename/ }).click();
  await page.locator('dialog [name="title"]').fill("My first game");
  await page.locator("dialog button[type=submit]").click();
  await page.locator(".games-card strong", { hasText: "My first game" }).waitFor();
  await page
    .locator(".games-card")
    .first()
    .getByRole("button", { name: /^Delete/ })
    .click();
  await shows(player, 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await shows(player, 2);

  // Export of a selection.
  await page.locator(".games-card input").nth(1).check();
  await page.getByRole("button", { name: "Export 1…" }).click();
  const download = page.waitForEvent("download");
  await page.locator("dialog button[type=submit]").click();
  const text = readFileSync(await (await download).path(), "utf8");
  assert.match(text, /1\. e4 e5 2\. Nf3 \*/);
  assert.equal(text.match(/\[Event /g).length, 1);

  // A reload goes on with the game of the tab, and saves it as the same one.
  await page.keyboard.press("Escape");
  // The state before the reload does not count.
  player.received.length = 0;
  await page.reload();
  await player.stateWhere((state) => state.ply === 3);
  await play(player, "b8c6");
  await list(player, 2);
  await player.close();
});

test("a second tab and a link have games of their own", async () => {
  const player = await Player.open(browser, server, {});
  await player.begin(twoPersons);
  await play(player, "c2c4");
  const other = await Player.open(browser, server, { context: player.context });
  await other.begin(twoPersons);
  await play(other, "b2b3");
  await play(player, "c7c5");
  assert.equal(player.state.moves[0].move, "c2c4");
  // A link takes the board, not the game.
  await other.page.evaluate(() => (location.hash = "#variant=chess&moves=f2f4"));
  await other.stateWhere((state) => state.moves[0]?.move === "f2f4");
  await list(other, 5);
  await player.page.reload();
  await player.stateWhere((state) => state.ply === 2 && state.moves[0].move === "c2c4");
  await other.close();
  await player.close();
});

test("a file is imported with its progress, and what it holds survives", async () => {
  const player = await Player.open(browser, server, { hash: "#games" });
  const { page } = player;
  await shows(player, 5);
  const games = Array.from(
    { length: 60 },
    (_, i) =>
      `[Event "Cup ${i}"]\n[White "Zhao ${i}"]\n[Black "Qian"]\n[Result "1-0"]\n\n1. a4 {[%cal Ga2a4] first} a5 (1... b5 $1) 2. h${(i % 2) + 3} 1-0\n`,
  );
  await page.locator('.games-page input[type="file"]').setInputFiles({
    name: "cup.pgn",
    mimeType: "text/plain",
    buffer: Buffer.from(
      `${games.join("\n")}\n[Event "bad"]\n\n1. e4 e4 *\n\n[Event "odd"]\n\n1. d4 (1. e9) d5 *\n`,
    ),
  });
  await page.locator("dialog button[type=submit]").click();
  await page.locator(".games-note", { hasText: "61 games added" }).waitFor();
  assert.match(await page.locator(".games-note").textContent(), /1 refused.*Game 61/);
  assert.match(await page.locator(".games-note").textContent(), /cut off at an illegal move\. \(game 62\)/);
  await shows(player, 50);
  await page.getByRole("button", { name: "Older" }).click();
  await shows(player, 16);
  await page.locator('[name="player"]').fill("zhao 17");
  await shows(player, 1);
  await page.locator(".games-open").click();
  await player.stateWhere((state) => state.ply === 3);
  await page.locator("#menu-share").click();
  const text = page.locator("dialog textarea[readonly]").last();
  await player.until(async () => /b5 \$1/.test(await text.inputValue()), "the whole game is written");
  assert.match(await text.inputValue(), /\[%cal Ga2a4\]/);
  assert.match(await text.inputValue(), /\[Event "Cup 17"\]/);
  await player.close();
});

test("a link or a file that is opened again makes no other game, unless it has changed", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const file = (moves) => ({
    name: "cup.pgn",
    mimeType: "text/plain",
    buffer: Buffer.from(`[Event "Again"]\n\n${moves} *\n`),
  });
  const count = () => {
    const words = ["library", "export", "--library", join(folder, "games.sqlite"), "--to", "pgn"];
    return execFileSync(ENGINE, words, { encoding: "utf8" }).match(/\[Event "Again"\]/g)?.length ?? 0;
  };
  const open = async (player, moves, ply) => {
    const before = saved(player);
    await player.menu("share");
    await player.page.locator('dialog input[type="file"]').setInputFiles(file(moves));
    await player.stateWhere((state) => state.ply === ply);
    await player.until(() => saved(player) > before, "the game is saved");
  };
  const player = await Player.open(browser, server, { context, game: keptGame({ variant: "chess" }) });
  await open(player, "1. Nf3 Nf6 2. g3 {quiet}", 3);
  assert.equal(count(), 1);
  await open(player, "1. c4 c5", 2);
  await open(player, "1. Nf3 Nf6 2. g3 {quiet}", 3);
  await open(player, "1. c4 c5", 2);
  assert.equal(count(), 2);
  await open(player, "1. Nf3 Nf6 2. g3 {not so quiet}", 3);
  assert.equal(count(), 3);
  await player.close();
});

test("without a library the browser keeps the last games", async () => {
  const bare = await Server.start();
  const player = await Player.open(browser, bare, {});
  await player.begin(twoPersons);
  await play(player, "e2e4");
  await player.begin(twoPersons);
  await play(player, "d2d4", "d7d5");
  await list(player, 2);
  await player.page.locator(".games-note", { hasText: "no library" }).waitFor();
  await player.page.locator(".games-open").nth(1).click();
  await player.stateWhere((state) => state.ply === 1);
  await player.close();
  await bare.kill();
});

test("moves are marked and commented, lines deleted and promoted, arrows kept", async () => {
  const player = await Player.open(browser, server, { hash: "#variant=chess&moves=e2e4%20e7e5" });
  const { page } = player;
  await player.stateWhere((state) => state.ply === 2);
  const move = (name) => page.locator("#moves .move", { hasText: name });
  await move("e4").click({ button: "right" });
  await page.locator("dialog .mark-row button", { hasText: /^!!$/ }).click();
  await move("e4!!").waitFor();
  await move("e5").click({ button: "right" });
  await page.locator("dialog textarea").fill("Black mirrors");
  // However the dialog is left, the comment stays.
  await page.keyboard.press("Escape");
  await page.locator("#moves .said", { hasText: "Black mirrors" }).waitFor();
  await page.locator("#analysis .said", { hasText: "Black mirrors" }).waitFor();
  await player.until(async () => (await page.locator("dialog").count()) === 0, "the dialog is gone");
  // An arrow stays with its position.
  const [from, to] = [await player.middle("g1"), await player.middle("f3")];
  await page.mouse.move(...from);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up({ button: "right" });
  await player.until(() => player.sent.some((line) => /Gg1f3/.test(line)), "the arrow is saved");
  await page.keyboard.press("ArrowLeft");
  await player.until(async () => (await page.locator("#board .brush-green").count()) === 0, "the arrow goes");
  await player.stateWhere((state) => state.ply === 1);
  await page.keyboard.press("ArrowRight");
  await page.locator("#board .brush-green").waitFor();
  await player.stateWhere((state) => state.ply === 2);
  // A variation becomes the main line, and is deleted and back again.
  await page.keyboard.press("ArrowLeft");
  await player.stateWhere((state) => state.ply === 1);
  await player.play({ from: "c7", to: "c5" });
  await player.stateWhere((state) => state.ply === 2 && state.moves[1].move === "c7c5");
  await move("c5").click({ button: "right" });
  await page.getByRole("button", { name: "Make main line" }).click();
  await page.locator("#moves .variation .move", { hasText: "e5" }).waitFor();
  await move("c5").click({ button: "right" });
  await page.locator("dialog").getByRole("button", { name: "Delete line" }).click();
  await player.until(async () => (await move("c5").count()) === 0, "the line is gone");
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await move("c5").waitFor();
  await page.locator("#menu-share").click();
  const text = page.locator("dialog textarea[readonly]").last();
  await player.until(async () => /c5/.test(await text.inputValue()), "the game is written");
  assert.match(
    await text.inputValue(),
    /1\. e4 \$3 c5 \(1\.\.\. e5 \{(\[%cal Gg1f3\] Black mirrors|Black mirrors \[%cal Gg1f3\])\}\) \*/,
  );
  await player.close();
});

test("the explorer counts what was played in the library, and plays it", async () => {
  const player = await Player.open(browser, server, { hash: "#variant=chess&moves=a2a4%20a7a5" });
  const { page } = player;
  await player.stateWhere((state) => state.ply === 2);
  await page.getByRole("button", { name: "Explorer" }).click();
  const rows = page.locator(".explorer tr");
  await player.until(async () => (await rows.count()) === 3, "both moves are counted");
  assert.match(await rows.nth(1).textContent(), /^h[34]30100100%$/);
  await page.getByRole("img", { name: "White won 100%, drawn 0%, Black won 0%" }).first().waitFor();
  await rows.nth(1).locator("button").click();
  await player.stateWhere((state) => state.ply === 3);
  await player.close();
});
