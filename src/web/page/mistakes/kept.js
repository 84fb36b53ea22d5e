// Mistakes as the library keeps them, beside the games in which they were made.

import { merge, mistakesOf } from "./find.js";

/**
 * @typedef {import("./find.js").Mistake} Mistake
 * @typedef {import("../library.js").Library} Library
 * @typedef {Mistake & { game: import("../library.js").Entry }} KeptMistake
 */

/** The name of the attachment to a game. */
const NAME = "mistakes";

/** @param {any} value @returns {Mistake[]} */
function read(value) {
  const isMistake = (/** @type {any} */ one) =>
    [one?.id, one?.fen, one?.played?.move, one?.best?.move].every((text) => typeof text === "string") &&
    Number.isFinite(one.step) &&
    Number.isFinite(one.due);
  return Array.isArray(value) ? value.filter(isMistake) : [];
}

/**
 * @param {Library} library
 * @param {{ variant?: string, games?: number[] }} conditions
 * @returns {Promise<KeptMistake[]>}
 */
export async function keptMistakes(library, conditions) {
  const { attached } = await library.request("attached", { name: NAME, ...conditions });
  return attached.flatMap(
    (/** @type {{ entry: import("../library.js").Entry, value: any }} */ { entry, value }) =>
      read(value).map((mistake) => ({ ...mistake, game: entry })),
  );
}

/**
 * @param {Library} library
 * @param {number} id of the game
 * @param {Mistake[]} mistakes
 */
function attach(library, id, mistakes) {
  return library.request("attach", { id, name: NAME, value: mistakes.length ? mistakes : null });
}

/**
 * Keeps what a review has found, in place of what an earlier one has found in the same game.
 * @param {Library} library
 * @param {number} id of the game
 * @param {import("./find.js").Game} game
 * @param {(node: import("./find.js").Node) => string | undefined} fenOf
 */
export async function keepMistakes(library, id, game, fenOf) {
  const known = await keptMistakes(library, { games: [id] });
  const found = mistakesOf(game, fenOf);
  if (found.length || known.length) await attach(library, id, merge(found, known));
}

/**
 * Keeps the progress of one mistake.
 * @param {Library} library
 * @param {KeptMistake} changed
 */
export async function keepProgress(library, { game, id, step, due }) {
  const known = await keptMistakes(library, { games: [game.id] });
  const mistakes = known.map(({ game: _, ...mistake }) =>
    mistake.id === id ? { ...mistake, step, due } : mistake,
  );
  await attach(library, game.id, mistakes);
}

/** How long a game is waited for that is being saved for the first time, in milliseconds, and how often it is looked at. */
const PATIENCE = 10_000;
const STEP = 100;

/**
 * Keeps the mistakes of a reviewed game once the game itself is kept.
 * @param {import("../play.js").Play} play
 * @param {Library} library
 * @param {import("../keeper.js").Keeper} keeper
 * @param {import("./find.js").Game} game
 */
export async function rememberMistakes(play, library, keeper, game) {
  keeper.flush();
  for (let waited = 0; !keeper.place(game).id && waited < PATIENCE; waited += STEP)
    await new Promise((resolve) => setTimeout(resolve, STEP));
  const { id } = keeper.place(game);
  // A game that cannot be kept has been told.
  if (!id) return;
  try {
    await keepMistakes(library, id, game, (node) => play.states.get(node)?.fen ?? node.fen);
  } catch (error) {
    const { code = "failed", message = "" } = /** @type {any} */ (error);
    if (code !== "lost") keeper.tell(code, message);
  }
}
