//! The evaluation's weights, in hundredths of about a pawn. Tables by kind are in the order of [`ManKind::ALL`].
//!
//! Chosen by reasoning first; then fitted by logistic regression to some 2200 games of the engine against itself: 1400
//! from random openings, and 800 of which a third began on boards built with pawns at home. The fit was pulled towards
//! what stood before, so that what games seldom meet (races, a fourth pawn at home) stays as reasoned, and mobility and
//! pressure were kept from falling below nothing. Late pawn ranks are uneven, as few games tell of them.

use crate::eval::Margins;
use crate::rules::cchess::ManKind;

use crate::eval::tapered::Tapered;

const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// What a man is worth.
pub const MEN: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(171, 222), t(123, 143), t(346, 454), t(896, 1026), t(426, 338), t(112, 86)];

/// What a man gains by standing on this ring around the board's centre, from the centre outwards. Both generals live
/// there, so that to be near is to guard and to attack.
pub const RINGS: [[Tapered; 5]; ManKind::COUNT] = [
    [t(7, 12), t(-17, -12), t(0, 0), t(0, 0), t(0, 0)],
    [t(11, 10), t(12, 30), t(32, 33), t(13, 45), t(12, -19)],
    [t(6, 6), t(9, 8), t(3, -13), t(1, 0), t(-22, -3)],
    [t(4, 14), t(-12, 3), t(28, -7), t(-7, 31), t(-8, 31)],
    [t(8, 12), t(9, 24), t(22, 42), t(36, 36), t(10, 49)],
    [t(6, -3), t(-4, 0), t(-2, -14), t(14, -24), t(17, -6)],
    [t(20, 33), t(19, 28), t(20, 3), t(4, -23), t(-4, -56)],
];

/// What a pawn gains by its rank, counted from its own side; on the last one it is at home.
pub const PAWN_RANKS: [Tapered; 9] =
    [t(0, 0), t(0, 0), t(27, 29), t(33, 67), t(22, 52), t(42, 12), t(26, 38), t(40, 38), t(3, 12)];

/// What a side's pawns at home are worth beyond that, by their number: what they can be traded for.
pub const HOME: [Tapered; 6] = [t(0, 0), t(35, 55), t(145, 127), t(252, 208), t(400, 357), t(2000, 2000)];

/// What a side with all its five pawns gains by the steps forward that they are still short of home together: 0, which
/// has won, to 8 and more.
pub const RACE: [Tapered; 9] = [
    t(2000, 2000),
    t(500, 600),
    t(300, 380),
    t(200, 260),
    t(130, 180),
    t(90, 120),
    t(60, 81),
    t(30, 41),
    t(0, 0),
];

/// What a point that a man can go to is worth.
pub const MOBILITY: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(0, 0), t(0, 0), t(0, 12), t(0, 14), t(4, 0), t(0, 0)];

/// What it is worth that a man attacks the enemy general's point or one beside it, for each of the five.
pub const PRESSURE: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(15, 0), t(20, 0), t(11, 8), t(0, 1), t(10, 2), t(13, 4)];

/// What the general's liberties are worth, by their number.
pub const LIBERTIES: [Tapered; 5] = [t(-120, -120), t(-16, -30), t(-16, -6), t(-13, -12), t(-26, -11)];

/// What men that guard the general's point are worth, by their number, 3 and more.
pub const GUARDS: [Tapered; 4] = [t(-30, -17), t(-3, 12), t(25, 21), t(27, 2)];

/// What it is worth to be to move.
pub const TEMPO: i32 = 5;

/// How much each man counts towards the middle game.
pub const PHASE: [i32; ManKind::COUNT] = [0, 0, 0, 1, 2, 1, 0];

/// The phase at the start, and the most that counts.
pub const FULL_PHASE: i32 = 16;

/// The search's margins, in this evaluation's units.
pub const MARGINS: Margins = Margins {
    win_scale: 400,
    aspiration: 20,
    reverse_futility: 100,
    futility: [120, 100],
    quiet_exchange: 80,
    noisy_exchange: 36,
    delta: 200,
    razor: 340,
    leaf_effort: 0,
    root_effort: 0,
};
