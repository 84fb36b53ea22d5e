//! Palaces, the river, and the points and steps of each piece.

use crate::base::Side;
use crate::games::cchess;
use crate::games::cchess::{DIAGONAL_STEPS, ORTHOGONAL_STEPS, POINTS, Point, PointSet};

/// The number of ranks.
pub const RANKS: usize = 10;

/// The board.
pub type Board = cchess::Board<RANKS>;

/// The occupied points of the board.
pub type Occupancy = cchess::Occupancy<RANKS>;

/// A set of Red's points, given as file and rank from 0, and the mirrored points of Black.
const fn both_sides(red: &[(usize, usize)]) -> [PointSet; 2] {
    let mut sets = [PointSet::EMPTY; 2];
    let mut i = 0;
    while i < red.len() {
        let at = Point::new(red[i].0, red[i].1);
        sets[0].insert(at);
        sets[1].insert(at.flipped(RANKS));
        i += 1;
    }
    sets
}

/// Each side's own half of the board.
pub const BANK: [PointSet; 2] = [PointSet(PointSet::board(5).0), PointSet(PointSet::board(5).0 << 45)];

/// Each side's palace, which its general cannot leave.
pub const PALACE: [PointSet; 2] =
    both_sides(&[(3, 0), (4, 0), (5, 0), (3, 1), (4, 1), (5, 1), (3, 2), (4, 2), (5, 2)]);

/// The points on which each side's advisors can be.
pub const ADVISOR_POINTS: [PointSet; 2] = both_sides(&[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]);

/// The points on which each side's elephants can be.
pub const ELEPHANT_POINTS: [PointSet; 2] =
    both_sides(&[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]);

/// The points on which each side's pawns can be before they cross the river; beyond it, they can be on all points.
pub const HOME_PAWN_POINTS: [PointSet; 2] =
    both_sides(&[(0, 3), (2, 3), (4, 3), (6, 3), (8, 3), (0, 4), (2, 4), (4, 4), (6, 4), (8, 4)]);

/// A general's steps within its palace, by point.
pub static GENERAL_STEPS: [PointSet; POINTS] = within(&ORTHOGONAL_STEPS, PALACE);

/// An advisor's steps within its palace, by point.
pub static ADVISOR_STEPS: [PointSet; POINTS] = within(&DIAGONAL_STEPS, ADVISOR_POINTS);

/// Steps that stay within the same one of two sets of points.
const fn within(steps: &[PointSet; POINTS], grounds: [PointSet; 2]) -> [PointSet; POINTS] {
    let ground = grounds[0].or(grounds[1]);
    let mut table = [PointSet::EMPTY; POINTS];
    let mut from = 0;
    while from < POINTS {
        if ground.contains(Point::from_index(from)) {
            table[from] = steps[from].and(ground);
        }
        from += 1;
    }
    table
}

/// A pawn's steps, by side and point: forward, and beyond the river also sideways.
pub static PAWN_STEPS: [[PointSet; POINTS]; 2] = pawn_steps();

/// The points from which a pawn can step to a point, by the pawn's side and that point.
pub static PAWN_ORIGINS: [[PointSet; POINTS]; 2] = pawn_origins();

const fn pawn_steps() -> [[PointSet; POINTS]; 2] {
    let mut table = [[PointSet::EMPTY; POINTS]; 2];
    let mut from = 0;
    while from < POINTS {
        let at = Point::from_index(from);
        let mut side = 0;
        while side < 2 {
            let steps = &mut table[side][from];
            if let Some(to) = at.offset(0, if side == 0 { 1 } else { -1 }) {
                steps.insert(to);
            }
            if !BANK[side].contains(at) {
                if let Some(to) = at.offset(-1, 0) {
                    steps.insert(to);
                }
                if let Some(to) = at.offset(1, 0) {
                    steps.insert(to);
                }
            }
            side += 1;
        }
        from += 1;
    }
    table
}

const fn pawn_origins() -> [[PointSet; POINTS]; 2] {
    let steps = pawn_steps();
    let mut table = [[PointSet::EMPTY; POINTS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < POINTS {
            let mut to = 0;
            while to < POINTS {
                if steps[side][from].contains(Point::from_index(to)) {
                    table[side][to].insert(Point::from_index(from));
                }
                to += 1;
            }
            from += 1;
        }
        side += 1;
    }
    table
}

/// The horse's leg: the point that must be empty for a horse on `horse` to attack `target`, a horse's step away.
#[inline]
pub const fn horse_leg(horse: Point, target: Point) -> Point {
    let file = target.file() as isize + (horse.file() as isize - target.file() as isize).signum();
    let rank = target.rank() as isize + (horse.rank() as isize - target.rank() as isize).signum();
    Point::new(file as usize, rank as usize)
}

/// Whether a side's pawn on this point has crossed the river.
#[inline]
pub const fn has_crossed(side: Side, at: Point) -> bool {
    !BANK[side.index()].contains(at)
}
