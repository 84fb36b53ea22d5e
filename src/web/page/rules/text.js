// How the texts of rules are written. The first line is the title; a line that begins with "- " is an item of a list,
// with "> " the caption of the next board, and any other a paragraph. Within a line `**words**` are a term, and
// `[words](rule)` is a link to a rule of the same game. Pure.

/**
 * @typedef {{ kind: "title" | "item" | "caption" | "paragraph", text: string }} Line
 * @typedef {{ text: string, term?: boolean, rule?: string }} Span
 */

/**
 * @param {string} text of a rule
 * @returns {Line[]}
 */
export function linesOf(text) {
  return text.split("\n").map((line, i) => {
    if (i === 0) return { kind: "title", text: line };
    if (line.startsWith("- ")) return { kind: "item", text: line.slice(2) };
    if (line.startsWith("> ")) return { kind: "caption", text: line.slice(2) };
    return { kind: "paragraph", text: line };
  });
}

/**
 * @param {string} line
 * @returns {Span[]}
 */
export function spansOf(line) {
  const spans = [];
  let end = 0;
  for (const found of line.matchAll(/\*\*(.+?)\*\*|\[([^\]]+)\]\(([\w-]+)\)/g)) {
    const [whole, term, words, rule] = found;
    if (found.index > end) spans.push({ text: line.slice(end, found.index) });
    spans.push(term ? { text: term, term: true } : { text: words, rule });
    end = found.index + whole.length;
  }
  if (end < line.length) spans.push({ text: line.slice(end) });
  return spans;
}

/**
 * The rules to which a text links.
 * @param {string} text
 */
export function linksIn(text) {
  return new Set(linesOf(text).flatMap((line) => spansOf(line.text).flatMap(({ rule }) => rule ?? [])));
}
