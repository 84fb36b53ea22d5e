//! The engine's options: names, kinds, defaults and ranges, in one table for all protocols.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::base::{OptionError, parse_check, shorten};
use crate::search::{
    Feature, Features, Limits, Overrides, ParameterError, Parameters, Skill, TableRules, Variety,
};

use super::EvaluationKind;

/// The default size of the hash table, in MiB.
pub const DEFAULT_HASH_MIB: i64 = 16;

/// The range of the hash table's size in MiB, if there is memory for it.
pub const HASH_MIB: RangeInclusive<i64> = 1..=1 << 25;

/// The range of the number of search threads.
pub const THREADS: RangeInclusive<i64> = 1..=1024;

/// An option of the engine, common to all games.
#[derive(Debug, Clone, Copy)]
pub struct EngineOptionSpec {
    /// Its name; clients may write it in upper or lower case.
    pub name: &'static str,
    /// Its type, default and range.
    pub kind: EngineOptionKind,
    /// The effect of setting it.
    pub effect: OptionEffect,
    /// Whether it is for experiments with the search. A session has such options only if it was started with them
    /// enabled.
    pub is_experimental: bool,
    /// Whether it is about endgame tables, which not every game has.
    pub is_for_tables: bool,
    /// Whether it has an effect only if there is a network.
    pub is_for_networks: bool,
    /// One line of help.
    pub help: &'static str,
}

/// The type, default and range of an option, and the field that stores its value.
#[derive(Debug, Clone, Copy)]
pub enum EngineOptionKind {
    /// An action without a value.
    Button,
    /// True or false.
    Check {
        /// The default value.
        default: bool,
        /// The field that stores it.
        field: Field<bool>,
    },
    /// A whole number.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum value.
        min: i64,
        /// The maximum value.
        max: i64,
        /// The field that stores it.
        field: Field<i64>,
    },
    /// Names of [`Feature`]s to switch off, separated by commas; empty by default.
    FeatureNames {
        /// The field that stores the remaining features.
        field: Field<Features>,
    },
    /// The name of an [`EvaluationKind`]; the default is the enumeration's.
    Evaluation {
        /// The field that stores it.
        field: Field<EvaluationKind>,
    },
    /// The path of a file; empty for none.
    Path {
        /// The field that stores the path.
        field: Field<Option<PathBuf>>,
    },
}

/// A field of [`EngineOptions`].
#[derive(Debug)]
pub struct Field<T>(fn(&mut EngineOptions) -> &mut T);

// A derived implementation would ask for a `T` that can be copied.
impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

/// What has to be done after an option was set, besides storing its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionEffect {
    /// Nothing: the value applies from the next search on.
    None,
    /// Resize the hash table.
    HashTable,
    /// Change the number of threads.
    Threads,
    /// Clear the hash table and histories.
    Clear,
    /// Replace the evaluation.
    Weights,
    /// Replace the endgame tables.
    Tables,
}

