//! Attacks of pieces and geometric relations between squares, as tables computed at compile time.

use crate::base::Side;

use super::magics::{BISHOP_FACTORS, ROOK_FACTORS};
use super::{Bitboard, PieceKind, Square};

/// The squares that a king on `at` attacks.
#[inline]
pub fn king_attacks(at: Square) -> Bitboard {
    KING[at.index()]
}

/// The squares that a knight on `at` attacks.
#[inline]
pub fn knight_attacks(at: Square) -> Bitboard {
    KNIGHT[at.index()]
}

/// The squares that a pawn of `side` on `at` attacks.
#[inline]
pub fn pawn_attacks(side: Side, at: Square) -> Bitboard {
    PAWN[side.index()][at.index()]
}

/// The squares that a bishop on `at` attacks with this occupancy.
#[inline]
pub fn bishop_attacks(at: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_SLIDES[BISHOP[at.index()].slot(occupied)]
}

/// The squares that a rook on `at` attacks with this occupancy.
#[inline]
pub fn rook_attacks(at: Square, occupied: Bitboard) -> Bitboard {
    ROOK_SLIDES[ROOK[at.index()].slot(occupied)]
}

/// The squares that a piece on `at` attacks with this occupancy. Pawn attacks depend on the side; see [`pawn_attacks`].
#[inline(always)]
pub fn piece_attacks(kind: PieceKind, at: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => Bitboard::EMPTY,
        PieceKind::Knight => knight_attacks(at),
        PieceKind::Bishop => bishop_attacks(at, occupied),
        PieceKind::Rook => rook_attacks(at, occupied),
        PieceKind::Queen => bishop_attacks(at, occupied) | rook_attacks(at, occupied),
        PieceKind::King => king_attacks(at),
    }
}

/// The squares that a bishop on `at` attacks on an empty board.
#[inline]
pub fn bishop_rays(at: Square) -> Bitboard {
    LINES[Line::Diagonal as usize][at.index()] | LINES[Line::Antidiagonal as usize][at.index()]
}

/// The squares that a rook on `at` attacks on an empty board.
#[inline]
pub fn rook_rays(at: Square) -> Bitboard {
    LINES[Line::Rank as usize][at.index()] | LINES[Line::File as usize][at.index()]
}

/// The squares strictly between two squares that share a rank, file or diagonal; otherwise empty.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares that share one, including both; otherwise empty.
#[inline]
pub fn line_through(a: Square, b: Square) -> Bitboard {
    THROUGH[a.index()][b.index()]
}

/// The squares other than `at` on one of the lines through it.
#[inline]
pub fn line(line: Line, at: Square) -> Bitboard {
    LINES[line as usize][at.index()]
}

/// An axis along which sliders move, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Line {
    /// From the a-file to the h-file.
    Rank,
    /// From the first rank to the eighth.
    File,
    /// The direction of a1 to h8.
    Diagonal,
    /// The direction of h1 to a8.
    Antidiagonal,
}

impl Line {
    const ALL: [Self; 4] = [Self::Rank, Self::File, Self::Diagonal, Self::Antidiagonal];

    /// The step as files and ranks.
    const fn direction(self) -> (i32, i32) {
        match self {
            Self::Rank => (1, 0),
            Self::File => (0, 1),
            Self::Diagonal => (1, 1),
            Self::Antidiagonal => (-1, 1),
        }
    }
}

/// The square this many files and ranks away, if it is on the board.
const fn offset(at: Square, files: i32, ranks: i32) -> Option<Square> {
    let (file, rank) = (at.file() as i32 + files, at.rank() as i32 + ranks);
    if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        Some(Square::new(file as usize, rank as usize))
    } else {
        None
    }
}

