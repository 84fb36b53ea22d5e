// The puzzles: `#puzzles` is the list of games, `#puzzles/VARIANT` and `#puzzles/VARIANT/THEME` a series of puzzles, and
// `#puzzles/VARIANT/mine` practice from one's own mistakes.

import { puzzles } from "../parts.js";
import { t } from "../texts/index.js";
import { variantName } from "../variants.js";

/**
 * @typedef {import("../pages.js").Pages} Pages
 * @typedef {import("../library.js").Library} Library
 * @typedef {Awaited<ReturnType<typeof puzzles>>} Puzzles
 * @typedef {(variant: string, fen: string, options?: Record<string, string | number | boolean>) => void} Analyse
 */

/** The place of practice from one's own mistakes, in place of a theme. */
const MINE = "mine";

/**
 * The page.
 * @param {Analyse} analyse  opens a position on the board
 * @param {Library} library  which keeps the mistakes
 * @returns {import("../pages.js").Route}
 */
export function puzzlePage(analyse, library) {
  return {
    name: "puzzles",
    part: puzzles,
    show: (part, place, pages) => show(part, place, pages, analyse, library),
  };
}

/**
 * @param {Puzzles} part
 * @param {string} place
 * @param {Pages} pages
 * @param {Analyse} analyse
 * @param {Library} library
 * @returns {import("../pages.js").View}
 */
function show(part, place, pages, analyse, library) {
  const { GAMES, PracticeSeries, PuzzleView, RatedSeries } = part;
  const { settings } = pages.surroundings;
  const list = () => pages.go("puzzles");
  const [variant, theme] = place.split("/");
  if (!GAMES.includes(variant)) {
    const leave = () => pages.leave();
    const open = (/** @type {string} */ game, kind = "") =>
      pages.go("puzzles", kind ? `${game}/${kind}` : game);
    pages.element.replaceChildren(part.puzzleList({ settings, open, leave, mine: MINE, library }));
    return { title: t("menu.puzzles"), keys: { Escape: leave } };
  }
  /** @type {InstanceType<Puzzles["PuzzleView"]> | null} */
  let view = null;
  let closed = false;
  pages.element.replaceChildren();
  const rated = async () => {
    const all = await part.puzzlesOf(variant);
    const chosen = theme ? all.filter(({ themes }) => themes.map(part.kindOf).includes(theme)) : all;
    return new RatedSeries(variant, chosen.length ? chosen : all);
  };
  const practice = async () => {
    const mistakes = await part.keptMistakes(library, { variant });
    return new PracticeSeries(library, variant, mistakes, () => settings().names);
  };
  (theme === MINE ? practice() : rated()).then(
    (series) => {
      if (closed) return;
      const engine = part.puzzleEngine(pages.play.session);
      view = new PuzzleView(pages.element, variant, series, engine, { list, settings, analyse });
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
