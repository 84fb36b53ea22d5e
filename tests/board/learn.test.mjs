// The lessons: the list, every lesson done by hand, wrong tries, hints, solutions, progress, the last game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COURSES } from "../../src/web/page/learn/courses.js";
import { keptGame } from "./games.mjs";
import { browser, Player, press, server, shareBoard } from "./harness.mjs";

shareBoard();

/** Opens a lesson, or the list. */
async function open(id, options = {}) {
  const player = await Player.open(browser, server, { hash: `#learn${id && "/"}${id}`, ...options });
  player.board = ".lesson-page";
  if (id) await ready(player);
  else await player.page.locator(".courses").waitFor();
  return player;
}

const ready = (player) =>
  player.page.locator(".lesson-buttons button:enabled", { hasText: "Hint" }).waitFor();
const comment = (player, tone = "") => player.page.locator(`.lesson-comment${tone && "."}${tone}`);
const title = (player) => player.page.locator("#page h2");

/** Makes a move of the solution as soon as it is the learner's turn. */
async function make(player, text, own) {
  const isThere = (state) => state.legal.some((move) => move.move === text) && state.ply === 2 * own;
  const state = await player.stateWhere(isThere, `${text} is legal`);
  await player.play(state.legal.find((move) => move.move === text));
}

/** Does a lesson by hand as its solution says. */
async function solve(player, { goal, solution }, variant) {
  if (goal.kind === "tap") {
    const { marks } = await player.stateWhere((state) => state.variant === variant && state.marks.length > 0);
    for (const mark of marks)
      if (mark.kind === goal.mark && (!goal.owner || mark.side === "second"))
        for (const point of mark.points) await player.press(point);
  } else if (goal.kind === "choice") {
    const { verdict } = await player.stateWhere((state) => state.verdict);
    const words = { "perpetual check": /perpetual check/, "perpetual chase": /perpetual chase/ };
    const answer = player.page.locator(".lesson-choices button").filter({
      hasText: words[verdict.reason] ?? /repetition/,
    });
    await player.until(async () => {
      await player.page.clock.runFor(1000);
      return answer.isEnabled();
    }, "the moves have been shown");
    await answer.click();
  } else if (goal.kind === "refused") {
    const [, from, to] = /^(\w\d+).*?(\w\d+)$/.exec(solution[0]);
    const [traded] = solution[0].split("x");
    const points = solution[0].includes("x") ? traded.match(/\w\d+/g) : [from];
    for (const point of [...points, to]) await player.press(point);
  } else {
    const { ply: start } = await player.stateWhere((state) => state.variant === variant);
    for (const [own, text] of solution.entries()) await make(player, text, own + start / 2);
  }
}

