//! Every number of the evaluation, in hundredths of a pawn.
//!
//! They are our own: material in the textbook's ratios, all else from how much of a pawn the thing seems
//! worth, rounded.

use super::tapered::Tapered;

const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// A piece by kind, from the pawn to the king.
pub const MATERIAL: [Tapered; 6] = [t(85, 115), t(330, 320), t(345, 340), t(480, 560), t(980, 1030), t(0, 0)];

/// How much of the middle game a piece of each kind stands for.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

// Piece-square tables, made from a few numbers each. Centrality runs from 0 (corner) to 6 (centre), a file's
// from 0 (edge) to 3 (d and e), ranks from 0 as the side counts them.

/// A pawn for each rank ahead of its second, and the same for each step of its file's centrality.
pub const PAWN_ADVANCE: Tapered = t(1, 5);
pub const PAWN_ADVANCE_IN_CENTRE: Tapered = t(3, 0);
/// A piece of each kind for each step of centrality beyond the middling 3.
pub const CENTRALITY: [Tapered; 6] = [t(0, 0), t(8, 7), t(4, 4), t(0, 0), t(1, 5), t(0, 10)];
/// A knight for each rank from its own edge, up to the sixth.
pub const KNIGHT_ADVANCE: Tapered = t(3, 2);
/// A knight or bishop on its own back rank.
pub const MINOR_AT_HOME: Tapered = t(-8, -4);
/// A rook for each step of its file's centrality.
pub const ROOK_CENTRALITY: Tapered = t(3, 0);
/// A king by its file's centrality, and by its rank.
pub const KING_FILE: [Tapered; 4] = [t(12, 0), t(20, 0), t(-5, 0), t(-15, 0)];
pub const KING_RANK: [Tapered; 8] =
    [t(0, 0), t(-20, 5), t(-45, 10), t(-65, 12), t(-75, 12), t(-80, 8), t(-85, 4), t(-90, 0)];

// Pieces.

/// Mobility by kind: the worth of each square that a piece can safely go to beyond the typical number, and
/// that number. Below a third of the typical number each square missing counts double.
pub const MOBILITY: [(Tapered, i32); 6] =
    [(t(0, 0), 0), (t(5, 5), 4), (t(5, 5), 6), (t(3, 5), 7), (t(2, 4), 13), (t(0, 0), 0)];
pub const BISHOP_PAIR: Tapered = t(30, 55);
/// A bishop for each own pawn on squares of its colour.
pub const BISHOP_BLOCKED_BY_PAWN: Tapered = t(-3, -6);
/// A minor piece on its fourth to sixth rank that a pawn guards and none can drive away.
pub const KNIGHT_OUTPOST: Tapered = t(28, 18);
pub const BISHOP_OUTPOST: Tapered = t(14, 8);
/// A minor piece right behind a pawn.
pub const MINOR_BEHIND_PAWN: Tapered = t(5, 2);
/// A rook on a file without own pawns, and on one without any.
pub const ROOK_HALF_OPEN_FILE: Tapered = t(14, 10);
pub const ROOK_OPEN_FILE: Tapered = t(30, 14);
/// A rook on its seventh rank where it attacks pawns or confines the king.
pub const ROOK_ON_SEVENTH: Tapered = t(12, 25);

// Pawns, those with ranks by rank as the side counts them.

pub const DOUBLED: Tapered = t(-8, -22);
pub const ISOLATED: Tapered = t(-12, -15);
pub const BACKWARD: Tapered = t(-9, -11);
/// A pawn guarded by another or beside one.
pub const CONNECTED: [Tapered; 8] =
    [t(0, 0), t(2, 0), t(6, 3), t(9, 6), t(16, 14), t(30, 30), t(50, 60), t(0, 0)];
pub const PASSED: [Tapered; 8] =
    [t(0, 0), t(2, 10), t(5, 15), t(12, 30), t(30, 60), t(60, 110), t(100, 180), t(0, 0)];
