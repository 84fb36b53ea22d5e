mod cells;

use std::marker::PhantomData;

use crate::base::{Observer, Side};

use super::class::Combination;
use super::point::{POINTS, STEPS, STRIDE};
use super::shape::{Shapes, digit_weight};
use super::{Element, GomokuPosition, LineTable, Point, PointClass, PointSet, Rule, Threat};

use cells::RIM;
pub(crate) use cells::{Cell, Cells, LineCodes};

/// The number of empty points that would make each threat, by side and threat.
type Counts = [[u16; Threat::COUNT]; 2];

/// A point's codes on a line before a stone was placed near it.
#[derive(Debug, Clone, Copy)]
struct Visit {
    at: Point,
    line: u8,
    codes: LineCodes,
    shapes: [Shapes; 2],
    combinations: [Combination; 2],
}

/// A placed stone, with the information needed to take it back.
#[derive(Debug, Clone, Copy)]
struct Placed {
    at: Point,
    side: Side,
    counts: Counts,
    /// The length of the list of visits before the stone was placed.
    visits: usize,
}

/// The stones, and the shapes that a stone of either side would make on every empty point.
///
/// Stones are taken back in the reverse order of their placement. The line codes of an occupied point therefore need
/// not be updated: they are valid again when it becomes empty.
#[derive(Clone)]
pub(crate) struct Board<R: Rule> {
    size: usize,
    empty_count: usize,
    cells: Cells,
    stones: [PointSet; 2],
    codes: [[LineCodes; STEPS.len()]; POINTS],
    /// The shapes that a stone of either side would make, by point.
    shapes: [[Shapes; 2]; POINTS],
    /// The combinations of those shapes.
    combinations: [[Combination; 2]; POINTS],
    /// The empty points where a stone would make a threat, by side and threat.
    points: [[PointSet; Threat::COUNT]; 2],
    counts: Counts,
    tables: [&'static LineTable; 2],
    placed: Vec<Placed>,
    visits: Vec<Visit>,
    rule: PhantomData<R>,
}

impl<R: Rule> Board<R> {
    /// An empty board with `size` points on a side.
    pub(super) fn empty(size: usize) -> Self {
        let mut board = Self {
            size,
            empty_count: size * size,
            cells: Cells::empty(size),
            stones: [PointSet::EMPTY; 2],
            codes: [[LineCodes::default(); STEPS.len()]; POINTS],
            shapes: [[Shapes::default(); 2]; POINTS],
            combinations: [[Combination::NONE; 2]; POINTS],
            points: [[PointSet::EMPTY; Threat::COUNT]; 2],
            counts: [[0; Threat::COUNT]; 2],
            tables: R::tables(),
            placed: Vec::new(),
            visits: Vec::new(),
            rule: PhantomData,
        };
        for at in PointSet::board(size) {
            let codes = STEPS.map(|step| board.cells.read_codes(at, step, R::REACH));
            board.codes[at.index()] = codes;
            for side in Side::BOTH {
                let table = board.table(side);
                let shapes = Shapes::new(codes.map(|codes| table.shape(codes.of(side))));
                board.shapes[at.index()][side.index()] = shapes;
                board.combinations[at.index()][side.index()] = table.combination(shapes);
                board.enter(side, at, table.threat(shapes));
            }
        }
        board
    }

    /// Places a stone on an empty point and reports it and the changes at empty points to `observer`.
    #[inline]
    pub(super) fn place(&mut self, at: Point, side: Side, observer: &mut impl Observer<GomokuPosition<R>>) {
        debug_assert_eq!(self.cells.get(at), Cell::Empty);
        self.placed.push(Placed { at, side, counts: self.counts, visits: self.visits.len() });
        self.cells.set(at, Cell::Stone(side));
        self.stones[side.index()].insert(at);
        self.empty_count -= 1;
        for side in Side::BOTH {
            observer.remove(Element::Class(self.point_class(side, at)), at);
            self.leave(side, at, self.threat(side, at));
        }
        observer.add(Element::Stone(side), at);
        self.follow_line::<0>(at, side, observer);
        self.follow_line::<1>(at, side, observer);
        self.follow_line::<2>(at, side, observer);
        self.follow_line::<3>(at, side, observer);
    }

