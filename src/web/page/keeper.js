// Keeps the game of this tab: after each move in the library, and at every change in the tab itself for a reload.

import { remaining, spentOnMove } from "./clocks.js";
import { deserialise, mainLine, path, serialise } from "./game.js";
import { gameOf, recordOf } from "./game-record.js";
import { toast } from "./panel.js";
import { MOST_BYTES } from "./protocol.js";
import { save } from "./store.js";
import { TAB } from "./tab.js";
import { t } from "./texts/index.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./library.js").Library} Library
 * @typedef {{ left: [number, number, number], orientation: Side }} View
 * @typedef {object} Kept  where a game is in the library
 * @property {number} [id]
 * @property {number} [revision]
 * @property {boolean} [served]  whether it is the server's library
 * @property {string} [saved]  what was saved last
 * @property {boolean} [opened]  whether it may be in the library already, as it was opened or sent before
 * @property {{ game: object, state: object }} [unanswered]  what was sent when the game was saved first, until the
 *   library answers
 * @property {boolean} [busy]
 * @property {boolean} [again]
 */

/** The milliseconds in which changes are saved together. */
const DELAY = 60;

export class Keeper {
  /**
   * @param {import("./play.js").Play} play
   * @param {Library} library
   * @param {() => Side} orientation whose pieces are at the bottom
   */
  constructor(play, library, orientation) {
    this.play = play;
    this.library = library;
    this.orientation = orientation;
    /** @type {WeakMap<Game, Kept>} */
    this.places = new WeakMap();
    /** The game that is kept, and what is shown of it. @type {{ game: Game, view: View } | null} */
    this.current = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The last move of that game when it was kept. @type {import("./game.js").Node | null} */
    this.tip = null;
    /** Reasons that were told. @type {Set<string>} */
    this.told = new Set();
  }

  /** @returns {View} */
  get view() {
    const { clocks } = this.play;
    const now = Date.now();
    return {
      left: [remaining(clocks, "first", now), remaining(clocks, "second", now), spentOnMove(clocks, now)],
      orientation: this.orientation(),
    };
  }

  /** Where a game is. @param {Game} game */
  place(game) {
    const place = this.places.get(game) ?? {};
    this.places.set(game, place);
    return place;
  }

  /** The number of the game of this tab in the library. */
  get id() {
    return this.place(this.play.game).id;
  }

  /** The game on the board, or what is shown of it, has changed. */
  changed() {
    const { game } = this.play;
    // Another game has taken its place on the board: it stays in the library.
    if (this.current && this.current.game !== game) this.flush();
    const isMove = this.current?.game === game && this.tip !== game.tip;
    this.tip = game.tip;
    this.current = { game, view: this.view };
    clearTimeout(this.timer);
    // A move is not lost whatever ends the program next.
    if (isMove) this.flush();
    else this.timer = setTimeout(() => this.flush(), DELAY);
  }

  /** For a reload, and for the next visit if no library keeps the game. */
  keepInTab() {
    if (!this.current) return;
    const { game, view } = this.current;
    const { id, revision, served, unanswered } = this.place(game);
    const kept = { game: serialise(game), ...view, id, revision, served, unanswered, tab: TAB.key };
    save("game", kept, () => sessionStorage);
    save("game", kept);
  }

  /** Saves now what has changed. */
  flush() {
    clearTimeout(this.timer);
    this.keepInTab();
    if (this.current) void this.save(this.current.game, this.current.view);
  }

  /**
   * Saves a game, unless nobody has touched it.
   * @param {Game} game
   * @param {Partial<View>} view
   */
  async save(game, view) {
    const place = this.place(game);
    if (!place.id && !game.root.children.length) return;
    if (place.busy) {
      place.again = true;
      return;
    }
    place.busy = true;
    try {
      if (this.library.served === null) await this.library.ready();
      await this.store(game, view, place);
    } finally {
      place.busy = false;
      if (place.again) {
        place.again = false;
        void this.save(game, game === this.current?.game ? this.current.view : view);
      }
    }
  }

