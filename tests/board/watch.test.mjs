// A match that is watched while it is played, up to its report.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

import { ENGINE, startBrowser } from "./harness.mjs";

const require = createRequire(import.meta.url);

/** Two games at a time that take some seconds. */
const MATCH = [
  ...["match", "--variant", "zhonggong", "--rounds", "2", "--concurrency", "2", "--max-plies", "24"],
  ...["--random", "4", "--balance-nodes", "300", "--time", "4+0.05", "--each", "margin=5000"],
  ...["--player", "name=hare command=self", "--player", "name=tortoise command=self"],
  ...["--watch", "0", "--watch-token", "browsertests1234"],
];

/** Starts a match; returns the address of its page. */
async function startMatch(t) {
  const folder = await mkdtemp(join(tmpdir(), "quadriga-watch-"));
  const child = spawn(ENGINE, [...MATCH, "--journal", join(folder, "j.jsonl")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true });
  });
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const address = /^The games can be watched at (\S+)/.exec(line);
      if (address) resolve(address[1]);
    });
    child.once("exit", (code) => reject(new Error(`the match ended with ${code}`)));
  });
}

/** Opens a page; everything that it complains of is added to `problems`. */
async function open(browser, url, problems, options) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.on("page", (page) => {
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("#tiles .game").nth(1).waitFor();
  return page;
}

/** Asserts that axe-core finds nothing in the page. */
async function assertAccessible(page, what) {
  const path = require.resolve("axe-core/axe.min.js", { paths: [process.env.PLAYWRIGHT ?? "."] });
  await page.evaluate(await readFile(path, "utf8"));
  const { violations } = await page.evaluate("axe.run()");
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  assert.deepEqual(found, [], what);
}

/** Waits until a function of the page returns another value than before. */
async function changes(page, read) {
  const before = await page.evaluate(read);
  const deadline = Date.now() + 30_000;
  while ((await page.evaluate(read)) === before) {
    assert.ok(Date.now() < deadline, `${read} stays ${before}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("a match is watched up to its report", async (t) => {
  const [url, browser] = await Promise.all([startMatch(t), startBrowser()]);
  t.after(() => browser.close());
  const problems = [];
  const [page, narrow] = await Promise.all([
    open(browser, url, problems, { locale: "en-GB", viewport: { width: 1280, height: 800 } }),
    open(browser, url, problems, {
      locale: "zh-CN",
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
    }),
  ]);

  // The moves, the pieces and the running clock change by themselves.
  await changes(page, () => document.querySelectorAll("#moves .move").length);
  await changes(page, () => document.querySelector("#shown .board-root").innerHTML);
  await changes(page, () => document.querySelector("#shown .clock.running")?.textContent);
  await page
    .locator("#shown .report")
    .filter({ hasText: /\d\/\d/ })
    .first()
    .waitFor();
  const players = await page.locator("#shown .player-name").allInnerTexts();
  assert.deepEqual(players.toSorted(), ["hare", "tortoise"]);

  // Another game is chosen.
  await page.locator("#tiles .game").nth(1).click();
  await page.locator("#tiles .game").nth(1).and(page.locator("[aria-pressed=true]")).waitFor();
  await page.locator("#status", { hasText: /Game \d, round \d/ }).waitFor();

  await assertAccessible(page, "running, light");
  await assertAccessible(narrow, "running, dark");
  assert.match(await narrow.locator("#tables").innerText(), /积分榜/);
  await narrow.locator("#menu-language").click();
  await narrow.locator("#tables").filter({ hasText: "Standings" }).waitFor();
  await narrow.locator("#menu-language").click();
  await narrow.locator("#tables").filter({ hasText: "积分榜" }).waitFor();

  await page.locator("#over").waitFor();
  const [table, rows] = [page.locator("#tables table"), page.locator("#tables tbody tr")];
  assert.equal(await table.count(), 2);
  assert.equal(await rows.count(), 6);
  for (const [own, words] of [
    [page, /4 of 4 games/],
    [narrow, /4 \/ 4 局/],
  ]) {
    const text = await own.locator("body").innerText();
    assert.match(text, words);
    assert.doesNotMatch(text, /(watch|reason|variant)\.\w|undefined|NaN/);
    const width = await own.evaluate(() => [document.body.scrollWidth, innerWidth]);
    assert.ok(width[0] <= width[1], `the page is ${width[0]} wide in a window of ${width[1]}`);
  }
  // The moves of an ended game are walked.
  await page.getByRole("button", { name: "2", exact: true }).click();
  await page.locator("#status", { hasText: /Game 2, round 1 · (0–1|1–0|½–½)/ }).waitFor();
  const moves = page.locator("#moves .move");
  await moves.nth(10).waitFor();
  const current = () =>
    [...document.querySelectorAll("#moves .move")].findIndex((move) => move.ariaCurrent === "true");
  const end = (await moves.count()) - 1;
  assert.equal(await page.evaluate(current), end);
  await moves.nth(7).click();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(current), 6);
  assert.equal(await page.locator("#status").innerText(), "Game 2, round 1");
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(current), end);
  await assertAccessible(page, "over, light");
  await assertAccessible(narrow, "over, dark");

  const opened = page.waitForEvent("popup");
  await page.locator("#over a").click();
  const report = await opened;
  await report.waitForLoadState();
  assert.equal(report.url(), `${url}report`);
  assert.match(await report.locator("body").innerText(), /hare[^]*tortoise/);
  // Games come before numbers, in the language of the browser or the other one.
  const headings = () => report.locator("h2").allInnerTexts();
  assert.deepEqual((await headings()).slice(0, 2), ["Games", "hare against tortoise"]);
  await assertAccessible(report, "the report");
  await report.locator("#language").click();
  assert.deepEqual((await headings()).slice(0, 2), ["对局", "hare 对 tortoise"]);
  assert.match(await report.locator("#title").innerText(), /^第 \d 局/);
  assert.equal(await report.locator("thead .dot.red").count(), 1);
  await report.setViewportSize({ width: 390, height: 844 });
  await assertAccessible(report, "the report on a phone");
  assert.ok(await report.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await report.locator("#language").click();
  await report.locator("#last").click();
  assert.ok((await report.locator("#board .board-piece").count()) > 10);
  assert.equal(await report.locator("#board .board-last-angles").count(), 2);
  assert.deepEqual(problems, []);
});
