// Draw offers, resignation, and what follows the end of a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AGAINST_ENGINE } from "./games.mjs";
import { action, dialog, openGame as open, shareBoard } from "./harness.mjs";

shareBoard();

const answer = (player, name) => dialog(player).getByRole("button", { name, exact: true }).click();

/** A chariot more for White, after enough moves for an offer. */
const WON = {
  variant: "chess",
  start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
  moves: "a1a2 e8d8 a2a3 d8e8 a3a4 e8d8 a4a5 d8e8 a5a6 e8d8",
};

test("a draw offered to a person is confirmed by both, or declined", async () => {
  const player = await open({ variant: "chess", moves: "e2e4 e7e5" });
  await action(player, "Offer a draw");
  assert.match(await dialog(player).innerText(), /Offer a draw as White\?/);
  await answer(player, "Cancel");
  await action(player, "Offer a draw");
  await answer(player, "Offer a draw");
  await dialog(player).filter({ hasText: "Does Black accept?" }).waitFor();
  await answer(player, "Decline");
  await player.toast(/The draw is declined/);
  assert.match(await player.page.locator("#status").innerText(), /White to move/);
  await action(player, "Offer a draw");
  await answer(player, "Offer a draw");
  await answer(player, "Accept");
  await dialog(player).filter({ hasText: "by agreement" }).waitFor();
  assert.match(await player.page.locator("#moves").innerText(), /½–½/);
  await player.close();
});

test("the engine accepts a draw when it is worse", async () => {
  const player = await open({ ...WON, players: AGAINST_ENGINE });
  await action(player, "Offer a draw");
  await answer(player, "Offer a draw");
  await dialog(player).filter({ hasText: "by agreement" }).waitFor();
  await player.close();
});

test("the engine declines a draw when it is better, and the game goes on", async () => {
  const players = { first: AGAINST_ENGINE.second, second: AGAINST_ENGINE.first };
  const player = await open({ ...WON, moves: `${WON.moves} a6a7`, players });
  await action(player, "Offer a draw");
  await answer(player, "Offer a draw");
  await player.toast(/The draw is declined/);
  await player.play({ from: "d8", to: "c8" });
  await player.stateWhere((state) => state.ply >= 13);
  await player.close();
});

test("the engine agrees to no draw at the beginning", async () => {
  const player = await open({ variant: "xiangqi", moves: "h3e3 h10g8", players: AGAINST_ENGINE });
  await action(player, "Offer a draw");
  await answer(player, "Offer a draw");
  await player.toast(/The draw is declined/);
  await player.close();
});

test("resignation is asked again; its result offers what can be done next", async () => {
  const player = await open({ variant: "zhonggong", moves: "c3c4 i9i8", players: AGAINST_ENGINE });
  await action(player, "Resign");
  assert.match(await dialog(player).innerText(), /Resign the game as Red\?/);
  await answer(player, "Cancel");
  assert.match(await player.page.locator("#status").innerText(), /Your turn/);
  await action(player, "Resign");
  await answer(player, "Resign");
  const result = player.page.locator("dialog.result");
  await result.waitFor();
  assert.match(
    await result.innerText(),
    /You lost\s+resignation · 1 move\s+Against Learner: 0 won, 0 drawn, 1 lost/i,
  );
  const offered = await result.locator(".buttons button").allInnerTexts();
  assert.deepEqual(offered, ["Review", "Rematch", "New game", "Look at the game"]);
  await answer(player, "Look at the game");
  await result.waitFor({ state: "detached" });
  await player.page.keyboard.press("Home");
  await player.until(async () => /No moves|[PR]\d/.test(await player.page.locator("#moves").innerText()));
  assert.equal(await player.page.locator('#moves [aria-current="true"]').count(), 0, "the start is shown");

  // The review says how well one played; New game shows the record at the level.
  await action(player, "Review");
  const line = player.page.locator(".review-result");
  await line.waitFor();
  assert.match(await line.innerText(), /^1 move · your accuracy \d+%, the engine’s \d+%$/);
  await player.page.click("#menu-new");
  assert.match(await dialog(player).innerText(), /Your record: 0 won, 0 drawn, 1 lost/);
  await dialog(player).locator("[name=level]").selectOption("1500");
  assert.doesNotMatch(await dialog(player).innerText(), /Your record/);
  await player.close();
});

test("a rematch is played with the sides exchanged", async () => {
  const player = await open({ variant: "gomoku", moves: "h8 i9", players: AGAINST_ENGINE });
  await action(player, "Resign");
  await answer(player, "Resign");
  await player.page.locator("dialog.result").getByRole("button", { name: "Rematch" }).click();
  await player.stateWhere((state) => state.ply === 1 && state.turn === "second");
  assert.match(await player.page.locator("#player-bottom").innerText(), /White · You/);
  await player.close();
});
