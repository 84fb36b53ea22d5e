// What the board shows of a position: last move, check, tether, liberties, forbidden points, the five; and the
// settings that switch it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { openGame as open, shareBoard } from "./harness.mjs";

shareBoard();

const drawn = (player, name) => player.page.locator(`#board .board-${name}`);
const label = (player, point) => player.cell(point).getAttribute("aria-label");

/** Sets switches and choices of the settings dialog. */
async function set(player, settings) {
  const { page } = player;
  await player.menu("settings");
  const dialog = page.locator("dialog[open]");
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === "boolean") await dialog.locator(`[name="${name}"]`).setChecked(value);
    else await dialog.locator(`[name="${name}"][value="${value}"]`).check({ force: true });
  }
  await dialog.getByRole("button", { name: "Close" }).click();
}

const TETHERED = { variant: "zhonggong", start: "4r4/9/9/5k3/9/4K4/3A5/9/9 w - - 0 1" };

const MARKS = [
  ["the last move of chess", { variant: "chess", moves: "e2e4" }, "last", 2, ["e4", /last move/]],
  ["the last move of xiangqi", { variant: "xiangqi", moves: "h3e3" }, "last-angles", 2, ["e3", /last move/]],
  ["the last stone", { variant: "gomoku", moves: "h8 i9" }, "last-stone", 1, ["i9", /last move/]],
  [
    "check",
    { variant: "chess", start: "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1" },
    "check",
    1,
    ["e8", /black king, in check/],
  ],
  ["the tether", TETHERED, "tether", 1, ["e4", /red general, tethered/]],
  [
    "home pawns",
    { variant: "zhonggong", start: "P1P6/9/9/4k4/9/4K4/9/9/9 w - - 0 1" },
    "home",
    2,
    ["a9", /home pawn/],
  ],
];

for (const [what, game, name, count, [point, words]] of MARKS) {
  test(`${what} is marked, and told`, async () => {
    const player = await open(game);
    await player.until(async () => (await drawn(player, name).count()) === count, `${count} marks`);
    assert.match(await label(player, point), words);
    await player.close();
  });
}

const RENJU = [
  ["three-three", "15/15/15/15/4O10/7X2O4/7X7/5XX8/15/10O4/4O10/15/15/15/15 b 5", "h8", /two threes/],
  ["four-four", "15/15/15/4O10/15/10O4/15/3OXXX8/7X7/7X7/2O4X3O3/7O7/15/15/15 b 7", "h8", /two fours/],
  ["overline", "15/15/15/15/5O9/10O4/15/4XXX1XX5/15/7O3O3/4O10/15/15/15/15 b 6", "h8", /more than five/],
];

for (const [reason, start, point, words] of RENJU) {
  test(`renju: a point forbidden for ${reason} is crossed with its reason, and cannot be played`, async () => {
    const player = await open({ variant: "renju", start });
    await drawn(player, "forbidden").first().waitFor();
    assert.match(await label(player, point), words);
    await player.press(point);
    await player.toast(/forbidden to Black/);
    assert.equal(player.state.ply, 0);
    await set(player, { showForbidden: false });
    assert.equal(await drawn(player, "forbidden").count(), 0);
    await player.close();
  });
}

test("liberties and guards of the generals are shown on demand", async () => {
  const player = await open(TETHERED);
  await drawn(player, "tether").waitFor();
  assert.equal(await drawn(player, "liberty").count(), 0);
  await set(player, { showLiberties: true });
  assert.ok((await drawn(player, "liberty").count()) > 0);
  assert.equal(await drawn(player, "guard").count(), 1);
  assert.match(await label(player, "d3"), /red advisor, guard/);
  await player.close();
});

test("the five is shown when it is made", async () => {
  const player = await open({ variant: "gomoku", moves: "h8 a1 i8 a2 j8 a3 k8 a5" });
  await player.play({ to: "l8" });
  await player.page.locator("dialog.result").waitFor();
  assert.equal(await player.page.locator("#board circle.board-five").count(), 5);
  assert.match(await label(player, "j8"), /in the five/);
  await player.close();
});

test("marks of legal moves, of the last move and of check are switched off, each by itself", async () => {
  const game = { variant: "chess", start: "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", moves: "a1e1" };
  const player = await open(game);
  const targets = () => drawn(player, "target").count();
  await drawn(player, "check").waitFor();
  await player.press("e8");
  assert.equal(await targets(), 4);
  await set(player, { showLegal: false });
  await player.press("e8");
  if ((await player.cell("e8").getAttribute("aria-selected")) === null) await player.press("e8");
  assert.equal(await targets(), 0);
  assert.equal(await drawn(player, "last").count(), 2);
  await set(player, { showLast: false });
  assert.equal(await drawn(player, "last").count(), 0);
  assert.equal(await drawn(player, "check").count(), 1);
  await set(player, { showCheck: false });
  assert.equal(await drawn(player, "check").count(), 0);
  await player.page.reload();
  await player.cell("e8").waitFor();
  assert.equal(await drawn(player, "check").count(), 0, "settings are kept");
  await player.close();
});

test("stones are numbered on demand", async () => {
  const player = await open({ variant: "renju", moves: "h8 i9 i7" });
  assert.equal(await drawn(player, "number").count(), 0);
  await set(player, { numbers: true });
  assert.deepEqual(await drawn(player, "number").allTextContents(), ["1", "2", "3"]);
  assert.match(await label(player, "i7"), /number 3/);
  await player.close();
});

test("a stone follows the pointer before it is put", async () => {
  const player = await open({ variant: "gomoku" });
  await player.page.mouse.move(...(await player.middle("h8")));
  await drawn(player, "ghost").waitFor();
  await player.page.mouse.click(...(await player.middle("h8")));
  await player.stateWhere((state) => state.moves[0]?.move === "h8");
  await player.close();
});

test("pieces as characters, letters and pictures; boards in several colours; coordinates hidden", async () => {
  const player = await open({ variant: "xiangqi", moves: GAMES.xiangqi });
  const look = () => player.page.locator("#board").screenshot();
  const looks = [await look()];
  for (const change of [
    { pieces: "letters" },
    { pieces: "pictures" },
    { board: "blue" },
    { coordinates: "none" },
  ]) {
    await set(player, change);
    looks.push(await look());
  }
  const different = new Set(looks.map((picture) => picture.toString("base64")));
  assert.equal(different.size, looks.length);
  await player.close();
});

test("a theme is chosen whatever the system's is", async () => {
  const player = await open({ variant: "chess" }, { dark: true });
  const background = () => player.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await set(player, { theme: "light" });
  const light = await background();
  assert.notEqual(light, dark);
  await set(player, { theme: "dark" });
  assert.equal(await background(), dark);
  await player.close();
});
