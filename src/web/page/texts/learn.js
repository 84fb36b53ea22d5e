// Puts the texts of the lessons, which are written as lists, under keys.

const PARTS = ["title", "text", "hint", "done"];

/**
 * @param {Record<string, string[]>} lessons title, text, hint, and what is said at the end
 * @returns {Record<string, string>}
 */
export function lessonTexts(lessons) {
  const texts = Object.entries(lessons).flatMap(([id, parts]) =>
    parts.map((part, i) => [`learn.${id}.${PARTS[i]}`, part]),
  );
  return Object.fromEntries(texts);
}