/// Why an option could not be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EngineOptionError {
    /// There is neither an option nor a parameter of this name.
    #[error("no option is called {0:?}")]
    Unknown(String),
    /// The value is not valid for the option.
    #[error(transparent)]
    Value(#[from] OptionError),
    /// No [`Feature`] has this name.
    #[error("option {name}: the search has no feature called {feature:?}")]
    Feature {
        /// The option's name.
        name: &'static str,
        /// The unknown name, shortened if it is long.
        feature: String,
    },
    /// The parameter's value is not a number.
    #[error("option {name}: {value:?} is not a whole number")]
    NotANumber {
        /// The parameter's name, as given.
        name: String,
        /// The value, shortened if it is long.
        value: String,
    },
    /// The parameter's value is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

const fn option(name: &'static str, kind: EngineOptionKind, help: &'static str) -> EngineOptionSpec {
    EngineOptionSpec {
        name,
        kind,
        effect: OptionEffect::None,
        is_experimental: false,
        is_for_tables: false,
        is_for_networks: false,
        help,
    }
}

const fn check(field: fn(&mut EngineOptions) -> &mut bool) -> EngineOptionKind {
    EngineOptionKind::Check { default: false, field: Field(field) }
}

const fn spin(
    default: i64,
    range: RangeInclusive<i64>,
    field: fn(&mut EngineOptions) -> &mut i64,
) -> EngineOptionKind {
    EngineOptionKind::Spin { default, min: *range.start(), max: *range.end(), field: Field(field) }
}

/// All options of the engine except the search parameters, in the order in which they are listed to clients.
pub const ENGINE_OPTIONS: &[EngineOptionSpec] = &[
    EngineOptionSpec {
        effect: OptionEffect::Threads,
        ..option("Threads", spin(1, THREADS, |options| &mut options.threads), "search threads")
    },
    EngineOptionSpec {
        effect: OptionEffect::HashTable,
        ..option(
            "Hash",
            spin(DEFAULT_HASH_MIB, HASH_MIB, |options| &mut options.hash_mib),
            "size of the hash table in MiB",
        )
    },
    EngineOptionSpec {
        effect: OptionEffect::Clear,
        ..option("Clear Hash", EngineOptionKind::Button, "clears the hash table and the histories")
    },
    option(
        "Move Overhead",
        spin(10, 0..=5000, |options| &mut options.move_overhead),
        "milliseconds reserved per move for the delay between the answer and the stopping of the clock",
    ),
    option(
        "MultiPV",
        spin(1, 1..=256, |options| &mut options.multi_pv),
        "number of principal variations to report",
    ),
    option("Ponder", check(|options| &mut options.ponder), "announces pondering; has no effect"),
    option("UCI_LimitStrength", check(|options| &mut options.limit_strength), "play at UCI_Elo"),
    option(
        "UCI_Elo",
        spin(Skill::MAX_ELO as i64, Skill::MIN_ELO as i64..=Skill::MAX_ELO as i64, |options| {
            &mut options.elo
        }),
        "rating of limited strength; in chess on the scale of Stockfish's UCI_Elo",
    ),
    option(
        "Skill Level",
        spin(Skill::MAX_SKILL as i64, 0..=Skill::MAX_SKILL as i64, |options| &mut options.skill_level),
        "20 is full strength; used if UCI_LimitStrength is off",
    ),
    option(
        "Human Time",
        check(|options| &mut options.human_time),
        "limited strength takes time for a move as a person does",
    ),
    option(
        "Variety",
        spin(0, 0..=Variety::MOST as i64, |options| &mut options.variety),
        "a move may be drawn that scores at most so much less than the best, in hundredths of a pawn; 0: the best move",
    ),
    option(
        "VarietySeed",
        spin(0, 0..=i32::MAX as i64, |options| &mut options.variety_seed),
        "with the same seed, the same moves are drawn by Variety; 0: another one in each session",
    ),
    option(
        "UCI_AnalyseMode",
        check(|options| &mut options.analyse_mode),
        "analysis: Contempt and Variety are ignored",
    ),
    option("UCI_ShowWDL", check(|options| &mut options.show_wdl), "report win, draw and loss probabilities"),
    option(
        "Contempt",
        spin(0, -(Limits::MOST_CONTEMPT as i64)..=Limits::MOST_CONTEMPT as i64, |options| {
            &mut options.contempt
        }),
        "a draw scores minus this for the engine, in units of the score",
    ),
    option(
        "nodestime",
        spin(0, 0..=100_000, |options| &mut options.nodes_time),
        "nodes per millisecond that replace the clock; 0: real time",
    ),
    EngineOptionSpec {
        effect: OptionEffect::Weights,
        is_for_networks: true,
        ..option(
            "Evaluation",
            EngineOptionKind::Evaluation { field: Field(|options| &mut options.evaluation) },
            "evaluate by the network, or by the hand-written evaluation",
        )
    },
    EngineOptionSpec {
        effect: OptionEffect::Weights,
        is_for_networks: true,
        ..option(
            "EvalFile",
            EngineOptionKind::Path { field: Field(|options| &mut options.eval_file) },
            "file with a network, or with weights of the hand-written evaluation, that replaces the built-in one",
        )
    },
    EngineOptionSpec {
        effect: OptionEffect::Tables,
        is_for_tables: true,
        ..option(
            "SyzygyPath",
            EngineOptionKind::Path { field: Field(|options| &mut options.tables_path) },
            "folders with Syzygy tables, separated by colons (on Windows by semicolons)",
        )
    },
    EngineOptionSpec {
        is_for_tables: true,
        ..option(
            "SyzygyProbeDepth",
            spin(1, 1..=100, |options| &mut options.table_depth),
            "least remaining depth at which the search probes endgame tables, in plies",
        )
    },
    EngineOptionSpec {
        is_for_tables: true,
        ..option(
            "Syzygy50MoveRule",
            EngineOptionKind::Check { default: true, field: Field(|options| &mut options.table_move_limit) },
            "wins in endgame tables that the 50-move rule prevents are draws",
        )
    },
    EngineOptionSpec {
        is_experimental: true,
        ..option(
            "SoftNodes",
            spin(0, 0..=i32::MAX as i64, |options| &mut options.soft_nodes),
            "soft node limit: begin no new iteration after about this many nodes; 0: no limit",
        )
    },
    EngineOptionSpec {
        is_experimental: true,
        ..option(
            "Without",
            EngineOptionKind::FeatureNames { field: Field(|options| &mut options.features) },
            "search features to switch off, separated by commas",
        )
    },
];

/// The option of this name, case-insensitive.
pub fn engine_option(name: &str) -> Option<&'static EngineOptionSpec> {
    ENGINE_OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// The values of all options of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that clients set by itself")]
pub struct EngineOptions {
    threads: i64,
    hash_mib: i64,
    move_overhead: i64,
    multi_pv: i64,
    ponder: bool,
    limit_strength: bool,
    elo: i64,
    skill_level: i64,
    human_time: bool,
    variety: i64,
    variety_seed: i64,
    analyse_mode: bool,
    show_wdl: bool,
    contempt: i64,
    nodes_time: i64,
    soft_nodes: i64,
    features: Features,
    evaluation: EvaluationKind,
    eval_file: Option<PathBuf>,
    tables_path: Option<PathBuf>,
    table_depth: i64,
    table_move_limit: bool,
    overrides: Overrides,
}

/// The default values.
impl Default for EngineOptions {
    fn default() -> Self {
        let mut options = Self {
            threads: 1,
            hash_mib: 1,
            move_overhead: 0,
            multi_pv: 1,
            ponder: false,
            limit_strength: false,
            elo: 0,
            skill_level: 0,
            human_time: false,
            variety: 0,
            variety_seed: 0,
            analyse_mode: false,
            show_wdl: false,
            contempt: 0,
            nodes_time: 0,
            soft_nodes: 0,
            features: Features::ALL,
            evaluation: EvaluationKind::default(),
            eval_file: None,
            tables_path: None,
            table_depth: 0,
            table_move_limit: false,
            overrides: Overrides::default(),
        };
        for spec in ENGINE_OPTIONS {
            match spec.kind {
                EngineOptionKind::Button
                | EngineOptionKind::FeatureNames { .. }
                | EngineOptionKind::Evaluation { .. }
                | EngineOptionKind::Path { .. } => {}
                EngineOptionKind::Check { default, field } => *(field.0)(&mut options) = default,
                EngineOptionKind::Spin { default, field, .. } => *(field.0)(&mut options) = default,
            }
        }
        options
    }
}

impl EngineOptions {
    /// The defaults for an engine used as a library: `Move Overhead` is 0, as there is no delay between engine and
    /// client.
    pub fn in_process() -> Self {
        Self { move_overhead: 0, ..Self::default() }
    }

    /// Sets the option or search parameter of this name (case-insensitive) to `value`. A button ignores `value`.
    ///
    /// # Errors
    /// If there is no such option or parameter, or the value is not valid. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionEffect, EngineOptionError> {
        let Some(spec) = engine_option(name) else { return self.set_parameter(name, value) };
        match spec.kind {
            EngineOptionKind::Button => {}
            EngineOptionKind::Check { field, .. } => *(field.0)(self) = parse_check(spec.name, value)?,
            EngineOptionKind::Spin { min, max, field, .. } => {
                *(field.0)(self) = parse_spin(spec.name, value, min, max)?;
            }
            EngineOptionKind::FeatureNames { field } => *(field.0)(self) = parse_features(spec.name, value)?,
            EngineOptionKind::Evaluation { field } => {
                *(field.0)(self) = EvaluationKind::from_name(value).ok_or_else(|| OptionError {
                    name: spec.name,
                    value: shorten(value),
                    expected: format!("one of {}", EvaluationKind::NAMES.join(", ")),
                })?;
            }
            EngineOptionKind::Path { field } => {
                // `<empty>` is UCI's notation for an empty string.
                let path = if value == "<empty>" { "" } else { value };
                *(field.0)(self) = Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty());
            }
        }
        Ok(spec.effect)
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<OptionEffect, EngineOptionError> {
        if !Parameters::has(name) {
            return Err(EngineOptionError::Unknown(shorten(name)));
        }
        let number = value
            .parse()
            .map_err(|_| EngineOptionError::NotANumber { name: name.to_owned(), value: shorten(value) })?;
        self.overrides.set(name, number)?;
        Ok(OptionEffect::None)
    }

    /// Which evaluation is played with.
    pub fn evaluation(&self) -> EvaluationKind {
        self.evaluation
    }

    /// The file with a network, or with weights of the hand-written evaluation; `None` for the built-in one.
    pub fn eval_file(&self) -> Option<&Path> {
        self.eval_file.as_deref()
    }

    /// Goes back to the built-in evaluation.
    pub fn forget_eval_file(&mut self) {
        self.eval_file = None;
    }

    /// The folders with endgame tables; empty for none.
    pub fn tables_path(&self) -> String {
        self.tables_path.as_ref().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// The number of search threads, at least one.
    pub fn threads(&self) -> usize {
        self.threads as usize
    }

    /// The size of the hash table in MiB, at least one.
    pub fn hash_mib(&self) -> usize {
        self.hash_mib as usize
    }

    /// Limits the hash table to `mib` MiB and the threads to `threads`. Both stay at least 1.
    pub fn restrict(&mut self, mib: usize, threads: usize) {
        self.hash_mib = self.hash_mib.min(i64::try_from(mib).unwrap_or(i64::MAX)).max(1);
        self.threads = self.threads.min(i64::try_from(threads).unwrap_or(i64::MAX)).max(1);
    }

    /// Whether to report win, draw and loss probabilities.
    pub fn show_wdl(&self) -> bool {
        self.show_wdl
    }

    /// Whether play is limited to `UCI_Elo`.
    pub fn limit_strength(&self) -> bool {
        self.limit_strength
    }

    /// How the moves of play vary, if they do; `seed` is for [`Variety`] without one of its own.
    pub fn variety(&self, seed: u64) -> Option<Variety> {
        const LARGEST_SEED: u64 = i32::MAX as u64;
        let own = u64::try_from(self.variety_seed).ok().filter(|&own| own > 0);
        // One that a client can set.
        let seed = own.unwrap_or(1 + seed % LARGEST_SEED);
        (self.variety > 0).then_some(Variety { margin: self.variety as u32, seed })
    }

    /// Whether the client has left the seed of variety to the session.
    pub fn draws_variety_seed(&self) -> bool {
        self.variety_seed == 0
    }

    /// `limits` completed by the options: `limits` gives the time, depth and nodes, and the options everything else.
    /// `seed` is for [`Skill::Limited`] and [`Variety`].
    pub fn apply(&self, limits: Limits, seed: u64) -> Limits {
        // The overhead takes at most a tenth of a fixed move time.
        let overhead = Duration::from_millis(self.move_overhead as u64);
        let overhead = match (limits.clock, limits.move_time) {
            (None, Some(time)) => overhead.min(time / 10),
            _ => overhead,
        };
        let skill = if self.limit_strength {
            Skill::from_elo(self.elo as u32, seed)
        } else {
            Skill::from_skill(self.skill_level as u32, seed)
        };
        // Contempt would distort the scores of an analysis, and an infinite search is one.
        let contempt = if limits.infinite || self.analyse_mode { 0 } else { self.contempt as i32 };
        let positive = |number: i64| u64::try_from(number).ok().filter(|&number| number > 0);
        Limits {
            overhead,
            lines: self.multi_pv as usize,
            nodes_as_time: positive(self.nodes_time),
            soft_nodes: positive(self.soft_nodes),
            contempt,
            tables: TableRules {
                enabled: self.tables_path.as_ref().is_some_and(|path| !path.as_os_str().is_empty()),
                least_depth: self.table_depth as i32,
                move_limit: self.table_move_limit,
            },
            skill,
            variety: self.variety(seed).filter(|_| !limits.infinite && !self.analyse_mode),
            human_time: self.human_time,
            features: self.features,
            overrides: self.overrides.clone(),
            ..limits
        }
    }
}

/// Parses a spin option's value: a whole number from `min` to `max`.
///
/// # Errors
/// If `value` is not such a number.
pub fn parse_spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| OptionError {
        name,
        value: shorten(value),
        expected: format!("a whole number from {min} to {max}"),
    })
}

