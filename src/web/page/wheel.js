// The wheel of the mouse above the board.

/** The least turn that counts, in the units of the browser. */
const LEAST = 4;

/**
 * Walks through an analysed game by the wheel, where the wheel does not scroll the page.
 * @param {HTMLElement} board
 * @param {import("./play.js").Play} play
 */
export function listenForWheel(board, play) {
  board.addEventListener(
    "wheel",
    (event) => {
      const page = document.documentElement;
      const scrolls = page.scrollHeight > page.clientHeight;
      if (scrolls || event.ctrlKey || Math.abs(event.deltaY) < LEAST) return;
      if (play.game.live && !play.game.result) return;
      event.preventDefault();
      play.walk(event.deltaY > 0 ? "forward" : "back");
    },
    { passive: false },
  );
}
