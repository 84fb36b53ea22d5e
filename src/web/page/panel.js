// The panel beside the board: players with their clocks, what the game stands at, and what can be done.

import { pieceIcon, pieceName } from "./board/index.js";
import { clockText, elapsedText, remaining, spentOnMove } from "./clocks.js";
import { button, byId, el, iconButton, replaceButtons } from "./dom.js";
import * as tree from "./game.js";
import { problemText } from "./problems.js";
import { captured, other } from "./protocol.js";
import { hasRules, refusalLink, refusalWords, ruleLink, ruleOfEnd, ruleOfProblem } from "./rule-links.js";
import { resultTitle } from "./results.js";
import { t } from "./texts/index.js";
import { isTyping } from "./typed.js";
import { boardKind, colour, engineName, isChinese, reasonText, sideName } from "./variants.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./play.js").Play} Play
 * @typedef {{ [name: string]: () => void }} Commands
 */

const SEPARATOR = " · ";
const joined = (/** @type {Words[]} */ words) => words.map(({ text }) => text).join(SEPARATOR);

/**
 * @param {Play} play
 * @param {Side} orientation
 * @param {"characters" | "letters" | "pictures"} style of pieces
 */
export function showPlayers(play, orientation, style) {
  showPlayer(byId("player-bottom"), play, orientation, style);
  showPlayer(byId("player-top"), play, other(orientation), style);
  showClocks(play, orientation);
}

/**
 * @param {HTMLElement} container
 * @param {Play} play
 * @param {Side} side
 * @param {"characters" | "letters" | "pictures"} style
 */
function showPlayer(container, play, side, style) {
  const { game } = play;
  const { variant } = game;
  const player = game.players[side];
  const name = sideName(variant, side);
  const who =
    player.kind === "person" && player.name
      ? player.name
      : !game.live && !game.result
        ? ""
        : player.kind === "engine"
          ? engineName(player)
          : play.isEngine(other(side))
            ? t("player.you")
            : t("player.person");
  const active = game.live && !game.result && play.turn === side;
  const fen = play.state?.fen ?? game.current.fen;
  const pieces = el("span", { class: "captured" });
  if (fen && game.root.fen && !play.stones) {
    const theirs = captured(game.root.fen, fen).filter(
      (piece) => (piece === piece.toUpperCase()) !== (side === "first"),
    );
    for (const piece of theirs) pieces.append(el("span", {}, pieceIcon(boardKind(variant), piece, style)));
    if (theirs.length) {
      pieces.setAttribute("role", "img");
      pieces.setAttribute(
        "aria-label",
        t("player.captured", {
          pieces: theirs.map((piece) => pieceName(boardKind(variant), piece, t)).join(", "),
        }),
      );
    }
  }
  container.replaceChildren(
    el("span", { class: `dot ${colour(variant, side)}`, "aria-hidden": "true" }),
    el("span", { class: "player-name" }, who ? `${name} · ${who}` : name),
    pieces,
    el(
      "span",
      { class: "thinking", hidden: !(active && play.session.searching && play.isEngine(side)) },
      t("player.thinking"),
    ),
    el("time", {
      class: game.control.kind === "none" ? "clock elapsed" : "clock",
      role: "timer",
      hidden: game.control.kind === "none" && !isTimed(game),
      title: game.control.kind === "none" ? t("times.side") : "",
    }),
  );
  container.classList.toggle("active", active);
}

/**
 * @param {Play} play
 * @param {Side} orientation
 * @returns {boolean} whether a side has come below ten seconds
 */
export function showClocks(play, orientation) {
  let low = false;
  const { clocks, game } = play;
  const now = Date.now();
  const timed = clocks.control.kind !== "none";
  for (const [id, side] of /** @type {[string, Side][]} */ ([
    ["player-bottom", orientation],
    ["player-top", other(orientation)],
  ])) {
    const clock = byId(id).querySelector(".clock");
    if (!(clock instanceof HTMLElement) || clock.hidden) continue;
    const left = remaining(clocks, side, now);
    const running = clocks.running === side;
    const text = timed ? clockText(left) : elapsedText(elapsed(play, side, now));
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", timed && left < 10_000);
    clock.classList.toggle("running", running);
    if (timed && left < 10_000 && running) low = true;
  }
  const times = byId("times");
  if (times.hidden) return low;
  const [first, second] = [elapsed(play, "first", now), elapsed(play, "second", now)];
  const move = game.live && !game.result ? spentOnMove(clocks, now) : (game.current.spent ?? 0);
  const words = t("times.all", {
    game: elapsedText(first + second),
    move: elapsedText(move),
    first: `${sideName(game.variant, "first")} ${elapsedText(first)}`,
    second: `${sideName(game.variant, "second")} ${elapsedText(second)}`,
  });
  if (times.textContent !== words) times.textContent = words;
  return low;
}

/**
 * Whether times of the game's moves are known or measured now.
 * @param {tree.Game} game
 */
