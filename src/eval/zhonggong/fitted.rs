//! The weights of zhonggong, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Fitted to 541415 positions of 3861 games of self-play by `quadriga fit`, which took the loss from
//! 0.55251 to 0.55208, and that of the games held back from 0.54948 to 0.54894.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=2000 seed=1 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=2000/4 max-plies=400`.
//!
//! The games' recipe: `program=quadriga-0.1.0 nodes=4000 seed=2 hash=8 opening-plies=8-9 balance=150
//! balance-nodes=1000 win-rule=2000/4 max-plies=400`.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 400;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    men: [t(0, 0), t(199, 236), t(113, 105), t(304, 458), t(891, 1083), t(402, 314), t(122, 98)],
    rings: [
        [t(18, 4), t(-28, -4), t(0, 0), t(0, 0), t(0, 0)],
        [t(11, 10), t(38, 35), t(37, 43), t(17, 36), t(3, -10)],
        [t(6, 6), t(9, 8), t(5, -32), t(1, 0), t(-33, -22)],
        [t(-3, 15), t(-15, 18), t(12, 0), t(-8, 25), t(-23, 18)],
        [t(-3, 18), t(-9, 57), t(23, 57), t(40, 49), t(28, 42)],
        [t(-10, -21), t(-4, -19), t(-22, -7), t(19, -32), t(24, 9)],
        [t(6, 38), t(32, 57), t(26, -2), t(9, -28), t(-3, -70)],
    ],
    pawn_ranks: [
        t(0, 0), t(0, 0), t(40, 104), t(41, 111), t(31, 72), t(63, 6), t(21, 3), t(23, -20), t(-14, -15),
    ],
    home: [t(17, 27), t(20, 27), t(145, 128), t(252, 208), t(400, 357), t(2000, 2000)],
    race: [
        t(2000, 2000), t(500, 600), t(300, 380), t(200, 260), t(130, 180), t(90, 120), t(60, 81), t(30, 41),
        t(-19, -40),
    ],
    mobility: [t(0, 0), t(0, 0), t(0, 0), t(0, 13), t(2, 1), t(2, 0), t(0, 3)],
    pressure: [t(0, 0), t(18, 0), t(5, 0), t(1, 3), t(0, 2), t(0, 11), t(0, 0)],
    liberties: [t(-120, -120), t(-13, -38), t(-19, -3), t(-15, -14), t(-24, -5)],
    guards: [t(-12, -8), t(5, 10), t(13, 20), t(14, -5)],
    tempo: 4,
};
