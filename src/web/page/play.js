// The game that is on the board: follows the engine's word about every position, moves for the engine's side, keeps
// the clocks, and ends the game.

import * as clocks from "./clocks.js";
import { resourceLines } from "./engine-settings.js";
import { goLine } from "./engine-time.js";
import * as tree from "./game.js";
import { problemOf, remarksText } from "./problems.js";
import { isStones, other, positionLine, variantLines } from "./protocol.js";
import { exchangedStart } from "./starts.js";
import { addVariants, strengthLines } from "./variants.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").State} State
 * @typedef {import("./protocol.js").Info} Info
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Node} Node
 * @typedef {import("./session.js").Session} Session
 * @typedef {"new" | "position" | "move" | "thinking" | "end" | "clock" | "error" | "remarks" | "refused" |
 * "draw-declined"} Event
 *
/** The least time between two moves that a spectator sees. */
const LEAST_PAUSE = 350;
/** Steps through a game that follow each other within so many milliseconds are one walk. */
const HURRY = 120;

export class Play {
  /**
   * @param {Session} session
   * @param {(event: Event, detail?: any) => void} notify
   */
  constructor(session, notify) {
    this.session = session;
    this.notify = notify;
    /** @type {Game} */
    this.game = tree.createGame({ variant: "zhonggong" });
    this.clocks = clocks.createClocks(this.game.control);
    /** What the engine said about positions. @type {WeakMap<Node, State>} */
    this.states = new WeakMap();
    /** @type {import("./engine-settings.js").Resources} */
    this.resources = { threads: 1, hash: 16 };
    this.paused = false;
    /** Something else (a review, a lesson, the editor) uses the engine now. */
    this.reserved = false;
    this.generation = 0;
    this.selected = "";
    this.lastMoveAt = 0;
    /** When the user chose the position that is shown. */
    this.shownAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.telling = undefined;
    /** @type {{ from?: string, to: string } | null} */
    this.hint = null;
    /** Why the engine takes no position of this game. @type {import("./problems.js").Problem | null} */
    this.refusal = null;
  }

  /** The engine's word about the shown position, if it is known. */
  get state() {
    return this.states.get(this.game.current) ?? null;
  }

  /** The position that the engine works on. */
  get target() {
    return this.game.live ? this.game.tip : this.game.current;
  }

  /** @param {Side} side */
  isEngine(side) {
    return this.game.players[side].kind === "engine";
  }

  get turn() {
    return tree.turnAt(this.game, this.target);
  }

  /** Whether both sides are the engine. */
  get watching() {
    return this.isEngine("first") && this.isEngine("second");
  }

  /** Whether the user may move a piece in the shown position. */
  get movable() {
    const { live, result, current, tip } = this.game;
    if (this.reserved) return false;
    return live ? !result && current === tip && !this.isEngine(this.turn) : true;
  }

  /**
   * Begins a game, or takes up a saved one.
   * @param {Game} game
   * @param {number[]} [left] what the clocks of a saved game show
   */
  begin(game, left) {
    this.session.halt();
    this.game = game;
    this.clocks = clocks.createClocks(game.control);
    if (left) clocks.restore(this.clocks, left);
    this.paused = false;
    this.hint = null;
    this.refusal = null;
    this.lastMoveAt = Date.now();
    this.notify("new");
    return this.sync();
  }

  /** The connection is there (again): nothing is known of what the engine was told before. */
  reconnected() {
    this.selected = "";
    addVariants(this.session.variants);
    this.session.send(resourceLines(this.resources, this.session.ranges));
    return this.sync();
  }

  /**
   * Gives the engine threads and memory, as far as the server allows.
   * @param {import("./engine-settings.js").Resources} resources
   */
  setResources(resources) {
    const { threads, hash } = this.resources;
    if (threads === resources.threads && hash === resources.hash) return;
    this.resources = { threads: resources.threads, hash: resources.hash };
    if (!this.session.open) return;
    // A search under way would go on with what it has; the turn begins anew.
    this.session.halt();
    this.session.send(resourceLines(this.resources, this.session.ranges));
    if (!this.reserved) this.sync();
  }

  disconnected() {
    this.generation++;
    clocks.pause(this.clocks, Date.now());
    this.notify("clock");
  }

  /** The commands that select the game's variant, if the engine plays another. */
  selection() {
    const lines = variantLines(this.game.variant, this.game.options);
    const selected = lines.join("\n");
    if (this.selected === selected) return [];
    this.selected = selected;
    return lines;
  }

