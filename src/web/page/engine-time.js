// How long the engine thinks about a move of the game.

import * as clocks from "./clocks.js";
import { other } from "./protocol.js";

/** How long the engine thinks in games without clocks, in milliseconds. */
const MOVE_TIME = 1000;

/**
 * The command with which the engine begins to think.
 * @param {clocks.Clocks} timing
 * @param {import("./protocol.js").Side} turn
 * @param {import("./protocol.js").State} state
 * @param {import("./game.js").Limit} [limit] instead of what suits the time control
 */
export function goLine(timing, turn, state, limit) {
  const { control } = timing;
  const now = Date.now();
  const left = (/** @type {import("./protocol.js").Side} */ side) =>
    Math.round(clocks.remaining(timing, side, now));
  const timed = control.kind !== "none";
  if (limit && "seconds" in limit) {
    const time = Math.round(limit.seconds * 1000);
    // No choice of the user's makes the engine lose on time.
    return `go movetime ${timed ? Math.max(10, Math.min(time, left(turn) / 10)).toFixed() : time}`;
  }
  const depth = limit ? `depth ${limit.depth} ` : "";
  if (!timed) return `go ${depth || `movetime ${MOVE_TIME}`}`.trim();
  if (control.kind === "move") {
    const most = depth ? control.seconds * 500 : Math.min(2 * MOVE_TIME, control.seconds * 250);
    return `go ${depth}movetime ${Math.max(100, most)}`;
  }
  const white = state.white;
  const increment = Math.round(control.increment * 1000);
  const times = `wtime ${left(white)} btime ${left(other(white))} winc ${increment} binc ${increment}`;
  return `go ${depth}${times}`;
}