/// All features except those listed in `names`.
fn parse_features(option: &'static str, names: &str) -> Result<Features, EngineOptionError> {
    let mut features = Features::ALL;
    // UCI's notation for an empty string.
    let names = if names == "<empty>" { "" } else { names };
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let feature = Feature::from_name(name)
            .ok_or_else(|| EngineOptionError::Feature { name: option, feature: shorten(name) })?;
        features = features.without(feature);
    }
    Ok(features)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(settings: &[(&str, &str)], limits: Limits) -> Limits {
        let mut options = EngineOptions::default();
        for (name, value) in settings {
            options.set(name, value).expect("a known option and value");
        }
        options.apply(limits, 7)
    }

    #[test]
    fn names_differ_and_defaults_are_in_range() {
        for (index, spec) in ENGINE_OPTIONS.iter().enumerate() {
            let same = |other: &EngineOptionSpec| other.name.eq_ignore_ascii_case(spec.name);
            assert_eq!(ENGINE_OPTIONS.iter().position(same), Some(index), "{}", spec.name);
            assert!(!Parameters::has(spec.name), "{}", spec.name);
            if let EngineOptionKind::Spin { default, min, max, .. } = spec.kind {
                assert!((min..=max).contains(&default), "{}", spec.name);
                let mut options = EngineOptions::default();
                for value in [min, max, default] {
                    assert_eq!(options.set(spec.name, &value.to_string()), Ok(spec.effect), "{}", spec.name);
                }
                assert_eq!(options, EngineOptions::default(), "{}", spec.name);
            }
        }
    }

    #[test]
    fn every_option_has_its_own_field() {
        for spec in ENGINE_OPTIONS {
            let value = match spec.kind {
                EngineOptionKind::Button => continue,
                EngineOptionKind::Check { default, .. } => (!default).to_string(),
                EngineOptionKind::Spin { default, min, max, .. } => {
                    (if default == max { min } else { max }).to_string()
                }
                EngineOptionKind::FeatureNames { .. } => "ProbCut".to_owned(),
                EngineOptionKind::Evaluation { .. } => EvaluationKind::Classical.name().to_owned(),
                EngineOptionKind::Path { .. } => "a file".to_owned(),
            };
            let mut options = EngineOptions::default();
            options.set(spec.name, &value).unwrap();
            assert_ne!(options, EngineOptions::default(), "{}", spec.name);
        }
    }

    #[test]
    fn options_are_applied_to_the_limits() {
        assert_eq!(EngineOptions::in_process().apply(Limits::default(), 0).overhead, Duration::ZERO);
        let limits = applied(&[], Limits::default());
        assert_eq!((limits.lines, limits.soft_nodes, limits.nodes_as_time), (1, None, None));
        assert_eq!((limits.skill, limits.features), (Skill::Full, Features::ALL));
        let settings = [
            ("multipv", "3"),
            ("NODESTIME", "5"),
            ("SoftNodes", "900"),
            ("Contempt", "40"),
            ("UCI_Elo", "700"),
            ("without", "Aspiration, probcut"),
            ("Delta", "123"),
        ];
        let limits = applied(&settings, Limits::default());
        assert_eq!((limits.lines, limits.soft_nodes, limits.nodes_as_time), (3, Some(900), Some(5)));
        assert_eq!((limits.contempt, limits.skill), (40, Skill::Full));
        assert_eq!(limits.features, Features::ALL.without(Feature::Aspiration).without(Feature::ProbCut));
        let mut overrides = Overrides::default();
        overrides.set("delta", 123).unwrap();
        assert_eq!(limits.overrides, overrides);
        let limited = [("UCI_Elo", "700"), ("UCI_LimitStrength", "true"), ("Skill Level", "20")];
        assert_eq!(applied(&limited, Limits::default()).skill, Skill::from_elo(700, 7));
    }

    #[test]
    fn contempt_is_ignored_in_analysis() {
        let contempt = [("Contempt", "40")];
        assert_eq!(applied(&contempt, Limits { infinite: true, ..Limits::default() }).contempt, 0);
        let analysis = [("Contempt", "40"), ("UCI_AnalyseMode", "true")];
        assert_eq!(applied(&analysis, Limits::default()).contempt, 0);
    }

    #[test]
    fn variety_is_ignored_in_analysis_and_has_a_seed_that_clients_can_set() {
        let variety = |settings: &[(&str, &str)], limits| {
            applied(settings, limits).variety.map(|variety| (variety.margin, variety.seed))
        };
        let varied = ("Variety", "15");
        assert_eq!(variety(&[], Limits::default()), None);
        assert_eq!(variety(&[varied], Limits::default()), Some((15, 8)));
        assert_eq!(variety(&[varied, ("VarietySeed", "99")], Limits::default()), Some((15, 99)));
        assert_eq!(variety(&[varied], Limits { infinite: true, ..Limits::default() }), None);
        assert_eq!(variety(&[varied, ("UCI_AnalyseMode", "true")], Limits::default()), None);
        let mut options = EngineOptions::default();
        options.set("Variety", "1").unwrap();
        for seed in [0, 1, u64::MAX] {
            let drawn = options.variety(seed).unwrap().seed;
            assert_eq!(options.clone().set("VarietySeed", &drawn.to_string()), Ok(OptionEffect::None));
        }
    }

    #[test]
    fn overhead_is_at_most_a_tenth_of_a_fixed_move_time() {
        let time = |millis| Some(Duration::from_millis(millis));
        let overhead =
            |millis| applied(&[], Limits { move_time: time(millis), ..Limits::default() }).overhead;
        assert_eq!((Some(overhead(50)), Some(overhead(5000))), (time(5), time(10)));
    }

    #[test]
    fn rejected_options_change_nothing() {
        let mut options = EngineOptions::default();
        for (name, value, message) in [
            ("Colour", "red", "no option is called \"Colour\""),
            ("Hash", "0", "option Hash: \"0\" is not a whole number from 1 to 33554432"),
            ("Ponder", "yes", "option Ponder: \"yes\" is not true or false"),
            ("Without", "Everything", "option Without: the search has no feature called \"Everything\""),
            ("delta", "much", "option delta: \"much\" is not a whole number"),
        ] {
            let error = options.set(name, value).expect_err("it cannot be set");
            assert_eq!(error.to_string(), message);
        }
        assert!(matches!(options.set("singular", "-1"), Err(EngineOptionError::Parameter(_))));
        assert_eq!(options, EngineOptions::default());
    }
}
