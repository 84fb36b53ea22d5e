//! What passed pawns are worth beyond their rank: by the kings' distance, the path ahead and the rook behind.

use crate::base::Side;
use crate::rules::chess::{Bitboard, ChessPosition, PieceKind, Step};

use super::attack_map::AttackMap;
use super::pawns::{ahead_of, distance};
use super::weights;
use crate::eval::tapered::Tapered;

/// What these passed pawns of one side are worth to it beyond their rank.
pub(super) fn passed_pawns(position: &ChessPosition, us: Side, passed: Bitboard, map: &AttackMap) -> Tapered {
    let mut worth = Tapered::ZERO;
    for at in passed & position.side(us) {
        let stop = at.after(Step::ahead(us));
        let weight = weights::PASSED_WEIGHT[at.rank_for(us)];
        if weight > 0 {
            let mut each = weights::PASSED_THEIR_KING * distance(position.king(!us), stop)
                + weights::PASSED_OUR_KING * distance(position.king(us), stop);
            if !position.occupied().contains(stop) {
                each += weights::PASSED_FREE;
                if !map.all(!us).contains(stop) {
                    each += weights::PASSED_SAFE;
                }
            }
            worth += each.times(weight);
        }
        let behind = ahead_of(!us, Bitboard::of(at));
        if (behind & position.pieces(us, PieceKind::Rook)).any() {
            worth += weights::ROOK_BEHIND_PASSED;
        }
    }
    worth
}
