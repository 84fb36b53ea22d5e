//! The network inputs that xiangqi and zhonggong share: each piece on each point, own pieces first, seen from the
//! side's own edge of the board, which is mirrored if the own general is on the f-file.

use crate::base::Side;
use crate::eval::network::{FeatureIndex, KingBucket, Placement};
use crate::games::cchess::{Board, FILES, Piece, PieceKind, Point, PointSet};

const CENTRAL_FILE: usize = 4;

/// The number of piece inputs on a board with this many ranks. They come before a game's own inputs.
pub const fn piece_inputs(ranks: usize) -> usize {
    Piece::COUNT * ranks * FILES
}

/// A side's view of the board, which depends on its general.
#[inline]
pub const fn king_bucket(general: Point) -> KingBucket {
    KingBucket((general.file() > CENTRAL_FILE) as u8)
}

/// The input of a piece on a point.
#[inline]
pub fn piece_input<const RANKS: usize>(
    side: Side,
    view: KingBucket,
    piece: Piece,
    at: Point,
) -> FeatureIndex {
    let rank = if side == Side::First { at.rank() } else { RANKS - 1 - at.rank() };
    let file = if view.0 == 0 { at.file() } else { FILES - 1 - at.file() };
    let piece = usize::from(piece.side != side) * PieceKind::COUNT + piece.kind.index();
    ((piece * RANKS + rank) * FILES + file) as FeatureIndex
}

/// Whether a position and its mirror image differ for a side: unless its general is on the central file, the view
/// removes the difference.
pub const fn has_mirror_image(general: Point) -> bool {
    general.file() == CENTRAL_FILE
}

/// The input of the same piece on the mirrored point.
pub fn mirrored_piece(input: FeatureIndex) -> FeatureIndex {
    let input = usize::from(input);
    let file = input % FILES;
    (input - file + FILES - 1 - file) as FeatureIndex
}

/// The output bucket, out of `buckets`, given by the number of chariots, horses and cannons left, of which there are
/// twelve at the start.
#[inline]
pub const fn output_bucket<const RANKS: usize>(board: &Board<RANKS>, buckets: usize) -> usize {
    const NUMBERS: usize = 13;
    let attackers = board.kind(PieceKind::Chariot).len()
        + board.kind(PieceKind::Horse).len()
        + board.kind(PieceKind::Cannon).len();
    let bucket = attackers * buckets / NUMBERS;
    if bucket < buckets { bucket } else { buckets - 1 }
}

/// The points of each side's pieces, by kind.
pub type PiecesByKind = [[PointSet; PieceKind::COUNT]; 2];

/// The points of the pieces on a board.
#[inline]
pub fn placement<const RANKS: usize>(board: &Board<RANKS>) -> PiecesByKind {
    Side::BOTH.map(|side| PieceKind::ALL.map(|kind| board.pieces(kind, side)))
}

impl Placement for PiecesByKind {
    type Key = (Piece, Point);

    #[inline]
    fn compare(&self, before: &Self, mut differs: impl FnMut((Piece, Point), bool)) {
        for side in Side::BOTH {
            for kind in PieceKind::ALL {
                let [before, now] = [before, self].map(|placement| placement[side.index()][kind.index()]);
                for at in before ^ now {
                    differs((Piece { kind, side }, at), now.contains(at));
                }
            }
        }
    }
}
