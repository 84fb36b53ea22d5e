// The rules pages: every game's in both languages, and the ways that lead there and back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { RULES } from "../../src/web/page/rules/rules.js";
import { keptGame } from "./games.mjs";
import { browser, Player, server, shareBoard } from "./harness.mjs";

shareBoard();

const game = (variant, start, moves = "") => keptGame({ variant, moves, start });
const NAILED = "4r4/9/9/5k3/9/4K4/3A5/9/9 w - - 0 1";

/** Waits until a rule is what one sees first. */
async function reached({ page }, variant, rule) {
  await page.waitForURL(new RegExp(`#rules/${variant}${rule && "/"}${rule}$`));
  await page.locator(`.rules[data-rules="${variant}"]`).waitFor();
  if (!rule) return;
  await page.waitForFunction((id) => document.activeElement?.id === id, `rule-${rule}`);
  const box = await page.locator(`#rule-${rule}`).boundingBox();
  assert.ok(box && box.y >= 0 && box.y < page.viewportSize().height, `${rule} is in view`);
}

for (const [locale, words] of [
  ["en-GB", /^Rules of /],
  ["zh-CN", /规则$/],
]) {
  test(`every game has a page of rules in ${locale}, with all boards drawn`, async () => {
    const player = await Player.open(browser, server, { locale, hash: "#rules/zhonggong" });
    const { page } = player;
    for (const [i, [variant, rules]] of Object.entries(RULES).entries()) {
      await page.locator(".rules-games a").nth(i).click();
      await reached(player, variant, "");
      assert.match(await page.locator(".rules h2").innerText(), words);
      assert.equal(await page.locator(".rule").count(), rules.length);
      const boards = rules.flatMap(([, ...shown]) => shown);
      assert.equal(await page.locator(".rule figure .board-root svg").count(), 2 * boards.length, variant);
      const text = await page.locator(".rules").innerText();
      assert.doesNotMatch(text, /rules\.|\*\*|\]\(|\bundefined\b/);
      if (locale === "zh-CN") assert.doesNotMatch(text.replace(/Chess960|WXF/g, ""), /[a-z]{4,}/);
    }
    await page.locator(".rules-contents a").nth(2).click();
    await reached(player, "renju", "forbidden");
    await player.close();
  });
}

test("an illegal move leads to its rule, and the browser's Back to the game", async () => {
  const player = await Player.open(browser, server, { game: game("zhonggong", NAILED) });
  const { page } = player;
  const tried = async (from, to) => {
    for (const point of [from, to]) await player.press(point);
    await page.locator(".toast .rule-link").click();
  };
  const loaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => /rules\/view/.test(name)),
    );
  assert.equal(await loaded(), false, "the rules are loaded only when they are asked for");
  await tried("d3", "c2");
  await reached(player, "zhonggong", "duty");
  await page.goBack();
  await page.locator("#board").waitFor();
  await player.stateWhere((state) => state.variant === "zhonggong" && state.ply === 0);
  await page.locator("#status a", { hasText: "tethered general" }).click();
  await reached(player, "zhonggong", "tether");
  await page.keyboard.press("Escape");
  await page.locator("#board").waitFor();
  await tried("d3", "d5");
  await reached(player, "zhonggong", "advisor");
  await player.close();
});

test("words about the position and the end of a game lead to their rules", async () => {
  const cases = [
    ["zhonggong", "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w - - 0 1", "general without a liberty", "liberty"],
    [
      "renju",
      "15/15/15/15/4O10/7X2O4/7X7/5XX8/15/10O4/4O10/15/15/15/15 b 5",
      "forbidden points",
      "forbidden",
    ],
    ["xiangqi", "3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1", "check", "check", "a2d2"],
    ["xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "checkmate", "mate", "a1d1"],
    ["chess", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "stalemate", "stalemate", "g1g6"],
  ];
  for (const [variant, start, words, rule, moves] of cases) {
    const player = await Player.open(browser, server, { game: game(variant, start, moves) });
    if (/mate/.test(words)) await player.page.locator("dialog.result button.close").click();
    await player.page.locator("#status a", { hasText: words }).click();
    await reached(player, variant, rule);
    await player.close();
  }
});

test("New game's cards lead to the rules and keep what has been chosen", async () => {
  const player = await Player.open(browser, server, { game: game("chess") });
  const { page } = player;
  await page.click("#menu-new");
  await page.locator("input[name=variant][value=xiangqi]").check({ force: true });
  await page.locator("select[name=level]").selectOption("600");
  await page.getByRole("link", { name: "Rules: Renju" }).click();
  await reached(player, "renju", "");
  await page.click("#menu-new");
  assert.ok(await page.locator("input[name=variant][value=xiangqi]").isChecked());
  assert.equal(await page.locator("select[name=level]").inputValue(), "600");
  await player.close();
});

test("lessons and their list lead to the rules, and the rules to the lessons", async () => {
  const player = await Player.open(browser, server, { hash: "#learn/xiangqi-leg" });
  const { page } = player;
  player.board = ".lesson-page";
  await page.locator(".lesson-buttons button:enabled", { hasText: "Hint" }).waitFor();
  for (const point of ["e3", "f5"]) await player.press(point);
  await page.locator(".lesson-comment .rule-link").click();
  await reached(player, "xiangqi", "horse");
  await page.getByRole("button", { name: "Learn it by doing" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "course-xiangqi");
  await page
    .locator("section", { has: page.locator("#course-chess") })
    .locator(".rule-link")
    .click();
  await reached(player, "chess", "");
  await player.close();
});

test("an address of no game or rule shows what there is", async () => {
  const player = await Player.open(browser, server, { hash: "#rules/draughts/huffing" });
  const { page } = player;
  await page.locator(".rules[data-rules=zhonggong]").waitFor();
  await page.evaluate(() => (location.hash = "#rules/chess/huffing"));
  await page.locator(".rules[data-rules=chess]").waitFor();
  await page.getByRole("button", { name: "中文" }).click();
  await page.locator(".rules h2", { hasText: "国际象棋规则" }).waitFor();
  await player.close();
});
