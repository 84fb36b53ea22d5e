use std::marker::PhantomData;
use std::sync::LazyLock;

use crate::base::Side;
use crate::eval::network::zones::{self, LINES, PointRows, ROWS_OF_LINE, zone};
use crate::eval::network::{FeatureIndex, FeatureSet, KingBucket, ZonedAccumulators, ZonedFeatureSet};
use crate::games::gomoku::board::{Cell, Cells, LineCodes};
use crate::games::gomoku::point::{POINTS as PLACES, STEPS};
use crate::games::gomoku::shape::MAX_REACH;
use crate::games::gomoku::{Element, GomokuPosition, MAX_SIZE, MIN_SIZE, Point, PointSet, Rule};

/// The feature set of networks with zones: at each empty point, the patterns of own stones and of the opponent's on the
/// four lines through it. In renju, whose rules differ by colour, Black and White have different rows.
///
/// The inputs are the stones, own ones first, and the size of the board.
#[derive(Debug, Clone, Copy)]
pub struct GomokuPatterns<R: Rule>(PhantomData<R>);

const _: () = assert!(MAX_SIZE <= zones::MAX_SIZE);

/// The points of the largest board.
const POINTS: usize = MAX_SIZE * MAX_SIZE;
/// The first of the inputs that stand for the size of the board.
const SIZES: usize = 2 * POINTS;

/// The number of ways in which a side's stones can stand in one direction, up to the first stone of the opponent's or
/// the edge.
const fn ways(reach: usize) -> usize {
    (1 << (reach + 1)) - 1
}

/// The number of patterns: both directions of a line, of which either may come first.
const fn patterns(reach: usize) -> usize {
    ways(reach) * (ways(reach) + 1) / 2
}

/// The pattern of these ways in both directions.
const fn pattern_of(one: usize, other: usize) -> usize {
    let (less, more) = if one < other { (one, other) } else { (other, one) };
    more * (more + 1) / 2 + less
}

/// What follows from a line code.
#[derive(Debug, Clone, Copy, Default)]
pub struct LinePattern {
    /// The pattern.
    pattern: FeatureIndex,
    /// The empty points within reach that no stones in between hide from both sides: a bit for each digit of the code.
    open: u16,
}

/// One entry for every 16-bit value, so that a lookup needs no bounds check.
const CODES: usize = 1 << 16;

impl LinePattern {
    /// What follows from a code with this reach.
    fn of_code(code: usize, reach: usize) -> Self {
        let digit =
            |distance: usize, direction: usize| code / 3_usize.pow((2 * distance + direction) as u32) % 3;
        // What lies behind the first stone of the opponent's makes no difference.
        let way = |direction: usize| {
            let seen = (0..reach).map(|distance| digit(distance, direction)).take_while(|&digit| digit < 2);
            seen.fold(0, |way, digit| 2 * way + 1 + digit)
        };
        let mut open = 0;
        for direction in 0..2 {
            let mut stones = [false; 2];
            for distance in 0..reach {
                match digit(distance, direction) {
                    0 if stones != [true; 2] => open |= 1 << (2 * distance + direction),
                    0 => (),
                    stone => stones[stone - 1] = true,
                }
            }
        }
        Self { pattern: pattern_of(way(0), way(1)) as FeatureIndex, open }
    }

    /// What follows from each code with this reach.
    fn table(reach: usize) -> Box<[Self; CODES]> {
        let codes = 3_usize.pow(2 * reach as u32);
        let mut table: Vec<_> = (0..codes).map(|code| Self::of_code(code, reach)).collect();
        table.resize(CODES, Self::default());
        table.try_into().expect("there are as many entries")
    }

