// The rules: `#rules/VARIANT` is the page of a game, `#rules/VARIANT/RULE` a rule on it.

import { rules } from "../parts.js";
import { hasRules } from "../rule-links.js";
import { currentLanguage, t } from "../texts/index.js";
import { variantName } from "../variants.js";

/**
 * @typedef {import("../pages.js").Pages} Pages
 * @typedef {Awaited<ReturnType<typeof rules>>} Rules
 */

/** @type {import("../pages.js").Route} */
export const rulesPage = { name: "rules", part: rules, show };

/**
 * @param {Rules} part
 * @param {string} place
 * @param {Pages} pages
 * @returns {import("../pages.js").View}
 */
function show({ rulesView }, place, pages) {
  const [wanted, rule = ""] = place.split("/");
  const { variant: played } = pages.play.game;
  const variant = [wanted, played].find(hasRules) ?? "zhonggong";
  const leave = () => pages.leave();
  const learn = () => pages.go("learn", variant);
  const draw = () => {
    const view = rulesView(variant, pages.surroundings.settings(), { leave, learn });
    view.dataset.language = currentLanguage();
    pages.element.replaceChildren(view);
    return view;
  };
  // On one page of rules the links only scroll.
  const now = pages.element.querySelector(`[data-rules="${variant}"][data-language=${currentLanguage()}]`);
  const view = now ?? draw();
  return {
    title: t("rules.title", { game: variantName(variant) }),
    focus: view.querySelector(`[data-rule="${rule}"] h3`),
    applySettings: draw,
    keys: { Escape: leave },
  };
}
