//! Who is to blame for a repetition: perpetual check and perpetual chase.

use super::attacks::{capturers, targets};
use super::geometry::{BANK, Board};
use super::moves::{check_move, from_of, to_of};
use super::progress::Record;
use crate::base::Side;
use crate::rules::cchess::{Man, ManKind, POINTS, Point, PointSet};

/// What the rules say of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// Neither side is to blame, or both are.
    Draw,
    /// This side checked with every move of the cycle, the other did not.
    PerpetualCheck(Side),
    /// This side chased one man with every move of the cycle, the other did not.
    PerpetualChase(Side),
}

/// Judges the cycle that led back to `board`, where `side` is to move and is in check or not. `cycle` are the moves of
/// the cycle, none of which captures.
pub fn judge(board: &Board, side: Side, in_check: bool, cycle: &[Record]) -> Judgement {
    // A record tells of the position before its move, so the checks that a cycle gave stand behind its first record.
    let checks = || cycle[1..].iter().map(|record| record.progress.in_check).chain([in_check]);
    // The first move was made by the side to move now.
    let by_side = checks().step_by(2).all(|check| check);
    let by_other = checks().skip(1).step_by(2).all(|check| check);
    match (by_side, by_other) {
        (true, false) => Judgement::PerpetualCheck(side),
        (false, true) => Judgement::PerpetualCheck(!side),
        (true, true) => Judgement::Draw,
        (false, false) if checks().any(|check| check) => Judgement::Draw,
        (false, false) => judge_chase(board, side, cycle),
    }
}

/// Judges a cycle without checks.
fn judge_chase(board: &Board, side: Side, cycle: &[Record]) -> Judgement {
    let mut cycle_board = Identified::new(board.clone());
    // By side, the men of the other that each of its moves has attacked anew so far; the move looked at is `mover`'s.
    let mut chased = [PointSet(u128::MAX); 2];
    let mut mover = !side;
    let mut after = [cycle_board.attacked_by(Side::First), cycle_board.attacked_by(Side::Second)];
    for record in cycle.iter().rev() {
        cycle_board.take_back(from_of(record.m), to_of(record.m));
        let before = [cycle_board.attacked_by(Side::First), cycle_board.attacked_by(Side::Second)];
        chased[mover.index()] &= after[mover.index()].without(before[mover.index()]);
        if chased[0].is_empty() && chased[1].is_empty() {
            return Judgement::Draw;
        }
        after = before;
        mover = !mover;
    }
    match (chased[0].any(), chased[1].any()) {
        (true, false) => Judgement::PerpetualChase(Side::First),
        (false, true) => Judgement::PerpetualChase(Side::Second),
        _ => Judgement::Draw,
    }
}

/// A board that moves are taken back on, with each man known by the point it stands on at the end.
struct Identified {
    board: Board,
    identity: [Point; POINTS],
}

impl Identified {
    fn new(board: Board) -> Self {
        Self { board, identity: std::array::from_fn(Point::from_index) }
    }

    /// Takes back a move that captured nothing.
    fn take_back(&mut self, from: Point, to: Point) {
        if let Some(man) = self.board.man_at(to) {
            self.board.lift(man, to);
            self.board.put(man, from);
            self.identity[from.index()] = self.identity[to.index()];
        }
    }

    /// The men of the other side, by identity, that men of `side` attack in a way that counts as a chase.
    fn attacked_by(&self, side: Side) -> PointSet {
        let mut attacked = PointSet::EMPTY;
        let board = &self.board;
        for kind in [ManKind::Chariot, ManKind::Cannon, ManKind::Horse, ManKind::Advisor, ManKind::Elephant] {
            for from in board.men(kind, side) {
                for to in targets(board, kind, side, from) & board.side(!side) {
                    let identity = self.identity[to.index()];
                    if !attacked.contains(identity) && is_chase(board, Man::new(kind, side), from, to) {
                        attacked.insert(identity);
                    }
                }
            }
        }
        attacked
    }
}

/// Whether a man's attack on an enemy man that it reaches is one that may not be repeated for ever.
fn is_chase(board: &Board, hunter: Man, from: Point, to: Point) -> bool {
    let Some(prey) = board.man_at(to) else { return false };
    let uncrossed = prey.kind == ManKind::Pawn && BANK[prey.side.index()].contains(to);
    if uncrossed || prey.kind == ManKind::General || check_move(board, hunter.side, from, to).is_err() {
        return false;
    }
    // Men of a kind attack each other, unless the answer would be illegal or a horse's leg is blocked on the way back.
    if hunter.kind == prey.kind && check_move(board, prey.side, to, from).is_ok() {
        return false;
    }
    let dearer = match hunter.kind {
        ManKind::Horse | ManKind::Cannon => prey.kind == ManKind::Chariot,
        ManKind::Advisor | ManKind::Elephant => {
            matches!(prey.kind, ManKind::Chariot | ManKind::Cannon | ManKind::Horse)
        }
        _ => false,
    };
    dearer || !is_protected(board, hunter, from, to, prey)
}

/// Whether a man could legally recapture if the hunter took the prey.
fn is_protected(board: &Board, hunter: Man, from: Point, to: Point, prey: Man) -> bool {
    let mut after = board.clone();
    after.lift(hunter, from);
    after.replace(prey, hunter, to);
    ManKind::ALL
        .into_iter()
        .flat_map(|kind| capturers(&after, kind, prey.side, to, after.occupancy()))
        .any(|protector| check_move(&after, prey.side, protector, to).is_ok())
}
