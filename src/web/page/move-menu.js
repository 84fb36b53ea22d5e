// What can be done with a move of the list: its mark, its comment, and its line.

import { MARKS, commentOf, markOf, setComment, setMark } from "./annotations.js";
import { openDialog } from "./dialogs.js";
import { button, el } from "./dom.js";
import { t } from "./texts/index.js";
import { shownName } from "./variants.js";

/**
 * @typedef {import("./game.js").Node} Node
 * @typedef {{ changed: () => void, promote: (node: Node) => void, remove: (node: Node) => void }} Editing
 */

/**
 * @param {string} variant
 * @param {Node} node the root for the comment before the game
 * @param {string} names the setting for names of moves
 * @param {boolean} live whether the game is being played: its lines stay as they are
 * @param {Editing} editing
 */
export function moveMenu(variant, node, names, live, editing) {
  const isMove = node.parent !== null;
  const marks = el("div", { class: "choice-row mark-row", role: "group", "aria-label": t("edit.mark") });
  for (const [nag, sign] of Object.entries(MARKS)) {
    const pressed = markOf(node) === sign;
    marks.append(
      button(
        sign,
        () => {
          setMark(node, pressed ? 0 : Number(nag));
          dialog.close();
        },
        { pressed },
      ),
    );
  }
  const comment = el("textarea", { name: "comment", rows: 4, value: commentOf(node), maxLength: 5000 });
  const then = (/** @type {(node: Node) => void} */ act) => () => {
    dialog.close();
    act(node);
  };
  const dialog = openDialog(isMove ? shownName(variant, node, names) : t("edit.start"), [
    isMove && marks,
    el("label", { class: "field" }, el("span", {}, t("edit.comment")), comment),
    el(
      "div",
      { class: "buttons" },
      isMove && !live && button(t("edit.promote"), then(editing.promote)),
      isMove && !live && button(t("edit.remove"), then(editing.remove)),
      button(t("edit.done"), () => dialog.close(), { class: "primary" }),
    ),
  ]);
  // However the dialog is closed, what was written stays.
  dialog.addEventListener("close", () => {
    setComment(node, comment.value);
    editing.changed();
  });
}
