//! The tunable parameters of the search. Each has a name and can be set at run time, so that tuning needs no rebuild.

use std::collections::BTreeMap;

use crate::base::{OptionError, OptionKind, OptionSpec, OptionValue};

/// A parameter as an option, without its default, which depends on the game, and with the field that stores it.
struct Tunable {
    spec: OptionSpec,
    field: fn(&mut Parameters) -> &mut i32,
}

/// Declares [`Parameters`]: each field with its default and the range of its values.
macro_rules! parameters {
    (
        ($win_scale:ident)
        $($(#[doc = $doc:literal])+ $name:ident = $default:expr, $least:literal..=$most:literal;)+
    ) => {
        /// The parameters of the search of a game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            /// The scale of the logistic win probability, in units of the evaluation: the evaluation at which a side
            /// scores about three points in four games (a draw counts half a point).
            pub win_scale: i32,
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Parameters {
            /// The default parameters of a game whose evaluation has this win scale.
            pub const fn for_win_scale($win_scale: i32) -> Self {
                Self { $win_scale, $($name: $default,)+ }
            }
        }

        const TUNABLES: &[Tunable] = &[
            $(Tunable {
                spec: OptionSpec {
                    name: stringify!($name),
                    kind: OptionKind::Spin { default: $least, min: $least, max: $most },
                    help: concat!($($doc),+),
                },
                field: |parameters| &mut parameters.$name,
            },)+
        ];
    };
}

parameters! {
    (win_scale)
    /// Half the width of the first aspiration window. This and all following margins are in units of the evaluation.
    aspiration = win_scale / 14, 0..=30000;
    /// Reverse futility pruning: the margin per ply of remaining depth.
    reverse_futility = win_scale * 2 / 5, 0..=30000;
    /// Null move: the margin by which the static evaluation must exceed beta at depth 0. It decreases by a quarter of
    /// `reverse_futility` per ply of remaining depth.
    null_move = win_scale / 2, 0..=30000;
    /// Futility pruning of quiet moves: the margin at depth 0.
    futility_base = win_scale / 4, 0..=30000;
    /// Futility pruning of quiet moves: the increase of the margin per ply of remaining depth.
    futility_depth = win_scale / 8, 0..=30000;
    /// Exchange pruning of quiet moves: twice the permitted loss per squared ply of remaining depth.
    quiet_exchange = win_scale * 2 / 5, 0..=30000;
    /// Exchange pruning of noisy moves: the permitted loss per squared ply of remaining depth.
    noisy_exchange = win_scale / 6, 0..=30000;
    /// Delta pruning in quiescence: a noisy move is skipped if the sum of evaluation, captured value and this margin
    /// does not exceed alpha.
    delta = win_scale, 0..=32000;
    /// The nodes that [`SearchPosition::forced_win`](crate::search::SearchPosition::forced_win) may visit at a leaf.
    leaf_effort = 40, 0..=10000;
    /// The nodes that [`SearchPosition::forced_win`](crate::search::SearchPosition::forced_win) may visit at the root.
    root_effort = 20_000, 0..=1000000;
    /// The nodes that [`SearchPosition::prove_win`](crate::search::SearchPosition::prove_win) may visit at the root
    /// before an iteration, in 1024ths of the nodes searched so far. At the other nodes of the principal variation, the
    /// number is halved with every ply.
    proof_share = 512, 0..=1024;
    /// Time management: the number of moves among which the clock is divided at the start of a game.
    horizon = 48, 1..=100;
    /// Time management: the decrease of that number per hundred moves of the game.
    horizon_fall = 70, 0..=200;
    /// Time management: the minimum of that number.
    horizon_least = 12, 1..=100;
    /// Late move reductions: the constant term, in 1024ths of a ply.
    reduction_base = 1014, 0..=3072;
    /// Late move reductions: the factor of ln depth · ln move number, in 1024ths of a ply.
    reduction_slope = 394, 100..=1000;
    /// Reduction decrease at nodes that are or have been on a principal variation. This and the following reduction
    /// terms are in 1024ths of a ply.
    reduction_on_pv = 1024, 0..=3072;
    /// Reduction increase at expected cut nodes.
    reduction_cut = 1400, 0..=4096;
    /// Reduction increase if the static evaluation is not improving.
    reduction_not_improving = 600, 0..=2048;
    /// Reduction decrease for noisy moves.
    reduction_noisy = 512, 0..=3072;
    /// Reduction increase if the node's children have had more than two beta cutoffs.
    reduction_refuted = 900, 0..=3072;
    /// Reduction decrease for killer moves.
    reduction_killer = 1024, 0..=3072;
    /// Reduction decrease per 16,384 points of history, the maximum of one table.
    reduction_history = 1024, 0..=3072;
    /// The re-search after a reduced fail high is a ply deeper if the score exceeds the best by more than this, in
    /// 4096ths of the win scale.
    deeper = 1365, 0..=8192;
    /// The re-search is a ply shallower if the score exceeds the best by less than this, in 4096ths of the win scale.
    shallower = 256, 0..=2048;
    /// Null move: the constant term of the reduction, in 1024ths of a ply.
    null_base = 4096, 1024..=8192;
    /// Null move: the increase of the reduction per ply of depth, in 1024ths of a ply.
    null_depth = 341, 0..=1024;
    /// Null move: the increase of the reduction per win scale by which the estimate exceeds beta, in 1024ths of a ply.
    null_excess = 1024, 0..=4096;
    /// Move ordering: the weight of a quiet move's hint.
    hint_order = 128, 0..=1024;
    /// Pruning and reductions: the weight of a quiet move's hint, in points of history.
    hint_history = 32, 0..=1024;
    /// Late move pruning: the number of moves searched is this plus depth², or half of that if not improving.
    late_moves = 3, 0..=20;
    /// History pruning: a quiet move is skipped if its history is below −`history_floor` · depth.
    history_floor = 7000, 0..=30000;
    /// Singular extension: the margin below the hash score per ply of depth, in 4096ths of the win scale.
    singular = 26, 0..=200;
    /// Singular extension: the additional margin for an extension by two plies, in 4096ths of the win scale.
    singular_double = 410, 0..=4096;
    /// `ProbCut`: the margin by which beta is raised, in 4096ths of the win scale.
    prob_cut = 5120, 1000..=12000;
    /// Quiescence: the plies for which noisy moves are searched if there is no threat to answer.
    quiescence_plies = 64, 0..=64;
    /// History bonus per ply of depth.
    bonus_depth = 184, 20..=500;
    /// The maximum history bonus.
    bonus_most = 1742, 200..=6000;
    /// History malus per ply of depth.
    malus_depth = 220, 20..=600;
    /// The maximum history malus.
    malus_most = 1500, 200..=6000;
    /// History bonus of a quiet move that raises the static evaluation by the win scale.
    gain_bonus = 2344, 0..=10000;
    /// The weight of the pawn correction history, in 1024ths.
    pawn_correction = 73, 0..=300;
    /// The weight of the continuation correction history, in 1024ths.
    continuation_correction = 73, 0..=300;
    /// The share of the evaluation subtracted when the halfmove clock reaches its limit, in 1024ths.
    halfmove_scale = 512, 0..=1024;
}

/// The parameter with this name, case-insensitive.
fn tunable(name: &str) -> Option<&'static Tunable> {
    TUNABLES.iter().find(|tunable| tunable.spec.is_called(name))
}

/// Parameter values that replace a game's defaults, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides(BTreeMap<&'static str, i32>);

impl Overrides {
    /// Overrides the parameter with this name, case-insensitive. Returns whether it exists.
    ///
    /// # Errors
    /// If the value is not a number in the parameter's range.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, OptionError> {
        let Some(Tunable { spec, .. }) = tunable(name) else { return Ok(false) };
        if let OptionValue::Spin(value) = spec.parse(value)? {
            self.0.insert(spec.name, value as i32);
        }
        Ok(true)
    }

    /// `parameters` with the overridden values replaced.
    pub fn over(&self, mut parameters: Parameters) -> Parameters {
        for (name, &value) in &self.0 {
            if let Some(tunable) = tunable(name) {
                *(tunable.field)(&mut parameters) = value;
            }
        }
        parameters
    }
}

