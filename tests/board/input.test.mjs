// The ways to enter a move: clicks, drags, keys and typed texts; promotions, trades, and the reasons of refusals.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openGame as open, shareBoard } from "./harness.mjs";

shareBoard();

/** Moves the mouse from a point to another with the left button down. */
async function drag(player, from, to) {
  const { mouse } = player.page;
  const [start, end] = [await player.middle(from), await player.middle(to)];
  await mouse.move(...start);
  await mouse.down();
  await mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
  await mouse.move(...end);
  await mouse.up();
}

test("two clicks move a piece; a second click puts it back, another piece is taken up instead", async () => {
  const player = await open({ variant: "chess" });
  const targets = player.page.locator("#board .board-target");
  await player.press("e2");
  assert.equal(await targets.count(), 2);
  await player.press("e2");
  assert.equal(await targets.count(), 0);
  await player.press("e2");
  await player.press("b1");
  assert.equal(await player.cell("b1").getAttribute("aria-selected"), "true");
  await player.press("c3");
  await player.stateWhere((state) => state.ply === 1 && state.moves[0].move === "b1c3");
  await player.close();
});

test("a piece is dragged; a drag that ends where it began is a click", async () => {
  const player = await open({ variant: "xiangqi" });
  await drag(player, "h3", "e3");
  await player.stateWhere((state) => state.ply === 1 && state.moves[0].move === "h3e3");
  const [x, y] = await player.middle("h10");
  await player.page.mouse.move(x, y);
  await player.page.mouse.down();
  await player.page.mouse.move(x + 40, y + 40);
  await player.page.mouse.move(x, y);
  await player.page.mouse.up();
  assert.equal(await player.cell("h10").getAttribute("aria-selected"), "true");
  await player.press("g8");
  await player.stateWhere((state) => state.ply === 2 && state.moves[1].move === "h10g8");
  await player.close();
});

test("a piece dropped where it cannot go returns, and the reason is told", async () => {
  const player = await open({ variant: "chess" });
  await drag(player, "e2", "e5");
  await player.toast(/does not move like that/);
  await player.press("e2");
  await player.press("e4");
  await player.stateWhere((state) => state.ply === 1);
  await player.close();
});

test("keys pick up, put back and put down", async () => {
  const player = await open({ variant: "chess" });
  const { keyboard } = player.page;
  await player.cell("g1").focus();
  await keyboard.press("Enter");
  assert.equal(await player.cell("g1").getAttribute("aria-selected"), "true");
  await keyboard.press("Escape");
  assert.equal(await player.cell("g1").getAttribute("aria-selected"), null);
  await keyboard.press(" ");
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowUp");
  await keyboard.press("ArrowLeft");
  assert.match(await player.cell("f3").getAttribute("aria-label"), /^f3, empty, legal target/);
  await keyboard.press("Enter");
  await player.stateWhere((state) => state.moves[0]?.move === "g1f3");
  assert.match(await player.page.locator("#announcer").innerText(), /White: Nf3/);
  await player.close();
});

const NOTATIONS = [
  { variant: "chess", move: "g1f3", texts: ["g1f3", "Nf3", "G1F3"] },
  { variant: "chess", move: "e2e4", texts: ["e2e4", "e4", "e2-e4"] },
  { variant: "xiangqi", move: "h3e3", texts: ["h3e3", "炮二平五", "C2=5", "C2.5"] },
  { variant: "zhonggong", move: "c3c4", texts: ["c3c4", "兵七进一", "P7+1"] },
  { variant: "gomoku", move: "h8", texts: ["h8", "H8"] },
];

for (const { variant, move, texts } of NOTATIONS) {
  test(`${variant}: ${move} can be typed as ${texts.join(", ")}`, async () => {
    const player = await open({ variant });
    const { page } = player;
    for (const text of texts) {
      await page.keyboard.press("t");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await player.stateWhere(
        (state) => state.ply === 1 && state.moves[0].move === move,
        `${text} is played`,
      );
      await player.until(async () => (await page.locator("#typed-move").inputValue()) === "");
      await page.getByRole("button", { name: "Take back" }).click();
      await player.stateWhere((state) => state.ply === 0);
      await page.locator("body").click({ position: { x: 2, y: 2 } });
    }
    await player.close();
  });
}

test("a typed text that is no move is refused with a reason and can be corrected", async () => {
  const player = await open({ variant: "chess" });
  const field = player.page.locator("#typed-move");
  assert.equal(await field.isVisible(), false);
  await player.page.getByRole("button", { name: "Type a move" }).click();
  await field.fill("e1e3");
  await field.press("Enter");
  await player.toast(/does not move like that/);
  assert.equal(await field.inputValue(), "e1e3");
  await field.fill("Qh5");
  await field.press("Enter");
  await player.toast(/No legal move has this name/);
  await field.fill("d4");
  await field.press("Enter");
  await player.stateWhere((state) => state.moves[0]?.move === "d2d4");
  await player.close();
});

