// Games between people on several machines: each has a browser of its own, and only the host knows the board's token.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { keptGame } from "./games.mjs";
import { browser, Player, Server, server, shareBoard } from "./harness.mjs";

const require = createRequire(import.meta.url);
shareBoard();

/** Five in a row of Black, while White's stones stand at the edge. */
const FIVE = "h8 a1 h9 a3 h10 a5 h11 a7 h12".split(" ");

/** A short game of each variant, or its end: where it begins, its moves, and how it ends. */
const GAMES = {
  zhonggong: ["8C/8N/9/5k1n1/9/4K4/9/9/9 w - - 0 1", "i8h6 f6e6 i9i6".split(" "), /^1–0/],
  xiangqi: ["4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1", "b1b9 e10f10 a2a10".split(" "), /^1–0/],
  chess: [null, "f2f3 e7e5 g2g4 d8h4".split(" "), /^0–1/],
  gomoku: [null, FIVE, /^1–0/],
  "gomoku-standard": [null, FIVE, /^1–0/],
  renju: [null, FIVE, /^1–0/],
};

const isStones = (variant) => variant === "renju" || variant.startsWith("gomoku");

/** Somebody at the page of a room. */
class Guest extends Player {
  /** Comes by an address, in a browser of their own. */
  static async come(url, options = {}) {
    const guest = new Guest();
    guest.url = url;
    guest.board = "#board";
    guest.touch = options.hasTouch ?? false;
    guest.problems = [];
    guest.context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
      ...options,
    });
    await guest.openPage();
    return guest;
  }

  async openPage() {
    this.page = await this.context.newPage();
    watch(this);
    await this.page.routeWebSocket(/\/seat$/, (socket) => {
      if (this.isCut) {
        socket.close();
        return;
      }
      const upstream = socket.connectToServer();
      this.cut = async () => {
        this.isCut = true;
        await upstream.close();
        await socket.close();
      };
    });
    await this.page.goto(this.url);
  }
}

/** Collects what a page complains of. */
function watch(player) {
  player.page.on("pageerror", (error) => player.problems.push(String(error)));
  player.page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !/WebSocket connection|status of 40[34]/.test(text))
      player.problems.push(text);
  });
}

/**
 * Opens a room by the dialog, as somebody who plays `side`. Returns the host, who sits in it.
 * @param {{ variant: string, start?: string | null }} game
 */
async function invite(game, { side = "first", time = "none", on = server, options = {} } = {}) {
  const kept = keptGame({ variant: game.variant, start: game.start ?? undefined });
  const host = await Player.open(browser, on, { game: kept, ...options });
  const { page } = host;
  await page.click("#menu-invite");
  const form = page.locator("dialog form.invite");
  await form.locator(`input[name=side][value=${side}]`).check({ force: true });
  await form.locator("select[name=time]").selectOption(time);
  await form.locator("button[type=submit]").click();
  await page.waitForURL(/\/game\/[0-9a-f]{32}\/$/);
  await page.locator("#invitation .address").first().waitFor();
  return host;
}

/** The addresses that the host sees, by the first words of their labels. */
async function addresses(host) {
  return host.page
    .locator("#invitation .address")
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector("span").textContent, row.querySelector("input").value]),
      ),
    );
}

const status = (player) => player.page.locator("#status").innerText();
const moves = (player) => player.page.locator("#moves .move").count();
const atPly = (player, ply) => player.until(async () => (await moves(player)) === ply, `${ply} moves`);
const action = (player, name) => player.page.locator("#actions").getByRole("button", { name });
const question = (player, words) => player.page.locator("#question").filter({ hasText: words }).waitFor();
const answer = (player, name) => player.page.locator("#question").getByRole("button", { name }).click();
const presence = (player, words) =>
  player.page.locator("#player-top .presence").filter({ hasText: words }).waitFor();

