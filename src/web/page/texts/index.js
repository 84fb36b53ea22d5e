// Texts of the page in the chosen language.

import en from "./en.js";
import zh from "./zh.js";
import boardEn from "./board.en.js";
import boardZh from "./board.zh.js";

/** @type {Record<string, Record<string, string>>} */
const languages = { en: { ...boardEn, ...en }, zh: { ...boardZh, ...zh } };
let language = "en";

/**
 * Adds the texts of a part of the page.
 * @param {Record<string, Record<string, string>>} added by language
 */
export function addTexts(added) {
  for (const [name, texts] of Object.entries(added)) Object.assign(languages[name], texts);
}

/** @param {string} chosen a language; "auto" follows the browser */
export function setLanguage(chosen) {
  language = languages[chosen] ? chosen : /^zh\b/i.test(globalThis.navigator?.language ?? "") ? "zh" : "en";
}

export function currentLanguage() {
  return language;
}

/** @param {string} key */
export function hasText(key) {
  return key in languages[language];
}

/**
 * The text of a key, with `{name}` replaced by parameters. An unknown key is its own text.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function t(key, parameters = {}) {
  const text = languages[language][key] ?? languages.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (found, name) => String(parameters[name] ?? found));
}

/** Fills in the texts of the document: `data-text` is the key of an element's content, `data-label` of its name. */
export function fillTexts() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.getAttribute("data-text") ?? "");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = t(element.getAttribute("data-label") ?? "");
    element.setAttribute("aria-label", label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
}
