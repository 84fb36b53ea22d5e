//! The weights of chess, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 662523 positions of 10499 games of self-play by `quadriga fit --pull 6000 --rounds 2`,
//! which took the loss from 0.53460 to 0.53143, and that of the games held back from 0.54428 to
//! 0.54099.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=900/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=4411fae3 nodes=3000 seed=3 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=900/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 180;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    material: [t(63, 123), t(294, 360), t(332, 357), t(382, 642), t(826, 1233), t(0, 0)],
    squares: [
        [
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(4, -5), t(14, -3), t(8, 2), t(-3, 6)],
            [t(1, -5), t(6, -5), t(11, -5), t(9, -5)],
            [t(-1, -1), t(1, -5), t(16, -13), t(19, -15)],
            [t(6, -4), t(13, -8), t(21, -12), t(31, -26)],
            [t(14, -18), t(22, -16), t(35, -26), t(50, -38)],
            [t(14, -38), t(33, -26), t(56, -37), t(76, -52)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
        ],
        [
            [t(-24, -26), t(-18, -19), t(-16, -12), t(-11, 0)],
            [t(-8, -15), t(-4, -8), t(-2, -2), t(-6, 12)],
            [t(-12, -12), t(-7, 0), t(-1, 7), t(6, 15)],
            [t(2, 2), t(7, 5), t(9, 17), t(13, 22)],
            [t(1, -1), t(7, 7), t(6, 16), t(15, 22)],
            [t(-3, -11), t(1, 1), t(4, 6), t(8, 13)],
            [t(-10, -20), t(-3, -9), t(3, -2), t(4, 6)],
            [t(-13, -29), t(-6, -19), t(-4, -11), t(0, -3)],
        ],
        [
            [t(-17, -26), t(-17, -22), t(-16, -11), t(-15, -5)],
            [t(-1, -14), t(1, -7), t(-1, -4), t(-1, 6)],
            [t(-5, -5), t(2, 3), t(1, 3), t(2, 13)],
            [t(4, 0), t(3, 10), t(2, 17), t(9, 17)],
            [t(0, 1), t(6, 7), t(2, 10), t(7, 21)],
            [t(-1, -6), t(4, 0), t(-2, 4), t(6, 17)],
            [t(-5, -14), t(-4, -7), t(-1, 2), t(1, 7)],
            [t(-4, -21), t(-4, -14), t(-3, -8), t(-1, -2)],
        ],
        [
            [t(19, -24), t(23, -18), t(28, -25), t(39, -27)],
            [t(11, -16), t(21, -17), t(20, -20), t(28, -23)],
            [t(3, -12), t(8, -11), t(11, -9), t(15, -9)],
            [t(-1, -2), t(8, 1), t(8, -1), t(13, -2)],
            [t(3, 2), t(8, 7), t(11, 4), t(16, 2)],
            [t(10, -2), t(17, -1), t(18, -3), t(26, -5)],
            [t(13, -15), t(19, -12), t(24, -12), t(28, -17)],
            [t(22, -17), t(26, -18), t(32, -16), t(36, -21)],
        ],
        [
            [t(-3, -11), t(-2, -7), t(-2, -8), t(-4, -8)],
            [t(-2, -7), t(2, -4), t(-1, -5), t(-3, -3)],
            [t(-2, -2), t(-2, 2), t(1, 4), t(-3, 5)],
            [t(-3, 1), t(1, 5), t(-1, 7), t(2, 10)],
            [t(4, 3), t(-2, 4), t(3, 8), t(-1, 9)],
            [t(1, -2), t(0, 0), t(0, 4), t(5, 8)],
            [t(2, -4), t(1, -2), t(3, 2), t(0, 4)],
            [t(1, -9), t(1, -6), t(1, -3), t(1, 1)],
        ],
        [
            [t(-19, -3), t(-8, -10), t(-25, -8), t(-23, -16)],
            [t(-30, -6), t(-25, -1), t(-34, 4), t(-44, -4)],
            [t(-28, 2), t(-15, 9), t(-30, 8), t(-38, 7)],
            [t(-51, 15), t(-40, 18), t(-50, 24), t(-59, 16)],
            [t(-52, 12), t(-41, 15), t(-52, 24), t(-59, 13)],
            [t(-63, 13), t(-51, 16), t(-63, 15), t(-71, 11)],
            [t(-74, 2), t(-61, 10), t(-74, 9), t(-81, 2)],
            [t(-94, -10), t(-80, 0), t(-92, 2), t(-100, -4)],
        ],
    ],
    knight_mobility: [
        t(-26, -28), t(-15, -21), t(-9, -13), t(-5, -1), t(1, 3), t(5, 10), t(9, 16), t(12, 21), t(20, 13),
    ],
    bishop_mobility: [
        t(-29, -20), t(-21, -13), t(-14, -9), t(-11, -5), t(-4, -2), t(0, 1), t(2, 9), t(4, 7), t(6, 7),
        t(7, 6), t(15, 7), t(20, -2), t(24, 10), t(27, 4),
    ],
    rook_mobility: [
        t(-35, -64), t(-21, -51), t(-10, -34), t(-8, -23), t(-5, -22), t(-4, -12), t(-2, -5), t(1, 2),
        t(-1, 11), t(6, 16), t(7, 21), t(10, 26), t(12, 30), t(14, 36), t(17, 44),
    ],
    queen_mobility: [
        t(-17, -153), t(-18, -135), t(-12, -117), t(-12, -100), t(-9, -82), t(-7, -72), t(-6, -64),
        t(-4, -56), t(-4, -44), t(-3, -35), t(-2, -27), t(1, -17), t(1, -8), t(0, 4), t(1, 11), t(0, 22),
        t(2, 27), t(1, 35), t(4, 46), t(5, 53), t(7, 63), t(6, 69), t(8, 80), t(8, 87), t(11, 98), t(11, 107),
        t(13, 117), t(14, 125),
    ],
    bishop_pair: t(16, 64),
    bishop_blocked_by_pawn: t(-6, 3),
    knight_outpost: t(22, 16),
    bishop_outpost: t(25, 9),
    minor_behind_pawn: t(2, 5),
    knight_near_outpost: t(7, 8),
    bishop_on_long_diagonal: t(6, 7),
    knight_with_pawns: t(1, 7),
    rook_with_pawns: t(0, -4),
    rook_half_open_file: t(12, 15),
    rook_open_file: t(37, -1),
    rook_on_seventh: t(22, 27),
    doubled: t(-8, -20),
    isolated: t(-6, -4),
    backward: t(2, -15),
    connected: [t(0, 0), t(4, 0), t(13, -1), t(9, 2), t(11, 25), t(30, 48), t(89, 90), t(0, 0)],
    weak_on_half_open_file: t(-3, -5),
    passed: [t(0, 0), t(-2, 17), t(-5, 15), t(2, 16), t(21, 41), t(52, 108), t(94, 191), t(0, 0)],
    passed_their_king: t(-3, 13),
    passed_our_king: t(-1, -7),
    passed_free: t(13, -8),
    passed_safe: t(-3, 14),
    passed_way_safe: t(2, 7),
    passed_escorted: t(5, 5),
    rook_behind_passed: t(5, 26),
    pawn_attacks_piece: t(51, 36),
    minor_attacks: [t(4, 14), t(16, 33), t(17, 29), t(44, 21), t(42, 21), t(0, 0)],
    rook_attacks: [t(4, 10), t(10, 7), t(18, 13), t(1, 1), t(42, 28), t(0, 0)],
    king_attacks: t(5, 21),
    pawn_push_attacks: t(11, 10),
    contested: t(3, -1),
    hanging: t(14, 34),
    attacker: [0, 27, 16, 13, 18, 0],
    attacked_square: 9,
    weak_square: 8,
    safe_check: [0, 66, 32, 71, 49, 0],
    no_queen: -109,
    wing_attacked: 3,
    wing_guarded: -2,
    bad_shelter: 5,
    shelter: [-10, 16, 4, 0, -2, -5, -10, 0],
    shelter_on_file: [-18, 15, 8, -3, -13, -34, -25, 0],
    storm: [-8, -2, -5, -8, -3, 5, -3, 0],
    use_of_lead: -43,
    use_of_pawn: 4,
    use_of_passed_pawn: 3,
    use_of_both_wings: 19,
    use_of_pawns_alone: 13,
    tempo: 16,
};
