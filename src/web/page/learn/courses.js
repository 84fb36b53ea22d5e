// The courses: positions, goals and solutions. Their texts are in `texts/learn.*.js`, by the ids of the lessons.

/**
 * @typedef {import("./lesson.js").Task} Task
 * @typedef {{ id: string, tasks: Task[] }} Chapter
 * @typedef {{ variant: string, chapters: Chapter[] }} Course
 */

/** An advisor in the corner that waits for the learner's next move. */
const WAITING = ["a9b8", "b8a9"];
const ROOKS = ["e1d1", "d10e10", "d1e1", "e10d10"];
const HUNT = ["a1b1", "b8a8", "b1a1", "a8b8"];
const ENDINGS = ["perpetual check", "perpetual chase", "repetition"];

/** @type {Chapter[]} */
const ZHONGGONG = [
  {
    id: "men",
    tasks: [
      {
        id: "general",
        fen: "a8/9/9/3k5/9/5K3/9/9/9 w - - 0 1",
        goal: { kind: "visit", points: ["f6"], within: 2 },
        solution: ["f4f5", "f5f6"],
        replies: WAITING,
      },
      {
        id: "advisor",
        fen: "a8/9/9/5k3/9/3K5/6p2/5p1p1/4A4 w - - 0 1",
        goal: { kind: "visit", points: ["f2", "g3", "h2"], within: 3 },
        solution: ["e1f2", "f2g3", "g3h2"],
        replies: WAITING,
      },
      {
        id: "elephant",
        fen: "a8/9/9/5k3/9/4K4/9/3P5/2B6 w - - 0 1",
        goal: { kind: "visit", points: ["e7"], within: 3 },
        solution: ["c1a3", "a3c5", "c5e7"],
        replies: WAITING,
      },
      {
        id: "pawn",
        fen: "a8/9/9/5k3/3p5/5K3/2Pp5/9/9 w - - 0 1",
        goal: { kind: "visit", points: ["d3", "d5"], within: 3 },
        solution: ["c3d3", "d3d4", "d4d5"],
        replies: WAITING,
      },
      {
        id: "others",
        fen: "4p2pR/2Npp4/9/5k3/9/3K5/9/9/4C4 w - - 0 1",
        goal: { kind: "capture", on: ["e9"] },
        solution: ["e1e9"],
      },
    ],
  },
  {
    id: "check",
    tasks: [
      {
        id: "free",
        fen: "9/9/9/4k4/9/3K5/9/9/R8 w - - 0 1",
        goal: { kind: "mark", mark: "check", owner: "enemy" },
        solution: ["a1e1"],
      },
      {
        id: "beside",
        fen: "9/9/9/4k4/9/4K4/9/9/9 w - - 0 1",
        goal: { kind: "refused", codes: ["leaves-check"] },
        solution: ["e4e5"],
      },
      {
        id: "general-attacks",
        fen: "9/9/9/N3k4/R8/4K4/9/9/9 w - - 0 1",
        goal: { kind: "mark", mark: "check", owner: "enemy", from: ["e4"] },
        solution: ["e4e5"],
      },
      {
        id: "answer-guard",
        fen: "4r4/9/9/3k5/9/4K3N/9/9/9 w - - 0 1",
        goal: { kind: "mark", mark: "guard", owner: "own", stay: true },
        solution: ["i4g5"],
      },
      {
        id: "cut",
        fen: "4r4/9/2N6/R3k4/9/3K5/9/9/9 w - - 0 1",
        goal: { kind: "mark", mark: "check", owner: "enemy" },
        solution: ["c7e8"],
      },
      {
        id: "mate",
        fen: "9/9/9/4k4/R8/3K5/9/9/8R w - - 0 1",
        goal: { kind: "verdict", within: 1 },
        solution: ["i1i6"],
      },
    ],
  },
  {
    id: "tether",
    tasks: [
      {
        id: "tether-it",
        fen: "9/9/3a5/4k4/9/3K5/9/9/R8 w - - 0 1",
        goal: { kind: "mark", mark: "tether", owner: "enemy" },
        solution: ["a1e1"],
      },
      {
        id: "find-guards",
        fen: "4r4/5n3/3a5/c3k4/5p3/3K2b2/9/9/4R4 w - - 0 1",
        goal: { kind: "tap", mark: "guard", owner: "enemy" },
      },
      {
        id: "nailed",
        fen: "4r4/9/9/5k3/9/4K4/3A5/9/9 w - - 0 1",
        goal: { kind: "refused", codes: ["tethered"] },
        solution: ["d3c2"],
      },
      {
        id: "one-may-go",
        fen: "4r4/9/9/5k3/9/4K4/3A5/2p6/4R4 w - - 0 1",
        goal: { kind: "capture", on: ["c2"] },
        solution: ["d3c2"],
        show: true,
      },
      {
        id: "no-protection",
        fen: "9/R1n6/3a5/pp2k4/9/3K5/9/9/4R4 w - - 0 1",
        goal: { kind: "capture", on: ["c8"] },
        solution: ["a8c8"],
      },
      {
        id: "take-guard",
        fen: "9/9/R2a5/4k4/9/3K2N2/9/9/4R4 w - - 0 1",
        goal: { kind: "verdict", within: 1, reasons: ["checkmate"] },
        solution: ["a7d7"],
      },
    ],
  },
  {
    id: "liberty",
    tasks: [
      {
        id: "find-liberties",
        fen: "9/9/9/3a1k3/5B3/3K5/9/9/9 w - - 0 1",
        goal: { kind: "tap", mark: "liberty", owner: "enemy" },
      },
      {
        id: "last-liberty",
        fen: "9/4A4/9/4akp2/5B3/3K5/9/9/9 w - - 0 1",
        goal: { kind: "mark", mark: "liberty", owner: "enemy", least: 0, most: 0 },
        solution: ["e8f7"],
        show: true,
      },
      {
        id: "breathe",
        fen: "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w - - 0 1",
        goal: { kind: "mark", mark: "liberty", owner: "own", least: 4 },
        solution: ["d4d5"],
        show: true,
      },
      {
        id: "suffocate",
        fen: "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w - - 0 1",
        goal: { kind: "refused", codes: ["no-liberty"] },
        solution: ["c7d5"],
        show: true,
      },
      {
        id: "trap",
        fen: "9/9/3A5/2Akp4/9/3K5/9/9/9 w - - 0 1",
        goal: { kind: "verdict", within: 1, reasons: ["trapped"] },
        solution: ["d4d5"],
        show: true,
      },
      {
        id: "bare",
        fen: "9/9/9/4K4/9/3k5/9/9/9 w - - 0 1",
        goal: { kind: "verdict", within: 1 },
        solution: ["e6e5"],
      },
    ],
  },
  {
    id: "trade",
    tasks: [
      {
        id: "buy-pawn",
        fen: "P8/9/9/4k4/9/4K4/7n1/4p4/pppp5 w - - 0 1",
        goal: { kind: "capture", on: ["a1", "b1", "c1", "d1", "e2"], trade: true },
        solution: ["a9xe2"],
      },
      {
        id: "buy-cannon",
        fen: "P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1",
        goal: { kind: "capture", on: ["e7"], trade: true },
        solution: ["a9c9xe7"],
      },
      {
        id: "prices",
        fen: "P1P6/8r/9/4k4/9/4K4/9/1c7/5a3 w - - 0 1",
        goal: { kind: "refused", codes: ["wrong-price", "not-traded"] },
        solution: ["a9c9xi8"],
      },
      {
        id: "buy-guard",
        fen: "P1P1P4/9/6n2/4k4/9/5KN2/9/9/3RR4 w - - 0 1",
        goal: { kind: "verdict", within: 1, reasons: ["checkmate"] },
        solution: ["a9c9e9xg7"],
      },
      {
        id: "buy-chariot",
        fen: "P1P1P1P2/9/9/4k4/9/4K4/9/4r4/9 w - - 0 1",
        goal: { kind: "capture", on: ["e2"], trade: true },
        solution: ["a9c9e9g9xe2"],
      },
      {
        id: "five",
        fen: "PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1",
        goal: { kind: "verdict", within: 1, reasons: ["five pawns"] },
        solution: ["e8e9"],
      },
    ],
  },
  {
    id: "game",
    tasks: [
      {
        id: "mate-two",
        fen: "8C/8N/9/5k1n1/9/4K4/9/9/9 w - - 0 1",
        goal: { kind: "verdict", within: 2 },
        solution: ["i8h6", "i9i6"],
        replies: ["f6e6"],
      },
      {
        id: "tether-two",
        fen: "9/2R6/2P6/9/1n2K4/3k5/9/9/9 w - - 0 1",
        goal: { kind: "verdict", within: 2 },
        solution: ["c8d8", "d8d6"],
        replies: ["b5d6"],
      },
      { id: "whole-game", goal: { kind: "verdict", within: 0 }, level: 600 },
    ],
  },
];

