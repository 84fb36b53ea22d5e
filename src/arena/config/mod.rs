//! Settings from a TOML file and the command line, which become a [`Contest`] and [`RunSettings`].

mod tables;
#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use crate::base::files::{MAX_SETTINGS_BYTES, read_text_file};
use crate::base::printable;
use crate::games::Variant;
use crate::records::MoveStyle;

use super::export::{ExportError, check_records};
use super::openings::{BookFormat, BookSettings, OpeningSource, RandomSettings};
use super::runner::{Pinning, RunSettings};
use super::schedule::Format;
use super::{
    Adjudication, Contest, DrawRule, PlayerKind, PlayerSpec, Program, Protocol, Shard, TablebaseRule,
    TimeControl, WinRule,
};

use tables::{AdjudicationTable, OpeningsTable, PinningValue, PlayerTable, SettingsTable};

/// The command that stands for this engine, inside the process.
const INTERNAL: &str = "self";
/// The command that stands for the reference player.
const REFERENCE: &str = "reference";

/// The number of plies of each game in a PGN book that are played by default.
const PGN_PLIES: usize = 12;

/// The default maximum number of rounds of a match with an SPRT.
const ROUNDS_UNDER_TEST: usize = 50_000;

/// All settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The contest to play.
    pub contest: Contest,
    /// How to play it.
    pub run_settings: RunSettings,
    /// The HTML report to write at the end.
    pub report: Option<PathBuf>,
    /// The game files to write at the end; their extensions select the notation.
    pub records: Vec<PathBuf>,
    /// How these files represent moves of xiangqi and zhonggong.
    pub record_moves: MoveStyle,
}

/// Why the settings are invalid.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("settings file {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why the file cannot be read.
        error: std::io::Error,
    },
    /// The file is not TOML, or a setting in it is unknown or has a wrong type.
    #[error("settings file {}: {}", printable(&path.display().to_string()), toml_text(error))]
    File {
        /// The file.
        path: PathBuf,
        /// The location and cause.
        error: Box<toml::de::Error>,
    },
    /// A setting on the command line is unknown or has an invalid value.
    #[error("{}", toml_text(.0))]
    Setting(Box<toml::de::Error>),
    /// A word is not `KEY=VALUE`.
    #[error("{0:?} is not KEY=VALUE")]
    Word(String),
    /// Quotation marks are unbalanced.
    #[error("unbalanced quotation marks in {0:?}")]
    Quotes(String),
    /// A player has no command.
    #[error("player {0} has no command: set it to a program, {INTERNAL:?} or {REFERENCE:?}")]
    NoCommand(usize),
    /// A player has no time control.
    #[error("player {0:?} has no time control: set time for this player or in each")]
    NoTime(String),
    /// The format of a book is neither given nor known from its extension.
    #[error("book {}: unknown extension: set the format to epd, pgn or gomocup", .0.display())]
    BookFormat(PathBuf),
    /// A book and random openings are given together.
    #[error("openings: book and random exclude each other")]
    TwoSources,
    /// The extension of a game file does not select a notation.
    #[error(transparent)]
    Records(#[from] ExportError),
    /// `resume` is given without a journal.
    #[error("resume: name the journal to resume")]
    ResumeWhat,
    /// A player inside the process has a setting for external programs.
    #[error("player {0:?} is {1:?}, which has no setting {2}")]
    NoProgram(String, &'static str, &'static str),
}

/// An error of the TOML parser, with the lines of the file that it shows; quoted text in the message adds no lines.
fn toml_text(error: &toml::de::Error) -> String {
    let (text, message) = (error.to_string(), error.message());
    text.replace(message, &printable(message))
}

impl Config {
    /// Reads the settings of `file`, if given, and applies `overrides` on top.
    ///
    /// `overrides` has the structure of the file: nested tables are merged key by key, any other value replaces that of
    /// the file.
    ///
    /// # Errors
    ///
    /// If a setting is unknown or invalid; the first one found.
    pub fn load(file: Option<&Path>, overrides: toml::Table) -> Result<Self, ConfigError> {
        let mut settings = toml::Table::new();
        if let Some(path) = file {
            let text = read_text_file(path, MAX_SETTINGS_BYTES)
                .map_err(|error| ConfigError::Io { path: path.to_owned(), error })?;
            let bad = |error| ConfigError::File { path: path.to_owned(), error: Box::new(error) };
            // The file is deserialised on its own first, so that the error message has the position in the file.
            toml::from_str::<SettingsTable>(&text).map_err(bad)?;
            settings = text.parse().map_err(bad)?;
        }
        overlay(&mut settings, overrides);
        let table =
            SettingsTable::deserialize(settings).map_err(|error| ConfigError::Setting(Box::new(error)))?;
        Self::from_table(table)
    }