const REFUSALS = [
  ["a tethered piece", "zhonggong", "4r4/9/9/5k3/9/4K4/3A5/9/9 w - - 0 1", "d3", "c2", /tethered/],
  ["the last liberty", "zhonggong", "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w - - 0 1", "c7", "d5", /no liberty/],
  ["check", "chess", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2", "f3", /in check/],
  ["a pinned chariot", "xiangqi", "3k5/4r4/9/9/9/9/9/9/4R4/4K4 w - - 0 1", "e2", "d2", /in check/],
  ["an own piece", "chess", null, "e1", "e2", null],
];

for (const [what, variant, start, from, to, reason] of REFUSALS) {
  test(`a click refuses a move against ${what}`, async () => {
    const player = await open({ variant, start });
    await player.press(from);
    await player.press(to);
    if (reason) await player.toast(reason);
    else assert.equal(await player.cell(to).getAttribute("aria-selected"), "true", "it is taken up instead");
    assert.equal(player.state.ply, 0);
    await player.close();
  });
}

const PROMOTION = { variant: "chess", start: "8/P3k3/8/8/8/8/4K3/8 w - - 0 1" };

test("the picker of promotions offers all pieces, and is put aside by Escape", async () => {
  const player = await open(PROMOTION);
  const menu = player.page.getByRole("menu", { name: "Promote to" });
  const choices = menu.getByRole("menuitem");
  await player.press("a7");
  await player.press("a8");
  await menu.waitFor();
  assert.deepEqual(
    await choices.evaluateAll((list) => list.map((entry) => entry.getAttribute("aria-label")).sort()),
    ["white bishop", "white knight", "white queen", "white rook"],
  );
  await player.page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  assert.equal(player.state.ply, 0);
  await player.play({ from: "a7", to: "a8", promotion: "n" });
  await player.stateWhere((state) => state.moves[0]?.move === "a7a8n");
  await player.close();
});

test("a promotion is chosen by keys, and follows a drag", async () => {
  const player = await open(PROMOTION);
  await drag(player, "a7", "a8");
  const menu = player.page.getByRole("menu");
  await menu.waitFor();
  const names = await menu
    .getByRole("menuitem")
    .evaluateAll((list) => list.map((item) => item.getAttribute("aria-label")));
  for (let step = names.indexOf("white rook"); step > 0; step -= 1)
    await player.page.keyboard.press("ArrowDown");
  await player.page.keyboard.press("Enter");
  await player.stateWhere((state) => state.moves[0]?.move === "a7a8r");
  await player.close();
});

const TRADES = { variant: "zhonggong", start: "P1P1P4/2c3n2/9/4k4/9/4K4/9/3P1P3/3R5 w - - 0 1" };

test("a trade is built from home pawns and the piece that they buy", async () => {
  const player = await open(TRADES);
  const { page } = player;
  assert.equal(await page.locator("#board .board-home").count(), 3);
  await player.press("a9");
  assert.match(await player.cell("c8").getAttribute("aria-label"), /needs 1 more pawn/);
  assert.match(await player.cell("g8").getAttribute("aria-label"), /needs 2 more pawns/);
  assert.equal(await page.locator("#board .board-missing").count(), 2);
  await player.press("c9");
  assert.match(await player.cell("c8").getAttribute("aria-label"), /can be bought/);
  await player.press("c8");
  const state = await player.stateWhere((state) => state.ply === 1);
  assert.equal(state.moves[0].move, "a9c9xc8");
  assert.deepEqual(state.moves[0].traded, ["a9", "c9"]);
  assert.match(state.fen, /^4P4\/6n2\//);
  await player.close();
});

test("a trade with too few pawns says what it costs", async () => {
  const player = await open(TRADES);
  await player.press("a9");
  await player.press("g8");
  await player.toast(/a horse three/);
  assert.equal(player.state.ply, 0);
  await player.press("c9");
  await player.press("e9");
  await player.press("g8");
  await player.stateWhere((state) => state.moves[0]?.move === "a9c9e9xg8");
  await player.close();
});

test("a finger plays: a tap on a piece and a tap on its target", async () => {
  const player = await open({ variant: "zhonggong" }, { width: 360, height: 740, touch: true });
  await player.play({ from: "c3", to: "c4" });
  await player.stateWhere((state) => state.moves[0]?.move === "c3c4");
  await player.close();
});

test("the right button draws arrows and circles; a click clears them", async () => {
  const player = await open({ variant: "chess" });
  const { page } = player;
  const shapes = {
    arrows: page.locator("#board .board-arrow"),
    circles: page.locator("#board .board-circle"),
  };
  await page.mouse.move(...(await player.middle("g1")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await player.middle("f3")));
  await page.mouse.up({ button: "right" });
  assert.equal(await shapes.arrows.count(), 1);
  await page.mouse.click(...(await player.middle("e5")), { button: "right" });
  assert.equal(await shapes.circles.count(), 1);
  await player.press("d5");
  assert.equal((await shapes.arrows.count()) + (await shapes.circles.count()), 0);
  assert.equal(player.state.ply, 0);
  await player.close();
});
