use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use crate::base::{GameOptions, Notation, OptionError, OptionKind, OptionSpec, parse_check, shorten};
use crate::engine::{GameVisitor, visit_game};
use crate::eval::Evaluator;
use crate::rules::Variant;
use crate::search::{Limits, Skill};

use super::errors::SetOptionError;

/// The options that the engine has in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EngineOption {
    Threads,
    Hash,
    ClearHash,
    MoveOverhead,
    MultiPv,
    Ponder,
    Variant,
    LimitStrength,
    Elo,
    SkillLevel,
    AnalyseMode,
    ShowWdl,
    Contempt,
    NodesTime,
}

const VARIANT_NAMES: [&str; Variant::ALL.len()] = {
    let mut names = [""; Variant::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Variant::ALL[i].name();
        i += 1;
    }
    names
};

/// What an option looks like to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Something to be done, without a value.
    Button,
    /// A value of this kind.
    Value(OptionKind),
}

impl EngineOption {
    /// In the order in which clients are told of them.
    const ALL: [Self; 14] = [
        Self::Threads,
        Self::Hash,
        Self::ClearHash,
        Self::MoveOverhead,
        Self::MultiPv,
        Self::Ponder,
        Self::Variant,
        Self::LimitStrength,
        Self::Elo,
        Self::SkillLevel,
        Self::AnalyseMode,
        Self::ShowWdl,
        Self::Contempt,
        Self::NodesTime,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Threads => "Threads",
            Self::Hash => "Hash",
            Self::ClearHash => "Clear Hash",
            Self::MoveOverhead => "Move Overhead",
            Self::MultiPv => "MultiPV",
            Self::Ponder => "Ponder",
            Self::Variant => "UCI_Variant",
            Self::LimitStrength => "UCI_LimitStrength",
            Self::Elo => "UCI_Elo",
            Self::SkillLevel => "Skill Level",
            Self::AnalyseMode => "UCI_AnalyseMode",
            Self::ShowWdl => "UCI_ShowWDL",
            Self::Contempt => "Contempt",
            Self::NodesTime => "nodestime",
        }
    }

    const fn shape(self, first_variant: Variant) -> Shape {
        const fn spin(default: i64, min: i64, max: i64) -> Shape {
            Shape::Value(OptionKind::Spin { default, min, max })
        }
        const fn check() -> Shape {
            Shape::Value(OptionKind::Check { default: false })
        }
        match self {
            Self::Threads | Self::MultiPv => spin(1, 1, 256),
            Self::Hash => spin(16, 1, 65536),
            Self::ClearHash => Shape::Button,
            Self::MoveOverhead => spin(20, 0, 5000),
            Self::Variant => {
                Shape::Value(OptionKind::Combo { default: first_variant.name(), choices: &VARIANT_NAMES })
            }
            Self::Elo => spin(Skill::MAX_ELO as i64, Skill::MIN_ELO as i64, Skill::MAX_ELO as i64),
            Self::SkillLevel => spin(Skill::MAX_SKILL as i64, 0, Skill::MAX_SKILL as i64),
            Self::Contempt => spin(0, -Limits::MOST_CONTEMPT as i64, Limits::MOST_CONTEMPT as i64),
            Self::NodesTime => spin(0, 0, 100_000),
            Self::Ponder | Self::LimitStrength | Self::AnalyseMode | Self::ShowWdl => check(),
        }
    }
}

/// What has changed by setting an option, for whoever must act on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing needs to be done before the next search.
    None,
    /// Search with so many threads.
    Threads(usize),
    /// Use a hash table of so many MiB.
    Hash(usize),
    /// Forget everything learnt so far.
    ClearHash,
    /// Play this game.
    Variant(Variant),
    /// A game's own option has this value now.
    Game(&'static str, String),
}

/// All that a client can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    first_variant: Variant,
    /// Search threads.
    pub threads: usize,
    /// The hash table's size in MiB.
    pub hash: usize,
    /// The time lost on the way to the client and back.
    pub overhead: Duration,
    /// How many best lines to show.
    pub lines: usize,
    /// Nodes that stand for a millisecond of the clock; nothing where time is time.
    pub nodes_as_time: Option<u64>,
    /// By how much a draw is worth less than nothing in a game, in units of the evaluation.
    contempt: i32,
    analyse: bool,
    /// Whether to show the chances to win, draw and lose.
    pub show_wdl: bool,
    limit_strength: bool,
    elo: u32,
    skill: u32,
    /// What a weaker player's mistakes depend on, so that it does not play the same game every day.
    seed: u64,
    game: Vec<(&'static str, String)>,
}

impl Settings {
    /// What holds before anything is set. `first_variant` is the game that clients are told is the default.
    pub(super) fn new(first_variant: Variant) -> Self {
        Self {
            first_variant,
            threads: 1,
            hash: 16,
            overhead: Duration::from_millis(20),
            lines: 1,
            show_wdl: false,
            nodes_as_time: None,
            contempt: 0,
            analyse: false,
            limit_strength: false,
            elo: Skill::MAX_ELO,
            skill: Skill::MAX_SKILL,
            // The standard library keys its hash maps at random, which is all the randomness that is needed here.
            seed: RandomState::new().hash_one(()),
            game: Vec::new(),
        }
    }

    /// How strongly to play: by `UCI_Elo` where strength is limited, else by `Skill Level`.
    pub(super) fn strength(&self) -> Skill {
        if self.limit_strength {
            Skill::from_elo(self.elo, self.seed)
        } else {
            Skill::from_skill(self.skill, self.seed)
        }
    }

