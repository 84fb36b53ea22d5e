//! The weights of the evaluation, in hundredths of about a pawn, and constants that are not fitted. Arrays by kind are
//! in the order of [`PieceKind::ALL`].

use super::fitted::WIN_SCALE;
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::{Fitting, weight_set};
use crate::games::cchess::PieceKind;
use crate::games::cchess::eval::{Places, ThreatWeights};
use crate::games::zhonggong::RANKS;
use crate::search::{Feature, Features, Parameters};

weight_set! {
    /// The weights of zhonggong's evaluation.
    pub struct Weights {
        /// Material values.
        pub pieces: [Tapered; PieceKind::COUNT],
        /// Piece-square values.
        pub places: Places<RANKS>,
        /// The additional value of a side's home pawns, by their number: they can be traded.
        pub home: [Tapered; 6],
        /// The race of a side that still has all five pawns, by the sum of the steps they need to reach home: 0 (won)
        /// to 8 or more.
        pub race: [Tapered; 9],
        /// Mobility, per point that a piece can move to, by kind.
        pub mobility: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// Each attack on the enemy general's point or one of the four beside it, by the attacker's kind.
        pub pressure: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// Threats.
        pub threats: ThreatWeights,
        /// The general's liberties, by their number.
        pub liberties: [Tapered; 5],
        /// The pieces that guard the general's point, by their number from 0 to 3 or more.
        pub guards: [Tapered; 4],
        /// The bonus of the side to move.
        pub tempo: i32,
    }
}

/// The search parameters, from 1,300 iterations of `quadriga tune` with games at 6,000 nodes per move followed by 1,180
/// at 3,600, except the aspiration window, delta, and those at their defaults. `late_moves` and `reduction_noisy` are
/// only moved part of the way, as longer searches want.
pub const PARAMETERS: Parameters = Parameters {
    aspiration: 20,
    reverse_futility: 131,
    null_move: 140,
    futility_base: 21,
    futility_depth: 48,
    noisy_exchange: 84,
    delta: 200,
    reduction_base: 1108,
    reduction_slope: 310,
    reduction_cut: 1653,
    reduction_not_improving: 206,
    reduction_noisy: 600,
    hint_order: 173,
    late_moves: 5,
    history_floor: 9455,
    singular: 27,
    prob_cut: 5663,
    ..Parameters::for_win_scale(WIN_SCALE)
};

/// The search features: no solver for forced wins, and no exchange pruning of quiet moves, which gained nothing in
/// matches.
pub const FEATURES: Features = Features::ALL
    .without(Feature::RootForcedWins)
    .without(Feature::NodeForcedWins)
    .without(Feature::LeafForcedWins)
    .without(Feature::QuietExchangePruning);
