// The clocks of a game. Pure: the time is given by the caller, in milliseconds.

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {{ kind: "none" } | { kind: "clock", base: number, increment: number } |
 *   { kind: "move", seconds: number }} Control `base` in seconds, `increment` in seconds
 * @typedef {{ control: Control, first: number, second: number, running: Side | null, since: number, spent: number }} Clocks
 *   `first` and `second`: milliseconds left when the running clock was started; `spent`: milliseconds that the move under
 *   way had taken until then. Without a time control nothing is left, and a clock measures the moves alone
 */

/**
 * @param {Control} control
 * @returns {Clocks}
 */
export function createClocks(control) {
  const left =
    control.kind === "clock" ? control.base * 1000 : control.kind === "move" ? control.seconds * 1000 : 0;
  return { control, first: left, second: left, running: null, since: 0, spent: 0 };
}

/**
 * Milliseconds that a side has left, at least 0.
 * @param {Clocks} clocks
 * @param {Side} side
 * @param {number} now
 */
export function remaining(clocks, side, now) {
  const spent = clocks.running === side ? now - clocks.since : 0;
  return Math.max(0, clocks[side] - Math.max(0, spent));
}

/**
 * Milliseconds that the move under way has taken.
 * @param {Clocks} clocks
 * @param {number} now
 */
export function spentOnMove(clocks, now) {
  return clocks.spent + (clocks.running ? Math.max(0, now - clocks.since) : 0);
}

/**
 * Stops the clocks, keeping what is left.
 * @param {Clocks} clocks
 * @param {number} now
 */
export function pause(clocks, now) {
  if (!clocks.running) return;
  clocks.spent = spentOnMove(clocks, now);
  clocks[clocks.running] = remaining(clocks, clocks.running, now);
  clocks.running = null;
}

/**
 * Lets the clock of a side run.
 * @param {Clocks} clocks
 * @param {Side} side
 * @param {number} now
 */
export function run(clocks, side, now) {
  pause(clocks, now);
  clocks.running = side;
  clocks.since = now;
}

/**
 * A side has moved: its clock stops, with the increment added or its seconds for a move restored. Returns the
 * milliseconds that the move took; nothing if the clock did not run.
 * @param {Clocks} clocks
 * @param {Side} side
 * @param {number} now
 */
export function moved(clocks, side, now) {
  const ran = clocks.running === side;
  pause(clocks, now);
  if (clocks.control.kind === "clock" && ran) clocks[side] += clocks.control.increment * 1000;
  if (clocks.control.kind === "move") clocks[side] = clocks.control.seconds * 1000;
  const { spent } = clocks;
  clocks.spent = 0;
  return ran ? spent : undefined;
}

/**
 * The side whose time is up, or null.
 * @param {Clocks} clocks
 * @param {number} now
 * @returns {Side | null}
 */
export function expired(clocks, now) {
  const side = clocks.control.kind === "none" ? null : clocks.running;
  return side && remaining(clocks, side, now) <= 0 ? side : null;
}

/**
 * Sets both clocks, as when a move is taken back.
 * @param {Clocks} clocks
 * @param {number[]} left milliseconds of both sides, and those that the move under way has taken
 */
export function restore(clocks, left) {
  clocks.running = null;
  [clocks.first, clocks.second, clocks.spent = 0] = left;
}

/**
 * Time as a clock shows it: `1:02:03`, `4:07`, and below ten seconds `0:09.3`.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  return tenths < 100 ? `0:0${Math.floor(tenths / 10)}.${tenths % 10}` : elapsedText(milliseconds);
}

/**
 * Time in whole seconds: `0:07`, `12:30`, `1:02:03`.
 * @param {number} milliseconds
 */
export function elapsedText(milliseconds) {
  const total = Math.floor(Math.max(0, milliseconds) / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const padded = String(seconds).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

/**
 * Reads a time control as it is written in the form: `none`, `clock 300 3`, `move 60`; null if it is none of these.
 * @param {string} text
 * @returns {Control | null}
 */
export function parseControl(text) {
  const [kind, a, b] = text.trim().split(/\s+/);
  if (kind === "none") return { kind };
  if (kind === "move" && Number(a) > 0) return { kind, seconds: Number(a) };
  if (kind === "clock" && Number(a) > 0 && Number(b) >= 0)
    return { kind, base: Number(a), increment: Number(b) };
  return null;
}
