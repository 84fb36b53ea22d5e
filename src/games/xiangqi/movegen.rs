//! Legal moves: listing, counting and testing them.

use super::attacks::{Restrictions, general_attackers, is_safe_after, targets};
use super::geometry::{ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, PAWN_STEPS};
use crate::base::{Illegality, Move, MoveList, Side};
use crate::games::cchess::{ManKind, POINTS, Point, PointSet};

/// The lowest bit of a move's target; the origin is in the bits below.
const TO_SHIFT: u16 = 7;

/// The move from one point to another.
#[inline(always)]
pub const fn encode(from: Point, to: Point) -> Move {
    Move::from_bits(from.index() as u16 | (to.index() as u16) << TO_SHIFT)
}

/// The two points encoded in any 16 bits, if they encode two points.
#[inline(always)]
pub const fn decode(m: Move) -> Option<(Point, Point)> {
    let from = (m.bits() & 0x7f) as usize;
    let to = (m.bits() >> TO_SHIFT) as usize;
    if from < POINTS && to < POINTS && from != to {
        Some((Point::from_index(from), Point::from_index(to)))
    } else {
        None
    }
}

/// The point that a move of this game leaves.
#[inline(always)]
pub const fn from_of(m: Move) -> Point {
    Point::from_index((m.bits() & 0x7f) as usize)
}

/// The point that a move of this game goes to.
#[inline(always)]
pub const fn to_of(m: Move) -> Point {
    Point::from_index((m.bits() >> TO_SHIFT) as usize)
}

/// Calls `visit` with each man of a side and the points of `goal` where it can legally go, which may be none.
#[inline(always)]
pub fn each_man(board: &Board, side: Side, goal: PointSet, mut visit: impl FnMut(Point, PointSet)) {
    let restrictions = Restrictions::of(board, side);
    let free_men = board.side(side).without(restrictions.tied);
    let men = |kind: ManKind| board.kind(kind) & free_men;
    let goal = goal.without(board.side(side));
    let free = goal & restrictions.free;
    let occupied = board.occupancy();

    for from in men(ManKind::Chariot) {
        visit(from, occupied.chariot(from) & free);
    }
    let (gaps, enemies) = (free.without(board.occupied()), free & board.side(!side));
    for from in men(ManKind::Cannon) {
        visit(from, occupied.chariot(from) & gaps | occupied.cannon(from) & enemies);
    }
    for from in men(ManKind::Horse) {
        visit(from, occupied.horse(from) & free);
    }
    for from in men(ManKind::Pawn) {
        visit(from, PAWN_STEPS[side.index()][from.index()] & free);
    }
    for from in men(ManKind::Advisor) {
        visit(from, ADVISOR_STEPS[from.index()] & free);
    }
    let bank = free & BANK[side.index()];
    for from in men(ManKind::Elephant) {
        visit(from, occupied.elephant(from) & bank);
    }
    for from in restrictions.tied {
        if let Some(man) = board.man_at(from) {
            let allowed = Restrictions::of_tied(board, side, from);
            visit(from, targets(board, man.kind, side, from) & allowed & goal);
        }
    }

    let from = board.general(side);
    let without_general = occupied.toggled(from);
    let mut steps = GENERAL_STEPS[from.index()] & goal;
    for to in steps {
        if general_attackers(board, &without_general, to, !side).any() {
            steps.remove(to);
        }
    }
    visit(from, steps);
}

/// Appends the legal moves of a side that go to points of `goal`.
#[inline(always)]
pub fn list_moves(board: &Board, side: Side, goal: PointSet, list: &mut MoveList) {
    each_man(board, side, goal, |from, targets| {
        for to in targets {
            list.push(encode(from, to));
        }
    });
}

/// The number of legal moves of a side.
pub fn count_moves(board: &Board, side: Side) -> usize {
    let mut count = 0;
    each_man(board, side, PointSet::board(super::geometry::RANKS), |_, targets| count += targets.len());
    count
}

/// The reasons why a move is illegal.
pub mod illegal {
    use crate::base::Illegality;

    pub static NO_MAN: Illegality = Illegality::new("no-man", "no man stands where it starts");
    pub static OPPONENTS_MAN: Illegality = Illegality::new("opponents-man", "the man is the opponent's");
    pub static OWN_MAN_ON_TARGET: Illegality =
        Illegality::new("own-man-on-target", "a man of the same side stands on its target");
    pub static UNREACHABLE: Illegality = Illegality::new("unreachable", "the man does not reach its target");
    pub static LEAVES_CHECK: Illegality =
        Illegality::new("leaves-check", "the general would be open to capture");
}

/// Whether a man of `side` may go from one point to another.
///
/// # Errors
/// The reason, if it may not.
#[inline]
pub fn check_move(board: &Board, side: Side, from: Point, to: Point) -> Result<(), &'static Illegality> {
    let man = board.man_at(from).ok_or(&illegal::NO_MAN)?;
    if man.side != side {
        Err(&illegal::OPPONENTS_MAN)
    } else if board.side(side).contains(to) {
        Err(&illegal::OWN_MAN_ON_TARGET)
    } else if !targets(board, man.kind, side, from).contains(to) {
        Err(&illegal::UNREACHABLE)
    } else if !is_safe_after(board, side, from, to) {
        Err(&illegal::LEAVES_CHECK)
    } else {
        Ok(())
    }
}
