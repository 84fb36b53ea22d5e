// Keys that work on the whole page.

/** @typedef {{ [name: string]: () => void }} Commands */

/** @type {Record<string, string>} */
const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "start",
  ArrowDown: "end",
  Home: "start",
  End: "end",
  f: "flip",
  l: "engine",
  " ": "best",
  h: "hint",
  b: "blunder",
  m: "mistake",
  i: "inaccuracy",
  s: "say",
  t: "typed",
  n: "newGame",
  "?": "keys",
};

/** @param {Commands} commands */
export function listenForKeys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open], #page:not([hidden])")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.closest("input, textarea, select")) return;
    const board = target.closest("#board");
    const arrows = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    // On the board, arrows choose a point and the space bar picks up a piece; on a button it presses.
    if (board && (arrows || event.key === " ")) return;
    if (target.closest("button, a") && event.key === " ") return;
    const command = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!command) return;
    event.preventDefault();
    commands[command]?.();
  });
}
