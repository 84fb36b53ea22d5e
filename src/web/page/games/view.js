// The list of games that are kept, newest first, fifty at a time: search, open, rename, delete, export, import.

import { choice, openDialog } from "../dialogs.js";
import { button, el, replaceButtons } from "../dom.js";
import { importNotesText, lostText, problemText } from "../problems.js";
import { t } from "../texts/index.js";
import { isChinese, variantName } from "../variants.js";
import { gameCard } from "./card.js";
import { Search } from "./search.js";
import { exportGames, importFile } from "./transfer.js";

/**
 * @typedef {import("../library.js").Entry} Entry
 * @typedef {import("../library.js").Library} Library
 * @typedef {import("../keeper.js").Keeper} Keeper
 * @typedef {import("../pages.js").Pages} Pages
 */

/** The games of a page. */
const PAGE = 50;
/** The formats in which games are written. */
const FORMATS = ["pgn", "sgf", "psq", "dhtmlxq", "wxf", "moves", "epd"];
const READ = ".pgn,.sgf,.psq,.txt,.xqf,.cbr,.cbl,.lib,.wxf,.dhtmlxq,.html,.epd";

export class GamesView {
  /**
   * @param {Pages} pages
   * @param {Library} library
   * @param {Keeper} keeper
   * @param {import("./index.js").Open} open
   */
  constructor(pages, library, keeper, open) {
    this.pages = pages;
    this.library = library;
    this.keeper = keeper;
    this.open = open;
    this.closed = false;
    /** Counts requests, so that answers to earlier ones are dropped. */
    this.asked = 0;
    /** @type {Entry[]} */
    this.games = [];
    this.total = 0;
    /** The last games of the pages before. @type {number[]} */
    this.before = [];
    /** @type {Set<number>} */
    this.selected = new Set();
    /** @type {{ cancel: () => void } | null} */
    this.importing = null;

    const { play } = pages;
    this.search = new Search(
      () => {
        const fen = play.state?.fen ?? play.game.current.fen;
        return fen ? { fen, variant: play.game.variant } : null;
      },
      () => {
        this.before = [];
        this.selected.clear();
        void this.load();
      },
    );
    this.file = el("input", { type: "file", accept: READ, multiple: true, hidden: true });
    this.file.addEventListener("change", () => this.askForImport([...(this.file.files ?? [])]));
    this.importButton = button(t("games.import"), () => this.file.click());
    this.note = el("p", { class: "games-note", role: "status" });
    this.progress = el("div", { class: "games-progress", hidden: true });
    this.bar = el("div", { class: "games-bar", role: "group", "aria-label": t("games.selection") });
    this.list = el("ul", { class: "games-list" });
    this.walk = el("div", { class: "games-walk" });
    const folded = el(
      "details",
      { class: "games-fold", open: innerWidth > 700 },
      el("summary", {}, t("games.search")),
    );
    folded.append(this.search.form);
    pages.element.replaceChildren(
      el(
        "div",
        { class: "courses games-page" },
        el(
          "div",
          { class: "courses-head" },
          el("h2", { tabIndex: -1 }, t("menu.games")),
          el(
            "div",
            { class: "buttons" },
            this.file,
            this.importButton,
            button(t("games.leave"), () => pages.leave()),
          ),
        ),
        folded,
        this.progress,
        this.note,
        this.bar,
        this.list,
        this.walk,
      ),
    );
    keeper.flush();
    void this.load();
  }

  close() {
    this.closed = true;
  }

  /** Asks for the page of games that is to be shown. */
  async load() {
    const asked = ++this.asked;
    const members = { ...this.search.conditions, before: this.before.at(-1), limit: PAGE, boards: true };
    try {
      const answer = await this.library.request("list", members);
      const shelves = await this.library.request("collections", {});
      if (this.closed || asked !== this.asked) return;
      this.games = answer.games;
      this.total = answer.total ?? this.total;
      this.search.setCollections(shelves.collections);
      this.importButton.hidden = !this.library.served;
      if (!this.library.served && !this.note.textContent) this.say(t("games.browser"));
      this.draw();
    } catch (error) {
      if (!this.closed && asked === this.asked) this.fail(error);
    }
  }

