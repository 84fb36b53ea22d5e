// The engine as puzzles need it, through the page's session.

import { lessonEngine } from "../learn/engine.js";

/** The work for a refutation, in positions searched. */
const NODES = 100_000;

/**
 * @param {import("../session.js").Session} session
 * @returns {import("./solving.js").Engine}
 */
export function puzzleEngine(session) {
  const { state, why } = lessonEngine(session);
  /**
   * @param {string} only  what `go` is told besides the nodes
   * @returns {ReturnType<import("./solving.js").Engine["refute"]>}
   */
  const search = (only) =>
    new Promise((resolve) => {
      if (!session.open) return resolve(null);
      session.search(
        [
          "setoption name UCI_AnalyseMode value true",
          "setoption name UCI_LimitStrength value false",
          "setoption name MultiPV value 1",
          `go nodes ${NODES}${only}`,
        ],
        { onDone: (move, last) => resolve(move && last ? { move, score: last.score } : null) },
      );
    });
  return {
    state,
    why,
    refute: () => search(""),
    value: async (move) => (await search(` searchmoves ${move}`))?.score ?? null,
  };
}
