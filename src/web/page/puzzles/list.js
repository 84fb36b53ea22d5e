// The list of puzzles: a card for each game with the solver's rating and series, and its themes.

import { createPicture } from "../board/picture.js";
import { boardSettings } from "../board-view.js";
import { button, el } from "../dom.js";
import { keptMistakes } from "../mistakes/kept.js";
import { isDue, isLearnt } from "../mistakes/schedule.js";
import { t } from "../texts/index.js";
import { boardKind, variantName } from "../variants.js";
import { puzzlesOf } from "./data.js";
import { themesOf } from "./file.js";
import { GAMES } from "./games.js";
import { choose, readProgress } from "./progress.js";

/**
 * @typedef {import("../store.js").Settings} Settings
 * @typedef {{ settings: () => Settings, open: (variant: string, theme?: string) => void, leave: () => void,
 *   mine: string, library: import("../library.js").Library }} Surroundings  `mine` is the place of practice
 */

/** @param {Surroundings} surroundings */
export function puzzleList(surroundings) {
  const mistakes = keptMistakes(surroundings.library, {});
  // Without the library there is no practice, and the puzzles are there all the same.
  const open = mistakes.then((all) => all.filter((mistake) => !isLearnt(mistake))).catch(() => []);
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
    el("div", { class: "puzzle-games" }, ...GAMES.map((variant) => gameCard(variant, surroundings, open))),
  );
}

/**
 * @param {string} variant
 * @param {Surroundings} surroundings
 * @param {Promise<import("../mistakes/kept.js").KeptMistake[]>} mistakes  that are still practised
 */
function gameCard(variant, { settings, open, mine }, mistakes) {
  const progress = readProgress(variant);
  const solved = Object.values(progress.results).filter(Boolean).length;
  const picture = el("div", { class: "puzzle-picture", "aria-hidden": "true" });
  const count = el("p", { class: "puzzle-count" }, "…");
  const themes = el("div", { class: "puzzle-themes", role: "group", "aria-label": t("puzzles.themes") });
  const practice = el("div", { class: "puzzle-practice", hidden: true });
  void mistakes.then((all) => {
    const own = all.filter(({ game }) => game.variant === variant);
    if (!own.length) return;
    const due = own.filter((mistake) => isDue(mistake, Date.now())).length;
    const words = t("practice.open", { due, count: own.length });
    practice.hidden = false;
    practice.append(
      Object.assign(
        button(words, () => open(variant, mine)),
        { title: t("practice.about") },
      ),
    );
  });
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
    practice,
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
