// Texts of the page in the chosen language.

import { FIRST, LANGUAGES, firstTexts, languageOf, loadTexts } from "./language.js";

/** @type {Record<string, Record<string, string>>} */
const texts = Object.fromEntries(LANGUAGES.map((name) => [name, {}]));
let language = FIRST;

/** The languages that are there. */
const loaded = new Set([FIRST]);
Object.assign(texts[FIRST], await firstTexts);

/**
 * Adds the texts of a part of the page.
 * @param {Record<string, Record<string, string>>} added by language
 */
export function addTexts(added) {
  for (const [name, more] of Object.entries(added)) Object.assign(texts[name], more);
}

/** @param {string} chosen a language; "auto" follows the browser */
export function hasLanguage(chosen) {
  return loaded.has(languageOf(chosen));
}

/** Loads a language. @param {string} chosen */
export async function loadLanguage(chosen) {
  if (hasLanguage(chosen)) return;
  const name = languageOf(chosen);
  Object.assign(texts[name], await loadTexts(name));
  loaded.add(name);
}

/** Loads all languages. */
export function loadLanguages() {
  return Promise.all(LANGUAGES.map(loadLanguage));
}

/** @param {string} chosen a language that is there */
export function setLanguage(chosen) {
  language = languageOf(chosen);
}

export function currentLanguage() {
  return language;
}

/** @param {string} key */
export function hasText(key) {
  return key in texts[language];
}

/**
 * The text of a key, with `{name}` replaced by parameters. An unknown key is its own text.
 * @param {string} key
 * @param {Record<string, string | number>} [parameters]
 * @returns {string}
 */
export function t(key, parameters = {}) {
  const text = texts[language][key] ?? texts.en[key] ?? key;
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
