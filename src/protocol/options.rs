//! The options of a session: the engine's and the games' own, within the session's limits.

use std::fmt;
use std::hash::{BuildHasher, RandomState};

use crate::base::{
    GameOptions, Notation, OptionError, OptionKind, OptionSpec, parse_check, shorten, similar_word,
};
use crate::engine::{
    ENGINE_OPTIONS, EngineOptionKind, EngineOptionSpec, EngineOptions, EvaluationKind, OptionEffect,
    engine_option, parse_spin,
};
use crate::eval::Networked;
use crate::games::{Game, GameVisitor, Variant, visit_game};
use crate::search::{LoadedTables, ParameterSpec, Parameters};

use super::ServeOptions;
use super::errors::SetOptionError;
use super::limits::SessionLimits;

/// The option that selects the game.
const VARIANT: &str = "UCI_Variant";

const VARIANT_NAMES: [&str; Variant::ALL.len()] = {
    let mut names = [""; Variant::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Variant::ALL[i].name();
        i += 1;
    }
    names
};

/// Options that have no meaning in CECP, or a command there.
const UCI_ONLY: [&str; 3] = ["Ponder", "UCI_AnalyseMode", "UCI_ShowWDL"];

/// What changed when an option was set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// An option of the engine was set.
    Engine(OptionEffect),
    /// This game was selected.
    Variant(Variant),
    /// A game option was set to this value.
    Game(&'static str, String),
    /// Tablebases were loaded.
    Tables(LoadedTables),
}

/// The values of all options of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    first_variant: Variant,
    /// Whether the engine was started for the first game, so that clients are offered no other.
    is_fixed: bool,
    limits: SessionLimits,
    /// Whether the client may set the search parameters and the experimental options.
    exposes_parameters: bool,
    engine: EngineOptions,
    /// Whether moves are written by name.
    writes_names: bool,
    /// The seed of limited strength's mistakes and of variety, so that they differ from session to session.
    seed: u64,
    game: Vec<(&'static str, String)>,
}

impl Settings {
    /// The default values. `first_variant` is the default of `UCI_Variant`.
    pub(super) fn new(first_variant: Variant, options: &ServeOptions) -> Self {
        let mut engine = EngineOptions::default();
        engine.restrict(options.limits.hash_mib, options.limits.threads);
        Self {
            first_variant,
            is_fixed: options.variant.is_some(),
            limits: options.limits,
            exposes_parameters: options.expose_parameters,
            engine,
            writes_names: false,
            // The standard library seeds its hash maps randomly, which is all the randomness needed here.
            seed: RandomState::new().hash_one(()),
            game: Vec::new(),
        }
    }

    /// The engine's options.
    pub(super) fn engine(&self) -> &EngineOptions {
        &self.engine
    }

    /// Unsets `EvalFile`, which belongs to one game only.
    pub(super) fn forget_eval_file(&mut self) {
        self.engine.forget_eval_file();
    }

    /// The game with which the session began.
    pub(super) fn first_variant(&self) -> Variant {
        self.first_variant
    }

    /// The only game of the session, if the engine was started for one.
    pub(super) fn fixed_variant(&self) -> Option<Variant> {
        self.is_fixed.then_some(self.first_variant)
    }

    /// The session's limits.
    pub(super) fn limits(&self) -> &SessionLimits {
        &self.limits
    }

    /// Whether moves are written by name.
    pub(super) fn writes_names(&self) -> bool {
        self.writes_names
    }

    /// Selects whether moves are written by name.
    pub(super) fn write_names(&mut self, on: bool) {
        self.writes_names = on;
    }

    /// The seed by which play varies, if it does and the client has not set one.
    pub(super) fn drawn_variety_seed(&self) -> Option<u64> {
        self.engine
            .variety(self.seed)
            .filter(|_| self.engine.draws_variety_seed())
            .map(|variety| variety.seed)
    }

    /// The seed of limited strength's mistakes, and of variety.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The `option` lines that describe all options to a UCI client, except those of other games if the engine was
    /// started for one game. `parameters` are the current game's search parameters.
    pub(super) fn declarations(&self, parameters: &[ParameterSpec]) -> Vec<String> {
        let engine = ENGINE_OPTIONS.iter().filter(|spec| self.offers(spec));
        let variant = OptionKind::Combo { default: self.first_variant.name(), choices: &VARIANT_NAMES };
        let game_specs = if self.is_fixed { own_specs(self.first_variant).to_vec() } else { game_specs() };
        let parameters = parameters.iter().filter(|_| self.exposes_parameters).map(|spec| {
            let (default, min, max) = (spec.value.into(), spec.least.into(), spec.most.into());
            (spec.name, Shape::Value(OptionKind::Spin { default, min, max }))
        });
        engine
            .map(|spec| (spec.name, self.shape(spec)))
            .chain((!self.is_fixed).then_some((VARIANT, Shape::Value(variant))))
            .chain(game_specs.into_iter().map(|spec| (spec.name, Shape::Value(spec.kind))))
            .chain(parameters)
            .map(|(name, shape)| format!("option name {name} type {shape}"))
            .collect()
    }

