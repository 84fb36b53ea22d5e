//! The weights of chess, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 1304823 positions of 20499 games of self-play by `quadriga fit --pull 6000 --rounds 2`,
//! which took the loss from 0.52720 to 0.52687, and that of the games held back from 0.53523 to
//! 0.53483.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=900/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=4411fae3 nodes=3000 seed=3 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=900/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=2f5f1fdb nodes=3000 seed=5 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=900/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=ec3cf599 nodes=3000 seed=6 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=900/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::classical::t;

/// What [`crate::search::Parameters::win_scale`] says.
pub const WIN_SCALE: i32 = 180;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    material: [t(54, 123), t(291, 356), t(332, 353), t(361, 648), t(817, 1230), t(0, 0)],
    squares: [
        [
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(1, -4), t(18, -2), t(10, 3), t(-2, 6)],
            [t(1, -7), t(10, -6), t(13, -6), t(10, -5)],
            [t(-2, -2), t(-1, -3), t(14, -14), t(17, -17)],
            [t(5, -2), t(14, -7), t(16, -9), t(25, -25)],
            [t(23, -21), t(20, -9), t(29, -16), t(42, -32)],
            [t(23, -72), t(28, -28), t(57, -32), t(76, -46)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
        ],
        [
            [t(-27, -26), t(-19, -17), t(-15, -13), t(-7, -1)],
            [t(-13, -15), t(-6, -11), t(-7, -5), t(-8, 14)],
            [t(-16, -14), t(-9, 1), t(-2, 3), t(4, 12)],
            [t(1, 4), t(16, 5), t(17, 15), t(13, 23)],
            [t(4, 0), t(10, 5), t(7, 18), t(22, 21)],
            [t(-4, -10), t(4, 5), t(3, 10), t(12, 11)],
            [t(-13, -21), t(-9, -7), t(6, -5), t(5, 7)],
            [t(-22, -33), t(-6, -17), t(-6, -11), t(0, -3)],
        ],
        [
            [t(-16, -27), t(-15, -25), t(-15, -7), t(-16, -6)],
            [t(-2, -13), t(0, -13), t(-2, -6), t(-2, 6)],
            [t(-6, 0), t(1, 9), t(-2, -1), t(2, 11)],
            [t(5, -2), t(5, 10), t(3, 20), t(16, 14)],
            [t(0, 1), t(12, 7), t(5, 5), t(14, 22)],
            [t(-1, -3), t(5, 0), t(-5, 0), t(13, 18)],
            [t(-11, -14), t(-11, -7), t(-3, 7), t(1, 6)],
            [t(-6, -20), t(-8, -13), t(-6, -7), t(-3, -4)],
        ],
        [
            [t(16, -30), t(19, -20), t(26, -28), t(35, -33)],
            [t(6, -23), t(20, -21), t(15, -25), t(30, -33)],
            [t(-2, -17), t(4, -17), t(-1, -11), t(6, -10)],
            [t(-5, -3), t(11, 0), t(7, 2), t(12, -4)],
            [t(8, 3), t(10, 13), t(11, 7), t(15, 5)],
            [t(11, 3), t(22, 3), t(22, 1), t(34, -1)],
            [t(15, -13), t(18, -7), t(24, -8), t(29, -14)],
            [t(25, -12), t(28, -10), t(33, -9), t(37, -18)],
        ],
        [
            [t(-6, -14), t(-5, -10), t(-8, -21), t(-5, -19)],
            [t(-4, -8), t(-1, -7), t(0, -15), t(-2, -13)],
            [t(-8, -2), t(0, 4), t(-4, 8), t(-6, 4)],
            [t(-6, 3), t(1, 9), t(-2, 7), t(-1, 13)],
            [t(6, 6), t(-3, 9), t(5, 9), t(-7, 8)],
            [t(3, -1), t(3, 1), t(0, 6), t(10, 12)],
            [t(2, 0), t(2, 0), t(7, 6), t(2, 7)],
            [t(5, -7), t(4, -4), t(1, -3), t(4, 5)],
        ],
        [
            [t(-22, -4), t(-8, -16), t(-31, -12), t(-24, -23)],
            [t(-28, -3), t(-26, -2), t(-39, 4), t(-51, -3)],
            [t(-26, -1), t(-12, 4), t(-32, 6), t(-46, 6)],
            [t(-49, 14), t(-41, 14), t(-46, 23), t(-59, 17)],
            [t(-51, 11), t(-38, 14), t(-52, 30), t(-56, 15)],
            [t(-61, 15), t(-49, 11), t(-61, 13), t(-70, 12)],
            [t(-74, 1), t(-59, 21), t(-72, 18), t(-81, 3)],
            [t(-96, -18), t(-78, 8), t(-90, 9), t(-98, 1)],
        ],
    ],
    knight_mobility: [
        t(-23, -34), t(-15, -30), t(-8, -14), t(-5, 2), t(0, 6), t(4, 14), t(7, 20), t(10, 24), t(19, 9),
    ],
    bishop_mobility: [
        t(-26, -29), t(-20, -16), t(-12, -6), t(-9, 2), t(-5, 4), t(0, 7), t(1, 16), t(3, 12), t(2, 13),
        t(5, 6), t(13, 9), t(24, -14), t(24, 6), t(28, -15),
    ],
    rook_mobility: [
        t(-46, -68), t(-16, -53), t(-5, -32), t(-6, -17), t(-3, -18), t(-3, -8), t(-2, -1), t(1, 4),
        t(-1, 13), t(4, 17), t(5, 22), t(7, 26), t(10, 28), t(9, 30), t(8, 40),
    ],
    queen_mobility: [
        t(-17, -153), t(-21, -135), t(-14, -117), t(-12, -101), t(-8, -84), t(-7, -75), t(-5, -65),
        t(-2, -58), t(-2, -42), t(0, -34), t(2, -26), t(4, -16), t(4, -4), t(2, 8), t(2, 16), t(-1, 31),
        t(2, 31), t(-3, 36), t(2, 48), t(1, 51), t(5, 61), t(2, 64), t(6, 76), t(4, 81), t(9, 95), t(9, 103),
        t(13, 117), t(13, 123),
    ],
    bishop_pair: t(9, 70),
    bishop_blocked_by_pawn: t(-5, 0),
    knight_outpost: t(18, 9),
    bishop_outpost: t(21, 9),
    minor_behind_pawn: t(2, 7),
    knight_near_outpost: t(9, 10),
    bishop_on_long_diagonal: t(9, 17),
    knight_with_pawns: t(2, 7),
    rook_with_pawns: t(3, -6),
    rook_half_open_file: t(13, 10),
    rook_open_file: t(38, -2),
    rook_on_seventh: t(15, 15),
    doubled: t(-8, -17),
    isolated: t(-4, -3),
    backward: t(2, -14),
    connected: [t(0, 0), t(3, 1), t(10, 2), t(10, 4), t(13, 25), t(23, 53), t(86, 86), t(0, 0)],
    weak_on_half_open_file: t(-4, -5),
    passed: [t(0, 0), t(-7, 19), t(-13, 20), t(-5, 20), t(15, 39), t(48, 88), t(98, 165), t(0, 0)],
    passed_their_king: t(-3, 13),
    passed_our_king: t(-1, -6),
    passed_free: t(12, -7),
    passed_safe: t(-4, 12),
    passed_way_safe: t(1, 10),
    passed_escorted: t(6, 6),
    rook_behind_passed: t(5, 23),
    pawn_attacks_piece: t(47, 43),
    minor_attacks: [t(4, 18), t(14, 35), t(17, 22), t(42, 19), t(37, 21), t(0, 0)],
    rook_attacks: [t(4, 13), t(19, 13), t(29, 20), t(6, 4), t(45, 28), t(0, 0)],
    king_attacks: t(9, 27),
    pawn_push_attacks: t(14, 13),
    contested: t(3, -1),
    hanging: t(12, 28),
    attacker: [0, 22, 14, 7, 10, 0],
    attacked_square: 8,
    weak_square: 9,
    safe_check: [0, 66, 32, 69, 54, 0],
    no_queen: -87,
    wing_attacked: 6,
    wing_guarded: -4,
    bad_shelter: 5,
    shelter: [-13, 14, 2, -4, -5, -5, -6, 0],
    shelter_on_file: [-21, 12, 7, -6, -14, -32, -23, 0],
    storm: [-11, -5, -9, -10, -6, 4, -5, 0],
    complexity_base: -75,
    complexity_pawn: 6,
    complexity_passed_pawn: 5,
    complexity_both_wings: 31,
    complexity_pawns_only: 33,
    tempo: 15,
};
