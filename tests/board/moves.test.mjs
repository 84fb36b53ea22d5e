// The list of moves: notation, walking, variations; taking back, restart, captured pieces.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AGAINST_ENGINE, GAMES } from "./games.mjs";
import { action, openGame as open, shareBoard } from "./harness.mjs";

shareBoard();

const list = (player) => player.page.locator("#moves");
const current = (player) => player.page.locator('#moves [aria-current="true"]');

/** Waits until a move is the current one of the list; "" for the start. */
async function shows(player, name) {
  await player.until(
    async () => {
      const shown = await current(player).allInnerTexts();
      return name ? shown[0]?.startsWith(name) : shown.length === 0;
    },
    `${name || "the start"} is shown`,
  );
}

const NOTATIONS = [
  ["chess", {}, ["e4", "c5", "Nf3", "d6", "Nfd7", "exd6", "O-O", "Nxe7+"]],
  ["xiangqi", { names: "chinese" }, ["炮二平五", "马8进7", "车一平二"]],
  ["xiangqi", {}, ["C2=5", "N8+7", "R1=2"]],
  ["zhonggong", { language: "zh" }, ["兵七进一", "车9进1", "前炮平四"]],
  ["zhonggong", { names: "points" }, ["c3c4", "i9i8"]],
  ["renju", {}, ["h8", "i9", "h10"]],
];

for (const [variant, settings, names] of NOTATIONS) {
  test(`moves of ${variant} are listed as ${names.slice(0, 2).join(", ")}`, async () => {
    const player = await open({ variant, moves: GAMES[variant] }, { settings });
    const shown = await list(player).locator("button.move").allInnerTexts();
    assert.equal(shown.length, player.state.ply);
    for (const name of names) assert.ok(shown.includes(name), `${name} in ${shown.join(" ")}`);
    await player.close();
  });
}

test("keys, buttons, the wheel and the list walk through the game", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5 g1f3 b8c6", live: false });
  const { page } = player;
  await shows(player, "Nc6");
  await page.keyboard.press("ArrowLeft");
  await shows(player, "Nf3");
  await page.keyboard.press("Home");
  await shows(player, "");
  await page.keyboard.press("ArrowRight");
  await shows(player, "e4");
  await page.keyboard.press("End");
  await shows(player, "Nc6");
  await page.keyboard.press("ArrowUp");
  await shows(player, "");
  await page.keyboard.press("ArrowDown");
  await shows(player, "Nc6");
  await page.mouse.move(...(await player.middle("d4")));
  await page.mouse.wheel(0, -100);
  await shows(player, "Nf3");
  await page.mouse.wheel(0, 100);
  await shows(player, "Nc6");
  await page.getByRole("button", { name: "First position" }).click();
  await shows(player, "");
  await list(player).getByRole("button", { name: "e5", exact: true }).click();
  await shows(player, "e5");
  await player.close();
});

test("the wheel walks neither through a game in play nor where it scrolls the page", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5" });
  const { page } = player;
  const turn = async () => {
    await page.mouse.move(...(await player.middle("d4")));
    await page.mouse.wheel(0, -100);
    // The browser handles a turn of the wheel before the next frames.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  };
  await turn();
  await shows(player, "e5");
  await page.keyboard.press("l");
  await page.locator("dialog[open] .primary").click();
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement("div"), { id: "long" })),
  );
  await page.evaluate(() => (document.getElementById("long").style.height = "200vh"));
  await turn();
  await shows(player, "e5");
  await page.evaluate(() => document.getElementById("long").remove());
  await turn();
  await shows(player, "e4");
  await player.close();
});

test("a button keeps the focus, so that the keyboard can press it again and again", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5 g1f3 b8c6" });
  const { page } = player;
  await page.getByRole("button", { name: "One move back" }).focus();
  await page.keyboard.press("Enter");
  await shows(player, "Nf3");
  await page.keyboard.press("Enter");
  await shows(player, "e5");
  await list(player).getByRole("button", { name: "e4", exact: true }).focus();
  await page.keyboard.press("Enter");
  await shows(player, "e4");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "e4");
  await player.close();
});

test("a position of the past is not played on while the game lasts", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5" });
  await player.page.keyboard.press("Home");
  await player.until(async () => /earlier position/.test(await player.page.locator("#status").innerText()));
  await player.press("d2");
  assert.equal(await player.page.locator("#board .board-target").count(), 0);
  assert.ok(await player.page.locator("#typed-play").isDisabled());
  await player.page.keyboard.press("End");
  await player.play({ from: "d2", to: "d4" });
  await player.stateWhere((state) => state.ply === 3);
  await player.close();
});

