// What the engine is asked beside its own moves: whether it agrees to a draw, and a good move for the person.

import { plyOf } from "./game.js";

/** @typedef {import("./play.js").Play} Play */

/** The ply before which the engine agrees to no draw. */
const EARLIEST_DRAW = 10;
const DRAW_TIME = 500;
const HINT_TIME = 1500;

/**
 * Searches the position at full strength.
 * @param {Play} play
 * @param {number} time in milliseconds
 * @param {(move: string | null, last: import("./protocol.js").Info | null) => void} onDone
 */
function search(play, time, onDone) {
  const generation = play.generation;
  const lines = ["setoption name MultiPV value 1", ...play.levelLines(0), `go movetime ${time}`];
  play.session.search(lines, {
    onDone: (move, last) => {
      if (generation === play.generation) onDone(move, last);
    },
  });
  play.notify("thinking");
}

/**
 * Offers a draw to the engine, which agrees unless it thinks that it is better.
 * @param {Play} play
 */
export function offerDraw(play) {
  const { game } = play;
  if (plyOf(game.tip) < EARLIEST_DRAW) {
    play.notify("draw-declined");
    return;
  }
  search(play, DRAW_TIME, (_, last) => {
    if (game.result) return;
    const score = last?.score ?? {};
    const agreed = score.mate !== undefined ? score.mate > 0 : (score.cp ?? 0) >= 0;
    if (agreed) play.agreeDraw();
    else play.notify("draw-declined");
  });
}

/**
 * Looks for a good move for the person whose turn it is.
 * @param {Play} play
 */
export function showHint(play) {
  const state = play.state;
  if (!state || !play.movable || !play.game.live) return;
  search(play, HINT_TIME, (move) => {
    play.hint = state.legal.find((entry) => entry.move === move) ?? null;
    play.notify("position");
  });
}
