// The page: connects the board, the game and the panel.

import { showHint } from "./advice.js";
import { Analysis } from "./analysis.js";
import { announceMove, announceResult } from "./announcements.js";
import { commentOf } from "./annotations.js";
import { createBoard } from "./board/index.js";
import { boardContent, boardSettings } from "./board-view.js";
import { confirm } from "./dialogs.js";
import { byId, el } from "./dom.js";
import { listenForFiles } from "./drop.js";
import * as tree from "./game.js";
import { gamesPage } from "./games/index.js";
import { gameGraph } from "./graph.js";
import { Editing } from "./editing.js";
import { askForDraw, askToResign, mayEnd } from "./endings.js";
import { Explorer } from "./explorer.js";
import { Keeper } from "./keeper.js";
import { listenForKeys } from "./keys.js";
import { learn } from "./learn/index.js";
import { Library } from "./library.js";
import { openLink } from "./link.js";
import { listenForMenu } from "./menu.js";
import { centreMove, showMoves } from "./move-list.js";
import {
  actions,
  announce,
  clearToast,
  showActions,
  showClocks,
  showPlayers,
  showProblem,
  showRefusal,
  showStatus,
  showWalk,
  statusText,
  toast,
} from "./panel.js";
import { Pages } from "./pages.js";
import * as parts from "./parts.js";
import { Play } from "./play.js";
import { puzzlePage } from "./puzzles/index.js";
import { rulesPage } from "./rules/index.js";
import { other } from "./protocol.js";
import { Review, comment } from "./review.js";
import { Session } from "./session.js";
import { play as playSound, setSound } from "./sound.js";
import { load, readSettings, save } from "./store.js";
import { isUnswapped, readSwap } from "./swap2/fact.js";
import { swap2Page } from "./swap2/index.js";
import { takeGame } from "./tab.js";
import { showToolbar } from "./toolbar.js";
import { currentLanguage, fillTexts, hasLanguage, setLanguage, t } from "./texts/index.js";
import { refused } from "./tried.js";
import { boardKind, variantName } from "./variants.js";
import { closeTyped, listenForTyped, openTyped } from "./typed.js";
import { listenForWheel } from "./wheel.js";

/** The milliseconds after which the rest of the page is loaded, when the first board is there. */
const LATER = 500;

let settings = readSettings(load("settings"));
/** @type {import("./protocol.js").Side} */
let orientation = "first";

const session = new Session({
  onOpen: () => {
    byId("connection").hidden = true;
    void library.connected();
    play.reconnected();
    pages.reconnected();
    keeper.flush();
    setTimeout(parts.loadParts, LATER);
  },
  onClosed: (attempt, ended) => {
    library.closed();
    play.disconnected();
    const notice = byId("connection");
    notice.hidden = false;
    notice.textContent = ended
      ? t("connection.ended")
      : t(attempt > 4 ? "connection.gone" : "connection.lost");
    draw();
  },
  onError: (words) => console.warn(words),
});

const play = new Play(session, (event, detail) => {
  if (event === "error") showProblem(play, detail);
  else if (event === "remarks") toast(detail);
  else if (event === "refused") showRefusal(play, detail);
  else if (event === "draw-declined") tell(t("draw.declined"));
  else if (event === "end") announceResult(play, commands);
  else if (event === "move") announceMove(play.game, detail, settings.names);
  else if (event === "new") clearToast();
  if (event === "position" && !play.game.live) {
    following = true;
    analysis.follow();
    following = false;
  }
  draw();
  if (event !== "thinking" && event !== "clock") keep();
});

const library = new Library(session);
const keeper = new Keeper(play, library, () => orientation);

/** Whether the game that the tab had is on the board again. */
let started = false;

const explorer = new Explorer(play, library, () => settings.names);
const editing = new Editing(play, () => settings.names, redraw);

/** Everything is drawn anew after the analysis has followed to another position. */
let following = false;
const analysis = new Analysis(
  play,
  () => ({ settings, orientation }),
  () => following || drawAnalysis(),
  (lines) => void applySettings({ ...settings, lines }),
);
const notes = el("div", {});
byId("analysis").append(analysis.element, notes);
const review = new Review(play, draw, (game) =>
  parts.withPart(parts.mistakes, ({ rememberMistakes }) => rememberMistakes(play, library, keeper, game)),
);

const pages = new Pages(
  play,
  {
    settings: () => settings,
    enter: () => review.cancel(),
    leave: draw,
  },
  [
    learn,
    puzzlePage(analysePosition, library),
    rulesPage,
    gamesPage(library, keeper, openKept),
    swap2Page(begin),
  ],
);