test("playing otherwise in analysis begins a variation; both lines are kept", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5 g1f3 b8c6", live: false });
  const { page } = player;
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await player.stateWhere((state) => state.ply === 1);
  await player.play({ from: "c7", to: "c5" });
  await player.stateWhere((state) => state.moves[1]?.move === "c7c5");
  await player.play({ from: "b1", to: "c3" });
  await player.stateWhere((state) => state.ply === 3);
  assert.match(await list(player).locator(".variation").innerText(), /c5\s*2\.\s*Nc3/);
  await list(player).getByRole("button", { name: "Nc6", exact: true }).click();
  await player.stateWhere((state) => state.ply === 4 && state.moves[1].move === "e7e5");
  await list(player).locator(".variation").getByRole("button", { name: "Nc3" }).click();
  await player.stateWhere((state) => state.ply === 3 && state.moves[1].move === "c7c5");
  await action(player, "Delete");
  await player.stateWhere((state) => state.ply === 2 && state.moves[1].move === "c7c5");
  assert.equal(await list(player).locator(".variation").getByRole("button").count(), 1);
  await player.toast(/^Nc3 deleted\./);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await player.stateWhere((state) => state.ply === 3 && state.moves[2].move === "b1c3");
  assert.match(await list(player).locator(".variation").innerText(), /c5\s*2\.\s*Nc3/);
  await player.close();
});

test("moves are taken back and made again; what was played before stays in the list", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5 g1f3" });
  await action(player, "Take back");
  await player.stateWhere((state) => state.ply === 2);
  await action(player, "Redo");
  await player.stateWhere((state) => state.ply === 3);
  await action(player, "Take back");
  await player.stateWhere((state) => state.ply === 2);
  await player.play({ from: "f1", to: "c4" });
  await player.stateWhere((state) => state.moves[2]?.move === "f1c4");
  assert.match(await list(player).locator(".variation").innerText(), /Nf3/);
  await player.close();
});

test("against the engine a move is taken back with its answer", async () => {
  const player = await open({ variant: "xiangqi", moves: "h3e3 h10g8 h1g3 b8e8", players: AGAINST_ENGINE });
  await action(player, "Take back");
  await player.stateWhere((state) => state.ply === 2);
  await player.play({ from: "b1", to: "c3" });
  await player.stateWhere((state) => state.ply === 4 && state.moves[2].move === "b1c3");
  await player.close();
});

test("a restart is confirmed and begins the same game", async () => {
  const player = await open({ variant: "gomoku", options: { BoardSize: 19 }, moves: "h8 i9 j10" });
  await action(player, "Restart");
  await player.page.locator("dialog[open]").getByRole("button", { name: "Cancel" }).click();
  assert.equal(player.state.ply, 3);
  await action(player, "Restart");
  await player.page.locator("dialog[open]").getByRole("button", { name: "Restart" }).click();
  await player.stateWhere((state) => state.ply === 0 && /^(19\/){18}19 /.test(state.fen));
  assert.equal(await player.page.locator("#board .board-cell").count(), 361);
  await player.close();
});

test("the board is flipped by key and button", async () => {
  const player = await open({ variant: "zhonggong" });
  const { page } = player;
  const above = async () => (await player.middle("a9"))[1] < (await player.middle("a1"))[1];
  assert.ok(await above());
  await page.keyboard.press("f");
  await player.until(async () => !(await above()));
  assert.match(await page.locator("#player-bottom").innerText(), /Black/);
  await page.getByRole("button", { name: "Flip the board" }).click();
  await player.until(above);
  await player.close();
});

test("captured pieces stand beside their captor", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 d7d5 e4d5 d8d5" });
  const pieces = (place) => player.page.locator(`#player-${place} .captured`).getAttribute("aria-label");
  assert.equal(await pieces("bottom"), "Captured: black pawn");
  assert.equal(await pieces("top"), "Captured: white pawn");
  await player.close();
});

const OPENINGS = [
  ["chess", "e2e4 c7c5 g1f3", "Sicilian Defence"],
  ["xiangqi", "h3e3 h10g8 h1g3 b10c8", "Central Cannon, Screen Horses"],
  ["renju", "h8 h9 i9", "Kagetsu"],
];

for (const [variant, moves, name] of OPENINGS) {
  test(`${variant}: ${moves} is the opening ${name}`, async () => {
    const player = await open({ variant, moves });
    await list(player).getByText(name, { exact: true }).waitFor();
    await player.close();
  });
}
