// Parts of the page without which the first board can be shown. They are loaded when they are wanted, or soon after that
// board, so that they are there if the server is gone later.

import { toast } from "./panel.js";
import { t } from "./texts/index.js";

/** How often a part could not be loaded. @type {Map<string, number>} */
const failures = new Map();

/**
 * Loads a part. Some browsers never ask again for a module that they could not load, unless it has another address.
 * @template Part
 * @param {string} path
 * @param {() => Promise<Part>} first
 * @returns {Promise<Part>}
 */
async function load(path, first) {
  const failed = failures.get(path) ?? 0;
  try {
    return await (failed ? import(`./${path}?${failed}`) : first());
  } catch (error) {
    failures.set(path, failed + 1);
    throw error;
  }
}

export const editor = () => load("editor.js", () => import("./editor.js"));
export const games = () => load("games/part.js", () => import("./games/part.js"));
export const invite = () => load("room/invite.js", () => import("./room/invite.js"));
export const lessons = () => load("learn/lessons.js", () => import("./learn/lessons.js"));
export const puzzles = () => load("puzzles/puzzles.js", () => import("./puzzles/puzzles.js"));
export const rules = () => load("rules/part.js", () => import("./rules/part.js"));
export const settings = () => load("settings.js", () => import("./settings.js"));
export const share = () => load("share.js", () => import("./share.js"));

/** All but the rules, which few ask for. */
const PARTS = [editor, games, invite, lessons, puzzles, settings, share];

export function loadParts() {
  return Promise.allSettled(PARTS.map((part) => part()));
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
