//! What the evaluation's weights mean, in hundredths of a pawn, and the numbers beside them that are no matter of
//! fitting.

use super::fitted::WIN_SCALE;
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::{Fitting, weight_set};
use crate::search::{Feature, Features, Parameters};

weight_set! {
    /// The weights of chess's evaluation.
    pub struct Weights {
        /// A piece by kind, from the pawn to the king.
        pub material: [Tapered; 6],

        /// A piece of each kind on a square, by its rank as its side counts it and by its file's distance from the
        /// edge: both wings count the same.
        pub squares: [[[Tapered; 4]; 8]; 6],

        // Pieces.

        /// A knight by the number of squares that it can safely go to.
        pub knight_mobility: [Tapered; 9],
        /// A bishop by the same.
        pub bishop_mobility: [Tapered; 14],
        /// A rook by the same.
        pub rook_mobility: [Tapered; 15],
        /// A queen by the same.
        pub queen_mobility: [Tapered; 28],
        /// Two bishops.
        pub bishop_pair: Tapered,
        /// A bishop for each own pawn on squares of its colour.
        pub bishop_blocked_by_pawn: Tapered,
        /// A knight on its fourth to sixth rank that a pawn guards and none can drive away.
        pub knight_outpost: Tapered,
        /// A bishop there.
        pub bishop_outpost: Tapered,
        /// A minor piece right behind a pawn.
        pub minor_behind_pawn: Tapered,
        /// A knight that can go to an outpost.
        pub knight_near_outpost: Tapered,
        /// A bishop that sees two of the four squares in the centre, if only through pieces.
        pub bishop_on_long_diagonal: Tapered,
        /// A knight for each own pawn beyond five.
        pub knight_with_pawns: Tapered,
        /// A rook for each own pawn beyond five.
        pub rook_with_pawns: Tapered,
        /// A rook on a file without own pawns.
        pub rook_half_open_file: Tapered,
        /// A rook on a file without any pawns.
        pub rook_open_file: Tapered,
        /// A rook on its seventh rank where it attacks pawns or confines the king.
        pub rook_on_seventh: Tapered,

        // Pawns, those with ranks by rank as the side counts them.

        /// A pawn with another of its side ahead on its file.
        pub doubled: Tapered,
        /// A pawn without neighbours on the files beside it.
        pub isolated: Tapered,
        /// A pawn that no neighbour can come up to guard, where a pawn attacks the square ahead.
        pub backward: Tapered,
        /// A pawn guarded by another or beside one.
        pub connected: [Tapered; 8],
        /// An isolated or backward pawn with no pawn of the other side ahead on its file, in addition.
        pub weak_on_half_open_file: Tapered,
        /// A passed pawn.
        pub passed: [Tapered; 8],
        /// A passed pawn for each square of distance of the other side's king from the square ahead of it, times
        /// [`PASSED_WEIGHT`].
        pub passed_their_king: Tapered,
        /// The same for its own side's king.
        pub passed_our_king: Tapered,
        /// A passed pawn with nothing on the square ahead, times [`PASSED_WEIGHT`].
        pub passed_free: Tapered,
        /// The same where nobody attacks that square either, in addition.
        pub passed_safe: Tapered,
        /// The same where nobody attacks a square of all its way, in addition.
        pub passed_way_safe: Tapered,
        /// A passed pawn whose next square its own side attacks, times [`PASSED_WEIGHT`].
        pub passed_escorted: Tapered,
        /// A rook of its own behind a passed pawn.
        pub rook_behind_passed: Tapered,

        // Threats against pieces of the other side.

        /// A pawn attacks a piece.
        pub pawn_attacks_piece: Tapered => Fitting::GOOD,
        /// A minor piece attacks a piece or pawn, by kind of what it attacks: a rook or queen, or what is guarded
        /// badly.
        pub minor_attacks: [Tapered; 6],
        /// A rook attacks a piece or pawn, by its kind: a queen, or what is guarded badly.
        pub rook_attacks: [Tapered; 6],
        /// The king attacks a piece or pawn that is guarded badly.
        pub king_attacks: Tapered,
        /// A pawn could go ahead safely and then attack a piece.
        pub pawn_push_attacks: Tapered,
        /// A square that both sides attack, the other side without guarding it well.
        pub contested: Tapered,
        /// A piece or pawn that is attacked and not guarded.
        pub hanging: Tapered => Fitting::GOOD,

        // The king's safety. Danger adds up in points of its own, of which about two are one of the evaluation's units
        // where there is much danger.

        /// An attacker by kind.
        pub attacker: [i32; 6] => Fitting::GOOD.in_units_of(2),
        /// Each square next to the king that it attacks.
        pub attacked_square: i32 => Fitting::GOOD.in_units_of(2),
        /// A square next to the king that the other side attacks and only king and queen guard.
        pub weak_square: i32 => Fitting::GOOD.in_units_of(2),
        /// A kind of piece that can check without being taken.
        pub safe_check: [i32; 6] => Fitting::GOOD.in_units_of(2),
        /// An attack without a queen.
        pub no_queen: i32 => Fitting::BAD.in_units_of(2),
        /// Each square of the king's wing on its own five ranks that the other side attacks, and each that it attacks
        /// twice.
        pub wing_attacked: i32 => Fitting::GOOD.in_units_of(2),
        /// Each of these squares that the king's side attacks.
        pub wing_guarded: i32 => Fitting::BAD.in_units_of(2),
        /// What each hundredth of a pawn of a bad shelter adds, in tenths.
        pub bad_shelter: i32 => Fitting::GOOD,
        /// The shelter on each of the three files around the king, by the rank of the own pawn that is nearest to the
        /// own edge and not behind the king (0: none).
        pub shelter: [i32; 8],
        /// The same on the king's own file.
        pub shelter_on_file: [i32; 8],
        /// A pawn of the other side on these files, by its rank as the king's side counts it; half of it where it is
        /// blocked.
        pub storm: [i32; 8],

        // How far the side that is ahead can make use of it, whatever its lead is: what is added to it in the end game,
        // but never beyond a lead of nothing.

        /// Always.
        pub use_of_lead: i32,
        /// For each pawn on the board.
        pub use_of_pawn: i32,
        /// For each passed pawn.
        pub use_of_passed_pawn: i32,
        /// Where pawns stand on both wings.
        pub use_of_both_wings: i32,
        /// Where only pawns are left.
        pub use_of_pawns_alone: i32,

        /// The right to move.
        pub tempo: i32,
    }
}

