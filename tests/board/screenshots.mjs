// Pictures of every page and dialog, for scripts/screenshots.

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { AGAINST_ENGINE, GAMES, keptGame } from "./games.mjs";
import { Player, Server, startBrowser } from "./harness.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, readme: { type: "boolean", default: false } },
});
const folder = positionals[0] ?? (values.readme ? "src/web/pictures" : "target/screenshots");
const only = new RegExp(values.only);
mkdirSync(folder, { recursive: true });

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
];
const LOCALES = { en: "en-GB", zh: "zh-CN" };
const VARIANTS = Object.keys(GAMES);

const live = (variant, more = {}) => ({
  game: keptGame({ variant, moves: GAMES[variant], players: AGAINST_ENGINE, ...more }),
});
const analysed = (variant, more = {}) => ({
  game: keptGame({ variant, moves: GAMES[variant], live: false, ...more }),
});
const people = (variant, moves, more = {}) => ({ game: keptGame({ variant, moves, ...more }) });

/** Waits until the whole board is drawn. */
const drawn = (player) => player.page.locator("#board .board-cell").first().waitFor();
const menu = (name) => (player) => player.page.click(`#menu-${name}`);
const action = (number) => (player) => player.page.locator("#actions button").nth(number).click();

async function ask(player, number) {
  await action(number)(player);
  await player.page.locator("dialog[open]").waitFor();
}

/** Searches a position for a while, by work and not by time. */
async function engine(player) {
  await player.page.keyboard.press("l");
  await player.page.locator(".lines li").nth(2).waitFor();
  await player.until(() =>
    player.received.some((line) => /^info depth (1\d|[6-9]) .* multipv 3 /.test(line)),
  );
}

async function review(player) {
  await player.page.locator("#actions button").nth(1).click();
  await player.page.locator(".review-table").waitFor();
}

async function lesson(player) {
  await player.page.locator(".lesson-page [data-point]").first().waitFor();
}

/** What is pictured: a name, how the page is opened, and what is done before the picture is taken. */
const SCENES = [
  { name: "new-game", open: {}, act: (player) => player.page.locator("dialog[open]").waitFor() },
  ...VARIANTS.map((variant) => ({ name: `game-${variant}`, open: live(variant) })),
  ...VARIANTS.map((variant) => ({
    name: `analysis-${variant}`,
    open: analysed(variant),
    act: engine,
    quick: false,
  })),
  ...["zhonggong", "xiangqi", "chess", "renju"].map((variant) => ({
    name: `review-${variant}`,
    open: analysed(variant),
    act: review,
  })),
  ...VARIANTS.map((variant) => ({
    name: `editor-${variant}`,
    open: people(variant, ""),
    act: async (player) => {
      await menu("editor")(player);
      await player.page.locator("dialog .board-cell").first().waitFor();
    },
  })),
  {
    name: "editor-impossible",
    open: people("chess", ""),
    act: async (player) => {
      await menu("editor")(player);
      await player.page.locator('dialog [data-point="e1"]').click();
      await player.page.locator(".problem:not(:empty)").waitFor();
    },
  },
  { name: "share", open: live("chess"), act: menu("share") },
  { name: "settings", open: live("chess"), act: menu("settings") },
  { name: "keys", open: live("chess"), act: (player) => player.page.keyboard.press("?") },
  {
    name: "clocks",
    open: { ...live("chess", { control: { kind: "clock", base: 300, increment: 3 } }), left: [9500, 61000] },
  },
  {
    name: "ask-draw",
    open: live("xiangqi", { moves: GAMES.xiangqi.split(" ").slice(0, 12).join(" ") }),
    act: (player) => ask(player, 3),
  },
  {
    name: "ask-resign",
    open: live("xiangqi", { moves: GAMES.xiangqi.split(" ").slice(0, 12).join(" ") }),
    act: (player) => ask(player, 4),
  },
  {
    name: "result",
    open: people("chess", "f2f3 e7e5 g2g4"),
    act: async (player) => {
      await player.play({ from: "d8", to: "h4" });
      await player.page.locator("dialog.result").waitFor();
    },
  },
  {
    name: "five",
    open: people("gomoku", "h8 a1 i8 a2 j8 a3 k8 a5"),
    act: async (player) => {
      await player.play({ to: "l8" });
      await player.page.locator("dialog.result button.close").click();
    },
  },
  {
    name: "promotion",
    open: people("chess", "", { start: "8/P3k3/8/8/8/8/4K3/8 w - - 0 1" }),
    act: async (player) => {
      await player.press("a7");
      await player.press("a8");
      await player.page.locator(".board-picker").waitFor();
    },
  },
  {
    name: "trade",
    open: people("zhonggong", "", { start: "P1P6/9/4c1n2/4k4/9/4K4/9/9/4R4 w - - 0 1" }),
    act: (player) => player.press("a9"),
  },
  {
    name: "refused",
    open: people("zhonggong", "", { start: "4r4/9/9/5k3/9/4K4/3A5/9/9 w - - 0 1" }),
    act: async (player) => {
      await player.press("d3");
      await player.press("c2");
      await player.page.locator(".toast").waitFor();
    },
  },
  {
    name: "check",
    open: people("xiangqi", "", { start: "3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1" }),
  },
  {
    name: "liberties",
    open: { ...people("zhonggong", GAMES.zhonggong), settings: { showLiberties: true } },
  },
  {
    name: "forbidden",
    open: people("renju", "", { start: "15/15/15/15/4O10/7X2O4/7X7/5XX8/15/10O4/4O10/15/15/15/15 b 5" }),
  },
  { name: "numbers", open: { ...people("renju", GAMES.renju), settings: { numbers: true } } },
  {
    name: "variations",
    open: analysed("chess"),
    act: async (player) => {
      await player.page.keyboard.press("Home");
      for (let ply = 0; ply < 4; ply += 1) await player.page.keyboard.press("ArrowRight");
      await player.stateWhere((state) => state.ply === 4);
      await player.play({ from: "d2", to: "d4" });
      await player.stateWhere((state) => state.moves[4]?.move === "d2d4");
    },
  },
  { name: "looking-back", open: live("zhonggong", { shown: 10 }) },
  {
    name: "lessons",
    open: { hash: "#learn" },
    full: true,
    act: (player) => player.page.locator(".courses").waitFor(),
  },
  ...["general", "find-guards", "buy-cannon", "three-three", "long-check"].map((id) => ({
    name: `lesson-${id}`,
    open: { hash: `#learn/${id}` },
    act: lesson,
  })),
  {
    name: "lesson-wrong",
    open: { hash: "#learn/find-guards" },
    act: async (player) => {
      await lesson(player);
      await player.page.locator('.lesson-page [data-point="a1"]').click();
      await player.page.locator(".lesson-comment.bad").waitFor();
    },
  },
  {
    name: "connection-lost",
    own: true,
    open: live("chess"),
    act: async (player) => {
      await player.server.kill();
      await player.page.locator("#connection").waitFor();
    },
  },
];