const board = createBoard(byId("board"), {
  text: t,
  onMove: ({ move }) => {
    clearToast();
    void play.makeMove(move);
  },
  onRefused: (attempt) => void refused(play, attempt),
  onWait: () => toast(t("touch.again")),
  onArrowsChanged: (shapes) => editing.draw(shapes),
});

function draw() {
  const { game } = play;
  byId("layout").dataset.kind = boardKind(game.variant);
  byId("layout").dataset.mode = game.live ? "play" : "analysis";
  drawAnalysis();
  showWalk(play, commands, settings.times);
  showPlayers(play, orientation, boardSettings(settings, game.variant).pieces);
  showStatus(play);
  showMoves(
    byId("moves"),
    game,
    settings,
    (node) => play.show(node),
    (node) => editing.open(node),
  );
  const entries = actions(play, commands, analysis.on, explorer.on);
  showActions(entries);
  showToolbar(play, entries, commands);
  byId("typed-play").toggleAttribute("disabled", !play.movable || !session.open);
  document.title = `${variantName(game.variant)} · ${t("app.name")}`;
}

function redraw() {
  draw();
  keep();
}

function showBoard() {
  const content = boardContent(play, orientation, settings, analysis);
  if (content) board.show(content);
}

/** Draws what depends on the search: the board's arrows, the lines, the graph. */
function drawAnalysis() {
  showBoard();
  const { game } = play;
  const graph = game.live ? null : gameGraph(game, (node) => play.show(node));
  const summary = review.element();
  const words = comment(game, game.current, settings.names);
  const said = commentOf(game.current);
  analysis.element.hidden = !analysis.on;
  explorer.follow();
  // The slider of the graph keeps the focus while the graph is drawn anew.
  const focused = document.activeElement?.classList.contains("graph-slider");
  notes.replaceChildren(
    ...(said ? [el("p", { class: "said" }, said)] : []),
    ...(words ? [el("p", { class: `comment judged-${game.current.judgement}` }, words)] : []),
    ...(graph ? [graph] : []),
    ...(summary ? [summary] : []),
    ...(explorer.on && !game.live ? [explorer.element] : []),
  );
  if (focused) notes.querySelector("input")?.focus();
  byId("analysis").hidden = game.live || !(analysis.on || notes.firstChild);
  analysis.drawBar();
  byId("eval-bar").classList.toggle("flipped", orientation === "second");
}

/** Everything that a button or a key does. */
const commands = {
  start: () => play.walk("start"),
  back: () => play.walk("back"),
  forward: () => play.walk("forward"),
  end: () => play.walk("end"),
  flip: () => {
    orientation = other(orientation);
    redraw();
  },
  undo: () => play.undo(),
  redo: () => play.redo(),
  hint: () => showHint(play),
  pause: () => play.setPaused(!play.paused),
  rematch: () => {
    if (readSwap(play.game)) return swapAgain(true);
    if (play.isEngine("first") !== play.isEngine("second"))
      orientation = play.isEngine("first") ? "first" : "second";
    play.rematch();
  },
  restart: async () => {
    if (play.game.result || (await confirm(t("restart.title"), t("restart.question"), t("action.restart")))) {
      if (readSwap(play.game)) swapAgain(false);
      else play.restart();
    }
  },
  resign: () => askToResign(play),
  draw: () => askForDraw(play, () => tell(t("draw.declined"))),
  analyse: async () => {
    if (await mayEnd(play, t("analyse.title"), t("analyse.question"), t("action.analyse")))
      await play.analyse();
  },
  engine: async () => {
    if (play.game.live) await commands.analyse();
    if (play.game.live || review.running) return;
    analysis.switch(!analysis.on);
    draw();
  },
  best: () => {
    if (!play.game.live) analysis.playBest();
  },
  review: async () => {
    if (play.game.live) await commands.analyse();
    if (!play.game.live) await review.run();
  },
  blunder: () => review.next("blunder"),
  mistake: () => review.next("mistake"),
  inaccuracy: () => review.next("inaccuracy"),
  say: () => tell([statusText(play), analysis.words].filter(Boolean).join(". ")),
  playFromHere: () => {
    const { variant } = play.game;
    const start = play.state?.fen;
    if (start) askForGame({ variant, start });
  },
  deleteLine: () => editing.remove(play.game.current),
  explore: () => {
    explorer.switch();
    draw();
  },
  edit: () => editing.open(play.game.current),
  newGame: () => askForGame(),
  times: () => void applySettings({ ...settings, times: !settings.times }),
  typed: () => {
    openTyped();
    showWalk(play, commands, settings.times);
  },
  stopTyping: () => {
    closeTyped();
    showWalk(play, commands, settings.times);
  },
  keys: () => parts.withDialog(parts.keys, ({ keysDialog }) => keysDialog()),
  quit: async () => {
    if (session.open && (await confirm(t("quit.title"), t("quit.question"), t("quit.title"))))
      session.shutDown();
  },
};