/** @type {Chapter[]} */
const RENJU = [
  {
    id: "forbidden",
    tasks: [
      {
        id: "three-three",
        fen: "15/15/15/15/4O10/7X2O4/7X7/5XX8/15/10O4/4O10/15/15/15/15 b 5",
        goal: { kind: "tap", mark: "forbidden", reason: "three-three" },
      },
      {
        id: "four-four",
        fen: "15/15/15/4O10/15/10O4/15/3OXXX8/7X7/7X7/2O4X3O3/7O7/15/15/15 b 7",
        goal: { kind: "tap", mark: "forbidden", reason: "four-four" },
      },
      {
        id: "overline",
        fen: "15/15/15/15/5O9/10O4/15/4XXX1XX5/15/7O3O3/4O10/15/15/15/15 b 6",
        goal: { kind: "tap", mark: "forbidden", reason: "overline" },
      },
      {
        id: "false-three",
        fen: "15/15/15/7O2O4/4O10/3O3X2O4/7X5O1/5XX8/15/7O3X3/11X3/4O4XX4/15/15/15 b 9",
        goal: { kind: "tap", mark: "forbidden", reason: "three-three" },
      },
      {
        id: "five-first",
        fen: "15/15/15/3O11/5O9/7X2O4/7X4O2/2OXXXX8/7X7/7X3O3/4O2X7/10O4/5O9/15/15 b 10",
        goal: { kind: "verdict", within: 1 },
        solution: ["h8"],
      },
      {
        id: "white-free",
        fen: "15/15/15/15/15/8X6/6XX7/3OOO1OOX5/5X9/8X6/15/15/15/15/15 w 6",
        goal: { kind: "verdict", within: 1 },
        solution: ["g8"],
      },
      {
        id: "white-lure",
        fen: "15/15/15/15/4O10/7X7/7X7/5XX8/6O8/5O9/4O10/3X11/15/15/15 w 5",
        goal: { kind: "verdict", within: 2 },
        solution: ["i9", "h8"],
        replies: ["e8"],
      },
    ],
  },
];