  /**
   * @param {string} words
   * @param {HTMLButtonElement} [undo]
   */
  say(words, undo) {
    this.note.replaceChildren(words, ...(undo ? [" ", undo] : []));
  }

  /** @param {any} error */
  fail({ code, message }) {
    const known = { lost: "connection.lost", none: "games.browser" };
    const key = /** @type {Record<string, string>} */ (known)[code];
    this.say(key ? t(key) : t("games.failed", { words: message || code }));
  }

  draw() {
    const { deleted } = this.search;
    const settings = this.pages.surroundings.settings();
    this.list.replaceChildren(
      ...this.games.map((game) =>
        gameCard(game, {
          settings,
          deleted,
          selected: this.selected.has(game.id),
          select: (on) => {
            if (on) this.selected.add(game.id);
            else this.selected.delete(game.id);
            this.drawBar();
          },
          open: () => void this.openGame(game.id),
          rename: () => this.rename(game),
          remove: () => void this.remove([game.id]),
          restore: () => void this.restore([game.id]),
        }),
      ),
    );
    if (!this.games.length) this.list.append(el("li", { class: "games-none" }, t("games.none")));
    this.drawBar();
    const first = this.before.length * PAGE;
    const last = first + this.games.length;
    replaceButtons(this.walk, [
      button(t("games.newer"), () => this.turn(-1), { disabled: !first }),
      button(t("games.older"), () => this.turn(1), { disabled: last >= this.total }),
    ]);
    if (this.total)
      this.walk.prepend(el("span", {}, t("games.range", { first: first + 1, last, total: this.total })));
  }

  /** What is done with the selected games, or with all that were found. */
  drawBar() {
    const count = this.selected.size;
    const all = this.games.length > 0 && this.games.every(({ id }) => this.selected.has(id));
    const select = () => {
      for (const { id } of this.games)
        if (all) this.selected.delete(id);
        else this.selected.add(id);
      this.draw();
    };
    const { deleted } = this.search;
    const ids = [...this.selected];
    replaceButtons(this.bar, [
      button(t(all ? "games.select-none" : "games.select-all"), select, { disabled: !this.games.length }),
      button(
        t(count ? "games.export-selected" : "games.export-all", { count: count || this.total }),
        () => this.askForExport(),
        {
          disabled: !this.total || deleted,
        },
      ),
      deleted
        ? button(t("games.restore-selected", { count }), () => void this.restore(ids), { disabled: !count })
        : button(t("games.delete-selected", { count }), () => void this.remove(ids), { disabled: !count }),
    ]);
  }

  /** @param {number} way */
  turn(way) {
    const last = this.games.at(-1);
    if (way < 0) this.before.pop();
    else if (last) this.before.push(last.id);
    void this.load();
    this.list.scrollIntoView({ block: "start" });
  }

