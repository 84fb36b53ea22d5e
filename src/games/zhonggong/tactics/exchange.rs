//! The values of pieces in exchanges and trades, in hundredths of a pawn that is not home.

use crate::base::Side;
use crate::games::cchess::tactics::Capturers;
use crate::games::cchess::{DIAGONAL_STEPS, ORTHOGONAL_STEPS, Occupancy, PieceKind, Point, PointSet};
use crate::games::zhonggong::geometry::{Board, PALACE, PAWNS_TO_WIN, RANKS, home, pawn_steps_of};

/// The value of a piece, regardless of its point; a general counts 0, as it is never at stake.
const PIECE_VALUES: [i32; PieceKind::COUNT] = [0, 180, 150, 400, 900, 420, 100];

/// The total value of a side's pawns at home, by their number. In a trade, one pawn buys a pawn, two buy a cannon,
/// three a horse and four a chariot, so each additional pawn is worth about the price per pawn of the most valuable of
/// these; with four at home, the fifth is a threat. Five win the game.
const HOME_PAWN_VALUES: [i32; PAWNS_TO_WIN + 1] = [0, 180, 420, 680, 1000, 5000];

/// The value of one more pawn at home to a side that has `at_home` of them.
pub fn value_of_next(at_home: usize) -> i32 {
    let at_home = at_home.min(PAWNS_TO_WIN - 1);
    HOME_PAWN_VALUES[at_home + 1] - HOME_PAWN_VALUES[at_home]
}

/// The value of a piece of `side` on this point. A pawn that the board does not have on that point is on its way there.
#[inline]
pub fn value(board: &Board, kind: PieceKind, at: Point, side: Side) -> i32 {
    if kind == PieceKind::Pawn && home(side).contains(at) {
        let others = pawns_home(board, side) - usize::from(board.pieces(kind, side).contains(at));
        return value_of_next(others);
    }
    PIECE_VALUES[kind.index()]
}

/// The value that a side loses when `count` of its pawns at home leave.
pub fn value_of_pawns_home(board: &Board, side: Side, count: usize) -> i32 {
    let at_home = pawns_home(board, side);
    HOME_PAWN_VALUES[at_home] - HOME_PAWN_VALUES[at_home.saturating_sub(count)]
}

fn pawns_home(board: &Board, side: Side) -> usize {
    (board.pieces(PieceKind::Pawn, side) & home(side)).len()
}

/// Exchange evaluation on this board.
pub struct Exchange<'a>(pub &'a Board);

impl Capturers<RANKS> for Exchange<'_> {
    fn value(&self, kind: PieceKind, at: Point, side: Side) -> i32 {
        value(self.0, kind, at, side)
    }

    fn capturers(&self, kind: PieceKind, side: Side, target: Point, occupied: &Occupancy<RANKS>) -> PointSet {
        let pieces = self.0.pieces(kind, side);
        if pieces.is_empty() {
            return pieces;
        }
        pieces
            & match kind {
                PieceKind::General if PALACE.contains(target) => ORTHOGONAL_STEPS[target.index()],
                PieceKind::General => PointSet::EMPTY,
                PieceKind::Advisor => DIAGONAL_STEPS[target.index()],
                PieceKind::Elephant => occupied.elephant(target),
                PieceKind::Horse => occupied.horses_to(target),
                PieceKind::Chariot => occupied.chariot(target),
                PieceKind::Cannon => occupied.cannon(target),
                // A pawn captures from the points that an enemy pawn on the target could go to.
                PieceKind::Pawn => pawn_steps_of(!side, target),
            }
    }
}
