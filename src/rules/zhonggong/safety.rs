//! Check, tether and liberties.
//!
//! A general is in check where an enemy man could capture it *freely*: with that man on the general's point and gone
//! from its own, no man of the general's side could capture it there.

use crate::base::Side;
use crate::rules::cchess::{FILES, Man, ManKind, Point, PointSet};

use super::lines::{Board, RANKS, surroundings};

/// The men as they stand, or as they will stand after a move that has not been made: the board's men but for those
/// that leave, and the man that arrives.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    board: &'a Board,
    /// The points from which men leave: a mover, what it captures, and what is traded.
    left: PointSet,
    /// Where a mover arrives; nowhere if nobody moves.
    arrival: PointSet,
    /// Who arrives there; any man if nobody does.
    mover: Man,
}

impl<'a> BoardView<'a> {
    /// The men as they stand.
    #[inline(always)]
    pub fn now(board: &'a Board) -> Self {
        Self::without(board, PointSet::EMPTY)
    }

    /// The men after this one has gone from one point to another, capturing what stood there.
    #[inline(always)]
    pub fn after_step(board: &'a Board, mover: Man, from: Point, to: Point) -> Self {
        let arrival = PointSet::of(to);
        Self { board, left: PointSet::of(from) | arrival, arrival, mover }
    }

    /// The men after those on these points have left the board.
    #[inline(always)]
    pub fn without(board: &'a Board, removed: PointSet) -> Self {
        let mover = Man::new(ManKind::General, Side::First);
        Self { board, left: removed, arrival: PointSet::EMPTY, mover }
    }

    /// Where men of this kind and side stand.
    #[inline(always)]
    pub fn men(&self, kind: ManKind, side: Side) -> PointSet {
        let staying = self.board.men(kind, side).without(self.left);
        if self.mover == Man::new(kind, side) { staying | self.arrival } else { staying }
    }

    /// Where men of this side stand.
    #[inline(always)]
    pub fn side(&self, side: Side) -> PointSet {
        let staying = self.board.side(side).without(self.left);
        if self.mover.side == side { staying | self.arrival } else { staying }
    }

    #[inline(always)]
    fn occupied(&self) -> PointSet {
        self.board.occupied().without(self.left) | self.arrival
    }

    /// The point of a side's general.
    #[inline(always)]
    pub fn general(&self, side: Side) -> Point {
        self.men(ManKind::General, side).first().unwrap_or(Point::new(FILES / 2, RANKS / 2))
    }

    /// The men of `by`, its general left out, that could capture on a point of the palace with these points occupied.
    #[inline(always)]
    fn reaching(&self, target: Point, by: Side, occupied: PointSet) -> PointSet {
        let around = surroundings(target);
        let mut found = self.steady(target, by);
        for from in self.straight(target, by) {
            if (around.between(from) & occupied).is_empty() {
                found.insert(from);
            }
        }
        for from in self.men(ManKind::Cannon, by) & around.lines {
            let screens = around.between(from) & occupied;
            if screens.any() && !screens.more_than_one() {
                found.insert(from);
            }
        }
        found
    }

