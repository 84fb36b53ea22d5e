//! The settings of the search for zhonggong xiangqi.

use super::eval::WIN_SCALE;
use crate::search::{Feature, Features, Level, Levels, Parameters, SearchSettings};

/// The settings of the search.
pub(super) const SETTINGS: SearchSettings =
    SearchSettings { parameters: PARAMETERS, features: FEATURES, levels: LEVELS };

/// The search parameters, from 1,300 iterations of `quadriga tune` with games at 6,000 nodes per move followed by 1,180
/// at 3,600, except the aspiration window, delta, and those at their defaults. `late_moves` and `reduction_noisy` were
/// moved only part of the way, as suits longer searches.
const PARAMETERS: Parameters = Parameters {
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

/// The search features. Zhonggong has no solver for forced wins; exchange pruning of quiet moves gained nothing in
/// matches.
const FEATURES: Features = Features::WITHOUT_SOLVER.without(Feature::QuietExchangePruning);

/// The levels of limited strength, measured by `scripts/levels`.
const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 937, skill: 27, nodes: 40, oversight: 850 },
    Level { elo: 1237, skill: 50, nodes: 70, oversight: 700 },
    Level { elo: 1369, skill: 61, nodes: 120, oversight: 560 },
    Level { elo: 1490, skill: 70, nodes: 250, oversight: 440 },
    Level { elo: 1736, skill: 90, nodes: 600, oversight: 320 },
    Level { elo: 2013, skill: 112, nodes: 1_500, oversight: 200 },
    Level { elo: 2447, skill: 146, nodes: 4_000, oversight: 110 },
    Level { elo: 2746, skill: 170, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
