// The figures of scripts/bench-board.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

import { keptGame } from "./games.mjs";
import { ENGINE, Player, Server, startBrowser } from "./harness.mjs";

const SECONDS = Number(process.argv[2] ?? 60);
const LIBRARY = process.argv[3];
const SESSIONS = 100;
const CLICKS = 60;
const LOADS = 11;
const REVIEWED_PLIES = 120;

const ms = (number) => `${number.toFixed(1)} ms`;
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** The time from the request to the frame that shows the board, as the page itself sees it, and the bytes loaded. */
async function firstBoard(browser, server) {
  const times = [];
  let bytes = 0;
  for (let run = 0; run <= LOADS; run += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector("#board .board-cell")) return;
        observer.disconnect();
        requestAnimationFrame(() => (globalThis.boardShown = performance.now()));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    const loaded = [];
    // Fetching the bodies takes time, so that the run in which they are counted is not measured.
    const counts = run === 0;
    if (counts) page.on("response", (response) => loaded.push(response.body()));
    await page.goto(server.url, { waitUntil: "commit" });
    const time = await (await page.waitForFunction(() => globalThis.boardShown)).jsonValue();
    if (counts) bytes = (await Promise.all(loaded)).reduce((sum, body) => sum + body.length, 0);
    else times.push(time);
    await context.close();
  }
  return { time: sorted(times)[(LOADS - 1) / 2], bytes };
}

/** The times from a click on a piece to the drawn marks of its targets, as the page itself sees them. */
async function marks(browser, server) {
  const player = await Player.open(browser, server, { quick: false });
  await player.begin({ variant: "xiangqi", opponent: "person", time: "none" });
  // A second page searches with all processors.
  const socket = new WebSocket(`${server.url.replace("http", "ws")}session`);
  await new Promise((resolve) => (socket.onopen = resolve));
  socket.send(`setoption name Threads value ${availableParallelism()}\nposition startpos\ngo infinite`);
  await sleep(500);
  const points = ["b3", "h3", "b1", "h1", "a1", "i1"];
  const times = [];
  for (let click = 0; click < CLICKS; click += 1) {
    const point = points[click % points.length];
    const time = await player.page.evaluate(async (name) => {
      const cell = document.querySelector(`#board [data-point="${name}"]`);
      const box = cell.getBoundingClientRect();
      const at = {
        clientX: box.x + box.width / 2,
        clientY: box.y + box.height / 2,
        bubbles: true,
        button: 0,
      };
      const begun = performance.now();
      const event = (type) =>
        new PointerEvent(type, {
          ...at,
          pointerId: 1,
          isPrimary: true,
          buttons: type === "pointerdown" ? 1 : 0,
        });
      cell.dispatchEvent(event("pointerdown"));
      cell.dispatchEvent(event("pointerup"));
      while (!document.querySelector("#board .board-aim"))
        await new Promise((resolve) => setTimeout(resolve, 0));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - begun;
    }, point);
    times.push(time);
    // A second click puts the piece down again.
    await player.press(point);
    await player.page.locator("#board .board-aim").first().waitFor({ state: "detached" });
    await sleep(20);
  }
  socket.close();
  await player.context.close();
  const order = sorted(times);
  return { median: order[Math.floor(order.length / 2)], worst: order[order.length - 1] };
}

