//! Which side is at fault for a repetition: perpetual check and perpetual chase.

use super::attacks::{capturers, targets};
use super::geometry::{BANK, Board};
use super::moves::{check_move, from_of, to_of};
use super::progress::Record;
use crate::base::Side;
use crate::rules::cchess::{Man, ManKind, POINTS, Point, PointSet};

/// The rules' judgement of a cycle of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// Neither side is at fault, or both are.
    Draw,
    /// This side gave check with every move of the cycle and the other did not.
    PerpetualCheck(Side),
    /// This side chased one man with every move of the cycle and the other did not.
    PerpetualChase(Side),
}

/// Judges the cycle that led back to `board`, where `side` is to move and `in_check` says whether it is in check.
/// `cycle` holds the moves of the cycle, none of which is a capture.
pub fn judge(board: &Board, side: Side, in_check: bool, cycle: &[Record]) -> Judgement {
    // A record describes the position before its move, so the checks given in a cycle start after its first record.
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
    // By side, the enemy men that each of its moves so far has newly attacked; the current move is `mover`'s.
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

/// A board on which moves are taken back, identifying each man by the point it stands on at the end.
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

    /// The enemy men, by identity, that men of `side` attack in a way that counts as a chase.
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

/// Whether attacking an enemy man within reach counts as a chase.
fn is_chase(board: &Board, attacker: Man, from: Point, to: Point) -> bool {
    let Some(victim) = board.man_at(to) else { return false };
    let uncrossed = victim.kind == ManKind::Pawn && BANK[victim.side.index()].contains(to);
    if uncrossed || victim.kind == ManKind::General || check_move(board, attacker.side, from, to).is_err() {
        return false;
    }
    // Men of the same kind attack each other mutually, unless the reply would be illegal or a horse is blocked on the
    // way back.
    if attacker.kind == victim.kind && check_move(board, victim.side, to, from).is_ok() {
        return false;
    }
    let more_valuable = match attacker.kind {
        ManKind::Horse | ManKind::Cannon => victim.kind == ManKind::Chariot,
        ManKind::Advisor | ManKind::Elephant => {
            matches!(victim.kind, ManKind::Chariot | ManKind::Cannon | ManKind::Horse)
        }
        _ => false,
    };
    more_valuable || !is_protected(board, attacker, from, to, victim)
}

/// Whether the other side could legally recapture after the capture.
fn is_protected(board: &Board, attacker: Man, from: Point, to: Point, victim: Man) -> bool {
    let mut after = board.clone();
    after.lift(attacker, from);
    after.replace(victim, attacker, to);
    ManKind::ALL
        .into_iter()
        .flat_map(|kind| capturers(&after, kind, victim.side, to, after.occupancy()))
        .any(|protector| check_move(&after, victim.side, protector, to).is_ok())
}
