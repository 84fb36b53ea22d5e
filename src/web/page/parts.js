// Parts of the page without which the first board can be shown. They are loaded when they are wanted, or soon after that
// board, so that they are there if the server is gone later.

import { el } from "./dom.js";
import { loadModule } from "./modules.js";
import { toast } from "./panel.js";
import { loadLanguage, loadLanguages, t } from "./texts/index.js";

const PRINT = "print.css";

/** Style sheets that are asked for. @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/**
 * Loads a style sheet.
 * @param {string} path from this folder
 */
function loadStyle(path) {
  const asked = styles.get(path);
  if (asked) return asked;
  const link = el("link", { rel: "stylesheet", href: new URL(path, import.meta.url).href });
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      link.remove();
      styles.delete(path);
      reject(new Error(path));
    });
  });
  styles.set(path, loaded);
  const layout = document.querySelector('link[href$="/layout.css"]');
  if (path === PRINT) {
    link.media = "print";
    layout?.after(link);
  } else layout?.before(link);
  return loaded;
}

/**
 * A part: the function loads it.
 * @template Module
 * @param {string} path of its module
 * @param {() => Promise<Module>} first  imports it
 * @param {string[]} sheets  its style sheets
 * @returns {() => Promise<Module>}
 */
function part(path, first, ...sheets) {
  return async () => {
    const [module] = await Promise.all([loadModule(path, first), ...sheets.map(loadStyle)]);
    return module;
  };
}

const LEARN = "learn/learn.css";
const NEW_GAME = "new-game.css";
const ROOM = "room/room.css";

export const browserLibrary = part("browser-library.js", () => import("./browser-library.js"));
export const deletion = part("deletion.js", () => import("./deletion.js"));
export const editor = part("editor.js", () => import("./editor.js"), "editor.css");
export const explorer = part("explorer/part.js", () => import("./explorer/part.js"), "explorer/explorer.css");
export const games = part("games/part.js", () => import("./games/part.js"), LEARN, "games/games.css");
export const invite = part("room/invite.js", () => import("./room/invite.js"), ROOM);
export const keys = part("keys-dialog.js", () => import("./keys-dialog.js"));
export const lessons = part("learn/lessons.js", () => import("./learn/lessons.js"), NEW_GAME, LEARN);
export const mistakes = part("mistakes/kept.js", () => import("./mistakes/kept.js"));
export const moveMenu = part("move-menu.js", () => import("./move-menu.js"));
export const newGame = part("new-game.js", () => import("./new-game.js"), NEW_GAME);
const PUZZLES = [LEARN, "puzzles/puzzles.css"];
export const puzzles = part("puzzles/puzzles.js", () => import("./puzzles/puzzles.js"), ...PUZZLES);
export const rules = part("rules/part.js", () => import("./rules/part.js"), "rules/rules.css");
export const settings = part("settings.js", () => import("./settings.js"));
export const share = part("share.js", () => import("./share.js"));
export const swap2 = part("swap2/part.js", () => import("./swap2/part.js"), LEARN);

/** All but the rules, which few ask for, and the browser's library, which is for servers that have none. */
const PARTS = [
  newGame,
  moveMenu,
  deletion,
  keys,
  editor,
  explorer,
  games,
  invite,
  lessons,
  puzzles,
  settings,
  share,
];

export function loadParts() {
  return Promise.allSettled([loadLanguages(), loadStyle(PRINT), ...PARTS.map((load) => load())]);
}

/**
 * Loads a part of the page and uses it. The user is told if it cannot be loaded.
 * @template Part
 * @param {() => Promise<Part>} part
 * @param {(part: Part) => void} use
 */
export function withPart(part, use) {
  part().then(use, () => toast(t("connection.gone"), "error"));
}

/** The dialogs that are being loaded. @type {Set<() => Promise<unknown>>} */
const opening = new Set();

/**
 * Loads a part of the page and opens its dialog. Asked again while it is loading, it opens once.
 * @template Part
 * @param {() => Promise<Part>} part
 * @param {(part: Part) => void} open
 */
export function withDialog(part, open) {
  if (opening.has(part)) return;
  opening.add(part);
  withPart(() => part().finally(() => opening.delete(part)), open);
}

/**
 * Loads a language. The user is told if it cannot be loaded.
 * @param {string} chosen
 * @returns {Promise<boolean>} whether it is there
 */
export async function withLanguage(chosen) {
  try {
    await loadLanguage(chosen);
    return true;
  } catch {
    toast(t("connection.gone"), "error");
    return false;
  }
}
