// Judges a lesson's goal, from what the engine says only. Pure: knows no rule of any game.

import { other } from "../protocol.js";

/**
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {import("../protocol.js").State} State
 * @typedef {import("../protocol.js").Move} Move
 *
 * `within` counts the learner's moves; 0 is any number. A `mark` goal wants from `least` (1) to `most` points marked
 * after the move, which one of the pieces on `from` makes; with `stay`, the general that is in check keeps its point. A
 * `last` goal is not to lose; a `refused` goal, to try a move, one of `moves` if they are given, that the engine
 * refuses with one of `codes`; a `tap` goal, to find all points of a mark; a `choice`, to say which of the reasons
 * `options` the engine's verdict has.
 * @typedef {{ kind: "mark", mark: string, owner: "own" | "enemy", least?: number, most?: number, from?: string[],
 *       stay?: boolean }
 *   | { kind: "capture", on: string[], trade?: boolean }
 *   | { kind: "visit", points: string[], within: number }
 *   | { kind: "verdict", within: number, reasons?: string[] }
 *   | { kind: "last", within: number }
 *   | { kind: "refused", codes: string[], moves?: string[] }
 *   | { kind: "tap", mark: string, owner?: "own" | "enemy", reason?: string }
 *   | { kind: "choice", options: string[] }} Goal
 *
 * @typedef {object} Step  one own move, and what has come of it
 * @property {Side} side  the learner's
 * @property {Move[]} moves  the learner's moves so far, the last one included
 * @property {State} before  the move
 * @property {State} after  the move or, if there has been one, the reply
 * @property {boolean} replied
 *
 * @typedef {{ status: "done" | "open" | "failed", key?: string, reason?: string }} Outcome  `key` of a text that says
 *   why a try has failed; `reason` of a verdict
 */

/**
 * The points that a goal asks to be found.
 * @param {Extract<Goal, { kind: "tap" }>} goal
 * @param {State} state
 */
export function pointsToTap(goal, state) {
  return markedPoints(state, goal.mark, goal.owner && sideOf(goal.owner, state.turn), goal.reason);
}

/**
 * @param {"own" | "enemy"} owner
 * @param {Side} side
 * @returns {Side}
 */
function sideOf(owner, side) {
  return owner === "own" ? side : other(side);
}

/**
 * @param {State} state
 * @param {string} kind
 * @param {Side} [side]
 * @param {string} [reason]
 */
export function markedPoints(state, kind, side, reason) {
  return state.marks
    .filter(
      (mark) => mark.kind === kind && (!side || mark.side === side) && (!reason || mark.reason === reason),
    )
    .flatMap((mark) => mark.points);
}

/** Whether a goal may need replies of the opponent. @param {Goal} goal */
export function isLong(goal) {
  return goal.kind === "visit" || goal.kind === "last" || goal.kind === "verdict";
}

/**
 * Judges a legal move. A goal that needs several moves is judged after each move and after each reply.
 * @param {Goal} goal
 * @param {Step} step
 * @returns {Outcome}
 */
export function judge(goal, step) {
  const { side, moves, before, after } = step;
  const move = moves[moves.length - 1];
  const done = /** @type {Outcome} */ ({ status: "done" });
  const fail = (/** @type {string} */ key) => /** @type {Outcome} */ ({ status: "failed", key });
  switch (goal.kind) {
    case "mark": {
      const count = markedPoints(after, goal.mark, sideOf(goal.owner, side)).length;
      if (count < (goal.least ?? 1) || count > (goal.most ?? Infinity)) {
        const tethered = goal.mark === "check" && markedPoints(after, "tether").length;
        const checked = goal.mark === "tether" && markedPoints(after, "check").length;
        return fail(tethered ? "only-tether" : checked ? "real-check" : goal.mark);
      }
      if (goal.from && !goal.from.includes(move.from ?? "")) return fail("other-piece");
      // The general that is attacked before the move is the one that must not walk away.
      const attacked = before.marks.find((mark) => mark.kind === "check" || mark.kind === "tether");
      if (goal.stay && attacked?.points.includes(move.from ?? "")) return fail("other-piece");
      return done;
    }
    case "capture":
      return move.capture && goal.on.includes(move.to) && Boolean(move.traded) === Boolean(goal.trade)
        ? done
        : fail("capture");
    case "visit": {
      if (goal.points.every((point) => moves.some((entry) => entry.to === point))) return done;
      return after.verdict || moves.length >= goal.within ? fail("visit") : { status: "open" };
    }
    case "verdict":
      if (after.verdict) {
        const { winner, reason } = after.verdict;
        if (winner === side && (!goal.reasons || goal.reasons.includes(reason))) return done;
        return { ...fail(winner === side ? "other-reason" : winner ? "lost" : "drawn"), reason };
      }
      return goal.within && moves.length >= goal.within ? fail("not-over") : { status: "open" };
    case "last":
      if (after.verdict && after.verdict.winner !== side) {
        return { ...fail(after.verdict.winner ? "lost" : "drawn"), reason: after.verdict.reason };
      }
      return after.verdict || (moves.length >= goal.within && step.replied) ? done : { status: "open" };
    default:
      return fail("legal");
  }
}

/**
 * Judges a move that the engine has refused.
 * @param {Goal} goal
 * @param {import("../protocol.js").Why} why
 * @returns {Outcome}
 */
export function judgeRefusal(goal, why) {
  if (goal.kind !== "refused") return { status: "open" };
  const meant = goal.codes.includes(why.code ?? "") && (goal.moves?.includes(why.move ?? "") ?? true);
  return meant ? { status: "done" } : { status: "open", key: "other-code" };
}
