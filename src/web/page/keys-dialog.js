// The dialog with the list of keys.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { t } from "./texts/index.js";

/** The list of keys. */
export function keysDialog() {
  const keys = Object.entries({
    back: "←",
    forward: "→",
    start: "↑ / Home",
    end: "↓ / End",
    flip: "f",
    engine: "l",
    best: t("keys.space"),
    judged: "b / m / i",
    say: "s",
    hint: "h",
    typed: "t",
    new: "n",
    keys: "?",
  });
  const rows = keys.map(([name, key]) =>
    el("div", { class: "key-row" }, el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(`keys.${name}`))),
  );
  openDialog(t("menu.keys"), [el("dl", { class: "keys" }, ...rows), el("p", {}, t("keys.board"))]);
}
