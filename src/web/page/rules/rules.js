// The games' rules in their order, with the boards that show them. Their texts are in `texts/rules.*.js`.

/**
 * A small board. Points and moves are separated by spaces: `reach` are pieces and `dots` the points that they reach;
 * `moves` and `illegal` are moves that may and may not be made; `then` what follows; `attack` and `guard` what a piece
 * attacks or protects. The others are marks of the position; `forbidden` are points with reasons, as in `g6=overline`.
 * @typedef {{ fen: string, reach?: string, dots?: string, moves?: string, illegal?: string, then?: string,
 *   attack?: string, guard?: string, check?: string, tether?: string, liberty?: string, forbidden?: string,
 *   five?: string }} Board
 * @typedef {[id: string, ...boards: Board[]]} Rule
 */

/** @type {Rule[]} */
const ZHONGGONG = [
  ["turns", { fen: "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w" }],
  ["general", { fen: "a8/9/9/3k5/9/4K4/9/9/9 w", reach: "e4", dots: "d4 f4 e5" }],
  ["advisor", { fen: "9/9/9/3p1k3/2B6/4K4/6A2/9/9 w", reach: "g3", dots: "f2 f4 h2 h4" }],
  ["elephant", { fen: "9/9/9/3p1k3/2B6/4K4/6A2/9/9 w", reach: "c5", dots: "a3 a7 e3", illegal: "c5e7" }],
  [
    "horse",
    { fen: "9/9/9/3k5/9/3K5/6Np1/9/9 w", reach: "g3", dots: "e2 e4 f1 f5 h1 h5", illegal: "g3i2 g3i4" },
  ],
  [
    "chariot",
    {
      fen: "9/9/9/3k5/2p6/4K4/2R2A3/9/9 w",
      reach: "c3",
      dots: "a3 b3 d3 e3 c1 c2 c4 c5",
    },
  ],
  [
    "cannon",
    {
      fen: "9/1n7/9/1p1k5/9/5K3/9/1C5R1/9 w",
      reach: "b2",
      dots: "b1 b3 b4 b5 a2 c2 d2 e2 f2 g2 b8",
      illegal: "b2b6",
    },
  ],
  ["pawn", { fen: "6P2/9/9/5k3/9/3K5/2P6/9/9 w", reach: "c3 g9", dots: "b3 c4 d3 f9 h9" }],
  ["legal"],
  ["check", { fen: "9/9/9/4k4/9/3K5/9/9/4R4 b", attack: "e1e6", check: "e6", moves: "e6d6 e6f6" }],
  [
    "tether",
    { fen: "9/9/3a5/4k4/9/3K5/9/9/4R4 b", attack: "e1e6", guard: "d7e6", tether: "e6", illegal: "d7c8" },
  ],
  [
    "guards",
    {
      fen: "4r4/5n3/3a5/c3k4/5p3/3K2b2/9/9/4R4 b",
      attack: "e1e6",
      guard: "e9e6 d7e6 f8e6",
      tether: "e6",
    },
    { fen: "9/9/9/4k4/9/3K5/4R4/9/4r4 b", attack: "e3e6", guard: "e1e3", tether: "e6" },
    { fen: "9/9/9/4k4/9/3K5/4R4/9/4c4 b", attack: "e3e6", check: "e6" },
    { fen: "4r4/9/9/3k5/9/3RK4/9/9/9 b", attack: "d4d6 e9e4", guard: "d4e4", check: "d6" },
  ],
  [
    "duty",
    { fen: "4r4/9/9/R3k4/9/3K5/9/9/9 b", attack: "a6e6", tether: "e6", moves: "e9e7", illegal: "e9c9" },
    { fen: "9/2R6/3a5/pp2k4/9/3K5/9/9/4R4 b", attack: "e1e6", tether: "e6", illegal: "d7c8" },
    { fen: "4c4/4p4/9/4k4/9/3K5/9/9/4R4 b", attack: "e1e6", tether: "e6", moves: "e8e7", illegal: "e8d8" },
  ],
  [
    "answer",
    { fen: "9/9/9/4k3n/9/3K5/9/9/4R4 b", attack: "e1e6", check: "e6", moves: "i6g5 i6g7 e6d6 e6f6" },
  ],
  [
    "facing",
    { fen: "9/9/9/4k4/9/4K4/9/9/9 w", moves: "e4d4 e4f4", illegal: "e4e5" },
    { fen: "9/9/9/4k4/4K4/9/9/9/4R4 b", guard: "e1e5", check: "e6", illegal: "e6e5" },
    {
      fen: "rnbacabnr/4c4/p1p1p1p1p/4k4/4K4/9/P1P1P1P1P/4C4/RNBACABNR b",
      guard: "e2e5 e7e6",
      tether: "e6",
    },
  ],
  ["mate", { fen: "9/9/R2a5/4k4/9/3K2N2/9/9/4R4 w", moves: "a7d7", attack: "e1e6" }],
  [
    "liberty",
    { fen: "9/9/9/3a1k3/5B3/3K5/9/9/9 b", liberty: "e6 f7 g6" },
    { fen: "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w", liberty: "d5", illegal: "c7d5" },
    { fen: "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w", moves: "d4d5 c4c5", illegal: "a1a4" },
    { fen: "9/9/3A5/2Akp4/9/3K5/9/9/9 w", moves: "d4d5", liberty: "d5" },
  ],
  [
    "trade",
    { fen: "P1P3P2/9/9/5k3/9/3K5/9/8c/9 w", moves: "a9c9xi2", illegal: "a9xi2 a9c9g9xi2" },
    { fen: "P1P6/9/4c4/4k4/9/4K4/9/9/9 w", moves: "a9c9xe7", check: "e4" },
    { fen: "P1P1P4/9/6n2/4k4/9/5KN2/9/9/3RR4 w", moves: "a9c9e9xg7", attack: "e1e6" },
    { fen: "P8/4r4/4p4/5k3/9/4K4/9/9/9 w", illegal: "a9xe7" },
  ],
  [
    "five",
    { fen: "PPPP5/4P4/9/4k4/9/4K4/9/9/9 w", moves: "e8e9" },
    { fen: "PPPP5/8P/9/5k3/9/4K4/3A5/9/4r4 w", moves: "i8i9", tether: "e4" },
    { fen: "PPPP5/4P4/9/5k3/9/4K4/9/9/4r4 w", illegal: "e8e9", check: "e4" },
    { fen: "PPPP5/8P/9/5k3/3b5/2AKA4/3N5/9/9 w", illegal: "i8i9" },
  ],
  ["end", { fen: "9/9/9/9/4K4/3k5/9/9/9 b", illegal: "d4d5 d4e4" }],
  ["repetition"],
  ["notation"],
];

