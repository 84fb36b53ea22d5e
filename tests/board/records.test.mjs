// Games as files: out in each format and in again, by the file dialog and by dropping a file on the page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { GAMES } from "./games.mjs";
import { dialog, openGame, shareBoard } from "./harness.mjs";

shareBoard();

const open = (choices) => openGame({ live: false, ...choices });

/** Opens a file by the page's own dialog. */
async function choose(player, name, contents) {
  const { page } = player;
  await player.menu("share");
  const chooser = page.waitForEvent("filechooser");
  await dialog(player).getByRole("button", { name: "Choose a file…" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(contents) });
}

/** Drops a file on the board. */
async function drop(player, name, contents) {
  const data = await player.page.evaluateHandle(
    ([name, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], name));
      return data;
    },
    [name, [...Buffer.from(contents)]],
  );
  await player.page.dispatchEvent("#board", "dragover", { dataTransfer: data });
  await player.page.locator(".dropping").waitFor();
  await player.page.dispatchEvent("#board", "drop", { dataTransfer: data });
  assert.equal(await player.page.locator(".dropping").count(), 0);
}

/** Waits for a game with these moves. */
function opened(player, variant, moves) {
  const wanted = (state) =>
    state.variant === variant && state.moves.map(({ move }) => move).join(" ") === moves;
  return player.stateWhere(wanted, `${variant} ${moves}`);
}

const FORMATS = [
  ["chess", "pgn", /1\. e4 c5 2\. Nf3/],
  ["xiangqi", "pgn", /1\. 炮二平五 马8进7/],
  ["zhonggong", "pgn", /1\. 兵七进一 车9进1/],
  ["gomoku", "pgn", /1\. h8 i9/],
  ["gomoku", "sgf", /;B\[hh\]\s*;W\[ig\]/],
  ["gomoku", "psq", /^Piskvorky 15x15/],
  ["gomoku-standard", "sgf", /;B\[hh\]\s*;W\[ig\]/],
  ["renju", "sgf", /;B\[hh\]\s*;W\[ig\]/],
];

for (const [variant, format, contents] of FORMATS) {
  test(`${variant}: a game is written as ${format.toUpperCase()}, downloaded and opened again`, async () => {
    const player = await open({ variant, moves: GAMES[variant] });
    const { page } = player;
    await player.menu("share");
    const shown = dialog(player).getByLabel("The game as a file").last();
    await shown.waitFor();
    const radio = dialog(player).locator(`input[name="format"][value="${format}"]`);
    if ((await radio.count()) > 0) await radio.check({ force: true });
    await player.until(async () => contents.test(await shown.inputValue()), `${contents} is shown`);
    const download = page.waitForEvent("download");
    await dialog(player).getByRole("button", { name: "Download" }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), `${variant}.${format}`);
    const text = await readFile(await file.path(), "utf8");
    assert.equal(text.trim(), (await shown.inputValue()).trim());
    await page.keyboard.press("Escape");

    const other = await open({ variant: "chess", moves: "d2d4" });
    await choose(other, `game.${format}`, text);
    await opened(other, variant, GAMES[variant]);
    assert.equal(await dialog(other).count(), 0);
    await other.close();
    await player.close();
  });
}

/** The bytes of a text in GB18030, for the characters that have two of them there. */
function gb18030(text) {
  const decoder = new TextDecoder("gb18030");
  const codes = new Map();
  for (let lead = 0xb0; lead <= 0xf7; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1)
      codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  return Uint8Array.from([...text].flatMap((letter) => codes.get(letter) ?? [letter.charCodeAt(0)]));
}

test("a file of xiangqi in GB18030 is dropped on the board, and its players are named", async () => {
  const player = await open({ variant: "chess", moves: "d2d4" });
  const text =
    '[Game "Chinese Chess"]\n[Red "王天一"]\n[Black "郑惟桐"]\n\n1. 炮二平五 马8进7 2. 马二进三 *\n';
  await drop(player, "game.pgn", gb18030(text));
  await opened(player, "xiangqi", "h3e3 h10g8 h1g3");
  assert.match(await player.page.locator("#player-bottom").innerText(), /王天一/);
  assert.match(await player.page.locator("#player-top").innerText(), /郑惟桐/);
  await player.close();
});