  /**
   * @param {Game} game
   * @param {Partial<View>} view
   * @param {Kept} place
   * @returns {Promise<void>}
   */
  async store(game, view, place) {
    const { library } = this;
    const served = library.served === true;
    // A number of the one is none of the other.
    if (place.id && place.served !== served) place.id = place.revision = place.saved = undefined;
    const record = recordOf(game);
    if (game.live && !record.facts?.Date)
      record.facts = game.facts = { ...game.facts, ...record.facts, Date: today() };
    const { players, control, live, result } = game;
    const now = JSON.stringify([record, players, live, result]);
    if (now === place.saved) return;
    const state = { version: 1, players, control, live, result, ...view };
    if (JSON.stringify({ game: record, state }).length > MOST_BYTES) return this.tell("too-large", "");
    try {
      // Whether the first save arrived before the connection was lost is not known. It is found, or made up for, so
      // that the game as it is now takes its place.
      if (served && !place.id && place.unanswered) {
        const { id, revision } = await library.request("save", { ...place.unanswered, once: true });
        Object.assign(place, { id, revision, served });
      }
      const members = { id: place.id, revision: place.revision, once: place.opened, game: record, state };
      if (served && !place.id) {
        place.unanswered = { game: record, state };
        if (game === this.current?.game) this.keepInTab();
      }
      const answer = await (served
        ? library.request("save", members)
        : (await library.inBrowser()).request("save", { ...members, fens: fensOf(game) }));
      Object.assign(place, {
        id: answer.id,
        revision: answer.revision,
        served,
        saved: now,
        opened: undefined,
        unanswered: undefined,
      });
      this.told.clear();
      if (game === this.current?.game) this.keepInTab();
      if (served) return;
      if (library.reason) this.tell("locked", library.reason);
    } catch (error) {
      const { code = "failed", message = "" } = /** @type {any} */ (error);
      // Another tab has changed it, or it is gone: this becomes a game of its own.
      if (place.id && ["changed", "no-game"].includes(code)) {
        place.id = place.revision = undefined;
        return this.store(game, view, place);
      }
      // After a lost connection it is saved again; what was refused is not there.
      if (code === "lost") return;
      place.unanswered = undefined;
      this.tell(code, message);
    }
  }

  /**
   * A game of the library was given a name; it may be the one on the board.
   * @param {number} id
   * @param {number} revision
   * @param {string} title
   */
  renamed(id, revision, title) {
    const { game } = this.play;
    const place = this.place(game);
    if (place.id !== id) return;
    place.revision = revision;
    const facts = { ...game.facts };
    delete facts.Title;
    game.facts = title ? { ...facts, Title: title } : facts;
    this.changed();
  }

  /** @param {string} code @param {string} text */
  tell(code, text) {
    if (this.told.has(code)) return;
    this.told.add(code);
    const words = text || code;
    toast(t(code === "locked" ? "games.in-browser" : "games.not-saved", { words }), "error");
  }

  /**
   * The game of the library with this number, as it was left.
   * @param {number} id
   * @returns {Promise<{ game: Game, view: Partial<View> }>}
   */
  async open(id) {
    const { entry, game: record, state } = await this.library.request("open", { id });
    const game = gameOf(record);
    if (state?.version === 1 && state.players?.first && state.players.second && state.control) {
      const { players, control, live, result } = state;
      Object.assign(game, { players, control, live, result });
    }
    const served = this.library.served === true;
    this.places.set(game, { id, revision: entry.revision, served });
    return { game, view: { left: state?.left, orientation: state?.orientation } };
  }

  /**
   * The game that the tab had before a reload, or that the browser had last.
   * @param {any} kept
   * @returns {{ game: Game, view: Partial<View> } | null}
   */
  restore(kept) {
    const game = deserialise(kept?.game);
    if (!game) return null;
    const { id, revision, served, unanswered, left, orientation } = kept;
    if (typeof id === "number") this.places.set(game, { id, revision, served });
    else if (unanswered?.game) this.places.set(game, { unanswered });
    return { game, view: { left: Array.isArray(left) ? /** @type {any} */ (left) : undefined, orientation } };
  }
}

/** The day as PGN has it. */
function today() {
  return new Date().toLocaleDateString("sv").replaceAll("-", ".");
}

/** The positions of the main line that are known. @param {Game} game */
function fensOf(game) {
  const line = game.live ? path(game.tip) : mainLine(game);
  return [game.root, ...line].map(({ fen }) => fen).filter(Boolean);
}
