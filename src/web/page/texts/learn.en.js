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
  "end-centre": `Bare generals
A side without a move loses, and no ending of bare generals is drawn. Take the centre: beside a general there, no general may stand, as it could be captured freely.
Come nearer first; then step onto e5.
The general in the corner of the palace has no move left.`,
  "end-bare-wins": `A bare general that wins
Black has nothing but the general, and Red has a chariot. But the chariot stands beside the general, and nothing guards it.
Capture the chariot, then take the centre.
Nobody is lost for lack of pieces: the generals alone decide.`,
  "end-elephant": `The weakest piece is enough
Even an elephant wins against a bare general. It can lose a move, so that the other side is the one that has to give way.
Move the elephant away, where it waits: to e1.
The last step takes the centre.`,
  "end-horse-cannon": `Horse against cannon
A lone cannon has nothing to jump over but the generals: the horse wins nearly always. Black to move mates in two.
Bring the horse to g3, from which it attacks towards h5.
The general in the centre takes the points away, and the horse mates.`,
  "end-chariot-advisor": `Chariot against advisor
A chariot beats any single piece but another chariot. Here the advisor is in its general’s file. Win in three.
Put the chariot onto the f-file, behind the advisor.
Your general held the centre file, so that the chariot’s capture was mate.`,
  "end-chariot-pawn": `Chariot against pawn
The pawn wants to come home and be traded. Be faster: the chariot cuts the general off from the centre, and takes the pawn with the next moves.
Where does the chariot take the centre and attack along the fifth rank? On e5.
The pawn was lost, and the chariot mates.`,
  "end-chariot-cannon": `Chariot against cannon
The cannon has only the generals to jump over. Take a point from Black’s general, then attack the cannon.
The general goes first: up to d5.
The cannon could not be saved, and the generals stood right for the end.`,
  "end-chariot-horse": `Chariot against horse
Of all single pieces the horse resists the chariot longest, for twelve moves. Here it has strayed: take its points away, and win it.
On b7 the chariot leaves the horse no good point.
Far from its general a horse is easily lost.`,
  "end-horse-advisor": `Horse against advisor
But for the pawn, which can be traded, no single piece takes longer to win: up to 28 moves. This is the end of such a win, and only one move keeps it.
From b7 the horse checks, and the general has one way out.
The advisor is captured by the general, which takes the centre with the next move.`,
  "end-horse-horse": `Horse against horse
Most of these endings are drawn. Here few moves win at each turn: your general attacks the horse, and does not let it go.
Step down to e4, beside Black’s horse.
Your horse kept Black’s general busy until yours could capture the other horse.`,
  "end-advisor-elephant": `Advisor against elephant
Nobody mates with an advisor alone. But it can hunt the elephant, which has few points, while the general keeps the centre.
Step to d4: then the elephant has one move.
The elephant was caught between two points.`,
  "end-pawn-advisor": `Pawn against advisor
A pawn that stands in the centre guards its general’s steps. Bring it there; then the generals oppose each other.
The pawn to e5.
The pawn in the centre made the general’s step a mate.`,
  "end-trade": `The trade at the right moment
The pawn on f9 is at home: it may be traded for Black’s pawn. What is left are bare generals, and whoever is to move then must not be you.
Trade now: f9, then the pawn on c5.
A trade is a move, too. After it the generals stood right.`,
  "end-trade-wait": `First the generals, then the trade
If you trade at once, the generals stand wrong, and you lose. Put yours right first.
Step to d6, and trade with the next move.
This is the end of the longest win of pawn against pawn, which takes 30 moves.`,
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
  "xiangqi-chariot": `The chariot
Pieces stand where the lines cross. A chariot goes straight, as far as the way is free. To capture, a piece goes to the point of an enemy piece and takes its place. Collect the three pawns.
Up the a-file first.`,
  "xiangqi-horse": `The horse
A horse goes one point straight and then one point diagonally outwards. Reach both pawns.
From b1 to c3, then on to d5.`,
  "xiangqi-leg": `The hobbled horse
A horse cannot jump: a piece on its first, straight step blocks that way (蹩马腿). Your pawn on e4 does so. Try to go past it to f5.
Touch the horse, then f5.
Mind the legs of your horses, and hobble those of Black.`,
  "xiangqi-cannon": `The cannon
A cannon moves like a chariot. But to capture it must jump over exactly one piece of either side, its screen (炮架). On the third rank there are two in between. Where is there just one?
Over the pawn on h5.`,
  "xiangqi-elephant": `The elephant
An elephant goes two points diagonally and never crosses the river. A piece on the point between blocks its eye (塞象眼), as the pawn on d2 does.
Round by the edge: a3 first.`,
  "xiangqi-advisor": `The palace
General and advisors never leave the palace, the nine points with the crossed lines: the general goes one point straight, an advisor one point diagonally. Take the pawn that has come in, with your advisor.
An advisor always passes through the middle, e2.`,
  "xiangqi-pawn": `The pawn and the river
A pawn goes one point forward and captures in the same way. Once across the river it may also step sideways. It never goes back.
Over the river to c6, then sideways.`,
  "xiangqi-facing": `Generals never face each other
The generals may not face each other along a file with nothing between them. The horse on e5 is all that stands there. Try to move it away.
Touch the horse, then d7.
Remember: your general guards its whole file from afar.`,
  "xiangqi-check": `Check
An attack on the general is check (将军) and must be answered at once. A cannon attacks over a screen.
The advisor on e9 can be the screen.`,
  "xiangqi-answer": `Three answers to check
The chariot attacks your general. You can step aside, block the way or capture the attacker. All three are possible here; which wins most?
The horse reaches e6.`,
  "xiangqi-mate": `Checkmate
A general in check with no way out is checkmated, and the game is won. Let your general help: it denies Black the whole e-file.
The chariot gives check along the d-file.
On e10 the black general would have faced yours.`,
  "xiangqi-no-move": `No move, no draw
A side without a legal move has lost, even if it is not in check (困毙). Leave Black’s general nowhere to go.
It has one step left, to d9. Guard that with the pawn.`,
  "xiangqi-game": `A whole game
Bring out chariots, horses and cannons early, and look at what each move of Black attacks. Win against the weakest level; you may take back and ask for hints.
The engine would play:
You play xiangqi. Choose a stronger level under “New game”.`,
  "chess-rook": `The rook
A rook goes straight, along a file or a rank, as far as the way is free. To capture, a piece goes to the square of an enemy piece and takes its place. Collect the three pawns.
Up the a-file first.`,
  "chess-bishop": `The bishop
A bishop goes diagonally, as far as the way is free. So it keeps to squares of one colour all its life.
f4 first, then c7.`,
  "chess-queen": `The queen
The queen moves like a rook or like a bishop, as she pleases. She is the strongest piece: take care of her.
Straight up to d5, then down the diagonal.`,
  "chess-king": `The king
The king goes one square in any direction, but never to a square that is attacked. The pawn on e4 is protected by the one on f5, so take that one first.
Round the side: e3, f4, f5.`,
  "chess-knight": `The knight
A knight goes two squares straight and one to the side. It is the only piece that jumps over others, so nothing can block its way.
Over the pawns to f3.`,
  "chess-pawn": `The pawn
A pawn goes one square forward, from its first square one or two. It captures differently: one square diagonally forward. It never goes back.
Two squares forward, to e4; then capture.`,
  "chess-en-passant": `En passant
Black’s pawn has just gone two squares, past yours. You may capture it as if it had gone only one, but only with your very next move.
Capture onto d6, behind the pawn.
Your pawn is on d6, and the one that passed it is gone.`,
  "chess-promotion": `Promotion
A pawn that reaches the far rank becomes a queen, a rook, a bishop or a knight at once. It is nearly always a queen.
Forward to e8.
Checkmate: your king holds the squares in front of Black’s.`,
  "chess-castling": `Castling
Once in a game the king goes two squares towards a rook, which jumps to his other side. Neither may have moved before, nothing may stand between them, and the king may not be in check, pass an attacked square or end on one. Castle so that the rook gives check.
The rook has to land on f1: move the king from e1 to g1.
The king is safe, and the rook is in play.`,
  "chess-check": `Three answers to check
Black’s queen attacks your king: that is check, and you have to answer it. You can step aside, block the way or capture the attacker. All three are possible here; which wins most?
The knight reaches e5.`,
  "chess-mate": `Checkmate
A king in check with no way out is checkmated, and the game is won. Black’s king is shut in by his own pawns.
The rook gives check on the far rank.`,
  "chess-stalemate": `Beware of stalemate
A side that is not in check but has no legal move is stalemated, and the game is a draw. Win, and do not shut Black’s king in without giving check.
Right in front of him, where your king protects the queen.
On g6 the queen would have stalemated him.`,
  "chess-game": `A whole game
Bring out knights and bishops, castle early, and look at what each move of Black attacks. Win against the weakest level; you may take back and ask for hints.
The engine would play:
You play chess. Choose a stronger level under “New game”.`,
  "gomoku-row": `Five in a row
Black and White place stones in turn; stones never move and are never taken. Five or more in a row win, along a line or a diagonal. You have four of them.
Fill the gap on f6.`,
  "gomoku-diagonal": `Diagonals count
A row is easily overlooked on a diagonal. One of yours has four stones and a free end.
From g7 down to the left.`,
  "gomoku-block-four": `Block the four
White has four in a row; your stone closes one end. If you do not close the other end now, White makes five.
To the right of g5.`,
  "gomoku-open-four": `The open four
A four with both ends free cannot be stopped: White closes one end, you make five at the other. A three that can become such a four is an open three. Extend yours, on the right side.
Away from the white stone on c6.`,
  "gomoku-jump": `A three with a gap
A three may have a gap: it threatens an open four just the same.
The gap is on f6.`,
  "gomoku-stop-three": `Stop the three
White is about to make an open four. Close one end of the three while there is time, then meet the next threat.
Right beside the three: d6 or h6.`,
  "gomoku-race": `Who is first?
Both sides have an open three, and it is your turn. Do not defend: your four comes before White’s.
Extend your three on the eighth rank.`,
  "gomoku-two-fours": `Two fours at once
A stone that makes two fours leaves two points for five, and White can close only one. Where do your row and your file meet?
On g6.`,
  "gomoku-two-threes": `Two threes at once
A stone that makes two open threes wins as well: White stops one, and the other becomes an open four.
Where do the row of d6, e6 and the file of f7, f8 meet?`,
  "gomoku-fours": `Four after four
Each four forces White’s answer. Use one to gain a stone where you need it for the next, which will be open at both ends.
Begin with the four on g4.`,
  "gomoku-game": `A whole game
Before each move ask two things: does White threaten a five or an open four, and can I make two threats at once? Win against the weakest level; you may take back and ask for hints.
The engine would play:
You play gomoku. Choose a stronger level under “New game”.`,
  "gomoku-why": `Why Black wins
Whoever moves first wins: this program holds a proof with an answer to every move of White’s from the empty board on, and another one for standard gomoku. The idea is always the same. Each of Black’s stones threatens something, White never has the time for threats of its own, and at last one stone makes two threats. This position is from the proof; win in five moves.
Begin with a three on the seventh rank, on g7.`,
  "gomoku-proof": `Play the proof
White has answered on the diagonal, the strongest reply but one. Attack, and watch where White could make a four. The hints are the moves of the proof: with them Black always wins.
The engine would play:
You have won the game that Black cannot lose. At full strength, the engine plays Black just so.`,
};

