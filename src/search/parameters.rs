//! The numbers that steer the search, each under a name, so that they can be tuned without another build.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::base::shorten;

/// One number of [`Parameters`].
struct Tunable {
    name: &'static str,
    range: (i32, i32),
    field: fn(&mut Parameters) -> &mut i32,
}

/// Declares [`Parameters`]: each field with its default, and the least and greatest value that make sense.
macro_rules! parameters {
    (
        ($win_scale:ident)
        $($(#[doc = $doc:literal])+ $name:ident = $default:expr, $least:literal..=$most:literal;)+
    ) => {
        /// All numbers that steer the search of a game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Parameters {
            /// The evaluation at which a side wins about three of four games (half of the draws counted as wins), in
            /// units of the evaluation: the scale of the logistic win probability.
            pub win_scale: i32,
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Parameters {
            /// The default numbers of a game whose evaluation has this win scale.
            pub const fn for_win_scale($win_scale: i32) -> Self {
                Self { $win_scale, $($name: $default,)+ }
            }
        }

        const TUNABLES: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name),
                range: ($least, $most),
                field: |parameters| &mut parameters.$name,
            },)+
        ];
    };
}

parameters! {
    (win_scale)
    /// Half the width of the first aspiration window, in units of the evaluation as all margins that follow.
    aspiration = win_scale / 14, 0..=30000;
    /// Reverse futility pruning: the margin for each ply of depth left.
    reverse_futility = win_scale * 2 / 5, 0..=30000;
    /// Null move: by how much the static evaluation must exceed beta near the leaves; a quarter of reverse futility's
    /// margin less for each ply of depth left.
    null_move = win_scale / 2, 0..=30000;
    /// Futility pruning of quiet moves: the margin at depth 0.
    futility_base = win_scale / 4, 0..=30000;
    /// What it grows by with each ply of depth left.
    futility_depth = win_scale / 8, 0..=30000;
    /// Exchange pruning of quiet moves: twice what may be lost for each squared ply of depth left.
    quiet_exchange = win_scale * 2 / 5, 0..=30000;
    /// Exchange pruning of noisy moves: what may be lost for each squared ply of depth left.
    noisy_exchange = win_scale / 6, 0..=30000;
    /// Quiescence: by how much alpha may exceed what a noisy move can gain before it is skipped.
    delta = win_scale, 0..=32000;
    /// Positions that [`SearchPosition::forced_win`](crate::tactics::SearchPosition::forced_win) may visit at a leaf.
    leaf_effort = 40, 0..=10000;
    /// Positions that it may visit at the root.
    root_effort = 20_000, 0..=1000000;
    /// The moves of its own that a side plans the rest of its clock for.
    horizon = 24, 1..=100;
    /// The reduction of every late move, in 1024ths of a ply.
    reduction_base = 1014, 0..=3072;
    /// How it grows with ln depth · ln number, in 1024ths of a ply.
    reduction_slope = 394, 100..=1000;
    /// How much less a move on a principal variation is reduced, in 1024ths of a ply, as all that follow.
    reduction_on_pv = 1024, 0..=3072;
    /// How much more where the node is expected to be cut off.
    reduction_cut = 1400, 0..=4096;
    /// How much more where the side to move does not stand better than before its last move.
    reduction_not_improving = 600, 0..=2048;
    /// How much less a noisy move.
    reduction_noisy = 512, 0..=3072;
    /// How much more where the moves here have often been refuted at once.
    reduction_refuted = 900, 0..=3072;
    /// How much less a killer move.
    reduction_killer = 1024, 0..=3072;
    /// How much less for each 16,384 of history, the most that one table holds.
    reduction_history = 1024, 0..=3072;
    /// A reduced search that beats the best score by so much is repeated with a ply more, in 4096ths of the win scale.
    deeper = 1365, 0..=8192;
    /// And with a ply less where it beats it by no more than this, in 4096ths of the win scale.
    shallower = 256, 0..=2048;
    /// The null move's reduction, in 1024ths of a ply.
    null_base = 4096, 1024..=8192;
    /// What it grows by with each ply of depth, in 1024ths of a ply.
    null_depth = 341, 0..=1024;
    /// What it grows by with each win scale that the estimate lies above beta, in 1024ths of a ply.
    null_excess = 1024, 0..=4096;
    /// How far a quiet move's hint raises it in the order, for each unit.
    hint_order = 128, 0..=1024;
    /// How far it counts as history where moves are pruned and reduced, for each unit.
    hint_history = 32, 0..=1024;
    /// Late move pruning: the moves that are searched at depth 0, which grow by depth².
    late_moves = 3, 0..=20;
    /// History pruning: the history that a quiet move must not fall below, for each ply of depth, times −1.
    history_floor = 7000, 0..=30000;
    /// Singular extension: how far below the hash score the others must stay, for each ply, in 4096ths of the win
    /// scale.
    singular = 26, 0..=200;
    /// How far below that for a second ply, in 4096ths of the win scale.
    singular_double = 410, 0..=4096;
    /// By how much a probable cutoff's window is raised, in 4096ths of the win scale.
    prob_cut = 5120, 1000..=12000;
    /// Quiescence: for how many plies it looks at moves that answer no threat.
    quiescence_plies = 64, 0..=64;
    /// What a good result adds to a history for each ply of depth, and the most that it adds.
    bonus_depth = 184, 20..=500;
    /// The most that a good result adds.
    bonus_most = 1742, 200..=6000;
    /// What a bad result takes from a history for each ply of depth.
    malus_depth = 220, 20..=600;
    /// The most that a bad result takes.
    malus_most = 1500, 200..=6000;
    /// How far evaluations are corrected, in 1024ths of what the correction history of pawns says.
    pawn_correction = 73, 0..=300;
    /// And in 1024ths of what that of the last two moves says.
    continuation_correction = 73, 0..=300;
    /// What a lead has lost at the limit of moves without progress, in 1024ths.
    halfmove_scale = 512, 0..=1024;
}

