// The page of a room: a game between people on several machines.

import { createBoard } from "../board/index.js";
import { boardContent, boardSettings } from "../board-view.js";
import { confirm, openDialog, resultDialog } from "../dialogs.js";
import { button, byId, el } from "../dom.js";
import { toLink } from "../game-link.js";
import { centreMove, showMoves } from "../move-list.js";
import { announce, toast } from "../panel.js";
import { resultWords } from "../results.js";
import * as parts from "../parts.js";
import { other } from "../protocol.js";
import { play as playSound, setSound } from "../sound.js";
import { load, readSettings, save } from "../store.js";
import {
  addTexts,
  currentLanguage,
  fillTexts,
  hasLanguage,
  hasText,
  setLanguage,
  t,
} from "../texts/index.js";
import en from "../texts/room.en.js";
import zh from "../texts/room.zh.js";
import swap2En from "../texts/swap2.en.js";
import swap2Zh from "../texts/swap2.zh.js";
import { closeTyped, isTyping, openTyped } from "../typed.js";
import { boardKind, isChinese, reasonText, shownName, sideName, variantName } from "../variants.js";
import { Link } from "./link.js";
import { Model } from "./model.js";
import * as view from "./view.js";

addTexts({ en, zh });
addTexts({ en: swap2En, zh: swap2Zh });
let settings = readSettings(load("settings"));
/** @type {import("../protocol.js").Side} */
let orientation = "first";
/** Whether the user has turned the board. */
let turned = false;
/** The last happening that was told. */
let told = 0;
/** @type {import("./link.js").Loss | null} */
let loss = null;
/** @type {import("../game.js").Result | null} */
let shownResult = null;
/** Whether the connection is new, so that a move may have been lost with the old one. */
let reconnected = false;
const NO_BEST = { arrows: [], points: [], values: [] };

const model = new Model();
const link = new Link(new URL(location.href), {
  onOpen: () => {
    loss = null;
    reconnected = true;
    draw();
  },
  onMessage: receive,
  onLost: (why) => {
    loss = why;
    draw();
  },
});

const board = createBoard(byId("board"), {
  text: t,
  onMove: ({ move }) => play(move),
  onRefused: ({ from = "", to = "", traded }) => {
    const text = traded?.length ? `${traded.join("")}x${to}` : from + to;
    if (text && model.movable) link.send({ type: "why", move: text });
  },
});

/** @param {string} move */
function play(move) {
  if (!link.send(model.moveMessage(move))) {
    model.pending = null;
    toast(t("room.offline"), "error");
    board.deselect();
  }
  draw();
}

/** @param {any} message */
function receive(message) {
  if (message.type === "welcome") {
    model.welcome(message);
    if (!turned) orientation = model.role ?? "first";
  } else if (message.type === "clocks") {
    if (model.room) model.room.clocks = message.clocks;
    model.clocksAt = performance.now();
    return;
  } else if (message.type === "refused") {
    refuse(message);
  } else if (message.type === "why") {
    if (!message.why.legal) explain(message.why);
    return;
  } else if (message.type === "room") {
    const wasBegun = model.room?.begun;
    const wasOpening = model.opening !== null;
    const wasInterrupted = model.room?.interrupted;
    const isFirst = !model.room;
    const node = model.update(message, performance.now());
    if (isFirst) told = message.happening?.number ?? 0;
    if (model.host && (isFirst ? !message.begun : wasBegun === false && message.begun))
      byId("invitation").hidden = message.begun;
    const unanswered = model.unanswered;
    if (unanswered && reconnected) link.send(model.moveMessage(unanswered));
    reconnected = false;
    tellHappening(message.happening);
    if (node && !isFirst) announceMove(node);
    if (wasBegun === false && message.begun) tell(t(wasInterrupted ? "room.goes-on" : "room.begins"));
    if (wasOpening && message.opening?.phase === "done" && !message.result) tellColours();
    if (message.result && !shownResult) {
      shownResult = message.result;
      if (isFirst) draw();
      else showResult();
    } else if (!message.result) shownResult = null;
  }
  draw();
}

/** @param {{ code: string, text: string, why?: import("../protocol.js").Why }} refusal */
function refuse({ code, text, why }) {
  model.pending = null;
  board.deselect();
  if (why) explain(why);
  else tell(hasText(`room.refused.${code}`) ? t(`room.refused.${code}`) : text);
}

