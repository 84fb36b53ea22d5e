// When mistakes are practised again. Pure.

/** @typedef {import("./find.js").Mistake} Mistake */

const DAY = 24 * 3600 * 1000;
/** Days until a mistake comes back, by how often in a row it was put right. After the last it is learnt. */
const PAUSES = [1, 3, 8, 21];

/** Whether it is practised no more. @param {Mistake} mistake */
export function isLearnt({ step }) {
  return step >= PAUSES.length;
}

/**
 * @param {Mistake} mistake
 * @param {number} now  in milliseconds since 1970
 */
export function isDue(mistake, now) {
  return !isLearnt(mistake) && mistake.due <= now;
}

/**
 * A mistake after a try. What is put right before it is due stays as it was.
 * @param {Mistake} mistake
 * @param {boolean} solved  at the first try and without help
 * @param {number} now
 * @returns {Mistake}
 */
export function after(mistake, solved, now) {
  if (!solved) return { ...mistake, step: 0, due: now };
  if (!isDue(mistake, now)) return mistake;
  return { ...mistake, step: mistake.step + 1, due: now + PAUSES[mistake.step] * DAY };
}

/**
 * The next mistake to practise: one that is due, or else the one that is due first. Not the one before, if there is
 * another.
 * @template {Mistake} Kept
 * @param {Kept[]} mistakes
 * @param {string} last  the id of the one before
 * @param {number} now
 * @param {() => number} [random]  from 0 to 1
 * @returns {Kept | null}
 */
export function choose(mistakes, last, now, random = Math.random) {
  const open = mistakes.filter((mistake) => !isLearnt(mistake));
  const others = open.filter(({ id }) => id !== last);
  const pool = others.length ? others : open;
  const due = pool.filter((mistake) => isDue(mistake, now));
  if (due.length) return due[Math.floor(random() * due.length)];
  return [...pool].sort((one, two) => one.due - two.due)[0] ?? null;
}
