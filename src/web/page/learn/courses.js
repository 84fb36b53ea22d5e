// The courses: positions, goals and solutions. Their texts are in `texts/learn.*.js`, by the ids of the lessons.

/**
 * @typedef {import("./lesson.js").Task} Task
 * @typedef {import("./goals.js").Goal} Goal
 * @typedef {{ id: string, tasks: Task[] }} Chapter
 * @typedef {{ variant: string, chapters: Chapter[] }} Course
 */

/** An advisor in the corner that waits for the learner's next move. */
const WAITING = ["a9b8", "b8a9"];
/** A king of chess and a general of xiangqi that wait likewise. */
const KING = ["h8g8", "g8h8"];
const GENERAL = ["d10d9", "d9d10"];
const ROOKS = ["e1d1", "d10e10", "d1e1", "e10d10"];
const HUNT = ["a1b1", "b8a8", "b1a1", "a8b8"];
/** @type {Goal} */
const JUDGE = { kind: "choice", options: ["perpetual check", "perpetual chase", "repetition"] };

/** @type {(within: number, points: string) => Goal} */
const visit = (within, points) => ({ kind: "visit", points: points.split(" "), within });
/** @type {(on: string) => Goal} */
const capture = (on) => ({ kind: "capture", on: on.split(" ") });
/** @type {(on: string) => Goal} */
const buy = (on) => ({ kind: "capture", on: on.split(" "), trade: true });
/** @type {(mark: string, owner: "own" | "enemy", more?: object) => Goal} */
const mark = (mark, owner, more) => ({ kind: "mark", mark, owner, ...more });
/** @type {(codes: string, ...moves: string[]) => Goal} */
const refused = (codes, ...moves) => ({
  kind: "refused",
  codes: codes.split(" "),
  ...(moves.length && { moves }),
});
/** @type {(mark: string) => Goal} */
const tap = (mark) => ({ kind: "tap", mark, owner: "enemy" });
/** @type {(reason: string) => Goal} */
const forbidden = (reason) => ({ kind: "tap", mark: "forbidden", reason });
/** @type {(within: number, ...reasons: string[]) => Goal} */
const win = (within, ...reasons) => ({ kind: "verdict", within, ...(reasons.length && { reasons }) });
/** @type {(within: number) => Goal} */
const last = (within) => ({ kind: "last", within });

/** @type {(id: string, tasks: Task[]) => Chapter} */
const chapter = (id, tasks) => ({ id, tasks });
/** @type {(id: string, fen: string, goal: Goal, solution: string, more?: Partial<Task>) => Task} */
const lesson = (id, fen, goal, solution, more) => ({
  id,
  fen,
  goal,
  solution: solution.split(" ").filter(Boolean),
  ...more,
});

