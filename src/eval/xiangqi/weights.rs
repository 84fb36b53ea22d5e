//! Every number of the evaluation, in hundredths of about a pawn that is crossing the river.
//!
//! They are our own: material in the classical ratios (a chariot for two cannons or horses, a defender for two pawns), all
//! else from how much of a pawn the thing seems worth, rounded. Tables by kind are in the order of `ManKind::ALL`:
//! general, advisor, elephant, horse, chariot, cannon, pawn.

use crate::eval::Margins;
use crate::eval::tapered::Tapered;
use crate::rules::cchess::ManKind;

const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// What a man is worth wherever it stands.
pub const MEN: [Tapered; ManKind::COUNT] =
    [t(0, 0), t(180, 190), t(190, 190), t(400, 440), t(900, 980), t(440, 430), t(70, 80)];

/// How much of the middle game each man stands for.
pub const PHASE: [i32; ManKind::COUNT] = [0, 0, 0, 1, 2, 1, 0];
/// The phase with all men on the board.
pub const FULL_PHASE: i32 = 16;

// Where men stand: what each gains by its rank, from its own back rank on, and by its distance from the central file.

/// A general: it is safest on its back rank, and as the board empties wants the open central file.
pub const GENERAL_RANKS: [Tapered; 3] = [t(0, 0), t(-25, -4), t(-50, -10)];
pub const GENERAL_FILES: [Tapered; 2] = [t(0, 8), t(-6, 0)];

/// An advisor on the palace's centre, where it guards all others' places.
pub const ADVISOR_IN_CENTRE: Tapered = t(6, 8);
/// An elephant before the general, from where both wings are in reach; on the board's edge; on the river.
pub const ELEPHANT_IN_CENTRE: Tapered = t(14, 10);
pub const ELEPHANT_ON_EDGE: Tapered = t(-14, -14);
pub const ELEPHANT_ON_RIVER: Tapered = t(-2, 2);

pub const HORSE_RANKS: [Tapered; 10] = [
    t(-18, -18),
    t(-10, -10),
    t(2, 0),
    t(2, 4),
    t(10, 10),
    t(16, 14),
    t(20, 18),
    t(20, 20),
    t(10, 10),
    t(-16, -8),
];
pub const HORSE_FILES: [Tapered; 5] = [t(2, 8), t(4, 6), t(6, 4), t(0, 0), t(-14, -12)];
/// A horse on the point before its general, where it blocks the defenders.
pub const HORSE_BEFORE_GENERAL: Tapered = t(-24, -10);

pub const CHARIOT_RANKS: [Tapered; 10] =
    [t(-10, -4), t(2, 0), t(0, 0), t(4, 2), t(8, 4), t(12, 6), t(14, 8), t(12, 10), t(14, 12), t(8, 6)];
pub const CHARIOT_FILES: [Tapered; 5] = [t(8, 6), t(10, 6), t(4, 2), t(4, 0), t(-6, -4)];

pub const CANNON_RANKS: [Tapered; 10] =
    [t(0, 6), t(2, 6), t(6, 4), t(0, 0), t(2, 0), t(4, 0), t(2, -2), t(-6, -6), t(-4, -4), t(10, 2)];
pub const CANNON_FILES: [Tapered; 5] = [t(14, 6), t(2, 4), t(0, 0), t(0, 0), t(-2, 0)];

/// A pawn by its rank, from its own back rank on: before the river little, on the far bank the more the nearer to the
/// palace, and next to nothing on the last rank, which it cannot leave.
pub const PAWN_RANKS: [Tapered; 10] =
    [t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(8, 12), t(60, 70), t(80, 100), t(95, 110), t(80, 85), t(0, 5)];
/// A pawn beyond the river by its distance from the central file.
pub const CROSSED_PAWN_FILES: [Tapered; 5] = [t(30, 30), t(28, 30), t(18, 20), t(4, 8), t(-14, -10)];
/// A pawn before the river by its distance from the central file.
pub const HOME_PAWN_FILES: [Tapered; 5] = [t(12, 0), t(0, 0), t(4, 4), t(0, 0), t(-4, 0)];
/// A pawn beyond the river that has another beside it.
pub const PAWNS_ABREAST: Tapered = t(14, 22);

// What men reach.

/// The worth of a point that a man of each kind reaches, and how many are usual. A horse's are few, so that each leg
/// blocked weighs much.
pub const MOBILITY: [(Tapered, i32); ManKind::COUNT] =
    [(t(0, 0), 0), (t(0, 0), 0), (t(2, 3), 2), (t(9, 9), 4), (t(4, 5), 9), (t(2, 3), 8), (t(0, 0), 0)];
/// A horse that reaches two points or fewer.
pub const HORSE_TRAPPED: Tapered = t(-20, -16);
/// A chariot on a file without own pawns, and on one without any.
pub const CHARIOT_HALF_OPEN_FILE: Tapered = t(6, 4);
pub const CHARIOT_OPEN_FILE: Tapered = t(12, 6);

// How the generals stand. The worth is the attacker's.

/// A point of the general and of where it can step that a man attacks, by the man's kind.
pub const PRESSURE: [i32; ManKind::COUNT] = [0, 0, 0, 9, 11, 6, 10];
/// What pressure counts for by how many men exert it, and for each missing defender, in sixteenths.
pub const ATTACKERS: [i32; 6] = [0, 6, 14, 22, 28, 32];
pub const PRESSURE_WITHOUT_DEFENDER: i32 = 3;

/// A cannon that sees the general with nothing between, on the file from before it, or from the side.
pub const HOLLOW_CANNON: Tapered = t(110, 60);
pub const SIDE_CANNON: Tapered = t(30, 20);
/// The same for each chariot or cannon that can come to its help.
pub const HOLLOW_CANNON_HELP: Tapered = t(20, 10);
/// A cannon that attacks the general but for one man too many, where an own man can step aside, or only enemies stand.
pub const CANNON_BATTERY: Tapered = t(22, 14);
pub const CANNON_PIN: Tapered = t(16, 10);
/// A chariot that attacks the general but for one man, its own or an enemy.
pub const CHARIOT_BATTERY: Tapered = t(20, 14);
pub const CHARIOT_PIN: Tapered = t(16, 14);

/// What each missing advisor costs for each enemy chariot, horse and pawn beyond the river, and each missing elephant
/// for each enemy cannon and horse.
pub const ADVISOR_MISSED: [(ManKind, Tapered); 3] =
    [(ManKind::Chariot, t(14, 12)), (ManKind::Horse, t(10, 8)), (ManKind::Pawn, t(5, 6))];
pub const ELEPHANT_MISSED: [(ManKind, Tapered); 3] =
    [(ManKind::Cannon, t(10, 6)), (ManKind::Horse, t(5, 4)), (ManKind::Pawn, t(5, 6))];

/// Being to move.
pub const TEMPO: i32 = 14;

/// What is left of an advantage in sixteenths: without any man that can cross the river, and with a single horse,
/// cannon or pawn against at least three defenders.
pub const NO_ATTACKER: i32 = 2;
pub const LONE_ATTACKER: i32 = 6;
/// What an advantage counts for otherwise.
pub const FULL_ADVANTAGE: i32 = 16;

/// The search's margins, in this evaluation's units.
pub const MARGINS: Margins = Margins {
    win_scale: 200,
    aspiration: 14,
    reverse_futility: 70,
    futility: [90, 70],
    quiet_exchange: 60,
    noisy_exchange: 26,
    delta: 180,
    razor: 240,
    leaf_effort: 0,
    root_effort: 0,
};
