//! The weights of zhonggong, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 1336305 positions of 9861 games of self-play by `quadriga fit`, which took the loss from
//! 0.54810 to 0.54732, and that of the games held back from 0.54893 to 0.54798.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=2000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=4000 seed=2 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=2000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 engine=7a1c9adc nodes=3000 seed=3 hash=8
//! opening-plies=8-9 balance=150 balance-nodes=1000 win-rule=2000/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 400;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    men: [t(0, 0), t(200, 233), t(110, 100), t(277, 446), t(853, 1059), t(375, 312), t(128, 100)],
    rings: [
        [t(28, 2), t(-38, -2), t(0, 0), t(0, 0), t(0, 0)],
        [t(11, 10), t(40, 41), t(37, 47), t(19, 30), t(1, -16)],
        [t(6, 6), t(9, 8), t(1, -31), t(1, 0), t(-32, -28)],
        [t(-10, 21), t(-27, 17), t(7, -3), t(-9, 16), t(-25, 13)],
        [t(-18, 23), t(-18, 52), t(21, 44), t(32, 40), t(23, 39)],
        [t(-18, -32), t(-13, -23), t(-28, -7), t(17, -23), t(22, 13)],
        [t(0, 51), t(39, 51), t(26, -4), t(11, -32), t(-1, -69)],
    ],
    pawn_ranks: [
        t(0, 0), t(0, 0), t(39, 122), t(40, 125), t(33, 77), t(66, 2), t(13, -9), t(26, -31), t(-3, -21),
    ],
    home: [t(6, 30), t(33, 26), t(144, 126), t(252, 208), t(400, 357), t(2000, 2000)],
    race: [
        t(2000, 2000), t(500, 600), t(300, 380), t(200, 260), t(130, 180), t(90, 120), t(60, 81), t(30, 41),
        t(-25, -30),
    ],
    mobility: [t(0, 0), t(0, 0), t(1, 0), t(0, 14), t(3, 0), t(2, 0), t(0, 2)],
    pressure: [t(0, 0), t(9, 0), t(0, 0), t(5, 2), t(0, 3), t(0, 10), t(0, 0)],
    liberties: [t(-120, -120), t(-11, -38), t(-12, -7), t(-18, -12), t(-30, -2)],
    guards: [t(-10, -8), t(6, 14), t(14, 15), t(11, -3)],
    tempo: 4,
};
