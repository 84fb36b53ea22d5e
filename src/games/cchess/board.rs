use super::man::{Man, ManKind};
use super::occupancy::Occupancy;
use super::point::{POINTS, Point, PointSet};
use crate::base::Side;

/// The men of a board with `RANKS` ranks, 9 or 10, stored redundantly in every form that the rules need.
#[derive(Clone, PartialEq, Eq)]
pub struct Board<const RANKS: usize> {
    men: [Option<Man>; POINTS],
    kinds: [PointSet; ManKind::COUNT],
    sides: [PointSet; 2],
    occupancy: Occupancy<RANKS>,
}

impl<const RANKS: usize> Default for Board<RANKS> {
    fn default() -> Self {
        Self {
            men: [None; POINTS],
            kinds: [PointSet::EMPTY; ManKind::COUNT],
            sides: [PointSet::EMPTY; 2],
            occupancy: Occupancy::default(),
        }
    }
}

impl<const RANKS: usize> Board<RANKS> {
    /// The man on a point.
    #[inline(always)]
    pub const fn man_at(&self, at: Point) -> Option<Man> {
        self.men[at.index()]
    }

    /// The points of all men of this kind and side.
    #[inline(always)]
    pub const fn men(&self, kind: ManKind, side: Side) -> PointSet {
        self.kinds[kind.index()].and(self.sides[side.index()])
    }

    /// The points of all men of this kind, of either side.
    #[inline(always)]
    pub const fn kind(&self, kind: ManKind) -> PointSet {
        self.kinds[kind.index()]
    }

    /// The points of all men of this side.
    #[inline(always)]
    pub const fn side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// The points of all men.
    #[inline(always)]
    pub const fn occupied(&self) -> PointSet {
        self.occupancy.points()
    }

    /// The points of all men, in the form needed to look up attacks.
    #[inline(always)]
    pub const fn occupancy(&self) -> &Occupancy<RANKS> {
        &self.occupancy
    }

    /// The point of a side's general. Every valid position has both generals; for a board under construction without
    /// one this returns `a1`.
    #[inline(always)]
    pub const fn general(&self, side: Side) -> Point {
        match self.men(ManKind::General, side).first() {
            Some(at) => at,
            None => Point::new(0, 0),
        }
    }

    /// Puts a man on an empty point.
    #[inline(always)]
    pub const fn put(&mut self, man: Man, at: Point) {
        debug_assert!(self.man_at(at).is_none());
        self.men[at.index()] = Some(man);
        self.kinds[man.kind.index()].0 ^= 1 << at.index();
        self.sides[man.side.index()].0 ^= 1 << at.index();
        self.occupancy.toggle(at);
    }

    /// Removes the man from an occupied point.
    #[inline(always)]
    pub const fn lift(&mut self, man: Man, at: Point) {
        debug_assert!(self.men[at.index()].is_some());
        self.men[at.index()] = None;
        self.kinds[man.kind.index()].0 ^= 1 << at.index();
        self.sides[man.side.index()].0 ^= 1 << at.index();
        self.occupancy.toggle(at);
    }

    /// Replaces the man on a point by another.
    #[inline(always)]
    pub const fn replace(&mut self, old: Man, new: Man, at: Point) {
        self.men[at.index()] = Some(new);
        self.kinds[old.kind.index()].0 ^= 1 << at.index();
        self.sides[old.side.index()].0 ^= 1 << at.index();
        self.kinds[new.kind.index()].0 ^= 1 << at.index();
        self.sides[new.side.index()].0 ^= 1 << at.index();
    }

    /// The board as lines of human-readable text, Red at the bottom: FEN letters, dots for empty points, files below
    /// and ranks at the left, counted from `first_rank`.
    pub fn diagram(&self, first_rank: usize) -> String {
        let mut lines: Vec<_> = (0..RANKS)
            .rev()
            .map(|rank| {
                let men: String = PointSet::rank(rank)
                    .flat_map(|at| [' ', self.man_at(at).map_or('.', Man::letter)])
                    .collect();
                format!("{:>2} {men}", rank + first_rank)
            })
            .collect();
        lines.push("    a b c d e f g h i".to_owned());
        lines.join("\n")
    }
}

impl<const RANKS: usize> std::fmt::Debug for Board<RANKS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::fen::write_board(self))
    }
}
