use crate::base::Side;
use crate::games::Composer;
use crate::games::cchess::{FILES, Piece, PieceKind, Point, write_board};

use super::geometry::{Board, RANKS, home_rank};

/// Endings in which the side to move may trade, which games seldom reach while the trade is the only right move.
pub(super) const TRADES: Composer = Composer { theme: "trade", fen: trade };

/// Endings with so few pieces that the tables know their values.
pub(super) const ENDINGS: Composer = Composer { theme: "ending", fen: ending };

/// Gives a random number below another one.
type Choose<'a> = dyn FnMut(usize) -> usize + 'a;

/// The kinds that are put beside the generals.
const KINDS: [PieceKind; 6] = [
    PieceKind::Chariot,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
];

fn trade(choose: &mut Choose) -> String {
    let mut board = with_generals(choose);
    // A fifth pawn at home would have won.
    for _ in 0..=choose(4) {
        let pawn = Piece::new(PieceKind::Pawn, Side::First);
        put(&mut board, pawn, choose, |choose| Point::new(choose(FILES), home_rank(Side::First)));
    }
    for _ in 0..=choose(3) {
        put_any(&mut board, Side::Second, choose);
    }
    for _ in 0..choose(3) {
        put_any(&mut board, Side::First, choose);
    }
    fen(&board, choose)
}

fn ending(choose: &mut Choose) -> String {
    let mut board = with_generals(choose);
    for side in Side::BOTH {
        put_any(&mut board, side, choose);
    }
    fen(&board, choose)
}

/// A board with the generals in the palace.
fn with_generals(choose: &mut Choose) -> Board {
    /// The palace's first file and rank.
    const FIRST: usize = 3;
    const WIDTH: usize = 3;
    let mut board = Board::default();
    for side in Side::BOTH {
        let general = Piece::new(PieceKind::General, side);
        put(&mut board, general, choose, |choose| Point::new(FIRST + choose(WIDTH), FIRST + choose(WIDTH)));
    }
    board
}

/// Puts any piece of a side on any empty point.
fn put_any(board: &mut Board, side: Side, choose: &mut Choose) {
    let piece = Piece::new(KINDS[choose(KINDS.len())], side);
    put(board, piece, choose, |choose| Point::new(choose(FILES), choose(RANKS)));
}

/// Puts a piece on an empty point of those that `point` gives.
fn put(board: &mut Board, piece: Piece, choose: &mut Choose, point: impl Fn(&mut Choose) -> Point) {
    loop {
        let at = point(choose);
        if board.piece_at(at).is_none() {
            return board.put(piece, at);
        }
    }
}

/// The FEN with Red to move, or the same with colours and ranks exchanged.
fn fen(board: &Board, choose: &mut Choose) -> String {
    if choose(2) == 0 {
        return format!("{} w", write_board(board));
    }
    let mut exchanged = Board::default();
    for at in board.occupied() {
        if let Some(Piece { kind, side }) = board.piece_at(at) {
            exchanged.put(Piece::new(kind, !side), at.flipped(RANKS));
        }
    }
    format!("{} b", write_board(&exchanged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{NoOptions, Notation, Position};
    use crate::games::zhonggong::ZhonggongPosition;

    #[test]
    fn many_of_the_positions_are_legal() {
        for composer in [TRADES, ENDINGS] {
            let mut state = 1_u64;
            let mut choose = |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as usize % below
            };
            let legal = (0..400).filter(|_| {
                let fen = (composer.fen)(&mut choose);
                ZhonggongPosition::from_fen(&fen, &NoOptions).is_ok_and(|read| read.verdict().is_none())
            });
            assert!(legal.count() > 40, "{}", composer.theme);
        }
    }
}
