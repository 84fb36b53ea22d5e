//! The engine's options: each with its name, kind, default, range and help, in one table for all protocols and for
//! players in the same process.

#[cfg(test)]
mod tests;

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::base::{OptionError, OptionKind, OptionSpec, OptionValue, shorten};
use crate::games::TableKind;
use crate::search::{Feature, Features, Limits, Overrides, SearchOptions, Skill, TableRules, Variety};

use super::EvaluationKind;

/// The range of the hash table's size in MiB, as far as memory allows.
pub const HASH_MIB: RangeInclusive<i64> = 1..=1 << 25;

/// The range of the number of search threads.
pub const THREADS: RangeInclusive<i64> = 1..=1024;

/// An option of the engine, common to all games.
#[derive(Debug, Clone, Copy)]
pub struct EngineOption {
    /// The option's name, kind and help.
    pub spec: OptionSpec,
    /// The effect of setting it.
    pub effect: OptionEffect,
    /// The sessions to which it is offered.
    pub audience: Audience,
    /// The option's name in UCCI, and its position in the list there; `None` if UCCI clients are not offered it.
    pub ucci: Option<(usize, &'static str)>,
    /// Whether CECP clients are offered it as an option: it has an effect in CECP, and CECP has no command for it.
    pub is_cecp_option: bool,
    /// Stores a value.
    store: fn(&mut EngineOptions, &OptionSpec, OptionValue<'_>) -> Result<(), OptionError>,
}

/// The sessions to which an option is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// All sessions.
    Everyone,
    /// Sessions that were started with the search parameters exposed: the option is for experiments with the search.
    Experiments,
    /// Sessions of a game with tablebases of this kind.
    Tablebases(TableKind),
    /// Sessions of a game with a network, or started with the search parameters exposed.
    Networks,
}

/// What to do after an option was set, besides storing its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionEffect {
    /// Nothing: the value applies from the next search.
    None,
    /// Resize the hash table.
    HashTable,
    /// Change the number of threads.
    Threads,
    /// Clear the hash table and histories.
    Clear,
    /// Replace the evaluation.
    Weights,
    /// Replace the tablebases of this kind.
    Tables(TableKind),
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
}

const fn option(name: &'static str, kind: OptionKind, help: &'static str) -> EngineOption {
    EngineOption {
        spec: OptionSpec { name, kind, help },
        effect: OptionEffect::None,
        audience: Audience::Everyone,
        ucci: None,
        is_cecp_option: true,
        store: |_, _, _| Ok(()),
    }
}

const fn check(name: &'static str, default: bool, help: &'static str) -> EngineOption {
    option(name, OptionKind::Check { default }, help)
}

const fn spin(
    name: &'static str,
    default: i64,
    range: RangeInclusive<i64>,
    help: &'static str,
) -> EngineOption {
    option(name, OptionKind::Spin { default, min: *range.start(), max: *range.end() }, help)
}

impl EngineOption {
    const fn with(mut self, effect: OptionEffect) -> Self {
        self.effect = effect;
        self
    }

    const fn only_for(mut self, audience: Audience) -> Self {
        self.audience = audience;
        self
    }

    const fn in_ucci(mut self, place: usize, name: &'static str) -> Self {
        self.ucci = Some((place, name));
        self
    }

    const fn not_in_cecp(mut self) -> Self {
        self.is_cecp_option = false;
        self
    }
}

