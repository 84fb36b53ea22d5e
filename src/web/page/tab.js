// The tab: each one has a game of its own, which a reload finds again.

import { load, save } from "./store.js";

/** How long a reload may take to leave the game to itself, in milliseconds. */
const RELOAD = 400;

/** The tab's own key. */
export const TAB = { key: "" };

/**
 * Takes a key, unless another tab has it. It is given back when the tab is closed.
 * @param {string} key
 * @param {AbortSignal} [signal]  waits for the key until then
 * @returns {Promise<boolean>}
 */
function take(key, signal) {
  // Only pages that are secure in the browser's eyes have locks.
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const options = signal ? { signal } : { ifAvailable: true };
    const hold = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock ? new Promise(() => {}) : undefined;
    };
    navigator.locks.request(`quadriga.tab.${key}`, options, hold).catch(() => resolve(false));
  });
}

/**
 * What is kept of the tab's game: its own after a reload, or the browser's last one if no other tab has it.
 * @returns {Promise<any>} null if there is nothing
 */
export async function takeGame() {
  const own = load("game", () => sessionStorage);
  if (own?.tab) {
    if (await take(own.tab, AbortSignal.timeout(RELOAD))) {
      TAB.key = own.tab;
      return own;
    }
    // A copy of another tab begins with its game, and keeps it as one of its own.
    await takeNew();
    return { ...own, id: undefined, revision: undefined, tab: TAB.key };
  }
  const last = load("game");
  if (last && (await take(last.tab ?? "first"))) {
    TAB.key = last.tab ?? "first";
    return last;
  }
  await takeNew();
  return null;
}

async function takeNew() {
  TAB.key = Math.random().toString(36).slice(2);
  save("game", null, () => sessionStorage);
  await take(TAB.key);
}
