use crate::base::Side;
use crate::eval::network::{Accumulators, Input, Inputs, View};
use crate::rules::chess::{ChessPosition, Piece, Square};

/// The inputs of chess: each piece on each square, own pieces first, seen from the side's own edge of the board. If the
/// own king is on the e- to h-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct ChessInputs;

const SQUARES: usize = 64;
const KINDS: usize = Piece::COUNT / 2;
/// The output bucket changes with every fourth piece.
const PIECES_PER_BUCKET: usize = 4;

impl Inputs for ChessInputs {
    type Position = ChessPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "chess-768m";
    const COUNT: usize = Piece::COUNT * SQUARES;
    const VIEWS: usize = 2;
    const MAX_ON: usize = 32;
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &ChessPosition, side: Side) -> View {
        View(u8::from(position.king(side).file() >= 4))
    }

    type Key = (Piece, Square);

    #[inline(always)]
    fn key(piece: Piece, at: Square) -> Option<(Piece, Square)> {
        Some((piece, at))
    }

    #[inline(always)]
    fn input(side: Side, view: View, (piece, at): (Piece, Square)) -> Input {
        let flip = if side == Side::First { 0 } else { 0b111_000 };
        let mirror = if view.0 == 0 { 0 } else { 0b111 };
        let relation = usize::from(piece.side != side);
        let man = relation * KINDS + piece.kind.index();
        (man * SQUARES + (at.index() ^ flip ^ mirror)) as Input
    }

    #[inline(always)]
    fn bucket(position: &ChessPosition) -> usize {
        (position.occupied().len().saturating_sub(1) / PIECES_PER_BUCKET).min(Self::BUCKETS - 1)
    }
}