/// A type that stores an option's value.
trait Stored: Sized + Default {
    /// The value as this type.
    ///
    /// # Errors
    /// If the option's kind allows more values than the type has.
    fn from_value(spec: &OptionSpec, value: OptionValue<'_>) -> Result<Self, OptionError>;
}

/// A button, which has no value.
impl Stored for () {
    fn from_value(_spec: &OptionSpec, _value: OptionValue<'_>) -> Result<Self, OptionError> {
        Ok(())
    }
}

impl Stored for bool {
    fn from_value(_spec: &OptionSpec, value: OptionValue<'_>) -> Result<Self, OptionError> {
        Ok(value == OptionValue::Check(true))
    }
}

impl Stored for i64 {
    fn from_value(_spec: &OptionSpec, value: OptionValue<'_>) -> Result<Self, OptionError> {
        Ok(if let OptionValue::Spin(number) = value { number } else { 0 })
    }
}

impl Stored for EvaluationKind {
    fn from_value(_spec: &OptionSpec, value: OptionValue<'_>) -> Result<Self, OptionError> {
        let OptionValue::Choice(name) = value else { return Ok(Self::default()) };
        Ok(Self::from_name(name).unwrap_or_default())
    }
}

/// A path; `None` for empty text.
impl Stored for Option<PathBuf> {
    fn from_value(_spec: &OptionSpec, value: OptionValue<'_>) -> Result<Self, OptionError> {
        let OptionValue::Text(path) = value else { return Ok(None) };
        Ok((!path.is_empty()).then(|| PathBuf::from(path)))
    }
}

/// All features except those named, separated by commas.
impl Stored for Features {
    fn from_value(spec: &OptionSpec, value: OptionValue<'_>) -> Result<Self, OptionError> {
        let OptionValue::Text(names) = value else { return Ok(Self::ALL) };
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.into_iter().try_fold(Self::ALL, |features, name| {
            let feature = Feature::from_name(name);
            feature
                .map(|feature| features.without(feature))
                .ok_or_else(|| spec.refuse(name, "a feature of the search"))
        })
    }
}

/// Declares [`ENGINE_OPTIONS`], and [`EngineOptions`] with a field for each of them.
macro_rules! engine_options {
    ($($field:ident: $type:ty = $option:expr;)+) => {
        /// All options of the engine except the search parameters, in the order in which they are listed to clients.
        pub const ENGINE_OPTIONS: &[EngineOption] = &[$(EngineOption {
            store: |options, spec, value| {
                options.$field = <$type>::from_value(spec, value)?;
                Ok(())
            },
            ..$option
        },)+];

        /// The values of all options of the engine.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct EngineOptions {
            $($field: $type,)+
            overrides: Overrides,
        }

        /// The default values.
        impl Default for EngineOptions {
            fn default() -> Self {
                Self {
                    $($field: <$type>::from_value(&$option.spec, $option.spec.default()).unwrap_or_default(),)+
                    overrides: Overrides::default(),
                }
            }
        }
    };
}

