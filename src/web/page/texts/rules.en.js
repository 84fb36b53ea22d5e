import { ruleTexts } from "./rules.js";

// How the texts are written is said in rules/text.js.
const zhonggong = {
  turns: `The board and the turns
The pieces stand where the lines cross, on nine files, a to i, and nine ranks, 1 to 9. The nine points d4 to f6 are the **palace** (中宫), which both generals share. The rank nearest to a side is its **back rank**: rank 1 for Red, rank 9 for Black.
Red moves first, then the sides take turns; nobody may pass. A piece moves to an empty point, or captures by moving to the point of an enemy piece, which leaves the board.
> The start of a game.`,
  general: `General 帅 将
One point along a line, never out of the palace. The generals may face each other along an open line; [beside each other](facing) they attack.
> The general on e4 has three steps.`,
  advisor: `Advisor 仕 士
One point diagonally, anywhere on the board.
> No palace holds it.`,
  elephant: `Elephant 相 象
Two points diagonally, anywhere on the board. A piece on the point between, its eye, blocks the way.
> The pawn on d6 blocks the way to e7.`,
  horse: `Horse 马
One point along a line, then one point diagonally outwards. A piece on the first of these points, its leg, blocks the way.
> The pawn on h3 blocks the ways to i2 and i4.`,
  chariot: `Chariot 车
Any distance along a line, as far as the points are empty.
> It takes the pawn on c5; its own advisor on f3 stands in the way.`,
  cannon: `Cannon 炮
It moves like the chariot. But to capture, it must jump over exactly one piece of either side, its **screen** (炮架).
> It takes the horse on b8 over the pawn on b6, but cannot take that pawn.`,
  pawn: `Pawn 兵 卒
One point forward or sideways, from its first move on; never backward. It captures in the same way. On the far rank it can only go sideways and becomes nothing else, but there it can be [traded](trade).
> Forward or sideways; on the far rank only sideways.`,
  legal: `What a legal move is
After your move your own general must not be [in check](check), and it must have a [liberty](liberty). Every step, capture or [trade](trade) that leaves it so is legal; any other is not.
Generals are never really captured: the game ends before that.`,
  check: `Check 将军
The generals live so close together that an attack alone is no check. Suppose your general were captured. If you could then capture back on the same point, it would have been an exchange, and it does not count. If you could not, it would have been **free** (白吃).
A general that could be taken for free is **in check**, and the check has to be [answered](answer).
> Nobody could recapture on e6: check. Black must go to d6 or f6.`,
  tether: `Tether 牵将
A general that is attacked, but by no free capture, is **tethered**. That is no check, and nothing need be done. But a last [guard](guards) [may not leave](duty).
> The advisor on d7 could recapture: no check, but the advisor has to stay.`,
  guards: `Guards 护子
The pieces that could capture on their own general’s point are its **guards**. What counts is how they move, on the board as it would be after the general’s capture: the attacker has left its old point, which can open a line for a piece behind it, or take a screen away.
It does not matter whether a piece may leave its point: one that is needed as a guard attacks and guards all the same.
> Guards are the chariot, the advisor and the horse. The cannon has no screen, and the pawn on f5 blocks the elephant.
> After e3xe6 the chariot on e1 could recapture: a tether.
> After e3xe6 the cannon on e1 would have no screen: check.
> The chariot on d4 is all that guards its general, and it gives check nevertheless.`,
  duty: `What a guard may do
As long as the attack lasts, a guard that is needed may do only what keeps the general guarded or ends the attack. Of two guards either may leave, but not both. A screen that a guarding cannon needs is nailed in the same way.
> The chariot may go to e7 and guards from there. It may not leave the e-file.
> The advisor is tied to e6 and cannot recapture on c8.
> The pawn may go to e7 and still be the screen, but not sideways.`,
  answer: `Answering check
There are five ways: move the general, capture the attacker, block its way, **guard the general**, or [trade](trade). After guarding, the attack goes on, but it is a mere tether.
> The general steps aside, or the horse guards e6 from g5 or g7.`,
  facing: `Generals beside each other
A general captures like any other piece, so beside its rival it attacks it, and the same rule says what that is worth. It may step there only where the rival could not take it for free.
> e4e5 is illegal: Black’s general could take for free.
> The chariot guards e5, so Black’s general is the one in check.
> After the very first move e4e5 both generals are attacked, and both are guarded: no check.`,
  mate: `Checkmate 将死
A side that is in check and has no legal move is checkmated and loses. Taking the last guard is often enough.
> The chariot takes the advisor, and the attack from e1 has become check.`,
  liberty: `Liberties 气
The **liberties** of a general are the empty points among its four neighbours along the lines, inside the palace or not. A piece of either side takes one away.
Your move must leave your own general at least one liberty. A general without any is **stifled** (困将): it must get one at once, and if no move gives it one, its side is **trapped** (困毙) and loses.
> The general on f6 has three: e6, f7 and g6. The elephant has taken the fourth.
> c7d5 is illegal: d5 is the last liberty.
> Red is not in check, but must free a point: no move of the chariot is legal, d4d5 and c4c5 are.
> d4d5 takes the last liberty. The pawn on e6 is the only guard, so it may not make room: Black is trapped.`,
  trade: `Trades 兑子
A pawn on the opponent’s back rank is **home** (到底). Instead of another move you may remove some of your home pawns together with one enemy piece, wherever it stands.
- A pawn costs one home pawn, a cannon two, a horse three, a chariot four.
- Advisors, elephants and generals cannot be traded for.
- The price is exact; which of your home pawns you give is your choice.
- Afterwards your general must be out of check and have a liberty, as after any move.
> For the cannon Red gives two of the three pawns: no fewer, no more.
> A trade may answer check: a9 and c9 take the cannon away.
> It may give checkmate: three pawns take the horse, Black’s only guard.
> And it may be illegal: a9xe7 would open the e-file to the chariot.`,
  five: `Five pawns 五兵到底
A side that brings its fifth pawn home with a legal move wins at once. The move must be legal: not while your general stays in check or without a liberty.
> e8e9 wins.
> A tether is no check: i8i9 wins.
> e8e9 does not answer the check: illegal.
> The general on d4 must get a liberty first: i8i9 is illegal.`,
  end: `The end of a game
After each move, in this order:
- **Five pawns** of the side that has moved are home: it has [won](five).
- The side to move has **no legal move**: it has lost, be it [checkmated](mate), [trapped](liberty) or simply without a move. There is no stalemate.
- The position has occurred **three times**: see [repetition](repetition).
- **120 moves** in a row, 60 by each side, without a capture or a trade: a draw.
A game is never drawn for lack of pieces: even bare generals win or lose.
> Black is not in check but has no legal move: Red wins.`,
  repetition: `Repetition
The same pieces on the same points with the same side to move: when that occurs for the third time, the moves since it last occurred are looked at.
- If one side gave check with **each** of them and the other side did not, the checking side loses (长将).
- Otherwise the game is a draw.
A tether is no check, and chasing other pieces is allowed.`,
  notation: `Writing moves
A step or capture is the point of origin and the destination: e4e5. A trade is the home pawns, then x and the point of the enemy piece: a9c9xe7.
The Chinese names and WXF are understood, too: 兵九进一, P9+1.`,
};

