//! The weights of chess, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 920821 positions of 14499 games of self-play by `quadriga fit --pull 6000 --rounds 2`,
//! which took the loss from 0.53229 to 0.53175, and that of the games held back from 0.53927 to
//! 0.53885.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=900/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=4411fae3 nodes=3000 seed=3 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=900/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=2f5f1fdb nodes=3000 seed=5 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=900/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 180;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    material: [t(58, 122), t(295, 358), t(334, 352), t(371, 645), t(821, 1231), t(0, 0)],
    squares: [
        [
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
            [t(2, -4), t(18, -5), t(10, 3), t(-3, 7)],
            [t(2, -5), t(9, -7), t(13, -5), t(9, -4)],
            [t(-2, -1), t(0, -3), t(14, -13), t(18, -17)],
            [t(5, -3), t(13, -7), t(18, -9), t(28, -24)],
            [t(20, -21), t(20, -14), t(30, -22), t(45, -35)],
            [t(18, -56), t(31, -28), t(57, -34), t(76, -49)],
            [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
        ],
        [
            [t(-26, -26), t(-19, -17), t(-14, -13), t(-7, 1)],
            [t(-10, -15), t(-5, -10), t(-6, -5), t(-7, 13)],
            [t(-15, -14), t(-9, 1), t(-2, 4), t(5, 13)],
            [t(1, 3), t(13, 5), t(13, 16), t(12, 23)],
            [t(3, 0), t(8, 6), t(7, 17), t(19, 21)],
            [t(-3, -10), t(2, 3), t(4, 8), t(11, 13)],
            [t(-11, -20), t(-5, -8), t(5, -3), t(4, 6)],
            [t(-18, -31), t(-6, -18), t(-5, -11), t(0, -3)],
        ],
        [
            [t(-16, -26), t(-17, -24), t(-16, -10), t(-17, -6)],
            [t(-1, -14), t(0, -10), t(-3, -5), t(-1, 6)],
            [t(-6, -3), t(2, 7), t(-2, 0), t(2, 12)],
            [t(6, -1), t(4, 11), t(3, 19), t(14, 15)],
            [t(1, 1), t(10, 7), t(3, 7), t(12, 21)],
            [t(0, -4), t(5, 1), t(-4, 2), t(10, 18)],
            [t(-8, -14), t(-7, -7), t(-2, 4), t(1, 7)],
            [t(-5, -20), t(-6, -14), t(-5, -8), t(-2, -3)],
        ],
        [
            [t(17, -26), t(22, -18), t(27, -26), t(36, -31)],
            [t(8, -19), t(22, -19), t(18, -24), t(29, -29)],
            [t(0, -15), t(5, -15), t(4, -11), t(10, -9)],
            [t(-3, -3), t(11, 0), t(7, 1), t(13, -3)],
            [t(5, 3), t(9, 11), t(11, 6), t(16, 3)],
            [t(11, 1), t(20, 1), t(20, 0), t(30, -3)],
            [t(14, -15), t(18, -10), t(24, -11), t(28, -17)],
            [t(24, -13), t(27, -13), t(33, -12), t(37, -19)],
        ],
        [
            [t(-3, -12), t(-2, -8), t(-6, -15), t(-5, -14)],
            [t(-4, -8), t(1, -5), t(-2, -10), t(-2, -8)],
            [t(-4, -2), t(-1, 3), t(-1, 6), t(-5, 4)],
            [t(-6, 2), t(0, 7), t(-3, 7), t(0, 11)],
            [t(6, 5), t(-3, 6), t(4, 9), t(-5, 8)],
            [t(3, -1), t(2, 1), t(0, 5), t(8, 10)],
            [t(4, -1), t(2, -1), t(5, 4), t(0, 5)],
            [t(3, -8), t(2, -5), t(1, -3), t(2, 3)],
        ],
        [
            [t(-22, -3), t(-8, -13), t(-28, -10), t(-24, -20)],
            [t(-28, -3), t(-25, -1), t(-36, 4), t(-48, -3)],
            [t(-28, -1), t(-13, 7), t(-30, 7), t(-42, 5)],
            [t(-50, 15), t(-41, 15), t(-48, 24), t(-59, 16)],
            [t(-51, 12), t(-40, 14), t(-52, 28), t(-57, 14)],
            [t(-62, 14), t(-50, 15), t(-62, 13), t(-71, 11)],
            [t(-74, 2), t(-60, 15), t(-73, 13), t(-81, 2)],
            [t(-95, -14), t(-79, 4), t(-91, 5), t(-99, -2)],
        ],
    ],
    knight_mobility: [
        t(-24, -30), t(-15, -26), t(-9, -13), t(-5, 1), t(1, 3), t(5, 13), t(8, 19), t(11, 23), t(21, 9),
    ],
    bishop_mobility: [
        t(-27, -25), t(-20, -15), t(-12, -7), t(-9, -2), t(-4, 1), t(0, 4), t(2, 13), t(3, 9), t(4, 11),
        t(5, 6), t(14, 8), t(22, -9), t(24, 8), t(27, -6),
    ],
    rook_mobility: [
        t(-41, -66), t(-18, -52), t(-7, -33), t(-7, -19), t(-3, -20), t(-3, -10), t(-2, -3), t(0, 4),
        t(-2, 13), t(5, 17), t(5, 22), t(9, 26), t(12, 28), t(11, 32), t(12, 41),
    ],
    queen_mobility: [
        t(-17, -153), t(-19, -135), t(-13, -117), t(-11, -100), t(-8, -83), t(-7, -73), t(-6, -65),
        t(-3, -58), t(-3, -43), t(-1, -35), t(-1, -27), t(3, -17), t(2, -6), t(1, 6), t(1, 14), t(-1, 27),
        t(2, 29), t(-2, 35), t(3, 47), t(3, 52), t(6, 62), t(4, 66), t(7, 78), t(6, 84), t(10, 97),
        t(10, 105), t(13, 117), t(14, 124),
    ],
    bishop_pair: t(12, 69),
    bishop_blocked_by_pawn: t(-6, 2),
    knight_outpost: t(20, 11),
    bishop_outpost: t(24, 10),
    minor_behind_pawn: t(2, 7),
    knight_near_outpost: t(8, 9),
    bishop_on_long_diagonal: t(9, 14),
    knight_with_pawns: t(1, 7),
    rook_with_pawns: t(2, -5),
    rook_half_open_file: t(12, 12),
    rook_open_file: t(37, -1),
    rook_on_seventh: t(19, 20),
    doubled: t(-8, -18),
    isolated: t(-4, -4),
    backward: t(1, -14),
    connected: [t(0, 0), t(3, 1), t(11, 0), t(11, 2), t(13, 25), t(27, 51), t(87, 88), t(0, 0)],
    weak_on_half_open_file: t(-4, -4),
    passed: [t(0, 0), t(-5, 19), t(-10, 18), t(-3, 19), t(15, 41), t(51, 99), t(96, 177), t(0, 0)],
    passed_their_king: t(-3, 13),
    passed_our_king: t(-1, -6),
    passed_free: t(14, -8),
    passed_safe: t(-4, 13),
    passed_way_safe: t(2, 9),
    passed_escorted: t(6, 6),
    rook_behind_passed: t(5, 24),
    pawn_attacks_piece: t(49, 40),
    minor_attacks: [t(4, 17), t(15, 35), t(16, 25), t(43, 20), t(39, 21), t(0, 0)],
    rook_attacks: [t(5, 12), t(15, 11), t(26, 19), t(3, 2), t(43, 28), t(0, 0)],
    king_attacks: t(7, 27),
    pawn_push_attacks: t(13, 12),
    contested: t(3, -1),
    hanging: t(13, 30),
    attacker: [0, 24, 16, 11, 15, 0],
    attacked_square: 8,
    weak_square: 8,
    safe_check: [0, 69, 33, 71, 53, 0],
    no_queen: -97,
    wing_attacked: 5,
    wing_guarded: -4,
    bad_shelter: 5,
    shelter: [-11, 15, 3, -2, -4, -5, -8, 0],
    shelter_on_file: [-19, 13, 8, -5, -13, -34, -24, 0],
    storm: [-10, -4, -6, -8, -4, 4, -5, 0],
    use_of_lead: -66,
    use_of_pawn: 6,
    use_of_passed_pawn: 5,
    use_of_both_wings: 27,
    use_of_pawns_alone: 25,
    tempo: 15,
};
