//! The weights of xiangqi, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Our own, not fitted to anything: material in the classical ratios (a chariot for two cannons or horses, a
//! defender for two pawns), all else from how much of a pawn the thing seems worth, rounded.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 200;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    men: [t(0, 0), t(180, 190), t(190, 190), t(400, 440), t(900, 980), t(440, 430), t(70, 80)],
    general_ranks: [t(0, 0), t(-25, -4), t(-50, -10)],
    general_files: [t(0, 8), t(-6, 0)],
    advisor_in_centre: t(6, 8),
    elephant_in_centre: t(14, 10),
    elephant_on_edge: t(-14, -14),
    elephant_on_river: t(-2, 2),
    horse_ranks: [
        t(-18, -18), t(-10, -10), t(2, 0), t(2, 4), t(10, 10), t(16, 14), t(20, 18), t(20, 20), t(10, 10),
        t(-16, -8),
    ],
    horse_files: [t(2, 8), t(4, 6), t(6, 4), t(0, 0), t(-14, -12)],
    horse_before_general: t(-24, -10),
    chariot_ranks: [
        t(-10, -4), t(2, 0), t(0, 0), t(4, 2), t(8, 4), t(12, 6), t(14, 8), t(12, 10), t(14, 12), t(8, 6),
    ],
    chariot_files: [t(8, 6), t(10, 6), t(4, 2), t(4, 0), t(-6, -4)],
    cannon_ranks: [
        t(0, 6), t(2, 6), t(6, 4), t(0, 0), t(2, 0), t(4, 0), t(2, -2), t(-6, -6), t(-4, -4), t(10, 2),
    ],
    cannon_files: [t(14, 6), t(2, 4), t(0, 0), t(0, 0), t(-2, 0)],
    pawn_ranks: [
        t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(8, 12), t(60, 70), t(80, 100), t(95, 110), t(80, 85), t(0, 5),
    ],
    crossed_pawn_files: [t(30, 30), t(28, 30), t(18, 20), t(4, 8), t(-14, -10)],
    home_pawn_files: [t(12, 0), t(0, 0), t(4, 4), t(0, 0), t(-4, 0)],
    pawns_abreast: t(14, 22),
    mobility: [t(0, 0), t(0, 0), t(2, 3), t(9, 9), t(4, 5), t(2, 3), t(0, 0)],
    horse_trapped: t(-20, -16),
    chariot_half_open_file: t(6, 4),
    chariot_open_file: t(12, 6),
    pressure: [0, 0, 0, 9, 11, 6, 10],
    attackers: [0, 6, 14, 22, 28, 32],
    pressure_without_defender: 3,
    hollow_cannon: t(110, 60),
    hollow_cannon_help: t(20, 10),
    side_cannon: t(30, 20),
    cannon_battery: t(22, 14),
    cannon_pin: t(16, 10),
    chariot_battery: t(20, 14),
    chariot_pin: t(16, 14),
    advisor_missed: [t(14, 12), t(10, 8), t(5, 6)],
    elephant_missed: [t(10, 6), t(5, 4), t(5, 6)],
    tempo: 14,
};
