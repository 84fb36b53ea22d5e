//! The weights of the evaluation, in hundredths of a pawn, and constants that are not fitted.

use crate::eval::classical::{Fitting, Tapered, weight_set};

weight_set! {
    /// The weights of chess's evaluation.
    pub struct Weights {
        /// Material values by kind, from pawn to king.
        pub material: [Tapered; 6],

        /// Piece-square values: by kind, by relative rank, and by the file's distance from the edge (both wings are
        /// symmetric).
        pub squares: [[[Tapered; 4]; 8]; 6],

        // Pieces.

        /// Knight mobility, by the number of squares attacked in the mobility area.
        pub knight_mobility: [Tapered; 9],
        /// Bishop mobility.
        pub bishop_mobility: [Tapered; 14],
        /// Rook mobility.
        pub rook_mobility: [Tapered; 15],
        /// Queen mobility.
        pub queen_mobility: [Tapered; 28],
        /// The bishop pair.
        pub bishop_pair: Tapered,
        /// A bishop, for each own pawn on squares of its colour.
        pub bishop_blocked_by_pawn: Tapered,
        /// A knight on an outpost: a square on its fourth to sixth rank that an own pawn defends and no enemy pawn can
        /// attack.
        pub knight_outpost: Tapered,
        /// A bishop on an outpost.
        pub bishop_outpost: Tapered,
        /// A minor piece directly behind a pawn.
        pub minor_behind_pawn: Tapered,
        /// A knight that can go to an outpost.
        pub knight_near_outpost: Tapered,
        /// A bishop whose diagonal contains two of the four centre squares, looking through pieces.
        pub bishop_on_long_diagonal: Tapered,
        /// A knight, for each own pawn above five; subtracted for each below five.
        pub knight_with_pawns: Tapered,
        /// A rook, for each own pawn above five; subtracted for each below five.
        pub rook_with_pawns: Tapered,
        /// A rook on a half-open file (no own pawns).
        pub rook_half_open_file: Tapered,
        /// A rook on an open file (no pawns).
        pub rook_open_file: Tapered,
        /// A rook on its seventh rank, if enemy pawns are there or the enemy king is confined to its back rank.
        pub rook_on_seventh: Tapered,

        // Pawns. Arrays are by relative rank.

        /// A doubled pawn: another own pawn ahead on its file.
        pub doubled: Tapered,
        /// An isolated pawn: no own pawns on adjacent files.
        pub isolated: Tapered,
        /// A backward pawn: no pawn on an adjacent file can advance to defend it, and an enemy pawn attacks the square
        /// ahead.
        pub backward: Tapered,
        /// A connected pawn: defended by an own pawn or beside one.
        pub connected: [Tapered; 8],
        /// Additional value of an isolated or backward pawn with no enemy pawn ahead on its file.
        pub weak_on_half_open_file: Tapered,
        /// A passed pawn.
        pub passed: [Tapered; 8],
        /// A passed pawn, for each step of distance of the enemy king from the square ahead of it, times
        /// [`PASSED_WEIGHT`].
        pub passed_their_king: Tapered,
        /// The same for the own king.
        pub passed_our_king: Tapered,
        /// An unblocked passed pawn, times [`PASSED_WEIGHT`].
        pub passed_free: Tapered,
        /// Additional value if the enemy does not attack the square ahead either.
        pub passed_safe: Tapered,
        /// Additional value if the enemy attacks no square on the path to promotion.
        pub passed_way_safe: Tapered,
        /// A passed pawn if its own side defends the square ahead, times [`PASSED_WEIGHT`].
        pub passed_escorted: Tapered,
        /// An own rook behind a passed pawn.
        pub rook_behind_passed: Tapered,

        // Threats against enemy pieces.

        /// A pawn attacks a piece.
        pub pawn_attacks_piece: Tapered => Fitting::GOOD,
        /// A minor piece attacks a rook or queen, or another weakly defended piece or pawn; by the kind attacked.
        pub minor_attacks: [Tapered; 6],
        /// A rook attacks a queen, or another weakly defended piece or pawn; by the kind attacked.
        pub rook_attacks: [Tapered; 6],
        /// The king attacks a weakly defended piece or pawn.
        pub king_attacks: Tapered,
        /// A safe pawn push would attack a piece.
        pub pawn_push_attacks: Tapered,
        /// A square that both sides attack and the enemy defends weakly.
        pub contested: Tapered,
        /// A hanging piece or pawn: attacked and not defended.
        pub hanging: Tapered => Fitting::GOOD,

        // King safety. Danger is summed in its own points; when danger is great, about two of them make one unit of the
        // evaluation.

        /// An attacker of the king's zone, by kind.
        pub attacker: [i32; 6] => Fitting::GOOD.in_units_of(2),
        /// Each square next to the king that an attacker attacks.
        pub attacked_square: i32 => Fitting::GOOD.in_units_of(2),
        /// A square next to the king that the enemy attacks and that is undefended, or defended only once, by king or
        /// queen.
        pub weak_square: i32 => Fitting::GOOD.in_units_of(2),
        /// A kind of piece that can give a safe check.
        pub safe_check: [i32; 6] => Fitting::GOOD.in_units_of(2),
        /// An attacker without a queen.
        pub no_queen: i32 => Fitting::BAD.in_units_of(2),
        /// Each square of the king's flank, on its own five ranks, that the enemy attacks; counted twice if attacked
        /// twice.
        pub wing_attacked: i32 => Fitting::GOOD.in_units_of(2),
        /// Each of these squares that the king's own side attacks.
        pub wing_guarded: i32 => Fitting::BAD.in_units_of(2),
        /// The danger added per hundredth of a pawn of bad (negative) shelter, and subtracted for good shelter, in
        /// tenths.
        pub bad_shelter: i32 => Fitting::GOOD,
        /// The shelter on each of the three files around the king, by the rank of the rearmost own pawn not behind the
        /// king (0: none).
        pub shelter: [i32; 8],
        /// The same for the king's own file.
        pub shelter_on_file: [i32; 8],
        /// An enemy pawn on these files, by its rank relative to the king's side; half if blocked.
        pub storm: [i32; 8],

        // Complexity: how easily the side ahead can convert its lead. The sum is added to the lead in the endgame, but
        // cannot turn it into a deficit.

        /// The constant term.
        pub complexity_base: i32,
        /// For each pawn on the board.
        pub complexity_pawn: i32,
        /// For each passed pawn.
        pub complexity_passed_pawn: i32,
        /// If there are pawns on both wings.
        pub complexity_both_wings: i32,
        /// If only pawns and kings are left.
        pub complexity_pawns_only: i32,

        /// The bonus of the side to move.
        pub tempo: i32,
    }
}

