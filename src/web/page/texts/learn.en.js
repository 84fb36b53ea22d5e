import { lessonTexts } from "./learn.js";

// Of each lesson: title, text, hint, and what is said when it has been done.
const lessons = {
  general: `One palace for two
New: both generals live in one palace, the nine points d4–f6. Yours steps one point at a time, may cross over, and may face its rival: there is no flying general.
Straight up the f-file.`,
  advisor: `The advisor travels
New: the advisor still steps one point diagonally, but no palace holds it. It roams the whole board.
Three diagonal steps to the right, a pawn on each.`,
  elephant: `The elephant crosses
New: no river holds the elephant. A piece on the point between still blocks its eye, as the pawn on d2 does.
Round by the edge: a3 first.`,
  pawn: `Pawns step sideways at once
New: a pawn goes forward or sideways from its first move on, never back. Chariot, horse and cannon are as in xiangqi.
Sideways to d3, then up the file.`,
  free: `Check is a free capture
New: it is check only if the general could be taken for free (白吃), with no piece left to recapture on its point. Black’s general is alone, so any attack is free.
A chariot on its file or its rank.`,
  beside: `Not beside the rival
A general captures like any piece. Unguarded beside its rival it would be taken for free, so that step is not legal. Try it: e4 to e5.
Move the general up to e5.
On e5 Black’s general could take yours for free.`,
  "general-attacks": `The general attacks
Now the chariot on a5 would recapture on e5, so your general is safe there, while its own attack is free. Check with the general itself.
Step up to e5.`,
  "answer-guard": `A guard answers check
New: besides fleeing, blocking and capturing there is a fourth answer to check. Guard the general, and the capture is no longer free.
From which points does the horse reach e4?
Still attacked, but no longer in check: your general is tethered.`,
  cut: `Cut off the guard
Your chariot attacks e6, but the one on e9 would recapture. Put a piece in its way, and the attack becomes check.
Which piece can reach e7 or e8?`,
  mate: `Checkmate
No general leaves d4–f6, so two chariots are plenty: one holds a rank, the other strikes.
Rank 5 is held. Strike along rank 6.`,
  "tether-it": `The tether
An attack that could be recaptured is no check but a tether (牵将): Black need not answer, but the guard is no longer free. Here d7 guards e6.
The e-file or the sixth rank.
Tethered. The advisor on d7 cannot leave now.`,
  "find-guards": `Who guards?
A guard is a piece that could recapture on the general’s point. Mind legs, eyes and screens: some pieces only look like guards.
Three: a chariot, an advisor and a horse.
The elephant’s eye on f5 is shut, and the cannon has no screen.`,
  nailed: `The nailed guard
The chariot on e9 tethers your general; the advisor on d3 is its only guard. Try to move the advisor.
Touch d3, then c2 or c4.
While the attack lasts, a last guard may not leave: the tether would become check.`,
  "one-may-go": `Two guards, one leave
Of two guards either may go, but not both. The chariot stays, so your advisor can fetch the pawn on c2.
The advisor takes on c2.`,
  "no-protection": `A nailed piece is a false protector
The advisor on d7, Black’s only guard, seems to protect the horse on c8. The pawn on a6 is really protected.
d7 cannot recapture anything.
The horse was free: its protector was nailed.`,
  "take-guard": `Take the guard
When the last guard falls, a tether becomes check. Your pieces hold every way out; only the advisor on d7 holds Black together.
Capture on d7.
No guard, no flight: checkmate.`,
  "find-liberties": `Breath
New: a general needs air. Its liberties (气) are the empty points next to it, along the lines, inside the palace or not. Any piece fills one.
Your elephant fills one. Points outside the palace count.`,
  "last-liberty": `Stifle it
A general without a liberty is stifled (困将): the next move must make it one. Black has one left, f7.
Your advisor is close to f7.`,
  breathe: `Get air
Your general has no liberty, so you must make one: no chariot move is legal. Get four at one stroke.
Capture the elephant with the general.`,
  suffocate: `Do not stifle yourself
A move must leave your own general a liberty. Were d5 not the last one, the horse could jump there. Try it.
c7 to d5.`,
  trap: `Trapped
Tether and liberty together: Black’s general has one liberty, d5, and one guard, the pawn on e6. Fill d5 so that the pawn is nailed.
Your general can step there: the advisor on c6 covers it.
The pawn may not go, so no liberty can be made.`,
  bare: `Bare generals
A side without a legal move loses, so even bare generals play for a win. Take the middle.
From e5 you take away d5 and e4.
Black may neither stay nor step beside you.`,
  "buy-pawn": `The first trade
New: a pawn on the enemy’s back rank is money. As your turn, remove it together with an enemy pawn anywhere. Five pawns there win, and Black’s fifth is about to arrive: trade!
Touch a9, then any black pawn.`,
  "buy-cannon": `Two for a cannon
A cannon costs two pawns. The one on e7 gives check over its own general, and a trade may answer check.
Touch a9 and c9, then the cannon.`,
  prices: `The price list
Pawn 1, cannon 2, horse 3, chariot 4; generals, advisors and elephants are not for sale. With both pawns, try to buy what you cannot afford.
Touch a9, c9, then the chariot on i8.
The price must be paid exactly.`,
  "buy-guard": `Buy the guard
A horse costs three. The one on g7 is the only guard of Black’s tethered general, and every way out is held.
a9, c9, e9, then the horse on g7.
The guard is gone, the capture is free: mate by trade.`,
  five: `Five pawns
Five pawns on the enemy’s back rank win at once. But the fifth must get there by a legal move: not while your general stays in check or without a liberty. Four are there.
One step of the last pawn.`,
  "mate-two": `Mate in two
First take away what could still trouble you; Black then has a single move. Then fire.
The horse takes on h6, where it is a screen for the cannon.`,
  "tether-two": `The power of a tether
A tether is no check, yet here it leaves Black a single legal move, and a bad one. One quiet move, then mate.
Tether the general along the d-file.
Black had to step in the way, and there the horse was lost.`,
  "whole-game": `A whole game
You know it all. Win against the weakest level; you may take back and ask for hints.
The engine would play:
You play zhonggong xiangqi. Choose a stronger level under “New game”.`,
  "three-three": `Three-three
Black may not make two open threes with one stone: threes that could each become a four open at both ends. White may.
Where would the row of f8, g8 and the file of h9, h10 meet?`,
  "four-four": `Four-four
Nor may Black make two fours at once, open or not. A four is a row that needs one more stone for five.
Both rows are closed at one end; where do they cross?`,
  overline: `Overline
Black wins with exactly five. A row of six or more is an overline, and forbidden.
One stone would join three and two.`,
  "five-first": `A five beats everything
h8 would make six on the file, an overline. But it also makes exactly five on the row, and five wins before anything is forbidden.
Play it: h8.`,
  "white-free": `White is free
White knows no forbidden points, and six in a row win as five do.
Join the two groups.`,
  "white-lure": `The lure
White’s way to win: a four whose only defence is forbidden to Black. h8 would be three-three.
Threaten five from the far side: i9.`,
  "long-check": `Perpetual check
The chariot gives check with every move, the general only steps aside. The position is there for the third time.
Ask which side is forcing the other.
The side that checks with every move loses.`,
  vary: `Vary in time
You are Red and have checked all the way. One more round and you lose. Play on, but do not repeat.
Any quiet move, such as the chariot up the d-file.`,
  "sit-tight": `Let it check
You are Black, and Red keeps checking. No need to give your chariot away: who checks for ever loses.
Keep stepping between d10 and e10.`,
  "long-chase": `Perpetual chase
No check now: with each move the chariot attacks the same unprotected cannon, which only runs.
One side attacks the same piece again and again.
The chaser loses, too.`,
  protected: `Protected is not chased
The same moves, but a black chariot on i8 protects the cannon. A chariot that attacks a protected piece does not chase it.
If nobody is to blame, nobody loses.
Mere repetition: a draw.`,
};

