// Parts of the page without which the first board can be shown. They are loaded when they are wanted, or soon after that
// board, so that they are there if the server is gone later.

import { toast } from "./panel.js";
import { t } from "./texts/index.js";

export const editor = () => import("./editor.js");
export const lessons = () => import("./learn/lessons.js");
export const settings = () => import("./settings.js");
export const share = () => import("./share.js");

const PARTS = [editor, lessons, settings, share];

export function loadParts() {
  return Promise.allSettled(PARTS.map((load) => load()));
}

/**
 * Loads a part of the page and uses it. The user is told if it cannot be loaded.
 * @template Part
 * @param {() => Promise<Part>} load
 * @param {(part: Part) => void} use
 */
export function withPart(load, use) {
  load().then(use, () => toast(t("connection.gone"), "error"));
}
