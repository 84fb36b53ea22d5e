// The page on which a contest is watched.

import { button, byId, el } from "../dom.js";
import { load, readSettings, save } from "../store.js";
import { addTexts, currentLanguage, fillTexts, loadLanguage, setLanguage, t } from "../texts/index.js";
import en from "../texts/watch.en.js";
import zh from "../texts/watch.zh.js";
import { boardKind, variantName } from "../variants.js";
import { Feed } from "./feed.js";
import { GameView, MoveList } from "./games.js";
import { endedTable, standingsTable } from "./tables.js";

addTexts({ en, zh });
const settings = readSettings(load("settings"));
/**
 * The place whose game is shown, whichever that is, or the number of an ended game.
 * @type {{ place?: number, ended?: number }}
 */
let chosen = { place: 0 };
/** The index of the move that is shown; null follows the game. @type {number | null} */
let at = null;
/** The game whose moves were asked for. */
let requested = 0;
let drawing = false;
/** @type {GameView | null} */
let main = null;
/** @type {GameView[]} */
const tiles = [];
/** What the tables show. */
let tabled = "";

const url = new URL("games", location.href);
url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
const feed = new Feed(url, () => {
  if (!feed.open) requested = 0;
  if (!drawing) requestAnimationFrame(draw);
  drawing = true;
});
const list = new MoveList(byId("moves"), (index) => walk(index));

/** @param {typeof chosen} next */
function choose(next) {
  chosen = next;
  at = null;
  draw();
}

/** @param {number} index */
function walk(index) {
  const count = shownGame()?.moves?.length ?? 0;
  at = index >= count - 1 ? null : Math.max(0, index);
  draw();
}

function shownGame() {
  const { place = 0, ended } = chosen;
  return feed.games.get(ended ?? feed.places[place] ?? feed.places[0]);
}

function draw() {
  drawing = false;
  const { contest } = feed;
  byId("connection").hidden = feed.open;
  byId("connection").textContent = t(contest ? "connection.lost" : "watch.waiting");
  if (!contest) return;
  const { variant } = contest;
  document.title = byId("event").textContent = `${contest.event} · ${variantName(variant)}`;
  byId("watch").dataset.kind = boardKind(variant);
  const over = byId("over");
  over.hidden = !contest.over;
  const link = el("a", { href: "./report", target: "_blank" }, t("watch.open"));
  over.replaceChildren(t("watch.over"), " ", contest.report ? link : "");
  const game = shownGame();
  if (game) {
    if (!game.moves && requested !== game.number) feed.request((requested = game.number));
    main ??= new GameView(byId("shown"), variant, settings, byId("status"));
    if (main.game?.number !== game.number) at = null;
    main.show(game, settings.names, at === null ? null : game.moves?.[at]);
    list.show(variant, game, settings.names, at ?? game.plies - 1);
  } else {
    byId("status").textContent = t("watch.none");
  }
  drawTiles(variant);
  const ended = feed.ended();
  const shown = JSON.stringify([feed.standings, ended.map(({ number }) => number), currentLanguage()]);
  if (shown === tabled) return;
  tabled = shown;
  byId("tables").replaceChildren(
    ...(feed.standings ? standingsTable(feed.standings) : []),
    ...endedTable(variant, ended, (number) => choose({ ended: number })),
  );
}

/** @param {string} variant */
function drawTiles(variant) {
  const count = feed.places.length > 1 ? feed.places.length : 0;
  while (tiles.length < count) {
    const place = tiles.length;
    const tile = button("", () => choose({ place }), { class: "game" });
    const caption = el("span");
    byId("tiles").append(tile);
    tiles.push(new GameView(tile, variant, settings, caption));
    tile.append(caption);
  }
  while (tiles.length > count) tiles.pop()?.element.remove();
  tiles.forEach((tile, place) => {
    const game = feed.games.get(feed.places[place]);
    if (game) tile.show(game, settings.names);
    tile.element.setAttribute("aria-pressed", String(chosen.place === place));
  });
}

function setTexts() {
  setLanguage(settings.language);
  fillTexts();
  const other = currentLanguage() === "zh" ? "en" : "zh";
  byId("menu-language").textContent = other === "zh" ? "中文" : "EN";
  byId("menu-language").lang = other;
  for (const view of main ? [main, ...tiles] : tiles) view.applySettings(settings);
  list.number = 0;
  draw();
}

byId("menu-language").addEventListener("click", async () => {
  const language = currentLanguage() === "zh" ? "en" : "zh";
  await loadLanguage(language);
  settings.language = language;
  save("settings", settings);
  setTexts();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const count = shownGame()?.moves?.length ?? 0;
  const now = at ?? count - 1;
  const index = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: count }[event.key];
  if (index === undefined) return;
  event.preventDefault();
  walk(index);
});
if (settings.theme !== "auto") document.documentElement.dataset.theme = settings.theme;
setInterval(() => {
  for (const view of main ? [main, ...tiles] : tiles) view.tick();
}, 100);
setTexts();
feed.connect();