impl Parameters {
    /// Whether there is a parameter with this name, case-insensitive.
    pub fn has(name: &str) -> bool {
        tunable(name).is_some()
    }

    /// All parameters as options with these values as defaults, in order of declaration.
    pub fn specs(mut self) -> Vec<OptionSpec> {
        let spec = |tunable: &Tunable| {
            let default = i64::from(*(tunable.field)(&mut self));
            let kind = match tunable.spec.kind {
                OptionKind::Spin { min, max, .. } => OptionKind::Spin { default, min, max },
                other => other,
            };
            OptionSpec { kind, ..tunable.spec }
        };
        TUNABLES.iter().map(spec).collect()
    }

    /// `parts` 4096ths of the win scale, in units of the evaluation.
    #[inline]
    pub const fn of_win_scale(&self, parts: i32) -> i32 {
        self.win_scale * parts / 4096
    }

    /// The number of moves among which the clock is divided before the move with this number.
    pub fn horizon_at(&self, move_number: u32) -> u32 {
        let made = move_number.saturating_sub(1).min(1_000_000);
        let fewer = made * self.horizon_fall.unsigned_abs() / 100;
        let start = self.horizon.unsigned_abs();
        start.saturating_sub(fewer).max(self.horizon_least.unsigned_abs().min(start))
    }

