// The mistakes that a review has marked in a person's own game. Pure.

import { mainLine } from "../game.js";
import { hash } from "../hash.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../game.js").Node} Node
 * @typedef {import("../protocol.js").Side} Side
 * @typedef {object} Played  a move, and how it is drawn
 * @property {string} move
 * @property {string} name
 * @property {string} [from]
 * @property {string} [to]
 *
 * @typedef {object} Mistake
 * @property {string} id  the same for the same move in the same position
 * @property {string} fen  of the position in which it was made
 * @property {Record<string, string | number | boolean>} options  of the variant
 * @property {"mistake" | "blunder"} kind
 * @property {Played} played
 * @property {Played} best  what the review preferred
 * @property {number} step  how often in a row it was put right when it was due
 * @property {number} due  when it is practised next, in milliseconds since 1970; 0 for at once
 */

/** The judgements of moves that are practised. */
const KINDS = ["mistake", "blunder"];

/**
 * The sides that the person at this page has played in a game: against the engine the other one, and both if two people
 * have just played here. A game from a file or a link is nobody's own.
 * @param {Game} game
 * @returns {Side[]}
 */
export function ownSides({ players, root }) {
  const isPerson = (/** @type {Side} */ side) => players[side].kind === "person";
  const people = /** @type {Side[]} */ (["first", "second"]).filter(isPerson);
  if (people.length === 1) return people;
  // Moves that were made on this page took time.
  return people.length && root.children[0]?.spent !== undefined ? people : [];
}

/**
 * @param {Game} game  reviewed
 * @param {(node: Node) => string | undefined} fenOf  the position of a node
 * @returns {Mistake[]}
 */
export function mistakesOf(game, fenOf) {
  const own = ownSides(game);
  return mainLine(game).flatMap((node) => {
    const { parent, judgement, side } = node;
    const fen = parent && fenOf(parent);
    if (!fen || !side || !own.includes(side) || !parent.best || parent.best === node.move) return [];
    if (!judgement || !KINDS.includes(judgement)) return [];
    const { options } = game;
    const { best, bestName = best, better } = parent;
    return [
      {
        id: hash(`${fen} ${node.move}`),
        fen,
        options,
        kind: /** @type {"mistake" | "blunder"} */ (judgement),
        played: { move: node.move, name: node.name, from: node.from, to: node.to },
        best: { move: best, name: bestName, ...better },
        step: 0,
        due: 0,
      },
    ];
  });
}

/**
 * What a new review has found, with the progress of what an earlier one has found as well.
 * @param {Mistake[]} found
 * @param {Mistake[]} known
 * @returns {Mistake[]}
 */
export function merge(found, known) {
  return found.map((mistake) => {
    const before = known.find(({ id }) => id === mistake.id);
    return before ? { ...mistake, step: before.step, due: before.due } : mistake;
  });
}
