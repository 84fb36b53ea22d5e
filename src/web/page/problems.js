// Why the engine refuses a position or a record, and what it ignores in one, in the page's language.

import { hasText, t } from "./texts/index.js";

/**
 * @typedef {{ code?: string, field?: string, parameters?: Record<string, string>, text?: string }} Problem what the
 *   command `why` says about a position or a record
 */

/** @param {string} text */
const shorten = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/**
 * A problem in words; the engine's own if the page has none.
 * @param {Problem} problem
 * @returns {string}
 */
export function problemText({ code = "", field = "", parameters = {}, text = "" }) {
  const values = { ...parameters };
  if (values.side) values.side = t(`side.${values.side}`);
  if (values.found) values.found = shorten(values.found);
  if (values.piece) values.piece = t(`piece.${values.piece.replaceAll(" ", "-")}`);
  let words = text.replace(/^(position|record): (line \d+: )?/, "").replace(/^FEN, [\w ]+: /, "");
  if (field === "moves" && hasText(`why.${code}`)) {
    words = t("problem.move", { ...values, reason: t(`why.${code}`) });
  } else if (hasText(`problem.${code}`)) {
    words = t(`problem.${code}`, { text: words, ...values });
  }
  return values.line ? t("problem.line", { line: values.line, words }) : words;
}

/**
 * What a format cannot hold, in words.
 * @param {string[]} lost as the engine names it
 */
export function lostText(lost) {
  const words = lost.map((what) => {
    const tag = /^tag (.+)$/.exec(what);
    const key = `lost.${what.replaceAll(" ", "-")}`;
    if (tag) return t("lost.tag", { name: tag[1] });
    return hasText(key) ? t(key) : what;
  });
  return t("share.lost", { what: words.join(t("list.comma")) });
}

/**
 * What a reader repaired or left out in a game, in words; nothing twice.
 * @param {{ code: string, text: string }[]} notes
 * @param {string} game  the name of the game
 */
export function notesText(notes, game) {
  const words = notes.map(({ code, text }) => (hasText(`note.${code}`) ? t(`note.${code}`, { game }) : text));
  return words.length ? t("note.told", { words: [...new Set(words)].join(" ") }) : "";
}

/** The numbers of games that are named with one note. */
const NAMED = 3;

/**
 * What a reader repaired or left out in the games of a library, in words: each remark once, with games to which it
 * applies.
 * @param {{ number: number, variant: string, code: string, text: string }[]} notes
 * @param {(variant: string) => string} nameOf  the name of a game
 */
export function importNotesText(notes, nameOf) {
  /** @type {Map<string, Set<number>>} */
  const games = new Map();
  for (const { number, variant, code, text } of notes) {
    const words = hasText(`note.${code}`) ? t(`note.${code}`, { game: nameOf(variant) }) : text;
    games.set(words, (games.get(words) ?? new Set()).add(number));
  }
  const told = [...games].map(([words, numbers]) => {
    const named = [...numbers].slice(0, NAMED).join(t("list.comma"));
    return t(numbers.size > NAMED ? "note.of-games-such" : "note.of-games", { words, numbers: named });
  });
  return told.length ? t("note.told", { words: told.join(" ") }) : "";
}

/**
 * What the engine said about a position or a record that it refused.
 * @param {{ why?: Problem & { accepted?: boolean }, errors: string[] }} answer
 * @returns {Problem | null} null if it was accepted
 */
export function problemOf({ why, errors }) {
  if (why?.accepted === false) return why;
  return errors.length ? { text: errors[0] } : null;
}

/**
 * What the engine ignored in a position that it accepted.
 * @param {{ why?: { remarks?: Problem[] } }} answer
 */
export function remarksText({ why }) {
  return (why?.remarks ?? []).map(problemText).join(" ");
}
