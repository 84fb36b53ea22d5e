//! The order of a position's pieces by which a table computes the position's index.

use arrayvec::ArrayVec;

use crate::base::Side;
use crate::games::chess::board::Board;
use crate::games::chess::{PieceKind, Square};

use super::geometry::{GEOMETRY, KING_PAIRS, TRIANGLE, TRIPLES, above_diagonal};
use super::material::{MOST_PIECES, Material};

/// The kinds by their numbers in table files, from 1.
const NUMBERED: [PieceKind; 6] = PieceKind::ALL;
/// Added to the number of a piece of the side named second.
const SECOND: u8 = 8;
/// Squares on which a pawn can be.
const PAWN_SQUARES: usize = 48;

/// Pieces of one side and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// 0 is the side named first.
    side: u8,
    kind: PieceKind,
    count: u8,
}

/// The pieces numbered up to reflections of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leading {
    /// The pawns of one side.
    Pawns,
    /// Three different pieces.
    Three,
    /// The kings.
    Kings,
}

/// Several equal pieces that share a digit of the index.
#[derive(Debug, Clone, Copy)]
struct Group {
    count: u8,
    /// The factor of the digit.
    factor: u64,
    /// Whether the pieces are pawns, which can only be on 48 squares.
    is_pawns: bool,
}

/// The order of the pieces in one part of a table, and the factors of their digits.
#[derive(Debug, Clone)]
pub struct Arrangement {
    runs: ArrayVec<Run, MOST_PIECES>,
    leading: Leading,
    leading_count: usize,
    leading_factor: u64,
    others: ArrayVec<Group, MOST_PIECES>,
    size: u64,
}

/// The pieces and the positions of digits, as given by a file.
#[derive(Debug, Clone)]
pub struct Order {
    /// The pieces by their numbers.
    pub pieces: ArrayVec<u8, MOST_PIECES>,
    /// The position at which the factor of the leading pieces is determined.
    pub leading: u8,
    /// The same for the pawns of the other side, if both sides have pawns.
    pub pawns: Option<u8>,
}

impl Arrangement {
    /// The arrangement of a table with this material; for a table with pawns, the leading one is on this file. `None`
    /// if the order does not match the material.
    pub fn new(order: &Order, material: &Material, file: usize) -> Option<Self> {
        let runs = runs(&order.pieces)?;
        // Each kind appears in one run, which is complete.
        let fits = runs.iter().all(|run| run.count == material.count(run.side.into(), run.kind));
        if !fits || order.pieces.len() != material.pieces() {
            return None;
        }
        let (leading, leading_runs) = leading(&runs, material)?;
        let leading_count = runs.get(..leading_runs)?.iter().map(|run| usize::from(run.count)).sum();
        let placements = match leading {
            Leading::Pawns => GEOMETRY.leading_size(leading_count, file)?,
            Leading::Three => TRIPLES,
            Leading::Kings => KING_PAIRS,
        };
        let mut others: ArrayVec<Group, MOST_PIECES> = ArrayVec::new();
        for run in runs.get(leading_runs..)? {
            let is_pawns = run.kind == PieceKind::Pawn;
            others.try_push(Group { count: run.count, factor: 0, is_pawns }).ok()?;
        }
        let pawns_follow = others.first().is_some_and(|group| group.is_pawns);
        if order.pawns.is_some() != pawns_follow || others.iter().skip(1).any(|group| group.is_pawns) {
            return None;
        }
        let mut found = Self { runs, leading, leading_count, leading_factor: 0, others, size: 0 };
        found.find_factors(order, placements)?;
        Some(found)
    }