const xiangqi = {
  turns: `The board and the turns
The pieces stand where the lines cross, on nine files, a to i, and ten ranks, 1 to 10. Between ranks 5 and 6 runs the **river** (楚河汉界). The nine points with crossed lines on each side are its **palace** (九宫).
Red moves first, then the sides take turns; nobody may pass. A piece moves to an empty point, or captures by moving to the point of an enemy piece, which leaves the board.
> The start of a game.`,
  general: `General 帅 将
One point along a line, never out of its palace. It may not go where it could be captured, and the generals may not [face each other](facing).
> The general on e2 has four steps.`,
  advisor: `Advisor 仕 士
One point diagonally, never out of the palace.
> Its own general occupies the fourth corner.`,
  elephant: `Elephant 相 象
Two points diagonally, never across the river. A piece on the point between, its eye, blocks the way (塞象眼).
> The pawn on d2 blocks the way to c1.`,
  horse: `Horse 马
One point along a line, then one point diagonally outwards. A piece on the first of these points, its leg, blocks the way (蹩马腿).
> The pawn on e4 blocks the ways to d3 and f3.`,
  chariot: `Chariot 车
Any distance along a line, as far as the points are empty.
> It takes the pawn on c7; its own horse on f5 stands in the way.`,
  cannon: `Cannon 炮
It moves like the chariot. But to capture, it must jump over exactly one piece of either side, its **screen** (炮架).
> It takes the horse on c7 over the pawn on c5, but cannot take that pawn.`,
  pawn: `Pawn 兵 卒
One point forward; once across the river also sideways. Never backward. It captures in the same way. On the far rank it can only go sideways, and becomes nothing else.
> Before the river and behind it.`,
  facing: `Facing generals
The two generals may not stand on one file with nothing between them. So each guards its whole file from afar.
> The horse may not leave the file.`,
  check: `Check 将军
A general that could be captured with the next move is **in check**. Your move must not leave your own general in check. Against check you can move the general, capture the attacker or block its way; you can also hobble a horse or take a cannon’s screen away.
> The cannon attacks over the advisor. The general can step aside, or the advisor, its screen.`,
  mate: `Checkmate, and no legal move
A side that is in check and has no legal move is **checkmated** (将死) and loses. A side that has no legal move without being in check (困毙) loses as well: there is no stalemate.
> Checkmate: on e10 the general would face its rival.
> Not in check, but without a move: Black loses.`,
  repetition: `Perpetual check and chase
The same pieces on the same points with the same side to move: when that occurs for the third time, the game is over. All moves in between count.
- **Perpetual check** (长将): one side gave check with each move, the other did not. The checking side loses.
- **Perpetual chase** (长捉): nobody gave check, and one side attacked one and the same piece anew with each move. It loses.
- Anything else, and if both sides do the same: a draw.
A general or a pawn may attack for ever; a general, or a pawn that has not crossed the river, may be attacked for ever. It is no chase to attack a protected piece, unless a horse or cannon attacks a chariot, or an advisor or elephant attacks a chariot, cannon or horse. Nor is it one if two pieces of a kind attack each other and both could capture.
> The chariot follows the cannon for ever: a chase, Red loses.
> The chariot on b10 protects the cannon: a draw.`,
  end: `Draws
- A repetition in which nobody is to blame.
- 120 moves in a row, 60 by each side, without a capture. A side’s checks beyond its tenth, and the answers to them, are not counted.
- Neither side has a piece left that can cross the river.
- Both sides agree.`,
  notation: `Writing moves
Two points, h3e3; Chinese names, 炮二平五; or WXF, C2=5. In the latter two each side counts the files from its own right; 进 and + are forward, 退 and - backward, 平 and = sideways.`,
};

