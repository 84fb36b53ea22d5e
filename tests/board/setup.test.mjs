// Setting up: the editor and its reasons, FENs, links that hold a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { browser, dialog, openGame as open, Player, server, shareBoard } from "./harness.mjs";

shareBoard();

const point = (player, name) => dialog(player).locator(`[data-point="${name}"]`);
const fen = (player) => dialog(player).getByLabel("FEN", { exact: true });

async function edit(player) {
  await player.menu("editor");
  await dialog(player).locator(".board-cell").first().waitFor();
}

test("the editor says why a position is impossible, and offers nothing with it", async () => {
  const player = await open({ variant: "chess" });
  await edit(player);
  const problem = dialog(player).locator(".problem");
  const analyse = dialog(player).getByRole("button", { name: "Analyse" });
  await dialog(player).getByRole("button", { name: "Eraser" }).click();
  await point(player, "e1").click();
  await problem.filter({ hasText: /king/i }).waitFor();
  assert.equal(await analyse.isDisabled(), true);
  assert.equal(await dialog(player).getByRole("button", { name: "Play", exact: true }).isDisabled(), true);
  await dialog(player).getByRole("button", { name: "Start position" }).click();
  await player.until(async () => (await problem.innerText()) === "" && !(await analyse.isDisabled()));
  await player.close();
});

test("on a phone, what can be done with a set up position is in view at once", async () => {
  const player = await open({ variant: "xiangqi" }, { width: 360, height: 740 });
  await edit(player);
  const play = await dialog(player).getByRole("button", { name: "Play", exact: true }).boundingBox();
  assert.ok(play.y + play.height <= 740);
  const [frame, border] = await Promise.all(
    [".board-frame", ".board-border"].map((name) => dialog(player).locator(name).boundingBox()),
  );
  assert.ok(border.x > frame.x && border.x + border.width < frame.x + frame.width);
  await player.close();
});

test("pieces are put, moved and taken off; the position is analysed", async () => {
  const player = await open({ variant: "xiangqi" });
  await edit(player);
  const board = dialog(player);
  await board.getByRole("button", { name: "Clear" }).click();
  for (const [piece, name] of [
    ["red general", "e1"],
    ["black general", "d10"],
    ["red chariot", "a5"],
    ["black horse", "i5"],
  ]) {
    await board.getByRole("button", { name: piece }).click();
    await point(player, name).click();
  }
  const [from, to] = [await point(player, "a5").boundingBox(), await point(player, "a7").boundingBox()];
  await player.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await player.page.mouse.down();
  await player.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
  await player.page.mouse.up();
  await board.getByRole("button", { name: "Eraser" }).click();
  await point(player, "i5").click();
  await board.getByText("Black", { exact: true }).click();
  await player.until(async () => (await fen(player).inputValue()) === "3k5/9/9/R8/9/9/9/9/9/4K4 b - - 0 1");
  await board.getByRole("button", { name: "Analyse" }).click();
  await player.stateWhere((state) => state.fen.startsWith("3k5/9/9/R8/9/9/9/9/9/4K4 b"));
  assert.equal(await player.page.locator("#layout").getAttribute("data-mode"), "analysis");
  await player.close();
});

/** Drags from the middle of an element to that of another. */
async function drag({ page }, from, to) {
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 });
  await page.mouse.up();
}

const placed = (player, text) =>
  player.until(async () => (await fen(player).inputValue()) === text, `the position is ${text}`);