/** A move as the hand plays it. */
function handMove(variant, text) {
  if (isStones(variant)) return { to: text };
  const [, from, to] = /^([a-z]\d+)([a-z]\d+)$/.exec(text);
  return { from, to };
}

Object.entries(GAMES).forEach(([variant, [start, line, result]], index) => {
  test(`two people play ${variant} to its end, and one is cut off in the middle`, async () => {
    const time = index % 2 ? "clock 600 5" : "none";
    const host = await invite({ variant, start }, { time });
    const [[label, url]] = Object.entries(await addresses(host));
    assert.match(label, /seat/);
    const guest = await Guest.come(url);
    await host.toast(/Both players are here/);
    assert.ok(await host.page.locator("#invitation").isHidden());
    const players = [host, guest];

    for (const [ply, text] of line.entries()) {
      if (ply === 1) {
        // Its own turn has come, and it is gone: by the network, or by a closed page.
        if (index % 2) await guest.cut();
        else await guest.page.close();
        await presence(host, "away");
        await question(host, index % 2 ? /the clock goes on/ : /The game waits\.$/);
        if (index % 2) {
          await guest.page.locator("#connection").filter({ hasText: "The clock goes on" }).waitFor();
          guest.isCut = false;
        } else await guest.openPage();
        await host.until(async () => !(await host.page.locator("#player-top .presence").textContent()));
        await atPly(guest, 1);
      }
      await players[ply % 2].play(handMove(variant, text));
      await Promise.all(players.map((player) => atPly(player, ply + 1)));
    }
    for (const player of players) {
      await player.page.locator("dialog.result").waitFor();
      assert.match(await player.page.locator("#moves .move-result").innerText(), result);
    }
    const won = /You won/.test(await host.page.locator("dialog.result h2").innerText());
    assert.equal(won, result.test("1–0"));
    assert.equal(await guest.page.locator("dialog.result h2").innerText(), won ? "You lost" : "You won");
    for (const player of players) await player.close();
  });
});

test("offers are asked and answered, and a spectator sees it all", async () => {
  const host = await invite({ variant: "chess" }, { side: "second" });
  const [[, url], [, watchUrl]] = Object.entries(await addresses(host));
  const guest = await Guest.come(url);
  const spectator = await Guest.come(watchUrl);
  await host.page.locator("#spectators").filter({ hasText: "1" }).waitFor();
  // The guest is White, whose pieces are at the bottom of its board and at the top of the host's.
  const [low, high] = await Promise.all([guest.middle("e2"), host.middle("e2")]);
  assert.ok(low[1] > high[1]);
  await guest.play({ from: "e2", to: "e4" });
  await Promise.all([host, spectator].map((player) => atPly(player, 1)));
  // A move that is not one is explained, and may be typed in any notation.
  await host.page.keyboard.press("t");
  await host.page.locator("#typed-move").fill("Ke6");
  await host.page.locator("#typed-play").click();
  await host.page.locator(".toast").first().waitFor();
  await host.page.locator("#typed-move").fill("Nf6");
  await host.page.locator("#typed-play").click();
  await Promise.all([guest, spectator].map((player) => atPly(player, 2)));

  await action(guest, "Ask to take back").click();
  await question(spectator, "White asks to take back a move.");
  await question(host, "White asks to take back a move.");
  await answer(host, "Decline");
  await guest.toast(/Black does not agree to take back/);
  await action(guest, "Ask to take back").click();
  await guest.toast(/after the next move/);
  await action(host, "Ask to take back").click();
  await question(guest, "Black asks to take back");
  await answer(guest, "Accept");
  await Promise.all([host, guest, spectator].map((player) => atPly(player, 1)));

  await host.play({ from: "e7", to: "e5" });
  await atPly(guest, 2);
  await action(guest, "Offer a draw").click();
  await question(guest, "You have offered a draw.");
  await answer(guest, "Withdraw");
  await host.toast(/White withdraws the draw offer/);
  await action(host, "Offer a draw").click();
  await question(guest, "Black offers a draw.");
  await answer(guest, "Accept");
  for (const player of [host, guest, spectator]) {
    await player.page.locator("dialog.result").filter({ hasText: "by agreement" }).waitFor();
    await player.page.keyboard.press("Escape");
  }
  assert.equal(await spectator.page.locator("#actions button").count(), 0);

  // A rematch with sides exchanged, which is resigned.
  await action(guest, "Rematch").click();
  await question(host, "White offers a rematch");
  await answer(host, "Accept");
  await Promise.all([host, guest].map((player) => player.toast(/sides exchanged/)));
  await Promise.all([host, guest, spectator].map((player) => atPly(player, 0)));
  await host.play({ from: "d2", to: "d4" });
  await atPly(guest, 1);
  await action(guest, "Resign").click();
  await guest.page.locator("dialog[open]").getByRole("button", { name: "Resign" }).click();
  await host.page.locator("dialog.result").filter({ hasText: "You won" }).waitFor();
  assert.match(await status(spectator), /White wins · resignation/);
  for (const player of [host, guest, spectator]) await player.close();
});