test("of several games in a file one is chosen", async () => {
  const player = await open({ variant: "chess" });
  const game = (white, move) => `[White "${white}"]\n[Black "Li"]\n[Result "1-0"]\n\n1. ${move} 1-0\n\n`;
  await drop(player, "games.pgn", game("Anna", "e4 e5") + game("Berta", "d4 d5"));
  await dialog(player)
    .getByRole("button", { name: /Berta – Li/ })
    .click();
  await opened(player, "chess", "d2d4 d7d5");
  assert.match(await player.page.locator("#status").innerText(), /White wins/);
  await player.close();
});

test("a file takes the board from a game that is being played, which is kept", async () => {
  const player = await open({ variant: "chess", live: true, moves: "e2e4" });
  await drop(player, "game.pgn", "1. d4 d5 *");
  await opened(player, "chess", "d2d4 d7d5");
  await player.menu("games");
  await player.page.locator(".games-card").nth(1).waitFor();
  await player.page.locator(".games-open").nth(1).click();
  await opened(player, "chess", "e2e4");
  await player.close();
});

test("a file that cannot be read says where it fails, and the game stays", async () => {
  const player = await open({ variant: "chess", moves: "e2e4" });
  await drop(player, "game.pgn", "1. e4 e5 2. Ke3 *\n");
  await player.toast(/cannot be read.*line 1/);
  await choose(player, "game.sgf", "(;GM[4]SZ[15];B[zz])");
  await dialog(player).locator(".problem").filter({ hasText: "cannot be read" }).waitFor();
  const large = { name: "large.pgn", mimeType: "text/plain", buffer: Buffer.alloc(600_000, "x") };
  await dialog(player).locator("input[type=file]").setInputFiles(large);
  await dialog(player).locator(".problem").filter({ hasText: "too large" }).waitFor();
  await player.page.keyboard.press("Escape");
  assert.equal(player.state.moves.map(({ move }) => move).join(" "), "e2e4");
  await player.close();
});

/** What the dialog of files shows of the game in a format. */
async function shown(player, format) {
  // The dialog that a file was chosen in closes once the file is read.
  await player.until(async () => (await dialog(player).count()) === 0, "no dialog is open");
  await player.menu("share");
  const text = dialog(player).locator("textarea[readonly]").last();
  await text.waitFor();
  const radio = dialog(player).locator(`input[name="format"][value="${format}"]`);
  if (await radio.count()) await radio.check({ force: true });
  await player.until(async () => (await text.inputValue()).trim(), "the file is written");
  return text;
}

test("a file comes back from the page with all that it holds", async () => {
  const player = await open({ variant: "chess" });
  const pgn =
    "{first} 1. e4 $1 {[%clk 0:04:58] [%cal Gd2d4] good} (1. d4 d5 {solid} (1... Nf6)) 1... e5 2. Nf3 $6 1-0";
  const tags = '[Event "Cup"]\n[White "Li"]\n[Black "Wang"]\n[Result "1-0"]\n[Annotator "Zhao"]\n';
  await choose(player, "cup.pgn", `${tags}\n${pgn}\n`);
  await opened(player, "chess", "e2e4 e7e5 g1f3");
  const written = await shown(player, "pgn");
  await player.until(async () => /Zhao/.test(await written.inputValue()), "the tags are written");
  const text = await written.inputValue();
  for (const tag of tags.trim().split("\n")) assert.ok(text.includes(tag), tag);
  assert.equal(
    text
      .replace(/^\[[A-Z].*\]$/gm, "")
      .trim()
      .replace(/\s+/g, " "),
    pgn,
  );
  await player.page.keyboard.press("Escape");

  const nodes = "C[start];B[hh]TR[hh]C[centre](;W[ii]LB[jj:A];B[jj])(;W[gg]N[other])";
  await choose(player, "renju.sgf", `(;GM[4]SZ[15]RU[renju]PB[Li]PW[Wang]${nodes})`);
  await player.stateWhere((state) => state.variant === "renju" && state.moves.length === 3);
  const sgf = await shown(player, "sgf");
  await player.until(async () => /^\(;FF/.test(await sgf.inputValue()), "the game is written");
  assert.ok((await sgf.inputValue()).replace(/\s+/g, "").includes(nodes), await sgf.inputValue());
  await player.close();
});

test("a game that nothing names is told, and what was left out of a file", async () => {
  const player = await open({ variant: "chess" });
  await choose(player, "short.pgn", '[White "A"]\n\n1. e5 *\n');
  await opened(player, "gomoku", "e5");
  await player.toast(/Nothing names the game\. It was read as Gomoku/);
  await player.close();
});
