// Why the engine refuses a position or a record, and what it ignores in one, in the page's language.

import { hasText, t } from "./texts/index.js";

/**
 * @typedef {{ code?: string, field?: string, parameters?: Record<string, string>, text?: string }} Problem what the
 *   command `why` says about a position or a record
 */

/**
 * A problem in words; the engine's own if the page has none.
 * @param {Problem} problem
 * @returns {string}
 */
export function problemText({ code = "", field = "", parameters = {}, text = "" }) {
  const values = { ...parameters };
  if (values.side) values.side = t(`side.${values.side}`);
  if (values.piece) values.piece = t(`piece.${values.piece.replaceAll(" ", "-")}`);
  let words = text.replace(/^(position|record): (line \d+: )?/, "").replace(/^FEN, [\w ]+: /, "");
  if (field === "moves" && hasText(`why.${code}`)) {
    words = t("problem.move", { ...values, reason: t(`why.${code}`) });
  } else if (hasText(`problem.${code}`)) {
    words = t(`problem.${code}`, values);
  }
  return values.line ? t("problem.line", { line: values.line, words }) : words;
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
