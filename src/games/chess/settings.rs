//! How chess is searched.

use super::eval::WIN_SCALE;
use crate::search::{Feature, Features, Level, Levels, Parameters, SearchSettings};

/// The settings of the search for chess.
pub(super) const SETTINGS: SearchSettings =
    SearchSettings { parameters: PARAMETERS, features: FEATURES, levels: LEVELS };

/// The search parameters: the average of the last 40 of 140 iterations of `quadriga tune`, each of 32 games at 20,000
/// nodes per move with the network, except those at their defaults and the hints'.
const PARAMETERS: Parameters = Parameters {
    aspiration: 12,
    reverse_futility: 43,
    null_move: 112,
    futility_base: 34,
    futility_depth: 26,
    quiet_exchange: 83,
    noisy_exchange: 25,
    delta: 221,
    reduction_base: 1118,
    reduction_slope: 323,
    reduction_on_pv: 854,
    reduction_cut: 1131,
    reduction_not_improving: 282,
    reduction_noisy: 588,
    reduction_refuted: 1353,
    reduction_killer: 1046,
    reduction_history: 1066,
    deeper: 1271,
    shallower: 131,
    null_base: 4383,
    null_depth: 350,
    hint_order: 216,
    hint_history: 40,
    late_moves: 6,
    history_floor: 6257,
    singular: 43,
    singular_double: 345,
    prob_cut: 5678,
    bonus_depth: 278,
    bonus_most: 2045,
    malus_depth: 235,
    malus_most: 892,
    gain_bonus: 3033,
    pawn_correction: 29,
    continuation_correction: 41,
    halfmove_scale: 597,
    ..Parameters::for_win_scale(WIN_SCALE)
};

/// The search features. Chess has no solver for forced wins. Checks are pruned like other moves: most are harmless, and
/// in matches the exemption cost more than it gained.
const FEATURES: Features = Features::WITHOUT_SOLVER.without(Feature::LateChecks);

/// The levels of limited strength, measured by `scripts/levels`. Ratings from 1400 to 2850 are from matches against
/// Stockfish 15.1 with the same `UCI_Elo` at 2 s + 0.02 s, where its ratings above 2300 differ little. Skill levels are
/// from matches between levels.
const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 980, skill: 18, nodes: 40, oversight: 850 },
    Level { elo: 1400, skill: 40, nodes: 98, oversight: 630 },
    Level { elo: 1700, skill: 57, nodes: 1_050, oversight: 270 },
    Level { elo: 1830, skill: 70, nodes: 2_600, oversight: 140 },
    Level { elo: 1930, skill: 97, nodes: 5_500, oversight: 85 },
    Level { elo: 2000, skill: 117, nodes: 12_000, oversight: 17 },
    Level { elo: 2150, skill: 143, nodes: 30_000, oversight: 5 },
    Level { elo: 2300, skill: 168, nodes: 70_000, oversight: 1 },
    Level { elo: 2600, skill: 177, nodes: 130_000, oversight: 1 },
    Level { elo: 2850, skill: 184, nodes: 220_000, oversight: 1 },
    Level { elo: 3000, skill: 190, nodes: 320_000, oversight: 1 },
]);