engine_options! {
    threads: i64 = spin("Threads", 1, THREADS, "number of search threads")
        .with(OptionEffect::Threads).in_ucci(1, "threads").not_in_cecp();
    hash_mib: i64 = spin("Hash", 16, HASH_MIB, "size of the hash table in MiB")
        .with(OptionEffect::HashTable).in_ucci(0, "hashsize").not_in_cecp();
    clear_hash: () = option("Clear Hash", OptionKind::Button, "clear the hash table and the histories")
        .with(OptionEffect::Clear);
    move_overhead: i64 = spin("Move Overhead", 10, 0..=5000,
        "milliseconds reserved per move for the delay between the answer and the stopping of the clock");
    multi_pv: i64 = spin("MultiPV", 1, 1..=256, "number of principal variations to report")
        .in_ucci(2, "multipv");
    ponder: bool = check("Ponder", false, "announces that the client may ponder; has no effect").not_in_cecp();
    limit_strength: bool = check("UCI_LimitStrength", false, "play at UCI_Elo");
    elo: i64 = spin("UCI_Elo", Skill::MAX_ELO as i64, Skill::MIN_ELO as i64..=Skill::MAX_ELO as i64,
        "rating of limited strength; in chess on the scale of Stockfish's UCI_Elo");
    skill_level: i64 = spin("Skill Level", Skill::MAX_SKILL as i64, 0..=Skill::MAX_SKILL as i64,
        "20 is full strength; used if UCI_LimitStrength is off").in_ucci(3, "skilllevel");
    human_time: bool = check("Human Time", false,
        "limited strength takes as much time for a move as a person might");
    variety: i64 = spin("Variety", 0, 0..=Variety::MOST as i64,
        "how much worse than the best move a played move may be, in hundredths of a pawn; 0: always the best");
    variety_seed: i64 = spin("VarietySeed", 0, 0..=i32::MAX as i64,
        "with the same seed, Variety picks the same moves; 0: a new seed in each session");
    analyse_mode: bool = check("UCI_AnalyseMode", false, "analysis: Contempt and Variety are ignored")
        .not_in_cecp();
    show_wdl: bool = check("UCI_ShowWDL", false, "report win, draw and loss probabilities").not_in_cecp();
    contempt: i64 = spin("Contempt", 0, -(SearchOptions::MOST_CONTEMPT as i64)..=SearchOptions::MOST_CONTEMPT as i64,
        "penalty of a draw for the engine, in units of the score");
    nodes_time: i64 = spin("nodestime", 0, 0..=100_000,
        "nodes that count as one millisecond, instead of the clock; 0: real time");
    evaluation: EvaluationKind = option("Evaluation",
        OptionKind::Combo { default: EvaluationKind::Network.name(), choices: EvaluationKind::NAMES },
        "evaluate with the network or with the hand-written evaluation")
        .with(OptionEffect::Weights).only_for(Audience::Networks);
    eval_file: Option<PathBuf> = option("EvalFile", OptionKind::Text,
        "file with a network, or with weights of the hand-written evaluation, that replaces the built-in one")
        .with(OptionEffect::Weights).only_for(Audience::Networks);
    tables_path: Option<PathBuf> = option("SyzygyPath", OptionKind::Text,
        "folders with Syzygy tablebases, separated by colons (on Windows by semicolons)")
        .with(OptionEffect::Tables(TableKind::Syzygy)).only_for(Audience::Tablebases(TableKind::Syzygy)).not_in_cecp();
    table_depth: i64 = spin("SyzygyProbeDepth", 1, 1..=100,
        "minimum remaining depth at which the search probes tablebases, in plies")
        .only_for(Audience::Tablebases(TableKind::Syzygy));
    table_move_limit: bool = check("Syzygy50MoveRule", true,
        "wins in tablebases that the 50-move rule prevents are draws")
        .only_for(Audience::Tablebases(TableKind::Syzygy));
    own_tables_path: Option<PathBuf> = option("TablePath", OptionKind::Text,
        "folders with tables of endings beside those of the program, separated by colons (on Windows by semicolons)")
        .with(OptionEffect::Tables(TableKind::Own)).only_for(Audience::Tablebases(TableKind::Own));
    uses_own_tables: bool = check("UseTables", true, "use tables of endings")
        .only_for(Audience::Tablebases(TableKind::Own));
    uses_solution: bool = check("UseSolution", true, "play by the proof that Black wins")
        .only_for(Audience::Tablebases(TableKind::Solution));
    soft_nodes: i64 = spin("SoftNodes", 0, 0..=i32::MAX as i64,
        "soft node limit: begin no new iteration after about this many nodes; 0: no limit")
        .only_for(Audience::Experiments);
    features: Features = option("Without", OptionKind::Text,
        "search features to switch off, separated by commas").only_for(Audience::Experiments);
}

/// The option with this name, case-insensitive.
pub fn engine_option(name: &str) -> Option<&'static EngineOption> {
    ENGINE_OPTIONS.iter().find(|option| option.spec.is_called(name))
}

impl EngineOptions {
    /// The defaults for an engine used as a library: `Move Overhead` is 0, as there is no delay between engine and
    /// client.
    pub fn in_process() -> Self {
        Self { move_overhead: 0, ..Self::default() }
    }

