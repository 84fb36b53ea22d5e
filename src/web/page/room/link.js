// The connection to a room: one WebSocket that carries JSON. Reconnects by itself, unless the server says that it must
// not.

/** The server says something every five seconds: after so many milliseconds of silence it is gone. */
const SILENCE = 14_000;

/** Why the server disconnects a page that must not come back by itself. @type {Record<number, Loss>} */
const REASONS = { 4001: "taken", 4002: "full", 4003: "ended" };

/**
 * @typedef {"lost" | "taken" | "full" | "ended"} Loss
 * @typedef {{ onMessage: (message: any) => void, onOpen: () => void, onLost: (loss: Loss) => void }} Handlers
 */

export class Link {
  /**
   * @param {URL} page the address of the room
   * @param {Handlers} handlers
   */
  constructor(page, handlers) {
    this.page = page;
    this.handlers = handlers;
    this.url = new URL("seat", page);
    this.url.protocol = page.protocol === "https:" ? "wss:" : "ws:";
    this.url.hash = this.url.search = "";
    /** @type {WebSocket | null} */
    this.socket = null;
    this.attempt = 0;
    this.heard = 0;
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.url));
    this.heard = Date.now();
    socket.onopen = () => this.handlers.onOpen();
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      this.attempt = 0;
      this.handlers.onMessage(JSON.parse(String(data)));
    };
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lose(REASONS[code] ?? "lost");
    };
  }

  /** @param {Loss} loss */
  async lose(loss) {
    this.socket = null;
    this.handlers.onLost(loss);
    if (loss !== "lost") return;
    const delay = Math.min(5000, 300 * 2 ** Math.min(this.attempt++, 5)) * (0.8 + 0.4 * Math.random());
    this.timer = setTimeout(() => this.connect(), delay);
    // A browser does not say why a WebSocket was refused.
    const status = await fetch(this.page, { method: "HEAD", cache: "no-store" }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status !== 404 || this.open) return;
    clearTimeout(this.timer);
    this.socket = null;
    this.handlers.onLost("ended");
  }

  /** Connects at once if the connection is lost. */
  retry() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.connect();
  }

  /** To be called often: ends a connection on which the server has been silent for too long. */
  watch() {
    const socket = this.socket;
    if (socket && Date.now() - this.heard > SILENCE) {
      this.lose("lost");
      socket.close();
    }
  }

  /**
   * Sends a message; false if there is no connection.
   * @param {object} message
   */
  send(message) {
    if (!this.open) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }
}