    /// By how much a draw is worth less than nothing in a search, which is analysis where it is `infinite`: there both sides
    /// want the same.
    pub(super) fn contempt(&self, infinite: bool) -> i32 {
        if infinite || self.analyse { 0 } else { self.contempt }
    }

    /// The lines that tell a UCI client of all options.
    pub(super) fn declarations(&self) -> Vec<String> {
        let engine = EngineOption::ALL.map(|option| (option.name(), option.shape(self.first_variant)));
        let games = game_specs().into_iter().map(|spec| (spec.name, Shape::Value(spec.kind)));
        engine
            .into_iter()
            .chain(games)
            .map(|(name, shape)| format!("option name {name} type {}", DisplayShape(shape)))
            .collect()
    }

    /// The values that have been given to options of this game or of others.
    pub(super) fn game_values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.game.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Sets the option of this name, in any case, to the value that `value` spells.
    ///
    /// # Errors
    /// Where there is no such option or it cannot have that value; everything stays as it was.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        if let Some(option) = EngineOption::ALL.into_iter().find(|o| o.name().eq_ignore_ascii_case(name)) {
            return Ok(self.set_engine(option, value)?);
        }
        let spec = game_specs().into_iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec = spec.ok_or_else(|| SetOptionError::Unknown(shorten(name)))?;
        let value = match spec.kind {
            OptionKind::Check { .. } => parse_check(spec.name, value)?.to_string(),
            OptionKind::Spin { min, max, .. } => parse_spin(spec.name, value, min, max)?.to_string(),
            OptionKind::Combo { choices, .. } => parse_combo(spec.name, value, choices)?.to_owned(),
        };
        self.game.retain(|(name, _)| *name != spec.name);
        self.game.push((spec.name, value.clone()));
        Ok(Change::Game(spec.name, value))
    }

    fn set_engine(&mut self, option: EngineOption, value: &str) -> Result<Change, OptionError> {
        let shape = option.shape(self.first_variant);
        let spin = || match shape {
            Shape::Value(OptionKind::Spin { min, max, .. }) => parse_spin(option.name(), value, min, max),
            _ => Ok(0),
        };
        let check = || parse_check(option.name(), value);
        match option {
            EngineOption::Threads => {
                self.threads = spin()? as usize;
                return Ok(Change::Threads(self.threads));
            }
            EngineOption::Hash => {
                self.hash = spin()? as usize;
                return Ok(Change::Hash(self.hash));
            }
            EngineOption::ClearHash => return Ok(Change::ClearHash),
            EngineOption::Variant => {
                let variant = Variant::from_name(value).ok_or_else(|| OptionError {
                    name: option.name(),
                    value: shorten(value),
                    expected: one_of(&VARIANT_NAMES),
                })?;
                return Ok(Change::Variant(variant));
            }
            EngineOption::MoveOverhead => self.overhead = Duration::from_millis(spin()? as u64),
            EngineOption::MultiPv => self.lines = spin()? as usize,
            EngineOption::LimitStrength => self.limit_strength = check()?,
            EngineOption::Elo => self.elo = spin()? as u32,
            EngineOption::SkillLevel => self.skill = spin()? as u32,
            EngineOption::ShowWdl => self.show_wdl = check()?,
            EngineOption::NodesTime => self.nodes_as_time = Some(spin()? as u64).filter(|&nodes| nodes > 0),
            EngineOption::Contempt => self.contempt = spin()? as i32,
            EngineOption::AnalyseMode => self.analyse = check()?,
            // Only tells what the client is about to do; the search is the same either way.
            EngineOption::Ponder => {
                check()?;
            }
        }
        Ok(Change::None)
    }
}

fn parse_spin(name: &'static str, value: &str, min: i64, max: i64) -> Result<i64, OptionError> {
    value.parse().ok().filter(|number| (min..=max).contains(number)).ok_or_else(|| OptionError {
        name,
        value: shorten(value),
        expected: format!("a whole number from {min} to {max}"),
    })
}

fn parse_combo(
    name: &'static str,
    value: &str,
    choices: &'static [&'static str],
) -> Result<&'static str, OptionError> {
    choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(value)).ok_or_else(|| OptionError {
        name,
        value: shorten(value),
        expected: one_of(choices),
    })
}

fn one_of(choices: &[&str]) -> String {
    format!("one of {}", choices.join(", "))
}

/// The own options of all games, each name once.
fn game_specs() -> Vec<OptionSpec> {
    struct Specs;
    impl GameVisitor for Specs {
        type Output = &'static [OptionSpec];
        fn visit<E: Evaluator>(self) -> Self::Output {
            <E::Position as Notation>::Options::SPECS
        }
    }
    let mut specs: Vec<OptionSpec> = Vec::new();
    for spec in Variant::ALL.into_iter().flat_map(|variant| visit_game(variant, Specs)) {
        if specs.iter().all(|known| known.name != spec.name) {
            specs.push(*spec);
        }
    }
    specs
}

/// Writes an option's type as UCI does.
struct DisplayShape(Shape);

impl fmt::Display for DisplayShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shape::Button => f.write_str("button"),
            Shape::Value(OptionKind::Check { default }) => write!(f, "check default {default}"),
            Shape::Value(OptionKind::Spin { default, min, max }) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Shape::Value(OptionKind::Combo { default, choices }) => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}