  /** @param {number} id */
  async openGame(id) {
    // It is on the board already.
    if (this.keeper.id === id) return this.pages.leave();
    try {
      this.open(await this.keeper.open(id));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {Entry} game */
  rename(game) {
    const field = el("input", {
      name: "title",
      value: game.title ?? "",
      maxLength: 200,
      autocomplete: "off",
    });
    const form = el(
      "form",
      {},
      el("label", { class: "field" }, el("span", {}, t("games.title")), field),
      el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary" }, t("games.rename"))),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      dialog.close();
      try {
        const title = field.value.trim();
        const { revision } = await this.library.request("rename", { id: game.id, title });
        this.keeper.renamed(game.id, revision, title);
        await this.load();
      } catch (error) {
        this.fail(error);
      }
    });
    const dialog = openDialog(t("games.rename"), [form]);
    field.focus();
  }

  /** @param {number[]} ids */
  async remove(ids) {
    try {
      const { games } = await this.library.request("delete", { games: ids });
      for (const id of ids) this.selected.delete(id);
      await this.load();
      this.say(
        t("games.were-deleted", { count: games.length }),
        button(t("games.undo"), () => void this.restore(games)),
      );
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {number[]} ids */
  async restore(ids) {
    try {
      const { games } = await this.library.request("undelete", { games: ids });
      this.selected.clear();
      await this.load();
      this.say(t("games.were-restored", { count: games.length }));
    } catch (error) {
      this.fail(error);
    }
  }

  askForExport() {
    const format = choice(
      t("games.format"),
      "format",
      FORMATS.map((name) => [name, name.toUpperCase()]),
      "pgn",
    );
    const names = el("input", { type: "checkbox", name: "names", checked: true });
    const hasNames = this.games.some(({ variant }) => isChinese(variant));
    const form = el(
      "form",
      {},
      format,
      hasNames && el("label", { class: "switch" }, names, el("span", {}, t("share.names"))),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "submit", class: "primary" }, t("share.download")),
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const chosen = String(new FormData(form).get("format"));
      dialog.close();
      const conditions = this.selected.size ? { games: [...this.selected] } : this.search.conditions;
      try {
        const answer = await exportGames(this.library, chosen, names.checked, conditions);
        const words = [t("games.exported", { count: answer.games })];
        if (answer.lost.length) words.push(lostText(answer.lost));
        if (answer.refused) words.push(t("games.not-exported", { count: answer.refused }));
        if (answer.refusals?.length) words.push(problemText(answer.refusals[0]));
        this.say(words.join(" "));
      } catch (error) {
        this.fail(error);
      }
    });
    const dialog = openDialog(t("games.export"), [form]);
  }

  /** @param {File[]} files */
  askForImport(files) {
    this.file.value = "";
    if (!files.length || this.importing) return;
    const name = files[0].name.replace(/\.[^.]*$/, "").slice(0, 200);
    const field = el("input", { name: "collection", value: name, maxLength: 200, autocomplete: "off" });
    const form = el(
      "form",
      {},
      el("p", {}, files.map((file) => file.name).join(", ")),
      el("label", { class: "field" }, el("span", {}, t("games.into")), field),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "submit", class: "primary" }, t("games.import-now")),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      void this.import(files, field.value.trim());
    });
    const dialog = openDialog(t("games.import"), [form]);
    field.focus();
  }

  /**
   * @param {File[]} files
   * @param {string} collection
   */
  async import(files, collection) {
    const words = [];
    for (const file of files) {
      const bar = el("progress", { max: file.size || 1, value: 0, "aria-label": file.name });
      const count = el("span", {});
      const job = importFile(this.library, file, collection, ({ bytes, added, refused }) => {
        bar.value = bytes;
        count.textContent = t("games.imported", { added, refused });
      });
      this.importing = job;
      this.progress.hidden = false;
      this.progress.replaceChildren(
        el("span", {}, file.name),
        bar,
        count,
        button(t("dialog.cancel"), () => job.cancel()),
      );
      try {
        const { added, duplicates, refused, refusals, notes } = await job.done;
        words.push(t("games.import-done", { name: file.name, added, duplicates, refused }));
        for (const refusal of refusals.slice(0, 3))
          words.push(t("share.refused", { number: refusal.number, words: problemText(refusal) }));
        words.push(importNotesText(notes, variantName));
      } catch (error) {
        const { code, message } = /** @type {any} */ (error);
        if (code !== "cancelled")
          words.push(t("games.import-failed", { name: file.name, words: message || code }));
      }
    }
    this.importing = null;
    this.progress.hidden = true;
    if (this.closed) return;
    this.before = [];
    await this.load();
    this.say(words.filter(Boolean).join(" "));
  }
}
