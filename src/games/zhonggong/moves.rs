//! The encoding of zhonggong moves in 16 bits.
//!
//! | bits | a step | a trade |
//! | --- | --- | --- |
//! | 0–6 | from | the point of the captured piece |
//! | 7–13 | to | the files of the pawns, as the index of the choice (bits 7–14) |
//! | 14 | 0 | |
//! | 15 | 0 | 1 |
//!
//! A step always changes the point, so no move is zero. A trade's pawns are on their home rank, which is determined by
//! the side to move.

use crate::base::{Move, Side};
use crate::games::cchess::{FILES, PieceKind, Point, PointSet};

use super::geometry::{RANKS, home_rank};

const POINT_BITS: u32 = 7;
const POINT_MASK: u16 = (1 << POINT_BITS) - 1;
const TRADE_FLAG: u16 = 1 << 15;
const CHOICE_MASK: u16 = 0xff;

/// The maximum number of pawns that a trade can cost.
const DEAREST: usize = 4;

/// The number of choices of one to four files.
const CHOICES: usize = 255;

/// A decoded move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A piece moves from one point to another, capturing any piece there.
    Step {
        /// The origin.
        from: Point,
        /// The target.
        to: Point,
    },
    /// Pawns at home are removed from the board together with an enemy piece.
    Trade {
        /// The files of the pawns.
        files: FileSet,
        /// The point of the enemy piece.
        target: Point,
    },
}

impl Action {
    /// Decodes a move, if its bits are valid.
    #[inline]
    pub fn of(m: Move) -> Option<Self> {
        let bits = m.bits();
        let low = point(bits & POINT_MASK)?;
        if bits & TRADE_FLAG == 0 {
            let to = point(bits >> POINT_BITS)?;
            (low != to).then_some(Self::Step { from: low, to })
        } else {
            let files = *FILES_OF_CHOICE.get((bits >> POINT_BITS & CHOICE_MASK) as usize)?;
            Some(Self::Trade { files: FileSet(files), target: low })
        }
    }

    /// The action in the mirror image, with left and right exchanged.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Step { from, to } => Self::Step { from: from.mirrored(), to: to.mirrored() },
            Self::Trade { files, target } => {
                let files = FileSet(files.0.reverse_bits() >> (u16::BITS as usize - FILES));
                Self::Trade { files, target: target.mirrored() }
            }
        }
    }

    /// Encodes the action.
    #[inline]
    pub const fn encode(self) -> Move {
        Move::of_bits(match self {
            Self::Step { from, to } => from.index() as u16 | (to.index() as u16) << POINT_BITS,
            Self::Trade { files, target } => {
                let choice = CHOICE_OF_FILES[files.0 as usize];
                TRADE_FLAG | (choice as u16) << POINT_BITS | target.index() as u16
            }
        })
    }
}

#[inline]
fn point(bits: u16) -> Option<Point> {
    ((bits as usize) < RANKS * FILES).then(|| Point::from_index(bits as usize))
}

/// The number of pawns that a trade for a piece of this kind costs; `None` if it cannot be traded for.
#[inline]
pub const fn price(kind: PieceKind) -> Option<usize> {
    match kind {
        PieceKind::Pawn => Some(1),
        PieceKind::Cannon => Some(2),
        PieceKind::Horse => Some(3),
        PieceKind::Chariot => Some(4),
        PieceKind::General | PieceKind::Advisor | PieceKind::Elephant => None,
    }
}

/// One to four files of the board; bit 0 is file `a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileSet(u16);

impl FileSet {
    /// The files of these points on a side's home rank; `None` if there are fewer than one or more than four.
    pub fn of_points(points: PointSet, side: Side) -> Option<Self> {
        let files = (points.0 >> (home_rank(side) * FILES)) as u16;
        (1..=DEAREST).contains(&points.len()).then_some(Self(files))
    }

    /// The points of these files on a side's home rank.
    #[inline]
    pub const fn points(self, side: Side) -> PointSet {
        PointSet((self.0 as u128) << (home_rank(side) * FILES))
    }

    /// The number of files.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// Every choice of `count` files of a side's pawns at home.
pub fn choices(pawns: PointSet, side: Side, count: usize) -> impl Iterator<Item = FileSet> {
    let all = (pawns.0 >> (home_rank(side) * FILES)) as u16;
    // Iterates over the subsets of `all` in ascending order (carry-rippler).
    let mut subset = 0u16;
    std::iter::from_fn(move || {
        subset = subset.wrapping_sub(all) & all;
        (subset != 0).then_some(FileSet(subset))
    })
    .filter(move |files| files.len() == count)
}

static FILES_OF_CHOICE: [u16; CHOICES] = {
    let mut table = [0; CHOICES];
    let mut choice = 0;
    let mut files = 1u16;
    while files < 1 << FILES {
        if files.count_ones() as usize <= DEAREST {
            table[choice] = files;
            choice += 1;
        }
        files += 1;
    }
    table
};

/// The index of each choice of files. Choices of more than four files have no index and are never looked up.
static CHOICE_OF_FILES: [u8; 1 << FILES] = {
    let mut table = [0; 1 << FILES];
    let mut choice = 0;
    while choice < CHOICES {
        table[FILES_OF_CHOICE[choice] as usize] = choice as u8;
        choice += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_pattern_encodes_at_most_one_action() {
        let mut trades = 0;
        for m in (1..=u16::MAX).map(Move::of_bits) {
            if let Some(action) = Action::of(m) {
                assert_eq!(action.encode(), m, "{action:?}");
                assert_eq!(action.mirrored().mirrored(), action);
                trades += usize::from(matches!(action, Action::Trade { .. }));
            }
        }
        assert_eq!(trades, CHOICES * RANKS * FILES);
    }

    #[test]
    fn choices_are_all_subsets_of_their_size() {
        let pawns: PointSet = [0, 3, 4, 8].map(|file| Point::new(file, 8)).into_iter().collect();
        for (count, number) in [(1, 4), (2, 6), (3, 4), (4, 1)] {
            let found: Vec<_> = choices(pawns, Side::First, count).collect();
            assert_eq!(found.len(), number);
            for files in found {
                assert!(files.points(Side::First).without(pawns).is_empty());
                assert_eq!(FileSet::of_points(files.points(Side::First), Side::First), Some(files));
            }
        }
    }
}