/// For every square, the squares at these offsets from it.
const fn leaps<const N: usize>(offsets: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < N {
            if let Some(target) = offset(Square::from_index(index), offsets[i].0, offsets[i].1) {
                table[index].insert(target);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

static KING: [Bitboard; 64] = leaps([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static KNIGHT: [Bitboard; 64] =
    leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static PAWN: [[Bitboard; 64]; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];

/// The squares in the direction of this step from `at`; includes the last one before the edge only if `edge` is set.
const fn ray(at: Square, (files, ranks): (i32, i32), edge: bool) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut here = at;
    while let Some(next) = offset(here, files, ranks) {
        if edge || offset(next, files, ranks).is_some() {
            squares.insert(next);
        }
        here = next;
    }
    squares
}

/// Both rays of one line.
const fn rays(at: Square, line: Line, edge: bool) -> Bitboard {
    let (files, ranks) = line.direction();
    ray(at, (files, ranks), edge).or(ray(at, (-files, -ranks), edge))
}

static LINES: [[Bitboard; 64]; 4] = LINE_TABLE;
const LINE_TABLE: [[Bitboard; 64]; 4] = {
    let mut table = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 4 {
        let mut at = 0;
        while at < 64 {
            table[i][at] = rays(Square::from_index(at), Line::ALL[i], true);
            at += 1;
        }
        i += 1;
    }
    table
};

/// For every other square on a line with this one, the squares between them, or the whole line if `whole` is set.
const fn joined(at: Square, whole: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 4 {
        let (files, ranks) = Line::ALL[i].direction();
        let line = LINE_TABLE[i][at.index()].or(Bitboard::of(at));
        let mut sign = -1;
        while sign <= 1 {
            let mut passed = Bitboard::EMPTY;
            let mut here = at;
            while let Some(next) = offset(here, sign * files, sign * ranks) {
                table[next.index()] = if whole { line } else { passed };
                passed.insert(next);
                here = next;
            }
            sign += 2;
        }
        i += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = joined(Square::from_index(index), false);
        index += 1;
    }
    table
};
static THROUGH: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = joined(Square::from_index(index), true);
        index += 1;
    }
    table
};

/// Looks up a slider's attacks in its table (magic bitboards).
#[derive(Debug, Clone, Copy)]
struct Magic {
    /// The squares whose occupancy matters: those on the slider's lines except the last one before each edge.
    mask: u64,
    factor: u64,
    /// The shift that brings the top bits of the product down to the index.
    shift: u32,
    /// The start of this square's part of the table.
    start: u32,
}

impl Magic {
    #[inline]
    const fn slot(self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask).wrapping_mul(self.factor);
        self.start as usize + (product >> self.shift) as usize
    }
}

static ROOK: [Magic; 64] = ROOK_MAGICS;
static BISHOP: [Magic; 64] = BISHOP_MAGICS;
const ROOK_MAGICS: [Magic; 64] = magics(Line::Rank, Line::File, &ROOK_FACTORS);
const BISHOP_MAGICS: [Magic; 64] = magics(Line::Diagonal, Line::Antidiagonal, &BISHOP_FACTORS);

/// The magics of the slider that moves along these two lines.
const fn magics(first: Line, second: Line, factors: &[u64; 64]) -> [Magic; 64] {
    let mut table = [Magic { mask: 0, factor: 0, shift: 0, start: 0 }; 64];
    let mut start = 0;
    let mut index = 0;
    while index < 64 {
        let at = Square::from_index(index);
        let mask = rays(at, first, false).or(rays(at, second, false)).0;
        let bits = mask.count_ones();
        table[index] = Magic { mask, factor: factors[index], shift: 64 - bits, start };
        start += 1 << bits;
        index += 1;
    }
    table
}

/// The number of entries in the tables of these magics.
const fn table_length(magics: &[Magic; 64]) -> usize {
    let last = magics[63];
    last.start as usize + (1 << (64 - last.shift))
}

#[expect(long_running_const_eval, reason = "100,000 entries take the compiler a second, once")]
static ROOK_SLIDES: [Bitboard; table_length(&ROOK_MAGICS)] = slides(Line::Rank, Line::File, &ROOK_MAGICS);
static BISHOP_SLIDES: [Bitboard; table_length(&BISHOP_MAGICS)] =
    slides(Line::Diagonal, Line::Antidiagonal, &BISHOP_MAGICS);

/// The attacks of the slider that moves along these two lines, from every square and for all relevant occupancies.
const fn slides<const LENGTH: usize>(first: Line, second: Line, magics: &[Magic; 64]) -> [Bitboard; LENGTH] {
    let mut table = [Bitboard::EMPTY; LENGTH];
    let mut index = 0;
    while index < 64 {
        let magic = magics[index];
        let (first, second) = (LINE_TABLE[first as usize][index].0, LINE_TABLE[second as usize][index].0);
        let mut occupied = 0;
        loop {
            let attacks = slide(index, first, occupied) | slide(index, second, occupied);
            table[magic.slot(Bitboard(occupied))] = Bitboard(attacks);
            // The next subset of the mask in ascending numeric order.
            occupied = u64::wrapping_sub(occupied, magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
        index += 1;
    }
    table
}

/// A slider's attacks along one line: subtracting the slider from the occupied squares beyond it flips all bits up to
/// the first blocker, and reversing the bits of the word does the same in the other direction.
const fn slide(index: usize, line: u64, occupied: u64) -> u64 {
    let slider = 1 << index;
    let up = (occupied & line).wrapping_sub(slider << 1);
    let down = (occupied & line).reverse_bits().wrapping_sub(u64::reverse_bits(slider) << 1).reverse_bits();
    (up ^ down) & line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_stop_at_blockers() {
        let d4 = Square::new(3, 3);
        let blockers: Bitboard =
            ["d6", "d2", "b4", "f6", "a1", "h8"].map(|name| name.parse().unwrap()).into_iter().collect();
        let rook: Bitboard = ["d5", "d6", "d3", "d2", "c4", "b4", "e4", "f4", "g4", "h4"]
            .map(|name| name.parse().unwrap())
            .into_iter()
            .collect();
        assert_eq!(rook_attacks(d4, blockers), rook);
        let bishop: Bitboard = ["e5", "f6", "c3", "b2", "a1", "c5", "b6", "a7", "e3", "f2", "g1"]
            .map(|name| name.parse().unwrap())
            .into_iter()
            .collect();
        assert_eq!(bishop_attacks(d4, blockers), bishop);
    }

    #[test]
    fn lines_join_squares() {
        let (a1, h8, d4, e4): (Square, Square, Square, Square) =
            ("a1".parse().unwrap(), "h8".parse().unwrap(), "d4".parse().unwrap(), "e4".parse().unwrap());
        assert_eq!(between(a1, h8).len(), 6);
        assert_eq!(line_through(d4, a1), line(Line::Diagonal, a1) | Bitboard::of(a1));
        assert_eq!(between(a1, e4), Bitboard::EMPTY);
        assert_eq!(line_through(a1, e4), Bitboard::EMPTY);
        assert_eq!(between(d4, e4), Bitboard::EMPTY);
        assert_eq!(line_through(d4, e4), Bitboard::rank(3));
    }
}
