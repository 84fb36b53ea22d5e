//! What the evaluation's weights mean, in hundredths of about a pawn, and the numbers beside them that are no matter of
//! fitting. Arrays by kind are in the order of [`ManKind::ALL`].

use super::fitted::WIN_SCALE;
use crate::eval::cchess::{Places, ThreatWeights};
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::{Fitting, weight_set};
use crate::rules::cchess::ManKind;
use crate::rules::zhonggong::RANKS;
use crate::search::{Feature, Features, Parameters};

weight_set! {
    /// The weights of zhonggong's evaluation.
    pub struct Weights {
        /// What a man is worth.
        pub men: [Tapered; ManKind::COUNT],
        /// What a man of each kind gains by its place.
        pub places: Places<RANKS>,
        /// What a side's pawns at home are worth beyond that, by their number: what they can be traded for.
        pub home: [Tapered; 6],
        /// What a side with all its five pawns gains by the steps forward that they are still short of home together:
        /// 0, which has won, to 8 and more.
        pub race: [Tapered; 9],
        /// What a point that a man can go to is worth.
        pub mobility: [Tapered; ManKind::COUNT] => Fitting::GOOD,
        /// What it is worth that a man attacks the enemy general's point or one beside it, for each of the five.
        pub pressure: [Tapered; ManKind::COUNT] => Fitting::GOOD,
        /// What attacks on men are worth.
        pub threats: ThreatWeights,
        /// What the general's liberties are worth, by their number.
        pub liberties: [Tapered; 5],
        /// What men that guard the general's point are worth, by their number, 3 and more.
        pub guards: [Tapered; 4],
        /// What it is worth to be to move.
        pub tempo: i32,
    }
}

/// The numbers that steer the search. They are those to which 1,180 iterations of `quadriga tune` by games at
/// 3,600 nodes a move led, from where 1,300 at 6,000 nodes had led, but for the aspiration window, delta,
/// and what is the default; late moves and noisy moves' reduction go only a part of that way, as longer searches want.
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

/// The parts of the search that zhonggong uses: no wins to prove by itself, and no exchange pruning of quiet moves,
/// which matches found worth nothing.
pub const FEATURES: Features = Features::ALL
    .without(Feature::RootForcedWins)
    .without(Feature::LeafForcedWins)
    .without(Feature::QuietExchangePruning);