    /// The line that describes the engine's option `name` to a UCCI client, in which it is called `ucci_name`.
    pub(super) fn ucci_declaration(&self, name: &str, ucci_name: &str) -> Option<String> {
        let shape = self.shape(engine_option(name)?);
        let Shape::Value(OptionKind::Spin { default, min, max }) = shape else {
            return Some(format!("option {ucci_name} type {shape}"));
        };
        Some(format!("option {ucci_name} type spin min {min} max {max} default {default}"))
    }

    /// The descriptions of the options for a CECP client, except those that have commands of their own.
    pub(super) fn cecp_declarations(&self) -> Vec<String> {
        let engine = ENGINE_OPTIONS.iter().filter(|spec| {
            let has_command =
                matches!(spec.effect, OptionEffect::HashTable | OptionEffect::Threads | OptionEffect::Tables);
            self.offers(spec) && !has_command && !UCI_ONLY.contains(&spec.name)
        });
        engine.map(|spec| format!("{} {}", spec.name, self.shape(spec).cecp())).collect()
    }

    /// The value of an option as UCI writes it, given as CECP writes it.
    pub(super) fn value_of_cecp<'v>(&self, name: &str, value: &'v str) -> &'v str {
        let is_check = engine_option(name)
            .is_some_and(|spec| matches!(self.shape(spec), Shape::Value(OptionKind::Check { .. })));
        match value {
            "1" if is_check => "true",
            "0" if is_check => "false",
            _ => value,
        }
    }

    fn offers(&self, spec: &EngineOptionSpec) -> bool {
        let names_files = matches!(spec.kind, EngineOptionKind::Path { .. });
        // A session that may name files may load a network.
        let has_networks = self.exposes_parameters || self.variants().any(has_network);
        let has_tables = self.fixed_variant().is_none_or(|variant| variant.info().has_tables);
        (self.exposes_parameters || !spec.is_experimental)
            && (self.limits.files || !names_files)
            && (has_tables || !spec.is_for_tables)
            && (has_networks || !spec.is_for_networks)
    }

    /// The games that can be played in this session.
    fn variants(&self) -> impl Iterator<Item = Variant> {
        let fixed = self.fixed_variant();
        Variant::ALL.into_iter().filter(move |&variant| fixed.is_none_or(|fixed| fixed == variant))
    }

    /// An option of the engine, restricted by the session's limits.
    fn shape(&self, spec: &EngineOptionSpec) -> Shape {
        match spec.kind {
            EngineOptionKind::Button => Shape::Button,
            EngineOptionKind::Check { default, .. } => Shape::Value(OptionKind::Check { default }),
            EngineOptionKind::Spin { default, min, max, .. } => {
                let max = self.limit(spec.effect).map_or(max, |limit| limit.min(max));
                Shape::Value(OptionKind::Spin { default: default.min(max), min, max })
            }
            EngineOptionKind::Evaluation { .. } => Shape::Value(OptionKind::Combo {
                default: EvaluationKind::default().name(),
                choices: EvaluationKind::NAMES,
            }),
            EngineOptionKind::FeatureNames { .. } | EngineOptionKind::Path { .. } => Shape::Text,
        }
    }

    /// The session's limit for an option with this effect.
    fn limit(&self, effect: OptionEffect) -> Option<i64> {
        let limit = match effect {
            OptionEffect::HashTable => self.limits.hash_mib,
            OptionEffect::Threads => self.limits.threads,
            OptionEffect::None | OptionEffect::Clear | OptionEffect::Weights | OptionEffect::Tables => {
                return None;
            }
        };
        Some(i64::try_from(limit).unwrap_or(i64::MAX).max(1))
    }

    /// The values that were given to game options, of this game or of others.
    pub(super) fn game_values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.game.iter().map(|(name, value)| (*name, value.as_str()))
    }

    fn unknown(&self, name: &str) -> SetOptionError {
        SetOptionError::Unknown { name: shorten(name), similar: similar_word(name, self.names()) }
    }

    /// The names of all options.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let engine = ENGINE_OPTIONS.iter().filter(|spec| self.offers(spec)).map(|spec| spec.name);
        engine.chain([VARIANT]).chain(game_specs().into_iter().map(|spec| spec.name))
    }

    /// Sets the option of this name, case-insensitive, to the value given as text.
    ///
    /// # Errors
    /// If there is no such option or the value is not valid. Nothing is changed then.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        if name.eq_ignore_ascii_case(VARIANT) {
            let name = parse_combo(VARIANT, value, &VARIANT_NAMES)?;
            return Variant::from_name(name).map(Change::Variant).ok_or_else(|| self.unknown(name));
        }
        if let Some(spec) = game_specs().into_iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) {
            let value = match spec.kind {
                OptionKind::Check { .. } => parse_check(spec.name, value)?.to_string(),
                OptionKind::Spin { min, max, .. } => parse_spin(spec.name, value, min, max)?.to_string(),
                OptionKind::Combo { choices, .. } => parse_combo(spec.name, value, choices)?.to_owned(),
            };
            self.game.retain(|(name, _)| *name != spec.name);
            self.game.push((spec.name, value.clone()));
            return Ok(Change::Game(spec.name, value));
        }
        self.set_engine(name, value)
    }

    fn set_engine(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        let spec = engine_option(name);
        let is_offered =
            spec.map_or_else(|| self.exposes_parameters && Parameters::has(name), |spec| self.offers(spec));
        if !is_offered {
            return Err(self.unknown(name));
        }
        let mut engine = self.engine.clone();
        let effect = engine.set(name, value)?;
        if let Some((spec, limit)) = spec.zip(self.limit(effect)) {
            let asked = if effect == OptionEffect::Threads { engine.threads() } else { engine.hash_mib() };
            if i64::try_from(asked).is_ok_and(|asked| asked > limit) {
                return Err(SetOptionError::OverLimit { name: spec.name, asked, limit });
            }
        }
        self.engine = engine;
        Ok(Change::Engine(effect))
    }
}

