// A game as a tree of moves. Pure: knows no rule; the engine tells names, positions and verdicts.

import { USUAL_CURVE, other } from "./protocol.js";
import { readSwap } from "./swap2/fact.js";

/**
 * @typedef {import("./protocol.js").Side} Side
 * @typedef {import("./protocol.js").State} State
 * @typedef {import("./protocol.js").Score} Score
 * @typedef {{ kind: "person", name?: string } | { kind: "engine", level: number, limit?: Limit }} Player
 *   `level`: an Elo, 0 for full strength
 * @typedef {{ seconds: number } | { depth: number }} Limit how long the engine thinks about a move
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Judgement
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Node[]} children the first is the main line
 * @property {string} move the move that leads here, "" at the root
 * @property {string} name its name in the game's notation
 * @property {Side | null} side who made it
 * @property {string} fen "" while unknown
 * @property {boolean} check
 * @property {string} [from]
 * @property {string} [to]
 * @property {string[]} [traded]
 * @property {[number, number]} [clock] milliseconds left after the move
 * @property {number} [spent] milliseconds that the move took, if they were measured
 * @property {Score} [score] of the position, from the first player's view
 * @property {string} [best] the move that a review preferred in this position
 * @property {string} [bestName]
 * @property {{ from?: string, to: string }} [better] the points of that move
 * @property {Judgement} [judgement] of the move that leads here
 * @property {Said} [said] what a person or a file says about the move or the position
 * @property {Unplayed[]} [unplayed] variations that the rules do not know, as they stand in a file
 * @typedef {object} Said
 * @property {string[]} [before] comments before the move
 * @property {string[]} [comments] after it
 * @property {number[]} [nags] marks by their numbers in PGN
 * @property {string[]} [shapes] circles and arrows as in PGN: `Gd4`, `Rd2d4`
 * @property {number} [clock] milliseconds that were left
 * @property {number} [elapsed] milliseconds that the move took
 * @property {number} [depth] of the score
 * @property {[string, string[]][]} [properties] of SGF
 * @typedef {{ before: number, nodes: import("./game-record.js").RecordNode[] }} Unplayed
 *   `before`: the index of the child before which they stand
 * @typedef {{ result: string, reason: string, winner?: Side }} Result
 * @typedef {object} Game
 * @property {string} variant
 * @property {Record<string, string | number | boolean>} options of the variant
 * @property {string | null} start FEN, or null for the usual start
 * @property {Side} turn who moves first
 * @property {import("./protocol.js").WinCurve} curve what scores are worth: chess's until the engine says it
 * @property {Node} root
 * @property {Node} tip the end of the game that is being played
 * @property {Node} current the position that is shown
 * @property {{ first: Player, second: Player }} players
 * @property {import("./clocks.js").Control} control
 * @property {boolean} live whether the game is being played; otherwise it is analysed
 * @property {Result | null} result
 * @property {boolean} counted whether the result is in the record against the engine's level
 * @property {Record<string, string>} facts what else is known of the game, by the names of PGN's tags
 * @property {any} [termination] why it ended, as a file says it
 */

/**
 * @param {Node | null} parent
 * @param {string} move
 * @returns {Node}
 */
function createNode(parent, move) {
  return { parent, children: [], move, name: move, side: null, fen: "", check: false };
}

/**
 * @param {Partial<Game> & { variant: string }} settings
 * @returns {Game}
 */
export function createGame(settings) {
  const root = createNode(null, "");
  return {
    options: {},
    start: null,
    turn: "first",
    curve: USUAL_CURVE,
    root,
    tip: root,
    current: root,
    players: { first: { kind: "person" }, second: { kind: "person" } },
    control: { kind: "none" },
    live: true,
    result: null,
    counted: false,
    facts: {},
    ...settings,
  };
}

/**
 * The nodes from the first move to a node.
 * @param {Node} node
 */
export function path(node) {
  const nodes = [];
  for (let at = /** @type {Node | null} */ (node); at && at.parent; at = at.parent) nodes.push(at);
  return nodes.reverse();
}

/**
 * The moves that lead to a node.
 * @param {Node} node
 */
export function movesTo(node) {
  return path(node).map((at) => at.move);
}

/**
 * Plies from the root.
 * @param {Node} node
 */
