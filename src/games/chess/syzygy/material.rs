//! The pieces of a table.

use crate::base::Side;
use crate::games::chess::PieceKind;
use crate::games::chess::board::Board;

/// The maximum number of pieces in a table.
pub const MOST_PIECES: usize = 7;

/// The kinds in the order of the letters in names.
const NAMED: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Pawn,
];

/// The number of pieces of each side and kind. The sides are in the order of a name such as `KQvKR`: the stronger one
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material {
    counts: [[u8; 6]; 2],
}

/// A [`Material`] as a number, for fast lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialKey(u64);

impl MaterialKey {
    /// The key of kings alone.
    pub const BARE_KINGS: Self = Self(0);

    const BITS: usize = 4;

    /// The key of the pieces on a board, with White as the first side.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let mut key = 0;
        for side in Side::BOTH {
            for kind in PieceKind::ALL.into_iter().filter(|kind| *kind != PieceKind::King) {
                let count = board.pieces(side, kind).len() as u64;
                key |= count << Self::shift(side.index(), kind);
            }
        }
        Self(key)
    }

    const fn shift(side: usize, kind: PieceKind) -> usize {
        (side * 5 + kind.index()) * Self::BITS
    }
}

impl Material {
    /// The material in a table's name. `None` if it is not the name of a table.
    pub fn from_name(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let found = Self { counts: [side_counts(first)?, side_counts(second)?] };
        let is_right = (3..=MOST_PIECES).contains(&found.pieces()) && found.strength(0) >= found.strength(1);
        is_right.then_some(found)
    }

    /// What determines the side named first: the number of its pieces, then the strongest of them.
    fn strength(&self, side: usize) -> (u8, [u8; 6]) {
        let counts = self.counts[side];
        (counts.iter().sum(), NAMED.map(|kind| counts[kind.index()]))
    }

    /// The number of pieces of both sides.
    pub fn pieces(&self) -> usize {
        self.counts.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// The number of pieces of this kind that the side has; side 0 is the one named first.
    pub const fn count(&self, side: usize, kind: PieceKind) -> u8 {
        self.counts[side & 1][kind.index()]
    }

    /// Whether both sides have the same pieces.
    pub fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Whether a side has exactly one piece of some kind other than the king.
    pub fn has_single_piece(&self) -> bool {
        let others = self.counts.iter().flat_map(|counts| &counts[..PieceKind::King.index()]);
        others.into_iter().any(|&count| count == 1)
    }

    /// The number of pawns of each side.
    pub const fn pawns(&self) -> [u8; 2] {
        [self.count(0, PieceKind::Pawn), self.count(1, PieceKind::Pawn)]
    }

    /// The key if White is the side named first, and the one if Black is.
    pub fn keys(&self) -> [MaterialKey; 2] {
        [0, 1].map(|flip| {
            let mut key = 0;
            for (side, counts) in self.counts.iter().enumerate() {
                for kind in PieceKind::ALL.into_iter().filter(|kind| *kind != PieceKind::King) {
                    key |= u64::from(counts[kind.index()]) << MaterialKey::shift(side ^ flip, kind);
                }
            }
            MaterialKey(key)
        })
    }
}

/// The pieces of one side, by kind, from their letters in order.
fn side_counts(letters: &str) -> Option<[u8; 6]> {
    let mut counts = [0; 6];
    let mut last = 0;
    for letter in letters.chars() {
        let place = NAMED.iter().position(|kind| kind.letter() == letter).filter(|place| *place >= last)?;
        last = place;
        let count: &mut u8 = &mut counts[NAMED[place].index()];
        *count = count.checked_add(1)?;
    }
    (counts[PieceKind::King.index()] == 1).then_some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_pieces() {
        let material = Material::from_name("KRPPvKRP").expect("a name");
        assert_eq!((material.pieces(), material.pawns()), (7, [2, 1]));
        assert_eq!(material.count(1, PieceKind::Rook), 1);
        assert!(material.has_single_piece() && !material.is_symmetric());
        assert!(
            Material::from_name("KRRvKRR")
                .is_some_and(|both| both.is_symmetric() && !both.has_single_piece())
        );
        for name in [
            "",
            "v",
            "KvK",
            "K",
            "KQ",
            "KQv",
            "QKvK",
            "KPQvK",
            "KvKQ",
            "KRvKQ",
            "KKvK",
            "KQvKv",
            "kqvk",
            "KQQQQQvKQ",
            "KQvKX",
            "KQ vK",
            "KQvK ",
        ] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
        assert!(Material::from_name(&format!("K{}vK", "Q".repeat(300))).is_none());
    }

    #[test]
    fn keys_are_those_of_boards() {
        let keys = Material::from_name("KQPvKN").expect("a name").keys();
        for (fen, expected) in
            [("k7/8/8/8/3n4/8/4P3/KQ6 w - - 0 1", keys[0]), ("k6q/8/8/8/3N4/8/4p3/K7 w - - 0 1", keys[1])]
        {
            let position: crate::games::chess::ChessPosition =
                crate::base::Notation::from_fen(fen, &crate::games::chess::ChessOptions::default())
                    .unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(MaterialKey::of(&position.board), expected, "{fen}");
        }
    }
}
