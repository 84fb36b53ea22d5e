//! The options of a session: the engine's and the games' own, within the session's limits.

use std::hash::{BuildHasher, RandomState};

use crate::base::{GameOptions, Notation, OptionKind, OptionSpec, OptionValue, shorten, similar_word};
use crate::engine::{Audience, ENGINE_OPTIONS, EngineOption, EngineOptions, OptionEffect, engine_option};
use crate::eval::GameEvaluation;
#[cfg(feature = "records")]
use crate::games::xiangqi::COORDINATES;
use crate::games::{Game, Variant, with_game};
use crate::search::{LoadedTables, Parameters};

use super::errors::SetOptionError;
use super::limits::{ServeOptions, SessionLimits};

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

/// What setting an option changed.
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
    /// Whether the engine was started for a single game; if so, clients are not offered any other.
    is_fixed: bool,
    limits: SessionLimits,
    /// Whether the client may set the search parameters and the experimental options.
    exposes_parameters: bool,
    engine: EngineOptions,
    /// Whether moves are written by name.
    writes_names: bool,
    /// The seed of the mistakes of limited strength and of variety, so that they differ from session to session.
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

    /// The seed of variety, if it is switched on and the client has not set its seed.
    pub(super) fn drawn_variety_seed(&self) -> Option<u64> {
        self.engine
            .variety(self.seed)
            .filter(|_| self.engine.draws_variety_seed())
            .map(|variety| variety.seed)
    }

    /// The seed of the mistakes of limited strength, and of variety.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// All options that the session offers, except those of other games if the engine was started for one game.
    /// `parameters` are the current game's search parameters.
    fn offered(&self, parameters: Vec<OptionSpec>) -> Vec<OptionSpec> {
        let variant = (!self.is_fixed).then(|| self.variant_spec());
        let games = if self.is_fixed { own_specs(self.first_variant).to_vec() } else { game_specs() };
        let parameters = parameters.into_iter().filter(|_| self.exposes_parameters);
        self.engine_options()
            .map(|option| self.restricted(option))
            .chain(variant)
            .chain(games)
            .chain(parameters)
            .collect()
    }

    /// The `option` lines that describe the options to a UCI client.
    pub(super) fn declarations(&self, parameters: Vec<OptionSpec>) -> Vec<String> {
        let declaration =
            |spec: OptionSpec| format!("option name {} type {}", spec.name, uci_type(spec.kind));
        self.offered(parameters).into_iter().map(declaration).collect()
    }

    /// The `option` lines that describe the options to a UCCI client.
    pub(super) fn ucci_declarations(&self) -> Vec<String> {
        let mut options: Vec<_> =
            self.engine_options().filter_map(|option| Some((option.ucci?, option))).collect();
        options.sort_unstable_by_key(|(ucci, _)| *ucci);
        let declaration = |((_, name), option): ((_, &str), &EngineOption)| match self.restricted(option).kind
        {
            OptionKind::Spin { default, min, max } => {
                format!("option {name} type spin min {min} max {max} default {default}")
            }
            kind => format!("option {name} type {}", uci_type(kind)),
        };
        options.into_iter().map(declaration).collect()
    }

    /// The descriptions of the options for a CECP client, except those that have commands of their own.
    pub(super) fn cecp_declarations(&self) -> Vec<String> {
        let options = self.engine_options().filter(|option| option.is_cecp_option);
        let declaration = |option| {
            let OptionSpec { name, kind, .. } = self.restricted(option);
            format!("{name} {}", cecp_type(kind))
        };
        options.map(declaration).collect()
    }

    /// The lines of help for the options.
    pub(super) fn help(&self, parameters: Vec<OptionSpec>) -> Vec<String> {
        let line = |spec: OptionSpec| format!("  {:<25} {}", spec.name, spec.help.trim_start());
        self.offered(parameters).into_iter().map(line).collect()
    }

    /// Converts an option's value from CECP's notation to UCI's.
    pub(super) fn value_of_cecp<'v>(name: &str, value: &'v str) -> &'v str {
        let option = engine_option(name);
        let is_check = option.is_some_and(|option| matches!(option.spec.kind, OptionKind::Check { .. }));
        match value {
            "1" if is_check => "true",
            "0" if is_check => "false",
            _ => value,
        }
    }

    /// The engine's options that the session offers.
    fn engine_options(&self) -> impl Iterator<Item = &'static EngineOption> {
        ENGINE_OPTIONS.iter().filter(|option| self.offers(option))
    }

    fn offers(&self, option: &EngineOption) -> bool {
        // Paths are the only text options for all users; the others are for experiments.
        let names_files = matches!(option.effect, OptionEffect::Weights | OptionEffect::Tables(_))
            && option.spec.kind == OptionKind::Text;
        let is_for_this_session = match option.audience {
            Audience::Everyone => true,
            Audience::Experiments => self.exposes_parameters,
            Audience::Tablebases(kind) => self.variants().any(|variant| variant.info().tables == Some(kind)),
            // A session that may name files may load a network.
            Audience::Networks => self.exposes_parameters || self.variants().any(has_network),
        };
        is_for_this_session && (self.limits.files || !names_files)
    }

    /// The games that can be played in this session.
    fn variants(&self) -> impl Iterator<Item = Variant> {
        let fixed = self.fixed_variant();
        Variant::ALL.into_iter().filter(move |&variant| fixed.is_none_or(|fixed| fixed == variant))
    }

    /// The option that selects the game.
    fn variant_spec(&self) -> OptionSpec {
        let kind = OptionKind::Combo { default: self.first_variant.name(), choices: &VARIANT_NAMES };
        OptionSpec { name: VARIANT, kind, help: "the game" }
    }

    /// An option of the engine, restricted by the session's limits.
    fn restricted(&self, option: &EngineOption) -> OptionSpec {
        match (option.spec.kind, self.limit(option.effect)) {
            (OptionKind::Spin { default, min, max }, Some(limit)) => {
                let max = limit.min(max);
                OptionSpec { kind: OptionKind::Spin { default: default.min(max), min, max }, ..option.spec }
            }
            _ => option.spec,
        }
    }

    /// The session's limit for an option with this effect.
    fn limit(&self, effect: OptionEffect) -> Option<i64> {
        let limit = match effect {
            OptionEffect::HashTable => self.limits.hash_mib,
            OptionEffect::Threads => self.limits.threads,
            OptionEffect::None | OptionEffect::Clear | OptionEffect::Weights | OptionEffect::Tables(_) => {
                return None;
            }
        };
        Some(i64::try_from(limit).unwrap_or(i64::MAX).max(1))
    }

    /// The values that were set for the game options of all games.
    pub(super) fn game_values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.game.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The values of options that say how moves are written, as names and values.
    #[cfg(feature = "records")]
    pub(super) fn numbering(&self) -> Vec<(String, String)> {
        let of_moves = self.game_values().filter(|&(name, _)| name == COORDINATES);
        of_moves.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn unknown(&self, name: &str) -> SetOptionError {
        SetOptionError::Unknown { name: shorten(name), similar: similar_word(name, self.names()) }
    }

    /// The names of all options.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        let games = game_specs().into_iter().map(|spec| spec.name);
        self.engine_options().map(|option| option.spec.name).chain([VARIANT]).chain(games)
    }

    /// Sets the option of this name, case-insensitive, to the value given as text.
    ///
    /// # Errors
    /// If there is no such option or the value is not valid. Nothing is changed then.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        let variant = self.variant_spec();
        if variant.is_called(name) {
            let name = variant.parse(value)?.to_string();
            return Variant::from_name(&name).map(Change::Variant).ok_or_else(|| self.unknown(&name));
        }
        if let Some(spec) = game_specs().into_iter().find(|spec| spec.is_called(name)) {
            let value = spec.parse(value)?.to_string();
            self.game.retain(|(name, _)| *name != spec.name);
            self.game.push((spec.name, value.clone()));
            return Ok(Change::Game(spec.name, value));
        }
        self.set_engine(name, value)
    }

    fn set_engine(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        let option = engine_option(name);
        let is_offered = option
            .map_or_else(|| self.exposes_parameters && Parameters::has(name), |option| self.offers(option));
        if !is_offered {
            return Err(self.unknown(name));
        }
        let mut engine = self.engine.clone();
        let effect = engine.set(name, value)?;
        if let Some((option, limit)) = option.zip(self.limit(effect))
            && let Ok(OptionValue::Spin(asked)) = option.spec.parse(value)
            && asked > limit
        {
            return Err(SetOptionError::OverLimit { name: option.spec.name, asked, limit });
        }
        self.engine = engine;
        Ok(Change::Engine(effect))
    }
}