/** @param {import("../protocol.js").Why} why */
function explain(why) {
  const key = `why.${why.code ?? ""}`;
  tell(hasText(key) ? t(key, { move: why.move ?? "" }) : (why.text ?? t("why.unknown")));
}

/** @param {import("./model.js").Happening | null} happening */
function tellHappening(happening) {
  if (!happening || happening.number <= told) return;
  told = happening.number;
  const { kind, offer, by } = happening;
  // Who has done it knows.
  if (by === model.role && kind !== "accepted") return;
  const key = `room.${kind}.${offer}`;
  if (hasText(key)) tell(t(key, { side: sideName(model.game.variant, by) }));
}

/** After the Swap2 opening. */
function tellColours() {
  const { role, game } = model;
  const isOwn = model.isPlayer && role;
  tell(isOwn ? t("room.swap2.own", { side: sideName(game.variant, role) }) : t("swap2.done"));
}

/** @param {string} text */
function tell(text) {
  toast(text);
  announce(text);
}

/** @param {import("../game.js").Node} node */
function announceMove(node) {
  const { variant } = model.game;
  const side = node.side ? sideName(variant, node.side) : "";
  const words = [t("announce.move", { side, move: shownName(variant, node, settings.names) })];
  if (node.check) words.push(t(isChinese(variant) ? "status.check-chinese" : "status.check"));
  announce(words.join(". "));
  const pieces = (/** @type {string} */ fen) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;
  const isCapture = pieces(node.fen) < pieces(node.parent?.fen || node.fen);
  playSound(node.check ? "check" : isCapture ? "capture" : "move");
}

function showResult() {
  const result = shownResult;
  if (!result) return;
  const { variant } = model.game;
  const title = !result.winner
    ? t("result.draw")
    : model.isPlayer
      ? t(result.winner === model.role ? "room.won" : "room.lost")
      : t("result.won", { side: sideName(variant, result.winner) });
  announce(resultWords(model.game));
  playSound("end");
  // The last move is seen before the overlay covers it.
  setTimeout(() => {
    if (shownResult !== result || document.querySelector("dialog[open]")) return;
    resultDialog(
      title,
      [reasonText(variant, result.reason)],
      [
        ...(model.isPlayer
          ? [/** @type {[string, () => void]} */ ([t("action.rematch"), () => commands.offer("rematch")])]
          : []),
        [t("result.look"), () => {}],
      ],
    );
  }, 700);
}

/** Everything that a button or a key does. */
const commands = {
  start: () => show(model.game.root),
  back: () => show(model.game.current.parent ?? model.game.current),
  forward: () => show(model.game.current.children[0] ?? model.game.current),
  end: () => show(model.game.tip),
  flip: () => {
    orientation = other(orientation);
    turned = true;
    draw();
  },
  offer: (/** @type {string} */ offer) => void link.send({ type: "offer", offer }),
  accept: (/** @type {string} */ offer) => void link.send({ type: "accept", offer }),
  decline: (/** @type {string} */ offer) => void link.send({ type: "decline", offer }),
  withdraw: () => void link.send({ type: "withdraw" }),
  choose: (/** @type {string} */ choice) => void link.send({ type: "choose", choice }),
  resign: async () => {
    if (!model.role) return;
    const side = sideName(model.game.variant, model.role);
    if (await confirm(t("resign.title"), t("resign.question", { side }), t("action.resign")))
      link.send({ type: "resign" });
  },
  invite: () => {
    byId("invitation").hidden = !byId("invitation").hidden;
    draw();
  },
  seats: () => {
    const end = button(t("room.end"), async () => {
      dialog.close();
      if (await confirm(t("room.end"), t("room.end.question"), t("room.end"))) link.send({ type: "close" });
    });
    const dialog = openDialog(t("room.seats"), [
      ...view.seatChoices(model, {
        seat: (side, value) => {
          const occupant = value === "person" ? { kind: "person" } : { kind: "engine", level: Number(value) };
          link.send({ type: "seat", side, occupant });
          dialog.close();
        },
      }),
      el("div", { class: "buttons" }, end),
    ]);
  },
  typed: () => {
    if (isTyping()) closeTyped();
    else if (model.isPlayer) openTyped();
    draw();
  },
  analyse: () => {
    location.href = `../../#${toLink(model.game)}`;
  },
};

