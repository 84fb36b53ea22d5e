//! Check, tether and liberties.
//!
//! A general is in check if an enemy piece could capture it *freely*: if that piece moved to the general's point, no
//! piece of the general's side could recapture there.

use crate::base::Side;
use crate::games::cchess::{FILES, Piece, PieceKind, Point, PointSet};

use super::geometry::{Board, RANKS, surroundings};

/// The pieces on the board, or as they would be after a move that has not been made: the board's pieces except those
/// that leave, plus the one that arrives.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    board: &'a Board,
    /// The points that pieces leave: those of the moving piece, the captured piece, and pieces that are traded.
    left: PointSet,
    /// The point where the moving piece arrives; empty if no piece moves.
    arrival: PointSet,
    /// The piece that arrives; arbitrary if no piece moves.
    mover: Piece,
}

impl<'a> BoardView<'a> {
    /// The current pieces.
    #[inline]
    pub fn now(board: &'a Board) -> Self {
        Self::without(board, PointSet::EMPTY)
    }

    /// The pieces after the piece on one point has moved to another, capturing any piece there.
    #[inline]
    pub fn after_step(board: &'a Board, mover: Piece, from: Point, to: Point) -> Self {
        let arrival = PointSet::of(to);
        Self { board, left: PointSet::of(from) | arrival, arrival, mover }
    }

    /// The pieces after those on these points have been removed from the board.
    #[inline]
    pub fn without(board: &'a Board, removed: PointSet) -> Self {
        let mover = Piece::new(PieceKind::General, Side::First);
        Self { board, left: removed, arrival: PointSet::EMPTY, mover }
    }

    /// The points of all pieces of this kind and side.
    #[inline]
    pub fn pieces(&self, kind: PieceKind, side: Side) -> PointSet {
        let remaining = self.board.pieces(kind, side).without(self.left);
        if self.mover == Piece::new(kind, side) { remaining | self.arrival } else { remaining }
    }

    /// The points of all pieces of this side.
    #[inline]
    pub fn side(&self, side: Side) -> PointSet {
        let remaining = self.board.side(side).without(self.left);
        if self.mover.side == side { remaining | self.arrival } else { remaining }
    }

    #[inline]
    fn occupied(&self) -> PointSet {
        self.board.occupied().without(self.left) | self.arrival
    }

    /// The point of a side's general.
    #[inline]
    pub fn general(&self, side: Side) -> Point {
        self.pieces(PieceKind::General, side).first().unwrap_or(Point::new(FILES / 2, RANKS / 2))
    }

    /// The pieces of `by`, except its general, that could capture on a point of the palace with this occupancy.
    #[inline(always)]
    fn reaching(&self, target: Point, by: Side, occupied: PointSet) -> PointSet {
        let around = surroundings(target);
        let mut found = self.steady(target, by);
        for from in self.straight(target, by) {
            if (around.between(from) & occupied).is_empty() {
                found.insert(from);
            }
        }
        for from in self.pieces(PieceKind::Cannon, by) & around.lines {
            let screens = around.between(from) & occupied;
            if screens.any() && !screens.more_than_one() {
                found.insert(from);
            }
        }
        found
    }

    /// Whether [`BoardView::reaching`] is not empty.
    #[inline(always)]
    fn is_reached(&self, target: Point, by: Side, occupied: PointSet) -> bool {
        let around = surroundings(target);
        if self.steady(target, by).any() {
            return true;
        }
        for from in self.straight(target, by) {
            if (around.between(from) & occupied).is_empty() {
                return true;
            }
        }
        for from in self.pieces(PieceKind::Cannon, by) & around.lines {
            let screens = around.between(from) & occupied;
            if screens.any() && !screens.more_than_one() {
                return true;
            }
        }
        false
    }

    /// The advisors and pawns of `by` that could capture on a point of the palace, regardless of occupancy.
    #[inline]
    fn steady(&self, target: Point, by: Side) -> PointSet {
        let around = surroundings(target);
        self.pieces(PieceKind::Advisor, by) & around.advisors
            | self.pieces(PieceKind::Pawn, by) & around.pawns[by.index()]
    }

    /// The chariots, horses and elephants of `by` that would reach a point of the palace if nothing were in between.
    #[inline]
    fn straight(&self, target: Point, by: Side) -> PointSet {
        let around = surroundings(target);
        self.pieces(PieceKind::Chariot, by) & around.lines
            | self.pieces(PieceKind::Horse, by) & around.horses
            | self.pieces(PieceKind::Elephant, by) & around.elephants
    }

    /// Whether an enemy piece could freely capture a side's general standing on `at`, with this occupancy.
    #[inline(always)]
    fn is_freely_capturable(&self, side: Side, at: Point, occupied: PointSet) -> bool {
        let attackers = self.reaching(at, !side, occupied)
            | self.pieces(PieceKind::General, !side) & surroundings(at).generals;
        for attacker in attackers {
            if !self.is_reached(at, side, occupied.without(PointSet::of(attacker))) {
                return true;
            }
        }
        false
    }

