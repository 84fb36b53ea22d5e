// Dialogs: asking, telling, choosing.

import { button, el, iconButton } from "./dom.js";
import { t } from "./texts/index.js";

let count = 0;

/**
 * Whether a press is beside a dialog, on the page behind it.
 * @param {HTMLElement} dialog
 * @param {MouseEvent} event
 */
function isBeside(dialog, { target, clientX, clientY }) {
  if (target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Adds a place to the history that the browser's Back leaves, so that it closes a dialog instead of the page. */
function guardBack() {
  if (!history.state?.dialog) history.pushState({ dialog: true }, "");
}

globalThis.addEventListener?.("popstate", ({ state }) => {
  const open = /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll("dialog[open]")]);
  if (state?.dialog || !open.length) return;
  open[open.length - 1].close();
  if (open.length > 1) guardBack();
});

/**
 * Opens a dialog; it is removed when it closes.
 * @param {string} title
 * @param {(Node | string | null | false)[]} content
 * @param {string} [kind] a class
 */
export function openDialog(title, content, kind = "") {
  const id = `dialog-${++count}`;
  const close = iconButton("close", t("dialog.close"), () => dialog.close(), { class: "close" });
  const heading = el("h2", { id, tabIndex: -1 }, title);
  const dialog = el("dialog", { class: `dialog ${kind}`, "aria-labelledby": id }, heading, close, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  // A press that began in the dialog, such as to select a text, does not close it wherever it ends.
  let pressedBeside = false;
  dialog.addEventListener("pointerdown", (event) => (pressedBeside = isBeside(dialog, event)));
  dialog.addEventListener("click", (event) => {
    if (pressedBeside && isBeside(dialog, event)) dialog.close();
    pressedBeside = false;
  });
  document.body.append(dialog);
  dialog.showModal();
  guardBack();
  heading.focus();
  return dialog;
}

/**
 * Asks a question; true if it was confirmed.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirm(title, question, yes, no = t("dialog.cancel")) {
  return new Promise((resolve) => {
    let answer = false;
    const accept = () => {
      answer = true;
      dialog.close();
    };
    const dialog = openDialog(title, [
      el("p", {}, question),
      el(
        "div",
        { class: "buttons" },
        button(no, () => dialog.close()),
        button(yes, accept, { class: "primary" }),
      ),
    ]);
    /** @type {HTMLElement | null} */ (dialog.querySelector(".primary"))?.focus();
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/**
 * A group of options of which one is chosen.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} options value and text
 * @param {string} chosen
 */
export function choice(legend, name, options, chosen) {
  const set = el("fieldset", { class: "choice" }, el("legend", {}, legend));
  const row = el("div", { class: "choice-row" });
  for (const [value, text] of options) {
    const input = el("input", { type: "radio", name, value, checked: value === chosen });
    row.append(el("label", {}, input, el("span", {}, text)));
  }
  set.append(row);
  return set;
}

/**
 * A labelled list of options of which one is chosen.
 * @param {string} text
 * @param {string} name
 * @param {[string, string][]} options
 * @param {string} chosen
 */
export function select(text, name, options, chosen) {
  const list = el("select", { name });
  for (const [value, shown] of options) list.append(new Option(shown, value, false, value === chosen));
  return el("label", { class: "field" }, el("span", {}, text), list);
}

/**
 * The result of a game, as an overlay that can be put aside.
 * @param {string} title
 * @param {string[]} words the reason, and more where there is any
 * @param {[string, () => void][]} next what can be done now
 */
export function resultDialog(title, words, next) {
  const buttons = next.map(([text, act], i) =>
    button(
      text,
      () => {
        dialog.close();
        act();
      },
      { class: i === 0 ? "primary" : "" },
    ),
  );
  const dialog = openDialog(
    title,
    [
      ...words.filter(Boolean).map((text, i) => el("p", { class: i ? "" : "reason" }, text)),
      el("div", { class: "buttons stacked" }, ...buttons),
    ],
    "result",
  );
  buttons[0].focus();
  return dialog;
}
