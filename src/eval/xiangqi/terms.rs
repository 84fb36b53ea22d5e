//! The parts of the evaluation that are looked up when asked, each for one side.

use super::weights::{
    ADVISOR_MISSED, ATTACKERS, CANNON_BATTERY, CANNON_PIN, CHARIOT_BATTERY, CHARIOT_HALF_OPEN_FILE,
    CHARIOT_OPEN_FILE, CHARIOT_PIN, ELEPHANT_MISSED, HOLLOW_CANNON, HOLLOW_CANNON_HELP, HORSE_TRAPPED,
    MOBILITY, PAWNS_ABREAST, PRESSURE, PRESSURE_WITHOUT_DEFENDER, SIDE_CANNON,
};
use crate::base::Side;
use crate::eval::tapered::Tapered;
use crate::rules::cchess::{FILE_SETS, ManKind, Point, PointSet};
use crate::rules::xiangqi::{BANK, Board, GENERAL_STEPS, PAWN_STEPS};

/// What a side's men reach, and what of it bears on the enemy general.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Activity {
    /// What the men's reach is worth.
    pub mobility: Tapered,
    /// What the attack on the enemy general's neighbourhood is worth.
    pub pressure: i32,
}

/// Looks at what each man of a side reaches.
pub(super) fn activity(board: &Board, side: Side) -> Activity {
    let occupied = board.occupancy();
    let own = board.side(side);
    let general = board.general(!side);
    let zone = GENERAL_STEPS[general.index()] | PointSet::of(general);
    let mut mobility = Tapered::default();
    let mut attackers = 0;
    let mut pressure = 0;
    let mut press = |kind: ManKind, attacked: PointSet| {
        let count = (attacked & zone).len() as i32;
        attackers += usize::from(count > 0);
        pressure += count * PRESSURE[kind.index()];
    };
    let reach = |kind: ManKind, points: usize| {
        let (worth, usual) = MOBILITY[kind.index()];
        worth * (points as i32 - usual)
    };

    let pawns = board.kind(ManKind::Pawn);
    for from in board.men(ManKind::Chariot, side) {
        let reached = occupied.chariot(from);
        mobility += reach(ManKind::Chariot, reached.without(own).len());
        press(ManKind::Chariot, reached);
        let on_file = pawns & FILE_SETS[from.file()];
        if on_file.is_empty() {
            mobility += CHARIOT_OPEN_FILE;
        } else if (on_file & own).is_empty() {
            mobility += CHARIOT_HALF_OPEN_FILE;
        }
    }
    for from in board.men(ManKind::Cannon, side) {
        let captures = occupied.cannon(from);
        let enemies = captures & board.side(!side);
        let moves = occupied.chariot(from).without(occupied.points());
        mobility += reach(ManKind::Cannon, (moves | enemies).len());
        press(ManKind::Cannon, captures);
    }
    for from in board.men(ManKind::Horse, side) {
        let reached = occupied.horse(from);
        let points = reached.without(own).len();
        mobility += reach(ManKind::Horse, points);
        if points <= 2 {
            mobility += HORSE_TRAPPED;
        }
        press(ManKind::Horse, reached);
    }
    for from in board.men(ManKind::Elephant, side) {
        let reached = (occupied.elephant(from) & BANK[side.index()]).without(own);
        mobility += reach(ManKind::Elephant, reached.len());
    }
    let crossed = (pawns & own).without(BANK[side.index()]);
    for from in crossed {
        press(ManKind::Pawn, PAWN_STEPS[side.index()][from.index()]);
    }
    let abreast = crossed & PointSet(crossed.0 << 1).without(FILE_SETS[0]);
    mobility += PAWNS_ABREAST * abreast.len() as i32;

    let missing = missing(board, !side, ManKind::Advisor) + missing(board, !side, ManKind::Elephant);
    let sixteenths = ATTACKERS[attackers.min(ATTACKERS.len() - 1)]
        + PRESSURE_WITHOUT_DEFENDER * missing * attackers as i32;
    Activity { mobility, pressure: pressure * sixteenths / 16 }
}

/// What a side's chariots and cannons on lines with the enemy general are worth.
pub(super) fn lines(board: &Board, side: Side) -> Tapered {
    let general = board.general(!side);
    let along = (FILE_SETS[general.file()] | PointSet::rank(general.rank())) & board.side(side);
    let mut worth = Tapered::default();
    for from in board.kind(ManKind::Cannon) & along {
        worth += cannon_line(board, side, general, from);
    }
    for from in board.kind(ManKind::Chariot) & along {
        let between = PointSet::between(from, general) & board.occupied();
        if between.any() && !between.several() {
            worth += if (between & board.side(side)).any() { CHARIOT_BATTERY } else { CHARIOT_PIN };
        }
    }
    worth
}

fn cannon_line(board: &Board, side: Side, general: Point, from: Point) -> Tapered {
    let between = PointSet::between(from, general) & board.occupied();
    let own = (between & board.side(side)).any();
    match between.len() {
        0 if from.file() == general.file() => {
            let helpers =
                board.men(ManKind::Chariot, side).len() + board.men(ManKind::Cannon, side).len() - 1;
            HOLLOW_CANNON + HOLLOW_CANNON_HELP * helpers as i32
        }
        0 => SIDE_CANNON,
        2 if own => CANNON_BATTERY,
        2 => CANNON_PIN,
        _ => Tapered::default(),
    }
}

/// What the enemy's missing advisors and elephants are worth to a side with the men to make use of it.
pub(super) fn missing_defenders(board: &Board, side: Side) -> Tapered {
    let mut worth = Tapered::default();
    for (defender, table) in [(ManKind::Advisor, ADVISOR_MISSED), (ManKind::Elephant, ELEPHANT_MISSED)] {
        let missing = missing(board, !side, defender);
        for (attacker, each) in table {
            let mut attackers = board.men(attacker, side);
            if attacker == ManKind::Pawn {
                attackers = attackers.without(BANK[side.index()]);
            }
            worth += each * (missing * attackers.len() as i32);
        }
    }
    worth
}

/// How many of the men of this kind that a side began with are gone.
fn missing(board: &Board, side: Side, kind: ManKind) -> i32 {
    kind.set_size() as i32 - board.men(kind, side).len() as i32
}