export function plyOf(node) {
  let ply = 0;
  for (let at = node.parent; at; at = at.parent) ply++;
  return ply;
}

/**
 * The side to move.
 * @param {Game} game
 * @param {Node} node
 * @returns {Side}
 */
export function turnAt(game, node) {
  if (node.side) return other(node.side);
  return plyOf(node) % 2 ? other(game.turn) : game.turn;
}

/**
 * The child of a node by a move, added as the last variation if it is new.
 * @param {Game} game
 * @param {Node} node
 * @param {string} move
 */
export function addMove(game, node, move) {
  const found = node.children.find((child) => child.move === move);
  if (found) return found;
  const child = createNode(node, move);
  child.side = turnAt(game, node);
  node.children.push(child);
  return child;
}

/**
 * Makes a node and all that lead to it the main line.
 * @param {Node} node
 */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const siblings = at.parent.children;
    siblings.splice(siblings.indexOf(at), 1);
    siblings.unshift(at);
  }
}

/**
 * Removes a node and what follows it; what pointed there points to its parent.
 * @param {Game} game
 * @param {Node} node
 */
export function removeNode(game, node) {
  const parent = node.parent;
  if (!parent) return;
  parent.children.splice(parent.children.indexOf(node), 1);
  if (path(game.current).includes(node)) game.current = parent;
  if (path(game.tip).includes(node)) game.tip = parent;
}

/**
 * Removes what the engine cannot read of a game up to a node: moves, or else the start with all moves. Returns whether
 * there was anything.
 * @param {Game} game
 * @param {Node} node
 * @param {import("./problems.js").Problem} problem
 */
export function removeUnreadable(game, node, { code, field, parameters }) {
  const illegal = field === "moves" ? Number(parameters?.number) - 1 : -1;
  const beyond = code === "too-many-moves" ? Number(parameters?.limit) : -1;
  const unreadable = path(node)[illegal >= 0 ? illegal : beyond];
  if (unreadable) removeNode(game, unreadable);
  else if (game.start || game.root.children.length) {
    game.start = null;
    for (const child of [...game.root.children]) removeNode(game, child);
  } else return false;
  return true;
}

/**
 * Puts a removed node back among the moves from its parent.
 * @param {Node} node
 * @param {number} place
 */
export function restoreNode(node, place) {
  node.parent?.children.splice(place, 0, node);
}

/**
 * The number of moves from a node on, with all variations.
 * @param {Node} node
 * @returns {number}
 */
export function countMoves(node) {
  let count = 0;
  const waiting = [node];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    count++;
    waiting.push(...at.children);
  }
  return count;
}

/**
 * The end of the main line from a node.
 * @param {Node} node
 */
export function endOf(node) {
  let at = node;
  while (at.children.length) at = at.children[0];
  return at;
}

/**
 * Where a step from the shown position leads.
 * @param {Game} game
 * @param {"start" | "back" | "forward" | "end"} where
 */
export function nodeAt({ current, root, live, tip }, where) {
  if (where === "start") return root;
  if (where === "back") return current.parent ?? current;
  if (where === "forward") return current.children[0] ?? current;
  return live && path(tip).includes(current) ? tip : endOf(current);
}

/**
 * The nodes of the main line, without the root.
 * @param {Game} game
 */
export function mainLine(game) {
  return path(endOf(game.root));
}

/**
 * Plays a move at the end of a game that is being played; it becomes the main line.
 * @param {Game} game
 * @param {string} move
 */
export function playMove(game, move) {
  const following = game.current === game.tip;
  const node = addMove(game, game.tip, move);
  promote(node);
  game.tip = node;
  if (following) game.current = node;
  return node;
}

/**
 * Takes back moves of a game that is being played: one, and more until it is a person's turn (if a person plays).
 * Returns false if there is none to take back.
 * @param {Game} game
 */
export function takeBack(game) {
  return walkTip(game, (node) => node.parent);
}

/**
 * Makes moves again that were taken back, until it is a person's turn.
 * @param {Game} game
 */
export function playAgain(game) {
  // The last move of a game leads to nobody's turn.
  return walkTip(game, (node) => node.children[0]) || (canPlayAgain(game) && goTo(game, endOf(game.tip)));
}

/**
 * Whether there is a move to take back.
 * @param {Game} game
 */
