// The course of zhonggong: six chapters of small positions, each with a goal that the engine checks.

/**
 * @param {string} fen
 * @param {import("../goal.js").Goal} goal
 * @param {import("../goal.js").Words} text
 * @param {import("../goal.js").Words} hint
 * @param {{ moves?: number, game?: boolean }} [more]
 * @returns {import("../goal.js").Lesson}
 */
const lesson = (fen, goal, text, hint, more) => ({ fen, goal, text, hint, ...more });

const men = [
  lesson(
    "9/9/9/3k5/5K3/5p3/9/9/9 w",
    { capture: "p" },
    [
      "Both generals live in one shared palace, d4–f6. A general moves one point along a line and never leaves the palace. Take the pawn.",
      "双方将帅同在一座中宫（d4–f6）里，每步沿线走一格，不得出宫。请吃掉卒。",
    ],
    ["The pawn is just behind your general, on f4.", "卒在帅的正后方 f4。"],
  ),
  lesson(
    "9/8c/7A1/3k5/9/5K3/9/9/9 w",
    { capture: "c" },
    [
      "An advisor moves one point diagonally, anywhere on the board. Take the cannon.",
      "仕（士）斜走一格，可走遍全盘。请吃掉炮。",
    ],
    ["i8 is one diagonal step from h7.", "h7 斜一格就是 i8。"],
  ),
  lesson(
    "9/9/8n/3k5/6B2/5K1P1/8p/9/9 w",
    { capture: "n" },
    [
      "An elephant moves two points diagonally, anywhere, but not over a man in between. Take the horse.",
      "相（象）斜走两格，可走遍全盘，但中间有子（塞象眼）则不能走。请吃掉马。",
    ],
    ["Towards i3 your own pawn is in the way; towards i7 nothing is.", "往 i3 有己兵挡住，往 i7 畅通。"],
  ),
  lesson(
    "9/9/9/3k5/9/2n2K3/3p5/1NP6/9 w",
    { capture: "n" },
    [
      "A horse goes one point straight and one diagonally on, as in xiangqi; a man beside it on the way blocks it. Take the horse.",
      "马走日字，与象棋相同；前进方向紧邻有子则蹩马腿。请吃掉马。",
    ],
    [
      "Towards c4 the horse passes b3, which is empty; c2 is blocked.",
      "往 c4 经过 b3（空）；往 d3 则被 c2 蹩住。",
    ],
  ),
  lesson(
    "9/r8/9/3k5/9/5K3/9/9/R8 w",
    { capture: "r" },
    [
      "A chariot moves along a line as far as it is open. Take the chariot.",
      "车沿直线走，远近不限，不能越子。请吃掉车。",
    ],
    ["The whole a-file is open.", "九路直通。"],
  ),
  lesson(
    "9/r8/9/3k5/p8/5K3/9/9/C7r w",
    { capture: "r" },
    [
      "A cannon moves like a chariot, but to capture it must jump over exactly one man, of either side. Take a chariot.",
      "炮平移如车，吃子须隔一子（炮架），敌我均可。请吃掉一个车。",
    ],
    ["The pawn on a5 is the screen for the chariot on a8.", "a5 的卒是炮架，可打 a8 的车。"],
  ),
  lesson(
    "9/9/2p6/3k5/2Pc5/5K3/9/9/9 w",
    { capture: "c" },
    [
      "There is no river. From its first move a pawn goes one point forward or sideways, and captures the same way; never backward. Take the cannon.",
      "没有河界：兵从第一步起就可前进或横走一格，吃子亦然，但不得后退。请吃掉炮。",
    ],
    ["Sideways.", "横走。"],
  ),
];

const check = [
  lesson(
    "9/9/9/4k4/9/3K5/9/9/R8 w",
    { check: true },
    [
      "A general is in check if it can be captured for free: nothing could take the capturer back. Give check.",
      "能“白吃”对方将帅才算将军：吃后对方无子可吃回。请将军。",
    ],
    ["The chariot to the general’s file or rank.", "把车走到将所在的线上。"],
  ),
  lesson(
    "4r4/9/9/3k5/9/4K4/9/9/9 w",
    { any: true },
    [
      "You are in check: nothing guards your general. Step out of it.",
      "您被将军：没有子保护帅。请走开应将。",
    ],
    ["Leave the e-file.", "离开五路。"],
  ),
  lesson(
    "4r4/9/R8/3k5/9/4K4/9/9/9 w",
    { to: ["e7"] },
    ["A check can also be blocked. Put the chariot between.", "也可以垫将。请用车挡住。"],
    ["e7 lies between the chariot and your general.", "e7 在对方车与帅之间。"],
  ),
  lesson(
    "4r3R/9/9/3k5/9/4K4/9/9/9 w",
    { capture: "r" },
    ["Best of all, take the man that gives check.", "最好是吃掉将军的子。"],
    ["The ninth rank is open.", "底线畅通。"],
  ),
  lesson(
    "4r4/9/9/3k5/9/4K3N/9/9/9 w",
    { man: "N" },
    [
      "Here is something new: check can be answered by guarding. If your horse could take the chariot back on e4, the capture would not be free, and there is no check. Guard the general with the horse.",
      "中宫象棋独有：可以用“保护”来应将。若马能在 e4 吃回，对方就不是白吃，也就不算将军。请用马保护帅。",
    ],
    ["From g5 or g3 the horse guards e4.", "马到 g5 或 g3 就保护着 e4。"],
  ),
];

