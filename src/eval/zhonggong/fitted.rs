//! The weights of zhonggong, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Chosen by reasoning first; then fitted by logistic regression to some 2200 games of the engine against itself:
//! 1400 from random openings, and 800 of which a third began on boards built with pawns at home. The fit was pulled
//! towards what stood before, so that what games seldom meet (races, a fourth pawn at home) stays as reasoned.
//! Late pawn ranks are uneven, as few games tell of them.

use super::weights::Weights;
use crate::eval::tapered::t;

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 400;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    men: [t(0, 0), t(171, 222), t(123, 143), t(346, 454), t(896, 1026), t(426, 338), t(112, 86)],
    rings: [
        [t(7, 12), t(-17, -12), t(0, 0), t(0, 0), t(0, 0)],
        [t(11, 10), t(12, 30), t(32, 33), t(13, 45), t(12, -19)],
        [t(6, 6), t(9, 8), t(3, -13), t(1, 0), t(-22, -3)],
        [t(4, 14), t(-12, 3), t(28, -7), t(-7, 31), t(-8, 31)],
        [t(8, 12), t(9, 24), t(22, 42), t(36, 36), t(10, 49)],
        [t(6, -3), t(-4, 0), t(-2, -14), t(14, -24), t(17, -6)],
        [t(20, 33), t(19, 28), t(20, 3), t(4, -23), t(-4, -56)],
    ],
    pawn_ranks: [
        t(0, 0), t(0, 0), t(27, 29), t(33, 67), t(22, 52), t(42, 12), t(26, 38), t(40, 38), t(3, 12),
    ],
    home: [t(0, 0), t(35, 55), t(145, 127), t(252, 208), t(400, 357), t(2000, 2000)],
    race: [
        t(2000, 2000), t(500, 600), t(300, 380), t(200, 260), t(130, 180), t(90, 120), t(60, 81), t(30, 41),
        t(0, 0),
    ],
    mobility: [t(0, 0), t(0, 0), t(0, 0), t(0, 12), t(0, 14), t(4, 0), t(0, 0)],
    pressure: [t(0, 0), t(15, 0), t(20, 0), t(11, 8), t(0, 1), t(10, 2), t(13, 4)],
    liberties: [t(-120, -120), t(-16, -30), t(-16, -6), t(-13, -12), t(-26, -11)],
    guards: [t(-30, -17), t(-3, 12), t(25, 21), t(27, 2)],
    tempo: 5,
};