/** The times of steps by key through an analysed game of 340 plies, with the layout that follows, as the page sees them. */
async function steps(browser, server) {
  const moves = Array.from({ length: 340 }, (_, i) => ["h1g3", "h10g8", "g3h1", "g8h10"][i % 4]).join(" ");
  const game = keptGame({ variant: "xiangqi", moves, live: false });
  const player = await Player.open(browser, server, { game });
  const times = await player.page.evaluate(async () => {
    const found = [];
    for (let step = 0; step < 200; step += 1) {
      const begun = performance.now();
      const press = { key: "ArrowLeft", bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent("keydown", press));
      document.body.getBoundingClientRect();
      found.push(performance.now() - begun);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return found;
  });
  await player.context.close();
  const order = sorted(times);
  return { median: order[Math.floor(order.length / 2)], worst: order[order.length - 1] };
}

/** A hundred sessions that analyse: the server's largest memory, and how many of them answer. */
async function manySessions(server) {
  const sockets = [];
  const answered = new Set();
  for (let number = 0; number < SESSIONS; number += 1) {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}session`);
    socket.onmessage = (event) => {
      if (/^bestmove/m.test(String(event.data))) answered.add(number);
    };
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    const variant = ["zhonggong", "xiangqi", "chess", "gomoku", "renju"][number % 5];
    socket.send(`setoption name UCI_Variant value ${variant}\nposition startpos\ngo infinite`);
    sockets.push(socket);
  }
  let memory = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    await sleep(1000);
    const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    memory = Math.max(memory, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }
  for (const socket of sockets) socket.send("stop");
  const deadline = Date.now() + 30_000;
  while (answered.size < SESSIONS && Date.now() < deadline) await sleep(50);
  for (const socket of sockets) socket.close();
  return { memory, answered: answered.size };
}

/** The speed of a search alone and beside a page that shows its lines, in nodes a second. */
async function searchSpeed(browser, server) {
  const alone = () => {
    const { stdout } = spawnSync(ENGINE, { input: "go movetime 4000\n", encoding: "utf8" });
    return speed(stdout);
  };
  const speed = (text) => Math.max(...[...text.matchAll(/ nps (\d+)/g)].map((match) => Number(match[1])));
  const beside = async () => {
    const player = await Player.open(browser, server, { quick: false });
    await player.begin({ variant: "chess", opponent: "person", time: "none" });
    await player.page.keyboard.press("l");
    await sleep(4500);
    const found = speed(player.received.join("\n"));
    await player.context.close();
    return found;
  };
  const ratios = [];
  for (let run = 0; run < 3; run += 1) ratios.push((await beside()) / alone());
  return sorted(ratios)[1];
}

/** The seconds that the review of a game of 60 moves takes, by variant. */
async function reviews(browser, server) {
  const seconds = [];
  for (const variant of ["zhonggong", "xiangqi", "chess"]) {
    const moves = [];
    while (moves.length < REVIEWED_PLIES) {
      const line = moves.length ? `moves ${moves.join(" ")}` : "";
      const input = `setoption name UCI_Variant value ${variant}\nposition startpos ${line}\ngo nodes 1000\n`;
      const best = /^bestmove (\S+)/m.exec(spawnSync(ENGINE, { input, encoding: "utf8" }).stdout)?.[1];
      if (!best || best === "(none)") break;
      moves.push(best);
    }
    const game = keptGame({ variant, moves: moves.join(" "), live: false });
    const player = await Player.open(browser, server, { quick: false, game });
    const begun = performance.now();
    await player.page.locator("#actions").getByRole("button", { name: "Review" }).click();
    await player.page.locator(".review-table").waitFor({ timeout: 120_000 });
    const time = (performance.now() - begun) / 1000;
    await player.context.close();
    seconds.push(`${variant} ${time.toFixed(1)} s for ${moves.length} plies`);
  }
  return seconds.join(", ");
}

/**
 * The times of a large library: from the click on Games to the list as the page sees it, and of answers about positions,
 * the first of which all games of chess reach.
 */
async function libraryTimes(browser) {
  const server = await Server.start(["--library", LIBRARY]);
  const lists = [];
  for (let run = 0; run < LOADS; run += 1) {
    const player = await Player.open(browser, server, { quick: false });
    const time = await player.page.evaluate(async () => {
      const begun = performance.now();
      location.hash = "#games";
      while (!document.querySelector(".games-list li"))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - begun;
    });
    lists.push(time);
    await player.context.close();
  }
  const socket = new WebSocket(`${server.url.replace("http", "ws")}session`);
  await new Promise((resolve) => (socket.onopen = resolve));
  const ask = (request) =>
    new Promise((resolve) => {
      const begun = performance.now();
      socket.onmessage = ({ data }) => {
        if (String(data).startsWith("library ")) resolve(performance.now() - begun);
      };
      socket.send(request);
    });
  const positions = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
  ];
  const found = [];
  for (const verb of ["search position", "explore"])
    for (const fen of positions) {
      const times = [];
      for (let run = 0; run < LOADS; run += 1) times.push(await ask(`library ${verb} ${fen}`));
      found.push(`${verb} ${ms(sorted(times)[(LOADS - 1) / 2])}`);
    }
  await server.kill();
  return `Games ${ms(sorted(lists)[(LOADS - 1) / 2])} (goal: 200 ms); ${found.join(", ")} (goal: 50 ms)`;
}

const server = await Server.start();
const browser = await startBrowser();
if (LIBRARY) console.log(`Library: ${await libraryTimes(browser)}`);
const first = await firstBoard(browser, server);
console.log(
  `First board: ${ms(first.time)} (goal: 400 ms); all that was loaded: ${first.bytes} bytes (goal: 300,000)`,
);
const click = await marks(browser, server);
console.log(
  `Marks after a click: ${ms(click.median)} median, ${ms(click.worst)} worst (goals: 16 ms, 50 ms)`,
);
const ratio = await searchSpeed(browser, server);
console.log(`Speed of a search beside a page: ${ratio.toFixed(3)} of its speed alone (goal: 0.95)`);
const step = await steps(browser, server);
console.log(`A step through 340 plies: median ${ms(step.median)}, worst ${ms(step.worst)} (goal: 16 ms)`);
console.log(`Reviews: ${await reviews(browser, server)} (goal: 20 s for 120)`);
await browser.close();
const many = await manySessions(server);
console.log(
  `${SESSIONS} sessions in analysis for ${SECONDS} s: ${many.memory.toFixed(0)} MiB (goal: 2048), ${many.answered} answered`,
);
await server.kill();
process.exit(0);