test("the editor opens with a hand, and pieces of the board's size are dragged onto the board", async () => {
  const player = await open({ variant: "chess", start: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" });
  await edit(player);
  const piece = (name) => dialog(player).locator(".palette").getByRole("button", { name });
  assert.equal(
    await dialog(player).getByRole("button", { name: "Hand" }).getAttribute("aria-pressed"),
    "true",
  );
  // A touch takes a piece up, the next one puts it down; two on one point change nothing.
  await point(player, "e1").click();
  await player.page.locator("dialog .highlight-hint").waitFor();
  await point(player, "d2").click();
  await placed(player, "4k3/8/8/8/8/8/3K4/8 w - - 0 1");
  await point(player, "d2").click();
  await point(player, "d2").click();
  await placed(player, "4k3/8/8/8/8/8/3K4/8 w - - 0 1");
  const [drawn, cell] = await Promise.all([
    piece("white rook").locator("svg").boundingBox(),
    point(player, "a1").boundingBox(),
  ]);
  assert.ok(Math.abs(drawn.width - cell.width) < 1, `${drawn.width} of ${cell.width}`);
  await drag(player, piece("white rook"), point(player, "a4"));
  await placed(player, "4k3/8/8/8/R7/8/3K4/8 w - - 0 1");
  assert.equal(await piece("white rook").getAttribute("aria-pressed"), "false");
  await drag(player, piece("black queen"), dialog(player).locator(".tools"));
  await placed(player, "4k3/8/8/8/R7/8/3K4/8 w - - 0 1");
  assert.equal(await player.page.locator(".dragged").count(), 0);
  await player.close();
});

test("en passant and the size of a board for stones are set up", async () => {
  const player = await open({ variant: "chess", start: "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1" });
  await edit(player);
  const passed = dialog(player).getByLabel("En passant");
  assert.deepEqual(await passed.locator("option").allInnerTexts(), ["none", "e6"]);
  await passed.selectOption("e6");
  await placed(player, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
  await player.until(async () => (await dialog(player).locator(".problem").innerText()) === "");
  await dialog(player).getByLabel("Game").selectOption("gomoku");
  const size = dialog(player)
    .locator("label", { hasText: /^Board/ })
    .locator("select");
  await size.selectOption("19");
  await placed(player, `${Array(19).fill("19").join("/")} b 1`);
  await dialog(player).getByRole("button", { name: "black stone" }).click();
  await point(player, "s19").click();
  await dialog(player).getByRole("button", { name: "Analyse" }).click();
  await player.stateWhere((state) => /^18X\/(19\/){17}19 w/.test(state.fen));
  await player.close();
});

test("a FEN in the editor becomes a game against the engine", async () => {
  const player = await open({ variant: "chess" });
  await edit(player);
  await fen(player).fill("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await fen(player).press("Enter");
  await player.until(async () => (await point(player, "e2").getAttribute("aria-label")) === "e2, white pawn");
  await dialog(player).getByRole("button", { name: "Play", exact: true }).click();
  await dialog(player).locator("form.new-game").waitFor();
  await player.begin({ opponent: "engine", level: "600", side: "first", time: "none" });
  await player.play({ from: "e2", to: "e4" });
  await player.stateWhere((state) => state.ply === 2 && state.start.startsWith("4k3/"));
  await player.close();
});

test("closing the editor goes on with the game", async () => {
  const player = await open({ variant: "renju", moves: "h8 i9" });
  await edit(player);
  await point(player, "a1").click();
  await player.page.keyboard.press("Escape");
  await player.play({ to: "j10" });
  await player.stateWhere((state) => state.ply === 3 && state.moves[2].move === "j10");
  await player.close();
});

test("the FEN of a game can be copied, another read; a wrong one is explained", async () => {
  const player = await open({ variant: "chess", moves: GAMES.chess });
  await player.menu("share");
  assert.equal(await fen(player).inputValue(), player.state.fen);
  const field = dialog(player).getByLabel(/^Open a game or position/);
  const problem = dialog(player).locator(".problem:not(:empty)");
  const openText = () => dialog(player).getByRole("button", { name: "Open", exact: true }).click();
  await field.fill("8/8/8/8/8/8/8/8 w - - 0 1");
  await openText();
  await problem.filter({ hasText: /king/i }).waitFor();
  await field.fill("nonsense");
  await openText();
  await player.until(async () => (await problem.innerText()) && !/king/i.test(await problem.innerText()));
  await field.fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await openText();
  await player.stateWhere((state) => state.fen === "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await player.close();
});

test("a FEN behind which moves stand is a game, in the dialog and in the editor", async () => {
  const player = await open({ variant: "xiangqi" });
  const start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  await player.menu("share");
  await dialog(player)
    .getByLabel(/^Open a game or position/)
    .fill(`${start} moves e2e4 e8e7 e1e2`);
  await dialog(player).getByRole("button", { name: "Open", exact: true }).click();
  await player.stateWhere((state) => state.ply === 3 && state.start === start);
  await player.play({ from: "e7", to: "e6" });
  await player.stateWhere((state) => state.ply === 4 && state.fen.startsWith("8/8/4k3/8/4P3/8/4K3/8 w"));
  await edit(player);
  await fen(player).fill(`${start} moves e2e4`);
  await fen(player).press("Enter");
  await player.until(async () => (await fen(player).inputValue()) === "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
  await player.close();
});

test("what is ignored in a FEN is named", async () => {
  const player = await open({ variant: "chess" });
  await player.menu("share");
  await dialog(player)
    .getByLabel(/^Open a game or position/)
    .fill("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 4 9");
  await dialog(player).getByRole("button", { name: "Open", exact: true }).click();
  await player.toast(/Castling rights K /);
  await player.stateWhere((state) => state.start === "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 4 9");
  await player.close();
});

test("a link holds the whole game", async () => {
  const player = await open({ variant: "gomoku", options: { BoardSize: 19 }, moves: GAMES.gomoku });
  await player.menu("share");
  const link = await dialog(player).getByLabel("Link to this game").inputValue();
  assert.ok(link.startsWith(server.url));
  const other = await Player.open(browser, server, { hash: new URL(link).hash });
  const state = await other.stateWhere((state) => state.variant === "gomoku" && state.ply > 0);
  assert.equal(state.moves.map(({ move }) => move).join(" "), GAMES.gomoku);
  assert.match(state.start, /^(19\/){18}19 /);
  await other.close();
  await player.close();
});

test("a link with an illegal move opens the game before it, and says so", async () => {
  const player = await Player.open(browser, server, { hash: "#variant=chess&moves=e2e4+e7e5+e1e3+g8f6" });
  await player.toast(/does not accept/);
  await player.stateWhere((state) => state.ply === 2);
  await player.close();
});

test("a link that cannot be opened says why, in both languages, and the page goes on", async () => {
  const moves = (count) =>
    Array.from({ length: count }, (_, i) => ["g1f3", "g8f6", "f3g1", "f6g8"][i % 4]).join("+");
  for (const [hash, english, chinese] of [
    [`#variant=chess&moves=${moves(20_001)}`, /20001 moves.* at most 20000/, /20001 着.*20000 着/],
    ["#variant=shogi&moves=7g7f", /does not play shogi/, /不支持棋类 shogi/],
    ["#moves=e2e4", /damaged/, /已损坏/],
  ]) {
    for (const [locale, words] of [
      ["en-GB", english],
      ["zh-CN", chinese],
    ]) {
      const player = await Player.open(browser, server, { hash, locale });
      const alert = dialog(player).getByRole("alert");
      await alert.waitFor();
      assert.match(await alert.innerText(), words);
      assert.equal(new URL(player.page.url()).hash, "");
      await player.stateWhere((state) => state.variant === "zhonggong");
      await player.close();
    }
  }
  // In a page that is open already, the game goes on.
  const player = await open({ variant: "chess", moves: GAMES.chess });
  await player.page.evaluate((hash) => (location.hash = hash), `#variant=chess&moves=${moves(20_001)}`);
  await dialog(player).getByRole("alert").waitFor();
  await player.page.keyboard.press("Escape");
  await player.stateWhere((state) => state.variant === "chess" && state.ply > 0);
  await player.close();
});

test("a link whose options the server refuses says so", async () => {
  const hash = "#variant=gomoku&option.BoardSize=99&moves=h8";
  const player = await Player.open(browser, server, { hash });
  await player.toast(/BoardSize/);
  await player.stateWhere((state) => state.variant === "gomoku");
  await player.close();
});

test("a link can hold no line of the protocol", async () => {
  const hash = `#variant=chess&fen=${encodeURIComponent("startpos\nquit")}`;
  const player = await Player.open(browser, server, { hash });
  await player.stateWhere((state) => state.variant === "zhonggong");
  assert.ok(!player.sent.includes("quit"));
  await player.close();
});