test("the list shows the courses, begins the first lesson, and leads back to the game", async () => {
  const player = await Player.open(browser, server, { game: keptGame({ variant: "chess", moves: "e2e4" }) });
  const { page } = player;
  await player.menu("learn");
  const courses = page.locator(".course");
  await courses.nth(2).waitFor();
  assert.deepEqual(await courses.locator("h3").allInnerTexts(), [
    "Zhonggong",
    "Xiangqi",
    "Chess",
    "Gomoku",
    "Renju",
  ]);
  assert.equal(await courses.first().locator(".chapter").count(), 7);
  assert.equal(await courses.first().locator(".lesson-link .board-root").count(), 44);
  assert.ok((await courses.first().locator(".lesson-link").count()) >= 25);
  await page.locator(".next-lesson").getByRole("button", { name: "Begin" }).click();
  await title(player).filter({ hasText: "One palace for two" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await player.stateWhere((state) => state.variant === "chess" && state.ply === 1);
  await player.play({ from: "e7", to: "e5" });
  await player.stateWhere((state) => state.ply === 2);
  await player.close();
});

for (const { variant, chapters } of COURSES) {
  for (const { id, tasks } of chapters) {
    const lessons = tasks.filter((task) => !task.level);
    test(`${variant}, ${id}: every lesson is done by hand`, async () => {
      const player = await open(lessons[0].id, { fakeTime: id === "perpetual" });
      for (const [i, task] of lessons.entries()) {
        await ready(player);
        const done = comment(player, "good");
        await solve(player, task, variant);
        await done.waitFor();
        assert.equal(await done.locator(".stars").getAttribute("aria-label"), "stars: 3", task.id);
        if (!lessons[i + 1]) break;
        player.received.length = 0;
        await press(player, "Next lesson");
        await done.waitFor({ state: "detached" });
      }
      await player.close();
    });
  }
}

test("a course has an address and a link, and New game leads to it", async () => {
  const player = await Player.open(browser, server, { game: keptGame({ variant: "gomoku" }) });
  const { page } = player;
  const there = (variant) =>
    page.waitForFunction((id) => document.activeElement?.id === id, `course-${variant}`);
  await page.click("#menu-new");
  await page.locator('input[name=variant][value="gomoku-standard"]').check({ force: true });
  await page.getByRole("button", { name: /New here/ }).click();
  await there("gomoku");
  assert.match(page.url(), /#learn\/gomoku-standard$/);
  await page.locator(".course-links button", { hasText: "Chess" }).click();
  await there("chess");
  await page
    .locator("section", { has: page.locator("#course-chess") })
    .getByText("The rook")
    .click();
  await title(player).filter({ hasText: "The rook" }).waitFor();
  await player.close();
});

test("each unfinished game against a level is kept by itself", async () => {
  const player = await open("chess-game");
  await make(player, "e2e4", 0);
  await player.stateWhere((state) => state.ply === 2);
  for (const [id, first] of Object.entries({ "gomoku-game": "h8", "xiangqi-game": "h3e3" })) {
    await player.page.evaluate((id) => (location.hash = `#learn/${id}`), id);
    await player.stateWhere((state) => state.variant === id.split("-")[0] && state.ply === 0);
    await ready(player);
    await make(player, first, 0);
    await player.stateWhere((state) => state.ply === 2);
  }
  await player.page.evaluate(() => (location.hash = "#learn/chess-game"));
  await player.stateWhere((state) => state.variant === "chess" && state.moves[0]?.move === "e2e4");
  await player.close();
});

test("a wrong try is explained and can be repeated; it costs a star", async () => {
  const player = await open("free");
  await make(player, "a1a2", 0);
  await comment(player, "bad").waitFor();
  await press(player, "Try again");
  await player.stateWhere((state) => state.ply === 0);
  await make(player, "a1e1", 0);
  await comment(player, "good").waitFor();
  assert.equal(await comment(player).locator(".stars").getAttribute("aria-label"), "stars: 2");
  await player.close();
});

test("a hint shows where to begin", async () => {
  const player = await open("mate");
  await press(player, "Hint");
  await comment(player).filter({ hasText: "Strike along rank 6" }).waitFor();
  await player.page.locator(".lesson-page .highlight-hint").waitFor();
  await player.close();
});

test("a solution is played on the board, and is to be played again", async () => {
  const player = await open("buy-cannon");
  await press(player, "Show solution");
  await player.stateWhere((state) => state.moves[0]?.move === "a9c9xe7");
  await comment(player).filter({ hasText: "Try it yourself" }).waitFor();
  await press(player, "Try again");
  await player.stateWhere((state) => state.ply === 0);
  await player.close();
});

test("what has been done is kept over a reload", async () => {
  const player = await open("mate");
  await make(player, "i1i6", 0);
  await comment(player, "good").waitFor();
  await player.page.reload();
  await ready(player);
  await player.page.getByRole("button", { name: "All lessons" }).click();
  const link = player.page.locator(".lesson-link.done");
  await link.waitFor();
  assert.match(await link.innerText(), /Checkmate\s+★/);
  const next = player.page.locator(".next-lesson");
  await next.getByRole("button", { name: "Continue" }).waitFor();
  assert.match(await next.innerText(), /Tether and guards/);
  assert.match(await player.page.locator(".course").first().innerText(), /1 of \d+ done/);
  await player.close();
});

test("the last lesson is a game against the weakest level, which outlives a reload", async () => {
  const player = await open("whole-game");
  await make(player, "c3c4", 0);
  await player.stateWhere((state) => state.ply === 2);
  assert.ok(player.sent.includes("setoption name UCI_Elo value 600"));
  await player.page.reload();
  await ready(player);
  await player.stateWhere((state) => state.ply === 2 && state.moves[0].move === "c3c4");
  await press(player, "Hint");
  await player.page.locator(".lesson-page .board-arrow").waitFor();
  await press(player, "Take back");
  await player.stateWhere((state) => state.ply === 0);
  await player.close();
});

test("a lesson is done by keys alone", async () => {
  const player = await open("free");
  const { keyboard } = player.page;
  await player.cell("a1").focus();
  await keyboard.press("Enter");
  for (let step = 0; step < 4; step += 1) await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await comment(player, "good").waitFor();
  await keyboard.press("n");
  await title(player).filter({ hasText: "Not beside the rival" }).waitFor();
  await keyboard.press("Escape");
  await player.page.locator(".courses").waitFor();
  await player.close();
});

test("the lessons speak Chinese", async () => {
  const player = await open("", { locale: "zh-CN" });
  const words = await player.page.locator("#page").innerText();
  assert.match(words, /中宫/);
  assert.doesNotMatch(words.replace(/h|r|n|Esc/g, ""), /[a-z]{4,}/);
  await player.close();
});
