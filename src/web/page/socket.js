// The connection to the server. The page loads this module first, so that the connection is made while the others load.

const url = new URL("session", location.href);
url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
url.hash = "";

/** @type {WebSocket | null} */
let first = new WebSocket(url);

/** The first connection, or a new one if it is taken. */
export function connect() {
  const socket = first ?? new WebSocket(url);
  first = null;
  return socket;
}
