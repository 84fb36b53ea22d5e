// A game in the list: a small board, who played, and what can be done with it.

import { createPicture } from "../board/picture.js";
import { boardSettings } from "../board-view.js";
import { button, el } from "../dom.js";
import { resultText } from "../move-list.js";
import { currentLanguage, t } from "../texts/index.js";
import { boardKind, levelName, sideName, variantName } from "../variants.js";

/**
 * @typedef {import("../library.js").Entry} Entry
 * @typedef {{ settings: import("../store.js").Settings, deleted: boolean, selected: boolean, select: (on: boolean) =>
 *   void, open: () => void, rename: () => void, remove: () => void, restore: () => void }} Surroundings
 */

/** Who played, in words. @param {Entry} game */
export function playersText({ players, variant, level }) {
  const names = players.map((name, i) => {
    if (name !== "?") return level === undefined ? name : name.replace(/^Quadriga( \d+)?$/, levelName(level));
    return level === undefined ? sideName(variant, i ? "second" : "first") : t("player.you");
  });
  return names.join(" – ");
}

/**
 * @param {Entry} game
 * @param {Surroundings} surroundings
 */
export function gameCard(game, { settings, deleted, selected, select, open, rename, remove, restore }) {
  const { variant, title, outcome, date, event, plies, changed, added } = game;
  const players = playersText(game);
  const name = title ?? players;
  const picture = el("span", { class: "games-picture", "aria-hidden": "true" });
  drawLater(picture, () => {
    if (!game.fen) return;
    const board = createPicture(picture);
    board.setSettings({ ...boardSettings(settings, variant), animation: 0, coordinates: "none" });
    board.show({ kind: boardKind(variant), fen: game.fen });
  });
  const day = date ?? new Date(added ?? changed ?? 0).toLocaleDateString("sv");
  const about = [
    variantName(variant),
    day,
    t("games.moves", { count: Math.ceil(plies / 2) }),
    event && event !== "?" ? event : "",
    game.collection ?? "",
    game.ply === undefined ? "" : t("games.at-ply", { move: Math.floor(game.ply / 2) + 1 }),
  ];
  const facts = el(
    "span",
    { class: "games-facts" },
    el("strong", {}, name),
    title ? el("span", {}, players) : null,
    el("span", { class: "games-outcome" }, outcome ? resultText(outcome) : t("games.unfinished")),
    el("small", {}, about.filter(Boolean).join(" · ")),
  );
  const entry = button("", open, { class: "games-open", disabled: deleted });
  entry.append(picture, facts);
  const box = el("input", { type: "checkbox", checked: selected, "aria-label": t("games.select", { name }) });
  box.addEventListener("change", () => select(box.checked));
  const named = (/** @type {string} */ key, /** @type {() => void} */ act) => {
    const made = button(t(key), act, { class: "quiet" });
    made.setAttribute("aria-label", `${t(key)}: ${name}`);
    return made;
  };
  const acts = deleted
    ? [named("games.restore", restore)]
    : [named("games.rename", rename), named("games.delete", remove)];
  return el(
    "li",
    { class: "games-card", "data-id": String(game.id), lang: currentLanguage() === "zh" ? "zh-CN" : "en" },
    box,
    entry,
    el("div", { class: "games-acts" }, ...acts),
  );
}

/**
 * Draws something when it comes near the window.
 * @param {HTMLElement} element
 * @param {() => void} draw
 */
function drawLater(element, draw) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      draw();
    },
    { rootMargin: "300px" },
  );
  observer.observe(element);
}
