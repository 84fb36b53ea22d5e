// The puzzles: `#puzzles` is the list of games, `#puzzles/VARIANT` and `#puzzles/VARIANT/THEME` a series of puzzles.

import { puzzles } from "../parts.js";
import { t } from "../texts/index.js";
import { variantName } from "../variants.js";

/**
 * @typedef {import("../pages.js").Pages} Pages
 * @typedef {Awaited<ReturnType<typeof puzzles>>} Puzzles
 */

/**
 * The page.
 * @param {(variant: string, fen: string) => void} analyse  opens a position on the board
 * @returns {import("../pages.js").Route}
 */
export function puzzlePage(analyse) {
  return { name: "puzzles", part: puzzles, show: (part, place, pages) => show(part, place, pages, analyse) };
}

/**
 * @param {Puzzles} part
 * @param {string} place
 * @param {Pages} pages
 * @param {(variant: string, fen: string) => void} analyse
 * @returns {import("../pages.js").View}
 */
function show({ GAMES, PuzzleView, kindOf, puzzleEngine, puzzleList, puzzlesOf }, place, pages, analyse) {
  const { settings } = pages.surroundings;
  const list = () => pages.go("puzzles");
  const [variant, theme] = place.split("/");
  if (!GAMES.includes(variant)) {
    const leave = () => pages.leave();
    const open = (/** @type {string} */ game, kind = "") =>
      pages.go("puzzles", kind ? `${game}/${kind}` : game);
    pages.element.replaceChildren(puzzleList({ settings, open, leave }));
    return { title: t("menu.puzzles"), keys: { Escape: leave } };
  }
  /** @type {InstanceType<Puzzles["PuzzleView"]> | null} */
  let view = null;
  let closed = false;
  pages.element.replaceChildren();
  puzzlesOf(variant).then(
    (all) => {
      if (closed) return;
      const chosen = theme ? all.filter(({ themes }) => themes.map(kindOf).includes(theme)) : all;
      const engine = puzzleEngine(pages.play.session);
      const surroundings = { list, settings, analyse };
      view = new PuzzleView(pages.element, variant, chosen.length ? chosen : all, engine, surroundings);
    },
    () => !closed && list(),
  );
  return {
    title: `${t("menu.puzzles")} · ${variantName(variant)}`,
    close() {
      closed = true;
      view?.close();
    },
    resume: () => view?.resume(),
    applySettings: () => view?.applySettings(),
    keys: {
      h: () => view?.hint(),
      r: () => void view?.takeBack(),
      n: () => view?.next(),
      Escape: list,
    },
  };
}