/** What a player needs that is beyond the window or below something else. */
const outOfReach = ({ page }) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const scrolls = scrollWidth > innerWidth || scrollHeight > innerHeight ? ["the page scrolls"] : [];
    const needed = document.querySelectorAll(
      "#actions button, #walk button, #question button, .player, #status",
    );
    const faults = [...needed].filter((element) => {
      if (!element.checkVisibility()) return false;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || !element.contains(found);
    });
    return [...scrolls, ...faults.map((element) => element.textContent || element.id)];
  });

for (const locale of ["en-GB", "zh-CN"]) {
  test(`the buttons of a room are in view in every window (${locale})`, async () => {
    const host = await invite({ variant: "xiangqi" }, { time: "clock 300 3", options: { locale } });
    const [[, url]] = Object.entries(await addresses(host));
    const sizes = [
      [1366, 768],
      [1100, 700],
      [820, 1180],
      [390, 844],
      [360, 640],
      [844, 390],
    ];
    const check = async (player, when) => {
      for (const [width, height] of sizes) {
        await player.page.setViewportSize({ width, height });
        assert.deepEqual(await outOfReach(player), [], `${when}, ${width} × ${height}`);
      }
    };
    await check(host, "invitation");
    const guest = await Guest.come(url, { locale });
    await host.page.locator("#invitation").waitFor({ state: "hidden" });
    await host.play({ from: "h3", to: "e3" });
    await atPly(guest, 1);
    await guest.page.locator("#actions button").nth(2).waitFor();
    await check(guest, "guest");
    await host.page.locator(".toast").waitFor({ state: "detached" });
    await check(host, "host");
    await host.page.locator("#actions button").nth(1).click();
    await guest.page.locator("#question button").nth(1).waitFor();
    await check(guest, "offer");
    for (const player of [host, guest]) await player.close();
  });
}