/// The phase weight of a piece of each kind.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The factor of the terms for a passed pawn's path, by relative rank.
pub const PASSED_WEIGHT: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];

/// The maximum danger.
pub const MOST_DANGER: i32 = 500;
/// The middle game penalty is the danger's square divided by [`DANGER_MIDDLE`]; the endgame penalty is the danger
/// divided by [`DANGER_END`].
pub const DANGER_MIDDLE: i32 = 256;
pub const DANGER_END: i32 = 10;

/// Material values for classifying endgames. They are not fitted, since only their order and a few sums matter.
pub const ENDGAME_MATERIAL: [i32; 6] = [73, 296, 314, 396, 833, 0];

// Driving a king towards mate. Such positions are all won, so fitting to results cannot find these weights.

/// For each step of the hunted king away from the centre.
pub const HUNTED_KING_TO_EDGE: i32 = 21;
/// For each step that the kings are closer to each other.
pub const KINGS_TOGETHER: i32 = 14;
/// With bishop and knight: for each step that the hunted king is closer to a corner of the bishop's colour.
pub const TO_BISHOPS_CORNER: i32 = 25;
/// The factor of the value if the hunted king has pieces left, which makes the mate take longer.
pub const HUNT_OF_DEFENDED_KING: i32 = 3;

/// The full scale factor. Scale factors of endgames are in 64ths.
pub const FULL_SCALE: i32 = 64;
/// The factor of evaluations, in 1024ths: the constant term, and the increase per unit of [`PHASE`].
pub const MATERIAL_SCALE_BASE: i32 = 840;
pub const MATERIAL_SCALE_PIECES: i32 = 12;
/// The stronger side has no pawns and is at most a minor piece ahead.
pub const SCALE_NO_PAWNS: i32 = 4;
/// Opposite-coloured bishops and no other pieces: the constant term, and the increase per pawn of the stronger side.
pub const SCALE_OPPOSITE_BISHOPS: i32 = 23;
pub const SCALE_OPPOSITE_BISHOPS_PAWN: i32 = 4;
/// Opposite-coloured bishops with other pieces.
pub const SCALE_OPPOSITE_BISHOPS_AND_MORE: i32 = 57;
// The factors from here on, and the one without pawns, were chosen to bring the evaluations of 12,000 positions of
// self-play closer to the results and to the scores of Stockfish 15.1 after 15,000 nodes.

/// Endgames with few pieces in which the weaker side holds unless it errs.
pub const SCALE_NEARLY_DRAWN: i32 = 8;
/// A rook and a pawn against a rook, with the weaker side's king in front of the pawn, and the same if the pawn is on
/// the sixth or seventh rank.
pub const SCALE_KING_BEFORE_PAWN: i32 = 12;
pub const SCALE_KING_BEFORE_FAR_PAWN: i32 = 20;
/// A rook each, with all pawns on one wing and one more for the stronger side.
pub const SCALE_ROOKS_ON_ONE_WING: i32 = 28;
/// A queen and a pawn against a queen: the constant term, and the increase per rank of the pawn, from 1 on the second.
pub const SCALE_QUEEN_AND_PAWN: i32 = 6;
pub const SCALE_QUEEN_AND_PAWN_RANK: i32 = 3;
/// The stronger side is more than a minor piece ahead, without pawns.
pub const SCALE_PIECES: i32 = 43;
/// A residual network's score in a king hunt: the network has seen few such positions, and the values it adds to
/// squares obscure the way to mate.
pub const SCALE_NETWORK_IN_HUNT: i32 = 16;
/// By the number of the stronger side's pawns, from one: the pieces are worth about the same, or less.
pub const SCALE_LEVEL_PIECES: [i32; 4] = [30, 40, 51, 58];
/// The same if it is the exchange ahead.
pub const SCALE_EXCHANGE_AHEAD: [i32; 4] = [36, 48, 56, 60];