const tether = [
  lesson(
    "9/9/3a5/4k4/9/3K5/9/9/R8 w",
    { tether: true },
    [
      "The advisor d7 guards the general. If your chariot attacks it, that is no check: the general is tethered. It need not move, but its guard may not leave. Tether the general.",
      "d7 的士保护着将。用车攻击它不算将军，而是“牵将”：将不必应，但保护它的子不能离开。请牵住将。",
    ],
    ["The chariot to e1.", "车到 e1。"],
  ),
  lesson(
    "4r4/9/9/3k5/9/4K4/3A5/P8/9 w",
    { man: "P" },
    [
      "Now your own general is tethered: only the advisor holds it. Try to move the advisor away and read why you may not; then move the pawn.",
      "现在您的帅被牵住，全靠仕保护。先试着走开仕，看看为何不行；然后走兵。",
    ],
    ["The pawn is free to move.", "兵可以走。"],
  ),
  lesson(
    "9/9/3a5/4k4/2N6/3K5/9/9/4R4 w",
    { capture: "a", check: true },
    [
      "The general is tethered by your chariot, and a single advisor guards it. Take the guard: the tether becomes a check.",
      "将被车牵住，只有一个士保护。吃掉保护者，牵将就变成将军。",
    ],
    ["The horse jumps from c5 to d7.", "马从 c5 跳到 d7。"],
  ),
  lesson(
    "9/9/9/4k4/R8/4K4/9/9/9 w",
    { man: "K", check: true },
    [
      "A general attacks like any other man. Beside the enemy general it gives check, if one of your men guards it there. Give check with the general.",
      "将帅也能攻击。有己方子保护时，走到对方将旁边就是将军。请用帅将军。",
    ],
    ["The chariot guards e5 along the rank.", "车沿直线保护着 e5。"],
  ),
  lesson(
    "9/9/9/4k4/9/4K4/9/9/9 w",
    { any: true },
    [
      "Without a guard a general may not step beside the other: it would be captured for free. Try e5, read why, then make another move.",
      "没有保护时，帅不能走到将旁边，否则会被白吃。先试 e5，看看原因，再走别的。",
    ],
    ["d4 and f4 are left.", "可走 d4 或 f4。"],
  ),
];

const liberties = [
  lesson(
    "9/9/2N6/5k3/9/2PKP4/3P5/9/9 w",
    { man: "N" },
    [
      "A general’s liberties are the empty points next to it along the lines. It must always have one. Yours has only d5 left: move the horse, but not there.",
      "将帅上下左右的空点叫“气”，走后必须有气。您的帅只剩 d5 一口气：请走马，但别填了它。",
    ],
    ["Any point for the horse but d5.", "除 d5 外都可以。"],
  ),
  lesson(
    "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 w",
    { any: true },
    [
      "Your general has no liberty: it is trapped, and you must give it one with this move. The chariot cannot help.",
      "帅已无气（困将），这一步必须给它气。车帮不上忙。",
    ],
    ["Move a pawn beside the general away, or take the elephant.", "走开旁边的兵，或吃掉象。"],
  ),
  lesson(
    "9/9/9/4K4/9/3k5/9/9/9 w",
    { win: true },
    [
      "Who has no legal move loses, in check or not. Take the last points from Black’s general: even bare generals can win.",
      "无合法着法者负，不论是否被将军。请困住黑将：光帅也能取胜。",
    ],
    ["From e5 your general covers both d5 and e4.", "帅在 e5 同时控制 d5 和 e4。"],
  ),
];

