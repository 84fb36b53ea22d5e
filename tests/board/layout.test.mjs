// The page in windows of every size: nothing scrolls that need not, nothing is cut off, nothing moves when it need not.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AGAINST_ENGINE, GAMES, keptGame } from "./games.mjs";
import { browser, Player, server, shareBoard } from "./harness.mjs";
import { VARIANTS, drawn } from "./scenes.mjs";

shareBoard();

const LAPTOPS = [
  [1366, 768],
  [1366, 625],
  [1920, 1080],
  [2560, 1440],
];
const UPRIGHT = [
  [820, 1180],
  [390, 844],
  [360, 640],
];
const LYING = [[844, 390]];
const ALL = [...LAPTOPS, ...UPRIGHT, ...LYING];

async function open(choices, options = {}) {
  const player = await Player.open(browser, server, { game: keptGame(choices), ...options });
  await drawn(player);
  return player;
}

async function resize({ page }, [width, height]) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The boxes of elements, by their selectors; none of what is not shown. */
function boxes({ page }, ...selectors) {
  return page.evaluate(
    (selectors) =>
      Object.fromEntries(
        selectors.flatMap((selector) => {
          const element = document.querySelector(selector);
          if (!element?.checkVisibility({ visibilityProperty: true })) return [];
          const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
          return [[selector, { left, top, right, bottom, width, height }]];
        }),
      ),
    selectors,
  );
}

const NEEDED = [
  ...[".bar", "#board .board-root", "#player-top", "#player-bottom", "#status", "#moves", "#walk"],
  ...["#toolbar", "#actions"],
];

/** What of the page is beyond the window or below something else. */
async function faults(player) {
  const { page } = player;
  const found = await boxes(player, ...NEEDED);
  const { width, height, pageWidth, pageHeight } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    pageWidth: document.documentElement.scrollWidth,
    pageHeight: document.documentElement.scrollHeight,
  }));
  const wrong = [];
  if (pageWidth > width || pageHeight > height) wrong.push(`the page is ${pageWidth} × ${pageHeight}`);
  for (const [name, box] of Object.entries(found)) {
    if (box.left < -0.5 || box.top < -0.5 || box.right > width + 0.5 || box.bottom > height + 0.5)
      wrong.push(`${name} is beyond the window`);
  }
  const names = Object.keys(found);
  for (const [i, one] of names.entries()) {
    for (const other of names.slice(i + 1)) {
      const [a, b] = [found[one], found[other]];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) wrong.push(`${one} and ${other} overlap`);
    }
  }
  return wrong;
}

for (const variant of VARIANTS) {
  test(`${variant} is played and analysed in every window without scrolling`, async () => {
    const player = await open({ variant, moves: GAMES[variant], players: AGAINST_ENGINE });
    const { page } = player;
    for (const size of ALL) {
      await resize(player, size);
      assert.deepEqual(await faults(player), [], `play, ${size.join(" × ")}`);
    }
    await page.keyboard.press("l");
    await page.locator("dialog[open] .primary").click();
    await page.locator("#analysis .lines li").first().waitFor();
    for (const size of ALL) {
      await resize(player, size);
      assert.deepEqual(await faults(player), [], `analysis, ${size.join(" × ")}`);
    }
    await player.close();
  });
}

test("header, board and panels have the same widths in all games, with and without the engine", async () => {
  const player = await open({ variant: "chess" });
  const { page } = player;
  const widths = async () => {
    const found = await boxes(
      player,
      ".bar",
      "#layout",
      ".board-area",
      "#player-top",
      "#record",
      "#player-bottom",
    );
    return Object.entries(found).map(
      ([name, { left, width }]) => `${name} ${left.toFixed(1)} ${width.toFixed(1)}`,
    );
  };
  for (const size of [...LAPTOPS, [1024, 768]]) {
    await resize(player, size);
    const seen = new Set();
    for (const kind of ["squares", "river", "palace", "stones"]) {
      await page.evaluate((kind) => (document.getElementById("layout").dataset.kind = kind), kind);
      seen.add((await widths()).join("\n"));
      await page.evaluate(() => (document.getElementById("eval-bar").hidden = false));
      seen.add((await widths()).join("\n"));
      await page.evaluate(() => (document.getElementById("eval-bar").hidden = true));
    }
    assert.equal(seen.size, 1, `${size}: ${[...seen].join("\n\n")}`);
  }
  await player.close();
});

