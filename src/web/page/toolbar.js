// The bar at the bottom of phones and tablets: what is needed most, and the rest behind a button.

import { openDialog } from "./dialogs.js";
import { button, byId, el, icon, replaceButtons } from "./dom.js";
import { t } from "./texts/index.js";

/**
 * @typedef {import("./panel.js").Action} Action
 * @typedef {import("./panel.js").Commands} Commands
 */

/** The symbols of the actions that are in the bar. @type {Record<string, string>} */
const SYMBOLS = {
  undo: "undo",
  hint: "hint",
  pause: "pause",
  continue: "forward",
  rematch: "flip",
  engine: "engine",
  review: "review",
};
/** How many of them there are. */
const MOST = 2;

/**
 * @param {string} symbol
 * @param {string} text
 * @param {() => void} act
 * @param {{ disabled?: boolean, pressed?: boolean }} [more]
 */
function entry(symbol, text, act, more = {}) {
  const made = button("", act, { disabled: more.disabled, pressed: more.pressed });
  made.append(icon(symbol), el("span", {}, text));
  return made;
}

/**
 * @param {import("./play.js").Play} play
 * @param {Action[]} actions
 * @param {Commands} commands
 */
export function showToolbar(play, actions, commands) {
  const { current } = play.game;
  const shown = actions.filter(({ name }) => SYMBOLS[name]).slice(0, MOST);
  const more = actions.filter((action) => !shown.includes(action));
  replaceButtons(byId("toolbar"), [
    entry("back", t("toolbar.back"), commands.back, { disabled: current.parent === null }),
    entry("forward", t("toolbar.forward"), commands.forward, { disabled: current.children.length === 0 }),
    ...shown.map(({ name, act, ...state }) => entry(SYMBOLS[name], t(`action.${name}`), act, state)),
    entry("more", t("toolbar.more"), () => openMore(more, commands)),
  ]);
}

/**
 * @param {Action[]} actions
 * @param {Commands} commands
 */
function openMore(actions, commands) {
  const others = [
    { text: t("walk.start"), act: commands.start },
    { text: t("walk.end"), act: commands.end },
    { text: t("walk.flip"), act: commands.flip },
    { text: t("times.label"), act: commands.times },
    { text: t("typed.label"), act: commands.typed },
  ];
  const entries = [
    ...actions.map(({ name, ...more }) => ({ text: t(`action.${name}`), ...more })),
    ...others,
  ];
  const dialog = openDialog(
    t("toolbar.more"),
    [
      el(
        "div",
        { class: "sheet" },
        ...entries.map(({ text, act, ...more }) =>
          button(
            text,
            () => {
              dialog.close();
              act();
            },
            more,
          ),
        ),
      ),
    ],
    "bottom",
  );
}
