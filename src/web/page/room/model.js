// What the page knows of a room. Pure: the time is given by the caller, in milliseconds.

import * as tree from "../game.js";
import { isStones, other } from "../protocol.js";
import { RULE, swapFact } from "../swap2/fact.js";

/**
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {import("../protocol.js").State} State
 * @typedef {import("../game.js").Player} Player
 * @typedef {"draw" | "take-back" | "rematch"} OfferKind
 * @typedef {{ occupant: Player, present: boolean }} Seat
 * @typedef {{ first: number, second: number, running: Side | null }} Clocks milliseconds left
 * @typedef {{ number: number, kind: "accepted" | "declined" | "withdrawn", offer: OfferKind, by: Side }} Happening
 * @typedef {{ first: string, second: string, watch: string, roots: string[], own: string }} Invitation paths, and the
 *   roots that they are below
 * @typedef {object} Opening the Swap2 opening
 * @property {import("../swap2/opening.js").Phase} phase
 * @property {Side | null} actor who places a stone or chooses next
 * @property {Choice[]} choices what the actor can choose
 * @property {number} stones that were placed; none if the game began without it
 * @property {Side} opener the colour of the player who placed the first stones
 * @typedef {import("../swap2/opening.js").Colour | "two"} Choice
 * @typedef {object} Room as the server describes it
 * @property {Seat} first
 * @property {Seat} second
 * @property {number} spectators
 * @property {boolean} begun whether both players have come
 * @property {boolean} interrupted whether the game waits for them since the server has ended
 * @property {boolean} kept whether the game goes on after the end of the server
 * @property {boolean} thinking whether the engine thinks
 * @property {import("../clocks.js").Control} control
 * @property {Clocks} clocks
 * @property {{ kind: OfferKind, by: Side } | null} offer
 * @property {Happening | null} happening
 * @property {Opening | null} opening
 * @property {tree.Result | null} result
 * @property {State} state
 */

export class Model {
  /** @type {Side | null} the side that is played from here; null for spectators */
  role = null;
  host = false;
  /** @type {Invitation | null} */
  invitation = null;
  /** @type {Room | null} */
  room = null;
  /** @type {State | null} of the last position of the game */
  latest = null;
  game = tree.createGame({ variant: "zhonggong" });
  /** When the clocks were as the room has them. */
  clocksAt = 0;
  /** The move that was sent and not answered yet. @type {{ move: string, ply: number } | null} */
  pending = null;
  hint = null;

  /** @param {{ role: Side | "spectator", host: boolean, invitation?: Invitation }} message */
  welcome({ role, host, invitation }) {
    this.role = role === "spectator" ? null : role;
    this.host = host;
    this.invitation = invitation ?? null;
  }

  /**
   * Takes over what the server says of the room. Returns the node of a move that is new.
   * @param {Room} room
   * @param {number} now
   * @returns {tree.Node | null}
   */
  update(room, now) {
    this.room = room;
    this.clocksAt = now;
    const { state } = room;
    const before = this.game.tip;
    // The board lets go of a piece when it gets another list of moves.
    if (this.latest?.fen !== state.fen || this.latest.ply !== state.ply) this.follow(state);
    if (this.pending && this.pending.ply !== state.ply) this.pending = null;
    this.game.result = room.result;
    this.game.players = { first: room.first.occupant, second: room.second.occupant };
    this.game.control = room.control;
    const { opening } = room;
    if (opening?.phase === "done" && opening.stones)
      this.game.facts[RULE] = swapFact(opening.stones, opening.opener);
    return this.game.tip !== before && this.game.tip.parent === before ? this.game.tip : null;
  }

  /** @param {State} state */
  follow(state) {
    const moves = state.moves.slice(0, state.ply).map(({ move }) => move);
    const known = tree.movesTo(this.game.tip);
    const goesOn = known.length <= moves.length && known.every((move, i) => move === moves[i]);
    if (!goesOn || state.variant !== this.game.variant || !this.latest || state.start !== this.latest.start) {
      this.game = tree.createGame({ variant: state.variant, start: state.start, turn: state.turn });
      known.length = 0;
    }
    for (const move of moves.slice(known.length)) tree.playMove(this.game, move);
    tree.absorb(this.game, this.game.tip, state);
    this.game.tip.check = state.marks.some(({ kind }) => kind === "check");
    this.latest = state;
  }

  /** What the board is told of the shown position; null unless it is the last one. */
  get state() {
    return this.game.current === this.game.tip ? this.latest : null;
  }

  /** The side to move. @returns {Side} */
  get turn() {
    return this.latest?.turn ?? "first";
  }

  /** The opening, until the colours are settled. */
  get opening() {
    const opening = this.room?.opening;
    return opening && opening.phase !== "done" && !this.room?.result ? opening : null;
  }

  /** Whose move or choice it is. @returns {Side} */
  get actor() {
    return this.opening?.actor ?? this.turn;
  }

  /** What is to be chosen here in the opening. @returns {Choice[]} */
  get choices() {
    return this.playing && this.isPlayer && this.actor === this.role ? (this.opening?.choices ?? []) : [];
  }

  get playing() {
    return Boolean(this.room?.begun && !this.room.result);
  }

  /** Whether a person at this page plays. */
  get isPlayer() {
    return this.role !== null && this.room?.[this.role].occupant.kind === "person";
  }

  /** Whether a piece may be moved here now. */
  get movable() {
    const mine = this.isPlayer && this.playing && this.actor === this.role && !this.choices.length;
    return mine && !this.pending && this.state !== null;
  }

  get stones() {
    return isStones(this.game.variant);
  }

  /** The side of the other player; for spectators, the second one. */
  get opponent() {
    return this.role ? other(this.role) : "second";
  }

  /**
   * The message that makes a move.
   * @param {string} move
   */
  moveMessage(move) {
    const ply = this.latest?.ply ?? 0;
    this.pending = { move, ply };
    return { type: "move", move, ply };
  }

  /** The move that was sent before the connection was lost, if it has not arrived. */
  get unanswered() {
    const { pending, latest } = this;
    return pending && latest && pending.ply === latest.ply && this.actor === this.role ? pending.move : null;
  }

  /**
   * Milliseconds on the clock of a side.
   * @param {Side} side
   * @param {number} now
   */
  left(side, now) {
    const clocks = this.room?.clocks;
    if (!clocks) return 0;
    return Math.max(0, clocks[side] - (clocks.running === side ? Math.max(0, now - this.clocksAt) : 0));
  }

  /** What can be offered now. @returns {OfferKind[]} */
  get offers() {
    const { room, latest } = this;
    if (!room || !latest || !this.isPlayer || room.offer?.by === this.role) return [];
    if (room.result) return ["rematch"];
    if (!room.begun) return [];
    const least = this.turn === this.role ? 2 : 1;
    const made = latest.ply - (room.opening?.stones ?? 0);
    return made >= least ? ["take-back", "draw"] : latest.ply ? ["draw"] : [];
  }

  /** The other player's offer, which this one is to answer. */
  get toAnswer() {
    const offer = this.room?.offer;
    return offer && this.isPlayer && offer.by !== this.role ? offer.kind : null;
  }
}