    /// Sets the option or search parameter with this name (case-insensitive) to `value`. A button ignores `value`.
    ///
    /// # Errors
    /// If there is no such option or parameter, or the value is not valid. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionEffect, EngineOptionError> {
        if let Some(EngineOption { spec, effect, store, .. }) = engine_option(name) {
            store(self, spec, spec.parse(value)?)?;
            return Ok(*effect);
        }
        if self.overrides.set(name, value)? {
            return Ok(OptionEffect::None);
        }
        Err(EngineOptionError::Unknown(shorten(name)))
    }

    /// The evaluation to play with.
    pub fn evaluation(&self) -> EvaluationKind {
        self.evaluation
    }

    /// The file with a network, or with weights of the hand-written evaluation; `None` for the built-in one.
    pub fn eval_file(&self) -> Option<&Path> {
        self.eval_file.as_deref()
    }

    /// Reverts to the built-in evaluation.
    pub fn forget_eval_file(&mut self) {
        self.eval_file = None;
    }

    /// The folders with tablebases of this kind; empty for none.
    pub fn tables_path(&self, kind: TableKind) -> String {
        let path = match kind {
            TableKind::Syzygy => &self.tables_path,
            TableKind::Own => &self.own_tables_path,
            TableKind::Solution => &None::<PathBuf>,
        };
        path.as_ref().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
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

    /// How the played moves vary; `None` if they do not. `seed` is used if the options have no seed.
    pub fn variety(&self, seed: u64) -> Option<Variety> {
        const LARGEST_SEED: u64 = i32::MAX as u64;
        let own = u64::try_from(self.variety_seed).ok().filter(|&own| own > 0);
        // A seed that a client could set.
        let seed = own.unwrap_or(1 + seed % LARGEST_SEED);
        (self.variety > 0).then_some(Variety { margin: self.variety as u32, seed })
    }

    /// Whether the client has left the seed of variety to the session.
    pub fn draws_variety_seed(&self) -> bool {
        self.variety_seed == 0
    }

    /// The soft node limit of searches; `None` for none.
    pub fn soft_nodes(&self) -> Option<u64> {
        u64::try_from(self.soft_nodes).ok().filter(|&nodes| nodes > 0)
    }

    /// How the game's tablebases, which are of this kind, are used.
    fn table_rules(&self, kind: TableKind, is_analysis: bool) -> TableRules {
        match kind {
            TableKind::Syzygy => TableRules {
                enabled: self.tables_path.is_some(),
                least_depth: self.table_depth as i32,
                move_limit: self.table_move_limit,
                ..TableRules::default()
            },
            // Whoever plays the losing side of the whole game has not lost it yet.
            TableKind::Solution => TableRules {
                enabled: self.uses_solution,
                scores_losses: is_analysis,
                ..TableRules::default()
            },
            TableKind::Own => TableRules { enabled: self.uses_own_tables, ..TableRules::default() },
        }
    }

    /// The search options for a search within `limits`, in a game with tablebases of this kind. `seed` is for
    /// [`Skill::Limited`] and [`Variety`].
    pub fn search_options(&self, limits: &Limits, seed: u64, tables: Option<TableKind>) -> SearchOptions {
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
        // Contempt and variety would distort the scores of an analysis, and an infinite search is one.
        let is_analysis = limits.infinite || self.analyse_mode;
        SearchOptions {
            overhead,
            lines: NonZeroUsize::new(self.multi_pv as usize).unwrap_or(NonZeroUsize::MIN),
            nodes_as_time: NonZeroU64::new(self.nodes_time as u64),
            contempt: if is_analysis { 0 } else { self.contempt as i32 },
            tables: tables.map(|kind| self.table_rules(kind, is_analysis)).unwrap_or_default(),
            skill,
            variety: self.variety(seed).filter(|_| !is_analysis),
            human_time: self.human_time,
            features: self.features,
            overrides: self.overrides.clone(),
        }
    }
}
