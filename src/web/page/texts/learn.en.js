import { lessonTexts } from "./learn.js";

// Of each lesson: title, text, hint, and what is said when it has been done.
const lessons = {
  general: `One palace for two
New: both generals live in the same palace, the nine points d4–f6. Yours steps one point at a time, may cross to the enemy’s side, and may look its rival in the face: there is no flying general.
Straight up the f-file.
Two generals in one room: the rest of the game is about that.`,
  advisor: `The advisor travels
New: the advisor still steps one point diagonally, but nothing holds it in the palace. It roams the whole board and captures as it goes.
Three diagonal steps to the right, a pawn on each.`,
  elephant: `The elephant crosses
New: there is no river, so the elephant goes anywhere, two points diagonally. A man on the point between still blocks its eye, as the pawn on d2 does.
Round by the edge: a3 first.`,
  pawn: `Pawns step sideways at once
New: a pawn goes forward or sideways from its first move, never back, and captures as it moves. On the far rank it can only slide sideways; there it becomes money, as you will see.
Sideways to d3, then up the file.`,
  others: `Old acquaintances
Chariot, horse and cannon are those of xiangqi: the horse has its leg, the cannon needs a screen. Three of your men eye the pawn on e9; only one can take it.
d8 holds the horse by the leg, h9 bars the chariot.`,
  free: `Check is a free capture
New: it is check only if the general could be captured for nothing (白吃): no enemy man could recapture on that point. Black’s general stands alone, so any attack on it is free.
A chariot on its file or its rank.
Free capture, hence check.`,
  beside: `Not beside the rival
A general captures like any man. Step beside a rival whom you cannot recapture and it would take you for free, so that step is no legal move. Try it: from e4 to e5.
Move the general up to e5.
On e5 Black’s general could take yours for free.`,
  "general-attacks": `The general attacks
Now the chariot on a5 watches e5. If Black’s general took yours there, the chariot would recapture: not free. But your own attack is! Check with the general itself.
Step beside the rival, in the chariot’s line.`,
  "answer-guard": `A guard answers check
New: besides fleeing, blocking and capturing there is a fourth answer to check. Guard the general: if you could recapture, the capture is no longer free.
From which points does the horse reach e4?
The chariot still attacks, yet it is no check any more: your general is tethered.`,
  cut: `Cut off the guard
Your chariot attacks e6, but Black’s chariot on e9 would recapture down the file. Put a man in its way, and the harmless attack turns into check.
Which man can reach e7 or e8?`,
  mate: `Checkmate
The general never leaves d4–f6, so two chariots are plenty: one holds the rank, the other strikes. Leave Black no legal answer.
One chariot already holds rank 5. Strike along rank 6.`,
  "tether-it": `The tether
An attack that could be recaptured is no check. It is a tether (牵将): Black need not answer, but the guard has lost its freedom. The advisor on d7 guards e6: tether the general.
The chariot’s old road: the e-file or the sixth rank.
Tethered. The advisor on d7 cannot leave now.`,
  "find-guards": `Who guards?
A guard is a man that could recapture on the general’s point, by its movement alone. Mind legs, eyes and screens: some of these men only look like guards.
Three of them: along the file, diagonally, and by a horse’s leap.
The elephant’s eye on f5 is shut, and the cannon has no screen.`,
  nailed: `The nailed guard
Your general is tethered by the chariot on e9; the advisor on d3 is its only guard. Try to move the advisor, and read what the engine says.
Touch d3, then c2 or c4.
A last guard may not leave: the tether would become check.`,
  "one-may-go": `Two guards, one leave
With two guards, either may go, but not both. Your advisor can fetch the pawn on c2, since the chariot stays on duty.
The advisor takes on c2.
Now the chariot is the nailed one.`,
  "no-protection": `A nailed man protects nothing
Black’s general is tethered on the e-file, and d7 is its only guard. That advisor seems to protect the horse on c8. The pawn on a6 is really protected, by its neighbour.
d7 cannot recapture anything.
The horse was free: its protector was nailed.`,
  "take-guard": `Take the guard
A tether turns into check when the guard falls. The chariot holds e5, the horse covers f6; all that holds Black together is the advisor on d7.
Capture on d7.
No guard, no flight: checkmate.`,
  "find-liberties": `Breath
New: a general needs air. Its liberties (气) are the empty points beside it, up, down, left and right, inside the palace or not. Men of either colour fill them.
Your elephant on f5 fills one. Points outside the palace count.`,
  "last-liberty": `Stifle it
A general without a liberty is stifled (困将): with its very next move that side must make it one. Black has one left, f7.
Your advisor is close to f7.
Black must open a liberty at once, whatever else is on the board.`,
  breathe: `Get air
Your own general has no liberty left. No move of the chariot is legal now, for you must make air at once. Four liberties at one stroke would be best.
Capture the elephant with the general.`,
  suffocate: `Do not stifle yourself
A move must leave your own general a liberty. The horse could jump to d5, were that not the last one. Try it.
c7 to d5.
Refused: the general would have no liberty.`,
  trap: `Trapped
Tether and liberty together: Black’s general has one liberty, d5, and one guard, the pawn on e6. Fill d5 in such a way that the pawn is nailed to its post.
Your general can step there: the advisor on c6 covers it.
The pawn may not go, so no liberty can be made. Black has lost.`,
  bare: `Bare generals
No dead draws: a side without a legal move loses, and even two bare generals play for a win. Take the middle.
From e5 you take away d5 and e4.
Black may neither step beside you nor stay: no move, lost.`,
  "buy-pawn": `The first trade
New: pawns on the enemy’s back rank are money. Instead of moving, remove one of them together with an enemy pawn anywhere. Five pawns at home win, and Black’s fifth is about to arrive: trade one away!
Touch a9, then any black pawn.`,
  "buy-cannon": `Two for a cannon
A cannon costs two pawns. The one on e7 gives check over its own general. Buy it off the board: a trade may answer check.
Touch a9 and c9, then the cannon.`,
  prices: `The price list
Pawn 1, cannon 2, horse 3, chariot 4; generals, advisors and elephants are not for sale. Select both pawns and try to buy something that you cannot afford.
Touch a9, c9, then the chariot on i8.
The price must be paid exactly.`,
  "buy-guard": `Buy the guard
A horse costs three. The one on g7 is the only guard of Black’s tethered general, and your chariots and horse hold every way out.
a9, c9, e9, then the horse on g7.
A trade that mates: the guard vanishes, the capture is free.`,
  "buy-chariot": `Four for a chariot
The dearest man costs four pawns. This chariot gives check; pay, and Black has only a general left.
Touch all four pawns, then the chariot.`,
  five: `Five pawns
Five pawns at home on the enemy’s back rank win at once, whatever the generals are doing. Four are there.
One step of the last pawn.
Pawns at home are money or victory: you choose.`,
  "mate-two": `Mate in two
Now put it together. First take away what could still trouble you; Black then has a single move. Then fire.
The horse takes on h6, where it is a screen for the cannon.`,
  "tether-two": `The power of a tether
A tether is no check, yet here it leaves Black a single legal move, and a bad one. One quiet move, then mate.
Tether the general along the d-file.
Black had to step in the way, and there the horse was lost.`,
  "whole-game": `A whole game
You know it all: free captures, tethers, liberties, trades, five pawns. Win against the weakest level. You may take back and ask for hints.

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
  "false-three": `A three that is none
Two crossings look alike, h8 and l4. A three counts only if it can still become an open four; white stones near a row’s ends prevent that.
On the h-file, h6 and h12 leave too little room.
h8 is allowed: its upright three is not real.`,
  "five-first": `A five beats everything
h8 would make six on the file, an overline. But it also makes exactly five on the row, and five wins before anything is forbidden.
Play it: h8.`,
  "white-free": `White is free
White knows no forbidden points, and six in a row win as five do.
Join the two groups.`,
  "white-lure": `The lure
This is how White wins in renju: make a four whose only defence is a point forbidden to Black. h8 is three-three for Black.
Threaten five from the far side: i9.
Black saw it and could do nothing.`,
  "long-check": `Perpetual check
Watch the moves: the chariot gives check with each of them, the general only steps aside. The position is there for the third time.
Ask which side is forcing the other.
The side that checks with every move loses.`,
  vary: `Vary in time
You are Red and have checked all the way. One more round and you lose. Play on, but do not repeat.
Any quiet move, such as the chariot up the d-file.
The count begins anew with another position.`,
  "sit-tight": `Let it check
You are Black, a chariot each, and Red keeps checking. No need to give your chariot away: who checks for ever loses.
Keep stepping between d10 and e10.
The third time was one too many for Red.`,
  "long-chase": `Perpetual chase
No check this time: with each move the chariot attacks the same unprotected cannon, which only runs away.
One side attacks the same man again and again.
The chaser loses, too.`,
  protected: `Protected is not chased
The same moves, but a black chariot on i8 protects the cannon. To attack a protected man is no chase.
If nobody is to blame, nobody loses.
Mere repetition: a draw.`,
};

export default {
  "learn.title": "Learn",
  "learn.intro":
    "Small positions, each with one goal. The engine judges your move and says what is wrong with it.",
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
  "learn.previous": "Previous lesson",
  "learn.finish": "Back to the list",
  "learn.keys": "h hint · r try again · n next · Esc list",
  "learn.loading": "Waiting for the engine…",
  "learn.course.zhonggong":
    "For those who know xiangqi: one palace for both generals, free captures, tethers, liberties, trades.",
  "learn.course.renju": "Where Black may not play, and what that is worth to White.",
  "learn.course.xiangqi": "What the referee says when a position comes back for the third time.",
  "learn.chapter.men": "The men on this board",
  "learn.chapter.check": "The free capture",
  "learn.chapter.tether": "Tether and guards",
  "learn.chapter.liberty": "Liberties",
  "learn.chapter.trade": "Trades and five pawns",
  "learn.chapter.game": "Playing",
  "learn.chapter.forbidden": "Forbidden points",
  "learn.chapter.perpetual": "Perpetual check and chase",

  "learn.goal.visit": "Reach every green point, in at most {count} moves.",
  "learn.goal.capture": "Capture on {points}.",
  "learn.goal.trade": "Trade for the right man.",
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
  "learn.wrong.only-tether": "Legal, but only a tether: on the general’s point your man would be recaptured.",
  "learn.wrong.tether": "Legal, but Black’s general is not tethered.",
  "learn.wrong.real-check": "Legal, but that is check: the capture would be free.",
  "learn.wrong.guard": "Legal, but nobody guards your general now.",
  "learn.wrong.liberty": "Legal, but count the liberties: not what was asked for.",
  "learn.wrong.other-man": "Legal, but another man was meant to move.",
  "learn.wrong.walked-away": "Legal, but your general has walked away.",
  "learn.wrong.capture": "Legal, but another capture was asked for.",
  "learn.wrong.trade": "Legal, but not the trade that was asked for.",
  "learn.wrong.visit": "Legal, but too slow: the points cannot all be reached in time.",
  "learn.wrong.not-over": "Legal, but the game goes on.",
  "learn.wrong.other-reason": "You win, but by “{reason}”; another end was asked for.",
  "learn.wrong.lost": "You have lost: {reason}.",
  "learn.wrong.drawn": "The game is drawn: {reason}.",
  "learn.wrong.legal": "That move is legal; look for one that is not.",
  "learn.wrong.other-code": "Refused, but for another reason than the one meant here.",
  ...lessonTexts(lessons),
};
