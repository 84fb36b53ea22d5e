//! The settings of the search for gomoku and renju.

use crate::base::Score;
use crate::search::{Feature, Features, Level, Levels, Parameters, SearchSettings};

/// The settings of a rule whose evaluation has this win scale.
pub(super) const fn settings(win_scale: i32) -> SearchSettings {
    SearchSettings { parameters: parameters(win_scale), features: FEATURES, levels: LEVELS }
}

const fn parameters(win_scale: i32) -> Parameters {
    Parameters {
        noisy_exchange: 30,
        // No delta pruning: any four may start a winning sequence of fours.
        delta: Score::INFINITE.value(),
        leaf_effort: 40,
        root_effort: 20_000,
        // Games are short and are decided by the first moves after the opening.
        horizon: 7,
        horizon_least: 7,
        // At leaves, the solver already searches for wins by fours; trying every four in quiescence as well would
        // explode.
        quiescence_plies: 0,
        // The following values are from `quadriga tune`: 120 iterations of 32 games of freestyle at 20,000 nodes per
        // move, with the network.
        aspiration: 20,
        reverse_futility: 20,
        futility_base: 46,
        futility_depth: 76,
        reduction_base: 904,
        reduction_slope: 414,
        reduction_on_pv: 857,
        reduction_cut: 1483,
        reduction_not_improving: 369,
        reduction_noisy: 460,
        reduction_refuted: 824,
        reduction_killer: 959,
        reduction_history: 1146,
        deeper: 1257,
        shallower: 138,
        hint_order: 198,
        hint_history: 30,
        late_moves: 9,
        history_floor: 7721,
        singular: 23,
        singular_double: 385,
        prob_cut: 6753,
        bonus_depth: 173,
        bonus_most: 1778,
        malus_depth: 233,
        malus_most: 995,
        gain_bonus: 306,
        pawn_correction: 67,
        continuation_correction: 53,
        ..Parameters::for_win_scale(win_scale)
    }
}

/// There is no exchange pruning, as stones are never captured, and no null move, as passing loses the initiative, which
/// decides most games. Moves that must be answered are noisy, so there are no quiet checks.
const FEATURES: Features = Features::ALL
    .without(Feature::NullMove)
    .without(Feature::QuietExchangePruning)
    .without(Feature::LateChecks);

/// The levels of limited strength in gomoku and renju, measured by `scripts/levels`.
const LEVELS: Levels = Levels(&[
    Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
    Level { elo: 906, skill: 24, nodes: 40, oversight: 850 },
    Level { elo: 1175, skill: 46, nodes: 70, oversight: 700 },
    Level { elo: 1402, skill: 63, nodes: 120, oversight: 560 },
    Level { elo: 1615, skill: 80, nodes: 250, oversight: 440 },
    Level { elo: 1881, skill: 101, nodes: 600, oversight: 320 },
    Level { elo: 2223, skill: 128, nodes: 1_500, oversight: 200 },
    Level { elo: 2467, skill: 148, nodes: 4_000, oversight: 110 },
    Level { elo: 2698, skill: 166, nodes: 12_000, oversight: 50 },
    Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
]);