/** @type {Chapter[]} */
const ZHONGGONG = [
  chapter("pieces", [
    lesson("general", "a8/9/9/3k5/9/5K3/9/9/9 w", visit(2, "f6"), "f4f5 f5f6", { replies: WAITING }),
    lesson("advisor", "a8/9/9/5k3/9/3K5/6p2/5p1p1/4A4 w", visit(3, "f2 g3 h2"), "e1f2 f2g3 g3h2", {
      replies: WAITING,
    }),
    lesson("elephant", "a8/9/9/5k3/9/4K4/9/3P5/2B6 w", visit(3, "e7"), "c1a3 a3c5 c5e7", {
      replies: WAITING,
    }),
    lesson("pawn", "a8/9/9/5k3/3p5/5K3/2Pp5/9/9 w", visit(3, "d3 d5"), "c3d3 d3d4 d4d5", {
      replies: WAITING,
    }),
  ]),
  chapter("check", [
    lesson("free", "9/9/9/4k4/9/3K5/9/9/R8 w", mark("check", "enemy"), "a1e1"),
    lesson("beside", "9/9/9/4k4/9/4K4/9/9/9 w", refused("leaves-check"), "e4e5"),
    lesson("general-attacks", "9/9/9/N3k4/R8/4K4/9/9/9 w", mark("check", "enemy", { from: ["e4"] }), "e4e5"),
    lesson("answer-guard", "4r4/9/9/3k5/9/4K3N/9/9/9 w", mark("guard", "own", { stay: true }), "i4g5"),
    lesson("cut", "4r4/9/2N6/R3k4/9/3K5/9/9/9 w", mark("check", "enemy"), "c7e8"),
    lesson("mate", "9/9/9/4k4/R8/3K5/9/9/8R w", win(1), "i1i6"),
  ]),
  chapter("tether", [
    lesson("tether-it", "9/9/3a5/4k4/9/3K5/9/9/R8 w", mark("tether", "enemy"), "a1e1"),
    lesson("find-guards", "4r4/5n3/3a5/c3k4/5p3/3K2b2/9/9/4R4 w", tap("guard"), ""),
    lesson("nailed", "4r4/9/9/5k3/9/4K4/3A5/9/9 w", refused("tethered"), "d3c2"),
    lesson("one-may-go", "4r4/9/9/5k3/9/4K4/3A5/2p6/4R4 w", capture("c2"), "d3c2", { show: ["guard"] }),
    lesson("no-protection", "9/R1n6/3a5/pp2k4/9/3K5/9/9/4R4 w", capture("c8"), "a8c8"),
    lesson("take-guard", "9/9/R2a5/4k4/9/3K2N2/9/9/4R4 w", win(1, "checkmate"), "a7d7"),
  ]),
  chapter("liberty", [
    lesson("find-liberties", "9/9/9/3a1k3/5B3/3K5/9/9/9 w", tap("liberty"), ""),
    lesson(
      "last-liberty",
      "9/4A4/9/4akp2/5B3/3K5/9/9/9 w",
      mark("liberty", "enemy", { least: 0, most: 0 }),
      "e8f7",
      { show: ["liberty"] },
    ),
    lesson("breathe", "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w", mark("liberty", "own", { least: 4 }), "d4d5", {
      show: ["liberty"],
    }),
    lesson("suffocate", "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w", refused("no-liberty"), "c7d5", {
      show: ["liberty"],
    }),
    lesson("trap", "9/9/3A5/2Akp4/9/3K5/9/9/9 w", win(1, "trapped"), "d4d5", { show: ["liberty", "guard"] }),
    lesson("bare", "9/9/9/4K4/9/3k5/9/9/9 w", win(1), "e6e5"),
  ]),
  chapter("trade", [
    lesson("buy-pawn", "P8/9/9/4k4/9/4K4/7n1/4p4/pppp5 w", buy("a1 b1 c1 d1 e2"), "a9xe2"),
    lesson("buy-cannon", "P1P6/9/4c4/4k4/9/4K4/9/9/9 w", buy("e7"), "a9c9xe7"),
    lesson("prices", "P1P6/8r/9/4k4/9/4K4/9/1c7/5a3 w", refused("wrong-price not-traded"), "a9c9xi8"),
    lesson("buy-guard", "P1P1P4/9/6n2/4k4/9/5KN2/9/9/3RR4 w", win(1, "checkmate"), "a9c9e9xg7"),
    lesson("five", "PPPP5/4P4/9/4k4/9/4K4/9/9/9 w", win(1, "five pawns"), "e8e9"),
  ]),
  chapter("game", [
    lesson("mate-two", "8C/8N/9/5k1n1/9/4K4/9/9/9 w", win(2), "i8h6 i9i6", { replies: ["f6e6"] }),
    lesson("tether-two", "9/2R6/2P6/9/1n2K4/3k5/9/9/9 w", win(2), "c8d8 d8d6", { replies: ["b5d6"] }),
    { id: "whole-game", goal: win(0), level: 600 },
  ]),
  // Each is to be won as fast as the tables of endings say that it can be.
  chapter("endings", [
    lesson("end-centre", "9/9/9/9/5k3/3K5/9/9/9 w", win(2), "d4d5 d5e5", { replies: ["f5f4"] }),
    lesson("end-bare-wins", "9/9/9/9/9/3KkR3/9/9/9 b", win(3), "e4f4 f4f5 f5e5", {
      replies: ["d4d5", "d5d6"],
    }),
    lesson("end-elephant", "9/9/9/9/9/3K1k3/6B2/9/9 w", win(3), "g3e1 d4e4 e4e5", {
      replies: ["f4f5", "f5f6"],
    }),
    lesson("end-horse-cannon", "9/9/9/9/4k4/5K3/4C4/4n4/9 b", win(2), "e2g3 g3h5", { replies: ["e3e1"] }),
    lesson("end-chariot-advisor", "9/9/9/9/5k3/3K5/5a3/9/6R2 w", win(3), "g1f1 d4e4 f1f3", {
      replies: ["f3g4", "g4f3"],
    }),
    lesson("end-chariot-pawn", "9/9/9/3k5/2p6/3KR4/9/9/9 w", win(4), "e4e5 d4e4 e5c5 c5c6", {
      replies: ["d6d5", "d5d6", "d6e6"],
    }),
    lesson("end-chariot-cannon", "9/9/3R5/9/9/3K1kc2/9/9/9 w", win(4), "d4d5 d7g7 g7g5 g5e5", {
      replies: ["f4e4", "g4g5", "e4f4"],
    }),
    lesson("end-chariot-horse", "9/2n6/9/9/1R1K5/5k3/9/9/9 w", win(4), "b5b7 b7b6 b6b1 d5e5", {
      replies: ["c8b6", "f4f5", "f5f4"],
    }),
    lesson("end-horse-advisor", "9/9/9/3k5/N2aK4/9/9/9/9 w", win(3), "a5b7 e5d5 d5e5", {
      replies: ["d6e6", "e6f6"],
    }),
    lesson("end-horse-horse", "9/9/9/4k4/4K4/3n1N3/9/9/9 w", win(4), "e5e4 f4h5 h5g7 e4d4", {
      replies: ["e6f6", "f6f5", "f5f6"],
    }),
    lesson("end-advisor-elephant", "9/9/9/9/2A1K4/5k3/9/3b5/9 w", win(3), "c5d4 d4e3 e3d2", {
      replies: ["d2b4", "b4d2"],
    }),
    lesson("end-pawn-advisor", "9/9/9/5k3/3P5/4K4/2a6/9/9 w", win(3), "d5e5 e4f4 f4f5", {
      replies: ["c3b2", "b2a1"],
    }),
    lesson("end-trade", "5P3/9/9/3K5/2p6/3k5/9/9/9 w", win(3), "f9xc5 d6d5 d5e5", {
      replies: ["d4e4", "e4f4"],
    }),
    lesson("end-trade-wait", "5P3/9/9/4K4/3p5/3k5/9/9/9 w", win(4), "e6d6 f9xc5 d6d5 d5e5", {
      replies: ["d5c5", "d4e4", "e4f4"],
    }),
  ]),
];

