// Games to begin a test in the middle of, as the page itself keeps them.

import { addMove, createGame, serialise } from "../../src/web/page/game.js";

/** A game of each variant. @type {Record<string, string>} */
export const GAMES = {
  zhonggong:
    "c3c4 i9i8 g3f3 e6e5 a1a2 c7d7 e2f2 e8f8 h1g3 e7e6 f2f8 i8f8 f1e2 a7b7 e1f1 g7f7 c4d4 h9g7 b1c3 b9c7 e3d3 c9e7 " +
    "i1h1 e7c5 a3a4 d9c8 a2d2 f9e8 g1e3 f8g8 e3g5 i7i6",
  xiangqi:
    "h3e3 h10g8 h1g3 b8e8 i1h1 b10c8 b3b5 g7g6 c4c5 i10h10 g4g5 a10b10 b1c3 b10b6 h1h5 g6g5 h5g5 g8f6 g5g6 h8h3",
  chess:
    "e2e4 c7c5 g1f3 d7d6 b1c3 g8f6 e4e5 f6d7 e5d6 e7d6 d2d4 f8e7 f1b5 a7a6 b5e2 e8g8 e1g1 b8c6 f1e1 f8e8 c3d5 d7f6 " +
    "d5e7 c6e7",
  gomoku: "h8 i9 h10 h9 j9 g9 f9 g8 g10 h11 f7 f10 i11 d8 k10 j10",
  "gomoku-standard": "h8 i9 h10 h9 j9 g9 f9 g8 g10 h11 f7 f10 i11 d8 k10 j10",
  renju: "h8 i9 i7 g7 h10 h9 g9 f10 j6 k5 h6 j8 i6 g6 g5 h4 i4 i5 k6 l6",
};

const PERSON = { kind: "person" };

/**
 * A game after some moves, as the page keeps it; by default two people play it.
 * @param {{ variant: string, moves?: string, start?: string, players?: object, control?: object, live?: boolean,
 *   shown?: number }} choices  `shown` is the ply that is on the board
 */
export function keptGame({ moves = "", shown, ...choices }) {
  const game = createGame({ players: { first: PERSON, second: PERSON }, ...choices });
  const nodes = [game.root];
  for (const move of moves.split(" ").filter(Boolean))
    nodes.push(addMove(game, nodes[nodes.length - 1], move));
  game.tip = nodes[nodes.length - 1];
  game.current = nodes[shown ?? nodes.length - 1];
  return serialise(game);
}

/** Players of whom the second is the engine. */
export const AGAINST_ENGINE = { first: PERSON, second: { kind: "engine", level: 1200 } };
