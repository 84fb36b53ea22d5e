// The page's languages. A visit loads the texts of its own language first: the page runs this module before the others, so
// that the texts are there when they are.

import { loadModule } from "../modules.js";
import { load } from "../store.js";

/** What is imported for each language. @type {Record<string, Record<string, () => Promise<{ default: Record<string, string> }>>>} */
const FILES = {
  en: { "texts/en.js": () => import("./en.js"), "texts/board.en.js": () => import("./board.en.js") },
  zh: { "texts/zh.js": () => import("./zh.js"), "texts/board.zh.js": () => import("./board.zh.js") },
};

export const LANGUAGES = Object.keys(FILES);

/**
 * The language that is meant.
 * @param {string} chosen a language; others follow the browser
 */
export function languageOf(chosen) {
  if (LANGUAGES.includes(chosen)) return chosen;
  return /^zh\b/i.test(globalThis.navigator?.language ?? "") ? "zh" : "en";
}

/**
 * The texts of a language.
 * @param {string} language
 * @returns {Promise<Record<string, string>>}
 */
export async function loadTexts(language) {
  const files = Object.entries(FILES[language]).map(([path, first]) => loadModule(path, first));
  return Object.assign({}, ...(await Promise.all(files)).map((file) => file.default));
}

/** The language that the page begins with. */
export const FIRST = languageOf(load("settings")?.language);

/** Its texts. */
export const firstTexts = loadTexts(FIRST);
