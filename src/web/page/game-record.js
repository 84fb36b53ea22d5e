// A game as a record, the form in which files and the library hold it: everything that the page knows of its tree, and
// everything that a file said about it, the page knowing it or not. Pure.

import { addMove, createGame, endOf } from "./game.js";
import { other } from "./protocol.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Node} Node
 * @typedef {import("./game.js").Said} Said
 * @typedef {{ parent?: number, move?: string, pass?: boolean, setup?: string, before?: string[], comments?: string[],
 *   nags?: number[], shapes?: string[], clock?: number, elapsed?: number, evaluation?: import("./protocol.js").Score,
 *   depth?: number, properties?: [string, string[]][] }} RecordNode
 * @typedef {{ variant: string, options?: Record<string, string>, start?: string, moves?: string[], players?: string[],
 *   outcome?: string, termination?: any, facts?: Record<string, string>, nodes?: RecordNode[] }} GameRecord
 *   as `record` answers and takes it, and the library, too
 */

/** Reasons of the page and causes of the protocol. @type {Record<string, string>} */
export const CAUSES = { time: "time-forfeit", resignation: "resignation", agreement: "agreement" };

/** What is said about a node, as it stands in the record. @type {(keyof Said)[]} */
const SAID = ["before", "comments", "nags", "shapes", "clock", "elapsed", "depth", "properties"];

/**
 * The moves of a record's nodes, and all that is said about them. What follows a null move or an edited board is kept
 * as it is, as the rules know neither.
 * @param {Game} game
 * @param {RecordNode[]} nodes parents before their children
 */
function addNodes(game, nodes) {
  /** @type {(Node | null)[]} */
  const added = [];
  /** The first node of the unplayable part that a node belongs to. @type {RecordNode[][]} */
  const parts = [];
  /** @type {number[]} */
  const places = [];
  for (const [index, { parent = 0, move, evaluation, ...rest }] of nodes.entries()) {
    const above = index ? added[parent] : null;
    const node = !index ? game.root : above && move ? addMove(game, above, move) : null;
    added.push(node);
    if (node) {
      const said = saidOf(rest);
      if (said) node.said = said;
      if (evaluation) node.score = evaluation;
      continue;
    }
    // The part of a child is that of its parent.
    const part = above ? [] : parts[parent];
    if (above) (above.unplayed ??= []).push({ before: above.children.length, nodes: part });
    parts[index] = part;
    places[index] = part.length;
    part.push({ ...nodes[index], parent: above ? undefined : places[parent] });
  }
}

/** @param {Said} rest */
function saidOf(rest) {
  const entries = SAID.filter((name) => rest[name] !== undefined).map((name) => [name, rest[name]]);
  return entries.length ? /** @type {Said} */ (Object.fromEntries(entries)) : null;
}

/**
 * A game of a record, to be analysed.
 * @param {GameRecord} record
 * @returns {Game}
 */
export function gameOf({
  variant,
  options = {},
  start = "",
  moves = [],
  players = [],
  outcome,
  termination,
  facts = {},
  nodes = [],
}) {
  const player = (/** @type {number} */ i) => ({
    kind: /** @type {"person"} */ ("person"),
    name: players[i] === "?" ? undefined : players[i],
  });
  const cause = facts.TerminationDetails ?? termination?.cause ?? "";
  const known = Object.entries(CAUSES).find(([, name]) => name === cause)?.[0];
  const reason = known ?? (/^time/.test(cause) ? "time" : cause);
  const game = createGame({
    variant,
    options,
    start: start || null,
    players: { first: player(0), second: player(1) },
    live: false,
    result: outcome ? { result: outcome, reason } : null,
    facts,
    termination,
  });
  if (nodes.length) addNodes(game, nodes);
  else for (const move of moves) addMove(game, endOf(game.root), move);
  game.tip = game.current = endOf(game.root);
  return game;
}

/**
 * The record of a game. Moves of a live game that were taken back are not part of it.
 * @param {Game} game
 * @returns {GameRecord}
 */
export function recordOf(game) {
  const nodes = recordNodes(game);
  const isBare = nodes.every(
    (node, i) =>
      !i === !node.move &&
      node.parent === (i ? i - 1 : undefined) &&
      Object.keys(node).length === (i ? 2 : 0),
  );
  const { result, termination, players } = game;
  return {
    variant: game.variant,
    options: Object.fromEntries(Object.entries(game.options).map(([name, value]) => [name, String(value)])),
    ...(game.start ? { start: game.start } : {}),
    ...(isBare ? { moves: nodes.slice(1).map(({ move }) => move ?? "") } : { nodes }),
    players: [playerName(players.first), playerName(players.second)],
    ...(result ? { outcome: result.result } : {}),
    ...endOfRecord(result, termination),
    facts: factsOf(game),
  };
}

/**
 * @param {import("./game.js").Result | null} result
 * @param {any} termination that the record had before
 */
function endOfRecord(result, termination) {
  if (termination) return { termination };
  const cause = result && CAUSES[result.reason];
  if (!cause) return {};
  const blamed = result.winner && other(result.winner);
  return { termination: { cause, ...(blamed ? { blamed } : {}), detail: "" } };
}

/**
 * The name of a player in a record.
 * @param {import("./game.js").Player} player
 */
export function playerName(player) {
  return player.kind === "person" ? player.name || "?" : `Quadriga ${player.level || ""}`.trim();
}

/** @param {Game} game */
function factsOf({ facts, players }) {
  const engine = [players.first, players.second].find((player) => player.kind === "engine");
  return engine?.kind === "engine" ? { ...facts, Level: String(engine.level) } : facts;
}

/** @param {Game} game */
function recordNodes(game) {
  const undone = game.live ? game.tip : null;
  const timed = game.control.kind !== "none";
  /** @type {RecordNode[]} */
  const nodes = [];
  /** @type {{ node?: Node, part?: RecordNode[], parent?: number }[]} */
  const waiting = [{ node: game.root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const index = nodes.length;
    if (next.part) {
      for (const raw of next.part)
        nodes.push({ ...raw, parent: raw.parent === undefined ? next.parent : index + raw.parent });
      continue;
    }
    const node = /** @type {Node} */ (next.node);
    nodes.push(recordNode(node, next.parent, timed));
    const parts = node.unplayed ?? [];
    const children = node === undone ? [] : node.children;
    const following = [];
    for (let i = 0; i <= children.length; i++) {
      for (const { before, nodes: part } of parts)
        if (before === i || (i === children.length && before > i)) following.push({ part, parent: index });
      if (children[i]) following.push({ node: children[i], parent: index });
    }
    waiting.push(...following.reverse());
  }
  return nodes;
}

/**
 * @param {Node} node
 * @param {number | undefined} parent
 * @param {boolean} timed whether the clocks of the page ran
 * @returns {RecordNode}
 */
function recordNode({ move, side, said, score, clock }, parent, timed) {
  const left = timed && clock && side ? Math.round(clock[side === "first" ? 0 : 1]) : undefined;
  const evaluation = score && { ...score };
  delete evaluation?.bound;
  return {
    ...(parent === undefined ? {} : { parent, move }),
    ...(left === undefined ? {} : { clock: left }),
    ...(said ?? {}),
    ...(evaluation && (evaluation.cp ?? evaluation.mate) !== undefined ? { evaluation } : {}),
  };
}
