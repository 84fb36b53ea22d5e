use super::occupancy::Occupancy;
use super::piece::{Piece, PieceKind};
use super::point::{POINTS, Point, PointSet};
use crate::base::Side;

/// The pieces of a board with `RANKS` ranks, 9 or 10, stored redundantly in every form that the rules need.
#[derive(Clone, PartialEq, Eq)]
pub struct Board<const RANKS: usize> {
    pieces: [Option<Piece>; POINTS],
    kinds: [PointSet; PieceKind::COUNT],
    sides: [PointSet; 2],
    occupancy: Occupancy<RANKS>,
}

impl<const RANKS: usize> Default for Board<RANKS> {
    fn default() -> Self {
        Self {
            pieces: [None; POINTS],
            kinds: [PointSet::EMPTY; PieceKind::COUNT],
            sides: [PointSet::EMPTY; 2],
            occupancy: Occupancy::default(),
        }
    }
}

impl<const RANKS: usize> Board<RANKS> {
    /// The board with these pieces; `None` if two share a point.
    #[cfg(feature = "tables")]
    pub fn with_pieces(pieces: impl Iterator<Item = (Piece, Point)>) -> Option<Self> {
        let mut board = Self::default();
        for (piece, at) in pieces {
            if board.piece_at(at).is_some() {
                return None;
            }
            board.put(piece, at);
        }
        Some(board)
    }

    /// The piece on a point.
    #[inline]
    pub const fn piece_at(&self, at: Point) -> Option<Piece> {
        self.pieces[at.index()]
    }

    /// The pieces with their points, in the order of these.
    #[inline]
    pub fn placed(&self) -> impl Iterator<Item = (Piece, Point)> {
        self.occupied().filter_map(|at| Some((self.piece_at(at)?, at)))
    }

    /// The points of all pieces of this kind and side.
    #[inline]
    pub const fn pieces(&self, kind: PieceKind, side: Side) -> PointSet {
        self.kinds[kind.index()].and(self.sides[side.index()])
    }

    /// The points of all pieces of this kind, of either side.
    #[inline]
    pub const fn kind(&self, kind: PieceKind) -> PointSet {
        self.kinds[kind.index()]
    }

    /// The points of all pieces of this side.
    #[inline]
    pub const fn side(&self, side: Side) -> PointSet {
        self.sides[side.index()]
    }

    /// The points of all pieces.
    #[inline]
    pub const fn occupied(&self) -> PointSet {
        self.occupancy.points()
    }

    /// The points of all pieces, in the form needed to look up attacks.
    #[inline]
    pub const fn occupancy(&self) -> &Occupancy<RANKS> {
        &self.occupancy
    }

    /// The point of a side's general. Every valid position has both generals; for a board under construction without
    /// one this returns `a1`.
    #[inline]
    pub const fn general(&self, side: Side) -> Point {
        match self.pieces(PieceKind::General, side).first() {
            Some(at) => at,
            None => Point::new(0, 0),
        }
    }

    /// Puts a piece on an empty point.
    #[inline]
    pub const fn put(&mut self, piece: Piece, at: Point) {
        debug_assert!(self.piece_at(at).is_none());
        self.pieces[at.index()] = Some(piece);
        self.kinds[piece.kind.index()].0 ^= 1 << at.index();
        self.sides[piece.side.index()].0 ^= 1 << at.index();
        self.occupancy.toggle(at);
    }

    /// Removes the piece from an occupied point.
    #[inline]
    pub const fn lift(&mut self, piece: Piece, at: Point) {
        debug_assert!(self.pieces[at.index()].is_some());
        self.pieces[at.index()] = None;
        self.kinds[piece.kind.index()].0 ^= 1 << at.index();
        self.sides[piece.side.index()].0 ^= 1 << at.index();
        self.occupancy.toggle(at);
    }

    /// Replaces the piece on a point by another.
    #[inline]
    pub const fn replace(&mut self, old: Piece, new: Piece, at: Point) {
        self.pieces[at.index()] = Some(new);
        self.kinds[old.kind.index()].0 ^= 1 << at.index();
        self.sides[old.side.index()].0 ^= 1 << at.index();
        self.kinds[new.kind.index()].0 ^= 1 << at.index();
        self.sides[new.side.index()].0 ^= 1 << at.index();
    }

    /// The board as lines of human-readable text, Red at the bottom: FEN letters, dots for empty points, files below
    /// and ranks at the left, counted from `first_rank`.
    pub fn diagram(&self, first_rank: usize) -> String {
        let mut lines: Vec<_> = (0..RANKS)
            .rev()
            .map(|rank| {
                let pieces: String = PointSet::rank(rank)
                    .flat_map(|at| [' ', self.piece_at(at).map_or('.', Piece::letter)])
                    .collect();
                format!("{:>2} {pieces}", rank + first_rank)
            })
            .collect();
        lines.push("    a b c d e f g h i".to_owned());
        lines.join("\n")
    }
}

impl<const RANKS: usize> std::fmt::Debug for Board<RANKS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::fen::write_board(self))
    }
}
