//! Passed pawns beyond the bonus for their rank: distances of the kings, the path ahead and a rook behind.

use crate::base::Side;
use crate::games::chess::{Bitboard, ChessPosition, PieceKind, Step};

use super::attack_map::AttackMap;
use super::pawns::{ahead_of, distance};
use super::weights::{self, Weights};
use crate::eval::classical::Tapered;

/// The value of these passed pawns of one side beyond the bonus for their rank.
pub(super) fn passed_pawns(
    weights: &Weights,
    position: &ChessPosition,
    us: Side,
    passed: Bitboard,
    map: &AttackMap,
) -> Tapered {
    let mut value = Tapered::ZERO;
    for at in passed & position.side(us) {
        let stop = at.after(Step::ahead(us));
        let weight = weights::PASSED_WEIGHT[at.rank_for(us)];
        if weight > 0 {
            let mut each = weights.passed_their_king * distance(position.king(!us), stop)
                + weights.passed_our_king * distance(position.king(us), stop);
            if !position.occupied().contains(stop) {
                each += weights.passed_free;
                if !map.all(!us).contains(stop) {
                    each += weights.passed_safe;
                    if (ahead_of(us, Bitboard::of(at)) & map.all(!us)).is_empty() {
                        each += weights.passed_way_safe;
                    }
                }
            }
            if map.all(us).contains(stop) {
                each += weights.passed_escorted;
            }
            value += each.times(weight);
        }
        let behind = ahead_of(!us, Bitboard::of(at));
        if (behind & position.pieces(us, PieceKind::Rook)).any() {
            value += weights.rook_behind_passed;
        }
    }
    value
}
