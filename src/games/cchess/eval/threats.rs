use super::attack_map::AttackMap;
use crate::base::Side;
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::{Fitting, weight_set};
use crate::games::cchess::{Board, ManKind};

weight_set! {
    /// The weights of attacks on men, by the kind of man attacked.
    pub struct ThreatWeights {
        /// An undefended man.
        pub hanging: [Tapered; ManKind::COUNT] => Fitting::GOOD,
        /// A chariot, horse or cannon attacked by a man of lower value, defended or not.
        pub by_lesser: [Tapered; ManKind::COUNT] => Fitting::GOOD,
    }
}

/// The value of a side's attacks on enemy men, for that side.
#[inline(always)]
pub fn threats<const RANKS: usize>(
    weights: &ThreatWeights,
    board: &Board<RANKS>,
    map: &AttackMap,
    us: Side,
) -> Tapered {
    let them = !us;
    let mut value = Tapered::ZERO;
    let hanging = board.side(them) & map.all(us).without(map.all(them));
    for at in hanging.without(board.kind(ManKind::General)) {
        if let Some(man) = board.man_at(at) {
            value += weights.hanging[man.kind.index()];
        }
    }
    let lesser = map.by(us, ManKind::Advisor) | map.by(us, ManKind::Elephant) | map.by(us, ManKind::Pawn);
    let officers = map.by(us, ManKind::Horse) | map.by(us, ManKind::Cannon);
    for (kind, lesser) in
        [(ManKind::Horse, lesser), (ManKind::Cannon, lesser), (ManKind::Chariot, lesser | officers)]
    {
        value += weights.by_lesser[kind.index()] * (board.men(kind, them) & lesser).len();
    }
    value
}
