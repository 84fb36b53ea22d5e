// How the page of a room keeps its connection.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Link } from "../../src/web/page/room/link.js";

/** A WebSocket that the test opens and closes. */
class Socket {
  static CONNECTING = 0;
  static OPEN = 1;
  /** @type {Socket[]} */
  static made = [];
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = String(url);
    Socket.made.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(text) {
    this.sent.push(text);
  }
  close(code = 1005) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }
}

let status, lost, messages;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  globalThis.WebSocket = Socket;
  globalThis.fetch = async () => (status ? { status } : Promise.reject(new Error("offline")));
  Socket.made = [];
  [status, lost, messages] = [0, [], []];
});

function connected() {
  const link = new Link(new URL("http://host:7464/game/secret/#x"), {
    onOpen: () => {},
    onMessage: (message) => messages.push(message),
    onLost: (loss) => lost.push(loss),
  });
  link.connect();
  Socket.made[0].open();
  return link;
}

/** Lets what was promised happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("messages go both ways while there is a connection", () => {
  const link = connected();
  assert.equal(Socket.made[0].url, "ws://host:7464/game/secret/seat");
  assert.equal(link.send({ type: "resign" }), true);
  assert.deepEqual(Socket.made[0].sent, ['{"type":"resign"}']);
  Socket.made[0].onmessage({ data: '{"type":"room"}' });
  assert.deepEqual(messages, [{ type: "room" }]);
  Socket.made[0].close();
  assert.equal(link.send({ type: "resign" }), false);
});

test("a lost connection is made again, later and later", async () => {
  connected();
  Socket.made[0].close(1006);
  assert.deepEqual(lost, ["lost"]);
  await settle();
  mock.timers.tick(400);
  assert.equal(Socket.made.length, 2);
  Socket.made[1].close(1006);
  mock.timers.tick(400);
  assert.equal(Socket.made.length, 2);
  mock.timers.tick(400);
  assert.equal(Socket.made.length, 3);
});

test("a page whose seat was taken, or whose game has ended, stays away", async () => {
  for (const [code, loss] of [
    [4001, "taken"],
    [4002, "full"],
    [4003, "ended"],
  ]) {
    Socket.made = [];
    lost = [];
    connected();
    Socket.made[0].close(code);
    await settle();
    mock.timers.tick(60_000);
    assert.deepEqual([lost, Socket.made.length], [[loss], 1]);
  }
});

test("a game that the server no longer knows has ended", async () => {
  connected();
  status = 404;
  Socket.made[0].close(1006);
  await settle();
  mock.timers.tick(60_000);
  assert.deepEqual([lost, Socket.made.length], [["lost", "ended"], 1]);
});

test("a server that is silent is gone, even if the connection seems to be there", async () => {
  const link = connected();
  mock.timers.tick(10_000);
  Socket.made[0].onmessage({ data: '{"type":"clocks"}' });
  mock.timers.tick(10_000);
  link.watch();
  assert.deepEqual(lost, []);
  mock.timers.tick(10_000);
  link.watch();
  assert.deepEqual(lost, ["lost"]);
  await settle();
  mock.timers.tick(1000);
  assert.equal(Socket.made.length, 2);
});