/** Boards in each of their themes, and men in each of their kinds. */
const LOOKS = [
  ...["wood", "green", "blue", "plain"].map((board) => ({ board })),
  ...["letters", "pictures"].map((men) => ({ men, names: "wxf" })),
];

const browser = await startBrowser();
const server = await Server.start();

/**
 * @param {string} name
 * @param {object} scene
 * @param {object} options  how the page is opened
 */
async function picture(name, scene, options) {
  if (!only.test(name)) return;
  const own = scene.own ? await Server.start() : server;
  const player = await Player.open(browser, own, {
    ...options,
    ...scene.open,
    quick: scene.quick ?? true,
    settings: { ...options.settings, ...scene.open.settings },
  });
  if (!scene.open.hash) await drawn(player);
  await scene.act?.(player);
  await player.page.evaluate(() => document.fonts.ready);
  await player.page.screenshot({
    path: join(folder, `${name}.png`),
    fullPage: options.width < 800 || scene.full,
  });
  if (scene.own) await own.kill();
  if (player.problems.length) console.log(`${name}: ${player.problems.join("; ")}`);
  await player.context.close();
}

async function everything() {
  for (const size of SIZES) {
    for (const [language, locale] of Object.entries(LOCALES)) {
      for (const theme of ["light", "dark"]) {
        const options = { ...size, locale, dark: theme === "dark" };
        for (const scene of SCENES) {
          await picture(`${scene.name}.${language}.${theme}.${size.width}`, scene, options);
        }
      }
    }
  }
  for (const look of LOOKS) {
    for (const variant of look.men
      ? ["zhonggong", "xiangqi", "chess"]
      : ["zhonggong", "xiangqi", "chess", "renju"]) {
      for (const theme of ["light", "dark"]) {
        const scene = { open: live(variant) };
        const options = { ...SIZES[1], dark: theme === "dark", settings: look };
        await picture(`look-${look.men ?? look.board}-${variant}.en.${theme}.1280`, scene, options);
      }
    }
  }
}

/** The pictures of the README. */
async function readme() {
  for (const variant of ["zhonggong", "xiangqi", "chess", "renju"]) {
    const options = { width: 900, height: 560, settings: { showForbidden: true } };
    await picture(variant, { open: live(variant) }, options);
    console.log(`${variant}.png: ${Math.round(statSync(join(folder, `${variant}.png`)).size / 1024)} KiB`);
  }
}

try {
  await (values.readme ? readme() : everything());
} finally {
  await browser.close();
  await server.kill();
}
