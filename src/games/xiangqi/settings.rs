//! The settings of the search for xiangqi.

use super::eval::WIN_SCALE;
use crate::search::{Feature, Features, Level, Levels, Parameters, SearchSettings};

/// The settings of the search.
pub(super) const SETTINGS: SearchSettings =
    SearchSettings { parameters: PARAMETERS, features: FEATURES, levels: LEVELS };

/// The search parameters, from 76 iterations of `quadriga tune` with games at 20,000 nodes per move, except those at
/// their defaults and the margin of the null move, which is from timed matches.
const PARAMETERS: Parameters = Parameters {
    aspiration: 17,
    reverse_futility: 62,
    null_move: 70,
    futility_base: 52,
    futility_depth: 19,
    noisy_exchange: 33,
    delta: 193,
    reduction_base: 1246,
    reduction_slope: 207,
    reduction_on_pv: 799,
    reduction_cut: 1703,
    reduction_not_improving: 663,
    reduction_noisy: 658,
    reduction_refuted: 1146,
    reduction_killer: 928,
    reduction_history: 1199,
    deeper: 1446,
    shallower: 204,
    late_moves: 5,
    history_floor: 6643,
    singular: 38,
    singular_double: 438,
    prob_cut: 6148,
    bonus_depth: 238,
    bonus_most: 2131,
    malus_depth: 204,
    malus_most: 1168,
    gain_bonus: 1944,
    pawn_correction: 61,
    continuation_correction: 84,
    ..Parameters::for_win_scale(WIN_SCALE)
};

/// The search features. Xiangqi has no solver for forced wins; exchange pruning of quiet moves gained nothing in
/// matches.
const FEATURES: Features = Features::WITHOUT_SOLVER.without(Feature::QuietExchangePruning);

/// The levels of limited strength, measured by `scripts/levels`.
const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 836, skill: 19, nodes: 40, oversight: 850 },
    Level { elo: 1150, skill: 44, nodes: 70, oversight: 700 },
    Level { elo: 1250, skill: 51, nodes: 120, oversight: 560 },
    Level { elo: 1351, skill: 59, nodes: 250, oversight: 440 },
    Level { elo: 1545, skill: 75, nodes: 600, oversight: 320 },
    Level { elo: 1869, skill: 100, nodes: 1_500, oversight: 200 },
    Level { elo: 2230, skill: 129, nodes: 4_000, oversight: 110 },
    Level { elo: 2578, skill: 157, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