const trades = [
  lesson(
    "9/2P6/9/4k4/9/4K4/9/9/9 w",
    { to: ["c9"] },
    [
      "A pawn on the opponent’s back rank is at home: it can be traded. Bring the pawn home.",
      "到达对方底线的兵叫底兵，可以用来兑子。请把兵走到底线。",
    ],
    ["Forward to c9.", "进到 c9。"],
  ),
  lesson(
    "P8/9/9/4k4/2p6/4K4/9/9/9 w",
    { trade: "p" },
    [
      "A trade is a whole turn: own pawns at home and one enemy man leave the board together. A pawn costs one pawn. Touch your pawn, then theirs.",
      "兑子算一步棋：底兵与对方一子同时离开棋盘。兑卒需一兵。先点己兵，再点对方的卒。",
    ],
    ["Touch a9, then c5.", "先点 a9，再点 c5。"],
  ),
  lesson(
    "P1P6/9/9/4k4/7c1/4K4/9/9/9 w",
    { trade: "c" },
    ["A cannon costs two pawns. Touch both, then the cannon.", "兑炮需两个底兵。点两个兵，再点炮。"],
    ["Touch a9, c9, then h5.", "依次点 a9、c9、h5。"],
  ),
  lesson(
    "P1P1P4/9/9/3k4n/9/5K3/9/9/9 w",
    { trade: "n" },
    ["A horse costs three pawns.", "兑马需三个底兵。"],
    ["Touch a9, c9, e9, then i6.", "依次点 a9、c9、e9、i6。"],
  ),
  lesson(
    "P1P1P1P2/9/9/4k4/9/4K4/9/4r4/9 w",
    { trade: "r" },
    [
      "A chariot costs four pawns, and a trade may answer a check. Trade off the chariot that gives check.",
      "兑车需四个底兵；兑子也可以应将。请兑掉将军的车。",
    ],
    ["All four pawns, then the chariot on e2.", "点四个底兵，再点 e2 的车。"],
  ),
  lesson(
    "P1P6/3a5/9/4k4/9/3K5/7c1/9/R8 w",
    { man: "R" },
    [
      "Advisors, elephants and generals cannot be traded for. Try to trade for the advisor and read why; then tether the general with the chariot instead.",
      "将、士、象不能兑。试着兑士，看看原因；然后走车。",
    ],
    ["Any move of the chariot will do.", "走车即可。"],
  ),
];

const winning = [
  lesson(
    "PPPP5/4P4/9/4k4/9/4K4/9/9/9 w",
    { win: true },
    ["Five pawns at home win at once. Bring the fifth home.", "五个兵到底立即获胜。请走第五个兵。"],
    ["e8 to e9.", "e8 进到 e9。"],
  ),
  lesson(
    "5R3/9/9/4K4/p2k5/9/9/1a7/9 w",
    { win: true },
    [
      "Checkmate: the general is in check and no move helps. Your general takes points from the other one. Mate in one.",
      "将死：被将军且无法应将。己方的帅也能控制对方的退路。一步将死。",
    ],
    ["The chariot to the d-file.", "车走到 d 线。"],
  ),
  lesson(
    "3a1p3/8R/9/9/3K5/4k4/9/9/9 w",
    { win: true },
    ["Once more: mate in one.", "再来一次：一步将死。"],
    ["Check along the rank.", "沿横线将军。"],
  ),
  lesson(
    "5C3/9/9/4Ak3/9/a4K3/1C7/9/3b5 w",
    { win: true },
    [
      "A cannon needs a screen, and your own advisor is one. Mate in one.",
      "炮要有炮架，己方的仕也可以。一步将死。",
    ],
    ["The advisor steps before the cannon on the f-file.", "仕走到 f 线，为炮作架。"],
  ),
  lesson(
    "3R5/9/2n6/1P3k3/4K4/9/9/9/9 w",
    { win: true },
    ["Mate in two. Not every strong move is a check.", "两步将死。好棋不一定是将军。"],
    ["Take the seventh rank first.", "先占第七横线。"],
    { moves: 2 },
  ),
  lesson(
    "9/P8/1n7/4K4/3k5/9/6R2/9/9 w",
    { win: true },
    ["Mate in two with chariot and general.", "车帅配合，两步将死。"],
    ["First check on the d-file, then the general finishes.", "先在 d 线将军，再用帅收尾。"],
    { moves: 2 },
  ),
  lesson(
    "",
    { win: true },
    [
      "You know the rules now. Two more for the end: three times the same position is a draw, but who gave check all the time loses; and 120 moves of both sides together without a capture or a trade are a draw. Play a whole game against the weakest level.",
      "规则都学会了。最后两条：同一局面出现三次为和，但一方长将则判负；双方合计一百二十着无吃子、兑子为和。与最弱级别下一整局吧。",
    ],
    ["Bring your pawns home early: five of them win.", "早些把兵送到底线：五个兵就赢。"],
    { game: true },
  ),
];

/** @type {import("../goal.js").Course} */
export default {
  variant: "zhonggong",
  chapters: [
    { name: ["The men", "棋子走法"], lessons: men },
    { name: ["Check", "将军"], lessons: check },
    { name: ["The tether", "牵将"], lessons: tether },
    { name: ["Liberties", "气"], lessons: liberties },
    { name: ["Trades", "兑子"], lessons: trades },
    { name: ["Winning", "取胜"], lessons: winning },
  ],
};
