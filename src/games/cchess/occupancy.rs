//! The occupied points of a board, and attacks through them.
//!
//! Chariots and cannons look up the occupancy of their rank and file in tables; horses and elephants look up the
//! occupancy of the four points that can block them. Both need the bits of a line to be contiguous, so these are stored
//! in addition to the set of points.

use super::point::{FILES, POINTS, Point, PointSet};

/// The number of ranks of the tallest board.
const TALLEST: usize = POINTS / FILES;

/// The occupied points of a board with `RANKS` ranks, 9 or 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occupancy<const RANKS: usize> {
    points: PointSet,
    /// The occupied files of each rank, from rank -1 to rank 10 so that every rank has neighbours.
    ranks: [u16; TALLEST + 2],
    /// The occupied ranks of each file.
    files: [u16; FILES],
}

impl<const RANKS: usize> Default for Occupancy<RANKS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const RANKS: usize> Occupancy<RANKS> {
    /// An empty board.
    pub const EMPTY: Self = Self { points: PointSet::EMPTY, ranks: [0; TALLEST + 2], files: [0; FILES] };

    /// All points of the board.
    pub const BOARD: PointSet = PointSet::board(RANKS);

    /// The occupied points.
    #[inline]
    pub const fn points(&self) -> PointSet {
        self.points
    }

    /// The occupied files of a rank; bit 0 is file `a`.
    #[inline]
    pub const fn rank_bits(&self, rank: usize) -> u16 {
        self.ranks[rank + 1]
    }

    /// The occupied ranks of a file; bit 0 is Red's back rank.
    #[inline]
    pub const fn file_bits(&self, file: usize) -> u16 {
        self.files[file]
    }

    /// Toggles a point between empty and occupied.
    #[inline]
    pub const fn toggle(&mut self, at: Point) {
        self.points.0 ^= 1 << at.index();
        self.ranks[at.rank() + 1] ^= 1 << at.file();
        self.files[at.file()] ^= 1 << at.rank();
    }

    /// A copy with one point toggled between empty and occupied.
    #[must_use]
    #[inline]
    pub const fn toggled(mut self, at: Point) -> Self {
        self.toggle(at);
        self
    }

    /// The points on open lines from `from`, including the first piece on each: where a chariot moves and captures.
    #[inline]
    pub const fn chariot(&self, from: Point) -> PointSet {
        self.along_lines(from, &OPEN_RANK, &OPEN_FILE)
    }

    /// The points behind the first piece on each line from `from`, up to and including the second piece: where a cannon
    /// could capture an enemy.
    #[inline]
    pub const fn cannon(&self, from: Point) -> PointSet {
        self.along_lines(from, &JUMP_RANK, &JUMP_FILE)
    }

    #[inline]
    const fn along_lines(&self, from: Point, rank_table: &RankTable, file_table: &FileTable) -> PointSet {
        let (file, rank) = (from.file(), from.rank());
        // The ends of a line never hide anything, so their occupancy is not part of the table index.
        let row = rank_table[file][(self.rank_bits(rank) >> 1 & 0x7f) as usize];
        let column = file_table[rank][(self.file_bits(file) >> 1 & 0xff) as usize];
        Self::on_board((row as u128) << (rank * FILES) | spread(column) << file)
    }

    /// The points to which a horse on `from` moves and captures.
    #[inline]
    pub const fn horse(&self, from: Point) -> PointSet {
        Self::on_board(HORSE_FROM[from.index()][self.orthogonal_neighbours(from)].0)
    }

    /// The points from which a horse attacks `target`.
    #[inline]
    pub const fn horses_to(&self, target: Point) -> PointSet {
        Self::on_board(HORSE_TO[target.index()][self.diagonal_neighbours(target)].0)
    }

    /// The points to which an elephant on `from` moves and captures, ignoring rivers. An elephant attacks `from` from
    /// the same points.
    #[inline]
    pub const fn elephant(&self, from: Point) -> PointSet {
        Self::on_board(ELEPHANT[from.index()][self.diagonal_neighbours(from)].0)
    }

    /// Restricts a table entry, which covers ten ranks, to the board.
    #[inline]
    const fn on_board(bits: u128) -> PointSet {
        if RANKS < TALLEST { PointSet(bits & Self::BOARD.0) } else { PointSet(bits) }
    }

    /// Which of the four orthogonal neighbours are occupied: bit 0 below, bit 1 left, bit 2 above, bit 3 right.
    #[inline]
    const fn orthogonal_neighbours(&self, at: Point) -> usize {
        let (file, rank) = (at.file(), at.rank());
        let column = (self.files[file] << 1) >> rank & 0b101;
        let row = (self.ranks[rank + 1] << 1) >> file & 0b101;
        (column | row << 1) as usize
    }