    /// Whether there are any men of [`BoardView::reaching`].
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
        for from in self.men(ManKind::Cannon, by) & around.lines {
            let screens = around.between(from) & occupied;
            if screens.any() && !screens.more_than_one() {
                return true;
            }
        }
        false
    }

    /// The advisors and pawns of `by` that could capture on a point of the palace, whatever else is occupied.
    #[inline(always)]
    fn steady(&self, target: Point, by: Side) -> PointSet {
        let around = surroundings(target);
        self.men(ManKind::Advisor, by) & around.advisors
            | self.men(ManKind::Pawn, by) & around.pawns[by.index()]
    }

    /// The chariots, horses and elephants of `by` that would reach a point of the palace if nothing stood between.
    #[inline(always)]
    fn straight(&self, target: Point, by: Side) -> PointSet {
        let around = surroundings(target);
        self.men(ManKind::Chariot, by) & around.lines
            | self.men(ManKind::Horse, by) & around.horses
            | self.men(ManKind::Elephant, by) & around.elephants
    }

    /// Whether an enemy man could freely capture a side's general if that stood on `at`, with these points occupied.
    #[inline(always)]
    fn is_free_prey(&self, side: Side, at: Point, occupied: PointSet) -> bool {
        let attackers = self.reaching(at, !side, occupied)
            | self.men(ManKind::General, !side) & surroundings(at).generals;
        for attacker in attackers {
            if !self.is_reached(at, side, occupied.without(PointSet::of(attacker))) {
                return true;
            }
        }
        false
    }

    /// Whether a side is in check.
    #[inline(always)]
    pub fn is_in_check(&self, side: Side) -> bool {
        self.is_free_prey(side, self.general(side), self.occupied())
    }

    /// Whether a side's general, which stands on `from`, may step onto this neighbour of it in the palace, capturing
    /// what stands there: nothing could capture it there freely. It always has a liberty, the point that it has left.
    #[inline(always)]
    pub fn general_may_step(&self, side: Side, from: Point, to: Point) -> bool {
        // What the general captures was on the very point that others reach, so that it neither attacks nor hides it.
        !self.is_free_prey(side, to, self.occupied().without(PointSet::of(from)))
    }

    /// The men of a side that could capture on its general's point, with nobody gone.
    #[inline]
    pub fn guards(&self, side: Side) -> PointSet {
        self.reaching(self.general(side), side, self.occupied())
    }

    /// The liberties of a side's general.
    #[inline(always)]
    pub fn liberties(&self, side: Side) -> PointSet {
        surroundings(self.general(side)).neighbours.without(self.occupied())
    }

    /// Whether a side may leave the board like this: not in check, and with a liberty.
    #[inline(always)]
    pub fn is_sound(&self, side: Side) -> bool {
        self.liberties(side).any() && !self.is_in_check(side)
    }
}

/// How a side's general stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether the side is in check.
    pub in_check: bool,
    /// Whether enemy men attack the general, freely or not.
    pub attacked: bool,
    /// The general's liberties.
    pub liberties: PointSet,
    /// The points from which an own man's leaving could change whether the board is sound ([`BoardView::is_sound`]).
    pub loose: PointSet,
    /// The points to which an own man's coming could change that.
    pub gaps: PointSet,
}

impl Standing {
    /// How a side's general stands on this board.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        let men = BoardView::now(board);
        let at = board.general(side);
        let around = surroundings(at);
        let occupied = men.occupied();
        let mut attackers = men.steady(at, !side) | men.men(ManKind::General, !side) & around.generals;
        let (mut loose, mut gaps) = (PointSet::EMPTY, PointSet::EMPTY);
        for from in men.straight(at, !side) {
            let obstacles = around.between(from) & occupied;
            if obstacles.is_empty() {
                attackers.insert(from);
            } else if !obstacles.more_than_one() {
                loose |= obstacles;
            }
        }
        for from in men.men(ManKind::Cannon, !side) & around.lines {
            let between = around.between(from);
            match (between & occupied).len() {
                0 => gaps |= between,
                1 => attackers.insert(from),
                2 => loose |= between & occupied,
                _ => {}
            }
        }
        let mut in_check = false;
        let steady = men.steady(at, side);
        for attacker in attackers {
            let left = occupied.without(PointSet::of(attacker));
            // One guard is enough: what does not disturb it leaves the attack as harmless as it is. A steady guard
            // needs no line, so that no single step disturbs two of them.
            if steady.more_than_one() {
                continue;
            }
            let Some(guard) = steady.first().or_else(|| men.reaching(at, side, left).first()) else {
                in_check = true;
                break;
            };
            let between = around.between(guard);
            loose |= PointSet::of(guard) | between & left;
            gaps |= between.without(left);
        }
        if in_check {
            // Whatever could end an attack or guard against it.
            (loose, gaps) = (around.zone, around.zone);
        }
        let liberties = around.neighbours.without(occupied);
        match liberties.len() {
            0 => loose |= around.neighbours,
            1 => gaps |= liberties,
            _ => {}
        }
        Self { in_check, attacked: attackers.any(), liberties, loose, gaps }
    }

    /// Whether the general could be left as it is: a move that touches nothing that its safety hangs on is legal.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        !self.in_check && self.liberties.any()
    }

    /// Whether the general is attacked, but not freely.
    #[inline(always)]
    pub fn is_tethered(&self) -> bool {
        self.attacked && !self.in_check
    }
}
