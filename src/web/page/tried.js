// Moves that the user tries, typed or on the board: the engine says which move they are, or why they are none.

/** @typedef {import("./play.js").Play} Play */

/**
 * A typed move, in any notation that the engine reads.
 * @param {Play} play
 * @param {string} text
 */
export async function typed(play, text) {
  if (!play.movable) return false;
  const why = await ask(play, text);
  if (why?.legal && why.move) {
    await play.makeMove(why.move);
    return true;
  }
  play.notify("refused", why);
  return false;
}

/**
 * A move that the user tried in vain: the engine says why.
 * @param {Play} play
 * @param {{ from?: string, to?: string, traded?: string[] }} attempt
 */
export async function refused(play, attempt) {
  const { from = "", to = "", traded } = attempt;
  const text = traded?.length ? `${traded.join("")}x${to}` : from + to;
  if (!text) return;
  const why = await ask(play, text);
  if (why && !why.legal) play.notify("refused", why);
}

/**
 * @param {Play} play
 * @param {string} text
 * @returns {Promise<import("./protocol.js").Why | null>}
 */
async function ask(play, text) {
  const clean = text.replace(/\s+/g, " ").trim();
  if (!clean) return null;
  const answer = await play.session.request([`why ${clean}`]);
  return answer?.why ?? (answer?.errors.length ? { legal: false, code: "no-position" } : null);
}
