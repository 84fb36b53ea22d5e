// Puts the texts of the lessons, a line for each part, under keys.

const PARTS = ["title", "text", "hint", "done"];

/**
 * @param {Record<string, string>} lessons
 * @returns {Record<string, string>}
 */
export function lessonTexts(lessons) {
  const texts = Object.entries(lessons).flatMap(([id, lines]) =>
    lines.split("\n").map((line, i) => [`learn.${id}.${PARTS[i]}`, line]),
  );
  return Object.fromEntries(texts);
}
