use crate::base::Side;
use crate::eval::Term;
use crate::games::cchess::{Piece, PieceKind, Point};

/// The sum of an evaluation's terms, for the side to move; each is given for Red.
#[inline]
pub fn sum(terms: impl IntoIterator<Item = (&'static str, i32)>, side_to_move: Side) -> i32 {
    let red: i32 = terms.into_iter().map(|(_, value)| value).sum();
    match side_to_move {
        Side::First => red,
        Side::Second => -red,
    }
}

/// Terms as they are shown.
pub fn named(terms: impl IntoIterator<Item = (&'static str, i32)>) -> Vec<Term> {
    terms.into_iter().map(|(name, value)| Term::new(name, value)).collect()
}

/// See [`GameEvaluation::element_name`](crate::eval::GameEvaluation::element_name): generals are always there.
pub fn element_name(piece: Piece, at: Point) -> Option<String> {
    (piece.kind != PieceKind::General).then(|| format!("{piece} {at:?}"))
}
