//! The cells of a board, and the codes of the lines through a point that are read from them.

use crate::base::Side;
use crate::games::gomoku::point::{STEPS, STRIDE};
use crate::games::gomoku::shape::{LineCode, MAX_REACH, digit_weight};
use crate::games::gomoku::{LineTable, MAX_SIZE, Point, PointSet, Rule, Shape};

/// The contents of a point, or the edge beyond the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Stone(Side),
    Edge,
}

/// The number of ranks of [`Cell::Edge`] below and above the board: the reach of a line code. At the sides, the unused
/// points of the stride serve as the edge.
pub const RIM: usize = MAX_REACH;
/// The length of a table of cells with its rim.
const CELLS: usize = (MAX_SIZE + 2 * RIM) * STRIDE;

const _: () = assert!(STRIDE - MAX_SIZE >= RIM);

/// The cells of a board with a rim around them, so that a step within reach of a point on the board always leads to a
/// cell.
#[derive(Clone)]
pub struct Cells(pub(super) [Cell; CELLS]);

impl Cells {
    /// An empty board with `size` points on a side.
    pub fn empty(size: usize) -> Self {
        let mut cells = Self([Cell::Edge; CELLS]);
        for point in PointSet::board(size) {
            cells.set(point, Cell::Empty);
        }
        cells
    }

    #[inline]
    pub fn get(&self, point: Point) -> Cell {
        self.0[point.index() + RIM * STRIDE]
    }

    #[inline]
    pub fn set(&mut self, point: Point, cell: Cell) {
        self.0[point.index() + RIM * STRIDE] = cell;
    }

    /// The cells from a point's neighbour onwards, `step` apart, each with its point, up to the board's edge.
    #[inline]
    pub fn ray(&self, from: Point, step: isize) -> impl Iterator<Item = (Point, Cell)> + '_ {
        let mut place = from.index() + RIM * STRIDE;
        std::iter::from_fn(move || {
            place = place.wrapping_add_signed(step);
            match self.0[place] {
                Cell::Edge => None,
                cell => Some((Point::from_index(place - RIM * STRIDE), cell)),
            }
        })
    }

    /// The line codes of a point on one line for Black and for White, read from the cells.
    pub fn read_codes(&self, at: Point, step: isize, reach: usize) -> LineCodes {
        let mut codes = LineCodes::default();
        for (towards_end, step) in [(false, -step), (true, step)] {
            let mut place = at.index() + RIM * STRIDE;
            let mut cell = Cell::Empty;
            for distance in 1..=reach {
                if cell != Cell::Edge {
                    place = place.wrapping_add_signed(step);
                    cell = self.0[place];
                }
                codes.add(LineCodes::stone(cell, digit_weight(distance, towards_end)));
            }
        }
        codes
    }

    /// The shape that a stone of `side` would make on one line, read from the cells.
    pub fn read_shape<R: Rule>(&self, table: &LineTable, at: Point, line: usize, side: Side) -> Shape {
        table.shape(self.read_codes(at, STEPS[line], R::REACH).of(side))
    }
}

/// The line codes of one point on one line for both sides: Black's code in the low half, White's in the high half, so
/// that one addition changes both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineCodes(u32);

impl LineCodes {
    /// The contribution of a cell to the codes of a point in which it has this weight.
    #[inline]
    pub const fn stone(cell: Cell, weight: LineCode) -> Self {
        let weight = weight as u32;
        Self(match cell {
            Cell::Empty => 0,
            Cell::Stone(Side::First) => weight | ((2 * weight) << 16),
            Cell::Stone(Side::Second) => (2 * weight) | (weight << 16),
            Cell::Edge => (2 * weight) | ((2 * weight) << 16),
        })
    }

    /// The codes if all stones had the other colour.
    #[inline]
    pub const fn swapped(self) -> Self {
        Self(self.0.rotate_left(16))
    }

    #[inline]
    pub const fn add(&mut self, other: Self) {
        self.0 += other.0;
    }

    #[inline]
    pub const fn of(self, side: Side) -> LineCode {
        match side {
            Side::First => self.0 as u16,
            Side::Second => (self.0 >> 16) as u16,
        }
    }
}