test("the host seats the engine, and another page takes a seat over", async () => {
  const host = await invite({ variant: "xiangqi" });
  const [[, url]] = Object.entries(await addresses(host));
  await action(host, "Seats").click();
  await host.page.locator("dialog select[name=second]").selectOption("600");
  await host.page.locator("#player-top").filter({ hasText: "Engine: Beginner" }).waitFor();
  await host.play({ from: "h3", to: "e3" });
  await atPly(host, 2);

  // The person comes after all.
  const guest = await Guest.come(url);
  await guest.page.locator("#player-top").waitFor();
  assert.equal(await action(guest, "Resign").isVisible(), false);
  await action(host, "Seats").click();
  await host.page.locator("dialog select[name=second]").selectOption("person");
  await action(guest, "Resign").waitFor();
  await host.play({ from: "h1", to: "g3" });
  await atPly(guest, 3);

  const second = await Guest.come(url);
  await guest.page.locator("#connection").filter({ hasText: "taken on another page" }).waitFor();
  await atPly(second, 3);
  await guest.page.getByRole("button", { name: "Sit down here" }).click();
  await second.page.locator("#connection").filter({ hasText: "taken on another page" }).waitFor();
  await guest.page.locator("#connection").waitFor({ state: "hidden" });

  // The host finds the game again from the board, and ends it for all.
  await host.page.locator("#menu-board").click();
  await host.page.waitForURL(/\/browsertests1234\/$/);
  await presence(guest, "away");
  await host.page.click("#menu-invite");
  await host.page.locator(".rooms a").filter({ hasText: "Red" }).last().click();
  await atPly(host, 3);
  await action(host, "Seats").click();
  await host.page.getByRole("button", { name: "End for all" }).click();
  await host.page.locator("dialog[open]").getByRole("button", { name: "End for all" }).click();
  await guest.page.locator("#connection").filter({ hasText: "This game has ended" }).waitFor();
  const gone = await guest.page.goto(url);
  assert.equal(gone.status(), 404);
  assert.match(await guest.page.locator("body").innerText(), /has ended[^]*已经结束/);
  for (const player of [host, guest, second]) await player.close();
});

test("time runs out on the server", async () => {
  const answer = await fetch(new URL("rooms", server.url), {
    method: "POST",
    body: JSON.stringify({
      variant: "gomoku",
      control: { kind: "move", seconds: 1.5 },
      first: { kind: "person" },
      second: { kind: "person" },
    }),
  });
  const room = await answer.json();
  const [first, second] = await Promise.all(
    ["first", "second"].map((side) => Guest.come(new URL(room[side], room.own).href)),
  );
  await first.page.locator("#status").filter({ hasText: "Your turn" }).waitFor();
  await first.play({ to: "h8" });
  await second.page.locator("#player-bottom .clock.running").waitFor();
  await second.page.locator("dialog.result").filter({ hasText: "time is up" }).waitFor();
  assert.match(await second.page.locator("#player-bottom .clock").innerText(), /^0:00\.0$/);
  await first.page.locator("dialog.result").filter({ hasText: "You won" }).waitFor();
  for (const player of [first, second]) await player.close();
});

/** Closes a page that has asked a server for files that was gone. */
async function closeAfterEnd(player) {
  player.forgive(/ERR_CONNECTION_(REFUSED|RESET)/);
  await player.close();
}

test("a game goes on after the server was killed, and says so when it cannot", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "quadriga-rooms-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const library = ["--library", join(folder, "games.sqlite")];
  let kept = await Server.start(library);
  t.after(() => kept.kill());
  const host = await invite({ variant: "xiangqi" }, { time: "clock 600 5", on: kept });
  const note = host.page.locator("#invitation p").last();
  assert.match(await note.innerText(), /goes on with the next start/);
  const [[, url]] = Object.entries(await addresses(host));
  const guest = await Guest.come(url, { locale: "zh-CN" });
  await host.toast(/The game begins/);
  await host.play({ from: "h3", to: "e3" });
  await atPly(guest, 1);
  await guest.play({ from: "h10", to: "g8" });
  await atPly(host, 2);
  await action(host, "Offer a draw").click();
  await question(guest, "红方提议和棋");

  await kept.kill();
  await host.page.locator("#connection").filter({ hasText: "is lost" }).waitFor();
  kept = await Server.start(library, kept.port);
  await host.page.locator("#connection").waitFor({ state: "hidden" });
  await guest.page.locator("#connection").waitFor({ state: "hidden" });
  await question(guest, "红方提议和棋");
  await host.play({ from: "h1", to: "g3" });
  await atPly(guest, 3);

  // One who comes alone is told that the game waits.
  const address = host.page.url();
  await closeAfterEnd(host);
  await kept.kill();
  kept = await Server.start(library, kept.port);
  await guest.page.locator("#status").filter({ hasText: "双方都回来后，对局继续" }).waitFor();
  await presence(guest, "已离线");
  const again = await Guest.come(address);
  await guest.toast(/双方都回来了，对局继续/);
  await again.page.locator("#status").filter({ hasText: "Black to move" }).waitFor();
  await again.close();
  await closeAfterEnd(guest);

  const unkept = await invite({ variant: "chess" });
  assert.match(await unkept.page.locator("#invitation p").last().innerText(), /ends with the program/);
  await unkept.close();
});

