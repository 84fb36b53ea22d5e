//! What the evaluation's weights mean, in hundredths of about a pawn that is crossing the river, and the numbers beside
//! them that are no matter of fitting. Arrays by kind are in the order of `ManKind::ALL`: general, advisor, elephant,
//! horse, chariot, cannon, pawn.

use super::fitted::WIN_SCALE;
use crate::eval::cchess::{Places, ThreatWeights};
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::{Fitting, weight_set};
use crate::rules::cchess::ManKind;
use crate::rules::xiangqi::RANKS;
use crate::search::{Feature, Features, Parameters};

weight_set! {
    /// The weights of xiangqi's evaluation.
    pub struct Weights {
        /// What a man is worth wherever it stands.
        pub men: [Tapered; ManKind::COUNT],
        /// What a man of each kind gains by its place.
        pub places: Places<RANKS>,
        /// A pawn beyond the river that has another beside it.
        pub pawns_abreast: Tapered,

        // What men reach.

        /// A point that a man of each kind reaches beyond how many are usual. A horse's are few, so that each leg
        /// blocked weighs much.
        pub mobility: [Tapered; ManKind::COUNT] => Fitting::GOOD,
        /// A horse that reaches two points or fewer.
        pub horse_trapped: Tapered,
        /// A chariot on a file without own pawns.
        pub chariot_half_open_file: Tapered,
        /// A chariot on a file without any pawns.
        pub chariot_open_file: Tapered,

        /// Attacks on men.
        pub threats: ThreatWeights,

        // How the generals stand. The worth is the attacker's.

        /// A point of the general and of where it can step that a man attacks, by the man's kind.
        pub pressure: [i32; ManKind::COUNT] => Fitting::GOOD,
        /// What pressure counts for by how many men exert it, in sixteenths.
        pub attackers: [i32; 6] => Fitting::GOOD,
        /// What it counts for more for each of the men and each missing defender, in sixteenths.
        pub pressure_without_defender: i32 => Fitting::GOOD,
        /// A cannon that sees the general with nothing between, on the file from before it.
        pub hollow_cannon: Tapered,
        /// The same for each chariot or cannon that can come to its help.
        pub hollow_cannon_help: Tapered,
        /// A cannon that sees the general with nothing between, from the side.
        pub side_cannon: Tapered,
        /// A cannon that attacks the general but for one man too many, where an own man can step aside.
        pub cannon_battery: Tapered,
        /// The same where only enemies stand between.
        pub cannon_pin: Tapered,
        /// A chariot that attacks the general but for one man of its own.
        pub chariot_battery: Tapered,
        /// A chariot that attacks the general but for one enemy.
        pub chariot_pin: Tapered,
        /// A point from which a man of a kind, by that kind, can go and check where no enemy guards it.
        pub safe_check: [Tapered; ManKind::COUNT] => Fitting::GOOD,
        /// What each missing advisor costs for each enemy man of the kinds in [`ADVISOR_MISSED_BY`].
        pub advisor_missed: [Tapered; 3],
        /// What each missing elephant costs for each enemy man of the kinds in [`ELEPHANT_MISSED_BY`].
        pub elephant_missed: [Tapered; 3],

        /// Being to move.
        pub tempo: i32,
    }
}

/// How many points a man of each kind usually reaches.
pub const USUAL_REACH: [i32; ManKind::COUNT] = [0, 0, 2, 4, 9, 8, 0];

/// Who makes use of a missing advisor, pawns only beyond the river.
pub const ADVISOR_MISSED_BY: [ManKind; 3] = [ManKind::Chariot, ManKind::Horse, ManKind::Pawn];
/// Who makes use of a missing elephant, pawns only beyond the river.
pub const ELEPHANT_MISSED_BY: [ManKind; 3] = [ManKind::Cannon, ManKind::Horse, ManKind::Pawn];

/// What is left of an advantage in sixteenths: without any man that can cross the river, and with a single horse,
/// cannon or pawn against at least three defenders.
pub const NO_ATTACKER: i32 = 2;
pub const LONE_ATTACKER: i32 = 6;
/// What an advantage counts for otherwise.
pub const FULL_ADVANTAGE: i32 = 16;

/// The numbers that steer the search. They are those of 900 iterations of `quadriga tune` by games at 12,000
/// nodes a move, but for the aspiration window, delta, and what is the default.
pub const PARAMETERS: Parameters = Parameters {
    aspiration: 14,
    reverse_futility: 89,
    null_move: 158,
    futility_base: 62,
    futility_depth: 20,
    noisy_exchange: 37,
    delta: 180,
    reduction_base: 1200,
    reduction_slope: 262,
    reduction_cut: 1715,
    reduction_not_improving: 650,
    null_base: 3890,
    late_moves: 5,
    history_floor: 6050,
    singular: 30,
    prob_cut: 5350,
    ..Parameters::for_win_scale(WIN_SCALE)
};

/// The parts of the search that xiangqi uses: no wins to prove by itself, and neither null move nor exchange pruning of
/// quiet moves, which matches found worth nothing.
pub const FEATURES: Features = Features::ALL
    .without(Feature::RootForcedWins)
    .without(Feature::LeafForcedWins)
    .without(Feature::NullMove)
    .without(Feature::QuietExchangePruning);