function isTimed(game) {
  return (game.live && !game.result) || tree.path(endOfPlay(game)).some((node) => node.spent !== undefined);
}

/** @param {tree.Game} game */
function endOfPlay(game) {
  return game.live ? game.tip : tree.endOf(game.root);
}

/**
 * Milliseconds that a side has thought in the whole game.
 * @param {Play} play
 * @param {Side} side
 * @param {number} now
 */
function elapsed({ game, clocks }, side, now) {
  let sum =
    clocks.running === side || (game.live && tree.turnAt(game, game.tip) === side)
      ? spentOnMove(clocks, now)
      : 0;
  for (const node of tree.path(endOfPlay(game))) if (node.side === side) sum += node.spent ?? 0;
  return sum;
}

/** @typedef {{ text: string, rule?: string }} Words  with the rule that explains them */

/** What the game stands at, in words. @param {Play} play */
export function statusText(play) {
  return joined(status(play));
}

/** Shows the same with links to the rules. @param {Play} play */
export function showStatus(play) {
  const { variant } = play.game;
  const words = status(play).flatMap(({ text, rule }, i) => [
    i > 0 && SEPARATOR,
    rule && hasRules(variant) ? ruleLink(variant, rule, text) : text,
  ]);
  const [before, now] = [byId("status"), el("p", {}, ...words)];
  // A link that stays keeps the focus.
  if (before.innerHTML !== now.innerHTML) before.replaceChildren(...now.childNodes);
}

/**
 * @param {Play} play
 * @returns {Words[]}
 */
function status(play) {
  const { game, state } = play;
  const { variant } = game;
  if (game.result && (game.live || game.current === tree.endOf(game.root))) return resultParts(game);
  const only = (/** @type {string} */ text) => [{ text }];
  if (!play.session.open) return only(t("status.offline"));
  if (play.refusal) {
    const words = { text: t("error.position", { words: problemText(play.refusal) }) };
    const rule = ruleOfProblem(variant, play.refusal);
    return rule ? [words, { text: t("rules.link"), rule }] : [words];
  }
  if (!state && !game.live) return only(t("status.waiting"));
  if (state?.verdict) return resultParts({ variant, players: game.players, result: state.verdict });
  const turn = tree.turnAt(game, game.current);
  const side = sideName(variant, turn);
  /** @type {Words[]} */
  const words = [];
  const say = (/** @type {string} */ text, rule = "") => words.push({ text, rule });
  if (game.live && game.current !== game.tip) say(t("status.looking-back"));
  else if (game.live && play.paused) say(t("status.paused"));
  else if (game.live && play.isEngine(turn)) say(t("status.engine-to-move", { side }));
  else if (game.live && play.isEngine(other(turn))) say(t("status.your-turn", { side }));
  else say(t("status.to-move", { side }));
  const marks = state?.marks ?? [];
  const own = (/** @type {string} */ kind) =>
    marks.some((mark) => mark.kind === kind && (mark.side ?? turn) === turn);
  for (const { kind } of marks) {
    if (kind === "check") say(t(isChinese(variant) ? "status.check-chinese" : "status.check"), "check");
  }
  if (own("tether")) say(t("status.tether"), "tether");
  if (variant === "zhonggong" && state && !own("liberty")) say(t("status.no-liberty"), "liberty");
  if (own("forbidden")) say(t("status.forbidden"), "forbidden");
  return words;
}

/**
 * How a game has ended; nothing if it has not.
 * @param {Pick<tree.Game, "variant" | "players" | "result">} game
 * @returns {Words[]}
 */
function resultParts(game) {
  const { variant, result } = game;
  if (!result) return [];
  const { reason } = result;
  return [
    { text: resultTitle(game) },
    ...(reason ? [{ text: reasonText(variant, reason), rule: ruleOfEnd(variant, reason) }] : []),
  ];
}

/**
 * The buttons that walk through the game.
 * @param {Play} play
 * @param {Commands} commands
 * @param {boolean} times whether the times of the moves are shown
 */
export function showWalk(play, commands, times) {
  byId("times").hidden = !times;
  const { current } = play.game;
  const back = current.parent === null;
  const forward = current.children.length === 0;
  replaceButtons(byId("walk"), [
    iconButton("start", t("walk.start"), commands.start, { disabled: back }),
    iconButton("back", t("walk.back"), commands.back, { disabled: back }),
    iconButton("forward", t("walk.forward"), commands.forward, { disabled: forward }),
    iconButton("end", t("walk.end"), commands.end, { disabled: forward && current === play.game.tip }),
    iconButton("flip", t("walk.flip"), commands.flip),
    iconButton("clock", t("times.label"), commands.times, { pressed: times }),
    iconButton("keyboard", t("typed.label"), isTyping() ? commands.stopTyping : commands.typed, {
      pressed: isTyping(),
    }),
  ]);
}