    /// Which of the four diagonal neighbours are occupied: bit 0 below left, bit 1 above left, bit 2 below right, bit 3
    /// above right.
    #[inline]
    const fn diagonal_neighbours(&self, at: Point) -> usize {
        let (file, rank) = (at.file(), at.rank());
        let below = (self.ranks[rank] << 1) >> file & 0b101;
        let above = (self.ranks[rank + 2] << 1) >> file & 0b101;
        (below | above << 1) as usize
    }
}

/// The offsets for the bits of [`Occupancy::orthogonal_neighbours`].
const ORTHOGONALS: [(isize, isize); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

/// The offsets for the bits of [`Occupancy::diagonal_neighbours`].
const DIAGONALS: [(isize, isize); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Indexed by file, then by the occupancy of a rank without its ends; values are files as bits.
type RankTable = [[u16; 128]; FILES];

/// Indexed by rank, then by the occupancy of a file without its ends; values are ranks as bits.
type FileTable = [[u16; 256]; TALLEST];

static OPEN_RANK: RankTable = line_table::<FILES, 128>(0);
static OPEN_FILE: FileTable = line_table::<TALLEST, 256>(0);
static JUMP_RANK: RankTable = line_table::<FILES, 128>(1);
static JUMP_FILE: FileTable = line_table::<TALLEST, 256>(1);

/// For each position on a line of `LENGTH` points and each occupancy of its inner points, the positions reached over
/// exactly `screens` pieces.
const fn line_table<const LENGTH: usize, const INNER: usize>(screens: u32) -> [[u16; INNER]; LENGTH] {
    let mut table = [[0; INNER]; LENGTH];
    let mut from = 0;
    while from < LENGTH {
        let mut inner = 0;
        while inner < INNER {
            let occupied = inner << 1;
            table[from][inner] =
                reach(LENGTH, from, occupied, screens, 1) | reach(LENGTH, from, occupied, screens, -1);
            inner += 1;
        }
        from += 1;
    }
    table
}

/// The positions reached from a position on a line in one direction over exactly `screens` pieces.
const fn reach(length: usize, from: usize, occupied: usize, screens: u32, step: isize) -> u16 {
    let mut reached = 0;
    let mut passed = 0;
    let mut at = from as isize + step;
    while at >= 0 && at < length as isize && passed <= screens {
        if passed == screens {
            reached |= 1 << at;
        }
        passed += (occupied >> at & 1) as u32;
        at += step;
    }
    reached
}

/// The points of file `a` on the ranks given as bits.
#[inline]
const fn spread(ranks: u16) -> u128 {
    SPREAD[(ranks & 31) as usize] as u128 | (SPREAD[(ranks >> 5) as usize] as u128) << (5 * FILES)
}

/// The points of file `a` on the lowest five ranks.
static SPREAD: [u64; 32] = {
    let mut table = [0; 32];
    let mut ranks = 0;
    while ranks < 32 {
        let mut rank = 0;
        while rank < 5 {
            table[ranks] |= (ranks as u64 >> rank & 1) << (rank * FILES);
            rank += 1;
        }
        ranks += 1;
    }
    table
};

/// Indexed by point, then by the occupancy of four neighbours.
type NeighbourTable = [[PointSet; 16]; POINTS];

/// Builds a table of a function's results for every point and every occupancy of its neighbours.
macro_rules! neighbour_table {
    ($steps:path) => {{
        let mut table = [[PointSet::EMPTY; 16]; POINTS];
        let mut at = 0;
        while at < POINTS {
            let mut occupied = 0;
            while occupied < 16 {
                table[at][occupied] = $steps(Point::from_index(at), occupied);
                occupied += 1;
            }
            at += 1;
        }
        table
    }};
}

static HORSE_FROM: NeighbourTable = neighbour_table!(horse_steps);
static HORSE_TO: NeighbourTable = neighbour_table!(horse_origins);
static ELEPHANT: NeighbourTable = neighbour_table!(elephant_steps);

/// The targets of a horse whose orthogonal neighbours are occupied according to these bits.
const fn horse_steps(from: Point, occupied: usize) -> PointSet {
    let mut steps = PointSet::EMPTY;
    let mut leg = 0;
    while leg < 4 {
        if occupied >> leg & 1 == 0 {
            let (files, ranks) = ORTHOGONALS[leg];
            let mut side = -1;
            while side <= 1 {
                // Two points along the leg's direction and one across it.
                if let Some(to) = from.offset(2 * files + side * ranks, 2 * ranks + side * files) {
                    steps.insert(to);
                }
                side += 2;
            }
        }
        leg += 1;
    }
    steps
}

/// The points from which horses attack `target`, whose diagonal neighbours (the horses' legs) are occupied according to
/// these bits.
const fn horse_origins(target: Point, occupied: usize) -> PointSet {
    let mut origins = PointSet::EMPTY;
    let mut leg = 0;
    while leg < 4 {
        if occupied >> leg & 1 == 0 {
            let (files, ranks) = DIAGONALS[leg];
            if let Some(from) = target.offset(2 * files, ranks) {
                origins.insert(from);
            }
            if let Some(from) = target.offset(files, 2 * ranks) {
                origins.insert(from);
            }
        }
        leg += 1;
    }
    origins
}

/// The targets of an elephant whose diagonal neighbours are occupied according to these bits.
const fn elephant_steps(from: Point, occupied: usize) -> PointSet {
    let mut steps = PointSet::EMPTY;
    let mut eye = 0;
    while eye < 4 {
        if occupied >> eye & 1 == 0
            && let Some(to) = from.offset(2 * DIAGONALS[eye].0, 2 * DIAGONALS[eye].1)
        {
            steps.insert(to);
        }
        eye += 1;
    }
    steps
}

/// The diagonal neighbours of each point on ten ranks: an advisor's steps, before its game's restrictions.
pub static DIAGONAL_STEPS: [PointSet; POINTS] = step_table(DIAGONALS);

/// The orthogonal neighbours of each point on ten ranks.
pub static ORTHOGONAL_STEPS: [PointSet; POINTS] = step_table(ORTHOGONALS);

const fn step_table(steps: [(isize, isize); 4]) -> [PointSet; POINTS] {
    let mut table = [PointSet::EMPTY; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut step = 0;
        while step < 4 {
            if let Some(to) = Point::from_index(from).offset(steps[step].0, steps[step].1) {
                table[from].insert(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// The points in one direction over exactly `screens` pieces, found step by step.
    fn walk(
        occupied: PointSet,
        ranks: usize,
        from: Point,
        direction: (isize, isize),
        screens: usize,
    ) -> PointSet {
        let mut passed = 0;
        let mut set = PointSet::EMPTY;
        let mut at = from;
        while let Some(next) = at.offset(direction.0, direction.1).filter(|p| p.rank() < ranks) {
            if passed == screens {
                set.insert(next);
            }
            passed += usize::from(occupied.contains(next));
            at = next;
        }
        set
    }

    fn agree_on<const RANKS: usize>() {
        let mut rng = SmallRng::seed_from_u64(RANKS as u64);
        for round in 0..300 {
            let mut occupancy = Occupancy::<RANKS>::default();
            for index in 0..RANKS * FILES {
                if rng.random_ratio(1 + round % 9, 12) {
                    occupancy.toggle(Point::from_index(index));
                }
            }
            let occupied = occupancy.points();
            for from in Occupancy::<RANKS>::BOARD {
                let all = |screens| {
                    ORTHOGONALS
                        .map(|direction| walk(occupied, RANKS, from, direction, screens))
                        .into_iter()
                        .fold(PointSet::EMPTY, |a, b| a | b)
                };
                assert_eq!(occupancy.chariot(from), all(0), "chariot {from:?} {occupied:?}");
                assert_eq!(occupancy.cannon(from), all(1), "cannon {from:?} {occupied:?}");
                let mut horse = PointSet::EMPTY;
                let mut elephant = PointSet::EMPTY;
                for to in Occupancy::<RANKS>::BOARD {
                    let (f, r) = (
                        to.file() as isize - from.file() as isize,
                        to.rank() as isize - from.rank() as isize,
                    );
                    let half = from.offset(f / 2, r / 2).expect("a point between two points");
                    if (f * r).abs() == 2 && !occupied.contains(half) {
                        horse.insert(to);
                        assert!(occupancy.horses_to(to).contains(from));
                    } else {
                        assert!(!occupancy.horses_to(to).contains(from));
                    }
                    if f.abs() == 2 && r.abs() == 2 && !occupied.contains(half) {
                        elephant.insert(to);
                    }
                }
                assert_eq!(occupancy.horse(from), horse, "horse {from:?} {occupied:?}");
                assert_eq!(occupancy.elephant(from), elephant, "elephant {from:?} {occupied:?}");
            }
        }
    }

    #[test]
    fn tables_agree_with_walking_on_ten_ranks() {
        agree_on::<10>();
    }

    #[test]
    fn tables_agree_with_walking_on_nine_ranks() {
        agree_on::<9>();
    }
}
