//! The weights of chess, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 146171 positions of 2500 games of self-play by `quadriga fit --pull 3000`, which took the
//! loss from 0.52414 to 0.52071, and that of the games held back from 0.55505 to 0.55233.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=900/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 180;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    material: [t(67, 126), t(298, 355), t(323, 368), t(393, 647), t(830, 1235), t(0, 0)],
    pawn_advance: t(1, -2),
    pawn_advance_in_centre: t(5, -3),
    centrality: [t(-4, 3), t(3, 8), t(1, 7), t(-7, 7), t(0, 3), t(9, 3)],
    knight_advance: t(0, -1),
    minor_at_home: t(-14, -4),
    rook_centrality: t(12, -7),
    king_file: [t(14, 1), t(17, 3), t(-4, 1), t(-20, -6)],
    king_rank: [t(-6, -2), t(-29, -3), t(-34, 7), t(-66, 15), t(-67, 12), t(-69, 12), t(-70, 6), t(-80, 1)],
    mobility: [t(0, 0), t(5, 5), t(4, 2), t(3, 7), t(1, 9), t(0, 0)],
    bishop_pair: t(21, 57),
    bishop_blocked_by_pawn: t(-6, 5),
    knight_outpost: t(26, 21),
    bishop_outpost: t(21, 4),
    minor_behind_pawn: t(4, 3),
    rook_half_open_file: t(13, 19),
    rook_open_file: t(38, 2),
    rook_on_seventh: t(26, 34),
    doubled: t(-7, -24),
    isolated: t(-12, -7),
    backward: t(0, -19),
    connected: [t(0, 0), t(6, -1), t(17, -1), t(7, 2), t(8, 26), t(33, 47), t(91, 92), t(0, 0)],
    passed: [t(0, 0), t(0, 14), t(-1, 13), t(9, 12), t(28, 39), t(51, 113), t(94, 208), t(0, 0)],
    passed_their_king: t(-4, 14),
    passed_our_king: t(-1, -8),
    passed_free: t(13, -4),
    passed_safe: t(2, 18),
    rook_behind_passed: t(5, 31),
    pawn_attacks_piece: t(57, 33),
    minor_attacks_major: t(45, 22),
    minor_attacks_minor: t(19, 33),
    rook_attacks_queen: t(41, 28),
    hanging: t(21, 50),
    attacker: [0, 34, 17, 20, 30, 0],
    attacked_square: 7,
    weak_square: 15,
    safe_check: [0, 63, 33, 58, 45, 0],
    no_queen: -129,
    bad_shelter: 5,
    shelter: [-12, 17, 2, 3, -7, -1, -11, 0],
    shelter_on_file: [-16, 15, 6, 0, -15, -35, -25, 0],
    storm: [-2, -1, -9, -11, -4, 5, -1, 0],
    tempo: 18,
};