export function canTakeBack(game) {
  return Boolean(ownTurn(game, (node) => node.parent));
}

/**
 * Whether there is a move to make again.
 * @param {Game} game
 */
export function canPlayAgain(game) {
  return game.tip.children.length > 0;
}

/**
 * The next position in a direction where it is a person's turn, or the next of all if no person plays. The stones of
 * Swap2 stay: the colours have been chosen by them.
 * @param {Game} game
 * @param {(node: Node) => Node | null | undefined} step
 */
function ownTurn(game, step) {
  const anyone = game.players.first.kind !== "person" && game.players.second.kind !== "person";
  let node = step(game.tip);
  while (node && !anyone && game.players[turnAt(game, node)].kind !== "person") node = step(node);
  return node && plyOf(node) < (readSwap(game)?.stones ?? 0) ? null : node;
}

/**
 * @param {Game} game
 * @param {(node: Node) => Node | null | undefined} step
 */
function walkTip(game, step) {
  const node = ownTurn(game, step);
  return node ? goTo(game, node) : false;
}

/**
 * @param {Game} game
 * @param {Node} node
 */
function goTo(game, node) {
  game.tip = node;
  game.current = node;
  return true;
}

/**
 * Takes over what the engine says about a position: names, positions and checks of the moves that lead to it.
 * @param {Game} game
 * @param {Node} node the position that the state is of
 * @param {State} state
 */
export function absorb(game, node, state) {
  const nodes = path(node);
  state.moves.slice(0, nodes.length).forEach((played, i) => {
    const at = nodes[i];
    at.move = played.move;
    at.name = played.name;
    if (played.side) at.side = played.side;
    if (played.fen) at.fen = played.fen;
    at.from = played.from;
    at.to = played.to;
    at.traded = played.traded;
  });
  node.fen = state.fen;
  if (state.win_curve) game.curve = state.win_curve;
  if (state.start) game.root.fen = state.start;
  game.turn = state.moves[0]?.side ?? (nodes.length % 2 ? other(state.turn) : state.turn);
}

/**
 * A game as plain values that JSON can hold: nodes in a list, each with the index of its parent.
 * @param {Game} game
 */
export function serialise(game) {
  const nodes = [game.root];
  for (let i = 0; i < nodes.length; i++) nodes.push(...nodes[i].children);
  const index = new Map(nodes.map((node, i) => [node, i]));
  const { variant, options, start, turn, players, control, live, result, counted, facts, termination } = game;
  return {
    version: 1,
    variant,
    options,
    start,
    turn,
    players,
    control,
    live,
    result,
    counted,
    facts,
    termination,
    tip: index.get(game.tip),
    current: index.get(game.current),
    nodes: nodes.map(({ children: _, parent, ...rest }) => ({
      ...rest,
      parent: parent ? index.get(parent) : -1,
    })),
  };
}

/**
 * The game of `serialise`, or null if the value is not one.
 * @param {any} saved
 * @returns {Game | null}
 */
export function deserialise(saved) {
  if (saved?.version !== 1 || typeof saved.variant !== "string" || !Array.isArray(saved.nodes)) return null;
  /** @type {Node[]} */
  const nodes = [];
  for (const { parent, ...rest } of saved.nodes) {
    const above = nodes[parent] ?? null;
    if (typeof rest.move !== "string" || (!above && nodes.length)) return null;
    const node = { ...createNode(above, rest.move), ...rest, parent: above, children: [] };
    above?.children.push(node);
    nodes.push(node);
  }
  const [root, tip, current] = [nodes[0], nodes[saved.tip], nodes[saved.current]];
  if (!root || !tip || !current) return null;
  const { variant, options, start, turn, players, control, live, result, facts = {}, termination } = saved;
  if (!players?.first || !players.second || !control) return null;
  const counted = saved.counted === true;
  const known = {
    variant,
    options,
    start,
    turn,
    players,
    control,
    live,
    result,
    counted,
    facts,
    termination,
  };
  return createGame({ ...known, root, tip, current });
}

/**
 * The end of the line that is shown: of a game that is being played, its last position.
 * @param {Game} game
 */
export function lineEnd(game) {
  if (game.live) return game.tip;
  return endOf(game.current === game.root ? game.root : game.current);
}