  /** Something else uses the engine from now on; the game rests. */
  reserve() {
    this.reserved = true;
    this.generation++;
    clocks.pause(this.clocks, Date.now());
    this.session.halt();
  }

  /** The game goes on. */
  release() {
    this.reserved = false;
    this.selected = "";
    return this.sync();
  }

  /**
   * The command for a position of the game.
   * @param {Node} node
   */
  position(node) {
    return positionLine(this.game.start, tree.movesTo(node));
  }

  /** Tells the engine the position and takes over what it says about it. */
  async sync() {
    clearTimeout(this.telling);
    const generation = ++this.generation;
    if (!this.session.open || this.reserved) {
      this.notify("position");
      return;
    }
    const node = this.target;
    const { game } = this;
    this.session.cancel();
    const answer = await this.session.request([...this.selection(), this.position(node), "state", "why"]);
    if (generation !== this.generation || !answer) return;
    if (!answer.state) {
      this.refuse(node, problemOf(answer) ?? {});
      return;
    }
    this.refusal = null;
    // Such as one about an option of the game, which has its default value then.
    const [error] = answer.errors;
    const option = /^option ([\w ]+):/.exec(error ?? "");
    if (option) this.notify("error", { code: "option", parameters: { name: option[1] } });
    else if (error) this.notify("error", { code: "record", text: error });
    const remarks = remarksText(answer);
    if (remarks && answer.state.start) {
      // What was ignored is told once.
      game.start = answer.state.start;
      this.notify("remarks", remarks);
    }
    tree.absorb(game, node, answer.state);
    this.states.set(node, answer.state);
    node.check = answer.state.marks.some((mark) => mark.kind === "check");
    this.notify("position");
    if (game.live) this.proceed(answer.state);
  }

  /**
   * The engine refuses the game, such as one from a link: what it cannot read is removed.
   * @param {Node} node
   * @param {import("./problems.js").Problem} problem
   */
  refuse(node, problem) {
    const { game } = this;
    this.notify("error", problem);
    if (!tree.removeUnreadable(game, node, problem)) {
      this.refusal = problem;
      this.notify("position");
      return;
    }
    this.sync();
  }

  /**
   * After the engine's word about the end of the game: the game ends, or the next side's turn begins.
   * @param {State} state
   */
  proceed(state) {
    const { game } = this;
    if (game.result) return;
    if (state.verdict) {
      this.end(state.verdict);
      return;
    }
    if (!this.paused && (tree.plyOf(game.tip) > 0 || this.isEngine(this.turn))) {
      clocks.run(this.clocks, this.turn, Date.now());
    }
    if (this.isEngine(this.turn) && !this.paused) this.think(state);
    this.notify("clock");
  }

  /** @param {State} state */
  think(state) {
    const side = this.turn;
    const player = this.game.players[side];
    if (player.kind !== "engine") return;
    const generation = this.generation;
    const lines = ["setoption name UCI_AnalyseMode value false", "setoption name MultiPV value 1"];
    lines.push(...this.levelLines(player.level), goLine(this.clocks, this.turn, state, player.limit));
    this.session.search(lines, {
      onDone: (move) => {
        if (generation !== this.generation || this.turn !== side) return;
        const pause = this.lastMoveAt + LEAST_PAUSE - Date.now();
        setTimeout(
          () => {
            if (generation === this.generation && move && !this.game.result) this.makeMove(move);
          },
          this.clocks.control.kind === "clock" && !this.watching ? Math.min(pause, 150) : pause,
        );
      },
    });
    this.notify("thinking");
  }

  /**
   * The options for a level.
   * @param {number} elo 0 for full strength
   */
  levelLines(elo) {
    return strengthLines(elo, this.session.ranges.get("UCI_Elo"));
  }

  /**
   * Makes a move at the end of the game, or in the shown position while analysing.
   * @param {string} move
   */
  makeMove(move) {
    const { game } = this;
    this.hint = null;
    if (game.live) {
      const now = Date.now();
      const spent = clocks.moved(this.clocks, this.turn, now);
      const node = tree.playMove(game, move);
      node.spent = spent;
      node.clock = [this.clocks.first, this.clocks.second];
      this.lastMoveAt = now;
    } else {
      game.current = tree.addMove(game, game.current, move);
    }
    this.previewMove(move);
    const played = this.target;
    this.session.cancel();
    return this.sync().then(() => this.notify("move", played));
  }