/** @type {Chapter[]} */
const RENJU = [
  chapter("forbidden", [
    lesson(
      "three-three",
      "15/15/15/15/4O10/7X2O4/7X7/5XX8/15/10O4/4O10/15/15/15/15 b 5",
      forbidden("three-three"),
      "",
    ),
    lesson(
      "four-four",
      "15/15/15/4O10/15/10O4/15/3OXXX8/7X7/7X7/2O4X3O3/7O7/15/15/15 b 7",
      forbidden("four-four"),
      "",
    ),
    lesson(
      "overline",
      "15/15/15/15/5O9/10O4/15/4XXX1XX5/15/7O3O3/4O10/15/15/15/15 b 6",
      forbidden("overline"),
      "",
    ),
    lesson(
      "five-first",
      "15/15/15/3O11/5O9/7X2O4/7X4O2/2OXXXX8/7X7/7X3O3/4O2X7/10O4/5O9/15/15 b 10",
      win(1),
      "h8",
    ),
    lesson("white-free", "15/15/15/15/15/8X6/6XX7/3OOO1OOX5/5X9/8X6/15/15/15/15/15 w 6", win(1), "g8"),
    lesson("white-lure", "15/15/15/15/4O10/7X7/7X7/5XX8/6O8/5O9/4O10/3X11/15/15/15 w 5", win(2), "i9 h8", {
      replies: ["e8"],
    }),
  ]),
];

