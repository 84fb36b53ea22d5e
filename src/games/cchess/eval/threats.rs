use super::attack_map::AttackMap;
use crate::base::Side;
use crate::eval::classical::{Fitting, Tapered, weight_set};
use crate::games::cchess::{Board, PieceKind};

weight_set! {
    /// The weights of attacks on pieces, by the kind of piece attacked.
    pub struct ThreatWeights {
        /// An undefended piece.
        pub hanging: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// A chariot, horse or cannon attacked by a piece of lower value, defended or not.
        pub by_lesser: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
    }
}

/// The value of a side's attacks on enemy pieces, for that side.
#[inline]
pub fn threats<const RANKS: usize>(
    weights: &ThreatWeights,
    board: &Board<RANKS>,
    map: &AttackMap,
    us: Side,
) -> Tapered {
    let them = !us;
    let mut value = Tapered::ZERO;
    let hanging = board.side(them) & map.all(us).without(map.all(them));
    for at in hanging.without(board.kind(PieceKind::General)) {
        if let Some(piece) = board.piece_at(at) {
            value += weights.hanging[piece.kind.index()];
        }
    }
    let lesser =
        map.by(us, PieceKind::Advisor) | map.by(us, PieceKind::Elephant) | map.by(us, PieceKind::Pawn);
    let officers = map.by(us, PieceKind::Horse) | map.by(us, PieceKind::Cannon);
    for (kind, lesser) in
        [(PieceKind::Horse, lesser), (PieceKind::Cannon, lesser), (PieceKind::Chariot, lesser | officers)]
    {
        value += weights.by_lesser[kind.index()] * (board.pieces(kind, them) & lesser).len();
    }
    value
}