/**
 * What can be done in the game.
 * @typedef {{ name: string, act: () => void, disabled?: boolean, pressed?: boolean, class?: string }} Action
 * @param {Play} play
 * @param {Commands} commands
 * @param {boolean} analysing
 * @param {boolean} exploring
 * @returns {Action[]} by the names of their texts
 */
export function actions(play, commands, analysing, exploring) {
  const { game } = play;
  const playing = game.live && !game.result;
  const { open } = play.session;
  const begun = open && game.tip !== game.root;
  if (!game.live) {
    return [
      { name: "engine", act: commands.engine, pressed: analysing, class: "toggle" },
      { name: "review", act: commands.review, disabled: !open || !game.root.children.length },
      { name: "play-from-here", act: commands.playFromHere },
      { name: "explore", act: commands.explore, pressed: exploring, class: "toggle" },
      { name: "edit", act: commands.edit },
      { name: "delete-line", act: commands.deleteLine, disabled: !game.current.parent },
    ];
  }
  /** @type {Action[]} */
  const entries = [
    { name: "undo", act: commands.undo, disabled: !open || !play.canUndo },
    { name: "redo", act: commands.redo, disabled: !open || !play.canRedo },
  ];
  if (playing && play.watching) {
    entries.push({ name: play.paused ? "continue" : "pause", act: commands.pause });
  } else if (playing) {
    const busy = play.isEngine(play.turn);
    entries.push(
      { name: "hint", act: commands.hint, disabled: !play.movable || !open },
      { name: "draw", act: commands.draw, disabled: busy || !begun },
      { name: "resign", act: commands.resign, disabled: !begun },
    );
  }
  if (game.result) {
    entries.unshift({ name: "review", act: commands.review, disabled: !begun, class: "primary" });
    entries.push({ name: "rematch", act: commands.rematch });
  }
  entries.push(
    { name: "restart", act: commands.restart, disabled: !begun },
    { name: "analyse", act: commands.analyse },
  );
  return entries;
}

/** @param {Action[]} entries */
export function showActions(entries) {
  replaceButtons(
    byId("actions"),
    entries.map(({ name, act, ...more }) => button(t(`action.${name}`), act, { ...more, name })),
  );
}

/** The milliseconds for which a notice stays that offers something. */
const OFFER_TIME = 10_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Puts the notice near the board. */
function placeToast() {
  const box = byId("toasts");
  const board = [...document.querySelectorAll(".board-area .board-root")].find((root) => root.clientWidth);
  const place = board?.getBoundingClientRect();
  const half = Math.min(box.offsetWidth, innerWidth) / 2;
  const middle = place ? place.left + place.width / 2 : innerWidth / 2;
  box.style.left = `${Math.max(half, Math.min(innerWidth - half, middle))}px`;
  box.style.top = `${Math.min(innerHeight, place?.bottom ?? innerHeight) - 12}px`;
}

globalThis.addEventListener?.("resize", () => {
  if (byId("toasts").firstChild) placeToast();
});

/**
 * Shows a short notice near the board, instead of the one before; it goes away by itself.
 * @param {string} text
 * @param {string} [kind]
 * @param {HTMLElement | { text: string, act: () => void }} [more] a link, or what can be done about it
 */
export function toast(text, kind = "", more) {
  const box = byId("toasts");
  placeToast();
  const notice = el("div", { class: `toast ${kind}` }, text);
  if (more instanceof HTMLElement) notice.append(more);
  else if (more) {
    notice.append(
      button(more.text, () => {
        clearToast();
        more.act();
      }),
    );
  }
  box.replaceChildren(notice);
  clearTimeout(fading);
  fading = setTimeout(clearToast, (more ? OFFER_TIME : 2500) + 60 * text.length);
}

/** Takes the notice away, such as one about a game that is gone. */
export function clearToast() {
  byId("toasts").replaceChildren();
}

let announced = "";

/**
 * Tells a screen reader.
 * @param {string} text
 */
export function announce(text) {
  // A text that is the same as before is read again only if it changes.
  announced = text === announced ? `${text} ` : text;
  byId("announcer").textContent = announced;
}

/**
 * Tells why the engine does not accept a game, with a link to the rule if it is for a move.
 * @param {Play} play
 * @param {import("./problems.js").Problem} problem
 */
export function showProblem({ game: { variant } }, problem) {
  const rule = ruleOfProblem(variant, problem);
  const words = t("error.position", { words: problemText(problem) });
  toast(words, "error", rule && hasRules(variant) ? ruleLink(variant, rule) : undefined);
}

/**
 * Tells why a move is refused, with a link to the rule.
 * @param {Play} play
 * @param {import("./protocol.js").Why | null} why
 */
export function showRefusal({ game: { variant }, state }, why) {
  if (!why) return;
  const words = refusalWords(variant, why);
  toast(words, "", hasRules(variant) ? refusalLink(variant, why, state?.fen) : undefined);
  announce(words);
}
