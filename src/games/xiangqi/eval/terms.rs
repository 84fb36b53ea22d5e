//! The terms computed at each evaluation, each for one side.

use super::weights::{ADVISOR_MISSED_BY, ELEPHANT_MISSED_BY, USUAL_REACH, Weights};
use crate::base::Side;
use crate::eval::classical::Tapered;
use crate::games::cchess::eval::AttackMap;
use crate::games::cchess::{FILE_SETS, PieceKind, Point, PointSet};
use crate::games::xiangqi::{ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, PAWN_STEPS};

/// The mobility of a side's pieces and their pressure on the enemy general.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Activity {
    /// The value of mobility.
    pub mobility: Tapered,
    /// The value of the attack on the enemy general's zone.
    pub pressure: i32,
    /// The points that the cannons can move to without capturing.
    pub cannon_moves: PointSet,
}

/// Computes the mobility of a side's pieces and adds the points that they attack or defend to `map`.
pub(super) fn activity(weights: &Weights, board: &Board, side: Side, map: &mut AttackMap) -> Activity {
    let occupied = board.occupancy();
    let own = board.side(side);
    let general = board.general(!side);
    let zone = GENERAL_STEPS[general.index()] | PointSet::of(general);
    let mut mobility = Tapered::default();
    let mut cannon_moves = PointSet::EMPTY;
    let mut attackers = 0;
    let mut pressure = 0;
    let mut press = |kind: PieceKind, attacked: PointSet| {
        let count = (attacked & zone).len() as i32;
        attackers += usize::from(count > 0);
        pressure += count * weights.pressure[kind.index()];
        map.add(side, kind, attacked);
    };
    let reach = |kind: PieceKind, points: usize| {
        weights.mobility[kind.index()] * (points as i32 - USUAL_REACH[kind.index()])
    };

    let pawns = board.kind(PieceKind::Pawn);
    for from in board.pieces(PieceKind::Chariot, side) {
        let reached = occupied.chariot(from);
        mobility += reach(PieceKind::Chariot, reached.without(own).len());
        press(PieceKind::Chariot, reached);
        let on_file = pawns & FILE_SETS[from.file()];
        if on_file.is_empty() {
            mobility += weights.chariot_open_file;
        } else if (on_file & own).is_empty() {
            mobility += weights.chariot_half_open_file;
        }
    }
    for from in board.pieces(PieceKind::Cannon, side) {
        let captures = occupied.cannon(from);
        let enemies = captures & board.side(!side);
        let moves = occupied.chariot(from).without(occupied.points());
        cannon_moves |= moves;
        mobility += reach(PieceKind::Cannon, (moves | enemies).len());
        press(PieceKind::Cannon, captures);
    }
    for from in board.pieces(PieceKind::Horse, side) {
        let reached = occupied.horse(from);
        let points = reached.without(own).len();
        mobility += reach(PieceKind::Horse, points);
        if points <= 2 {
            mobility += weights.horse_trapped;
        }
        press(PieceKind::Horse, reached);
    }
    for from in board.pieces(PieceKind::Elephant, side) {
        let reached = occupied.elephant(from) & BANK[side.index()];
        mobility += reach(PieceKind::Elephant, reached.without(own).len());
        press(PieceKind::Elephant, reached);
    }
    for from in board.pieces(PieceKind::Advisor, side) {
        press(PieceKind::Advisor, ADVISOR_STEPS[from.index()]);
    }
    for from in pawns & own {
        press(PieceKind::Pawn, PAWN_STEPS[side.index()][from.index()]);
    }
    map.add(side, PieceKind::General, GENERAL_STEPS[board.general(side).index()]);
    let crossed = (pawns & own).without(BANK[side.index()]);
    let abreast = crossed & PointSet(crossed.0 << 1).without(FILE_SETS[0]);
    mobility += weights.pawns_abreast * abreast.len() as i32;

    let missing = missing(board, !side, PieceKind::Advisor) + missing(board, !side, PieceKind::Elephant);
    let sixteenths = weights.attackers[attackers.min(weights.attackers.len() - 1)]
        + weights.pressure_without_defender * missing * attackers as i32;
    Activity { mobility, pressure: pressure * sixteenths / 16, cannon_moves }
}

/// The value of safe checks: points that a piece can move to, from which it gives check and which no enemy piece
/// defends. `cannon_moves` are the cannons' quiet moves.
pub(super) fn safe_checks(
    weights: &Weights,
    board: &Board,
    side: Side,
    map: &AttackMap,
    cannon_moves: PointSet,
) -> Tapered {
    let occupied = board.occupancy();
    let general = board.general(!side);
    let barred = board.side(side) | map.all(!side);
    let along_lines = (occupied.chariot(general) & map.by(side, PieceKind::Chariot)).without(barred);
    let by_horse = (occupied.horses_to(general) & map.by(side, PieceKind::Horse)).without(barred);
    let by_cannon = (cannon_moves & occupied.cannon(general)).without(barred);
    weights.safe_check[PieceKind::Chariot.index()] * along_lines.len()
        + weights.safe_check[PieceKind::Horse.index()] * by_horse.len()
        + weights.safe_check[PieceKind::Cannon.index()] * by_cannon.len()
}

/// The value of a side's chariots and cannons on lines with the enemy general.
pub(super) fn lines(weights: &Weights, board: &Board, side: Side) -> Tapered {
    let general = board.general(!side);
    let along = (FILE_SETS[general.file()] | PointSet::rank(general.rank())) & board.side(side);
    let mut value = Tapered::default();
    for from in board.kind(PieceKind::Cannon) & along {
        value += cannon_line(weights, board, side, general, from);
    }
    for from in board.kind(PieceKind::Chariot) & along {
        let between = PointSet::between(from, general) & board.occupied();
        if between.any() && !between.more_than_one() {
            value += if (between & board.side(side)).any() {
                weights.chariot_battery
            } else {
                weights.chariot_pin
            };
        }
    }
    value
}

fn cannon_line(weights: &Weights, board: &Board, side: Side, general: Point, from: Point) -> Tapered {
    let between = PointSet::between(from, general) & board.occupied();
    let own = (between & board.side(side)).any();
    match between.len() {
        0 if from.file() == general.file() => {
            let helpers = board.pieces(PieceKind::Chariot, side).len()
                + board.pieces(PieceKind::Cannon, side).len()
                - 1;
            weights.hollow_cannon + weights.hollow_cannon_help * helpers as i32
        }
        0 => weights.side_cannon,
        2 if own => weights.cannon_battery,
        2 => weights.cannon_pin,
        _ => Tapered::default(),
    }
}

/// The value of the enemy's missing advisors and elephants, by the attackers that exploit them.
pub(super) fn missing_defenders(weights: &Weights, board: &Board, side: Side) -> Tapered {
    let mut value = Tapered::default();
    for (defender, attackers, table) in [
        (PieceKind::Advisor, ADVISOR_MISSED_BY, weights.advisor_missed),
        (PieceKind::Elephant, ELEPHANT_MISSED_BY, weights.elephant_missed),
    ] {
        let missing = missing(board, !side, defender);
        for (attacker, each) in attackers.into_iter().zip(table) {
            let mut attackers = board.pieces(attacker, side);
            if attacker == PieceKind::Pawn {
                attackers = attackers.without(BANK[side.index()]);
            }
            value += each * (missing * attackers.len() as i32);
        }
    }
    value
}

/// The number of pieces of this kind that a side has lost.
fn missing(board: &Board, side: Side, kind: PieceKind) -> i32 {
    kind.set_size() as i32 - board.pieces(kind, side).len() as i32
}
