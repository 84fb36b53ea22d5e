// What the browser tests share: a server, a browser, an engine that advises, and a look at the page's session.
//
// The environment names the programs: QUADRIGA (the engine), CHROMIUM (the browser) and PLAYWRIGHT (the folder of
// playwright-core).

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";

import { keptGame } from "./games.mjs";

const TOKEN = "browsertests1234";
const BROWSER_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Milliseconds that a page may take for an answer: a busy machine needs many times as long as an idle one. */
const PATIENCE = 60_000;

/** The names of the pieces that a pawn may become. */
const PIECES = { q: /queen/i, r: /rook/i, b: /bishop/i, n: /knight/i };

/** The engine's program. */
export const ENGINE = process.env.QUADRIGA ?? "";

const require = createRequire(import.meta.url);

async function playwright() {
  const path = require.resolve("playwright-core", { paths: [process.env.PLAYWRIGHT ?? "."] });
  const { chromium } = await import(pathToFileURL(path).href);
  return chromium ?? (await import(pathToFileURL(path).href)).default.chromium;
}

/** A browser; the caller closes it. */
export async function startBrowser() {
  const chromium = await playwright();
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: BROWSER_ARGUMENTS,
  });
}

/** A running server of the board. */
export class Server {
  /**
   * Starts a server and waits until it listens.
   * @param {string[]} options
   * @param {number} port  0 for any
   */
  static async start(options = [], port = 0) {
    const server = new Server();
    const words = ["board", "--no-open", "--port", String(port), "--token", TOKEN, ...options];
    // No test touches the user's own games.
    if (!options.includes("--library")) words.push("--no-library");
    server.child = spawn(ENGINE, words, { stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface({ input: server.child.stdout });
    server.url = await new Promise((resolve, reject) => {
      lines.once("line", (line) => resolve(/http:\S+/.exec(line)?.[0]));
      server.child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
    server.port = Number(new URL(server.url).port);
    return server;
  }

  /** Kills the server as a crash would. */
  async kill() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }
}

/** An engine beside the page, which tells good moves. */
export class Adviser {
  constructor() {
    this.child = spawn(ENGINE, [], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = [];
    this.waiting = null;
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      this.lines.push(line);
      this.waiting?.();
    });
  }

  async until(start) {
    for (;;) {
      while (this.lines.length > 0) {
        const line = this.lines.shift();
        if (line.startsWith(start)) return line;
      }
      await new Promise((resolve) => (this.waiting = resolve));
    }
  }

  /**
   * A good move in the position of a state.
   * @param {{ variant: string, start: string, ply: number, moves: { move: string }[] }} state
   */
  async best(state, nodes = 10_000) {
    const moves = state.moves.slice(0, state.ply).map(({ move }) => move);
    const lines = [
      `setoption name UCI_Variant value ${state.variant}`,
      `position fen ${state.start} moves ${moves.join(" ")}`,
      `go nodes ${nodes}`,
    ];
    this.child.stdin.write(`${lines.join("\n")}\n`);
    const [, move] = (await this.until("bestmove ")).split(" ");
    return move;
  }

  end() {
    this.child.stdin.end();
  }
}

/** A page in the browser, and what it and its session say to each other. */
export class Player {
  /** How many of the page's questions its session has yet to answer. */
  unanswered = 0;

  /**
   * Opens the page.
   * @param {import("playwright-core").Browser} browser
   * @param {Server} server
   * @param {{ width?: number, height?: number, locale?: string, touch?: boolean, dark?: boolean, quick?: boolean,
   *   motion?: boolean, depth?: number, hash?: string, settings?: object, game?: object, left?: [number, number], fakeTime?: boolean,
   *   context?: import("playwright-core").BrowserContext }} options  `quick` lets the engine of the page move at once;
   *   `depth` bounds its analysis;
   *   `settings`, `game` and `left` (of the clocks, in milliseconds) are what the page has kept from an earlier visit;
   *   with `fakeTime` the test can turn the page's time forward
   */
  static async open(browser, server, options = {}) {
    const {
      width = 1280,
      height = 800,
      locale = "en-GB",
      touch = false,
      dark = false,
      quick = true,
      motion = false,
      depth,
      hash = "",
      settings,
      game,
      left,
    } = options;
    const player = new Player();
    player.server = server;
    player.context =
      options.context ??
      (await browser.newContext({
        viewport: { width, height },
        locale,
        hasTouch: touch,
        isMobile: touch,
        colorScheme: dark ? "dark" : "light",
        reducedMotion: motion ? "no-preference" : "reduce",
      }));
    player.context.setDefaultTimeout(PATIENCE);
    const page = (player.page = await player.context.newPage());
    player.touch = touch;
    /** Where the board is that is played on. */
    player.board = "#board";
    player.sent = [];
    player.received = [];
    player.problems = [];
    player.holdSearches = false;
    player.held = [];
    page.on("pageerror", (error) => player.problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !/WebSocket connection/.test(message.text())) {
        player.problems.push(`${message.text()} ${message.location().url}`);
      }
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (!["data:", "blob:"].includes(url.protocol) && url.host !== new URL(server.url).host) {
        player.problems.push(`a request to ${url.host}`);
      }
    });
    if (options.fakeTime) await page.clock.install();
    const kept = { settings, game: game && { game, left, orientation: "first" } };
    await page.addInitScript((kept) => {
      if (sessionStorage.getItem("prepared")) return;
      sessionStorage.setItem("prepared", "yes");
      for (const [name, value] of Object.entries(kept))
        if (value) localStorage.setItem(`quadriga.${name}`, JSON.stringify(value));
    }, kept);
    await page.routeWebSocket(/\/session$/, (socket) => {
      const upstream = socket.connectToServer();
      const count = (text, line) =>
        String(text)
          .split("\n")
          .filter((other) => other === line).length;
      player.unanswered = 0;
      socket.onMessage((text) => {
        let sent = String(text);
        player.unanswered += count(text, "isready");
        if (quick) sent = sent.replace(/^go (movetime|wtime).*$/gm, "go depth 2");
        if (depth) sent = sent.replace(/^go (infinite|nodes \d+)$/gm, `go depth ${depth}`);
        player.sent.push(...sent.split("\n"));
        if (player.holdSearches && /^go /m.test(sent)) {
          player.held.push(() => upstream.send(sent));
        } else upstream.send(sent);
      });
      player.endSession = () => upstream.send("quit");
      upstream.onMessage((text) => {
        player.received.push(...String(text).split("\n"));
        player.unanswered -= count(text, "readyok");
        socket.send(text);
      });
    });
    await page.goto(server.url + hash);
    if (!hash)
      await player.stateWhere((state) => !game || state.variant === game.variant, "the game is there");
    return player;
  }