    /// Takes back the stone that was placed last and returns its point, or `None` if no stone is remembered.
    #[inline]
    pub(super) fn take_back(&mut self) -> Option<Point> {
        let Placed { at, side, counts, visits } = self.placed.pop()?;
        for visit in &self.visits[visits..] {
            let place = visit.at.index();
            self.codes[place][usize::from(visit.line)] = visit.codes;
            self.shapes[place] = visit.shapes;
            let combinations = std::mem::replace(&mut self.combinations[place], visit.combinations);
            for side in Side::BOTH.map(Side::index) {
                let [late, early] = [combinations[side].threat, visit.combinations[side].threat];
                if late != early {
                    self.points[side][late as usize].remove(visit.at);
                    self.points[side][early as usize].insert(visit.at);
                }
            }
        }
        self.visits.truncate(visits);
        for side in Side::BOTH {
            self.enter(side, at, self.threat(side, at));
        }
        self.counts = counts;
        self.empty_count += 1;
        self.stones[side.index()].remove(at);
        self.cells.set(at, Cell::Empty);
        Some(at)
    }

    /// Discards the information needed to take back the stones placed so far.
    pub(super) fn forget(&mut self) {
        self.placed.clear();
        self.visits.clear();
    }

    /// Updates the empty points on one line within reach of `at` for the stone just placed there.
    ///
    /// A stone between such a point and `at` blocks the other side's view of the line. Points whose view is blocked for
    /// both sides need no update: the stones in between will be taken back before this one.
    #[inline]
    fn follow_line<const LINE: usize>(
        &mut self,
        at: Point,
        stone: Side,
        observer: &mut impl Observer<GomokuPosition<R>>,
    ) {
        for (towards_end, step) in [(true, -STEPS[LINE]), (false, STEPS[LINE])] {
            let mut place = at.index() + RIM * STRIDE;
            let (mut black_sees, mut white_sees) = (true, true);
            for distance in 1..=R::REACH {
                place = place.wrapping_add_signed(step);
                match self.cells.0[place] {
                    Cell::Empty => (),
                    Cell::Stone(Side::First) => {
                        white_sees = false;
                        continue;
                    }
                    Cell::Stone(Side::Second) => {
                        black_sees = false;
                        continue;
                    }
                    Cell::Edge => break,
                }
                if !(black_sees || white_sees) {
                    break;
                }
                let near = Point::from_index(place - RIM * STRIDE);
                let codes = &mut self.codes[near.index()][LINE];
                self.visits.push(Visit {
                    at: near,
                    line: LINE as u8,
                    codes: *codes,
                    shapes: self.shapes[near.index()],
                    combinations: self.combinations[near.index()],
                });
                codes.add(LineCodes::stone(Cell::Stone(stone), digit_weight(distance, towards_end)));
                let codes = *codes;
                if black_sees {
                    self.update::<LINE>(near, Side::First, codes, observer);
                }
                if white_sees {
                    self.update::<LINE>(near, Side::Second, codes, observer);
                }
            }
        }
    }

    /// Updates an empty point's shape on one line from its line codes.
    #[inline(always)]
    fn update<const LINE: usize>(
        &mut self,
        at: Point,
        side: Side,
        codes: LineCodes,
        observer: &mut impl Observer<GomokuPosition<R>>,
    ) {
        let table = self.tables[side.index()];
        let shape = table.shape(codes.of(side));
        let shapes = &mut self.shapes[at.index()][side.index()];
        if shapes.number(LINE) == shape as usize {
            return;
        }
        shapes.set(LINE, shape);
        let now = table.combination(*shapes);
        let before = std::mem::replace(&mut self.combinations[at.index()][side.index()], now);
        if before == now {
            return;
        }
        observer.remove(Element::Class(PointClass { side, class: before.class }), at);
        observer.add(Element::Class(PointClass { side, class: now.class }), at);
        if before.threat != now.threat {
            self.leave(side, at, before.threat);
            self.enter(side, at, now.threat);
        }
    }

    #[inline]
    fn enter(&mut self, side: Side, at: Point, threat: Threat) {
        self.points[side.index()][threat as usize].insert(at);
        self.counts[side.index()][threat as usize] += 1;
    }