for (const variant of ["gomoku", "gomoku-standard"]) {
  test(`two people play the Swap2 opening of ${variant}`, async () => {
    const host = await Player.open(browser, server, { game: keptGame({ variant: "chess" }) });
    await host.page.click("#menu-invite");
    const form = host.page.locator("dialog form.invite");
    assert.equal(await form.locator("input[value=swap2]").count(), 0);
    await form.locator("select[name=variant]").selectOption(variant);
    await form.locator("input[name=from][value=swap2]").check({ force: true });
    await form.getByText("Placing first").click();
    await form.locator("button[type=submit]").click();
    await host.page.waitForURL(/\/game\/[0-9a-f]{32}\/$/);
    await host.page.locator("#invitation .address").first().waitFor();
    const [[label, url]] = Object.entries(await addresses(host));
    assert.equal(label, "Second player’s seat");
    const guest = await Guest.come(url, { locale: "zh-CN", viewport: { width: 390, height: 844 } });
    await guest.page.locator("#status").filter({ hasText: "第一位棋手正在摆三子" }).waitFor();
    for (const [ply, to] of ["h8", "i9", "g6"].entries()) {
      await host.play({ to });
      for (const player of [host, guest]) await atPly(player, ply + 1);
    }
    await host.page.locator("#status").filter({ hasText: "Second player chooses a colour" }).waitFor();
    await answer(guest, "再摆两子");
    await guest.page.locator("#status").filter({ hasText: "请再摆" }).waitFor();
    for (const [i, to] of ["a1", "a15"].entries()) {
      await guest.play({ to });
      for (const player of [host, guest]) await atPly(player, i + 4);
    }
    await answer(host, "Take White");
    await host.toast(/You play White/);
    await guest.page.locator("#player-bottom").filter({ hasText: "黑方 · 您" }).waitFor();
    await host.page.locator("#player-bottom").filter({ hasText: "White · You" }).waitFor();
    await host.page.locator("#moves .opening").filter({ hasText: "Swap2 with 5 stones" }).waitFor();
    await host.play({ to: "h9" });
    await atPly(guest, 6);
    for (const player of [host, guest]) await player.close();
  });
}

test("a room is accessible, fits a phone, and is complete in both languages", async () => {
  const host = await invite({ variant: "zhonggong" }, { time: "clock 300 3" });
  const [[, url]] = Object.entries(await addresses(host));
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const guest = await Guest.come(url, { ...phone, locale: "zh-CN", colorScheme: "dark" });
  await host.page.locator("#invitation").waitFor({ state: "hidden" });
  await host.play({ from: "c3", to: "c4" });
  await atPly(guest, 1);
  await action(host, "Invite").click();
  await action(host, "Offer a draw").click();
  await question(guest, "红方提议和棋");
  const axe = await readFile(
    require.resolve("axe-core/axe.min.js", { paths: [process.env.PLAYWRIGHT ?? "."] }),
    "utf8",
  );
  for (const { page } of [host, guest]) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate("axe.run()");
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    assert.deepEqual(found, []);
    const text = await page.locator("body").innerText();
    assert.doesNotMatch(text, /(room|reason|variant|status|action)\.\w|undefined|NaN|\{\w+\}/);
    const [width, room] = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
    assert.ok(width <= room, `the page is ${width} wide in a window of ${room}`);
  }
  for (const player of [host, guest]) await player.close();
});