/** @param {{ start?: string, variant?: string }} [given] a position to play from */
function askForGame(given) {
  const learnGame = (/** @type {string} */ game) => pages.go("learn", game);
  parts.withDialog(parts.newGame, ({ newGameDialog }) =>
    newGameDialog(begin, { settings, change: applySettings, learn: learnGame }, given),
  );
}

/**
 * Leaves a page for the board, with a position to look at.
 * @param {string} variant
 * @param {string} start
 * @param {tree.Game["options"]} [options]
 */
function analysePosition(variant, start, options = {}) {
  pages.leave();
  begin(tree.createGame({ variant, start, options, live: false }), "first");
}

/**
 * @param {tree.Game} game
 * @param {import("./protocol.js").Side} side whose pieces are at the bottom
 */
function begin(game, side) {
  if (isUnswapped(game)) return beginSwap2(() => game);
  orientation = side;
  history.replaceState(null, "", location.pathname + location.search);
  keeper.place(game).opened = game.root.children.length > 0;
  play.begin(game);
}

/**
 * Plays the Swap2 opening of a game first.
 * @param {(part: Awaited<ReturnType<typeof parts.swap2>>) => tree.Game | null} choose
 */
function beginSwap2(choose) {
  parts.withPart(parts.swap2, (part) => {
    const game = choose(part);
    if (!game) return;
    part.prepareSwap2(game);
    pages.go("swap");
  });
}

/** The same game again, from its Swap2 opening on. @param {boolean} exchanged */
function swapAgain(exchanged) {
  beginSwap2((part) => part.swapAgain(play.game, exchanged));
}

/**
 * Opens a game of the library, or of the last visit, as it was left.
 * @param {{ game: tree.Game, view: Partial<import("./keeper.js").View> }} kept
 */
function openKept({ game, view }) {
  pages.leave();
  orientation = view.orientation === "second" ? "second" : "first";
  void play.begin(game, view.left);
}

/** @param {string} text */
function tell(text) {
  toast(text);
  announce(text);
}

/** Keeps the game, once it is the tab's own. */
function keep() {
  if (started) keeper.changed();
}

/** @param {import("./store.js").Settings} changed */
async function applySettings(changed) {
  if (!hasLanguage(changed.language) && !(await parts.withLanguage(changed.language))) return;
  const language = changed.language !== settings.language;
  settings = changed;
  save("settings", settings);
  setLanguage(settings.language);
  fillTexts();
  byId("menu-language").textContent = currentLanguage() === "zh" ? "EN" : "中文";
  byId("menu-language").lang = currentLanguage() === "zh" ? "en" : "zh";
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  setSound(settings.sound);
  play.setResources(settings);
  analysis.setLines(settings.lines, settings.values);
  board.setSettings(boardSettings(settings, play.game.variant));
  board.retell();
  draw();
  pages.refresh(language);
}

listenForMenu({
  play,
  session,
  review,
  commands,
  begin,
  askForGame,
  applySettings,
  settings: () => settings,
  orientation: () => orientation,
});
listenForFiles(byId("board"), (file) => {
  review.cancel();
  parts.withPart(parts.share, async ({ openFile }) => {
    const problem = await openFile(play, file, begin);
    if (problem) toast(problem, "error");
  });
});
listenForTyped(play, () => {
  commands.stopTyping();
  board.focus();
});
listenForWheel(byId("board"), play);
listenForKeys(commands);
addEventListener("online", () => session.retry());
document.addEventListener("visibilitychange", () => {
  const visible = document.visibilityState === "visible";
  if (visible) session.retry();
  analysis.rest(!visible);
});
addEventListener("pagehide", () => {
  keep();
  keeper.flush();
});
addEventListener("hashchange", () => openLink(begin));

let warned = false;
setInterval(() => {
  play.tick();
  const low = showClocks(play, orientation);
  if (low && !warned) playSound("low");
  warned = low;
}, 100);
setInterval(() => {
  if (play.clocks.running) keep();
}, 2000);

new ResizeObserver(() => centreMove(byId("moves"))).observe(byId("moves"));
void applySettings(settings);
void start();

async function start() {
  const kept = keeper.restore(await takeGame());
  started = true;
  const linked = openLink(begin);
  if (kept && linked === "opened") void keeper.save(kept.game, kept.view);
  else if (kept) openKept(kept);
  session.connect();
  if (linked !== "opened" && !kept) {
    void play.begin(
      tree.createGame({
        variant: "zhonggong",
        players: { first: { kind: "person" }, second: { kind: "engine", level: 1200 } },
      }),
    );
    if (!pages.wanted && linked !== "refused") askForGame();
  }
  pages.follow();
}
