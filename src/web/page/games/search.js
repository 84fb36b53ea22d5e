// The form in which games are looked for.

import { select } from "../dialogs.js";
import { el } from "../dom.js";
import { t } from "../texts/index.js";
import { LEVELS, VARIANTS, levelName, variantName } from "../variants.js";

/** The value that stands for deleted games among the collections. */
const DELETED = "*deleted";
const OWN = "*own";

/** @typedef {{ name: string, games: number }} Collection */

/** A select without a choice yet. @param {string} key @param {string} name @param {[string, string][]} options */
function choices(key, name, options) {
  return select(t(key), name, [["", t("games.any")], ...options], "");
}

/** Where "full strength" stands among the levels. */
const FULL = 9999;

export class Search {
  /**
   * @param {() => { fen: string, variant: string } | null} position  on the board
   * @param {() => void} onChange
   */
  constructor(position, onChange) {
    this.position = position;
    this.collections = el("select", { name: "collection" });
    const levels = /** @type {[string, string][]} */ (
      LEVELS.map(({ elo }) => [String(elo || FULL), levelName(elo)])
    );
    const text = (/** @type {string} */ key, /** @type {string} */ name, /** @type {object} */ more) =>
      el("label", { class: "field" }, el("span", {}, t(key)), el("input", { name, ...more }));
    const here = el("input", { type: "checkbox", name: "here", disabled: !position() });
    this.form = el(
      "form",
      { class: "games-search", role: "search" },
      text("games.player", "player", { type: "search", maxLength: 100 }),
      choices(
        "new.variant",
        "variant",
        VARIANTS.map((name) => [name, variantName(name)]),
      ),
      choices("games.result", "result", [
        ["1-0", "1–0"],
        ["0-1", "0–1"],
        ["1/2-1/2", "½–½"],
        ["*", t("games.unfinished")],
      ]),
      text("games.from", "from", { type: "date" }),
      text("games.to", "to", { type: "date" }),
      choices("games.level-from", "lowest", levels),
      choices("games.level-to", "highest", levels),
      el("label", { class: "field" }, el("span", {}, t("games.collection")), this.collections),
      el("label", { class: "switch" }, here, el("span", {}, t("games.here"))),
    );
    this.form.addEventListener("submit", (event) => event.preventDefault());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    this.form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(onChange, 200);
    });
    this.setCollections([]);
  }

  /** @param {Collection[]} collections */
  setCollections(collections) {
    const { value } = this.collections;
    const options = [
      ["", t("games.all")],
      [OWN, t("games.own")],
      ...collections.map(({ name, games }) => [name, `${name} (${games})`]),
      [DELETED, t("games.deleted")],
    ];
    this.collections.replaceChildren(...options.map(([name, shown]) => new Option(shown, name)));
    this.collections.value = options.some(([name]) => name === value) ? value : "";
  }

  /** Whether deleted games are shown. */
  get deleted() {
    return this.collections.value === DELETED;
  }

  /** What games must meet, as the library takes it. */
  get conditions() {
    const data = new FormData(this.form);
    const value = (/** @type {string} */ name) => String(data.get(name) ?? "").trim() || undefined;
    const level = (/** @type {string} */ name) => {
      const text = value(name);
      return text === undefined ? null : Number(text) === FULL ? 0 : Number(text);
    };
    const [lowest, highest] = [level("lowest"), level("highest")];
    const collection = value("collection");
    const here = data.get("here") ? this.position() : null;
    return {
      player: value("player"),
      variant: here?.variant ?? value("variant"),
      result: value("result"),
      from: value("from"),
      to: value("to"),
      ...(lowest === null && highest === null ? {} : { levels: [lowest, highest] }),
      ...(collection === OWN ? { own: true } : {}),
      ...(collection === DELETED ? { deleted: true } : {}),
      ...(collection && collection !== OWN && collection !== DELETED ? { collection } : {}),
      position: here?.fen,
    };
  }
}
