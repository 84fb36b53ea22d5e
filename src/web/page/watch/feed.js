// What the server says of a contest: a snapshot, then changes. Reconnects by itself.

/**
 * @typedef {"first" | "second"} Side
 * @typedef {{ cp?: number, mate?: number }} Score
 * @typedef {{ text: string, name: string, side: Side, from?: string, to: string, traded?: string[], fen: string,
 *   score?: Score, depth?: number, time_us?: number }} Move
 * @typedef {{ left: (number | null)[], running: Side | null, since: number }} Clocks milliseconds
 * @typedef {{ result: string, cause: string, blamed?: Side, detail?: string, detail_zh?: string }} End
 * @typedef {{ score?: Score | null, depth?: number | null }} Report
 * @typedef {{ number: number, round: number, players: string[], start: string, fen: string, plies: number,
 *   opening: number, last?: Move, reports: (Report | null)[], clocks: Clocks, at: number, end?: End,
 *   moves?: Move[] }} Game `at`: when the clocks were so
 * @typedef {{ name: string, games: number, wins: number, draws: number, losses: number, points: number,
 *   elo?: [number, number | null] }} Player
 * @typedef {{ games: number, total: number | null, players: Player[],
 *   elo?: { player: string, value: number, low: number | null, high: number | null },
 *   sprt?: { ratio: number, bounds: [number, number] } }} Standings
 * @typedef {{ event: string, variant: string, format: string, over: boolean, report: boolean }} Contest
 */

/** Ended games that are kept, as many as the server keeps. */
const ENDED = 30;

export class Feed {
  /** @type {Contest | null} */
  contest = null;
  /** By their numbers. @type {Map<number, Game>} */
  games = new Map();
  /** Games at their places on the page; an ended one stays until another begins. @type {number[]} */
  places = [];
  /** @type {Standings | null} */
  standings = null;
  open = false;
  attempt = 0;

  /**
   * @param {URL} url
   * @param {() => void} onChange
   * @param {() => number} [now] milliseconds
   */
  constructor(url, onChange, now = () => performance.now()) {
    this.url = url;
    this.onChange = onChange;
    this.now = now;
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.url));
    socket.onmessage = ({ data }) => {
      for (const line of String(data).split("\n")) this.receive(JSON.parse(line));
      this.onChange();
    };
    socket.onclose = () => {
      this.open = false;
      this.onChange();
      setTimeout(() => this.connect(), Math.min(10_000, 500 * 2 ** Math.min(this.attempt++, 5)));
    };
  }

  /**
   * Asks for the moves of a game.
   * @param {number} number
   */
  request(number) {
    if (this.open) this.socket?.send(`game ${number}`);
  }

  /** @param {any} line */
  receive(line) {
    if (line.type === "snapshot") {
      this.open = true;
      this.attempt = 0;
      this.contest = line;
      this.standings = line.standings;
      this.games.clear();
      for (const game of line.games) this.add(game);
      this.places = this.places.filter((number) => this.games.has(number));
      for (const { number, end } of line.games) if (!end) this.place(number);
      if (!this.places.length && line.games.length) this.place(line.games.at(-1).number);
    } else if (line.type === "game") {
      this.add({ ...this.games.get(line.game.number), ...line.game });
      if (!line.game.end) this.place(line.game.number);
      const ended = this.ended();
      for (const { number } of ended.slice(ENDED)) {
        if (!this.places.includes(number)) this.games.delete(number);
      }
    } else if (line.type === "move") {
      const game = this.games.get(line.number);
      if (game) this.move(game, line.move, line.clocks);
    } else if (line.type === "standings") {
      this.standings = line.standings;
    }
  }

  /** @param {Game} game */
  add(game) {
    // As the last of the map: games stand there in the order of their ends.
    this.games.delete(game.number);
    this.games.set(game.number, { ...game, at: this.now() - game.clocks.since });
  }

  /**
   * @param {Game} game
   * @param {Move} move
   * @param {Clocks} clocks
   */
  move(game, move, clocks) {
    game.moves?.push(move);
    game.fen = move.fen;
    game.last = move;
    game.plies += 1;
    game.reports[move.side === "first" ? 0 : 1] = move;
    game.clocks = clocks;
    game.at = this.now() - clocks.since;
  }

  /** @param {number} number */
  place(number) {
    if (this.places.includes(number)) return;
    const free = this.places.findIndex((at) => this.games.get(at)?.end);
    if (free < 0) this.places.push(number);
    else this.places[free] = number;
  }

  /** The games that have ended, the latest first. */
  ended() {
    return [...this.games.values()].filter((game) => game.end).reverse();
  }
}

/**
 * Milliseconds on the clock of a side; null without a clock.
 * @param {Game} game
 * @param {Side} side
 * @param {number} now
 */
export function timeLeft({ clocks, at }, side, now) {
  const left = clocks.left[side === "first" ? 0 : 1];
  return left === null ? null : Math.max(0, left - (clocks.running === side ? now - at : 0));
}