test("on a laptop ten moves are in view beside the engine and the review", async () => {
  const player = await open({ variant: "chess", moves: GAMES.chess, live: false }, { depth: 4 });
  const { page } = player;
  await page.locator('#actions [data-name="review"]').click();
  await page.locator(".review-table").waitFor();
  await page.keyboard.press("l");
  await page.locator("#analysis .lines li").nth(2).waitFor();
  for (const size of [...LAPTOPS, [1200, 800]]) {
    await resize(player, size);
    const seen = await page.evaluate(() => {
      const list = document.getElementById("moves").getBoundingClientRect();
      return [...document.querySelectorAll("#moves .move-row")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= list.top - 1 && bottom <= list.bottom + 1;
      }).length;
    });
    assert.ok(seen >= 10, `${seen} rows at ${size.join(" × ")}`);
    const { "#side": side, "#record": record } = await boxes(player, "#side", "#record");
    assert.ok(record.left >= side.right, "two columns");
  }
  await player.close();
});

test("on a tablet and a phone that stand, the board fills the width, with the evaluation as a line", async () => {
  const player = await open({ variant: "chess", moves: GAMES.chess, live: false }, { depth: 4 });
  await player.page.keyboard.press("l");
  await player.page.locator("#analysis .lines li").first().waitFor();
  for (const size of UPRIGHT) {
    await resize(player, size);
    const found = await boxes(player, "#board", "#eval-bar", "#moves", "#toolbar");
    assert.ok(found["#board"].width > 0.9 * size[0], `${size}: ${found["#board"].width}`);
    assert.ok(found["#eval-bar"].height < 10 && found["#eval-bar"].width === found["#board"].width);
    assert.ok(found["#toolbar"].bottom <= size[1] && found["#toolbar"].width > 0.9 * size[0]);
    if (size[0] < 600) assert.ok(found["#moves"].height < 45, `the moves are ${found["#moves"].height} high`);
  }
  await player.close();
});

test("the bar at the bottom of a phone goes back and forward, takes back, hints, and has the rest", async () => {
  const player = await open(
    { variant: "chess", moves: "e2e4 e7e5 g1f3" },
    { width: 390, height: 844, touch: true },
  );
  const { page } = player;
  const tool = (name) => page.locator("#toolbar").getByRole("button", { name, exact: true });
  const current = page.locator('#moves [aria-current="true"]');
  await tool("Back").tap();
  await current.filter({ hasText: "e5" }).waitFor();
  await tool("Forward").tap();
  await current.filter({ hasText: "Nf3" }).waitFor();
  await tool("Hint").tap();
  await page.locator("#board .brush-hint").waitFor();
  await tool("Take back").tap();
  await player.stateWhere((state) => state.ply === 2);
  await tool("More").tap();
  await page.locator("dialog[open]").getByRole("button", { name: "Type a move" }).tap();
  await page.locator("#typed-move").fill("d4");
  await page.locator("#typed-play").tap();
  await player.stateWhere((state) => state.moves[2]?.move === "d2d4");
  await player.close();
});

test("small points are magnified under a finger, and a stone needs a second touch", async () => {
  const player = await open({ variant: "gomoku" }, { width: 360, height: 640, touch: true });
  const { page, context } = player;
  const session = await context.newCDPSession(page);
  const touch = (type, ...points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const glass = page.locator("#board .board-magnifier");
  const [x, y] = await player.middle("h8");
  await touch("touchStart", [x - 45, y]);
  await glass.waitFor();
  await touch("touchMove", [x, y]);
  await touch("touchEnd");
  await glass.waitFor({ state: "hidden" });
  await player.toast(/Tap the point again/);
  assert.equal(player.state.ply, 0);
  await player.press("h8");
  await player.stateWhere((state) => state.moves[0]?.move === "h8");
  await page.locator(".toast").waitFor({ state: "detached" });
  await player.close();
});

for (const locale of ["en-GB", "zh-CN"]) {
  test(`the menu has room for more entries, and folds on a phone (${locale})`, async () => {
    const player = await open({ variant: "chess" }, { locale });
    const { page } = player;
    await page.evaluate(() => {
      const entry = document.createElement("button");
      entry.textContent = "Explorer";
      document.getElementById("menu-items").append(entry);
    });
    for (const width of [1100, 1366]) {
      await resize(player, [width, 700]);
      const { ".bar": bar, "#menu-items": items } = await boxes(player, ".bar", "#menu-items");
      assert.ok(items.height <= bar.height && items.right <= bar.right, `${width}`);
      assert.deepEqual(await faults(player), [], `${width}`);
    }
    await resize(player, [390, 844]);
    assert.equal(await page.locator("#menu-learn").isVisible(), false);
    await player.menu("settings");
    await page.locator("dialog .settings").waitFor();
    assert.equal(await page.locator("#menu-learn").isVisible(), false);
    await player.close();
  });
}

test("one notice stands near the board, is renewed, and goes with its game", async () => {
  const player = await open({ variant: "chess" });
  const { page } = player;
  const toast = page.locator(".toast");
  for (let turn = 0; turn < 2; turn += 1) {
    await player.press("e2");
    await player.press("e5");
    await player.toast(/does not move like that/);
  }
  assert.equal(await toast.count(), 1);
  const { "#board": board, ".toast": box } = await boxes(player, "#board", ".toast");
  assert.ok(box.left >= board.left && box.right <= board.right && box.bottom <= board.bottom);
  await player.begin({ variant: "xiangqi", opponent: "person" });
  await toast.waitFor({ state: "detached" });
  await player.close();
});

test("captured pieces overlap in one line", async () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const player = await open({ variant: "chess", start, moves: GAMES.chess }, { width: 360, height: 640 });
  // As after a long game.
  await player.page.evaluate(() => {
    const line = document.querySelector("#player-bottom .captured");
    const piece = line.firstElementChild;
    for (let count = 0; count < 13; count += 1) line.append(piece.cloneNode(true));
  });
  const found = await boxes(
    player,
    "#player-bottom",
    "#player-bottom .captured",
    "#player-bottom .player-name",
  );
  assert.ok(found["#player-bottom .captured"].height < found["#player-bottom"].height);
  assert.ok(found["#player-bottom .captured"].right <= found["#player-bottom"].right);
  assert.deepEqual(await faults(player), []);
  await player.close();
});

