use crate::base::{Move, Notation, Position, Side};
use crate::games::cchess::{Occupancy, Piece, PieceKind, Point, PointSet};

use super::layout::Layout;
use super::material::Material;
use super::probe::InUse;

/// What a move changes on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardChange {
    /// A piece moves, capturing any piece on its target.
    Step {
        /// The origin.
        from: Point,
        /// The target.
        to: Point,
    },
    /// Pieces leave the board, and none moves.
    Removal(PointSet),
}

/// What tables need of a game beyond its rules.
pub trait TabledGame: Position + Notation {
    /// The game's name, which is also the extension of its files.
    const NAME: &'static str;

    /// The number of ranks of the board.
    const RANKS: usize;

    /// Whether a draw in the tables is one by all rules of the game. Otherwise the search does not use draws.
    const HAS_CERTAIN_DRAWS: bool = true;

    /// Whether advisors and elephants stay on their own side, so that they can only defend.
    const HAS_DEFENDERS: bool = false;

    /// The tables in use.
    fn tables() -> &'static InUse;

    /// The points where a piece can stand.
    fn domain(piece: Piece) -> PointSet;

    /// The position with these pieces, each on its point, without any history. `None` if there is no such position: two
    /// pieces share a point, or the side not to move could not have made a legal move.
    fn arranged(pieces: &[Piece], points: &[Point], side: Side) -> Option<Self>;

    /// The points of all pieces.
    fn occupied(&self) -> PointSet;

    /// The points of all pieces of this kind and side.
    fn points_of(&self, piece: Piece) -> PointSet;

    /// The pieces beside the generals.
    #[inline]
    fn material(&self) -> Material {
        Material::of(|piece| self.points_of(piece).len() as u8)
    }

    /// What a legal move changes.
    fn change(m: Move, side: Side) -> Option<BoardChange>;

    /// Whether the side to move is in check.
    fn is_checked(&self) -> bool;

    /// Calls `visit` with the number of each piece of `side` and the empty points from which it could have come without
    /// a capture. Whether the position before was possible is not considered.
    fn unsteps(pieces: &[Piece], points: &[Point], side: Side, visit: impl FnMut(usize, PointSet));

    /// Every material that one move can lead to, without this one, as [`Material::canonical`].
    fn smaller(material: Material) -> Vec<Material>;

    /// Whether this side can give check with this material.
    fn can_check(material: Material, side: Side) -> bool {
        let _ = (material, side);
        true
    }

    /// Whether positions with a legal move are drawn with this material, whatever else is on the board.
    fn is_dead(material: Material) -> bool {
        let _ = material;
        false
    }

    /// The number of plies that can still be made before the move limit draws the game.
    fn plies_left(&self) -> u32;

    /// The numbering of a material's positions; `None` if there are too many pieces.
    fn layout(material: Material) -> Option<Layout> {
        Layout::new(material, Self::domain)
    }
}

/// Whether a legal move leads to a smaller table.
#[inline]
pub fn is_capture<P: TabledGame>(position: &P, m: Move) -> bool {
    position.resets_halfmove_clock(m)
        || matches!(P::change(m, position.side_to_move()), Some(BoardChange::Removal(_)))
}

/// [`TabledGame::unsteps`] for pieces of which those that move by single steps have these origins.
#[inline]
pub fn unsteps<const RANKS: usize>(
    pieces: &[Piece],
    points: &[Point],
    side: Side,
    origins: impl Fn(Piece, Point) -> PointSet,
    domain: impl Fn(Piece) -> PointSet,
    mut visit: impl FnMut(usize, PointSet),
) {
    let mut occupancy = Occupancy::<RANKS>::default();
    for &at in points {
        occupancy.toggle(at);
    }
    for (slot, (&piece, &at)) in pieces.iter().zip(points).enumerate() {
        if piece.side != side {
            continue;
        }
        let found = match piece.kind {
            PieceKind::Chariot | PieceKind::Cannon => occupancy.chariot(at),
            // The leg is next to the origin.
            PieceKind::Horse => occupancy.horses_to(at),
            PieceKind::Elephant => occupancy.elephant(at),
            PieceKind::General | PieceKind::Advisor | PieceKind::Pawn => origins(piece, at),
        };
        visit(slot, found.without(occupancy.points()) & domain(piece));
    }
}
