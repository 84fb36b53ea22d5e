use crate::base::Side;

use super::board::{Board, Cell, Cells};
use super::point::STEPS;
use super::shape::Shapes;
use super::{LineTable, Point, PointSet, Rule, Shape, Threat};

/// The side that has forbidden points.
const BLACK: Side = Side::First;

impl<R: Rule> Board<R> {
    /// Whether an empty point is forbidden to Black.
    pub(crate) fn is_forbidden(&self, at: Point) -> bool {
        match self.threat(BLACK, at) {
            Threat::Forbidden => true,
            Threat::DoubtfulDoubleThree => ForbiddenCheck::<R>::new(self).is_forbidden(at),
            _ => false,
        }
    }

    /// All points that are forbidden to Black.
    pub(crate) fn forbidden_points(&self) -> PointSet {
        let mut forbidden = *self.threat_points(BLACK, Threat::Forbidden);
        if self.threat_count(BLACK, Threat::DoubtfulDoubleThree) > 0 {
            let mut check = ForbiddenCheck::<R>::new(self);
            for at in *self.threat_points(BLACK, Threat::DoubtfulDoubleThree) {
                if check.is_forbidden(at) {
                    forbidden.insert(at);
                }
            }
        }
        forbidden
    }
}

/// Decides which double threes are real by placing the stones in question on its own copy of the cells.
struct ForbiddenCheck<R> {
    cells: Cells,
    table: &'static LineTable,
    rule: std::marker::PhantomData<R>,
}

impl<R: Rule> ForbiddenCheck<R> {
    fn new(board: &Board<R>) -> Self {
        Self { cells: board.cells().clone(), table: board.table(BLACK), rule: std::marker::PhantomData }
    }

    fn shapes(&self, at: Point) -> Shapes {
        Shapes::new([0, 1, 2, 3].map(|line| self.cells.read_shape::<R>(self.table, at, line, BLACK)))
    }

    /// Whether an empty point is forbidden. The recursion ends because every level has one empty point fewer.
    fn is_forbidden(&mut self, at: Point) -> bool {
        let shapes = self.shapes(at);
        match self.table.threat(shapes) {
            Threat::Forbidden => true,
            Threat::DoubtfulDoubleThree => {
                self.cells.set(at, Cell::Stone(BLACK));
                let threes = (0..STEPS.len()).filter(|&line| shapes.get(line).is_three());
                let double = threes.filter(|&line| self.is_real_three(at, line)).nth(1).is_some();
                self.cells.set(at, Cell::Empty);
                double
            }
            _ => false,
        }
    }

    /// Whether the stone at `at` belongs to a three on this line that can become a straight four by a move that is
    /// allowed and does not make five on another line at the same time.
    fn is_real_three(&mut self, at: Point, line: usize) -> bool {
        [-STEPS[line], STEPS[line]].into_iter().any(|step| {
            let next = self.cells.ray(at, step).find(|&(_, cell)| cell != Cell::Stone(BLACK));
            let Some((next, Cell::Empty)) = next else { return false };
            let shapes = self.shapes(next);
            shapes.get(line) == Shape::StraightFour
                && self.table.threat(shapes) != Threat::Five
                && !self.is_forbidden(next)
        })
    }
}
