//! Which side is at fault for a repetition: perpetual check and perpetual chase.

use super::attacks::{capturers, targets};
use super::geometry::{BANK, Board};
use super::movegen::{check_move, from_of, to_of};
use super::progress::Record;
use crate::base::Side;
use crate::games::cchess::{POINTS, Piece, PieceKind, Point};

/// The rules' judgement of a cycle of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    /// Neither side is at fault, or both are.
    Draw,
    /// This side gave check with every move of the cycle and the other did not.
    PerpetualCheck(Side),
    /// This side chased one piece with every move of the cycle and the other did not.
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

/// The maximum number of a side's pieces.
const PIECES: usize = 16;

/// Some of a side's pieces as bits, by their numbers in a [`Walk`].
type Pieces = u16;

/// Judges a cycle without checks.
fn judge_chase(board: &Board, side: Side, cycle: &[Record]) -> Judgement {
    let mut walk = Walk::new(board.clone());
    // From the last move to the first, the attacks of its side before and after it.
    let mut moves: Vec<[Attacks; 2]> = Vec::with_capacity(cycle.len());
    // By side, the enemy pieces on which each of its moves so far creates a new attack.
    let mut candidates = [Pieces::MAX; 2];
    let mut mover = !side;
    let mut after = [walk.attacks(Side::First), walk.attacks(Side::Second)];
    for record in cycle.iter().rev() {
        walk.take_back(record);
        let before = [walk.attacks(Side::First), walk.attacks(Side::Second)];
        let (old, new) = (before[mover.index()], after[mover.index()]);
        candidates[mover.index()] &= new.without(&old).targets();
        if candidates == [0; 2] {
            return Judgement::Draw;
        }
        moves.push([old, new]);
        after = before;
        mover = !mover;
    }
    let mut chased = candidates;
    let mut mover = !side;
    for (index, [before, after]) in moves.iter().enumerate() {
        // The same side's next move is two entries earlier. In a cycle the first move follows the last one.
        let [answered, _] = &moves[(index + moves.len() - 2) % moves.len()];
        let new = after.without(before);
        let unattacked = after.targets() & !before.targets();
        chased[mover.index()] &= unattacked | new.without(answered).targets();
        mover = !mover;
    }
    if chased[0] != 0 && chased[1] != 0 {
        leave_active(&mut chased, board, side, cycle, &moves);
    }
    match (chased[0] != 0, chased[1] != 0) {
        (true, false) => Judgement::PerpetualChase(Side::First),
        (false, true) => Judgement::PerpetualChase(Side::Second),
        _ => Judgement::Draw,
    }
}

/// Removes from the pieces chased by each side those that any of its moves attacks merely by removing their protection,
/// while the attackers do not move and could have captured them before.
fn leave_active(
    chased: &mut [Pieces; 2],
    board: &Board,
    side: Side,
    cycle: &[Record],
    moves: &[[Attacks; 2]],
) {
    let mut walk = Walk::new(board.clone());
    let mut mover = !side;
    for (record, [_, after]) in cycle.iter().rev().zip(moves) {
        walk.take_back(record);
        let moved = walk.number(from_of(record.m));
        let standing = walk.captures(mover).by_all_but(moved);
        chased[mover.index()] &= after.without(&standing).targets();
        mover = !mover;
    }
}

/// Attacks of one side: for each enemy piece, by number, its attackers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Attacks([Pieces; PIECES]);

impl Attacks {
    const NONE: Self = Self([0; PIECES]);

    /// These attacks except for those in `other`.
    fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|target| self.0[target] & !other.0[target]))
    }

    /// These attacks except for those by one piece.
    fn by_all_but(&self, attacker: usize) -> Self {
        Self(self.0.map(|attackers| attackers & !(1 << attacker)))
    }

    /// The pieces that are attacked.
    fn targets(&self) -> Pieces {
        (0..PIECES).fold(0, |pieces, target| pieces | Pieces::from(self.0[target] != 0) << target)
    }
}

/// A board on which the moves of a cycle are taken back. It numbers the pieces of each side from 0.
struct Walk {
    board: Board,
    numbers: [u8; POINTS],
}

impl Walk {
    fn new(board: Board) -> Self {
        let mut numbers = [0; POINTS];
        for side in [Side::First, Side::Second] {
            for (number, at) in board.side(side).enumerate() {
                numbers[at.index()] = number as u8;
            }
        }
        Self { board, numbers }
    }

    /// The number of the piece on a point.
    fn number(&self, at: Point) -> usize {
        usize::from(self.numbers[at.index()]) % PIECES
    }

    /// Takes back a move that captured nothing.
    fn take_back(&mut self, record: &Record) {
        let (from, to) = (from_of(record.m), to_of(record.m));
        if let Some(piece) = self.board.piece_at(to) {
            self.board.lift(piece, to);
            self.board.put(piece, from);
            self.numbers[from.index()] = self.numbers[to.index()];
        }
    }

    /// The attacks of a side that count as a chase.
    fn attacks(&self, side: Side) -> Attacks {
        self.attacks_that(side, |attacker, from, to| is_chase(&self.board, attacker, from, to))
    }

    /// The legal captures of a side, except for those by its general and its pawns.
    fn captures(&self, side: Side) -> Attacks {
        self.attacks_that(side, |attacker, from, to| check_move(&self.board, attacker.side, from, to).is_ok())
    }

    fn attacks_that(&self, side: Side, counts: impl Fn(Piece, Point, Point) -> bool) -> Attacks {
        let mut attacks = Attacks::NONE;
        for kind in
            [PieceKind::Chariot, PieceKind::Cannon, PieceKind::Horse, PieceKind::Advisor, PieceKind::Elephant]
        {
            for from in self.board.pieces(kind, side) {
                for to in targets(&self.board, kind, side, from) & self.board.side(!side) {
                    if counts(Piece::new(kind, side), from, to) {
                        attacks.0[self.number(to)] |= 1 << self.number(from);
                    }
                }
            }
        }
        attacks
    }
}

/// Whether attacking an enemy piece in reach counts as a chase.
fn is_chase(board: &Board, attacker: Piece, from: Point, to: Point) -> bool {
    let Some(victim) = board.piece_at(to) else { return false };
    let uncrossed = victim.kind == PieceKind::Pawn && BANK[victim.side.index()].contains(to);
    if uncrossed || victim.kind == PieceKind::General || check_move(board, attacker.side, from, to).is_err() {
        return false;
    }
    // Pieces of the same kind attack each other, unless the reply would be illegal or a horse is blocked on the way
    // back.
    if attacker.kind == victim.kind && check_move(board, victim.side, to, from).is_ok() {
        return false;
    }
    let more_valuable = match attacker.kind {
        PieceKind::Horse | PieceKind::Cannon => victim.kind == PieceKind::Chariot,
        PieceKind::Advisor | PieceKind::Elephant => {
            matches!(victim.kind, PieceKind::Chariot | PieceKind::Cannon | PieceKind::Horse)
        }
        _ => false,
    };
    more_valuable || !is_protected(board, attacker, from, to, victim)
}

/// Whether the other side could legally recapture after the capture.
fn is_protected(board: &Board, attacker: Piece, from: Point, to: Point, victim: Piece) -> bool {
    let mut after = board.clone();
    after.lift(attacker, from);
    after.replace(victim, attacker, to);
    PieceKind::ALL
        .into_iter()
        .flat_map(|kind| capturers(&after, kind, victim.side, to, after.occupancy()))
        .any(|protector| check_move(&after, victim.side, protector, to).is_ok())
}