  /** Sends the searches that `holdSearches` has kept from the engine. */
  releaseSearches() {
    this.holdSearches = false;
    for (const send of this.held.splice(0)) send();
  }

  /** The last state that the session reported and the page has taken over. */
  get state() {
    const answered = this.received.slice(0, this.received.lastIndexOf("readyok") + 1);
    const line = answered.findLast((line) => line.startsWith("state "));
    return line ? JSON.parse(line.slice("state ".length)) : null;
  }

  /**
   * Waits until the state satisfies a condition.
   * @param {(state: any) => boolean} condition
   */
  async stateWhere(condition, what = String(condition)) {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline) {
      const { state } = this;
      if (state && condition(state)) {
        // The page has received the answer before it evaluates this.
        await this.page.evaluate(() => 0);
        return state;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const sent = this.sent.slice(-20).join("\n");
    const received = this.received.slice(-20).map((line) => line.slice(0, 400));
    throw new Error(`the state never satisfies ${what}; sent:\n${sent}\nreceived:\n${received.join("\n")}`);
  }

  /**
   * Waits until the page satisfies a condition.
   * @param {() => unknown} condition
   */
  async until(condition, what = String(condition)) {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline) {
      if (await condition()) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`never: ${what}`);
  }

  /**
   * Chooses an entry of the menu, which is folded in narrow windows.
   * @param {string} name  such as `editor`
   */
  async menu(name) {
    if (await this.page.locator("#menu-open").isVisible()) await this.page.click("#menu-open");
    await this.page.click(`#menu-${name}`);
  }

  /** @param {string} point */
  cell(point) {
    return this.page.locator(`${this.board} [data-point="${point}"]`);
  }