const chess = {
  turns: `The board and the turns
Files a to h, ranks 1 to 8; the square h1 is a light one. White moves first, then the sides take turns; nobody may pass. A piece moves to an empty square, or captures by moving to the square of an enemy piece, which leaves the board. Only the knight jumps over others.
> The start of a game.`,
  king: `King
One square in any direction, but never to a square that is attacked. Once in a game it may [castle](castling).
> The king on d4 has eight squares.`,
  queen: `Queen
Any distance along a file, a rank or a diagonal, as far as the squares are empty.
> It takes the pawn on d5; its own knight on f4 stands in the way.`,
  rook: `Rook
Any distance along a file or a rank, as far as the squares are empty.
> It takes the pawn on d6; its own pawn on f4 stands in the way.`,
  bishop: `Bishop
Any distance along a diagonal, as far as the squares are empty. It never leaves the squares of its colour.
> It takes the pawn on f5.`,
  knight: `Knight
Two squares straight and one to the side. It jumps over all that stands between.
> Pieces around it do not matter.`,
  pawn: `Pawn
One square forward, from its first square one or two, if they are empty. It captures differently: one square diagonally forward. It never goes back. See also [en passant](en-passant) and [promotion](promotion).
> From e4 forward or d5; nothing stands on f5 that could be captured.`,
  "en-passant": `En passant
If a pawn goes two squares from its first square and lands beside an enemy pawn, that pawn may capture it as if it had gone only one; but only with the very next move.
> Black has just played d7d5: White may take on d6, and the pawn on d5 goes.`,
  promotion: `Promotion
A pawn that reaches the far rank becomes a queen, rook, bishop or knight of its colour in the same move, whatever else is on the board.
> The pawn goes to a8 and becomes, say, a queen.`,
  castling: `Castling
The king goes two squares towards a rook, and the rook goes to the square that the king has crossed.
- Neither of them has moved before.
- Nothing stands between them.
- The king is not in check, and it crosses or reaches no attacked square; the rook may.
> King’s side and queen’s side.
> The rook attacks f1, which the king would cross. On the queen’s side castling is allowed.`,
  check: `Check
A king that could be captured with the next move is **in check**. Your move must not leave your own king in check. Against check you can move the king, capture the attacker or block its way.
> Three ways out: the king to d1, the bishop to e2, or the knight takes the rook.`,
  mate: `Checkmate
A side that is in check and has no legal move is checkmated and loses.
> Black’s own pawns shut the king in.`,
  stalemate: `Stalemate
A side that is not in check but has no legal move is stalemated: the game is a draw.
> Black to move has none.`,
  end: `Other draws
- Neither side can possibly give mate: king against king, alone or with one knight or bishop, or with bishops all on one colour.
- Fifty moves by each side in a row without a capture or a pawn’s move. Checkmate goes first.
- A position occurs for the third time: see [repetition](repetition).
- Both sides agree.`,
  repetition: `Repetition
The game is a draw when a position occurs for the third time: the same pieces on the same squares, the same side to move, and the same rights to castle and to capture en passant.`,
  chess960: `Chess960
The pieces behind the pawns stand in one of 960 arrangements, the same for both sides: the bishops on squares of both colours, the king between the rooks. After castling, king and rook stand where they would in ordinary chess: on the c- and d-file, or on the g- and f-file. All squares that either of them crosses or reaches must be empty but for these two.`,
  notation: `Writing moves
Names such as e4, Nf3, exd5, e8=Q, O-O; or the squares of origin and destination, g1f3, e7e8q.`,
};

