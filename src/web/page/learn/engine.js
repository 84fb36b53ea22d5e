// The engine as lessons need it, through the page's session.

import { positionLine, variantLines } from "../protocol.js";
import { strengthLines } from "../variants.js";

/** The work for a reply or a hint, in positions searched. */
const NODES = 40_000;
/** The search in a game against a level, in milliseconds. */
const MOVE_TIME = 500;

/**
 * @param {import("../session.js").Session} session
 * @returns {import("./lesson.js").Engine}
 */
export function lessonEngine(session) {
  /** Selects the variant and the position. @type {string[]} */
  let lines = [];
  return {
    async state(variant, start, moves, options = {}) {
      lines = [...variantLines(variant, options), positionLine(start, moves)];
      session.halt();
      const answer = await session.request([...lines, "state"]);
      return answer?.state ?? null;
    },
    async why(text) {
      const answer = await session.request([`why ${text}`]);
      return answer?.why ?? null;
    },
    best(level) {
      return new Promise((resolve) => {
        if (!session.open) return resolve(null);
        session.search(
          [
            "setoption name UCI_AnalyseMode value false",
            "setoption name MultiPV value 1",
            ...strengthLines(level ?? 0),
            level ? `go movetime ${MOVE_TIME}` : `go nodes ${NODES}`,
          ],
          { onDone: resolve },
        );
      });
    },
  };
}