    fn from_table(table: SettingsTable) -> Result<Self, ConfigError> {
        let format = table.format.unwrap_or_default();
        let players = players(&table.each, table.player)?;
        let count = players.len();
        let rounds = table.rounds.unwrap_or(match format {
            Format::Match if table.sprt.is_some() => ROUNDS_UNDER_TEST,
            Format::Match => 100,
            Format::Swiss => count.max(2).next_power_of_two().ilog2() as usize,
            _ => 1,
        });
        let (adjudication, tablebases) = adjudication(table.adjudication);
        let contest = Contest {
            event: table.event.unwrap_or_else(|| format.name().to_owned()),
            variant: table.variant.unwrap_or(Variant::Chess),
            options: table.options.into_pairs(),
            players,
            format,
            rounds,
            pairs: table.pairs.unwrap_or(1),
            tie_breaks: table.tie_breaks.unwrap_or(8),
            challengers: table.challengers.unwrap_or(1),
            seed: table.seed.unwrap_or(1),
            openings: openings(table.openings)?,
            book_digest: None,
            adjudication,
            tablebases,
            sprt: table.sprt,
        };
        let record_moves =
            if table.move_names.unwrap_or(false) { MoveStyle::Names } else { MoveStyle::Coordinates };
        let records = table.records;
        for path in &records {
            check_records(&contest, path, record_moves)?;
        }
        let resume = table.resume.unwrap_or(false);
        if resume && table.journal.is_none() {
            return Err(ConfigError::ResumeWhat);
        }
        let run_settings = RunSettings {
            concurrency: table.concurrency.unwrap_or(1).max(1),
            pinning: match table.pin {
                None | Some(PinningValue::Automatic(false)) => Pinning::None,
                Some(PinningValue::Automatic(true)) => Pinning::Automatic,
                Some(PinningValue::Cores(cores)) => Pinning::Cores(cores),
            },
            shard: table.shard.unwrap_or_default(),
            journal: table.journal.unwrap_or_else(|| default_journal(&contest, table.shard)),
            resume,
            keep_pv: table.pv.unwrap_or(false),
        };
        Ok(Self { contest, run_settings, report: table.report, records, record_moves })
    }
}

/// Merges `over` into `under`; `over` takes precedence.
fn overlay(under: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (under.get_mut(&key), value) {
            (Some(toml::Value::Table(under)), toml::Value::Table(over)) => overlay(under, over),
            (_, value) => {
                under.insert(key, value);
            }
        }
    }
}

/// Parses words such as `name=new command="./new --fast" option.Hash=16` into a table. Words are separated and quoted
/// as in a shell; a dot in a key selects a nested table.
///
/// # Errors
///
/// If a word has no `=`, or quotation marks are unbalanced.
pub fn parse_words(text: &str) -> Result<toml::Table, ConfigError> {
    let words = shlex::split(text).ok_or_else(|| ConfigError::Quotes(crate::base::shorten(text)))?;
    let mut table = toml::Table::new();
    for word in words {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) if key.split('.').all(|part| !part.is_empty()) => (key, value),
            _ => return Err(ConfigError::Word(crate::base::shorten(&word))),
        };
        let value = scalar(value);
        let (room, key) = match key.split_once('.') {
            Some((room, key)) => (Some(if room == "option" { "options" } else { room }), key),
            None => (None, key),
        };
        match room {
            None => {
                table.insert(key.to_owned(), value);
            }
            Some(room) => {
                let inner = table.entry(room).or_insert_with(|| toml::Table::new().into());
                match inner {
                    toml::Value::Table(inner) => {
                        inner.insert(key.to_owned(), value);
                    }
                    _ => return Err(ConfigError::Word(crate::base::shorten(&word))),
                }
            }
        }
    }
    Ok(table)
}

/// The value of a word: an integer, float or boolean if it looks like one, otherwise a string.
fn scalar(text: &str) -> toml::Value {
    // A name such as 007 stays a string.
    if let Some(number) = text.parse::<i64>().ok().filter(|number| number.to_string() == text) {
        return number.into();
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && text.contains('.') => number.into(),
        _ => match text {
            "true" => true.into(),
            "false" => false.into(),
            _ => text.into(),
        },
    }
}

fn players(each: &PlayerTable, tables: Vec<PlayerTable>) -> Result<Vec<PlayerSpec>, ConfigError> {
    let mut players: Vec<PlayerSpec> = Vec::with_capacity(tables.len());
    for (index, table) in tables.into_iter().enumerate() {
        let mut player = player(index, each, table)?;
        if player.name.is_empty() {
            player.name = free_name(&player.kind, &players);
        }
        players.push(player);
    }
    Ok(players)
}

