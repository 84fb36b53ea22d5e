// Puts the texts of the rules under keys.

/**
 * @param {Record<string, Record<string, string>>} games
 * @returns {Record<string, string>}
 */
export function ruleTexts(games) {
  const texts = Object.entries(games).flatMap(([variant, rules]) =>
    Object.entries(rules).map(([id, text]) => [`rules.${variant}.${id}`, text]),
  );
  return Object.fromEntries(texts);
}