/// Whether a network of this game is part of the program.
fn has_network(variant: Variant) -> bool {
    struct HasNetwork;
    impl GameVisitor for HasNetwork {
        type Output = bool;
        fn visit<G: Game>(self) -> bool {
            G::Classical::embedded().file().is_some()
        }
    }
    visit_game(variant, HasNetwork)
}

fn parse_combo(
    name: &'static str,
    value: &str,
    choices: &'static [&'static str],
) -> Result<&'static str, OptionError> {
    choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(value)).ok_or_else(|| OptionError {
        name,
        value: shorten(value),
        expected: format!("one of {}", choices.join(", ")),
    })
}

/// The options of one game.
fn own_specs(variant: Variant) -> &'static [OptionSpec] {
    struct Specs;
    impl GameVisitor for Specs {
        type Output = &'static [OptionSpec];
        fn visit<G: Game>(self) -> Self::Output {
            <G::Position as Notation>::Options::SPECS
        }
    }
    visit_game(variant, Specs)
}

/// The game options of all games, each name once.
fn game_specs() -> Vec<OptionSpec> {
    let mut specs: Vec<OptionSpec> = Vec::new();
    for spec in Variant::ALL.into_iter().flat_map(own_specs) {
        if specs.iter().all(|known| known.name != spec.name) {
            specs.push(*spec);
        }
    }
    specs
}

/// The type of an option as UCI describes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// An action without a value.
    Button,
    /// A value of this kind.
    Value(OptionKind),
    /// Any text; none by default.
    Text,
}

impl Shape {
    /// The type of the option as CECP describes it, after the option's name.
    fn cecp(self) -> String {
        match self {
            Self::Button => "-button".to_owned(),
            Self::Text => "-string ".to_owned(),
            Self::Value(OptionKind::Check { default }) => format!("-check {}", u8::from(default)),
            Self::Value(OptionKind::Spin { default, min, max }) => format!("-spin {default} {min} {max}"),
            Self::Value(OptionKind::Combo { default, choices }) => {
                let marked = choices.iter().map(|&choice| {
                    let mark = if choice == default { "*" } else { "" };
                    format!("{mark}{choice}")
                });
                format!("-combo {}", marked.collect::<Vec<_>>().join(" /// "))
            }
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Button => f.write_str("button"),
            Self::Text => f.write_str("string default <empty>"),
            Self::Value(OptionKind::Check { default }) => write!(f, "check default {default}"),
            Self::Value(OptionKind::Spin { default, min, max }) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Value(OptionKind::Combo { default, choices }) => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}