    /// The enemy pieces that could capture a side's general freely.
    pub fn checkers(&self, side: Side) -> PointSet {
        let (at, occupied) = (self.general(side), self.occupied());
        let mut checkers = self.reaching(at, !side, occupied)
            | self.pieces(PieceKind::General, !side) & surroundings(at).generals;
        for attacker in checkers {
            if self.is_reached(at, side, occupied.without(PointSet::of(attacker))) {
                checkers.remove(attacker);
            }
        }
        checkers
    }

    /// Whether a side is in check.
    #[inline(always)]
    pub fn is_in_check(&self, side: Side) -> bool {
        self.is_freely_capturable(side, self.general(side), self.occupied())
    }

    /// Whether a side's general on `from` may step onto this neighbouring palace point, capturing any piece there,
    /// without being exposed to free capture. It always has a liberty afterwards: the point that it leaves.
    #[inline]
    pub fn general_may_step(&self, side: Side, from: Point, to: Point) -> bool {
        // A captured piece is on the point being tested, so it neither attacks nor blocks it.
        !self.is_freely_capturable(side, to, self.occupied().without(PointSet::of(from)))
    }

    /// The pieces of a side that could capture on its general's point in the current position.
    #[inline]
    pub fn guards(&self, side: Side) -> PointSet {
        self.reaching(self.general(side), side, self.occupied())
    }

    /// The liberties of a side's general.
    #[inline]
    pub fn liberties(&self, side: Side) -> PointSet {
        surroundings(self.general(side)).neighbours.without(self.occupied())
    }

    /// Whether a side may legally end its turn in this position: it is not in check and has a liberty.
    #[inline]
    pub fn is_sound(&self, side: Side) -> bool {
        self.liberties(side).any() && !self.is_in_check(side)
    }
}

/// The safety of a side's general.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether the side is in check.
    pub in_check: bool,
    /// Whether enemy pieces attack the general, freely or not.
    pub attacked: bool,
    /// The general's liberties.
    pub liberties: PointSet,
    /// The points from which the departure of an own piece could change whether the board is sound
    /// ([`BoardView::is_sound`]).
    pub sensitive_origins: PointSet,
    /// The points where the arrival of an own piece could change that.
    pub sensitive_targets: PointSet,
}

impl Standing {
    /// Computes the safety of a side's general on this board.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        let pieces = BoardView::now(board);
        let at = board.general(side);
        let around = surroundings(at);
        let occupied = pieces.occupied();
        let mut attackers =
            pieces.steady(at, !side) | pieces.pieces(PieceKind::General, !side) & around.generals;
        let (mut sensitive_origins, mut sensitive_targets) = (PointSet::EMPTY, PointSet::EMPTY);
        for from in pieces.straight(at, !side) {
            let obstacles = around.between(from) & occupied;
            if obstacles.is_empty() {
                attackers.insert(from);
            } else if !obstacles.more_than_one() {
                sensitive_origins |= obstacles;
            }
        }
        for from in pieces.pieces(PieceKind::Cannon, !side) & around.lines {
            let between = around.between(from);
            match (between & occupied).len() {
                0 => sensitive_targets |= between,
                1 => attackers.insert(from),
                2 => sensitive_origins |= between & occupied,
                _ => {}
            }
        }
        let mut in_check = false;
        let steady = pieces.steady(at, side);
        for attacker in attackers {
            let left = occupied.without(PointSet::of(attacker));
            // One guard is enough: as long as it is undisturbed, the attack remains harmless. A steady guard does not
            // depend on a line, so no single step can disturb two of them.
            if steady.more_than_one() {
                continue;
            }
            let Some(guard) = steady.first().or_else(|| pieces.reaching(at, side, left).first()) else {
                in_check = true;
                break;
            };
            let between = around.between(guard);
            sensitive_origins |= PointSet::of(guard) | between & left;
            sensitive_targets |= between.without(left);
        }
        if in_check {
            // All points where a change could end the attack or guard against it.
            (sensitive_origins, sensitive_targets) = (around.zone, around.zone);
        }
        let liberties = around.neighbours.without(occupied);
        match liberties.len() {
            0 => sensitive_origins |= around.neighbours,
            1 => sensitive_targets |= liberties,
            _ => {}
        }
        Self { in_check, attacked: attackers.any(), liberties, sensitive_origins, sensitive_targets }
    }

    /// Whether all moves that do not touch the points affecting the general's safety are legal.
    #[inline]
    pub fn is_settled(&self) -> bool {
        !self.in_check && self.liberties.any()
    }

    /// Whether the general is attacked, but not freely.
    #[inline]
    pub fn is_tethered(&self) -> bool {
        self.attacked && !self.in_check
    }
}
