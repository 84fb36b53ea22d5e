// The field for typed moves, which is hidden until it is wanted.

import { byId } from "./dom.js";
import { t } from "./texts/index.js";
import { typed } from "./tried.js";

const field = () => /** @type {HTMLInputElement} */ (byId("typed-move"));

/** Whether the field is there. */
export function isTyping() {
  return !byId("typed").hidden;
}

/** Shows the field and gives it the focus. */
export function openTyped() {
  byId("typed").hidden = false;
  field().placeholder = t("typed.label");
  field().focus();
}

/** Hides the field. */
export function closeTyped() {
  byId("typed").hidden = true;
}

/**
 * @param {import("./play.js").Play} play
 * @param {() => void} onLeave the user has left the field by the key Escape
 */
export function listenForTyped(play, onLeave) {
  byId("typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = field();
    if (!input.value.trim()) return;
    if (await typed(play, input.value)) input.value = "";
    else input.select();
  });
  byId("typed").addEventListener("keydown", (event) => {
    if (event.key === "Escape") onLeave();
  });
}
