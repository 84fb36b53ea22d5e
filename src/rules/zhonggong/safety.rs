//! Check, tether and liberties.
//!
//! A general is in check where an enemy man could capture it *freely*: with that man on the general's point and gone
//! from its own, no man of the general's side could capture it there.

use crate::base::Side;
use crate::rules::cchess::{FILES, ManKind, Point, PointSet};

use super::lines::{Board, RANKS, surroundings};

/// The men as they stand, or as they will stand after a move that has not been made.
#[derive(Clone, Copy)]
pub struct Prospect {
    /// Where men of each kind stand; what `sides` does not have is not there.
    kinds: [PointSet; ManKind::COUNT],
    sides: [PointSet; 2],
}

impl Prospect {
    /// The men as they stand.
    #[inline(always)]
    pub fn now(board: &Board) -> Self {
        Self {
            kinds: ManKind::ALL.map(|kind| board.kind(kind)),
            sides: Side::BOTH.map(|side| board.side(side)),
        }
    }

    /// The men after a man of this side and kind has gone from one point to another, capturing what stood there.
    #[inline(always)]
    pub fn after_step(board: &Board, side: Side, kind: ManKind, from: Point, to: Point) -> Self {
        let mut this = Self::now(board);
        let arrival = PointSet::of(to);
        if let Some(captured) = board.man_at(to) {
            this.kinds[captured.kind.index()] ^= arrival;
            this.sides[captured.side.index()] ^= arrival;
        }
        let step = PointSet::of(from) | arrival;
        this.kinds[kind.index()] ^= step;
        this.sides[side.index()] ^= step;
        this
    }

    /// The men after those on these points have left the board.
    #[inline(always)]
    pub fn without(board: &Board, removed: PointSet) -> Self {
        let mut this = Self::now(board);
        this.sides = this.sides.map(|men| men.without(removed));
        this
    }

    /// Where men of this kind and side stand.
    #[inline(always)]
    pub fn men(&self, kind: ManKind, side: Side) -> PointSet {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// Where men of this side stand.
    #[inline(always)]
    pub fn side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    #[inline(always)]
    fn occupied(&self) -> PointSet {
        self.sides[0] | self.sides[1]
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
        let mut found = self.men(ManKind::Advisor, by) & around.advisors
            | self.men(ManKind::Pawn, by) & around.pawns[by.index()];
        for from in self.straight(target, by) {
            if (around.between(from) & occupied).is_empty() {
                found.insert(from);
            }
        }
        for from in self.men(ManKind::Cannon, by) & around.lines {
            let screens = around.between(from) & occupied;
            if screens.any() && !screens.several() {
                found.insert(from);
            }
        }
        found
    }

    /// The chariots, horses and elephants of `by` that would reach a point of the palace if nothing stood between.
    #[inline(always)]
    fn straight(&self, target: Point, by: Side) -> PointSet {
        let around = surroundings(target);
        self.men(ManKind::Chariot, by) & around.lines
            | self.men(ManKind::Horse, by) & around.horses
            | self.men(ManKind::Elephant, by) & around.elephants
    }

    /// Whether any of these attackers could capture a side's general on `at` freely.
    #[inline(always)]
    fn is_free_for_any(&self, side: Side, at: Point, attackers: PointSet) -> bool {
        for attacker in attackers {
            if self.reaching(at, side, self.occupied().without(PointSet::of(attacker))).is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether a side is in check.
    #[inline]
    pub fn is_in_check(&self, side: Side) -> bool {
        let at = self.general(side);
        let attackers = self.reaching(at, !side, self.occupied())
            | self.men(ManKind::General, !side) & surroundings(at).generals;
        self.is_free_for_any(side, at, attackers)
    }

    /// The men of a side that could capture on its general's point, with nobody gone.
    #[inline]
    pub fn guards(&self, side: Side) -> PointSet {
        self.reaching(self.general(side), side, self.occupied())
    }

    /// The liberties of a side's general.
    #[inline]
    pub fn liberties(&self, side: Side) -> PointSet {
        surroundings(self.general(side)).neighbours.without(self.occupied())
    }

    /// Whether a side may leave the board like this: not in check, and with a liberty.
    #[inline]
    pub fn is_sound(&self, side: Side) -> bool {
        self.liberties(side).any() && !self.is_in_check(side)
    }
}

/// How a side's general stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether the side is in check.
    pub in_check: bool,
    /// The enemy men that attack the general, freely or not.
    pub attackers: PointSet,
    /// The general's liberties.
    pub liberties: PointSet,
    /// The points from which an own man's leaving could change whether the board is sound ([`Prospect::is_sound`]).
    pub loose: PointSet,
    /// The points to which an own man's coming could change that.
    pub gaps: PointSet,
}

impl Standing {
    /// How a side's general stands on this board.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        let men = Prospect::now(board);
        let at = board.general(side);
        let around = surroundings(at);
        let occupied = men.occupied();
        let mut attackers = men.men(ManKind::Advisor, !side) & around.advisors
            | men.men(ManKind::Pawn, !side) & around.pawns[(!side).index()]
            | men.men(ManKind::General, !side) & around.generals;
        let (mut loose, mut gaps) = (PointSet::EMPTY, PointSet::EMPTY);
        for from in men.straight(at, !side) {
            let obstacles = around.between(from) & occupied;
            if obstacles.is_empty() {
                attackers.insert(from);
            } else if !obstacles.several() {
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
        for attacker in attackers {
            let left = occupied.without(PointSet::of(attacker));
            let guards = men.reaching(at, side, left);
            // One guard is enough: what does not disturb it leaves the attack as harmless as it is.
            let steady = guards & (around.advisors | around.neighbours);
            let Some(guard) = steady.first().or(guards.first()) else {
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
        Self { in_check, attackers, liberties, loose, gaps }
    }

    /// Whether the general could be left as it is: a move that touches nothing that its safety hangs on is legal.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        !self.in_check && self.liberties.any()
    }

    /// Whether the general is attacked, but not freely.
    #[inline(always)]
    pub fn is_tethered(&self) -> bool {
        self.attackers.any() && !self.in_check
    }
}
