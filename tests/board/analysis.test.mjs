// The engine beside the board: lines, bar, arrows, graph; the review of a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { action, openGame, shareBoard } from "./harness.mjs";

shareBoard();

const open = (choices, options) => openGame({ live: false, ...choices }, options);

test("the engine shows lines, depth and speed, a bar and arrows, and is switched off again", async () => {
  const player = await open({ variant: "xiangqi", moves: "h3e3 h10g8" });
  const { page } = player;
  const lines = page.locator("#analysis .lines li");
  await page.keyboard.press("l");
  await lines.nth(2).waitFor();
  await page.getByText(/Depth \d+ · \d+k nodes\/s/).waitFor();
  assert.match(await lines.first().locator(".score").innerText(), /^[+−]?\d+\.\d\d$|^#/);
  await page.locator("#board .board-arrow").first().waitFor();
  assert.match(await page.locator("#eval-bar").getAttribute("aria-label"), /Evaluation [+−#\d]/);
  assert.match(await page.locator("#eval-text").innerText(), /^([+−]\d+\.\d|0\.0|#-?\d+)$/);
  await page.getByRole("button", { name: "More lines" }).click();
  await lines.nth(3).waitFor();
  for (let press = 0; press < 3; press += 1) await page.getByRole("button", { name: "Fewer lines" }).click();
  await player.until(async () => (await lines.count()) === 1);
  await action(player, "Engine");
  await player.until(async () => (await lines.count()) === 0);
  assert.equal(await page.locator("#board .board-arrow").count(), 0);
  assert.equal(
    player.sent.findLast((line) => /^(go|stop)/.test(line)),
    "stop",
  );
  await player.close();
});

test("what tables of endings and the proof of gomoku know stands above the lines", async () => {
  const games = [
    [{ variant: "gomoku", moves: "h8 a1" }, /^Proved: Black wins in at most \d+ plies$/],
    [{ variant: "gomoku-standard", moves: "h8 i8" }, /^Proved: Black wins in at most 63 plies$/],
    [
      { variant: "zhonggong", start: "9/9/9/4k4/9/4K4/9/9/R8 w - - 0 1" },
      /^Endgame tables: Red wins with the next move$/,
    ],
    [
      { variant: "zhonggong", start: "9/9/9/9/5k3/3K5/9/9/9 w - - 0 1" },
      /^Endgame tables: Red wins in \d+ plies$/,
    ],
    [{ variant: "renju", moves: "h8 a1" }, /^Proved: Black wins in at most \d+ plies$/],
    [{ variant: "chess", moves: "e2e4" }, null],
  ];
  for (const [game, words] of games) {
    const player = await open(game);
    const { page } = player;
    const known = page.locator("#analysis .known");
    assert.equal(await known.isVisible(), false);
    await page.keyboard.press("l");
    await page.locator("#analysis .lines li").first().waitFor();
    if (words) await player.until(async () => words.test(await known.innerText()));
    else assert.equal(await known.isVisible(), false);
    await player.close();
  }
});

test("a move of a line shows its position while it is pointed at, and is played as a variation", async () => {
  const game = { variant: "xiangqi", moves: "h3e3 h10g8" };
  const player = await open(game, { depth: 4, settings: { names: "chinese" } });
  const { page } = player;
  const preview = page.locator(".preview");
  await page.keyboard.press("l");
  await player.until(() => player.received.some((line) => line.startsWith("bestmove")));
  // A line may have one move only.
  let second;
  await player.until(async () => {
    for (const line of await page.locator("#analysis .lines li").all()) {
      second = line.locator("button.move").nth(1);
      if (await second.isVisible()) return true;
    }
    return false;
  });
  await second.hover();
  await preview.waitFor();
  await preview.locator(".board-piece").first().waitFor();
  const shown = await second.innerText();
  await second.click();
  const state = await player.stateWhere((state) => state.ply === 4);
  assert.equal(state.moves[3].name, shown);
  await page.mouse.move(0, 0);
  await preview.waitFor({ state: "hidden" });
  const played = page.locator("#moves button.move").nth(3);
  assert.ok((await played.innerText()).startsWith(shown));
  await player.close();
});

test("space plays the best move, and the engine follows", async () => {
  const player = await open({ variant: "chess", start: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" });
  await player.page.keyboard.press("l");
  await player.page.locator("#analysis .lines .score").filter({ hasText: "#1" }).first().waitFor();
  await player.page.keyboard.press(" ");
  await player.stateWhere((state) => state.moves[0]?.move === "a1a8" && state.verdict);
  await player.page.getByText("The game is over").first().waitFor();
  await player.close();
});

test("the best point of stones is marked on the board, without values as well", async () => {
  const game = { variant: "gomoku", moves: "h8 a1 i8 a2 j8 a15 k8 o15" };
  const player = await open(game, { settings: { values: false } });
  await player.page.keyboard.press("l");
  await player.page.locator("#board .highlight-hint").waitFor();
  await player.close();
});

const LEADS = [
  { variant: "gomoku", moves: "h8 a1 i8 a2 j8 a15", colour: "black", end: "bottom" },
  { variant: "gomoku", moves: "a1 h8 a3 i8 o15 j8 o1", colour: "white", end: "top" },
  { variant: "xiangqi", start: "4k4/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1", colour: "red", end: "bottom" },
];

for (const { colour, end, ...game } of LEADS) {
  test(`a score that favours ${colour} in ${game.variant} has its colour, at its end of the bar`, async () => {
    const player = await open(game, { depth: 4 });
    const { page } = player;
    await page.keyboard.press("l");
    await page.locator(`#analysis .score.${colour}`).first().waitFor();
    const [bar, text] = await Promise.all(
      ["bar", "text"].map((name) => page.locator(`#eval-${name}`).boundingBox()),
    );
    const above = text.y + text.height / 2 < bar.y + bar.height / 2;
    assert.equal(above ? "top" : "bottom", end);
    await player.close();
  });
}

test("a game in play is analysed only after a question", async () => {
  const player = await open({ variant: "chess", moves: "e2e4", live: true });
  await player.page.keyboard.press("l");
  const question = player.page.locator("dialog[open]");
  await question.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await player.page.locator("#layout").getAttribute("data-mode"), "play");
  await player.page.keyboard.press("l");
  await question.getByRole("button", { name: "Analyse" }).click();
  await player.page.locator("#analysis .lines li").first().waitFor();
  await player.close();
});

test("a review judges the moves, says what was missed, and sums up both sides", async () => {
  const player = await open({ variant: "chess", moves: "f2f3 e7e5 g2g4 a7a6 a2a3 d8h4" });
  const { page } = player;
  await action(player, "Review");
  const table = page.locator(".review-table");
  await table.waitFor();
  const [white, black] = await table
    .locator("tr")
    .filter({ has: page.locator("td") })
    .filter({ hasText: "%" })
    .all();
  assert.match(await white.innerText(), /^White\s+\d+%/);
  assert.match(await black.innerText(), /^Black\s+\d+%/);
  const marked = page.locator("#moves .judged-blunder");
  assert.match((await marked.allInnerTexts()).join(" "), /g4\?\?.*a6\?\?.*a3\?\?/s);
  await black.getByRole("button", { name: "blunder: 1 (Black)" }).click();
  await player.stateWhere((state) => state.ply === 4);
  await page.locator("#board .board-annotation").waitFor();
  await page.keyboard.press("Home");
  await player.stateWhere((state) => state.ply === 0);
  await page.keyboard.press("b");
  await player.stateWhere((state) => state.ply === 3);
  await page.keyboard.press("b");
  await player.stateWhere((state) => state.ply === 4);
  const comment = await page.locator("#analysis .comment").innerText();
  assert.match(comment, /a6: blunder\./);
  assert.match(comment, /Qh4# was better/);
  assert.match(comment, /A forced win in 1 was missed/);
  await player.close();
});

/** The opera game of Morphy, 1858. */
const OPERA =
  "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 " +
  "e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

test("a review draws the better move and puts its line into the game", async () => {
  const player = await open({ variant: "chess", moves: OPERA });
  const { page } = player;
  await action(player, "Review");
  await page.locator(".review-table").waitFor({ timeout: 120_000 });
  const marked = (await page.locator("#moves button.move:not(.in-variation)").allInnerTexts()).map(
    (text) => text.split("\n")[0],
  );
  // 9…b5, 10…cxb5 and 11…Nbd7 are no good moves.
  for (const at of [17, 19, 21]) assert.match(marked[at], /\?/, marked[at]);
  await page.locator("#moves button.move:not(.in-variation)").nth(21).click();
  await player.stateWhere((state) => state.ply === 22);
  await page.locator("#board .brush-better").waitFor();
  const variation = page.locator("#moves .variation", { hasText: /11…/ });
  const names = await variation.locator("button").allInnerTexts();
  assert.ok(names.length > 1 && names.length <= 5, names.join(" "));
  await variation.getByRole("button").first().click();
  await player.stateWhere((state) => state.ply === 22 && state.moves[21].name === names[0]);
  // The game itself is still the main line.
  assert.equal(await page.locator("#moves button.move:not(.in-variation)").count(), 33);
  await player.close();
});

test("the effort of a review is chosen, and kept", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5" });
  const { page } = player;
  const effort = page.getByLabel("Effort");
  await action(player, "Review");
  await effort.waitFor();
  assert.ok(player.sent.includes("go nodes 50000"));
  await effort.selectOption({ label: "Thorough" });
  await player.until(() => player.sent.filter((line) => line === "go nodes 150000").length === 3);
  await effort.waitFor();
  await page.reload();
  await player.until(async () => (await page.locator("#moves .move").count()) === 2);
  await action(player, "Review");
  await player.until(() => player.sent.filter((line) => line === "go nodes 150000").length === 6);
  await effort.waitFor();
  await player.close();
});

test("the bar is full when the game is over", async () => {
  for (const [moves, share] of [
    ["f2f3 e7e5 g2g4 d8h4", "0.0%"],
    ["e2e4 f7f6 d2d4 g7g5 d1h5", "100.0%"],
  ]) {
    const player = await open({ variant: "chess", moves });
    await player.page.keyboard.press("l");
    await player.until(
      async () =>
        (await player.page
          .locator("#eval-fill")
          .evaluate((fill) => fill.style.getPropertyValue("--share"))) === share,
    );
    await player.close();
  }
});

test("a page that nobody sees searches nothing", async () => {
  const player = await open({ variant: "chess", moves: "e2e4" });
  const { page } = player;
  const last = () => player.sent.findLast((line) => /^(go|stop)/.test(line));
  const see = (/** @type {string} */ state) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await page.keyboard.press("l");
  await player.until(() => last() === "go infinite");
  await see("hidden");
  await player.until(() => last() === "stop");
  await see("visible");
  await player.until(() => last() === "go infinite");
  await player.close();
});

test("the engine's line is read out on demand", async () => {
  const player = await open({ variant: "chess", moves: "e2e4" }, { depth: 4 });
  await player.page.keyboard.press("l");
  await player.until(() => player.received.some((line) => line.startsWith("bestmove")));
  await player.page.locator("#analysis .lines li").nth(2).waitFor();
  await player.page.keyboard.press("s");
  const told = player.page.locator("#announcer");
  await told.filter({ hasText: /^Black to move\. Depth \d+, [+−]?\d+\.\d\d: \S+/ }).waitFor();
  await player.close();
});

test("the graph of a reviewed game leads to its positions", async () => {
  const player = await open({ variant: "xiangqi", moves: "h3e3 h10g8 h1g3" });
  await action(player, "Review");
  await player.page.locator(".review-table").waitFor();
  const slider = player.page.getByRole("slider", { name: "Graph of the game" });
  await slider.focus();
  await player.page.keyboard.press("Home");
  await player.stateWhere((state) => state.ply === 0);
  await player.page.keyboard.press("ArrowRight");
  await player.stateWhere((state) => state.ply === 1);
  assert.equal(await slider.evaluate((element) => element === document.activeElement), true);
  await player.close();
});

test("a review shows its progress and can be cancelled", async () => {
  const player = await open({ variant: "zhonggong", moves: GAMES.zhonggong });
  const { page } = player;
  // The review waits for its first search.
  player.holdSearches = true;
  await action(player, "Review");
  const progress = page.getByRole("progressbar", { name: "Reviewing the game" });
  await progress.waitFor();
  await player.until(() => player.held.length > 0);
  await page.locator(".review-progress").getByRole("button", { name: "Cancel" }).click();
  player.releaseSearches();
  await progress.waitFor({ state: "detached" });
  assert.equal(await page.locator(".review-table").count(), 0);
  await page.keyboard.press("Home");
  await player.stateWhere((state) => state.ply === 0);
  await player.play({ from: "e2", to: "d2" });
  await player.stateWhere((state) => state.moves[0]?.move === "e2d2");
  await player.close();
});

test("candidate points of stones have their numbered values, unless they are switched off", async () => {
  const moves = GAMES.gomoku.split(" ").slice(0, 8).join(" ");
  const player = await open({ variant: "gomoku", moves }, { depth: 6 });
  const { page } = player;
  const values = page.locator("#board .board-value");
  await page.keyboard.press("l");
  await player.until(() => player.received.some((line) => line.startsWith("bestmove")));
  await player.until(async () => (await values.count()) === 9, "nine points have values");
  assert.equal(await page.locator("#analysis .lines li").count(), 3);
  assert.deepEqual(await values.locator(".board-rank").allTextContents(), [
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
  ]);
  for (const text of await values.locator("text:not(.board-rank)").allTextContents())
    assert.match(text, /^(-?\d+(\.\d)?|#-?\d+|\+–|–\+)$/);
  assert.match(await values.first().getAttribute("class"), /board-value-best/);
  assert.equal(await page.locator("#board .board-value-best").count(), 1);
  // The best point is the first of the best line, and is named with its value.
  const best = await page.locator("#analysis .lines button.move").first().innerText();
  const score = await page.locator("#analysis .lines .score").first().innerText();
  const label = await player.cell(best).getAttribute("aria-label");
  assert.match(label, /candidate 1, [+−#\d]/);
  assert.equal(score[0], /candidate 1, (.)/.exec(label)[1]);
  await player.press(best);
  await player.until(async () => (await values.count()) === 9 && player.state?.ply === 9, "they follow");
  await player.menu("settings");
  await page.locator("dialog input[name=values]").uncheck({ force: true });
  await page.keyboard.press("Escape");
  await player.until(async () => (await values.count()) === 0, "they are switched off");
  await page.locator("#analysis .lines li").nth(2).waitFor();
  assert.equal(
    player.sent.findLast((line) => line.startsWith("setoption name MultiPV")),
    "setoption name MultiPV value 3",
  );
  await player.close();
  const pieces = await open({ variant: "xiangqi" }, { depth: 4 });
  await pieces.page.keyboard.press("l");
  await pieces.page.locator("#analysis .lines li").nth(2).waitFor();
  assert.equal(await pieces.page.locator("#board .board-value").count(), 0);
  await pieces.close();
});