    #[inline]
    fn leave(&mut self, side: Side, at: Point, threat: Threat) {
        self.points[side.index()][threat as usize].remove(at);
        self.counts[side.index()][threat as usize] -= 1;
    }

    /// The number of points on a side of the board.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The number of empty points.
    pub(crate) fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The empty points.
    pub(crate) fn empty_points(&self) -> PointSet {
        PointSet::board(self.size) - self.occupied()
    }

    /// The occupied points.
    pub(crate) fn occupied(&self) -> PointSet {
        self.stones[0] | self.stones[1]
    }

    /// The points of this side's stones.
    pub(crate) fn stones(&self, side: Side) -> &PointSet {
        &self.stones[side.index()]
    }

    /// Whether a point lies on this board and is empty.
    #[inline]
    pub(crate) fn is_empty(&self, at: Point) -> bool {
        self.cells.get(at) == Cell::Empty
    }

    /// All cells.
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// The line table of a side.
    pub(crate) fn table(&self, side: Side) -> &'static LineTable {
        self.tables[side.index()]
    }

    /// The codes of a line through a point; those of an occupied point are those when its stone was placed.
    #[inline]
    pub(super) fn line_codes(&self, at: Point, line: usize) -> LineCodes {
        self.codes[at.index()][line]
    }

    /// The shapes that a stone of `side` would make on an empty point.
    #[inline]
    pub(crate) fn shapes(&self, side: Side, at: Point) -> Shapes {
        self.shapes[at.index()][side.index()]
    }

    /// The class of a stone of `side` on an empty point.
    #[inline]
    pub(super) fn point_class(&self, side: Side, at: Point) -> PointClass {
        PointClass { side, class: self.combinations[at.index()][side.index()].class }
    }

    /// The threat that a stone of `side` would make on an empty point.
    #[inline]
    pub(crate) fn threat(&self, side: Side, at: Point) -> Threat {
        self.combinations[at.index()][side.index()].threat
    }

    /// The empty points where a stone of `side` would make this threat.
    #[inline]
    pub(crate) fn threat_points(&self, side: Side, threat: Threat) -> &PointSet {
        &self.points[side.index()][threat as usize]
    }

    /// The same, or `None` if there are no such points.
    #[inline]
    pub(crate) fn threat_points_if_any(&self, side: Side, threat: Threat) -> Option<&PointSet> {
        (self.threat_count(side, threat) > 0).then(|| self.threat_points(side, threat))
    }

    /// The number of points in [`Board::threat_points`].
    #[inline]
    pub(crate) fn threat_count(&self, side: Side, threat: Threat) -> usize {
        usize::from(self.counts[side.index()][threat as usize])
    }

    /// The shapes that a stone of `side` would make on an empty point if an opponent's stone stood `distance` points
    /// away on one line.
    #[inline]
    pub(crate) fn shapes_if_blocked(
        &self,
        side: Side,
        at: Point,
        line: usize,
        distance: usize,
        towards_end: bool,
    ) -> Shapes {
        let block = LineCodes::stone(Cell::Stone(!side), digit_weight(distance, towards_end));
        let mut codes = self.codes[at.index()][line];
        codes.add(block);
        let mut shapes = self.shapes(side, at);
        shapes.set(line, self.table(side).shape(codes.of(side)));
        shapes
    }

    /// The stones of a side that are part of a winning row.
    pub(super) fn winning_stones(&self, side: Side) -> PointSet {
        let exact = R::LINES[side.index()].exact;
        let mut winning = PointSet::EMPTY;
        for at in *self.stones(side) {
            for step in STEPS {
                let own = |&(_, cell): &(Point, Cell)| cell == Cell::Stone(side);
                if self.cells.ray(at, -step).next().is_some_and(|before| own(&before)) {
                    continue;
                }
                let row: Vec<_> = self.cells.ray(at, step).take_while(own).map(|(point, _)| point).collect();
                let length = row.len() + 1;
                if length == 5 || length > 5 && !exact {
                    winning |= row.into_iter().chain([at]).collect();
                }
            }
        }
        winning
    }
}