    /// Determines the factors: each one is the product of the numbers of placements of the digits before it.
    fn find_factors(&mut self, order: &Order, placements: u64) -> Option<()> {
        let places = 1 + self.others.len();
        let pawns_place = order.pawns.map(usize::from);
        let leading_place = usize::from(order.leading);
        if leading_place >= places || pawns_place.is_some_and(|at| at >= places || at == leading_place) {
            return None;
        }
        let mut free = 64 - self.leading_count;
        let mut following = self.others.iter_mut();
        let mut pawns = if pawns_place.is_some() { following.next() } else { None };
        if let Some(pawns) = &pawns {
            free = free.checked_sub(pawns.count.into())?;
        }
        let mut factor = 1_u64;
        for place in 0..places {
            if place == leading_place {
                self.leading_factor = factor;
                factor = factor.checked_mul(placements)?;
            } else if Some(place) == pawns_place {
                let pawns = pawns.take()?;
                pawns.factor = factor;
                let squares = PAWN_SQUARES.checked_sub(self.leading_count)?;
                factor = factor.checked_mul(GEOMETRY.binomial(pawns.count.into(), squares)?)?;
            } else {
                let group = following.next()?;
                group.factor = factor;
                factor = factor.checked_mul(GEOMETRY.binomial(group.count.into(), free)?)?;
                free = free.checked_sub(group.count.into())?;
            }
        }
        self.size = factor;
        Some(())
    }

    /// The number of positions, which exceeds every index.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The index of a position. `flip`: whether Black has the pieces of the side named first. `None` if the board does
    /// not have the pieces of the table.
    pub fn index(&self, board: &Board, flip: bool) -> Option<u64> {
        let mut squares = self.squares(board, flip)?;
        let first = squares.first()?;
        if first.file() > 3 {
            for at in &mut squares {
                *at = Square::from_index(at.index() ^ 7);
            }
        }
        let leading = match self.leading {
            Leading::Pawns => self.leading_pawns(&mut squares)?,
            Leading::Three => three_pieces(&mut squares)?,
            Leading::Kings => {
                into_triangle(&mut squares, 2);
                GEOMETRY.king_pair(*squares.first()?, *squares.get(1)?)?
            }
        };
        let mut index = leading.checked_mul(self.leading_factor)?;
        let mut start = self.leading_count;
        for group in &self.others {
            let end = start + usize::from(group.count);
            squares.get_mut(start..end)?.sort_unstable();
            let (before, rest) = squares.split_at_checked(start)?;
            let lowest = if group.is_pawns { 8 } else { 0 };
            let mut number = 0;
            for (k, at) in rest.iter().take(group.count.into()).enumerate() {
                let taken = before.iter().filter(|other| *other < at).count();
                number += GEOMETRY.binomial(k + 1, at.index().checked_sub(taken + lowest)?)?;
            }
            index = index.checked_add(number.checked_mul(group.factor)?)?;
            start = end;
        }
        Some(index)
    }

    /// The squares of the pieces in the table's order, the leading pawn first, from the point of view of the side named
    /// first.
    fn squares(&self, board: &Board, flip: bool) -> Option<ArrayVec<Square, MOST_PIECES>> {
        let mut squares = ArrayVec::new();
        for run in &self.runs {
            let side = if (run.side == 0) == flip { Side::Second } else { Side::First };
            for at in board.pieces(side, run.kind) {
                squares.try_push(if flip { at.flipped() } else { at }).ok()?;
            }
        }
        if self.leading == Leading::Pawns {
            let pawns = squares.get(..self.leading_count)?;
            let first = (0..pawns.len()).max_by_key(|&place| GEOMETRY.pawn(pawns[place]))?;
            squares.swap(0, first);
        }
        Some(squares)
    }

    /// The number of the leading pawns, the first of which is on the files a to d.
    fn leading_pawns(&self, squares: &mut [Square]) -> Option<u64> {
        let (first, others) = squares.get_mut(..self.leading_count)?.split_first_mut()?;
        others.sort_unstable_by_key(|at| GEOMETRY.pawn(*at));
        let mut number = GEOMETRY.leading(self.leading_count, *first)?;
        for (k, at) in others.iter().enumerate() {
            number += GEOMETRY.binomial(k + 1, GEOMETRY.pawn(*at))?;
        }
        Some(number)
    }
}

