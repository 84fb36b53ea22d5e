use crate::base::{Key, KeySequence, Move, MoveList, Observer, Position, Reason, Side, Verdict};

/// The width of the board.
pub const COLUMNS: usize = 7;
/// Its height.
pub const ROWS: usize = 6;

/// The bits of a column: its points from the bottom, and one that stays empty, so that no row goes on in the next
/// column.
const STRIDE: usize = ROWS + 1;

/// One side has four in a row.
pub const FOUR_IN_A_ROW: Reason = Reason::new("four-in-a-row", "four in a row", 32);

/// A point of the board, as the index of its bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point(u8);

impl Point {
    /// The point in a column and a row, both from 0; `None` outside the board.
    pub fn new(column: usize, row: usize) -> Option<Self> {
        (column < COLUMNS && row < ROWS).then(|| Self((column * STRIDE + row) as u8))
    }

    /// All points, column by column from the bottom.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..COLUMNS).flat_map(|column| (0..ROWS).filter_map(move |row| Self::new(column, row)))
    }

    /// The column, from 0.
    pub const fn column(self) -> usize {
        self.0 as usize / STRIDE
    }

    /// The row, from 0 at the bottom.
    pub const fn row(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Its bit.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The number of the point among all, less than [`Point::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// More than all indices.
    pub const COUNT: usize = COLUMNS * STRIDE;
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

/// The move that drops a stone onto a point; 0 is no move.
pub fn move_to(at: Point) -> Move {
    Move::of_bits(u16::from(at.0) + 1)
}

/// The point onto which a move drops a stone.
pub fn target_of(m: Move) -> Option<Point> {
    let index = m.bits().checked_sub(1).filter(|&index| usize::from(index) < Point::COUNT)?;
    let point = Point(index as u8);
    (point.row() < ROWS).then_some(point)
}

/// Whether stones contain four in a row: up, along a rank, or diagonally.
pub fn has_four(stones: u64) -> bool {
    [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// A position: the stones of both sides, as bits.
#[derive(Debug, Clone)]
pub struct ConnectFourPosition {
    pub(super) stones: [u64; 2],
    pub(super) side: Side,
    made: Vec<Point>,
}

impl ConnectFourPosition {
    /// The position with these stones.
    pub(super) const fn new(stones: [u64; 2], side: Side) -> Self {
        Self { stones, side, made: Vec::new() }
    }

    /// The points where a stone can fall, one for each column that is not full.
    pub(super) fn open_points(&self) -> impl Iterator<Item = Point> + '_ {
        let occupied = self.stones[0] | self.stones[1];
        (0..COLUMNS).filter_map(move |column| {
            let height = (occupied >> (column * STRIDE) & ((1 << ROWS) - 1)).count_ones();
            Point::new(column, height as usize)
        })
    }

    /// Whether a stone of `side` on this point would win.
    pub(super) fn wins_at(&self, side: Side, at: Point) -> bool {
        has_four(self.stones[side.index()] | at.bit())
    }

    /// Whether the last move won.
    pub(super) fn is_won(&self) -> bool {
        has_four(self.stones[(!self.side).index()])
    }
}

impl Position for ConnectFourPosition {
    type Element = Side;
    type Point = Point;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn move_number(&self) -> u32 {
        1 + self.stones[Side::Second.index()].count_ones()
    }

    /// Computed from scratch, which two words allow.
    fn key(&self) -> Key {
        self.recomputed_key()
    }

    fn recomputed_key(&self) -> Key {
        let [first, second] = self.stones;
        let side = (self.side.index() as u64) << 63;
        KeySequence::new(first ^ second.rotate_left(11).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ side).next_key()
    }

    fn legal_moves(&self, list: &mut MoveList) {
        if !self.is_won() {
            list.extend(self.open_points().map(move_to));
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        !self.is_won() && target_of(m).is_some_and(|at| self.open_points().any(|open| open == at))
    }

    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        let Some(at) = target_of(m) else { return };
        self.stones[self.side.index()] |= at.bit();
        observer.add(self.side, at);
        self.made.push(at);
        self.side = !self.side;
    }

    fn unmake(&mut self) {
        if let Some(at) = self.made.pop() {
            self.side = !self.side;
            self.stones[self.side.index()] &= !at.bit();
        }
    }

    fn forget_moves(&mut self) {
        self.made.clear();
    }

    fn mirrored_move(m: Move) -> Option<Move> {
        let at = target_of(m)?;
        Point::new(COLUMNS - 1 - at.column(), at.row()).map(move_to)
    }

    fn observe_all(&self, observer: &mut impl Observer<Self>) {
        for side in Side::BOTH {
            for at in Point::all().filter(|at| self.stones[side.index()] & at.bit() != 0) {
                observer.add(side, at);
            }
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.is_won() {
            Some(Verdict::win(!self.side, FOUR_IN_A_ROW))
        } else if self.open_points().next().is_none() {
            Some(Verdict::draw(Reason::FULL_BOARD))
        } else {
            None
        }
    }
}
