// What a lesson says: its goal and the comment on a try, in the page's language.

import { refusalWords } from "../rule-links.js";
import { t } from "../texts/index.js";
import { reasonText } from "../variants.js";

/** @typedef {import("./goals.js").Goal} Goal */

/**
 * The key of a goal's text and its parameters.
 * @param {Goal} goal
 * @returns {[string, Record<string, string | number>]}
 */
export function goalKey(goal) {
  switch (goal.kind) {
    case "mark":
      if (goal.mark === "liberty") return [`learn.goal.liberty-${goal.owner}`, { count: goal.least ?? 1 }];
      return [`learn.goal.${goal.mark}`, {}];
    case "capture":
      return [goal.trade ? "learn.goal.trade" : "learn.goal.capture", { points: goal.on.join(" ") }];
    case "verdict":
      return [
        goal.within === 1 ? "learn.goal.win-one" : goal.within ? "learn.goal.win" : "learn.goal.win-game",
        { count: goal.within },
      ];
    case "tap":
      return [`learn.goal.tap-${goal.mark}`, {}];
    case "last":
      return [goal.within === 1 ? "learn.goal.last-one" : "learn.goal.last", { count: goal.within }];
    case "visit":
      return ["learn.goal.visit", { count: goal.within }];
    default:
      return [`learn.goal.${goal.kind}`, {}];
  }
}

/** @param {Goal} goal */
export function goalText(goal) {
  return t(...goalKey(goal));
}

/**
 * Why a try has failed.
 * @param {import("./goals.js").Outcome} outcome
 * @param {string} variant
 */
export function failureText({ key = "", reason }, variant) {
  return t(`learn.wrong.${key}`, { reason: reason ? reasonText(variant, reason) : "" });
}

/**
 * @param {import("../protocol.js").Why} why
 * @param {string} variant
 */
export function refusalText(why, variant) {
  return t("learn.refused", { move: why.move ?? "", reason: refusalWords(variant, why) });
}
