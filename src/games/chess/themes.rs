use crate::base::{Move, PlayedGame, Position, Side};

use super::attacks::piece_attacks;
use super::moves::{promoted, to_square};
use super::{ChessPosition, PieceKind};

/// What a solution shows: a fork, a promotion.
pub(super) fn of(line: &PlayedGame<ChessPosition>) -> Vec<&'static str> {
    let solver = line.start().side_to_move();
    let mut themes = Vec::new();
    if line.all_steps().step_by(2).any(|(_, m, after)| forks(after, m, solver)) {
        themes.push("fork");
    }
    if line.moves().step_by(2).any(|m| promoted(m).is_some()) {
        themes.push("promotion");
    }
    themes
}

/// Whether the piece that has moved attacks two pieces worth more than itself, of which the king may be one.
fn forks(after: &ChessPosition, m: Move, side: Side) -> bool {
    let board = &after.board;
    let at = to_square(m);
    let Some(piece) = board.piece_at(at).filter(|piece| piece.side == side) else { return false };
    let victims = match piece.kind {
        PieceKind::Pawn => {
            &[PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King][..]
        }
        PieceKind::Knight | PieceKind::Bishop => &[PieceKind::Rook, PieceKind::Queen, PieceKind::King],
        PieceKind::Rook => &[PieceKind::Queen, PieceKind::King],
        PieceKind::Queen | PieceKind::King => return false,
    };
    let attacked = match piece.kind {
        PieceKind::Pawn => super::attacks::pawn_attacks(side, at),
        kind => piece_attacks(kind, at, board.occupied()),
    };
    victims.iter().map(|&kind| (attacked & board.pieces(!side, kind)).len()).sum::<usize>() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::chess::ChessOptions;

    fn themes(fen: &str, moves: &[&str]) -> Vec<&'static str> {
        let options = ChessOptions::default();
        let mut line = PlayedGame::new(ChessPosition::from_fen(fen, &options).unwrap());
        line.play_texts(moves, &options).unwrap();
        of(&line)
    }

    #[test]
    fn forks_and_promotions_are_named() {
        assert_eq!(themes("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", &["d5c7"]), ["fork"]);
        assert_eq!(themes("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", &["d5f6"]), Vec::<&str>::new());
        assert_eq!(themes("8/P6k/8/8/8/8/7p/K7 w - - 0 1", &["a7a8q"]), ["promotion"]);
    }
}
