// Dialogs: asking, telling, beginning a game.

import { parseControl } from "./clocks.js";
import { button, el, iconButton } from "./dom.js";
import { createGame } from "./game.js";
import { isStones } from "./protocol.js";
import { optionsOf } from "./record-file.js";
import { load, save } from "./store.js";
import { t } from "./texts/index.js";
import { LEVELS, VARIANTS, aboutVariant, levelName, sideName, variantName } from "./variants.js";

let count = 0;

/**
 * Opens a dialog; it is removed when it closes.
 * @param {string} title
 * @param {(Node | string | null | false)[]} content
 * @param {string} [kind] a class
 */
export function openDialog(title, content, kind = "") {
  const id = `dialog-${++count}`;
  const close = iconButton("close", t("dialog.close"), () => dialog.close(), { class: "close" });
  const heading = el("h2", { id, tabIndex: -1 }, title);
  const dialog = el("dialog", { class: `dialog ${kind}`, "aria-labelledby": id }, heading, close, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  heading.focus();
  return dialog;
}

/**
 * Asks a question; true if it was confirmed.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean>}
 */
export function confirm(title, question, yes, no = t("dialog.cancel")) {
  return new Promise((resolve) => {
    let answer = false;
    const accept = () => {
      answer = true;
      dialog.close();
    };
    const dialog = openDialog(title, [
      el("p", {}, question),
      el(
        "div",
        { class: "buttons" },
        button(no, () => dialog.close()),
        button(yes, accept, { class: "primary" }),
      ),
    ]);
    /** @type {HTMLElement | null} */ (dialog.querySelector(".primary"))?.focus();
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/**
 * A group of options of which one is chosen.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} options value and text
 * @param {string} chosen
 */
export function choice(legend, name, options, chosen) {
  const set = el("fieldset", { class: "choice" }, el("legend", {}, legend));
  const row = el("div", { class: "choice-row" });
  for (const [value, text] of options) {
    const input = el("input", { type: "radio", name, value, checked: value === chosen });
    row.append(el("label", {}, input, el("span", {}, text)));
  }
  set.append(row);
  return set;
}

/**
 * A labelled list of options of which one is chosen.
 * @param {string} text
 * @param {string} name
 * @param {[string, string][]} options
 * @param {string} chosen
 */
export function select(text, name, options, chosen) {
  const list = el("select", { name });
  for (const [value, shown] of options) list.append(new Option(shown, value, false, value === chosen));
  return el("label", { class: "field" }, el("span", {}, text), list);
}

/** Points along a side of a board for stones, as most games have them. */
const USUAL_SIZE = "15";
const TIMES = ["none", "clock 180 2", "clock 300 3", "clock 600 5", "clock 1800 20", "move 60", "move 30"];

/** @param {string} value */
export function timeText(value) {
  const control = parseControl(value);
  if (control?.kind === "clock")
    return t("time.clock", { minutes: control.base / 60, increment: control.increment });
  if (control?.kind === "move") return t("time.move", { seconds: control.seconds });
  return t("time.none");
}

/**
 * The dialog that begins a game.
 * @param {(game: import("./game.js").Game, orientation: import("./protocol.js").Side) => void} onBegin
 * @param {{ start?: string | null, variant?: string }} [given] a position to play from
 */
export function newGameDialog(onBegin, given = {}) {
  const last = {
    variant: "zhonggong",
    opponent: "engine",
    level: "1200",
    level2: "1200",
    side: "first",
    time: "none",
    minutes: "10",
    increment: "5",
    ...load("last-choice"),
    ...given,
  };
  /** The size of board that was chosen last, by the game. @type {Record<string, string>} */
  const sizeOf = { ...load("board-sizes") };
  const levels = /** @type {[string, string][]} */ (
    LEVELS.map((level) => [
      String(level.elo),
      level.elo ? `${levelName(level.elo)} · ${level.elo}` : levelName(0),
    ])
  );
  const form = el("form", { class: "new-game", method: "dialog" });
  const variants = choice(
    t("new.variant"),
    "variant",
    VARIANTS.map((variant) => [variant, variantName(variant)]),
    last.variant,
  );
  variants.classList.add("cards");
  for (const input of variants.querySelectorAll("input")) {
    input.parentElement?.append(el("small", {}, aboutVariant(input.value)));
  }
  const times = /** @type {[string, string][]} */ ([
    ...TIMES.map((time) => [time, timeText(time)]),
    ["custom", t("time.custom")],
  ]);
  const sizes = /** @type {[string, string][]} */ (
    ["15", "19", "20", "13", "9"].map((size) => [size, `${size} × ${size}`])
  );
  const size = select(t("new.size"), "size", sizes, USUAL_SIZE);
  const number = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ value) =>
    el(
      "label",
      { class: "field" },
      el("span", {}, text),
      el("input", {
        type: "number",
        name,
        value,
        min: name === "minutes" ? "1" : "0",
        max: "180",
        required: true,
      }),
    );
  const custom = el(
    "div",
    { class: "pair" },
    number(t("time.minutes"), "minutes", last.minutes),
    number(t("time.increment"), "increment", last.increment),
  );
  const level = select(t("new.level"), "level", levels, last.level);
  const level2 = select(t("new.level"), "level2", levels, last.level2);
  const opponents = /** @type {[string, string][]} */ (
    ["engine", "person", "engines"].map((kind) => [kind, t(`new.opponent.${kind}`)])
  );
  const sides = el("div", {});
  const go = el("button", { type: "submit", class: "primary large" }, t("new.begin"));
  form.append(
    ...(given.start ? [] : [variants]),
    size,
    choice(t("new.opponent"), "opponent", opponents, last.opponent),
    el("div", { class: "pair" }, level, level2),
    sides,
    select(t("new.time"), "time", times, last.time),
    custom,
    el("div", { class: "buttons" }, go),
  );
  const value = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
  let sized = "";
  const update = () => {
    const variant = given.variant ?? value("variant");
    const opponent = value("opponent");
    const side = value("side") || last.side;
    const [first, second] = [sideName(variant, "first"), sideName(variant, "second")];
    if (sized !== variant)
      /** @type {HTMLSelectElement} */ (size.lastElementChild).value = sizeOf[variant] ?? USUAL_SIZE;
    sized = variant;
    sides.replaceChildren(
      choice(
        t("new.side"),
        "side",
        [
          ["first", t("new.side.first", { side: first })],
          ["random", t("new.side.random")],
          ["second", t("new.side.second", { side: second })],
        ],
        side,
      ),
    );
    sides.hidden = opponent !== "engine";
    level.hidden = opponent === "person";
    level2.hidden = opponent !== "engines";
    const label = level.querySelector("span");
    if (label) label.textContent = opponent === "engines" ? first : t("new.level");
    const label2 = level2.querySelector("span");
    if (label2) label2.textContent = second;
    size.hidden = !isStones(variant) || Boolean(given.start);
    custom.hidden = value("time") !== "custom";
    for (const input of custom.querySelectorAll("input")) input.disabled = custom.hidden;
  };
  form.addEventListener("change", update);
  update();
  form.addEventListener("submit", () => {
    const chosen = Object.fromEntries(new FormData(form));
    save("last-choice", { ...load("last-choice"), ...chosen });
    const variant = given.variant ?? value("variant");
    if (isStones(variant) && !given.start) save("board-sizes", { ...sizeOf, [variant]: value("size") });
    const engine = (/** @type {string} */ name) => ({
      kind: /** @type {"engine"} */ ("engine"),
      level: Number(value(name)),
    });
    const person = { kind: /** @type {"person"} */ ("person") };
    const opponent = value("opponent");
    const side = value("side");
    const own =
      side === "random" ? (Math.random() < 0.5 ? "first" : "second") : side === "second" ? "second" : "first";
    const players =
      opponent === "engines"
        ? { first: engine("level"), second: engine("level2") }
        : opponent === "person"
          ? { first: person, second: person }
          : own === "first"
            ? { first: person, second: engine("level") }
            : { first: engine("level"), second: person };
    const time =
      value("time") === "custom"
        ? `clock ${Number(value("minutes")) * 60} ${Number(value("increment"))}`
        : value("time");
    onBegin(
      createGame({
        variant,
        start: given.start ?? null,
        options: given.start
          ? optionsOf(variant, given.start)
          : isStones(variant)
            ? { BoardSize: Number(value("size")) }
            : {},
        players,
        control: parseControl(time) ?? { kind: "none" },
      }),
      opponent === "engine" ? own : "first",
    );
  });
  const dialog = openDialog(t(given.start ? "new.from-position" : "new.title"), [form], "wide");
  form.addEventListener("submit", () => dialog.close());
  go.focus({ preventScroll: true });
  dialog.scrollTop = 0;
  return dialog;
}

/** The list of keys. */
export function keysDialog() {
  const keys = Object.entries({
    back: "←",
    forward: "→",
    start: "↑ / Home",
    end: "↓ / End",
    flip: "f",
    engine: "l",
    best: t("keys.space"),
    judged: "b / m / i",
    say: "s",
    hint: "h",
    typed: "t",
    new: "n",
    keys: "?",
  });
  const rows = keys.map(([name, key]) =>
    el("div", { class: "key-row" }, el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(`keys.${name}`))),
  );
  openDialog(t("menu.keys"), [el("dl", { class: "keys" }, ...rows), el("p", {}, t("keys.board"))]);
}

/**
 * The result of a game, as an overlay that can be put aside.
 * @param {string} title
 * @param {string} reason
 * @param {[string, () => void][]} next what can be done now
 */
export function resultDialog(title, reason, next) {
  const buttons = next.map(([text, act], i) =>
    button(
      text,
      () => {
        dialog.close();
        act();
      },
      { class: i === 0 ? "primary" : "" },
    ),
  );
  const dialog = openDialog(
    title,
    [el("p", { class: "reason" }, reason), el("div", { class: "buttons stacked" }, ...buttons)],
    "result",
  );
  return dialog;
}
