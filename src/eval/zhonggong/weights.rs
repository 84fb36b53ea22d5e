//! The evaluation's weights, in hundredths of about a pawn. Tables by kind are in the order of [`ManKind::ALL`].

use crate::eval::Margins;
use crate::rules::cchess::ManKind;

use super::tapered::Tapered;

const fn t(early: i32, late: i32) -> Tapered {
    Tapered { early, late }
}

/// What a man is worth.
pub const MEN: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(120, 150), t(150, 170), t(380, 420), t(850, 900), t(420, 400), t(80, 110)];

/// What a man gains by standing on this ring around the board's centre, from the centre outwards. Both generals live
/// there, so that to be near is to guard and to attack.
pub const RINGS: [[Tapered; 5]; ManKind::COUNT] = [
    [t(-10, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
    [t(10, 10), t(12, 12), t(8, 8), t(2, 2), t(-4, -4)],
    [t(6, 6), t(10, 10), t(10, 10), t(2, 2), t(-4, -4)],
    [t(10, 10), t(20, 20), t(18, 18), t(4, 4), t(-14, -14)],
    [t(10, 10), t(16, 14), t(12, 10), t(6, 4), t(-4, 0)],
    [t(0, 0), t(6, 4), t(10, 6), t(8, 4), t(0, 0)],
    [t(10, 4), t(10, 4), t(6, 2), t(0, 0), t(0, 0)],
];

/// What a pawn gains by its rank, counted from its own side; on the last one it is at home.
pub const PAWN_RANKS: [Tapered; 9] =
    [t(0, 0), t(0, 0), t(0, 0), t(4, 8), t(10, 20), t(18, 34), t(28, 50), t(40, 70), t(60, 90)];

/// What a side's pawns at home are worth beyond that, by their number: what they can be traded for.
pub const HOME: [Tapered; 6] = [t(0, 0), t(60, 50), t(150, 130), t(260, 230), t(400, 360), t(2000, 2000)];

/// What a side with all its five pawns gains by the steps forward that they are still short of home together: 0, which
/// has won, to 8 and more.
pub const RACE: [Tapered; 9] = [
    t(2000, 2000),
    t(500, 600),
    t(300, 380),
    t(200, 260),
    t(130, 180),
    t(90, 120),
    t(60, 80),
    t(30, 40),
    t(0, 0),
];

/// What a point that a man can go to is worth.
pub const MOBILITY: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(2, 2), t(3, 3), t(6, 6), t(3, 4), t(3, 3), t(0, 0)];

/// What it is worth that a man attacks the enemy general's point or one beside it, for each of the five.
pub const PRESSURE: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(6, 6), t(6, 6), t(10, 8), t(10, 10), t(8, 8), t(10, 10)];

/// What the general's liberties are worth, by their number.
pub const LIBERTIES: [Tapered; 5] = [t(-120, -120), t(-60, -50), t(-18, -16), t(0, 0), t(6, 8)];

/// What men that guard the general's point are worth, by their number, 3 and more.
pub const GUARDS: [Tapered; 4] = [t(-24, -16), t(8, 6), t(16, 12), t(20, 16)];

/// What it is worth to be to move.
pub const TEMPO: i32 = 15;

/// How much each man counts towards the early phase.
pub const PHASE: [i32; ManKind::COUNT] = [0, 0, 0, 1, 2, 1, 0];

/// The phase at the start, and the most that counts.
pub const FULL_PHASE: i32 = 16;

/// The search's margins, in this evaluation's units.
pub const MARGINS: Margins = Margins {
    win_scale: 250,
    aspiration: 16,
    reverse_futility: 70,
    futility: [90, 75],
    quiet_exchange: 62,
    noisy_exchange: 28,
    delta: 180,
    razor: 260,
    leaf_effort: 0,
    root_effort: 0,
};
