// Every page and dialog for everybody: axe-core finds nothing in light and dark, narrow and wide windows need no
// horizontal scrolling, both languages are complete, nothing moves where motion is unwanted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { keptGame } from "./games.mjs";
import { browser, Player, server, shareBoard } from "./harness.mjs";
import { SCENES, drawn } from "./scenes.mjs";

const require = createRequire(import.meta.url);
const axe = readFileSync(
  require.resolve("axe-core/axe.min.js", { paths: [process.env.PLAYWRIGHT ?? "."] }),
  "utf8",
);

shareBoard();

/** Scenes whose elements others have, too. */
const ALIKE = new RegExp(
  "^(game-(xiangqi|gomoku.*)|analysis-(?!renju).*|review-(?!chess).*|editor-(xiangqi|zhonggong|renju|gomoku.*)|" +
    "ask-resign|five|check|numbers|looking-back|lesson-(general|buy-cannon|three-three)|rules-(chess|renju))$",
);
const WIDTHS = [360, 800, 1280, 2560];

/** What axe-core objects to, in words. */
async function violations({ page }) {
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join("\n  ")}`,
    );
  });
  return found.join("\n");
}

/** Elements that are wider than the window or than their dialog. */
function tooWide({ page }) {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll("html, dialog[open], .side, #page, .editor-side")];
    return wide
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map(
        (element) =>
          `${element.tagName}.${element.className}: ${element.scrollWidth} of ${element.clientWidth}`,
      );
  });
}

/** Gives the window another width, and waits until the page has been laid out for it. */
async function widen(page, width) {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

for (const scene of SCENES.filter(({ name, own }) => !own && !ALIKE.test(name))) {
  test(`${scene.name} is accessible, and as wide as the window`, async () => {
    const player = await Player.open(browser, server, {
      ...scene.open,
      quick: scene.quick ?? true,
      depth: 6,
    });
    const { page } = player;
    if (!scene.open.hash) await drawn(player);
    await scene.act?.(player);
    await page.evaluate(axe);
    assert.equal(await violations(player), "", "in light");
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await violations(player), "", "in dark");
    for (const width of WIDTHS) {
      await widen(page, width);
      assert.deepEqual(await tooWide(player), [], `${width} pixels`);
      if (width === WIDTHS[0]) assert.equal(await violations(player), "", "on a phone");
    }
    await player.close();
  });
}

/** Texts of the page that are keys instead of words. */
function keysShown(page) {
  return page.evaluate(() => {
    const shown = [document.body.innerText];
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      shown.push(...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""));
    return shown.join("\n").match(/\b[a-z]+\.[a-z]+[a-z.-]*\b|\{\w+\}/g) ?? [];
  });
}

test("an address without the token is answered by a page", async () => {
  for (const [locale, words] of [
    ["en-GB", /This address does not open the page[^]*lacks the token/],
    ["zh-CN", /此网址不能打开页面[^]*缺少密钥/],
  ]) {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const response = await page.goto(new URL("/", server.url).href);
    assert.equal(response.status(), 403);
    assert.match(await page.locator("main").innerText(), words);
    await page.evaluate(axe);
    assert.equal(await violations({ page }), "");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await context.close();
  }
});

test("the page speaks the browser's language, and another one by the switch", async () => {
  const options = { locale: "zh-CN", game: keptGame({ variant: "xiangqi", moves: "h3e3" }) };
  const player = await Player.open(browser, server, options);
  const { page } = player;
  const language = () => page.evaluate(() => document.documentElement.lang);
  await drawn(player);
  assert.match(await language(), /^zh/);
  assert.match(await page.locator("#status").innerText(), /黑/);
  assert.match(await player.cell("e3").getAttribute("aria-label"), /炮/);
  assert.doesNotMatch(await page.locator(".menu, .side").allInnerTexts().then(String), /[a-z]{3,}/);
  await page.getByRole("button", { name: "EN", exact: true }).click();
  await page.locator("#status").filter({ hasText: "Black to move" }).waitFor();
  assert.match(await language(), /^en/);
  assert.match(await player.cell("e3").getAttribute("aria-label"), /red cannon/);
  await page.reload();
  await drawn(player);
  assert.match(await language(), /^en/);
  await player.close();
});

for (const locale of ["en-GB", "zh-CN"]) {
  test(`no text is missing in ${locale}`, async () => {
    const game = keptGame({ variant: "chess", moves: "e2e4 e7e5" });
    const player = await Player.open(browser, server, { locale, game });
    const { page } = player;
    await drawn(player);
    for (const name of ["new", "share", "settings", "keys", "editor", "learn"]) {
      await player.menu(name);
      const opened = name === "learn" ? ".courses" : "dialog[open]";
      await page.locator(opened).waitFor();
      assert.deepEqual(await keysShown(page), [], name);
      if (name !== "learn") await page.keyboard.press("Escape");
      else await page.goBack();
      await page.locator(opened).waitFor({ state: "detached" });
    }
    await page.keyboard.press("l");
    await page.locator("dialog[open] .primary").click();
    await page.locator("#analysis .lines li").first().waitFor();
    assert.deepEqual(await keysShown(page), [], "analysis");
    await player.close();
  });
}

for (const motion of [false, true]) {
  test(`pieces ${motion ? "slide" : "do not slide where less motion is wanted"}`, async () => {
    const player = await Player.open(browser, server, { motion, game: keptGame({ variant: "chess" }) });
    const { page } = player;
    await page.evaluate(() => {
      window.animations = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...given) {
        window.animations += 1;
        return animate.apply(this, given);
      };
    });
    await player.play({ from: "e2", to: "e4" });
    await player.stateWhere((state) => state.ply === 1);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await player.until(async () => /last move/.test(await player.cell("e4").getAttribute("aria-label")));
    assert.equal((await page.evaluate(() => window.animations)) > 0, motion);
    await player.close();
  });
}

test("what happens is told to a screen reader", async () => {
  const player = await Player.open(browser, server, {
    game: keptGame({ variant: "xiangqi", start: "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1" }),
  });
  const told = player.page.locator("#announcer");
  await player.play({ from: "a1", to: "a10" });
  await told.filter({ hasText: /^Red: R9\+9\. check/ }).waitFor();
  assert.equal(await told.getAttribute("aria-live"), "polite");
  await player.play({ from: "d10", to: "d9" });
  await told.filter({ hasText: /^Black: K4\+1/ }).waitFor();
  await player.close();
});
