// The connection to the engine: one WebSocket that carries lines of the protocol. Reconnects by itself.

import {
  JSON_ANSWERS,
  parseBestMove,
  parseError,
  parseInfo,
  parseJson,
  parseCombo,
  parseSpin,
} from "./protocol.js";
import { connect } from "./socket.js";

/**
 * @typedef {import("./protocol.js").Info} Info
 * @typedef {{ state?: import("./protocol.js").State, why?: import("./protocol.js").Why & import("./protocol.js").Report, record?: any,
 *   errors: string[], lines: string[] }} Answer
 * @typedef {{ onInfo?: (info: Info) => void, onDone: (move: string | null, last: Info | null) => void,
 *   cancelled?: boolean, last?: Info | null }} Search
 * @typedef {{ onOpen: () => void, onClosed: (attempt: number, ended: boolean) => void, onError: (words: string) => void }} Handlers
 */

/** The code with which the server closes all connections when it is shut down. */
const SHUT_DOWN = 1001;

export class Session {
  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open = false;
    this.attempt = 0;
    /** The server has been shut down on purpose: nothing is to be connected to. */
    this.ended = false;
    /** Searches that the engine has not finished yet, the oldest first. @type {Search[]} */
    this.searches = [];
    /** Requests that await their `readyok`. @type {{ answer: Answer, resolve: (answer: Answer | null) => void }[]} */
    this.requests = [];
    /** The ranges of the engine's options. @type {Map<string, { min: number, max: number }>} */
    this.ranges = new Map();
    /** The games that the engine plays. @type {string[]} */
    this.variants = [];
    /** Whoever awaits the lines of the library. @type {((text: string) => void) | null} */
    this.onLibrary = null;
  }

  connect() {
    const socket = connect();
    this.socket = socket;
    const greet = async () => {
      const answer = await this.request(["uci"], true);
      if (!answer || this.socket !== socket) return;
      for (const line of answer.lines) {
        const spin = parseSpin(line);
        if (spin) this.ranges.set(spin.name, spin);
        const combo = parseCombo(line);
        if (combo?.name === "UCI_Variant") this.variants = combo.values;
      }
      this.open = true;
      this.attempt = 0;
      this.handlers.onOpen();
    };
    socket.onmessage = (event) => {
      for (const line of String(event.data).split("\n")) if (line) this.receive(line.replace(/\r$/, ""));
    };
    const end = (/** @type {CloseEvent | undefined} */ event) => {
      if (this.socket !== socket) return;
      this.ended = event?.code === SHUT_DOWN;
      this.open = false;
      this.searches = [];
      const waiting = this.requests;
      this.requests = [];
      for (const request of waiting) request.resolve(null);
      this.handlers.onClosed(++this.attempt, this.ended);
      if (this.ended) return;
      const delay = Math.min(10_000, 250 * 2 ** Math.min(this.attempt - 1, 6)) * (0.8 + 0.4 * Math.random());
      this.timer = setTimeout(() => this.connect(), delay);
    };
    socket.onclose = end;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = greet;
    else if (socket.readyState === WebSocket.OPEN) greet();
    else end(undefined);
  }

  /** Connects at once if the connection is lost, without waiting for the next attempt. */
  retry() {
    if (this.ended || this.open || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Ends the server, with the sessions of all its pages. */
  shutDown() {
    this.send(["shutdown"]);
  }

  /** @param {string[]} lines */
  send(lines) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(lines.join("\n"));
  }

  /**
   * Sends lines and collects their answers; null if the connection is lost.
   * @param {string[]} lines
   * @param {boolean} [greeting] before the session counts as open
   * @returns {Promise<Answer | null>}
   */
  request(lines, greeting = false) {
    if (!greeting && !this.open) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.requests.push({ answer: { errors: [], lines: [] }, resolve });
      this.send([...lines, "isready"]);
    });
  }

  /**
   * Starts a search; the last of the lines is the `go`.
   * @param {string[]} lines
   * @param {Search} search
   */
  search(lines, search) {
    if (!this.open) return;
    this.cancel();
    this.searches.push(search);
    this.send(lines);
  }

  /** Makes the results of all running searches count for nothing. */
  cancel() {
    for (const search of this.searches) search.cancelled = true;
  }

  /** Cancels the running search and ends it. */
  halt() {
    if (!this.searches.length) return;
    this.cancel();
    this.send(["stop"]);
  }

  /** Whether a search runs whose result is awaited. */
  get searching() {
    return this.searches.some((search) => !search.cancelled);
  }

  /** @param {string} line */
  receive(line) {
    if (line === "readyok") {
      const request = this.requests.shift();
      if (request) request.resolve(request.answer);
      return;
    }
    if (line.startsWith("library ")) {
      this.onLibrary?.(line.slice("library ".length));
      return;
    }
    const best = parseBestMove(line);
    if (best !== undefined) {
      const search = this.searches.shift();
      if (search && !search.cancelled) search.onDone(best, search.last ?? null);
      return;
    }
    if (line.startsWith("info ") && !line.startsWith("info string ")) {
      const search = this.searches[0];
      const info = search && !search.cancelled ? parseInfo(line) : null;
      if (info?.multipv === 1) search.last = info;
      if (info?.pv.length) search.onInfo?.(info);
      return;
    }
    const error = parseError(line);
    const answer = this.requests[0]?.answer;
    if (!answer) {
      if (error) this.handlers.onError(error);
      return;
    }
    answer.lines.push(line);
    if (error) answer.errors.push(error);
    for (const word of JSON_ANSWERS) answer[word] = parseJson(word, line) ?? answer[word];
  }
}