/// The file of the leading pawn, counted from the edge, in a position of a table with these pieces. `None` if there are
/// no pawns.
pub fn leading_file(board: &Board, material: &Material, flip: bool) -> Option<usize> {
    let side = if (leading_side(material) == 0) == flip { Side::Second } else { Side::First };
    let pawns = board.pieces(side, PieceKind::Pawn);
    let seen = pawns.map(|at| if flip { at.flipped() } else { at });
    let first = seen.max_by_key(|at| GEOMETRY.pawn(*at))?;
    Some(first.file().min(7 - first.file()))
}

/// The side with the leading pawns: the one with fewer, but at least one.
const fn leading_side(material: &Material) -> usize {
    match material.pawns() {
        [first, second] if second > 0 && (first == 0 || second < first) => 1,
        _ => 0,
    }
}

/// The pieces of a table in their order, with equal ones combined.
fn runs(pieces: &[u8]) -> Option<ArrayVec<Run, MOST_PIECES>> {
    let mut runs: ArrayVec<Run, MOST_PIECES> = ArrayVec::new();
    for &piece in pieces {
        let side = u8::from(piece & SECOND != 0);
        let kind = *NUMBERED.get(usize::from(piece & !SECOND).checked_sub(1)?)?;
        match runs.last_mut() {
            Some(run) if (run.side, run.kind) == (side, kind) => run.count += 1,
            _ => runs.try_push(Run { side, kind, count: 1 }).ok()?,
        }
    }
    Some(runs)
}

/// The leading pieces, and the number of runs that they consist of.
fn leading(runs: &[Run], material: &Material) -> Option<(Leading, usize)> {
    let first = runs.first()?;
    if material.pawns() != [0, 0] {
        let leads = first.kind == PieceKind::Pawn && usize::from(first.side) == leading_side(material);
        return leads.then_some((Leading::Pawns, 1));
    }
    if material.has_single_piece() {
        let are_single = runs.get(..3)?.iter().all(|run| run.count == 1);
        return are_single.then_some((Leading::Three, 3));
    }
    let are_kings = runs.get(..2)?.iter().all(|run| run.kind == PieceKind::King);
    are_kings.then_some((Leading::Kings, 2))
}

/// Reflects all pieces so that the first is in the triangle a1-d1-d4, and the first of the leading pieces off the
/// diagonal is below it. The first must already be on the files a to d.
fn into_triangle(squares: &mut [Square], leading: usize) {
    if squares.first().is_some_and(|first| first.rank() > 3) {
        for at in squares.iter_mut() {
            *at = at.flipped();
        }
    }
    let decisive = squares.iter().take(leading).map(|at| above_diagonal(*at)).find(|above| *above != 0);
    if decisive.is_some_and(|above| above > 0) {
        for at in squares.iter_mut() {
            *at = Square::new(at.rank(), at.file());
        }
    }
}

/// The number of three different leading pieces.
fn three_pieces(squares: &mut [Square]) -> Option<u64> {
    const BELOW: u64 = 28;
    into_triangle(squares, 3);
    let &mut [first, second, third, ..] = squares else { return None };
    let second_skips = u64::from(second > first);
    let third_skips = u64::from(third > first) + u64::from(third > second);
    let diagonal = |at: Square| at.rank() as u64;
    let off_triangle = TRIANGLE as u64 - 4;
    let number = if above_diagonal(first) != 0 {
        (GEOMETRY.in_triangle(first) * 63 + second.index() as u64 - second_skips) * 62 + third.index() as u64
            - third_skips
    } else if above_diagonal(second) != 0 {
        (off_triangle * 63 + diagonal(first) * BELOW + GEOMETRY.below_diagonal(second)) * 62
            + third.index() as u64
            - third_skips
    } else if above_diagonal(third) != 0 {
        (off_triangle * 63 + 4 * BELOW) * 62
            + diagonal(first) * 7 * BELOW
            + (diagonal(second) - second_skips) * BELOW
            + GEOMETRY.below_diagonal(third)
    } else {
        (off_triangle * 63 + 4 * BELOW) * 62
            + 4 * 7 * BELOW
            + diagonal(first) * 7 * 6
            + (diagonal(second) - second_skips) * 6
            + diagonal(third)
            - third_skips
    };
    Some(number)
}