const XIANGQI_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const EMPTY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 1";
const CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** @type {Chapter[]} */
const CHESS = [
  chapter("chess-pieces", [
    lesson("chess-rook", "7k/8/8/p4p2/8/8/5p2/R1K5 w - - 0 1", visit(3, "a5 f5 f2"), "a1a5 a5f5 f5f2", {
      replies: KING,
    }),
    lesson("chess-bishop", "7k/2p5/8/p7/5p2/8/8/2B1K3 w - - 0 1", visit(3, "f4 c7 a5"), "c1f4 f4c7 c7a5", {
      replies: KING,
    }),
    lesson("chess-queen", "7k/8/8/3p4/8/8/p5p1/3QK3 w - - 0 1", visit(3, "d5 g2 a2"), "d1d5 d5g2 g2a2", {
      replies: ["h8h7", "h7h8"],
    }),
    lesson("chess-king", "7k/8/8/5p2/4p3/8/3K4/8 w - - 0 1", visit(4, "f5 e4"), "d2e3 e3f4 f4f5 f5e4", {
      replies: KING,
    }),
    lesson("chess-knight", "7k/8/2p5/4p3/8/8/4PPPP/4KBNR w - - 0 1", visit(3, "f3 e5 c6"), "g1f3 f3e5 e5c6", {
      replies: KING,
    }),
    lesson("chess-pawn", "7k/8/2p5/3p4/8/8/4P3/4K3 w - - 0 1", visit(3, "e4 d5 c6"), "e2e4 e4d5 d5c6", {
      replies: KING,
    }),
  ]),
  chapter("chess-special", [
    lesson("chess-en-passant", "7k/3p4/8/4P3/8/8/8/4K3 b - - 0 1", capture("d6"), "e5d6", {
      moves: ["d7d5"],
    }),
    lesson("chess-promotion", "6k1/4P3/6K1/8/8/8/8/8 w - - 0 1", win(1, "checkmate"), "e7e8q"),
    lesson(
      "chess-castling",
      "5k2/pp4pp/8/8/8/8/PPP3PP/R3K2R w KQ - 0 1",
      mark("check", "enemy", { from: ["e1"] }),
      "e1g1",
    ),
  ]),
  chapter("chess-end", [
    lesson("chess-check", "6k1/5ppp/8/4q3/8/5N2/3P1PPP/4KB2 w - - 0 1", capture("e5"), "f3e5"),
    lesson("chess-mate", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", win(1, "checkmate"), "d1d8"),
    lesson("chess-stalemate", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", win(1, "checkmate"), "g1g7"),
    { id: "chess-game", fen: CHESS_START, goal: win(0), level: 600 },
  ]),
];

/** @type {Chapter[]} */
const GOMOKU = [
  chapter("gomoku-five", [
    lesson("gomoku-row", "11/11/11/5O1O3/4O6/3XX1XX3/6O4/11/11/11/11 b 5", win(1), "f6"),
    lesson("gomoku-diagonal", "11/11/11/7O3/4OOX4/3O1X5/4X3O2/3X1OXX3/11/11/11 b 7", win(1), "c3"),
    lesson("gomoku-block-four", "11/11/11/11/5X5/4X6/2XOOOO4/11/7X3/11/11 b 5", last(1), "h5"),
  ]),
  chapter("gomoku-threes", [
    lesson("gomoku-open-four", "11/11/11/11/5O5/2O1XXX4/6O4/4X6/3O7/11/11 b 5", win(2), "h6 d6", {
      replies: ["i6"],
    }),
    lesson("gomoku-jump", "11/11/11/11/4O6/3XX1X4/6O4/3O7/11/11/11 b 4", win(2), "f6 c6", {
      replies: ["h6"],
    }),
    lesson("gomoku-stop-three", "11/11/11/11/6X4/4OOO4/4X6/7X3/11/11/11 b 4", last(2), "h6 c6", {
      replies: ["d6"],
    }),
    lesson("gomoku-race", "11/11/11/4XXX4/11/11/11/4OOO4/11/11/11 b 4", win(2), "h8 d8", { replies: ["h4"] }),
  ]),
  chapter("gomoku-double", [
    lesson("gomoku-two-fours", "11/11/11/11/4O6/2OXXX5/3O2X4/5OX4/6XO3/6O4/11 b 7", win(2), "g6 g7", {
      replies: ["h6"],
    }),
    lesson("gomoku-two-threes", "11/11/11/5XO4/4OX5/3XX6/11/3OO6/11/11/11 b 5", win(3), "f6 f5 f4", {
      replies: ["g6", "f9"],
    }),
    lesson("gomoku-fours", "11/11/11/11/6XO3/5OX4/4O6/2OXXX5/3O7/11/11 b 6", win(3), "g4 g5 g3", {
      replies: ["h4", "g8"],
    }),
    { id: "gomoku-game", fen: EMPTY, goal: win(0), level: 600 },
  ]),
  chapter("gomoku-solved", [
    lesson(
      "gomoku-why",
      "15/15/15/15/15/7O7/6OOOX5/5XOXXXO4/7XX6/6OX7/6O8/15/15/15/15 b 9",
      win(5),
      "g7 f9 j7 j10 j6",
      { replies: ["e9", "f7", "k7", "j11"] },
    ),
    {
      id: "gomoku-proof",
      fen: "15/15/15/15/15/15/8O6/7X7/15/15/15/15/15/15/15 b 2",
      goal: win(0),
      level: 600,
    },
  ]),
];

/** @type {Chapter[]} */
const XIANGQI = [
  chapter("xiangqi-pieces", [
    lesson("xiangqi-chariot", "3k5/9/9/9/p5p2/9/9/6p2/9/R4K3 w", visit(3, "a6 g6 g3"), "a1a6 a6g6 g6g3", {
      replies: GENERAL,
    }),
    lesson("xiangqi-horse", "3k5/9/9/4p4/9/3p5/9/9/9/1N3K3 w", visit(3, "d5 e7"), "b1c3 c3d5 d5e7", {
      replies: GENERAL,
    }),
    lesson("xiangqi-leg", "3k5/9/9/9/9/5p3/4P4/4N4/9/5K3 w", refused("unreachable", "e3d5", "e3f5"), "e3f5"),
    lesson("xiangqi-cannon", "3k3n1/9/9/9/9/7p1/9/r1N1B2C1/9/5K3 w", capture("h10"), "h3h10"),
    lesson("xiangqi-elephant", "3k5/9/9/9/9/6p2/9/9/3p5/2B2K3 w", visit(4, "g5"), "c1a3 a3c5 c5e3 e3g5", {
      replies: GENERAL,
    }),
    lesson("xiangqi-advisor", "3k5/9/9/9/9/9/9/3p5/9/3A1K3 w", visit(2, "d3"), "d1e2 e2d3", {
      replies: GENERAL,
    }),
    lesson("xiangqi-pawn", "3k5/9/9/9/4p4/2P6/9/9/9/5K3 w", visit(3, "e6"), "c5c6 c6d6 d6e6", {
      replies: GENERAL,
    }),
  ]),
  chapter("xiangqi-end", [
    lesson("xiangqi-facing", "4k4/9/9/9/9/4N4/9/9/9/4K4 w", refused("leaves-check"), "e5d7"),
    lesson("xiangqi-check", "4k4/4a4/9/9/9/9/9/1C7/9/3K5 w", mark("check", "enemy"), "b3e3"),
    lesson("xiangqi-answer", "3k5/9/9/9/4r4/9/3N5/9/9/3AK4 w", capture("e6"), "d4e6"),
    lesson("xiangqi-mate", "3k5/9/9/9/9/9/9/9/9/R3K4 w", win(1, "checkmate"), "a1d1"),
    lesson("xiangqi-no-move", "3k5/9/2P6/9/9/9/9/9/9/4K4 w", win(1, "stalemate"), "c8d8"),
    { id: "xiangqi-game", fen: XIANGQI_START, goal: win(0), level: 600 },
  ]),
  chapter("perpetual", [
    lesson("long-check", "3k5/9/9/9/9/9/9/9/9/4RK3 w", JUDGE, "", { moves: [...ROOKS, ...ROOKS] }),
    lesson("vary", "3k5/9/9/9/9/9/9/9/9/4RK3 w", last(2), "d1d5 d5d4", {
      moves: [...ROOKS, ...ROOKS.slice(0, 2)],
      replies: ["e10e9"],
    }),
    lesson("sit-tight", "3k5/9/9/9/9/r8/9/9/9/4RK3 w", win(2, "perpetual check"), "d10e10 e10d10", {
      moves: [...ROOKS, "e1d1"],
      replies: ["d1e1"],
    }),
    lesson("long-chase", "3k5/9/1c7/9/9/9/9/9/9/R4K3 w", JUDGE, "", { moves: [...HUNT, ...HUNT] }),
    lesson("protected", "3k5/9/1c6r/9/9/9/9/9/9/R4K3 w", JUDGE, "", { moves: [...HUNT, ...HUNT] }),
  ]),
];

/** @type {Course[]} */
export const COURSES = [
  { variant: "zhonggong", chapters: ZHONGGONG },
  { variant: "xiangqi", chapters: XIANGQI },
  { variant: "chess", chapters: CHESS },
  { variant: "gomoku", chapters: GOMOKU },
  { variant: "renju", chapters: RENJU },
];

/** Every lesson with the place where it stands, in order. */
export const TASKS = COURSES.flatMap(({ variant, chapters }) =>
  chapters.flatMap((chapter) => chapter.tasks.map((task) => ({ variant, chapter, task }))),
);
