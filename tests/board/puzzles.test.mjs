// The puzzles: the list, puzzles solved by hand in every game, wrong tries, hints, solutions, the rating.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { readPuzzles } from "../../src/web/page/puzzles/file.js";
import { GAMES } from "../../src/web/page/puzzles/games.js";
import { browser, Player, press, server, shareBoard } from "./harness.mjs";

shareBoard();

const comment = (player, tone) => player.page.locator(`.lesson-comment.${tone}`);
const standing = (player) => player.page.locator(".lesson-place span").innerText();

/** Opens puzzles of a game; returns the one on the board as well. */
async function open(variant, options = {}) {
  const player = await Player.open(browser, server, { hash: `#puzzles/${variant}`, ...options });
  player.board = ".lesson-page";
  await player.page.locator(".lesson-buttons button", { hasText: /Hint|提示/ }).waitFor();
  return { player, puzzle: await shown(player, variant.split("/")[0]) };
}

/** The puzzle that is on the board. */
async function shown(player, variant) {
  const { puzzles } = readPuzzles(readFileSync(`src/web/page/puzzles/${variant}.txt`, "utf8"));
  const same = (fen, start) => start === fen || start.startsWith(`${fen} `);
  const state = await player.stateWhere((entry) => entry.variant === variant && entry.ply === 0);
  const puzzle = puzzles.find(({ fen }) => same(fen, state.start));
  assert.ok(puzzle, `no puzzle begins with ${state.start}`);
  return puzzle;
}

async function make(player, text, ply) {
  const isThere = (state) => state.ply === ply && state.legal.some((move) => move.move === text);
  const state = await player.stateWhere(isThere, `${text} is legal after ${ply} plies`);
  await player.play(state.legal.find((move) => move.move === text));
}

for (const variant of GAMES) {
  test(`${variant}: a puzzle is solved by hand and raises the rating`, async () => {
    const { player, puzzle } = await open(variant);
    assert.match(await standing(player), /Rating 1000/);
    for (let ply = 0; ply < puzzle.moves.length; ply += 2) await make(player, puzzle.moves[ply], ply);
    await comment(player, "good").filter({ hasText: "Solved. 1 in a row" }).waitFor();
    assert.ok(Number(/Rating (\d+)/.exec(await standing(player))?.[1]) > 1000);
    assert.match(await player.page.locator(".puzzle-solved-themes").innerText(), /rated \d+/);
    await press(player, "Next puzzle");
    await player.until(async () => (await player.page.locator(".lesson-comment").innerText()) === "");
    await player.close();
  });
}

test("a wrong move is told, can be asked about and taken back; then the puzzle no longer counts", async () => {
  const { player, puzzle } = await open("chess/win");
  const state = await player.stateWhere((entry) => entry.ply === 0 && entry.legal.length > 1);
  const quiet = state.legal.find(({ move, promotion }) => move !== puzzle.moves[0] && !promotion);
  await player.play(quiet);
  await comment(player, "bad").filter({ hasText: "is not the move" }).waitFor();
  assert.ok(Number(/Rating (\d+)/.exec(await standing(player))?.[1]) < 1000);
  await press(player, "Why not?");
  await comment(player, "bad")
    .filter({ hasText: /answers|over/ })
    .waitFor();
  await player.page.keyboard.press("r");
  for (let ply = 0; ply < puzzle.moves.length; ply += 2) await make(player, puzzle.moves[ply], ply);
  await comment(player, "good").filter({ hasText: "not at the first try" }).waitFor();
  await player.close();
});

test("a hint lights the piece, the solution plays itself, and the position goes to the board", async () => {
  const { player, puzzle } = await open("zhonggong");
  await player.page.keyboard.press("h");
  await player.page.locator(".highlight-hint").first().waitFor();
  await press(player, "Solution");
  await player.page.locator(".lesson-comment", { hasText: "That was the solution" }).waitFor();
  await press(player, "Analyse");
  await player.page.locator("#layout").waitFor();
  const state = await player.stateWhere((entry) => entry.ply === 0 && entry.variant === "zhonggong");
  assert.ok(state.start.startsWith(puzzle.fen));
  await player.close();
});

test("the list tells ratings and themes in both languages, and leads to a theme and back", async () => {
  const player = await Player.open(browser, server, { hash: "#puzzles", locale: "zh-CN" });
  const { page } = player;
  await page
    .locator(".puzzle-game")
    .nth(GAMES.length - 1)
    .waitFor();
  await page.locator(".puzzle-themes button").first().waitFor();
  await page.click("#menu-language");
  await page.getByRole("heading", { name: "Zhonggong" }).waitFor();
  await page
    .locator(".puzzle-game")
    .first()
    .locator(".chip", { hasText: /Trade|Tether/ })
    .first()
    .click();
  await page.waitForURL(/#puzzles\/zhonggong\/(trade|tether)$/);
  await page.locator(".lesson-buttons button", { hasText: "Hint" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".puzzle-games").waitFor();
  await page.goBack();
  await page.locator(".lesson-page").waitFor();
  await player.close();
});
