//! Tables for this board. Generals never leave the palace, so tables of attacks on a general cover only its nine
//! points.

use crate::base::Side;
use crate::games::cchess;
use crate::games::cchess::{
    DIAGONAL_STEPS, FILE_SETS, FILES, ORTHOGONAL_STEPS, Occupancy, POINTS, Point, PointSet,
};

/// The ranks of the board.
pub const RANKS: usize = 9;

/// The pieces on the board.
pub type Board = cchess::Board<RANKS>;

/// All points of the board.
pub const BOARD: PointSet = Occupancy::<RANKS>::BOARD;

/// The number of pawns at home that wins the game.
pub const PAWNS_TO_WIN: usize = 5;

/// The rank, from 0, on which a side's pawns are at home: the opponent's back rank.
pub const fn home_rank(side: Side) -> usize {
    match side {
        Side::First => RANKS - 1,
        Side::Second => 0,
    }
}

/// The points of [`home_rank`].
#[inline]
pub const fn home(side: Side) -> PointSet {
    match side {
        Side::First => PointSet::rank(RANKS - 1),
        Side::Second => PointSet::rank(0),
    }
}

/// The points from which a pawn reaches home with one step forward.
#[inline]
pub const fn doorstep(side: Side) -> PointSet {
    match side {
        Side::First => PointSet::rank(RANKS - 2),
        Side::Second => PointSet::rank(1),
    }
}

const PALACE_SIZE: usize = 9;

/// The nine points of the palace, d4 to f6.
pub const PALACE: PointSet = {
    let mut set = PointSet::EMPTY;
    let mut index = 0;
    while index < PALACE_SIZE {
        set.insert(palace_point(index));
        index += 1;
    }
    set
};

const fn palace_point(index: usize) -> Point {
    Point::new(3 + index % 3, 3 + index / 3)
}

/// The index among the nine palace points, by point.
const PALACE_INDEX: [u8; POINTS] = {
    let mut table = [0; POINTS];
    let mut index = 0;
    while index < PALACE_SIZE {
        table[palace_point(index).index()] = index as u8;
        index += 1;
    }
    table
};

/// The geometry around a point of the palace.
#[derive(Clone, Copy)]
pub struct Surroundings {
    /// The other points of its rank and file, from which chariots and cannons attack.
    pub lines: PointSet,
    /// The points from which horses attack.
    pub horses: PointSet,
    /// The points from which elephants attack.
    pub elephants: PointSet,
    /// The points from which advisors attack.
    pub advisors: PointSet,
    /// The neighbours within the palace: the points from which a general attacks, and its possible steps.
    pub generals: PointSet,
    /// The points from which pawns attack, by the pawn's side.
    pub pawns: [PointSet; 2],
    /// The four neighbours; the empty ones are the liberties of a general on the point.
    pub neighbours: PointSet,
    /// All points whose occupation affects which pieces attack or guard this point, or its liberties.
    pub zone: PointSet,
    /// By point: the points whose occupation can block a piece there from attacking this one, on a line, a horse's leg
    /// or an elephant's eye.
    between: [PointSet; POINTS],
}

impl Surroundings {
    /// The points strictly between `from` and this one for a chariot, cannon, horse or elephant there.
    #[inline]
    pub fn between(&self, from: Point) -> PointSet {
        self.between[from.index()]
    }

    const fn of(point: Point) -> Self {
        let mut this = Self {
            lines: PointSet::EMPTY,
            horses: PointSet::EMPTY,
            elephants: PointSet::EMPTY,
            advisors: DIAGONAL_STEPS[point.index()].and(BOARD),
            generals: ORTHOGONAL_STEPS[point.index()].and(PALACE),
            // A pawn attacks from the points that an enemy pawn on this point could go to.
            pawns: [PAWN_STEPS[1][point.index()], PAWN_STEPS[0][point.index()]],
            neighbours: ORTHOGONAL_STEPS[point.index()].and(BOARD),
            zone: PointSet::EMPTY,
            between: [PointSet::EMPTY; POINTS],
        };
        let mut index = 0;
        while index < RANKS * FILES {
            let from = Point::from_index(index);
            let files = from.file() as isize - point.file() as isize;
            let ranks = from.rank() as isize - point.rank() as isize;
            // A horse's leg on the way to the point and an elephant's eye are both the point's diagonal neighbour on
            // that side.
            let diagonal = point.offset(files.signum(), ranks.signum());
            if (files == 0) != (ranks == 0) {
                this.lines.insert(from);
                this.between[index] = PointSet::between(from, point);
            } else if (files * ranks).abs() == 2 {
                this.horses.insert(from);
                this.between[index] = single(diagonal);
            } else if files.abs() == 2 && ranks.abs() == 2 {
                this.elephants.insert(from);
                this.between[index] = single(diagonal);
            }
            index += 1;
        }
        this.zone = this.lines.or(this.horses).or(this.elephants).or(this.advisors);
        this
    }
}

const fn single(point: Option<Point>) -> PointSet {
    match point {
        Some(point) => PointSet::of(point),
        None => PointSet::EMPTY,
    }
}

static SURROUNDINGS: [Surroundings; PALACE_SIZE] = {
    let mut table = [Surroundings::of(palace_point(0)); PALACE_SIZE];
    let mut index = 1;
    while index < PALACE_SIZE {
        table[index] = Surroundings::of(palace_point(index));
        index += 1;
    }
    table
};

/// The geometry around this point of the palace.
#[inline]
pub fn surroundings(of: Point) -> &'static Surroundings {
    &SURROUNDINGS[PALACE_INDEX[of.index()] as usize]
}

static PAWN_STEPS: [[PointSet; POINTS]; 2] = [pawn_steps(1), pawn_steps(-1)];

const fn pawn_steps(forward: isize) -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut index = 0;
    while index < RANKS * FILES {
        let from = Point::from_index(index);
        table[index] = single(from.offset(0, forward))
            .or(single(from.offset(-1, 0)))
            .or(single(from.offset(1, 0)))
            .and(BOARD);
        index += 1;
    }
    table
}

/// The steps of a pawn of this side.
#[inline]
pub fn pawn_steps_of(side: Side, from: Point) -> PointSet {
    PAWN_STEPS[side.index()][from.index()]
}

/// The steps of a side's pawns: one set for each direction, in which no two pawns share a target.
#[inline]
pub fn pawn_steps_of_all(side: Side, pawns: PointSet) -> [PointSet; 3] {
    let forward = match side {
        Side::First => pawns.0 << FILES,
        Side::Second => pawns.0 >> FILES,
    };
    let left = pawns.without(FILE_SETS[0]).0 >> 1;
    let right = pawns.without(FILE_SETS[FILES - 1]).0 << 1;
    [forward, left, right].map(|points| BOARD.and(PointSet(points)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_pawn_steps_equal_single_steps() {
        for side in Side::BOTH {
            for pawns in BOARD.map(PointSet::of).chain((0..RANKS).map(PointSet::rank)) {
                let mut together: Vec<_> = pawn_steps_of_all(side, pawns).into_iter().flatten().collect();
                let mut alone: Vec<_> = pawns.flat_map(|from| pawn_steps_of(side, from)).collect();
                together.sort();
                alone.sort();
                assert_eq!(together, alone, "{side:?} {pawns:?}");
            }
        }
    }
}
