//! The weights of zhonggong, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 345694 positions of 2500 games of self-play by `quadriga fit --pull 3000`, which took the
//! loss from 0.55495 to 0.55131, and that of the games held back from 0.54606 to 0.54482.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=2000/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 400;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    men: [t(0, 0), t(190, 235), t(116, 114), t(315, 455), t(905, 1060), t(411, 320), t(121, 98)],
    rings: [
        [t(10, 9), t(-20, -9), t(0, 0), t(0, 0), t(0, 0)],
        [t(11, 10), t(30, 36), t(38, 39), t(17, 39), t(3, -12)],
        [t(6, 6), t(9, 8), t(4, -26), t(1, 0), t(-29, -19)],
        [t(0, 13), t(-11, 14), t(17, -8), t(-11, 30), t(-20, 24)],
        [t(7, 14), t(1, 40), t(23, 56), t(39, 48), t(24, 40)],
        [t(0, -8), t(-10, -9), t(-18, -14), t(24, -36), t(20, 2)],
        [t(10, 31), t(29, 52), t(23, 7), t(9, -29), t(-3, -65)],
    ],
    pawn_ranks: [
        t(0, 0), t(0, 0), t(35, 76), t(36, 100), t(26, 63), t(58, 13), t(24, 17), t(31, 6), t(-8, -15),
    ],
    home: [t(10, 27), t(25, 28), t(145, 127), t(252, 208), t(400, 357), t(2000, 2000)],
    race: [
        t(2000, 2000), t(500, 600), t(300, 380), t(200, 260), t(130, 180), t(90, 120), t(60, 81), t(30, 41),
        t(-21, -14),
    ],
    mobility: [t(0, 0), t(0, 0), t(0, 0), t(0, 16), t(1, 4), t(1, 0), t(0, 5)],
    pressure: [t(0, 0), t(31, 0), t(9, 0), t(0, 3), t(0, 1), t(0, 7), t(0, 3)],
    liberties: [t(-120, -120), t(-18, -31), t(-18, -5), t(-13, -15), t(-22, -8)],
    guards: [t(-16, -13), t(4, 8), t(15, 22), t(16, 1)],
    tempo: 4,
};