/// A passed pawn for each square of distance of the kings from the square ahead of it, times its weight by
/// rank.
pub const PASSED_THEIR_KING: Tapered = t(0, 5);
pub const PASSED_OUR_KING: Tapered = t(0, -3);
/// A passed pawn with nothing on the square ahead, and with nobody attacking it either, times its weight by
/// rank.
pub const PASSED_FREE: Tapered = t(3, 6);
pub const PASSED_SAFE: Tapered = t(4, 8);
/// The weight of all that by rank.
pub const PASSED_WEIGHT: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];
/// A rook of its own behind a passed pawn.
pub const ROOK_BEHIND_PASSED: Tapered = t(5, 20);

// Threats against pieces of the other side.

pub const PAWN_ATTACKS_PIECE: Tapered = t(50, 40);
pub const MINOR_ATTACKS_MAJOR: Tapered = t(40, 35);
pub const MINOR_ATTACKS_MINOR: Tapered = t(18, 20);
pub const ROOK_ATTACKS_QUEEN: Tapered = t(45, 20);
/// A piece or pawn that is attacked and not guarded.
pub const HANGING: Tapered = t(30, 25);

// The king's safety. Danger adds up in points of its own.

/// An attacker by kind, and each square next to the king that it attacks.
pub const ATTACKER: [i32; 6] = [0, 30, 25, 35, 50, 0];
pub const ATTACKED_SQUARE: i32 = 9;
/// A square next to the king that the other side attacks and only king and queen guard.
pub const WEAK_SQUARE: i32 = 18;
/// A kind of piece that can check without being taken.
pub const SAFE_CHECK: [i32; 6] = [0, 60, 40, 75, 65, 0];
/// An attack without a queen.
pub const NO_QUEEN: i32 = -110;
/// What each hundredth of a pawn of a bad shelter adds, in tenths.
pub const BAD_SHELTER: i32 = 6;
/// Beyond this, more danger changes nothing.
pub const MOST_DANGER: i32 = 500;
/// The danger's square over this is what it costs in the middle game; its simple value over the other, in the
/// end.
pub const DANGER_MIDDLE: i32 = 256;
pub const DANGER_END: i32 = 10;

/// The shelter on each of the three files around the king, by the rank of the foremost-guarding own pawn (0:
/// none).
pub const SHELTER: [i32; 8] = [-28, 12, 2, -10, -16, -20, -22, 0];
/// The same on the king's own file.
pub const SHELTER_ON_FILE: [i32; 8] = [-36, 16, 4, -12, -20, -24, -26, 0];
/// A pawn of the other side on these files, by its rank as the king's side counts it; half of it where it is
/// blocked.
pub const STORM: [i32; 8] = [0, 0, -34, -24, -12, -4, 0, 0];

// All the rest.

/// The right to move.
pub const TEMPO: i32 = 16;

/// How much of the end game's worth is left, in 64ths, where it is hard to win.
pub const FULL_SCALE: i32 = 64;
/// The stronger side has no pawns and at most a minor piece more.
pub const SCALE_NO_PAWNS: i32 = 8;
/// Bishops of opposite colours and no other pieces: without any pawn more, and for each pawn that the
/// stronger side has.
pub const SCALE_OPPOSITE_BISHOPS: i32 = 18;
pub const SCALE_OPPOSITE_BISHOPS_PAWN: i32 = 4;
/// Bishops of opposite colours beside other pieces.
pub const SCALE_OPPOSITE_BISHOPS_AND_MORE: i32 = 52;
/// Otherwise: without any pawn, and for each pawn that the stronger side has.
pub const SCALE_BASE: i32 = 44;
pub const SCALE_PAWN: i32 = 5;

/// Against a bare king: each step that it is from the centre, and each that the kings are nearer to each
/// other.
pub const BARE_KING_TO_EDGE: i32 = 20;
pub const KINGS_TOGETHER: i32 = 12;
/// With bishop and knight: each step that the bare king is nearer to a corner of the bishop's colour.
pub const TO_BISHOPS_CORNER: i32 = 25;