export default {
  "learn.intro": "Small positions, each with a goal. The engine judges your moves.",
  "learn.leave": "Back to the game",
  "learn.list": "All lessons",
  "learn.courses": "Courses",
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
  "learn.course.xiangqi":
    "From the first move: how the pieces move, how a game ends, what the referee says to repeated moves.",
  "learn.course.chess": "From the first move: the pieces, the special moves, check, mate and stalemate.",
  "learn.course.gomoku": "From the first stone: threats, how to meet them, and how to make two at once.",
  "learn.chapter.pieces": "The pieces on this board",
  "learn.chapter.check": "The free capture",
  "learn.chapter.tether": "Tether and guards",
  "learn.chapter.liberty": "Liberties",
  "learn.chapter.trade": "Trades and five pawns",
  "learn.chapter.game": "Playing",
  "learn.chapter.endings": "Endings",
  "learn.chapter.forbidden": "Forbidden points",
  "learn.chapter.xiangqi-pieces": "How the pieces move",
  "learn.chapter.xiangqi-end": "How a game ends",
  "learn.chapter.chess-pieces": "How the pieces move",
  "learn.chapter.chess-special": "Special moves",
  "learn.chapter.chess-end": "How a game ends",
  "learn.chapter.gomoku-five": "Five in a row",
  "learn.chapter.gomoku-threes": "Threes and fours",
  "learn.chapter.gomoku-double": "Two threats at once",
  "learn.chapter.gomoku-solved": "Solved",
  "learn.chapter.perpetual": "Perpetual check and chase",

  "learn.goal.visit": "Reach every green mark, in at most {count} moves.",
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
  "learn.goal.last-one": "Find the one move that does not lose.",
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
  "learn.wrong.check": "Legal, but it is not check.",
  "learn.wrong.only-tether":
    "Legal, but only a tether: on the general’s point your piece would be recaptured.",
  "learn.wrong.tether": "Legal, but Black’s general is not tethered.",
  "learn.wrong.real-check": "Legal, but that is check: the capture would be free.",
  "learn.wrong.guard": "Legal, but nobody guards your general now.",
  "learn.wrong.liberty": "Legal, but count the liberties: not what was asked for.",
  "learn.wrong.other-piece": "Legal, but another piece was meant to move.",
  "learn.wrong.capture": "Legal, but another capture was asked for.",
  "learn.wrong.visit": "Legal, but too slow: the green marks cannot all be reached in time.",
  "learn.wrong.not-over": "Legal, but the game goes on.",
  "learn.wrong.other-reason": "You win, but by “{reason}”; another end was asked for.",
  "learn.wrong.lost": "You have lost: {reason}.",
  "learn.wrong.drawn": "The game is drawn: {reason}.",
  "learn.wrong.legal": "That move is legal; look for one that is not.",
  "learn.wrong.other-code": "Refused, but for another reason than the one meant here.",
  ...lessonTexts(lessons),
};
