// The library of games that the server keeps; without one, the browser keeps the last games.

import { browserLibrary } from "./parts.js";
import { problemText } from "./problems.js";
import { isUnknown } from "./protocol.js";
import { hasText, t } from "./texts/index.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {object} Entry of a list of games, as `docs/board-messages.md` describes it
 * @property {number} id
 * @property {string} variant
 * @property {string} [title]
 * @property {string[]} players
 * @property {string} [outcome]
 * @property {string} [date]
 * @property {string} [event]
 * @property {number} [level]
 * @property {string} [start]
 * @property {number} plies
 * @property {string} [collection]
 * @property {number} [changed]
 * @property {number} [added]
 * @property {number} [ply]
 * @property {string} [fen]
 * @typedef {{ resolve: (answer: any) => void, reject: (error: LibraryError) => void, onLine?: (line: any) => void }}
 *   Waiting
 */

/** Codes of a library that cannot be used at all; what the browser keeps takes its place. */
const ABSENT = ["none", "locked", "damaged", "newer", "not-a-library", "missing"];

/** The key of the question for the library itself, which has no number. */
const STATUS = 0;

/**
 * Why the library does not do something, as the server tells it.
 * @typedef {{ code: string, text?: string, parameters?: Record<string, string>,
 *   why?: import("./problems.js").Problem }} Refusal
 */

export class LibraryError extends Error {
  /**
   * @param {string} code as the server tells it, or `lost` for the connection
   * @param {string} text  what it says, in the language of the page
   */
  constructor(code, text) {
    super(text);
    this.code = code;
  }

  /** @param {Refusal} refusal */
  static of({ code, text = "", parameters = {}, why }) {
    const key = `library.${code}`;
    if (!hasText(key)) return new LibraryError(code, text);
    return new LibraryError(code, t(key, { ...parameters, words: why ? problemText(why) : "" }));
  }
}

export class Library {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whether the server keeps the games; null until it has said so. @type {boolean | null} */
    this.served = null;
    /** Why it does not. */
    this.reason = "";
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.count = 0;
    /** What the browser keeps. @type {import("./browser-library.js").BrowserLibrary | null} */
    this.browser = null;
    /** @type {((served: boolean) => void)[]} */
    this.asking = [];
    session.onLibrary = (text) => this.receive(text);
  }

  /** The connection is there: asks whether the server has a library. */
  async connected() {
    this.served = null;
    const { session } = this;
    const told = new Promise((resolve, reject) => this.waiting.set(STATUS, { resolve, reject }));
    told.then(
      () => this.settle(true),
      (error) => error.code !== "lost" && this.settle(!ABSENT.includes(error.code), error),
    );
    const answer = await session.request(["library"]);
    if (answer && isUnknown(answer, "library")) this.receive("none");
  }

  /**
   * @param {boolean} served
   * @param {LibraryError} [error]
   */
  settle(served, error) {
    this.served = served;
    // It is loaded before it is asked for, as what a closing tab saves cannot wait for it.
    if (!served) this.inBrowser().catch(() => {});
    this.reason = served || error?.code === "none" ? "" : (error?.message ?? "");
    for (const answer of this.asking.splice(0)) answer(served);
  }

  /** Waits until it is known whether the server has a library. @returns {Promise<boolean>} */
  ready() {
    if (this.served !== null) return Promise.resolve(this.served);
    return new Promise((resolve) => this.asking.push(resolve));
  }

  /**
   * What the browser keeps, for servers without a library.
   * @throws {LibraryError} if that part of the page cannot be loaded
   */
  async inBrowser() {
    if (this.browser) return this.browser;
    try {
      const { BrowserLibrary } = await browserLibrary();
      return (this.browser ??= new BrowserLibrary(this.session));
    } catch {
      throw new LibraryError("failed", t("connection.gone"));
    }
  }

  /** The connection is lost. */
  closed() {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new LibraryError("lost", ""));
  }

  /**
   * Asks the library; its answer, as `docs/board-messages.md` describes it.
   * @param {string} word
   * @param {object} members
   * @param {(line: any) => void} [onLine] gets the lines before the answer
   * @returns {Promise<any>}
   * @throws {LibraryError}
   */
  async request(word, members, onLine) {
    if (!(await this.ready())) return (await this.inBrowser()).request(word, members, onLine);
    return this.send(++this.count, word, members, onLine);
  }

  /**
   * @param {number} number
   * @param {string} word
   * @param {object} members
   * @param {(line: any) => void} [onLine]
   */
  send(number, word, members, onLine) {
    return new Promise((resolve, reject) => {
      if (!this.session.open) return reject(new LibraryError("lost", ""));
      this.waiting.set(number, { resolve, reject, onLine });
      this.session.send([`library ${word} ${JSON.stringify({ request: number, ...members })}`]);
    });
  }

  /** @param {string} text after the word `library` */
  receive(text) {
    if (text === "none") {
      this.settle(false);
      for (const { reject } of this.waiting.values()) reject(new LibraryError("none", ""));
      this.waiting.clear();
      return;
    }
    /** @type {any} */
    let line;
    try {
      line = JSON.parse(text);
    } catch {
      return;
    }
    const waiting = this.waiting.get(line.request ?? STATUS);
    if (!waiting) return;
    if (line.error) waiting.reject(LibraryError.of(line.error));
    else if (line.answer !== undefined) waiting.resolve(line.answer);
    else return waiting.onLine?.(line);
    this.waiting.delete(line.request ?? STATUS);
  }
}