    /// What follows from each code, by the reach of the rule.
    fn by_code<R: Rule>() -> &'static [Self; CODES] {
        static NEAR: LazyLock<Box<[LinePattern; CODES]>> = LazyLock::new(|| LinePattern::table(4));
        static FAR: LazyLock<Box<[LinePattern; CODES]>> = LazyLock::new(|| LinePattern::table(5));
        const { assert!(R::REACH == 4 || R::REACH == 5) };
        if R::REACH == 4 { &NEAR } else { &FAR }
    }
}

/// The distance in a table of points to the point of each digit of a line code.
const DISTANCES: [[isize; 2 * MAX_REACH]; LINES] = {
    let mut distances = [[0; 2 * MAX_REACH]; LINES];
    let mut line = 0;
    while line < LINES {
        let mut digit = 0;
        while digit < 2 * MAX_REACH {
            let distance = (digit / 2 + 1) as isize;
            distances[line][digit] = STEPS[line] * if digit % 2 == 0 { -distance } else { distance };
            digit += 1;
        }
        line += 1;
    }
    distances
};

impl<R: Rule> GomokuPatterns<R> {
    /// The number of patterns on a line.
    const PATTERNS: usize = patterns(R::REACH);
    /// The rows in one side's point of view: own patterns, then the opponent's.
    const ROWS_OF_SIDE: usize = 2 * Self::PATTERNS;

    /// The rows of a line with these codes, for a side.
    #[inline(always)]
    fn rows_of(table: &[LinePattern; CODES], codes: LineCodes, side: Side) -> [FeatureIndex; ROWS_OF_LINE] {
        let first = if R::HAS_FORBIDDEN_POINTS { side.index() * Self::ROWS_OF_SIDE } else { 0 };
        let pattern = |side: Side| table[usize::from(codes.of(side))].pattern;
        [first as FeatureIndex + pattern(side), (first + Self::PATTERNS) as FeatureIndex + pattern(!side)]
    }
}

/// A stone of a side.
#[derive(Debug, Clone, Copy)]
pub struct Stone {
    side: Side,
    at: Point,
}

impl<R: Rule> FeatureSet for GomokuPatterns<R> {
    type Position = GomokuPosition<R>;

    type Accumulators = ZonedAccumulators<Self>;

