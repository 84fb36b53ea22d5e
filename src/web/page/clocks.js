// The clocks of a game. Pure: the time is given by the caller, in milliseconds.

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {{ kind: "none" } | { kind: "clock", base: number, increment: number } |
 *   { kind: "move", seconds: number }} Control `base` in seconds, `increment` in seconds
 * @typedef {{ control: Control, first: number, second: number, running: Side | null, since: number }} Clocks
 *   `first` and `second`: milliseconds left when the running clock was started
 */

/**
 * @param {Control} control
 * @returns {Clocks}
 */
export function createClocks(control) {
  const left =
    control.kind === "clock" ? control.base * 1000 : control.kind === "move" ? control.seconds * 1000 : 0;
  return { control, first: left, second: left, running: null, since: 0 };
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
 * Stops the clocks, keeping what is left.
 * @param {Clocks} clocks
 * @param {number} now
 */
export function pause(clocks, now) {
  if (clocks.running) clocks[clocks.running] = remaining(clocks, clocks.running, now);
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
  if (clocks.control.kind === "none") return;
  clocks.running = side;
  clocks.since = now;
}

/**
 * A side has moved: its clock stops, with the increment added or its seconds for a move restored.
 * @param {Clocks} clocks
 * @param {Side} side
 * @param {number} now
 */
export function moved(clocks, side, now) {
  const ran = clocks.running === side;
  pause(clocks, now);
  if (clocks.control.kind === "clock" && ran) clocks[side] += clocks.control.increment * 1000;
  if (clocks.control.kind === "move") clocks[side] = clocks.control.seconds * 1000;
}

/**
 * The side whose time is up, or null.
 * @param {Clocks} clocks
 * @param {number} now
 * @returns {Side | null}
 */
export function expired(clocks, now) {
  const side = clocks.running;
  return side && remaining(clocks, side, now) <= 0 ? side : null;
}

/**
 * Sets both clocks, as when a move is taken back.
 * @param {Clocks} clocks
 * @param {[number, number]} left
 */
export function restore(clocks, left) {
  clocks.running = null;
  [clocks.first, clocks.second] = left;
}

/**
 * Time as a clock shows it: `1:02:03`, `4:07`, and below ten seconds `0:09.3`.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  const total = Math.floor(tenths / 10);
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
