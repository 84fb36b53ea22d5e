use super::attacks::in_check;
use super::geometry::{
    ADVISOR_POINTS, BANK, Board, ELEPHANT_POINTS, HOME_PAWN_POINTS, Occupancy, PALACE, RANKS,
};
use crate::base::{FenError, FenField, FenProblem, FenRemark, Impossibility, Side};
use crate::games::cchess::{FILE_SETS, FILES, Fen, PieceKind, PointSet, red_black};

/// Reads a FEN text and checks that the position can arise.
///
/// # Errors
/// The first invalid field.
pub fn read(text: &str) -> Result<(Fen<RANKS>, Vec<FenRemark>), FenError> {
    let (fen, remarks) = Fen::read(text)?;
    check(&fen.board, fen.side).map_err(|problem| FenError::new(FenField::Board, problem))?;
    Ok((fen, remarks))
}

/// Checks that every piece is on a point that it can reach, and that the side not to move is not in check.
pub fn check(board: &Board, side: Side) -> Result<(), FenProblem> {
    for owner in Side::BOTH {
        for kind in PieceKind::ALL {
            let misplaced = board.pieces(kind, owner).without(ground(kind, owner));
            if let Some(at) = misplaced.first() {
                return Err(FenProblem::ImpossiblePlace {
                    side: red_black(owner),
                    piece: kind.name(),
                    at: at.text(1),
                });
            }
        }
        // A pawn changes files only beyond the river and never returns.
        let home = board.pieces(PieceKind::Pawn, owner) & BANK[owner.index()];
        if let Some(file) = (0..FILES).find(|&file| (home & FILE_SETS[file]).more_than_one()) {
            let file = char::from(b'a' + file as u8);
            let side = red_black(owner);
            let words = format!("{side} has several pawns on file {file} that have not crossed the river");
            return Err(Impossibility::new("pawns-on-file", words)
                .about_side(side)
                .about("file", &file)
                .into());
        }
    }
    let [red, black] = Side::BOTH.map(|side| board.general(side));
    if red.file() == black.file() && (PointSet::between(red, black) & board.occupied()).is_empty() {
        return Err(Impossibility::new("generals-facing", "the generals face each other").into());
    }
    if in_check(board, !side) {
        return Err(FenProblem::OpponentInCheck);
    }
    Ok(())
}

/// The points on which a piece of this kind and side can be.
pub fn ground(kind: PieceKind, side: Side) -> PointSet {
    match kind {
        PieceKind::General => PALACE[side.index()],
        PieceKind::Advisor => ADVISOR_POINTS[side.index()],
        PieceKind::Elephant => ELEPHANT_POINTS[side.index()],
        PieceKind::Pawn => HOME_PAWN_POINTS[side.index()] | BANK[(!side).index()],
        PieceKind::Horse | PieceKind::Chariot | PieceKind::Cannon => Occupancy::BOARD,
    }
}
