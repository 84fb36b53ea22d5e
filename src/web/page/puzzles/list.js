// The list of puzzles: a card for each game with the solver's rating and series, and its themes.

import { createPicture } from "../board/picture.js";
import { boardSettings } from "../board-view.js";
import { button, el } from "../dom.js";
import { t } from "../texts/index.js";
import { boardKind, variantName } from "../variants.js";
import { puzzlesOf } from "./data.js";
import { themesOf } from "./file.js";
import { GAMES } from "./games.js";
import { choose, readProgress } from "./progress.js";

/**
 * @typedef {import("../store.js").Settings} Settings
 * @typedef {{ settings: () => Settings, open: (variant: string, theme?: string) => void, leave: () => void }}
 *   Surroundings
 */

/** @param {Surroundings} surroundings */
export function puzzleList(surroundings) {
  return el(
    "div",
    { class: "courses puzzles" },
    el(
      "div",
      { class: "courses-head" },
      el("h2", { tabIndex: -1 }, t("menu.puzzles")),
      button(t("puzzles.leave"), surroundings.leave),
      el("p", {}, t("puzzles.intro")),
    ),
    el("div", { class: "puzzle-games" }, ...GAMES.map((variant) => gameCard(variant, surroundings))),
  );
}

/**
 * @param {string} variant
 * @param {Surroundings} surroundings
 */
function gameCard(variant, { settings, open }) {
  const progress = readProgress(variant);
  const solved = Object.values(progress.results).filter(Boolean).length;
  const picture = el("div", { class: "puzzle-picture", "aria-hidden": "true" });
  const count = el("p", { class: "puzzle-count" }, "…");
  const themes = el("div", { class: "puzzle-themes", role: "group", "aria-label": t("puzzles.themes") });
  puzzlesOf(variant).then(
    (puzzles) => {
      count.textContent = t("puzzles.count", { solved, count: puzzles.length });
      const example = choose(puzzles, progress, "", () => 0);
      if (example) drawPicture(picture, variant, example, settings());
      themes.replaceChildren(
        ...themesOf(puzzles).map(([kind, number]) =>
          button(`${t(`puzzles.theme.${kind}`)} ${number}`, () => open(variant, kind), { class: "chip" }),
        ),
      );
    },
    () => {
      count.textContent = t("connection.gone");
    },
  );
  return el(
    "section",
    { class: "course puzzle-game", "aria-labelledby": `puzzles-${variant}` },
    picture,
    el(
      "div",
      { class: "puzzle-facts" },
      el("h3", { id: `puzzles-${variant}` }, variantName(variant)),
      el(
        "p",
        {},
        t("puzzles.rating", { rating: progress.rating, series: progress.series, best: progress.best }),
      ),
      count,
      button(t("puzzles.solve"), () => open(variant), { class: "primary" }),
    ),
    themes,
  );
}

/**
 * @param {HTMLElement} frame
 * @param {string} variant
 * @param {import("./file.js").Puzzle} puzzle
 * @param {Settings} settings
 */
function drawPicture(frame, variant, puzzle, settings) {
  const picture = createPicture(frame);
  picture.setSettings({ ...boardSettings(settings, variant), animation: 0, coordinates: "none" });
  picture.show({ kind: boardKind(variant), fen: puzzle.fen });
}
