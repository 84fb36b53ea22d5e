// What the browser keeps: settings and the current game.

/**
 * @typedef {object} Settings
 * @property {string} language `auto`, `en` or `zh`
 * @property {string} theme `auto`, `light` or `dark`
 * @property {string} board
 * @property {string} pieces
 * @property {string} names
 * @property {string} coordinates
 * @property {boolean} showLegal
 * @property {boolean} showLast
 * @property {boolean} showCheck
 * @property {boolean} showForbidden
 * @property {boolean} showLiberties
 * @property {boolean} numbers
 * @property {boolean} values whether analysis shows what candidate points of stones are worth
 * @property {boolean} times whether moves are listed with the time they took
 * @property {number} animation milliseconds
 * @property {boolean} sound
 * @property {number} threads with which the engine searches
 * @property {number} hash the size of its hash table in MiB
 * @property {number} lines of analysis
 */

/** @type {Settings} */
export const DEFAULTS = {
  language: "auto",
  theme: "auto",
  board: "wood",
  pieces: "characters",
  names: "auto",
  coordinates: "inside",
  showLegal: true,
  showLast: true,
  showCheck: true,
  showForbidden: true,
  showLiberties: false,
  numbers: false,
  values: true,
  times: false,
  animation: 200,
  sound: true,
  threads: 1,
  hash: 64,
  lines: 3,
};

// Pages of one server differ by the token in their path, which changes with each start: the keys are the origin's.
const PREFIX = "quadriga.";

/**
 * @param {string} name
 * @param {() => Storage} [storage]
 * @returns {any} null if there is nothing or it cannot be read
 */
export function load(name, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {() => Storage} [storage]
 * @returns {boolean} whether it is kept: storage may be full or switched off, and the page works without it
 */
export function save(name, value, storage = () => localStorage) {
  try {
    storage().setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Settings as saved, with defaults for what is missing or of another type.
 * @param {any} saved
 * @returns {Settings}
 */
export function readSettings(saved) {
  const settings = /** @type {Record<string, unknown>} */ ({ ...DEFAULTS });
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (typeof saved?.[name] === typeof value) settings[name] = saved[name];
  }
  // The name of this setting before 1.0.
  if (typeof saved?.men === "string" && saved.pieces === undefined) settings.pieces = saved.men;
  return /** @type {Settings} */ (/** @type {unknown} */ (settings));
}