test("a step through a game keeps the buttons of its moves", async () => {
  const moves = Array.from({ length: 340 }, (_, i) => ["g1f3", "g8f6", "f3g1", "f6g8"][i % 4]).join(" ");
  const player = await open({ variant: "chess", moves, live: false });
  const { page } = player;
  await page.evaluate(() => {
    for (const move of document.querySelectorAll("#moves .move")) move.marked = true;
  });
  // Keys that are held down come without a pause between them, which a busy machine would make.
  await page.evaluate(() => {
    for (let step = 1; step <= 30; step += 1)
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  });
  await player.stateWhere((state) => state.ply === 310);
  const kept = await page.evaluate(() => {
    const all = [...document.querySelectorAll("#moves .move")];
    return [all.filter((move) => move.marked).length, all.findIndex((move) => move.ariaCurrent === "true")];
  });
  assert.deepEqual(kept, [340, 309]);
  // The engine is told where the walk ends, not each step.
  const told = player.sent.filter((line) => line.startsWith("position ")).length;
  assert.ok(told < 20, `${told} positions`);
  await player.close();
});

test("new game shows six games with boards and sentences, and the way to the lessons", async () => {
  const player = await Player.open(browser, server, { width: 1366, height: 625 });
  const { page } = player;
  const dialog = page.locator("dialog[open]");
  const cards = dialog.locator(".cards label");
  assert.equal(await cards.count(), 6);
  for (const card of await cards.all()) {
    assert.ok((await card.locator(".board-piece").count()) > 4);
    assert.match(await card.locator("small").innerText(), /\w.*\.$/);
  }
  const scrolls = await dialog.evaluate((element) => element.scrollHeight > element.clientHeight);
  assert.equal(scrolls, false);
  assert.match(await dialog.locator("label", { hasText: "Level" }).innerText(), /Knows the basic ideas/);
  assert.equal(await dialog.locator('select[name="time"]').isVisible(), false);
  await dialog.locator('input[name="pieces"][value="pictures"]').check({ force: true });
  await page.locator("#board .board-symbol").first().waitFor();
  await dialog.getByRole("button", { name: /Learn in ten minutes/ }).click();
  await page.locator(".courses").waitFor();
  await player.close();
});

test("the size of a gomoku board does not follow into renju", async () => {
  const player = await Player.open(browser, server);
  await player.begin({ variant: "gomoku", opponent: "person", size: "19" });
  await player.stateWhere((state) => /^19\//.test(state.fen));
  await player.begin({ variant: "renju", opponent: "person" });
  await player.stateWhere((state) => state.variant === "renju" && /^15\//.test(state.fen));
  await player.begin({ variant: "gomoku", opponent: "person" });
  await player.stateWhere((state) => state.variant === "gomoku" && /^19\//.test(state.fen));
  await player.close();
});

test("take back is offered only where there is something to take back", async () => {
  const players = { first: { kind: "engine", level: 600 }, second: { kind: "person" } };
  const player = await open({ variant: "chess", moves: "e2e4", players });
  const undo = player.page.locator('#actions [data-name="undo"]');
  assert.ok(await undo.isDisabled());
  await player.play({ from: "e7", to: "e5" });
  await player.stateWhere((state) => state.ply === 3);
  await undo.click();
  await player.stateWhere((state) => state.ply === 1);
  assert.ok(await undo.isDisabled());
  await player.close();
});