const terms = `What to look for
A **four** is a row that one more stone turns into five. A four with both ends free, an **open four**, cannot be stopped. An **open three** is a row that one more stone turns into an open four. A row may have a gap.
Who makes two such threats with one stone usually wins: two fours, a four and an open three, or two open threes.
> A four: White can still close one end.
> An open four: White can close only one end.
> An open three.`;
const placing = `The board and the turns
Black begins; then the sides in turn put one stone each on an empty point. Stones are never moved and never taken. The usual board has 15 lines each way; others can be chosen under New game.`;
const point = `Writing moves
A move is its point: the letter of the file and the number of the rank, as h8 for the middle of the usual board.`;
const full = `The end of a game
A row decides the game at once. If the board is full without one, the game is a draw.`;

const gomoku = {
  turns: placing,
  five: `Five in a row
Who first has five or more stones in an unbroken row wins: along a line of the board or along a diagonal.
> Black has won.`,
  end: full,
  terms,
  notation: point,
};

const standard = {
  turns: placing,
  five: `Exactly five in a row
Who first has exactly five stones in an unbroken row wins: along a line of the board or along a diagonal. Six or more (an **overline**) are worth nothing, and the game goes on.
> Six in a row: nobody has won, and White is to move.`,
  end: full,
  terms,
  notation: point,
};

const renju = {
  turns: placing,
  five: `Five in a row
Black wins with exactly five stones in an unbroken row. White wins with five or more. A five wins whatever else the stone makes, be it an overline, fours or threes.`,
  forbidden: `Forbidden points
Renju makes up for Black’s first move. Black may not put a stone where it makes an [overline](overline), [two fours](four-four) or [two open threes](three-three), unless it makes exactly five. White may.
The board crosses out such points. A stone on one is not a legal move; where a record or a referee lets it be played, Black loses by it. If every empty point is forbidden to Black, who is to move, Black loses.`,
  overline: `Overline 长连
A row of six or more stones is forbidden to Black. White wins with it.
> g6 would make six.
> White may join the groups, and wins.`,
  "four-four": `Four-four 四四
A **four** is a row that one more stone turns into exactly five; it may have a gap and may be closed at one end. Two fours with one stone are forbidden to Black, even on one line. A row with a free point at each end that makes five is one four.
> g6 makes a four on the row and one on the file.
> With e6, both c6 and g6 complete a five.
> Allowed: on the row h6 would make six, so there is only one four.`,
  "three-three": `Three-three 三三
A **three** is a row that one more stone turns into a **straight four**: four stones without a gap that make five at either end. Two threes with one stone are forbidden to Black. A row that is blocked at one end, or short of room, is no three.
> f6 makes a three on the row and one on the file.
> Allowed: the row is blocked on c6.`,
  recursive: `Threes in doubt
The stone that would make the straight four must itself be allowed to Black, by all these rules, three-three included, and must not make five elsewhere. If there is no such stone, the row is no three.
> h8 is allowed: on the row only f8 would make a straight four, and f8 is forbidden, as it makes six on the file. The white stones at the edge only make the numbers equal.`,
  end: full,
  notation: point,
};

export default {
  "rules.title": "Rules of {game}",
  "rules.leave": "Back to the game",
  "rules.learn": "Learn it by doing",
  "rules.games": "Games",
  "rules.contents": "Contents",
  ...ruleTexts({ zhonggong, xiangqi, chess, gomoku, "gomoku-standard": standard, renju }),
};
