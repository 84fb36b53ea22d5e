//! The evaluation's weights, in hundredths of about a pawn. Tables by kind are in the order of [`ManKind::ALL`].

use crate::eval::Margins;
use crate::rules::cchess::ManKind;

use super::tapered::Tapered;

const fn t(early: i32, late: i32) -> Tapered {
    Tapered { early, late }
}

/// What a man is worth.
pub const MEN: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(164, 210), t(133, 149), t(369, 448), t(880, 973), t(424, 361), t(115, 78)];

/// What a man gains by standing on this ring around the board's centre, from the centre outwards. Both generals live
/// there, so that to be near is to guard and to attack.
pub const RINGS: [[Tapered; 5]; ManKind::COUNT] = [
    [t(6, 5), t(-16, -5), t(0, 0), t(0, 0), t(0, 0)],
    [t(10, 10), t(15, 28), t(30, 30), t(10, 31), t(7, -11)],
    [t(6, 6), t(10, 10), t(7, -12), t(2, 2), t(-17, -2)],
    [t(7, 13), t(-5, 5), t(28, -2), t(1, 33), t(-4, 17)],
    [t(9, 12), t(9, 13), t(13, 25), t(29, 24), t(9, 37)],
    [t(5, -1), t(2, 2), t(1, -2), t(14, -20), t(6, -3)],
    [t(17, 19), t(24, 24), t(14, 7), t(7, -20), t(-1, -53)],
];

/// What a pawn gains by its rank, counted from its own side; on the last one it is at home.
pub const PAWN_RANKS: [Tapered; 9] =
    [t(0, 0), t(0, 0), t(20, 18), t(31, 46), t(19, 39), t(35, 23), t(28, 40), t(41, 50), t(22, 24)];

/// What a side's pawns at home are worth beyond that, by their number: what they can be traded for.
pub const HOME: [Tapered; 6] = [t(0, 0), t(45, 53), t(146, 122), t(255, 215), t(400, 358), t(2000, 2000)];

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
    [t(0, 0), t(0, 3), t(0, 0), t(0, 15), t(0, 15), t(4, 0), t(0, 0)];

/// What it is worth that a man attacks the enemy general's point or one beside it, for each of the five.
pub const PRESSURE: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(20, 1), t(19, 0), t(6, 11), t(0, 2), t(5, 3), t(7, 13)];

/// What the general's liberties are worth, by their number.
pub const LIBERTIES: [Tapered; 5] = [t(-120, -120), t(-34, -36), t(-12, -10), t(-11, -8), t(-14, -5)];

/// What men that guard the general's point are worth, by their number, 3 and more.
pub const GUARDS: [Tapered; 4] = [t(-32, -21), t(-3, 9), t(27, 18), t(28, 11)];

/// What it is worth to be to move.
pub const TEMPO: i32 = 5;

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