export default {
  "learn.intro": "Small positions, each with a goal. The engine judges your moves.",
  "learn.leave": "Back to the game",
  "learn.list": "All lessons",
  "learn.place": "{chapter} · {number}/{count}",
  "learn.progress": "{done} of {count} done",
  "learn.begin": "Begin",
  "learn.continue": "Continue",
  "learn.stars": "stars: {stars}",
  "learn.new": "not done yet",
  "learn.goal": "Goal",
  "learn.hint": "Hint",
  "learn.solution": "Show solution",
  "learn.retry": "Try again",
  "learn.back": "Take back",
  "learn.replay": "Watch again",
  "learn.next": "Next lesson",
  "learn.keys": "h hint · r try again · n next · Esc list",
  "learn.course.zhonggong":
    "For those who know xiangqi: one palace for both generals, free captures, tethers, liberties, trades.",
  "learn.course.renju": "Where Black may not play, and what that is worth to White.",
  "learn.course.xiangqi": "What the referee says when a position comes back for the third time.",
  "learn.chapter.pieces": "The pieces on this board",
  "learn.chapter.check": "The free capture",
  "learn.chapter.tether": "Tether and guards",
  "learn.chapter.liberty": "Liberties",
  "learn.chapter.trade": "Trades and five pawns",
  "learn.chapter.game": "Playing",
  "learn.chapter.forbidden": "Forbidden points",
  "learn.chapter.perpetual": "Perpetual check and chase",

  "learn.goal.visit": "Reach every green point, in at most {count} moves.",
  "learn.goal.capture": "Capture on {points}.",
  "learn.goal.trade": "Make the trade.",
  "learn.goal.check": "Give check.",
  "learn.goal.tether": "Tether Black’s general.",
  "learn.goal.guard": "Answer the check without moving the general.",
  "learn.goal.liberty-own": "Give your general {count} liberties.",
  "learn.goal.liberty-enemy": "Take the last liberty of Black’s general.",
  "learn.goal.win-one": "Win with one move.",
  "learn.goal.win": "Win in {count} moves.",
  "learn.goal.win-game": "Win the game, however long it takes.",
  "learn.goal.last": "Play {count} moves without losing.",
  "learn.goal.refused": "Try the forbidden move and read why the engine refuses it.",
  "learn.goal.tap-guard": "Touch all guards of Black’s general.",
  "learn.goal.tap-liberty": "Touch all liberties of Black’s general.",
  "learn.goal.tap-forbidden": "Touch the forbidden point.",
  "learn.goal.choice": "Black and Red have repeated their moves. How does the game end?",

  "learn.found": "Found {found} of {count}.",
  "learn.not-there": "{point} is not one of them.",
  "learn.not-so": "No: not “{reason}”.",
  "learn.well-done": "Well done.",
  "learn.shown": "That was the solution. Try it yourself.",
  "learn.refused": "The engine refuses {move}: {reason}",
  "learn.reply": "{side} plays {move}.",
  "learn.wrong.check": "Legal, but Black’s general is not in check.",
  "learn.wrong.only-tether":
    "Legal, but only a tether: on the general’s point your piece would be recaptured.",
  "learn.wrong.tether": "Legal, but Black’s general is not tethered.",
  "learn.wrong.real-check": "Legal, but that is check: the capture would be free.",
  "learn.wrong.guard": "Legal, but nobody guards your general now.",
  "learn.wrong.liberty": "Legal, but count the liberties: not what was asked for.",
  "learn.wrong.other-piece": "Legal, but another piece was meant to move.",
  "learn.wrong.capture": "Legal, but another capture was asked for.",
  "learn.wrong.visit": "Legal, but too slow: the points cannot all be reached in time.",
  "learn.wrong.not-over": "Legal, but the game goes on.",
  "learn.wrong.other-reason": "You win, but by “{reason}”; another end was asked for.",
  "learn.wrong.lost": "You have lost: {reason}.",
  "learn.wrong.drawn": "The game is drawn: {reason}.",
  "learn.wrong.legal": "That move is legal; look for one that is not.",
  "learn.wrong.other-code": "Refused, but for another reason than the one meant here.",
  ...lessonTexts(lessons),
};
