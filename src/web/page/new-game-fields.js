// Fields of the dialog that begins a game: the start, the clocks, and how long the engine thinks.

import { parseControl } from "./clocks.js";
import { select } from "./dialogs.js";
import { el } from "./dom.js";
import { SWAPPED } from "./swap2/fact.js";
import { ARRAYS, chess960Start, handicapStart, handicaps } from "./starts.js";
import { t } from "./texts/index.js";
import { sideName } from "./variants.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {(name: string) => string} Value of a field
 */

export const TIMES = [
  "none",
  "clock 30 0.5",
  "clock 60 1",
  "clock 180 2",
  "clock 300 3",
  "clock 600 5",
  "clock 1800 20",
  "move 60",
  "move 30",
];
/** The deepest search that can be asked for, in plies. */
const DEEPEST = 20;
/** The longest thinking time, in seconds. */
const LONGEST = 600;

/** @param {string} value */
export function timeText(value) {
  const control = parseControl(value);
  if (control?.kind === "clock")
    return t("time.clock", { minutes: control.base / 60, increment: control.increment });
  if (control?.kind === "move") return t("time.move", { seconds: control.seconds });
  return t("time.none");
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string | undefined} value
 * @param {{ min: number, max: number, step?: string, required?: boolean, placeholder?: string }} more
 */
function number(text, name, value, more) {
  const input = el("input", { type: "number", name, value: value ?? "", required: true, ...more });
  input.min = String(more.min);
  input.max = String(more.max);
  return el("label", { class: "field" }, el("span", {}, text), input);
}

/**
 * Shows a field, or hides it and keeps what it holds out of the form.
 * @param {HTMLElement} field
 * @param {boolean} shown
 */
function show(field, shown) {
  field.hidden = !shown;
  for (const input of field.querySelectorAll("input, select")) input.toggleAttribute("disabled", !shown);
}

/**
 * The time control: one of a list, or numbers of one's own.
 * @param {Record<string, string>} last
 */
export function timeFields(last) {
  const times = /** @type {[string, string][]} */ ([
    ...TIMES.map((time) => [time, timeText(time)]),
    ["custom", t("time.custom")],
    ["custom-move", t("time.custom-move")],
  ]);
  const pair = el(
    "div",
    { class: "pair" },
    number(t("time.minutes"), "minutes", last.minutes, { min: 0.1, max: 600, step: "any" }),
    number(t("time.increment"), "increment", last.increment, { min: 0, max: 600, step: "any" }),
  );
  const seconds = number(t("time.seconds"), "seconds", last.seconds, { min: 1, max: 3600, step: "any" });
  return {
    elements: [select(t("new.time"), "time", times, last.time), pair, seconds],
    /** @param {Value} value */
    update(value) {
      show(pair, value("time") === "custom");
      show(seconds, value("time") === "custom-move");
    },
  };
}

/**
 * The time control that is chosen, as `parseControl` reads it.
 * @param {Value} value
 */
export function chosenTime(value) {
  if (value("time") === "custom-move") return `move ${Number(value("seconds"))}`;
  if (value("time") !== "custom") return value("time");
  return `clock ${Math.round(Number(value("minutes")) * 6000) / 100} ${Number(value("increment"))}`;
}

/**
 * How long the engine thinks about a move.
 * @param {Record<string, string>} last
 */
export function effortFields(last) {
  const kinds = /** @type {[string, string][]} */ (
    ["usual", "time", "depth"].map((kind) => [kind, t(`new.effort.${kind}`)])
  );
  const chosen = select(t("new.effort"), "effort", kinds, last.effort ?? "usual");
  const time = number(t("new.effort.seconds"), "effort-time", last["effort-time"] ?? "5", {
    min: 0.1,
    max: LONGEST,
    step: "any",
  });
  const depth = number(t("new.effort.plies"), "effort-depth", last["effort-depth"] ?? "8", {
    min: 1,
    max: DEEPEST,
  });
  const fields = el("div", { class: "pair" }, chosen, time, depth);
  return {
    elements: [fields],
    /** @param {Value} value */
    update(value) {
      show(fields, value("opponent") !== "person");
      if (fields.hidden) return;
      show(time, value("effort") === "time");
      show(depth, value("effort") === "depth");
    },
  };
}

/**
 * @param {Value} value
 * @returns {import("./game.js").Limit | undefined}
 */
export function chosenEffort(value) {
  if (value("effort") === "time") return { seconds: Number(value("effort-time")) };
  if (value("effort") === "depth") return { depth: Number(value("effort-depth")) };
  return undefined;
}

/**
 * The start of the game: the usual one, an array of Chess960, a handicap.
 * @param {Record<string, string>} last
 */
export function startFields(last) {
  const chosen = select(t("new.start"), "start", [], "");
  const list = /** @type {HTMLSelectElement} */ (chosen.querySelector("select"));
  const array = number(t("new.start.number"), "array", last.array, {
    min: 0,
    max: ARRAYS - 1,
    required: false,
    placeholder: t("new.start.random"),
  });
  const giver = select(t("new.start.giver"), "giver", [], "");
  const givers = /** @type {HTMLSelectElement} */ (giver.querySelector("select"));
  let wanted = last.start;
  list.addEventListener("change", () => (wanted = list.value));
  /**
   * @param {HTMLSelectElement} list
   * @param {[string, string][]} options
   * @param {string} value
   */
  const fill = (list, options, value) => {
    list.replaceChildren(...options.map(([name, text]) => new Option(text, name)));
    list.value = options.some(([name]) => name === value) ? value : options[0][0];
  };
  return {
    elements: [el("div", { class: "pair" }, chosen, array, giver)],
    /**
     * @param {Value} value
     * @param {string} variant
     * @param {boolean} offered
     */
    update(value, variant, offered) {
      const starts = /** @type {[string, string][]} */ ([["usual", t("new.start.usual")]]);
      if (variant === "chess") starts.push(["chess960", "Chess960"]);
      if (SWAPPED.includes(variant)) starts.push(["swap2", t("new.start.swap2")]);
      for (const name of handicaps(variant)) starts.push([name, t(`new.start.${name}`)]);
      show(chosen, offered && starts.length > 1);
      fill(list, starts, wanted);
      show(array, !chosen.hidden && list.value === "chess960");
      show(giver, !chosen.hidden && handicaps(variant).includes(list.value));
      const sides = /** @type {Side[]} */ (["first", "second"]);
      const against = value("opponent") === "engine";
      fill(
        givers,
        against
          ? [
              ["engine", t("new.opponent.engine")],
              ["own", t("player.you")],
            ]
          : sides.map((side) => [side, sideName(variant, side)]),
        givers.value || last.giver,
      );
    },
  };
}

/**
 * The start that is chosen and the options that it needs.
 * @param {Value} value
 * @param {string} variant
 * @param {Side} own the side of the person who plays the engine
 * @returns {{ start: string | null, options: Record<string, boolean> }}
 */
export function chosenStart(value, variant, own) {
  const name = value("start");
  if (name === "chess960") {
    const number = value("array") === "" ? Math.floor(Math.random() * ARRAYS) : Number(value("array"));
    return { start: chess960Start(number), options: { UCI_Chess960: true } };
  }
  if (!handicaps(variant).includes(name)) return { start: null, options: {} };
  const engine = own === "first" ? "second" : "first";
  const giver = value("giver");
  const side = giver === "engine" ? engine : giver === "own" ? own : giver === "second" ? "second" : "first";
  return { start: handicapStart(variant, name, side), options: {} };
}