    /// The history bonus of a best move at this depth.
    #[inline]
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.bonus_depth * depth - 72).min(self.bonus_most)
    }

    /// The history malus at this depth of the moves tried before the best one.
    #[inline]
    pub fn malus(&self, depth: i32) -> i32 {
        (self.malus_depth * depth - 60).min(self.malus_most)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The defaults for a win scale of 200.
    pub const DEFAULTS: Parameters = Parameters::for_win_scale(200);

    #[test]
    fn defaults_lie_in_their_ranges() {
        for spec in DEFAULTS.specs() {
            assert_eq!(spec.parse(&spec.default().to_string()), Ok(spec.default()));
        }
    }

    #[test]
    fn the_clock_is_divided_among_fewer_moves_as_the_game_goes_on() {
        let parameters = Parameters { horizon: 48, horizon_fall: 70, horizon_least: 12, ..DEFAULTS };
        let horizons = [0, 1, 11, 51, 53, u32::MAX].map(|number| parameters.horizon_at(number));
        assert_eq!(horizons, [48, 48, 41, 13, 12, 12]);
        let few = Parameters { horizon: 7, ..parameters };
        assert_eq!([1, 100].map(|number| few.horizon_at(number)), [7, 7]);
    }

    #[test]
    fn overrides_change_only_the_named_parameters() {
        let mut overrides = Overrides::default();
        assert_eq!(overrides.over(DEFAULTS), DEFAULTS);
        assert_eq!(overrides.set("Delta", "7"), Ok(true));
        assert_eq!(overrides.set("delta", "8"), Ok(true));
        assert_eq!(overrides.set("null_base", "5000"), Ok(true));
        let changed: Vec<_> = (overrides.over(DEFAULTS).specs().into_iter().zip(DEFAULTS.specs()))
            .filter(|(now, before)| now != before)
            .map(|(now, _)| (now.name, now.default()))
            .collect();
        assert_eq!(changed, [("delta", OptionValue::Spin(8)), ("null_base", OptionValue::Spin(5000))]);
        assert_eq!(overrides.set("null", "1"), Ok(false));
        for value in ["1", "many"] {
            let error = overrides.set("null_base", value).unwrap_err();
            assert_eq!(error.expected, "a whole number from 1024 to 8192");
        }
    }
}
