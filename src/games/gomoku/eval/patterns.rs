use std::marker::PhantomData;
use std::sync::LazyLock;

use crate::base::Side;
use crate::eval::network::zones::{PointRows, ROWS_OF_POINT, zone};
use crate::eval::network::{FeatureIndex, FeatureSet, KingBucket, ZonedAccumulators, ZonedFeatureSet};
use crate::games::gomoku::board::{Cell, Cells, LineCodes};
use crate::games::gomoku::point::STEPS;
use crate::games::gomoku::{Element, GomokuPosition, MAX_SIZE, MIN_SIZE, Point, PointSet, Rule};

/// The feature set of networks with zones: at each empty point, the patterns of own stones and of the opponent's on the
/// four lines through it. In renju, whose rules differ by colour, Black and White have different rows.
///
/// The inputs are the stones, own ones first, and the size of the board.
#[derive(Debug, Clone, Copy)]
pub struct GomokuPatterns<R: Rule>(PhantomData<R>);

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

/// The pattern of each line code, by the reach of the rule.
struct PatternTable(Vec<FeatureIndex>);

impl PatternTable {
    fn new(reach: usize) -> Self {
        let pattern = |code: usize| {
            let digit = |index: usize| code / 3_usize.pow(index as u32) % 3;
            // What lies behind the first stone of the opponent's makes no difference.
            let way = |direction: usize| {
                let seen =
                    (0..reach).map(|distance| digit(2 * distance + direction)).take_while(|&digit| digit < 2);
                seen.fold(0, |way, digit| 2 * way + 1 + digit)
            };
            let (one, other) = (way(0), way(1));
            let (less, more) = (one.min(other), one.max(other));
            (more * (more + 1) / 2 + less) as FeatureIndex
        };
        Self((0..3_usize.pow(2 * reach as u32)).map(pattern).collect())
    }

    /// The table for a rule.
    fn of<R: Rule>() -> &'static [FeatureIndex] {
        static NEAR: LazyLock<PatternTable> = LazyLock::new(|| PatternTable::new(4));
        static FAR: LazyLock<PatternTable> = LazyLock::new(|| PatternTable::new(5));
        const { assert!(R::REACH == 4 || R::REACH == 5) };
        if R::REACH == 4 { &NEAR.0 } else { &FAR.0 }
    }
}

impl<R: Rule> GomokuPatterns<R> {
    /// The number of patterns on a line.
    const PATTERNS: usize = patterns(R::REACH);
    /// The rows in one side's point of view: own patterns, then the opponent's.
    const ROWS_OF_SIDE: usize = 2 * Self::PATTERNS;

    /// The rows at a point with these line codes, for a side.
    #[inline]
    fn rows_of(codes: [LineCodes; STEPS.len()], side: Side) -> [FeatureIndex; ROWS_OF_POINT] {
        let table = PatternTable::of::<R>();
        let first = if R::HAS_FORBIDDEN_POINTS { side.index() * Self::ROWS_OF_SIDE } else { 0 };
        let mut rows = [0; ROWS_OF_POINT];
        for line in 0..STEPS.len() {
            let pattern = |side: Side| table[usize::from(codes[line].of(side))];
            rows[line] = first as FeatureIndex + pattern(side);
            rows[STEPS.len() + line] = (first + Self::PATTERNS) as FeatureIndex + pattern(!side);
        }
        rows
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
    const ROWS: usize = if R::HAS_FORBIDDEN_POINTS { 2 } else { 1 } * Self::ROWS_OF_SIDE;

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
        let mut cells = Cells::empty(size);
        for &stone in stones {
            let (relation, at) = (usize::from(stone) / POINTS, usize::from(stone) % POINTS);
            cells.set(Point::new(at % MAX_SIZE, at / MAX_SIZE), Cell::Stone(Side::BOTH[relation]));
        }
        points.extend(PointSet::board(size).into_iter().filter(|&at| cells.get(at) == Cell::Empty).map(
            |at| {
                let codes = STEPS.map(|step| cells.read_codes(at, step, R::REACH));
                // Own stones were set as the first side's.
                let rows = Self::rows_of(
                    if mover == Side::First { codes } else { codes.map(LineCodes::swapped) },
                    mover,
                );
                PointRows { zone: zone(at.file(), at.rank(), size) as u8, rows }
            },
        ));
    }
}

impl<R: Rule> ZonedFeatureSet for GomokuPatterns<R> {
    const MAX_SIZE: usize = MAX_SIZE;

    #[inline]
    fn size(position: &GomokuPosition<R>) -> usize {
        position.size()
    }

    /// The codes of the lines through an empty point.
    #[inline(always)]
    fn pattern(position: &GomokuPosition<R>, file: usize, rank: usize) -> Option<u128> {
        let at = Point::new(file, rank);
        if !position.board.is_empty(at) {
            return None;
        }
        let [a, b, c, d] = position.board.line_codes(at);
        let pair = |one: LineCodes, other: LineCodes| u64::from(one.bits()) << 32 | u64::from(other.bits());
        Some(u128::from(pair(a, b)) << 64 | u128::from(pair(c, d)))
    }

    #[inline(always)]
    fn affected(at: Point, size: usize, mut visit: impl FnMut(usize, usize)) {
        let (file, rank, reach) = (at.file() as isize, at.rank() as isize, R::REACH as isize);
        visit(at.file(), at.rank());
        for (file_step, rank_step) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for distance in (-reach..=reach).filter(|&distance| distance != 0) {
                let (file, rank) = (file + distance * file_step, rank + distance * rank_step);
                let board = 0..size as isize;
                if board.contains(&file) && board.contains(&rank) {
                    visit(file as usize, rank as usize);
                }
            }
        }
    }

    #[inline]
    fn rows(pattern: u128, side: Side) -> [FeatureIndex; ROWS_OF_POINT] {
        let code = |line: u32| LineCodes::of_bits((pattern >> (96 - 32 * line)) as u32);
        Self::rows_of([code(0), code(1), code(2), code(3)], side)
    }
}
