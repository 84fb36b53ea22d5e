// The dialog that begins a game.

import { createPicture } from "./board/picture.js";
import { boardSettings } from "./board-view.js";
import { parseControl } from "./clocks.js";
import { choice, openDialog, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { createGame } from "./game.js";
import {
  chosenEffort,
  chosenStart,
  chosenTime,
  effortFields,
  startFields,
  timeFields,
  timeText,
} from "./new-game-fields.js";
import { recordAgainst, recordText } from "./level-record.js";
import { isStones } from "./protocol.js";
import { hasRules, ruleLink } from "./rule-links.js";
import { optionsOf } from "./record-file.js";
import { RULE, SWAP2 } from "./swap2/fact.js";
import { load, save } from "./store.js";
import { t } from "./texts/index.js";
import {
  LEVELS,
  VARIANTS,
  aboutVariant,
  boardKind,
  isChinese,
  levelName,
  sideName,
  variantName,
} from "./variants.js";

/**
 * @typedef {import("./store.js").Settings} Settings
 * @typedef {(game: import("./game.js").Game, orientation: import("./protocol.js").Side) => void} Begin
 * @typedef {{ settings: Settings, change: (settings: Settings) => Promise<void>, learn: (variant: string) => void }} Surroundings
 */

/** Points along a side of a board for stones, as most games have them. */
const USUAL_SIZE = "15";
const SIZES = [USUAL_SIZE, "19", "20", "13", "9"];

/**
 * What the small boards of the games show.
 * @type {Record<string, Partial<import("./board/state.js").View> & { fen: string }>}
 */
const PICTURES = {
  zhonggong: { fen: "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w" },
  xiangqi: { fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w" },
  chess: { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w" },
  gomoku: { fen: "9/9/2O3O2/3OX4/2XXXXX2/3XO4/2O2O3/9/9 b" },
  "gomoku-standard": { fen: "9/6X2/4OX3/3OX1O2/2OXO4/2X2O3/1O7/9/9 b" },
  renju: {
    fen: "9/9/4X4/3OX4/5XX2/3O1O3/5O3/9/9 b",
    marks: [{ kind: "forbidden", points: ["e5"], reason: "three-three" }],
  },
};
const OTHER_PICTURE = { fen: "9/9/9/3O5/4X4/9/9/9/9 b" };

/**
 * Puts a link to the rules of a game on its card.
 * @param {HTMLElement} label
 * @param {string} variant
 */
function addRules(label, variant) {
  const card = el("div", { class: "card" });
  label.replaceWith(card);
  const link = ruleLink(variant, "", "?");
  link.ariaLabel = link.title = t("rules.of", { game: variantName(variant) });
  card.append(label, link);
}

/**
 * The games as cards, each with a small board and a sentence.
 * @param {string} chosen
 * @param {Settings} settings
 */
function variantCards(chosen, settings) {
  const set = choice(
    t("new.variant"),
    "variant",
    VARIANTS.map((variant) => [variant, variantName(variant)]),
    chosen,
  );
  set.classList.add("cards");
  const pictures = [...set.querySelectorAll("input")].map((input) => {
    const frame = el("div", { class: "thumbnail", "aria-hidden": "true" });
    input.after(frame);
    const label = /** @type {HTMLElement} */ (input.parentElement);
    label.append(el("small", {}, aboutVariant(input.value)));
    if (hasRules(input.value)) addRules(label, input.value);
    return { variant: input.value, picture: createPicture(frame) };
  });
  /** @param {Settings} settings */
  const draw = (settings) => {
    for (const { variant, picture } of pictures) {
      const look = boardSettings(settings, variant);
      picture.setSettings({ ...look, animation: 0, coordinates: "none", showForbidden: true });
      picture.show({ kind: boardKind(variant), ...(PICTURES[variant] ?? OTHER_PICTURE) });
    }
  };
  draw(settings);
  return { set, draw };
}

/**
 * The level of a side, with a sentence about it and the record against it.
 * @param {string} name
 * @param {string} chosen
 * @param {() => string} variant the game that is chosen
 */
function levelField(name, chosen, variant) {
  const levels = /** @type {[string, string][]} */ (
    LEVELS.map(({ elo }) => [String(elo), elo ? `${levelName(elo)} · ${elo}` : levelName(0)])
  );
  const field = select(t("new.level"), name, levels, chosen);
  const list = /** @type {HTMLSelectElement} */ (field.querySelector("select"));
  const about = el("small", {});
  const tell = () => {
    const level = LEVELS.find(({ elo }) => String(elo) === list.value) ?? LEVELS[0];
    const tally = recordText(recordAgainst(variant(), level.elo));
    about.replaceChildren(t(`level.${level.name}.about`));
    if (tally) about.append(el("span", { class: "tally" }, t("record.yours", { tally })));
  };
  field.append(about);
  return { field, tell };
}

/**
 * The game that the fields of the form describe, and the side that is at the bottom.
 * @param {(name: string) => string} value of a field
 * @param {string} variant
 * @param {string | null} start
 * @returns {[import("./game.js").Game, import("./protocol.js").Side]}
 */
function chosenGame(value, variant, start) {
  const limit = chosenEffort(value);
  const engine = (/** @type {string} */ name) => ({
    kind: /** @type {"engine"} */ ("engine"),
    level: Number(value(name)),
    ...(limit && { limit }),
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
  const begins = start
    ? { start, options: optionsOf(variant, start) }
    : isStones(variant)
      ? {
          start,
          options: { BoardSize: Number(value("size")) },
          ...(value("start") === "swap2" && { facts: { [RULE]: SWAP2 } }),
        }
      : chosenStart(value, variant, own);
  const control = parseControl(chosenTime(value)) ?? { kind: "none" };
  return [createGame({ variant, ...begins, players, control }), opponent === "engine" ? own : "first"];
}

/** What was chosen in a dialog that was closed without beginning a game. @type {Record<string, string>} */
let draft = {};

/**
 * Asks for a game and begins it.
 * @param {Begin} onBegin
 * @param {Surroundings} surroundings
 * @param {{ start?: string | null, variant?: string }} [given] a position to play from
 */
export function newGameDialog(onBegin, surroundings, given = {}) {
  /** @type {Record<string, string>} */
  const last = {
    variant: "zhonggong",
    opponent: "engine",
    level: "1200",
    level2: "1200",
    side: "first",
    time: "none",
    minutes: "10",
    increment: "5",
    seconds: "20",
    ...load("last-choice"),
    ...draft,
    ...given,
  };
  /** The size of board that was chosen last, by the game. @type {Record<string, string>} */
  const sizeOf = { ...load("board-sizes"), ...(draft.size && { [draft.variant]: draft.size }) };
  const form = el("form", { class: "new-game", method: "dialog" });
  const { set: variants, draw: drawCards } = variantCards(last.variant, surroundings.settings);
  const pieces = choice(
    t("settings.pieces"),
    "pieces",
    ["characters", "letters", "pictures"].map((name) => [name, t(`settings.pieces.${name}`)]),
    surroundings.settings.pieces,
  );
  pieces.addEventListener("change", () => {
    surroundings.settings = { ...surroundings.settings, pieces: value("pieces") };
    void surroundings.change(surroundings.settings);
    drawCards(surroundings.settings);
  });
  const learn = button(t("new.learn"), () => {
    dialog.close();
    surroundings.learn(value("variant"));
  });
  const size = select(
    t("new.size"),
    "size",
    SIZES.map((points) => [points, `${points} × ${points}`]),
    USUAL_SIZE,
  );
  const fields = { start: startFields(last), time: timeFields(last), effort: effortFields(last) };
  const chosenVariant = () => given.variant ?? value("variant");
  const { field: level, tell: tellLevel } = levelField("level", last.level, chosenVariant);
  const { field: level2, tell: tellLevel2 } = levelField("level2", last.level2, chosenVariant);
  const opponents = /** @type {[string, string][]} */ (
    ["engine", "person", "engines"].map((kind) => [kind, t(`new.opponent.${kind}`)])
  );
  const sides = el("div", {});
  const summary = el("summary", {});
  const go = el("button", { type: "submit", class: "primary large" }, t("new.begin"));
  form.append(
    ...(given.start
      ? []
      : [el("div", { class: "new-variant" }, variants, el("div", { class: "new-more" }, pieces, learn))]),
    el(
      "div",
      { class: "new-rest" },
      choice(t("new.opponent"), "opponent", opponents, last.opponent),
      el("div", { class: "pair" }, level, level2),
      sides,
      el(
        "details",
        { class: "details" },
        summary,
        size,
        ...fields.start.elements,
        ...fields.time.elements,
        ...fields.effort.elements,
      ),
    ),
    el("div", { class: "buttons" }, go),
  );
  const value = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "");
  let sized = "";
  const update = () => {
    const variant = chosenVariant();
    const opponent = value("opponent");
    const side = value("side") || last.side;
    const [first, second] = [sideName(variant, "first"), sideName(variant, "second")];
    const sizes = /** @type {HTMLSelectElement} */ (size.querySelector("select"));
    if (sized !== variant) sizes.value = sizeOf[variant] ?? USUAL_SIZE;
    sized = variant;
    fields.start.update(value, variant, !given.start);
    // With Swap2 the colours come later: the first player is the one who places the stones.
    const swaps = value("start") === "swap2";
    sides.replaceChildren(
      choice(
        t("new.side"),
        "side",
        [
          ["first", swaps ? t("new.side.opens") : t("new.side.first", { side: first })],
          ["random", t("new.side.random")],
          ["second", swaps ? t("new.side.chooses") : t("new.side.second", { side: second })],
        ],
        side,
      ),
    );
    sides.hidden = opponent !== "engine";
    level.hidden = opponent === "person";
    level2.hidden = opponent !== "engines";
    tellLevel();
    tellLevel2();
    const label = (/** @type {HTMLElement} */ field, /** @type {string} */ text) =>
      field.querySelector("span")?.replaceChildren(text);
    label(level, opponent !== "engines" ? t("new.level") : swaps ? t("new.opens") : first);
    label(level2, swaps ? t("new.chooses") : second);
    // Its place stays, so that the dialog keeps its size.
    pieces.classList.toggle("unused", !isChinese(variant));
    pieces.inert = !isChinese(variant);
    size.hidden = !isStones(variant) || Boolean(given.start);
    fields.time.update(value);
    fields.effort.update(value);
    const details = [timeText(chosenTime(value))];
    if (!size.hidden) details.unshift(`${value("size")} × ${value("size")}`);
    const begins = form.querySelector('[name="start"]:enabled');
    if (begins instanceof HTMLSelectElement && begins.value !== "usual")
      details.unshift(begins.selectedOptions[0].text);
    summary.replaceChildren(t("new.details"), el("small", {}, details.join(" · ")));
  };
  const chosen = () =>
    /** @type {Record<string, string>} */ (
      Object.fromEntries([...new FormData(form)].map(([name, entry]) => [name, String(entry)]))
    );
  const keepChoice = () => save("last-choice", { ...load("last-choice"), ...chosen() });
  form.addEventListener("change", () => {
    update();
    if (!given.start) draft = chosen();
  });
  form.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element && target.closest(".rule-link"))) return;
    keepChoice();
    dialog.close();
  });
  update();
  form.addEventListener("submit", () => {
    keepChoice();
    draft = {};
    const variant = chosenVariant();
    if (isStones(variant) && !given.start) save("board-sizes", { ...sizeOf, [variant]: value("size") });
    onBegin(...chosenGame(value, variant, given.start ?? null));
  });
  const dialog = openDialog(
    t(given.start ? "new.from-position" : "new.title"),
    [form],
    given.start ? "wide" : "new",
  );
  form.addEventListener("submit", () => dialog.close());
  go.focus({ preventScroll: true });
  dialog.scrollTop = 0;
  return dialog;
}
