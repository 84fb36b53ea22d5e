//! Every number of the evaluation, in hundredths of a pawn.
//!
//! They are our own: material in the textbook's ratios and all else by what it seems worth at first, then
//! fitted by least squares, held near those first values, to what this engine's searches of 15,000 nodes said
//! of 17,500 quiet positions from its own games. The fit was worth 36 Elo at 1,000 nodes a move (300 pairs of
//! games, 95 % between 10 and 62).

use crate::eval::tapered::Tapered;

const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// A piece by kind, from the pawn to the king.
pub const MATERIAL: [Tapered; 6] = [t(73, 129), t(296, 349), t(314, 373), t(396, 630), t(833, 1236), t(0, 0)];

/// How much of the middle game a piece of each kind stands for.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

// Piece-square tables, made from a few numbers each. Centrality runs from 0 (corner) to 6 (centre), a file's
// from 0 (edge) to 3 (d and e), ranks from 0 as the side counts them.

/// A pawn for each rank ahead of its second, and the same for each step of its file's centrality.
pub const PAWN_ADVANCE: Tapered = t(2, 2);
pub const PAWN_ADVANCE_IN_CENTRE: Tapered = t(4, -3);
/// A piece of each kind for each step of centrality beyond the middling 3.
pub const CENTRALITY: [Tapered; 6] = [t(-1, 1), t(4, 8), t(1, 1), t(-6, 5), t(-1, 9), t(2, 7)];
/// A knight for each rank from its own edge, up to the sixth.
pub const KNIGHT_ADVANCE: Tapered = t(0, -2);
/// A knight or bishop on its own back rank.
pub const MINOR_AT_HOME: Tapered = t(-12, -7);
/// A rook for each step of its file's centrality.
pub const ROOK_CENTRALITY: Tapered = t(9, -6);
/// A king by its file's centrality, and by its rank.
pub const KING_FILE: [Tapered; 4] = [t(11, -3), t(17, 5), t(-2, -2), t(-18, -1)];
pub const KING_RANK: [Tapered; 8] =
    [t(0, -3), t(-27, 6), t(-38, 8), t(-68, 13), t(-68, 10), t(-70, 8), t(-70, 6), t(-80, 0)];

// Pieces.

/// Mobility by kind: the worth of each square that a piece can safely go to beyond the typical number, and
/// that number. Below a third of the typical number each square missing counts double.
pub const MOBILITY: [(Tapered, i32); 6] =
    [(t(0, 0), 0), (t(6, 10), 4), (t(4, 8), 6), (t(3, 6), 7), (t(1, 7), 13), (t(0, 0), 0)];
pub const BISHOP_PAIR: Tapered = t(30, 56);
/// A bishop for each own pawn on squares of its colour.
pub const BISHOP_BLOCKED_BY_PAWN: Tapered = t(-4, -3);
/// A minor piece on its fourth to sixth rank that a pawn guards and none can drive away.
pub const KNIGHT_OUTPOST: Tapered = t(31, 29);
pub const BISHOP_OUTPOST: Tapered = t(19, 6);
/// A minor piece right behind a pawn.
pub const MINOR_BEHIND_PAWN: Tapered = t(4, 5);
/// A rook on a file without own pawns, and on one without any.
pub const ROOK_HALF_OPEN_FILE: Tapered = t(17, 13);
pub const ROOK_OPEN_FILE: Tapered = t(39, -5);
/// A rook on its seventh rank where it attacks pawns or confines the king.
pub const ROOK_ON_SEVENTH: Tapered = t(25, 28);

// Pawns, those with ranks by rank as the side counts them.

pub const DOUBLED: Tapered = t(-2, -26);
pub const ISOLATED: Tapered = t(-13, -10);
pub const BACKWARD: Tapered = t(-2, -19);
/// A pawn guarded by another or beside one.
pub const CONNECTED: [Tapered; 8] =
    [t(0, 0), t(7, 1), t(12, 0), t(8, 4), t(12, 30), t(30, 40), t(90, 95), t(0, 0)];
pub const PASSED: [Tapered; 8] =
    [t(0, 0), t(4, 15), t(2, 15), t(10, 10), t(38, 32), t(47, 113), t(95, 220), t(0, 0)];
