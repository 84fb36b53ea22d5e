use super::man::{Man, ManKind};
use super::occupancy::Occupancy;
use super::point::{POINTS, Point, PointSet};
use crate::base::Side;

/// The men of a board with `RANKS` ranks, 9 or 10, in every form that rules ask for.
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

    /// Where men of this kind and side stand.
    #[inline(always)]
    pub const fn men(&self, kind: ManKind, side: Side) -> PointSet {
        self.kinds[kind.index()].and(self.sides[side.index()])
    }

    /// Where men of this kind stand, of either side.
    #[inline(always)]
    pub const fn kind(&self, kind: ManKind) -> PointSet {
        self.kinds[kind.index()]
    }

    /// Where men of this side stand.
    #[inline(always)]
    pub const fn side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// Where men stand.
    #[inline(always)]
    pub const fn occupied(&self) -> PointSet {
        self.occupancy.points()
    }

    /// Where men stand, in the form that attacks are looked up with.
    #[inline(always)]
    pub const fn occupancy(&self) -> &Occupancy<RANKS> {
        &self.occupancy
    }

    /// The point of a side's general. Every position of a game has both generals; a board under construction without
    /// one answers with `a1`.
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

    /// Lifts the man from a point where one stands.
    #[inline(always)]
    pub const fn lift(&mut self, man: Man, at: Point) {
        debug_assert!(self.men[at.index()].is_some());
        self.men[at.index()] = None;
        self.kinds[man.kind.index()].0 ^= 1 << at.index();
        self.sides[man.side.index()].0 ^= 1 << at.index();
        self.occupancy.toggle(at);
    }

    /// Puts a man in the place of another.
    #[inline(always)]
    pub const fn replace(&mut self, old: Man, new: Man, at: Point) {
        self.men[at.index()] = Some(new);
        self.kinds[old.kind.index()].0 ^= 1 << at.index();
        self.sides[old.side.index()].0 ^= 1 << at.index();
        self.kinds[new.kind.index()].0 ^= 1 << at.index();
        self.sides[new.side.index()].0 ^= 1 << at.index();
    }

    /// The board as lines of text for a person, Red at the bottom: FEN letters, dots for empty points, files below and
    /// ranks at the left, counted from `first_rank`.
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
