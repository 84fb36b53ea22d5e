// The last games, kept by the browser where the server keeps none: the requests of the library that it can answer.

import { load, save } from "./store.js";

/**
 * @typedef {import("./game-record.js").GameRecord} GameRecord
 * @typedef {{ id: number, revision: number, game: GameRecord, state?: any, fens: string[], changed: number,
 *   deleted?: boolean, attachments?: Record<string, any> }} Kept
 */

/** The games that are kept; the oldest goes when another one comes. */
const MOST = 50;
const NAME = "games";

/** A FEN without its counters. @param {string} fen */
function place(fen) {
  return fen
    .trim()
    .split(/\s+/)
    .filter((field) => !/^\d+$/.test(field))
    .join(" ");
}

/** @param {string} code @param {string} text */
function failure(code, text) {
  return Object.assign(new Error(text), { code });
}

export class BrowserLibrary {
  /** @param {import("./session.js").Session} session which writes files */
  constructor(session) {
    this.session = session;
  }

  /** All games, the newest first. @returns {Kept[]} */
  get games() {
    const kept = load(NAME);
    return Array.isArray(kept) ? kept.filter(({ game, id }) => game?.variant && id) : [];
  }

  /** @param {Kept[]} games */
  set games(games) {
    // A storage that is full takes fewer.
    for (let most = MOST; most > 0; most = Math.floor(most / 2)) if (save(NAME, games.slice(0, most))) return;
    throw failure("full", "");
  }

  /**
   * @param {string} word
   * @param {any} members
   * @param {(line: any) => void} [onLine]
   * @returns {Promise<any>}
   */
  async request(word, members, onLine) {
    if (word === "list" || word === "search") return this.list(members);
    if (word === "collections") return { own: this.games.length, collections: [] };
    if (word === "save") return this.save(members);
    if (word === "open") {
      const { game, state } = this.find(members.id);
      return { entry: this.entry(this.find(members.id)), game, state };
    }
    if (word === "rename") return this.rename(members);
    if (word === "delete" || word === "undelete") return this.remove(members.games, word === "delete");
    if (word === "attach") return this.attach(members);
    if (word === "attached") return { attached: this.attached(members) };
    if (word === "export") return this.write(members, onLine);
    throw failure("none", "");
  }

  /** @param {number} id */
  find(id) {
    const found = this.games.find((kept) => kept.id === id);
    if (!found) throw failure("no-game", "");
    return found;
  }

  /** @param {Kept} kept @returns {import("./library.js").Entry} */
  entry({ id, game, fens, changed }) {
    const { variant, outcome, facts = {}, players = ["?", "?"], start } = game;
    const title = facts.Title;
    const date = facts.Date?.replaceAll(".", "-").replace(/-\?.*$/, "");
    const level = facts.Level === undefined ? undefined : Number(facts.Level);
    return {
      id,
      variant,
      players,
      outcome,
      title,
      date,
      level,
      start,
      plies: Math.max(0, fens.length - 1),
      fen: fens.at(-1),
      changed,
      added: id,
    };
  }

  /** @param {any} conditions */
  list(conditions) {
    const { before = Infinity, limit = 50, deleted = false } = conditions;
    const wanted = this.games.filter(
      (kept) => !kept.deleted === !deleted && meets(kept, this.entry(kept), conditions),
    );
    wanted.sort((a, b) => b.id - a.id);
    const games = wanted.filter(({ id }) => id < before).slice(0, limit);
    return { total: wanted.length, games: games.map((kept) => this.entry(kept)) };
  }

  /** @param {{ id?: number, once?: boolean, game: GameRecord, state?: any, fens?: string[] }} members */
  save({ id, once, game, state, fens = [] }) {
    const { games } = this;
    const text = once && !id && JSON.stringify(game);
    const same = text && games.find((kept) => !kept.deleted && JSON.stringify(kept.game) === text);
    if (same) return { id: same.id, revision: same.revision };
    const before = games.find((kept) => kept.id === id);
    const revision = (before?.revision ?? 0) + 1;
    // A number that is newer than all others.
    const now = before?.id ?? Math.max(Date.now(), ...games.map((kept) => kept.id + 1));
    const title = before?.game.facts?.Title;
    const facts = title && !game.facts?.Title ? { ...game.facts, Title: title } : game.facts;
    const kept = {
      id: now,
      revision,
      game: { ...game, facts },
      state: state ?? before?.state,
      attachments: before?.attachments,
      fens,
      changed: Date.now(),
    };
    this.games = [kept, ...games.filter((other) => other.id !== now)];
    return { id: now, revision };
  }

  /** @param {{ id: number, title: string }} members */
  rename({ id, title }) {
    const kept = this.find(id);
    const facts = { ...kept.game.facts };
    delete facts.Title;
    if (title) facts.Title = title;
    const changed = { ...kept, game: { ...kept.game, facts }, revision: kept.revision + 1 };
    this.games = this.games.map((other) => (other.id === id ? changed : other));
    return { id, revision: changed.revision };
  }

  /** @param {{ id: number, name: string, value: any }} members */
  attach({ id, name, value }) {
    const kept = this.find(id);
    const { [name]: _, ...rest } = kept.attachments ?? {};
    const changed = { ...kept, attachments: value === null ? rest : { ...rest, [name]: value } };
    this.games = this.games.map((other) => (other.id === id ? changed : other));
    return { id };
  }

  /** @param {any} members */
  attached({ name, ...conditions }) {
    return this.games
      .filter(
        (kept) => !kept.deleted && kept.attachments?.[name] && meets(kept, this.entry(kept), conditions),
      )
      .sort((a, b) => b.id - a.id)
      .map((kept) => ({ entry: this.entry(kept), value: kept.attachments?.[name] }));
  }

  /** @param {number[]} ids @param {boolean} deleted */
  remove(ids, deleted) {
    this.games = this.games.map((kept) => (ids.includes(kept.id) ? { ...kept, deleted } : kept));
    return { games: ids };
  }

  /** @param {any} members @param {(line: any) => void} [onLine] */
  async write({ format, names, ...conditions }, onLine) {
    const wanted = this.games.filter((kept) => !kept.deleted && meets(kept, this.entry(kept), conditions));
    const lost = new Set();
    let [games, refused] = [0, 0];
    for (const { game } of wanted) {
      const answer = await this.session.request([`record ${JSON.stringify({ format, names, game })}`]);
      if (!answer) throw failure("lost", "");
      if (answer.record) {
        games++;
        onLine?.({ part: answer.record.text });
        for (const what of answer.record.lost ?? []) lost.add(what);
      } else refused++;
    }
    return { format, games, lost: [...lost], refused, refusals: [] };
  }
}

/**
 * Whether a game meets conditions of the library.
 * @param {Kept} kept
 * @param {import("./library.js").Entry} entry
 * @param {any} conditions
 */
function meets({ fens }, entry, { games, player, variant, result, from, to, levels, position }) {
  const [lowest, highest] = levels ?? [];
  const date = entry.date ?? "";
  return (
    (!games || games.includes(entry.id)) &&
    (!player || entry.players.some((name) => name.toLowerCase().includes(player.toLowerCase()))) &&
    (!variant || variant === entry.variant) &&
    (!result || result === (entry.outcome ?? "*")) &&
    (!from || (date && date >= from)) &&
    (!to || (date && date.slice(0, to.length) <= to)) &&
    (lowest == null || (entry.level !== undefined && (entry.level || 9999) >= lowest)) &&
    (highest == null || (entry.level !== undefined && (entry.level || 9999) <= highest)) &&
    (!position || fens.some((fen) => place(fen) === place(position)))
  );
}