/// The tunable of this name, in any case.
fn tunable(name: &str) -> Option<&'static Tunable> {
    TUNABLES.iter().find(|tunable| tunable.name.eq_ignore_ascii_case(name))
}

/// A parameter that cannot be set so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParameterError {
    /// There is none of this name.
    #[error("the search has no parameter called {0:?}")]
    Unknown(String),
    /// It cannot have this value.
    #[error("parameter {name}: {value} is not between {least} and {most}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value asked for.
        value: i32,
        /// The least that it may be.
        least: i32,
        /// The most that it may be.
        most: i32,
    },
}

/// Parameters that differ from a game's own, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides(BTreeMap<&'static str, i32>);

impl Overrides {
    /// Gives the parameter of this name another value.
    ///
    /// # Errors
    /// Where there is none, or it cannot have the value.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
        let tunable = tunable(name).ok_or_else(|| ParameterError::Unknown(shorten(name)))?;
        let (least, most) = tunable.range;
        if !(least..=most).contains(&value) {
            return Err(ParameterError::OutOfRange { name: tunable.name, value, least, most });
        }
        self.0.insert(tunable.name, value);
        Ok(())
    }

    /// These parameters, but for what is overridden.
    pub fn over(&self, mut parameters: Parameters) -> Parameters {
        for (name, &value) in &self.0 {
            if let Some(tunable) = tunable(name) {
                *(tunable.field)(&mut parameters) = value;
            }
        }
        parameters
    }
}

/// A parameter that can be tuned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParameterSpec {
    /// Its name.
    pub name: &'static str,
    /// What it is in the game asked about.
    pub value: i32,
    /// The least that it may be.
    pub least: i32,
    /// The most that it may be.
    pub most: i32,
}

impl Parameters {
    /// Whether there is a parameter of this name, in any case.
    pub fn has(name: &str) -> bool {
        tunable(name).is_some()
    }

    /// All parameters by name, with these values.
    pub fn specs(mut self) -> Vec<ParameterSpec> {
        TUNABLES
            .iter()
            .map(|tunable| ParameterSpec {
                name: tunable.name,
                value: *(tunable.field)(&mut self),
                least: tunable.range.0,
                most: tunable.range.1,
            })
            .collect()
    }

    /// So many 4096ths of the win scale, in units.
    #[inline(always)]
    pub const fn of_win_scale(&self, parts: i32) -> i32 {
        self.win_scale * parts / 4096
    }

    /// How a result `depth` plies deep raises the history of the move that brought it.
    #[inline(always)]
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.bonus_depth * depth - 72).min(self.bonus_most)
    }

    /// How it lowers the histories of the moves that were tried before.
    #[inline(always)]
    pub fn malus(&self, depth: i32) -> i32 {
        (self.malus_depth * depth - 60).min(self.malus_most)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The defaults of a game.
    pub const DEFAULTS: Parameters = Parameters::for_win_scale(200);

    #[test]
    fn defaults_lie_in_their_ranges() {
        for spec in DEFAULTS.specs() {
            assert!((spec.least..=spec.most).contains(&spec.value), "{spec:?}");
        }
    }

    #[test]
    fn overrides_change_what_they_name_and_nothing_else() {
        let mut overrides = Overrides::default();
        assert_eq!(overrides.over(DEFAULTS), DEFAULTS);
        overrides.set("Delta", 7).unwrap();
        overrides.set("delta", 8).unwrap();
        overrides.set("null_base", 5000).unwrap();
        let changed: Vec<_> = (overrides.over(DEFAULTS).specs().into_iter().zip(DEFAULTS.specs()))
            .filter(|(now, before)| now != before)
            .map(|(now, _)| (now.name, now.value))
            .collect();
        assert_eq!(changed, [("delta", 8), ("null_base", 5000)]);
        assert!(matches!(overrides.set("null", 1), Err(ParameterError::Unknown(_))));
        assert!(matches!(overrides.set("null_base", 1), Err(ParameterError::OutOfRange { .. })));
    }
}