  /**
   * Adds a line of moves to the analysed position and shows its end.
   * @param {string[]} moves
   */
  playLine(moves) {
    const { game } = this;
    if (game.live) return;
    for (const move of moves) game.current = tree.addMove(game, game.current, move);
    this.sync();
  }

  /**
   * What is known of a move before the engine has answered: how it is drawn.
   * @param {string} move
   */
  previewMove(move) {
    const node = this.target;
    const known = node.parent && this.states.get(node.parent)?.legal.find((entry) => entry.move === move);
    if (!known) return;
    node.name = known.name;
    node.from = known.from;
    node.to = known.to;
    node.traded = known.traded;
  }

  /**
   * Shows a position of the game.
   * @param {Node} node
   */
  show(node) {
    if (node === this.game.current) return;
    this.game.current = node;
    this.hint = null;
    if (this.game.live || node.fen) this.notify("position");
    if (this.game.live) return;
    // While keys walk quickly, the engine is told where the walk ends only.
    const hurried = Date.now() - this.shownAt < HURRY;
    this.shownAt = Date.now();
    this.generation++;
    clearTimeout(this.telling);
    if (hurried) this.telling = setTimeout(() => this.sync(), HURRY);
    else this.sync();
  }

  /** @param {"start" | "back" | "forward" | "end"} where */
  walk(where) {
    this.show(tree.nodeAt(this.game, where));
  }

  get canUndo() {
    return this.game.live ? tree.canTakeBack(this.game) : this.game.current.parent !== null;
  }

  get canRedo() {
    return this.game.live ? tree.canPlayAgain(this.game) : this.game.current.children.length > 0;
  }

  undo() {
    this.step(tree.takeBack);
  }

  redo() {
    this.step(tree.playAgain);
  }

  /** @param {(game: Game) => boolean} walk */
  step(walk) {
    const { game } = this;
    if (!game.live) {
      this.walk(walk === tree.takeBack ? "back" : "forward");
      return;
    }
    if (!walk(game)) return;
    game.result = null;
    this.hint = null;
    if (this.watching) this.paused = true;
    const left = game.tip.clock;
    if (left) clocks.restore(this.clocks, left);
    else if (game.tip === game.root) this.clocks = clocks.createClocks(game.control);
    else {
      clocks.pause(this.clocks, Date.now());
      this.clocks.spent = 0;
    }
    this.session.halt();
    this.sync();
  }

  /** The same game from its start. */
  restart() {
    const { variant, options, start, players, control } = this.game;
    return this.begin(tree.createGame({ variant, options, start, players, control }));
  }

  /** The same players with sides exchanged. */
  rematch() {
    const { variant, options, start, players, control } = this.game;
    const swapped = { first: players.second, second: players.first };
    const exchanged = exchangedStart(variant, start);
    return this.begin(tree.createGame({ variant, options, start: exchanged, players: swapped, control }));
  }

  /** @param {boolean} paused */
  setPaused(paused) {
    this.paused = paused;
    if (paused) {
      clocks.pause(this.clocks, Date.now());
      this.session.halt();
      this.generation++;
      this.notify("clock");
    } else this.sync();
  }

  /** @param {tree.Result} result */
  end(result) {
    if (this.game.result) return;
    clocks.pause(this.clocks, Date.now());
    this.session.halt();
    this.game.result = result;
    this.notify("end");
  }

  /**
   * @param {Side} loser
   * @param {string} reason
   */
  lose(loser, reason) {
    this.end({ result: loser === "first" ? "0-1" : "1-0", reason, winner: other(loser) });
  }

  /** The side that resigns or offers a draw: the only person's, or whose turn it is. */
  get speaker() {
    if (this.isEngine("first") !== this.isEngine("second"))
      return this.isEngine("first") ? "second" : "first";
    return this.turn;
  }

  resign() {
    this.generation++;
    this.lose(this.speaker, "resignation");
  }

  agreeDraw() {
    this.generation++;
    this.end({ result: "1/2-1/2", reason: "agreement" });
  }

  /** Looks at the clocks; to be called several times a second. */
  tick() {
    const loser = this.game.live && !this.game.result ? clocks.expired(this.clocks, Date.now()) : null;
    if (!loser) return;
    this.generation++;
    this.lose(loser, "time");
  }

  /** Goes on with the game as an analysis, or with the analysed position as a game. */
  analyse() {
    this.game.live = false;
    clocks.pause(this.clocks, Date.now());
    this.session.halt();
    this.notify("new");
    return this.sync();
  }

  /** Whether the board has stones instead of pieces that move. */
  get stones() {
    return isStones(this.game.variant);
  }
}