/** @param {import("../game.js").Node} node */
function show(node) {
  model.game.current = node;
  draw();
}

function drawNotice() {
  const notice = byId("connection");
  notice.hidden = !loss;
  if (!loss) return;
  const clock = loss === "lost" && model.playing && model.room?.control.kind !== "none";
  const content = [t(clock ? "room.loss.clock" : `room.loss.${loss}`)];
  const shown = notice.textContent ?? "";
  if (loss !== "taken") notice.replaceChildren(...content);
  else if (!shown.startsWith(content[0]))
    notice.replaceChildren(
      `${content[0]} `,
      button(t("room.take-seat"), () => link.connect()),
    );
}

function draw() {
  const { game, room } = model;
  drawNotice();
  byId("status").textContent = view.statusText(model);
  if (!model.isPlayer) closeTyped();
  byId("menu-board").hidden = !model.host;
  if (!room) return;
  byId("layout").dataset.kind = boardKind(game.variant);
  byId("layout").dataset.mode = "play";
  const content = boardContent(/** @type {any} */ (model), orientation, settings, NO_BEST);
  if (content) {
    board.setSettings(boardSettings(settings, game.variant));
    board.show(link.open ? content : { ...content, legal: [] });
  }
  view.showPlayers(model, orientation);
  view.showClocks(model, orientation, performance.now());
  view.showQuestion(model, commands);
  showMoves(byId("moves"), game, settings, show);
  view.showWalk(model, commands);
  view.showActions(model, link.open, commands);
  if (!byId("invitation").contains(document.activeElement)) view.showInvitation(model);
  byId("typed-play").toggleAttribute("disabled", !model.movable || !link.open);
  const words = [variantName(game.variant), t("app.name")];
  const mine = model.isPlayer && model.playing && model.actor === model.role;
  document.title = [...(mine ? [t("room.title")] : []), ...words].join(" · ");
  byId("spectators").textContent = room.spectators ? t("room.spectators", { count: room.spectators }) : "";
}

/** @param {import("../store.js").Settings} changed */
async function applySettings(changed) {
  if (!hasLanguage(changed.language) && !(await parts.withLanguage(changed.language))) return;
  settings = changed;
  save("settings", settings);
  setLanguage(settings.language);
  fillTexts();
  const language = currentLanguage() === "zh" ? "en" : "zh";
  byId("menu-language").textContent = language === "zh" ? "中文" : "EN";
  byId("menu-language").lang = language;
  byId("typed-move").setAttribute("placeholder", t("typed.label"));
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  setSound(settings.sound);
  board.setSettings(boardSettings(settings, model.game.variant));
  board.retell();
  draw();
}

byId("menu-language").addEventListener("click", () => {
  void applySettings({ ...settings, language: currentLanguage() === "zh" ? "en" : "zh" });
});
byId("menu-settings").addEventListener("click", () => {
  parts.withDialog(parts.settings, ({ settingsDialog }) =>
    settingsDialog(settings, applySettings, new Map(), null),
  );
});
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = byId("typed-move");
  if (!(input instanceof HTMLInputElement) || !input.value.trim() || !model.movable) return;
  play(input.value.trim().replace(/\s+/g, ""));
  input.value = "";
});
byId("typed").addEventListener("keydown", (event) => {
  if (event.key === "Escape") commands.typed();
});
/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: commands.back,
  ArrowRight: commands.forward,
  ArrowUp: commands.start,
  ArrowDown: commands.end,
  Home: commands.start,
  End: commands.end,
  f: commands.flip,
  t: commands.typed,
};
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  if (target.closest("input, textarea, select, dialog")) return;
  // On the board, arrows choose a point.
  if (target.closest("#board") && !/^[ft]$/.test(event.key)) return;
  const command = KEYS[event.key];
  if (!command) return;
  event.preventDefault();
  command();
});
addEventListener("online", () => {
  if (loss === "lost") link.retry();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && loss === "lost") link.retry();
});

let warned = false;
setInterval(() => {
  const low = view.showClocks(model, orientation, performance.now());
  if (low && !warned) playSound("low");
  warned = low;
}, 100);
setInterval(() => link.watch(), 1000);
new ResizeObserver(() => centreMove(byId("moves"))).observe(byId("moves"));
applySettings(settings);
link.connect();