  /**
   * The place of a point in the window.
   * @param {string} point
   * @returns {Promise<[number, number]>}
   */
  async middle(point) {
    await this.cell(point).waitFor({ timeout: 10_000 });
    const box = await this.cell(point).boundingBox();
    if (!box) throw new Error(`${point} is not on the board`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /**
   * Waits for a notice with these words.
   * @param {RegExp} words
   */
  async toast(words) {
    await this.page.locator(".toast").filter({ hasText: words }).first().waitFor();
  }

  /** @param {string} point */
  async press(point) {
    const [x, y] = await this.middle(point);
    if (this.touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Waits until the session has answered all that the page has asked; before that, no move is legal. */
  async answered() {
    await this.until(() => this.unanswered <= 0, "the page knows the legal moves");
    // The page has received the answer before it evaluates this.
    await this.page.evaluate(() => 0);
  }

  /**
   * Plays a move by hand.
   * @param {{ from?: string, to: string, promotion?: string, traded?: string[] }} move
   */
  async play(move) {
    await this.answered();
    for (const point of move.traded ?? (move.from ? [move.from] : [])) await this.press(point);
    await this.press(move.to);
    if (move.promotion) await this.page.getByRole("menuitem", { name: PIECES[move.promotion] }).click();
  }

  /**
   * Begins a game by the dialog.
   * @param {{ variant?: string, opponent?: string, level?: string, side?: string, time?: string }} choices  values of
   *   the dialog's fields
   */
  async begin(choices) {
    const { page } = this;
    const form = page.locator("dialog form.new-game");
    await this.until(async () => {
      if (await form.isVisible()) return true;
      // On a first visit the dialog opens by itself, also while this is being clicked, and covers the button.
      await page.click("#menu-new", { timeout: 1000 }).catch(() => {});
      return form.isVisible();
    }, "the dialog of a new game opens");
    await form.locator("details").evaluate((details) => (details.open = true));
    for (const [name, value] of Object.entries(choices)) {
      const radio = form.locator(`input[type=radio][name="${name}"][value="${value}"]`);
      if ((await radio.count()) > 0) await radio.check({ force: true });
      else await form.locator(`[name="${name}"]`).selectOption(value);
    }
    // Whatever is reported from now on belongs to the new game.
    this.received.length = 0;
    await form.locator("button[type=submit]").click();
    await this.stateWhere(() => true, "the game begins");
  }

  /**
   * Leaves out problems that the test has caused. A browser may report a request that failed after the page has dealt
   * with it, so this comes at the end of a test.
   * @param {RegExp} words
   */
  forgive(words) {
    this.problems = this.problems.filter((problem) => !words.test(problem));
  }

  async close() {
    if (this.problems.length > 0) throw new Error(`the page reported: ${this.problems.join("; ")}`);
    await this.context.close();
  }
}

/** The browser that the tests of a file share. @type {import("playwright-core").Browser} */
export let browser;

/** The server that the tests of a file share. @type {Server} */
export let server;

/** Starts a browser before the tests of a file, and closes it after the last. */
export function shareBrowser() {
  before(async () => (browser = await startBrowser()));
  after(() => browser?.close());
}

/**
 * Starts a browser and a server before the tests of a file, and ends them after the last.
 * @param {string[]} options  the server's
 */
export function shareBoard(options = []) {
  shareBrowser();
  before(async () => (server = await Server.start(options)));
  after(() => server?.kill());
}

/**
 * Opens the page of the shared server in a game that it has kept.
 * @param {Parameters<typeof keptGame>[0]} choices
 * @param {Parameters<typeof Player.open>[2]} options
 */
export function openGame(choices, options = {}) {
  return Player.open(browser, server, { game: keptGame(choices), ...options });
}

/** The dialog in front. @param {Player} player */
export const dialog = (player) => player.page.locator("dialog[open]");

/**
 * Presses a button of the game's actions.
 * @param {Player} player
 * @param {string | RegExp} name
 */
export const action = (player, name) => player.page.locator("#actions").getByRole("button", { name }).click();

/**
 * Presses a button below a lesson, a puzzle or an opening.
 * @param {Player} player
 * @param {string | RegExp} name
 */
export const press = (player, name) =>
  player.page.locator(".lesson-buttons").getByRole("button", { name }).click();
