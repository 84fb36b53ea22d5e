// The courses: positions, goals and solutions. Their texts are in `texts/learn.*.js`, by the ids of the lessons.

/**
 * @typedef {import("./lesson.js").Task} Task
 * @typedef {import("./goals.js").Goal} Goal
 * @typedef {{ id: string, tasks: Task[] }} Chapter
 * @typedef {{ variant: string, chapters: Chapter[] }} Course
 */

/** An advisor in the corner that waits for the learner's next move. */
const WAITING = ["a9b8", "b8a9"];
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
/** @type {(codes: string) => Goal} */
const refused = (codes) => ({ kind: "refused", codes: codes.split(" ") });
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

/** @type {Chapter[]} */
const XIANGQI = [
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
  { variant: "renju", chapters: RENJU },
  { variant: "xiangqi", chapters: XIANGQI },
];

/** Every lesson with the place where it stands, in order. */
export const TASKS = COURSES.flatMap(({ variant, chapters }) =>
  chapters.flatMap((chapter) => chapter.tasks.map((task) => ({ variant, chapter, task }))),
);