/** @type {Rule[]} */
const XIANGQI = [
  ["turns", { fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w" }],
  ["general", { fen: "5k3/9/9/9/9/5p3/9/9/4K4/9 w", reach: "e2", dots: "d2 e1 e3 f2" }],
  ["advisor", { fen: "3k5/9/9/9/9/4p4/9/9/4A4/5K3 w", reach: "e2", dots: "d1 d3 f3" }],
  ["elephant", { fen: "3k5/9/9/9/9/4p4/9/4B4/3p5/5K3 w", reach: "e3", dots: "c5 g5 g1", illegal: "e3c1" }],
  [
    "horse",
    {
      fen: "3k5/9/9/9/9/4N4/4P4/9/9/5K3 w",
      reach: "e5",
      dots: "d7 f7 c6 g6 c4 g4",
      illegal: "e5d3 e5f3",
    },
  ],
  [
    "chariot",
    {
      fen: "3k5/9/9/2p6/9/2R2N3/9/9/9/5K3 w",
      reach: "c5",
      dots: "a5 b5 d5 e5 c6 c7 c4 c3 c2 c1",
    },
  ],
  [
    "cannon",
    {
      fen: "3k5/9/9/2n6/9/2p6/9/2C3N2/9/5K3 w",
      reach: "c3",
      dots: "a3 b3 d3 e3 f3 c4 c2 c1 c7",
      illegal: "c3c5",
    },
  ],
  ["pawn", { fen: "3k5/9/9/4P4/9/2P6/9/9/9/5K3 w", reach: "c5 e7", dots: "c6 e8 d7 f7" }],
  ["facing", { fen: "4k4/9/9/9/9/4N4/9/9/9/4K4 w", illegal: "e5d7" }],
  [
    "check",
    {
      fen: "4k4/4a4/9/9/9/9/9/4C4/9/3K5 b",
      attack: "e3e10",
      check: "e10",
      moves: "e9d8 e10f10",
    },
  ],
  [
    "mate",
    { fen: "3k5/9/9/9/9/9/9/9/9/3RK4 b", attack: "d1d10", check: "d10", illegal: "d10e10" },
    { fen: "3k5/9/3P5/9/9/9/9/9/9/4K4 b", illegal: "d10d9 d10e10" },
  ],
  [
    "repetition",
    { fen: "5k3/9/9/R8/1c7/9/9/9/9/3K5 w", moves: "a7a6", then: "b6b7" },
    { fen: "1r3k3/9/9/R8/1c7/9/9/9/9/3K5 w", moves: "a7a6", then: "b6b7" },
  ],
  ["end"],
  ["notation"],
];

/** @type {Rule[]} */
const CHESS = [
  ["turns", { fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" }],
  ["king", { fen: "k7/p7/8/8/3K4/8/8/8 w", reach: "d4", dots: "c3 c4 c5 d3 d5 e3 e4 e5" }],
  [
    "queen",
    {
      fen: "k7/8/8/3p4/3Q1N2/8/8/7K w",
      reach: "d4",
      dots: "a4 b4 c4 e4 d1 d2 d3 d5 a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1",
    },
  ],
  ["rook", { fen: "k7/8/3p4/8/3R1P2/8/8/7K w", reach: "d4", dots: "a4 b4 c4 e4 d1 d2 d3 d5 d6" }],
  ["bishop", { fen: "8/k7/8/5p2/8/3B4/8/7K w", reach: "d3", dots: "e4 f5 c4 b5 a6 c2 b1 e2 f1" }],
  ["knight", { fen: "k7/8/8/3p4/2PNP3/2PPP3/8/7K w", reach: "d4", dots: "b3 b5 c2 c6 e2 e6 f3 f5" }],
  ["pawn", { fen: "k7/8/8/3p4/4P3/8/P7/7K w", reach: "a2 e4", dots: "a3 a4 e5 d5", illegal: "e4f5" }],
  ["en-passant", { fen: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", moves: "e5d6" }],
  ["promotion", { fen: "8/P6k/8/8/8/8/8/7K w", moves: "a7a8" }],
  [
    "castling",
    { fen: "4k3/8/8/8/8/8/PPP2PPP/R3K2R w KQ - 0 1", moves: "e1g1 e1c1" },
    { fen: "4kr2/8/8/8/8/8/PPP3PP/R3K2R w KQ - 0 1", moves: "e1c1", illegal: "e1g1", attack: "f8f1" },
  ],
  ["check", { fen: "4k3/8/8/4r3/8/5N2/3P4/4KB2 w", attack: "e5e1", check: "e1", moves: "e1d1 f1e2 f3e5" }],
  ["mate", { fen: "R5k1/5ppp/8/8/8/8/8/6K1 b", attack: "a8g8", check: "g8" }],
  ["stalemate", { fen: "7k/8/5KQ1/8/8/8/8/8 b", illegal: "h8g8 h8g7 h8h7" }],
  ["end"],
  ["repetition"],
  ["chess960"],
  ["notation"],
];

/** What to look for in all games of five in a row. @type {Rule} */
const TERMS = [
  "terms",
  { fen: "9/9/2O6/9/1OXXXX3/5O3/9/9/9 w 4" },
  { fen: "9/9/2O6/3O5/2XXXX3/5O3/9/9/9 w 4" },
  { fen: "9/9/2O6/3O5/3XXX3/5O3/9/9/9 b 4" },
];

/** @type {Rule[]} */
const GOMOKU = [
  ["turns"],
  ["five", { fen: "9/9/2O3O2/3OX4/2XXXXX2/3XO4/2O2O3/9/9 w", five: "c5 d5 e5 f5 g5" }],
  ["end"],
  TERMS,
  ["notation"],
];

/** @type {Rule[]} */
const STANDARD = [
  ["turns"],
  ["five", { fen: "9/9/6O2/1O2O4/1XXXXXX2/3O5/5O3/9/9 w 6" }],
  ["end"],
  TERMS,
  ["notation"],
];

/** @type {Rule[]} */
const RENJU = [
  ["turns"],
  ["five"],
  ["forbidden"],
  [
    "overline",
    { fen: "11/11/11/4O2O3/11/3XXX1XX2/11/2O3O4/5O5/11/11 b 6", forbidden: "g6=overline" },
    { fen: "11/11/6X4/3X3X3/11/3OOO1OO2/11/5X2X2/2X8/11/11 w 6", moves: "g6" },
  ],
  [
    "four-four",
    { fen: "11/11/11/11/4O6/2OXXX5/3O2X4/5OX4/6XO3/6O4/11 b 7", forbidden: "g6=four-four" },
    { fen: "11/11/11/2O3O4/11/1X1X1X1X3/11/4O2O3/11/11/11 b 5", forbidden: "e6=four-four" },
    { fen: "11/11/11/10O/4O6/2OXXX2X2/3O2X4/5OX4/6XO3/6O4/11 b 8", moves: "g6" },
  ],
  [
    "three-three",
    { fen: "11/11/11/5XO4/4OX5/3XX6/11/3OO6/11/11/11 b 5", forbidden: "f6=three-three" },
    { fen: "11/11/11/5XO4/5X5/2OXX6/11/3OO6/11/11/11 b 5", moves: "f6" },
  ],
  [
    "recursive",
    {
      fen: "O1O1O1O1O1O1O1O/15/15/15/15/5X9/5X1X7/6X1X1O4/5X1X7/5X9/5X9/15/15/15/15 b 10",
      moves: "h8",
      forbidden: "f8=overline",
    },
  ],
  ["end"],
  ["notation"],
];

/** @type {Record<string, Rule[]>} */
export const RULES = {
  zhonggong: ZHONGGONG,
  xiangqi: XIANGQI,
  chess: CHESS,
  gomoku: GOMOKU,
  "gomoku-standard": STANDARD,
  renju: RENJU,
};
