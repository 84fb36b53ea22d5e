//! The terms computed at each evaluation.

use crate::base::{Position, Side};
use crate::games::cchess::{DIAGONAL_STEPS, ORTHOGONAL_STEPS, PieceKind, PointSet};
use crate::games::zhonggong::{BOARD, ZhonggongPosition, home_rank, pawn_steps_of, surroundings};

use super::weights::Weights;
use crate::eval::classical::Tapered;
use crate::games::cchess::eval::{AttackMap, Balance, threats};

/// The evaluation's terms by name, each with its value for Red; their sum is the evaluation.
#[inline]
pub(super) fn parts(
    weights: &Weights,
    position: &ZhonggongPosition,
    balance: &Balance,
) -> [(&'static str, i32); 7] {
    let difference = |of: fn(&Weights, &ZhonggongPosition, Side) -> Tapered| {
        balance.taper(of(weights, position, Side::First) - of(weights, position, Side::Second))
    };
    let mut map = AttackMap::default();
    let reach = Side::BOTH.map(|side| reach(weights, position, side, &mut map));
    let [red, black] = Side::BOTH.map(|side| threats(&weights.threats, position.board(), &map, side));
    [
        ("material and placement", balance.taper(balance.value())),
        ("mobility", balance.taper(reach[0].mobility - reach[1].mobility)),
        ("pressure", balance.taper(reach[0].pressure - reach[1].pressure)),
        ("threats", balance.taper(red - black)),
        ("general", difference(general)),
        ("pawns home", difference(pawns_home)),
        ("tempo", if position.side_to_move() == Side::First { weights.tempo } else { -weights.tempo }),
    ]
}

/// The values of a side's mobility and pressure on the enemy general.
#[derive(Debug, Clone, Copy)]
struct Reach {
    mobility: Tapered,
    pressure: Tapered,
}

/// Computes them, and adds the points that the pieces attack or defend to `map`.
#[inline]
fn reach(weights: &Weights, position: &ZhonggongPosition, side: Side, map: &mut AttackMap) -> Reach {
    let board = position.board();
    let occupancy = board.occupancy();
    let open = BOARD.without(board.side(side));
    let general = board.general(!side);
    let target = ORTHOGONAL_STEPS[general.index()] | PointSet::of(general);
    let mut sum = Reach { mobility: Tapered::default(), pressure: Tapered::default() };
    let mut add = |kind: PieceKind, moves: PointSet, attacks: PointSet| {
        sum.mobility += weights.mobility[kind.index()] * (moves & open).len() as i32;
        sum.pressure += weights.pressure[kind.index()] * (attacks & target).len() as i32;
        map.add(side, kind, attacks);
    };
    for from in board.pieces(PieceKind::Advisor, side) {
        let steps = DIAGONAL_STEPS[from.index()];
        add(PieceKind::Advisor, steps, steps);
    }
    for from in board.pieces(PieceKind::Elephant, side) {
        let steps = occupancy.elephant(from);
        add(PieceKind::Elephant, steps, steps);
    }
    for from in board.pieces(PieceKind::Horse, side) {
        let steps = occupancy.horse(from);
        add(PieceKind::Horse, steps, steps);
    }
    for from in board.pieces(PieceKind::Chariot, side) {
        let steps = occupancy.chariot(from);
        add(PieceKind::Chariot, steps, steps);
    }
    for from in board.pieces(PieceKind::Cannon, side) {
        let jumps = occupancy.cannon(from);
        let moves = occupancy.chariot(from).without(board.side(!side)) | jumps & board.side(!side);
        add(PieceKind::Cannon, moves, jumps);
    }
    for from in board.pieces(PieceKind::Pawn, side) {
        let steps = pawn_steps_of(side, from);
        add(PieceKind::Pawn, steps, steps);
    }
    map.add(side, PieceKind::General, surroundings(board.general(side)).generals);
    sum
}

#[inline]
fn general(weights: &Weights, position: &ZhonggongPosition, side: Side) -> Tapered {
    let guards = position.guards(side).len().min(weights.guards.len() - 1);
    weights.liberties[position.liberties(side).len()] + weights.guards[guards]
}

#[inline]
fn pawns_home(weights: &Weights, position: &ZhonggongPosition, side: Side) -> Tapered {
    let pawns = position.board().pieces(PieceKind::Pawn, side);
    let mut value = weights.home[position.pawns_home(side).len()];
    if pawns.len() == PieceKind::Pawn.set_size() {
        let steps: usize = pawns.map(|pawn| pawn.rank().abs_diff(home_rank(side))).sum();
        value += weights.race[steps.min(weights.race.len() - 1)];
    }
    value
}