/** @type {Chapter[]} */
const XIANGQI = [
  {
    id: "perpetual",
    tasks: [
      {
        id: "long-check",
        fen: "3k5/9/9/9/9/9/9/9/9/4RK3 w - - 0 1",
        moves: [...ROOKS, ...ROOKS],
        goal: { kind: "choice", options: ENDINGS },
      },
      {
        id: "vary",
        fen: "3k5/9/9/9/9/9/9/9/9/4RK3 w - - 0 1",
        moves: [...ROOKS, ...ROOKS.slice(0, 2)],
        goal: { kind: "last", within: 2 },
        solution: ["d1d5", "d5d4"],
        replies: ["e10e9"],
      },
      {
        id: "sit-tight",
        fen: "3k5/9/9/9/9/r8/9/9/9/4RK3 w - - 0 1",
        moves: [...ROOKS, "e1d1"],
        goal: { kind: "verdict", within: 2, reasons: ["perpetual check"] },
        solution: ["d10e10", "e10d10"],
        replies: ["d1e1"],
      },
      {
        id: "long-chase",
        fen: "3k5/9/1c7/9/9/9/9/9/9/R4K3 w - - 0 1",
        moves: [...HUNT, ...HUNT],
        goal: { kind: "choice", options: ENDINGS },
      },
      {
        id: "protected",
        fen: "3k5/9/1c6r/9/9/9/9/9/9/R4K3 w - - 0 1",
        moves: [...HUNT, ...HUNT],
        goal: { kind: "choice", options: ENDINGS },
      },
    ],
  },
];

/** @type {Course[]} */
export const COURSES = [
  { variant: "zhonggong", chapters: ZHONGGONG },
  { variant: "renju", chapters: RENJU },
  { variant: "xiangqi", chapters: XIANGQI },
];

/** Every lesson with the place where it stands, in order. */
export const TASKS = COURSES.flatMap(({ variant, chapters }) =>
  chapters.flatMap((chapter) => chapter.tasks.map((task) => ({ variant, chapter, task }))),
);