/// A passed pawn for each square of distance of the kings from the square ahead of it, times its weight by
/// rank.
pub const PASSED_THEIR_KING: Tapered = t(0, 9);
pub const PASSED_OUR_KING: Tapered = t(-2, -5);
/// A passed pawn with nothing on the square ahead, and with nobody attacking it either, times its weight by
/// rank.
pub const PASSED_FREE: Tapered = t(3, 3);
pub const PASSED_SAFE: Tapered = t(9, 21);
/// The weight of all that by rank.
pub const PASSED_WEIGHT: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];
/// A rook of its own behind a passed pawn.
pub const ROOK_BEHIND_PASSED: Tapered = t(3, 34);

// Threats against pieces of the other side.

pub const PAWN_ATTACKS_PIECE: Tapered = t(60, 33);
pub const MINOR_ATTACKS_MAJOR: Tapered = t(50, 24);
pub const MINOR_ATTACKS_MINOR: Tapered = t(22, 36);
pub const ROOK_ATTACKS_QUEEN: Tapered = t(41, 28);
/// A piece or pawn that is attacked and not guarded.
pub const HANGING: Tapered = t(22, 54);

// The king's safety. Danger adds up in points of its own.

/// An attacker by kind, and each square next to the king that it attacks.
pub const ATTACKER: [i32; 6] = [0, 41, 14, 18, 26, 0];
pub const ATTACKED_SQUARE: i32 = 5;
/// A square next to the king that the other side attacks and only king and queen guard.
pub const WEAK_SQUARE: i32 = 21;
/// A kind of piece that can check without being taken.
pub const SAFE_CHECK: [i32; 6] = [0, 61, 30, 43, 36, 0];
/// An attack without a queen.
pub const NO_QUEEN: i32 = -135;
/// What each hundredth of a pawn of a bad shelter adds, in tenths.
pub const BAD_SHELTER: i32 = 6;
/// Beyond this, more danger changes nothing.
pub const MOST_DANGER: i32 = 500;
/// The danger's square over this is what it costs in the middle game; its simple value over the other, in the
/// end.
pub const DANGER_MIDDLE: i32 = 256;
pub const DANGER_END: i32 = 10;

/// The shelter on each of the three files around the king, by the rank of the own pawn that is nearest to the
/// own edge and not behind the king (0: none).
pub const SHELTER: [i32; 8] = [-15, 21, 5, 1, -9, -4, -11, 0];
/// The same on the king's own file.
pub const SHELTER_ON_FILE: [i32; 8] = [-26, 18, 10, -4, -12, -33, -25, 0];
/// A pawn of the other side on these files, by its rank as the king's side counts it; half of it where it is
/// blocked.
pub const STORM: [i32; 8] = [0, 0, -8, -15, -8, 0, 0, 0];

// All the rest.

/// The right to move.
pub const TEMPO: i32 = 25;

/// How much of the end game's worth is left, in 64ths, where it is hard to win.
pub const FULL_SCALE: i32 = 64;
/// The stronger side has no pawns and at most a minor piece more.
pub const SCALE_NO_PAWNS: i32 = 12;
/// Bishops of opposite colours and no other pieces: without any pawn more, and for each pawn that the
/// stronger side has.
pub const SCALE_OPPOSITE_BISHOPS: i32 = 23;
pub const SCALE_OPPOSITE_BISHOPS_PAWN: i32 = 4;
/// Bishops of opposite colours beside other pieces.
pub const SCALE_OPPOSITE_BISHOPS_AND_MORE: i32 = 57;
/// Otherwise: without any pawn, and for each pawn that the stronger side has.
pub const SCALE_BASE: i32 = 43;
pub const SCALE_PAWN: i32 = 10;

/// Against a bare king: each step that it is from the centre, and each that the kings are nearer to each
/// other.
pub const BARE_KING_TO_EDGE: i32 = 21;
pub const KINGS_TOGETHER: i32 = 14;
/// With bishop and knight: each step that the bare king is nearer to a corner of the bishop's colour.
pub const TO_BISHOPS_CORNER: i32 = 25;
