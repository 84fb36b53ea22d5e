//! The weights of xiangqi, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 172142 positions of 2000 games of self-play by `quadriga fit`, which took the loss from
//! 0.64747 to 0.64241, and that of the games held back from 0.65337 to 0.65067.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=1000/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 200;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    men: [t(0, 0), t(177, 99), t(141, 136), t(467, 411), t(1048, 1106), t(549, 395), t(87, 54)],
    general_ranks: [t(54, -9), t(-40, 7), t(-88, -12)],
    general_files: [t(26, 5), t(-32, 3)],
    advisor_in_centre: t(7, 28),
    elephant_in_centre: t(28, -4),
    elephant_on_edge: t(-23, -34),
    elephant_on_river: t(-43, -7),
    horse_ranks: [
        t(-45, -12), t(-58, -11), t(1, -1), t(-16, 6), t(33, 12), t(53, 14), t(78, 10), t(28, -5), t(49, 10),
        t(-21, -12),
    ],
    horse_files: [t(41, -15), t(43, -15), t(2, 9), t(-8, 5), t(-12, -7)],
    horse_before_general: t(-46, -34),
    chariot_ranks: [
        t(12, -9), t(29, -19), t(19, 7), t(21, 20), t(12, 40), t(14, 35), t(52, 45), t(14, 45), t(30, 6),
        t(6, -1),
    ],
    chariot_files: [t(25, 44), t(23, 52), t(41, 31), t(51, 6), t(27, 3)],
    cannon_ranks: [
        t(-9, 13), t(45, -6), t(41, 4), t(29, -12), t(28, -26), t(4, 5), t(14, -12), t(-2, -13), t(-29, 0),
        t(3, 18),
    ],
    cannon_files: [t(46, 2), t(11, 7), t(17, -22), t(5, 1), t(42, -13)],
    pawn_ranks: [
        t(0, 0), t(0, 0), t(0, 0), t(-26, 42), t(7, 33), t(57, 74), t(72, 101), t(76, 92), t(148, 56),
        t(7, -44),
    ],
    crossed_pawn_files: [t(44, 14), t(51, 17), t(12, 13), t(4, -4), t(-7, -3)],
    home_pawn_files: [t(14, 48), t(0, 0), t(-10, 6), t(0, 0), t(-21, 12)],
    pawns_abreast: t(-19, 5),
    mobility: [t(0, 0), t(0, 0), t(0, 0), t(18, 0), t(4, 2), t(2, 0), t(0, 0)],
    horse_trapped: t(9, -34),
    chariot_half_open_file: t(21, 57),
    chariot_open_file: t(47, 11),
    pressure: [0, 0, 0, 15, 5, 0, 6],
    attackers: [0, 0, 19, 27, 26, 32],
    pressure_without_defender: 5,
    hollow_cannon: t(120, -6),
    hollow_cannon_help: t(25, 10),
    side_cannon: t(2, -10),
    cannon_battery: t(15, 44),
    cannon_pin: t(16, 36),
    chariot_battery: t(31, 21),
    chariot_pin: t(26, 7),
    advisor_missed: [t(27, 6), t(35, 4), t(54, 34)],
    elephant_missed: [t(54, -22), t(24, 1), t(10, 18)],
    tempo: 8,
};