/// Whether a network of this game is part of the program.
fn has_network(variant: Variant) -> bool {
    with_game!(variant, G => <G as Game>::Evaluation::embedded().file().is_some())
}

/// The options of one game.
fn own_specs(variant: Variant) -> &'static [OptionSpec] {
    with_game!(variant, G => <<G as Game>::Position as Notation>::Options::SPECS)
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
fn uci_type(kind: OptionKind) -> String {
    match kind {
        OptionKind::Button => "button".to_owned(),
        OptionKind::Check { default } => format!("check default {default}"),
        OptionKind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        OptionKind::Combo { default, choices } => {
            format!("combo default {default} var {}", choices.join(" var "))
        }
        OptionKind::Text => "string default <empty>".to_owned(),
    }
}

/// The type of an option as CECP describes it.
fn cecp_type(kind: OptionKind) -> String {
    match kind {
        OptionKind::Button => "-button".to_owned(),
        OptionKind::Check { default } => format!("-check {}", u8::from(default)),
        OptionKind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let mark = |&choice: &&str| format!("{}{choice}", if choice == default { "*" } else { "" });
            format!("-combo {}", choices.iter().map(mark).collect::<Vec<_>>().join(" /// "))
        }
        OptionKind::Text => "-string ".to_owned(),
    }
}