fn player(index: usize, each: &PlayerTable, table: PlayerTable) -> Result<PlayerSpec, ConfigError> {
    // The same settings in `each` are for the external programs among the players, and not an error here.
    let for_a_program = [
        (table.directory.is_some(), "directory"),
        (!table.arguments.is_empty(), "arguments"),
        (table.protocol.is_some(), "protocol"),
    ];
    let table = table.with_defaults(each);
    let name = table.name.unwrap_or_default();
    let command = table.command.ok_or(ConfigError::NoCommand(index + 1))?;
    let mut words = shlex::split(&command).ok_or_else(|| ConfigError::Quotes(command.clone()))?;
    if words.is_empty() {
        return Err(ConfigError::NoCommand(index + 1));
    }
    let inside = [(INTERNAL, PlayerKind::Internal), (REFERENCE, PlayerKind::Reference)];
    let inside = inside.into_iter().find(|&(own, _)| command.trim() == own);
    let kind = if let Some((own, kind)) = inside {
        for (given, what) in for_a_program {
            if given {
                return Err(ConfigError::NoProgram(name, own, what));
            }
        }
        kind
    } else {
        let command = words.remove(0);
        words.extend(table.arguments);
        PlayerKind::Program(Program {
            command: command.into(),
            arguments: words,
            directory: table.directory,
            environment: table.environment.into_pairs(),
            protocol: table.protocol.unwrap_or(Protocol::Auto),
        })
    };
    let default_time =
        (kind == PlayerKind::Reference).then_some(TimeControl::Depth(PlayerSpec::REFERENCE_DEPTH));
    let time = table.time.or(default_time).ok_or_else(|| ConfigError::NoTime(name.clone()))?;
    let margin = table.margin.map_or(PlayerSpec::MARGIN, Duration::from_millis);
    let patience = table.patience.map_or(PlayerSpec::PATIENCE, Duration::from_millis);
    Ok(PlayerSpec { name, kind, options: table.options.into_pairs(), time, margin, patience })
}

/// The name of the program, followed by a number if another player has that name.
fn free_name(kind: &PlayerKind, players: &[PlayerSpec]) -> String {
    let name = match kind {
        PlayerKind::Internal => INTERNAL.to_owned(),
        PlayerKind::Reference => REFERENCE.to_owned(),
        PlayerKind::Program(program) => {
            program.command.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        }
    };
    let taken = |name: &str| players.iter().any(|player| player.name == name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).expect("an unused number exists")
}

fn openings(table: OpeningsTable) -> Result<OpeningSource, ConfigError> {
    let Some(path) = table.book else {
        let standard = RandomSettings::default();
        return Ok(match table.random.unwrap_or(standard.plies) {
            0 => OpeningSource::Start,
            plies => OpeningSource::Random(RandomSettings {
                plies,
                balance: table.balance.unwrap_or(standard.balance),
                nodes: table.nodes.unwrap_or(standard.nodes),
            }),
        });
    };
    if table.random.is_some() {
        return Err(ConfigError::TwoSources);
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let format = match (table.format, extension.as_deref()) {
        (Some(format), _) => format,
        (None, Some("epd" | "fen")) => BookFormat::Epd,
        (None, Some("pgn")) => BookFormat::Pgn,
        _ => return Err(ConfigError::BookFormat(path)),
    };
    Ok(OpeningSource::Book(BookSettings {
        path,
        format,
        order: table.order.unwrap_or_default(),
        start: table.start.unwrap_or(0),
        // By default, only the first plies of a whole game are used.
        plies: table.plies.or((format == BookFormat::Pgn).then_some(PGN_PLIES)),
    }))
}

fn adjudication(table: AdjudicationTable) -> (Adjudication, Option<TablebaseRule>) {
    let adjudication = Adjudication {
        win: table.win.map(|rule| WinRule {
            score: rule.score,
            moves: rule.moves,
            one_sided: rule.one_sided,
        }),
        draw: table.draw.map(|rule| DrawRule {
            score: rule.score,
            moves: rule.moves,
            from_move: rule.from_move,
        }),
        max_plies: table.max_plies,
    };
    let tablebases = table.tablebases.map(|table| TablebaseRule {
        path: table.path,
        pieces: table.pieces,
        move_limit: table.move_limit,
    });
    (adjudication, tablebases)
}

/// A file name consisting of the event, the date and time, and a random number.
fn default_journal(contest: &Contest, shard: Option<Shard>) -> PathBuf {
    let safe: String = contest
        .event
        .chars()
        .map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' })
        .collect();
    let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S");
    let part = match shard {
        Some(shard) if !shard.is_whole() => format!("-{}", shard.to_string().replace('/', "of")),
        _ => String::new(),
    };
    // Other runs may start at the same moment, in this folder or on another machine that shares it.
    loop {
        let unique = RandomState::new().hash_one(std::process::id()) % (1 << 24);
        let path = PathBuf::from(format!("{safe}-{now}{part}-{unique:06x}.jsonl"));
        if !path.exists() {
            return path;
        }
    }
}
