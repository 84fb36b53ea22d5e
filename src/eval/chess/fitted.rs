//! The weights of chess, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! They are our own: material in the textbook's ratios and all else by what it seems worth at first, then fitted by
//! least squares, held near those first values, to what this engine's searches of 15,000 nodes said of 17,500 quiet
//! positions from its own games. The fit was worth 36 Elo at 1,000 nodes a move (300 pairs of games, 95 % between 10
//! and 62).

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 180;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    material: [t(73, 129), t(296, 349), t(314, 373), t(396, 630), t(833, 1236), t(0, 0)],
    pawn_advance: t(2, 2),
    pawn_advance_in_centre: t(4, -3),
    centrality: [t(-1, 1), t(4, 8), t(1, 1), t(-6, 5), t(-1, 9), t(2, 7)],
    knight_advance: t(0, -2),
    minor_at_home: t(-12, -7),
    rook_centrality: t(9, -6),
    king_file: [t(11, -3), t(17, 5), t(-2, -2), t(-18, -1)],
    king_rank: [t(0, -3), t(-27, 6), t(-38, 8), t(-68, 13), t(-68, 10), t(-70, 8), t(-70, 6), t(-80, 0)],
    mobility: [t(0, 0), t(6, 10), t(4, 8), t(3, 6), t(1, 7), t(0, 0)],
    bishop_pair: t(30, 56),
    bishop_blocked_by_pawn: t(-4, -3),
    knight_outpost: t(31, 29),
    bishop_outpost: t(19, 6),
    minor_behind_pawn: t(4, 5),
    rook_half_open_file: t(17, 13),
    rook_open_file: t(39, -5),
    rook_on_seventh: t(25, 28),
    doubled: t(-2, -26),
    isolated: t(-13, -10),
    backward: t(-2, -19),
    connected: [t(0, 0), t(7, 1), t(12, 0), t(8, 4), t(12, 30), t(30, 40), t(90, 95), t(0, 0)],
    passed: [t(0, 0), t(4, 15), t(2, 15), t(10, 10), t(38, 32), t(47, 113), t(95, 220), t(0, 0)],
    passed_their_king: t(0, 9),
    passed_our_king: t(-2, -5),
    passed_free: t(3, 3),
    passed_safe: t(9, 21),
    rook_behind_passed: t(3, 34),
    pawn_attacks_piece: t(60, 33),
    minor_attacks_major: t(50, 24),
    minor_attacks_minor: t(22, 36),
    rook_attacks_queen: t(41, 28),
    hanging: t(22, 54),
    attacker: [0, 41, 14, 18, 26, 0],
    attacked_square: 5,
    weak_square: 21,
    safe_check: [0, 61, 30, 43, 36, 0],
    no_queen: -135,
    bad_shelter: 6,
    shelter: [-15, 21, 5, 1, -9, -4, -11, 0],
    shelter_on_file: [-26, 18, 10, -4, -12, -33, -25, 0],
    storm: [0, 0, -8, -15, -8, 0, 0, 0],
    bare_king_to_edge: 21,
    kings_together: 14,
    to_bishops_corner: 25,
    tempo: 25,
};