    const NAME: &'static str = match (R::REACH, R::HAS_FORBIDDEN_POINTS) {
        (4, _) => "gomoku-992p",
        (_, false) => "gomoku-4032p",
        (_, true) => "renju-8064p",
    };
    const COUNT: usize = SIZES + MAX_SIZE - MIN_SIZE + 1;
    const KING_BUCKETS: usize = 1;
    const MAX_ON: usize = POINTS + 1;
    const OUTPUT_BUCKETS: usize = 1;
    const IS_ZONED: bool = true;
    const COARSER: Option<&'static str> = if R::REACH == 4 { None } else { Some("gomoku-992p") };
    const ROWS: usize = if R::HAS_FORBIDDEN_POINTS { 2 } else { 1 } * Self::ROWS_OF_SIDE;

    /// The row of the same pattern without the furthest points.
    fn coarser(row: FeatureIndex) -> FeatureIndex {
        let row = usize::from(row) % Self::ROWS_OF_SIDE;
        let (relation, pattern) = (row / Self::PATTERNS, row % Self::PATTERNS);
        let more = (0..ways(R::REACH)).rfind(|&more| pattern_of(more, 0) <= pattern).unwrap_or(0);
        let less = pattern - pattern_of(more, 0);
        let near = |way: usize| if way < ways(R::REACH - 1) { way } else { (way - 1) / 2 };
        (relation * patterns(R::REACH - 1) + pattern_of(near(more), near(less))) as FeatureIndex
    }

    #[inline]
    fn king_bucket(_position: &GomokuPosition<R>, _side: Side) -> KingBucket {
        KingBucket(0)
    }

    type Key = Stone;

    #[inline]
    fn key(element: Element, at: Point) -> Option<Stone> {
        let Element::Stone(side) = element else { return None };
        Some(Stone { side, at })
    }

    #[inline]
    fn input(side: Side, _view: KingBucket, stone: Stone) -> FeatureIndex {
        let relation = usize::from(stone.side != side);
        (relation * POINTS + stone.at.rank() * MAX_SIZE + stone.at.file()) as FeatureIndex
    }

    type Derived = [FeatureIndex; 1];

    #[inline]
    fn derived(position: &GomokuPosition<R>) -> [[FeatureIndex; 1]; 2] {
        [[(SIZES + position.size() - MIN_SIZE) as FeatureIndex]; 2]
    }

    #[inline]
    fn output_bucket(_position: &GomokuPosition<R>) -> usize {
        0
    }

    fn points([inputs, _]: [&[FeatureIndex]; 2], points: &mut Vec<PointRows>) {
        let Some((size, stones)) = inputs.split_last() else { return };
        let size = usize::from(*size).saturating_sub(SIZES) + MIN_SIZE;
        // Where colours differ, the numbers of stones tell who is to move.
        let own = stones.iter().filter(|&&stone| usize::from(stone) < POINTS).count();
        let mover = if 2 * own == stones.len() { Side::First } else { Side::Second };
        let table = LinePattern::by_code::<R>();
        let mut cells = Cells::empty(size);
        for &stone in stones {
            let (relation, at) = (usize::from(stone) / POINTS, usize::from(stone) % POINTS);
            cells.set(Point::new(at % MAX_SIZE, at / MAX_SIZE), Cell::Stone(Side::BOTH[relation]));
        }
        points.extend(PointSet::board(size).into_iter().filter(|&at| cells.get(at) == Cell::Empty).map(
            |at| {
                let rows = STEPS.map(|step| {
                    let codes = cells.read_codes(at, step, R::REACH);
                    // Own stones were set as the first side's.
                    Self::rows_of(table, if mover == Side::First { codes } else { codes.swapped() }, mover)
                });
                PointRows { zone: zone(at.file(), at.rank(), size) as u8, rows }
            },
        ));
    }
}

impl<R: Rule> ZonedFeatureSet for GomokuPatterns<R> {
    const PLACES: usize = PLACES;

    #[inline(always)]
    fn place(at: Point) -> usize {
        at.index()
    }

    fn visit_points(position: &GomokuPosition<R>, mut visit: impl FnMut(Point, usize)) {
        for at in PointSet::board(position.size()) {
            visit(at, zone(at.file(), at.rank(), position.size()));
        }
    }

    #[inline(always)]
    fn is_seen(position: &GomokuPosition<R>, at: Point) -> bool {
        position.board.is_empty(at)
    }

    type Tables = &'static [LinePattern; CODES];

    fn tables() -> &'static [LinePattern; CODES] {
        LinePattern::by_code::<R>()
    }

    /// The empty points that are not hidden were so, too, when a stone was placed at `at`, or are so since it was taken
    /// back.
    #[inline(always)]
    fn visit_dependent(
        table: &'static [LinePattern; CODES],
        position: &GomokuPosition<R>,
        at: Point,
        mut visit: impl FnMut(Point, usize),
    ) {
        for (line, distances) in DISTANCES.iter().enumerate() {
            let codes = position.board.line_codes(at, line);
            let mut open = table[usize::from(codes.of(Side::First))].open;
            while open != 0 {
                let near = Point::from_index(
                    at.index().wrapping_add_signed(distances[open.trailing_zeros() as usize]),
                );
                open &= open - 1;
                if position.board.is_empty(near) {
                    visit(near, line);
                }
            }
        }
    }

    #[inline(always)]
    fn rows_of_line(
        table: &'static [LinePattern; CODES],
        position: &GomokuPosition<R>,
        at: Point,
        line: usize,
        side: Side,
    ) -> [FeatureIndex; ROWS_OF_LINE] {
        Self::rows_of(table, position.board.line_codes(at, line), side)
    }
}