/// How much of the middle game a piece of each kind stands for.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The weight of what is said of a passed pawn's way, by rank.
pub const PASSED_WEIGHT: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];

/// Beyond this, more danger changes nothing.
pub const MOST_DANGER: i32 = 500;
/// The danger's square over this is what it costs in the middle game; its simple value over the other, in the end.
pub const DANGER_MIDDLE: i32 = 256;
pub const DANGER_END: i32 = 10;

/// What a piece of each kind counts for when it is asked which endgames can be won; no matter of fitting, as only the
/// order and the sums of a few count.
pub const ENDGAME_MATERIAL: [i32; 6] = [73, 296, 314, 396, 833, 0];

// Against a bare king. Such games are won as they stand, so that a fit would see no worth in what shows the way.

/// Each step that it is from the centre.
pub const BARE_KING_TO_EDGE: i32 = 21;
/// Each step that the kings are nearer to each other.
pub const KINGS_TOGETHER: i32 = 14;
/// With bishop and knight: each step that the bare king is nearer to a corner of the bishop's colour.
pub const TO_BISHOPS_CORNER: i32 = 25;

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

/// The numbers that steer the search. They are the average of the last 460 of 1,064 iterations of
/// `quadriga tune` by games at 10,000 nodes a move, but for the aspiration window, delta, and what is the default.
pub const PARAMETERS: Parameters = Parameters {
    aspiration: 14,
    reverse_futility: 78,
    null_move: 108,
    futility_base: 39,
    futility_depth: 25,
    quiet_exchange: 79,
    noisy_exchange: 23,
    delta: 180,
    reduction_base: 1198,
    reduction_slope: 365,
    reduction_cut: 1150,
    reduction_not_improving: 405,
    reduction_noisy: 591,
    reduction_refuted: 921,
    reduction_history: 987,
    deeper: 1192,
    null_base: 4048,
    hint_order: 216,
    hint_history: 40,
    late_moves: 7,
    history_floor: 7716,
    singular: 36,
    prob_cut: 5237,
    pawn_correction: 54,
    continuation_correction: 54,
    halfmove_scale: 389,
    ..Parameters::for_win_scale(WIN_SCALE)
};

/// The parts of the search that chess uses: it has no wins to prove by itself.
pub const FEATURES: Features =
    Features::ALL.without(Feature::RootForcedWins).without(Feature::LeafForcedWins);
