// Short names for texts. Pure.

/** Six letters and digits that stand for a text (FNV-1a). @param {string} text */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return value.toString(36).padStart(7, "0").slice(-6);
}
