// Pictures of every page and dialog, for scripts/screenshots.

import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { Player, Server, startBrowser } from "./harness.mjs";
import { SCENES, drawn, live } from "./scenes.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, readme: { type: "boolean", default: false } },
});
const folder = positionals[0] ?? (values.readme ? "docs/pictures" : "target/screenshots");
const only = new RegExp(values.only);
mkdirSync(folder, { recursive: true });

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
];
const LOCALES = { en: "en-GB", zh: "zh-CN" };
/** Boards in each of their themes, and pieces in each of their kinds. */
const LOOKS = [
  ...["wood", "green", "blue", "plain"].map((board) => ({ board })),
  ...["letters", "pictures"].map((pieces) => ({ pieces, names: "wxf" })),
];

const browser = await startBrowser();
const server = await Server.start();

/**
 * @param {string} name
 * @param {object} scene
 * @param {object} options  how the page is opened
 * @param {"png" | "jpg"} [format]
 */
async function picture(name, scene, options, format = "png") {
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
    path: join(folder, `${name}.${format}`),
    ...(format === "jpg" ? { type: "jpeg", quality: 50 } : {}),
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
    for (const variant of look.pieces
      ? ["zhonggong", "xiangqi", "chess"]
      : ["zhonggong", "xiangqi", "chess", "renju"]) {
      for (const theme of ["light", "dark"]) {
        const scene = { open: live(variant) };
        const options = { ...SIZES[1], dark: theme === "dark", settings: look };
        await picture(`look-${look.pieces ?? look.board}-${variant}.en.${theme}.1280`, scene, options);
      }
    }
  }
}

/** The pictures of README and docs/board.md: their names, scenes and languages. */
const DOCUMENTS = [
  { name: "zhonggong", scene: "liberties", locale: LOCALES.en },
  { name: "zhonggong.zh", scene: "liberties", locale: LOCALES.zh },
  { name: "xiangqi", scene: "analysis-xiangqi", locale: LOCALES.en },
  { name: "chess", scene: "review-chess", locale: LOCALES.en },
  { name: "renju", scene: "game-renju", locale: LOCALES.en },
];

async function documents() {
  for (const { name, scene: sceneName, locale } of DOCUMENTS) {
    const scene = SCENES.find((scene) => scene.name === sceneName);
    if (!only.test(name)) continue;
    await picture(name, scene, { width: 940, height: 640, locale }, "jpg");
    console.log(`${name}.jpg: ${Math.round(statSync(join(folder, `${name}.jpg`)).size / 1024)} KiB`);
  }
}

try {
  await (values.readme ? documents() : everything());
} finally {
  await browser.close();
  await server.kill();
}
