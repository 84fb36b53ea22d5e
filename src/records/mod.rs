//! Records of games, and the file formats for them: PGN for all games, SGF and PSQ (Piskvork's format) for gomoku and
//! renju.

mod annotation;
mod comment;
mod moves;
mod openings;
mod parsed;
mod pgn_reader;
mod pgn_writer;
mod psq;
mod sgf;
mod tags;
mod termination;
mod time_control;
mod tree;

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use thiserror::Error;

use crate::base::{FenError, GameOptions, Notation, Outcome};
use crate::games::{Game, GameVisitor, Variant, visit_game};
use crate::rules::GameError;

pub use moves::{MoveRecord, MoveScore};
pub use pgn_reader::{PgnGame, PgnMove, games as pgn_games};
pub use termination::{Cause, CauseError, Termination};
pub use time_control::{TimeControl, TimeControlError};

/// A game file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFormat {
    /// Portable Game Notation (Edwards, 1994), with chess moves in SAN.
    Pgn {
        /// How moves of xiangqi and zhonggong are written.
        moves: MoveStyle,
    },
    /// Smart Game Format, version 4, in which gomoku and renju have the game number 4.
    Sgf,
    /// The format of Piskvork, Gomocup's tournament manager. It cannot hold results, scores or times below a
    /// millisecond.
    Psq,
}

/// How moves of xiangqi and zhonggong are written. Chess moves are always SAN, gomoku moves points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveStyle {
    /// As in the protocol: `h3e3`.
    #[default]
    Coordinates,
    /// By their names: `炮二平五`.
    Names,
}

impl RecordFormat {
    /// The format of a file by its extension: `.pgn`, `.sgf` or `.psq`.
    pub fn of_path(path: &Path) -> Option<Self> {
        Self::from_name(path.extension()?.to_str()?)
    }

    /// The format of this name, case-insensitive: `pgn`, `sgf` or `psq`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "pgn" => Some(Self::Pgn { moves: MoveStyle::Coordinates }),
            "sgf" => Some(Self::Sgf),
            "psq" => Some(Self::Psq),
            _ => None,
        }
    }

    /// The format's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn { .. } => "PGN",
            Self::Sgf => "SGF",
            Self::Psq => "PSQ",
        }
    }
}

/// A game that cannot be written, or a text that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The format cannot represent such a game.
    #[error("{notation} cannot represent {what}")]
    NoSuchGame {
        /// The format's name.
        notation: &'static str,
        /// What it cannot represent.
        what: String,
    },
    /// A syntax error.
    #[error("line {line}: {problem}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A game's initial position is invalid.
    #[error("line {line}: {error}")]
    Fen {
        /// The line, from 1, where the game begins.
        line: usize,
        /// What is wrong.
        error: FenError,
    },
    /// A game has an illegal move.
    #[error("line {line}: {error}")]
    Move {
        /// The line, from 1, where the game begins.
        line: usize,
        /// What is wrong.
        error: GameError,
    },
}

/// A game to be written to a file. What is `None` is left out of the file, or marked there as unknown.
#[derive(Debug, Clone, Copy)]
pub struct WritableGame<'a> {
    /// The event's name.
    pub event: Option<&'a str>,
    /// The round of the event, from 1.
    pub round: Option<usize>,
    /// The number of the game in the event, from 1.
    pub number: Option<usize>,
    /// The variant.
    pub variant: Variant,
    /// The game's own options that were set, as name and value.
    pub options: &'a [(String, String)],
    /// The players; the first moves first in a game from the starting position.
    pub players: [&'a str; 2],
    /// The programs that played, in the same order.
    pub engines: [EngineDetails<'a>; 2],
    /// The players' time controls, in the same order.
    pub time_controls: Option<[TimeControl; 2]>,
    /// The initial position.
    pub fen: &'a str,
    /// The number of opening moves at the beginning of `moves`.
    pub opening_plies: Option<usize>,
    /// All moves, in protocol notation under `options`.
    pub moves: &'a [MoveRecord],
    /// The result; `None` if the game is unfinished.
    pub outcome: Option<Outcome>,
    /// Why the game ended.
    pub termination: Option<&'a Termination>,
    /// The day on which the game was played.
    pub date: Option<Date>,
    /// When the game was begun.
    pub started: Option<Timestamp>,
    /// How long the game took.
    pub duration: Option<Duration>,
}

/// What is known about the program of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EngineDetails<'a> {
    /// The name and version that it gave itself.
    pub name: Option<&'a str>,
    /// Its command line.
    pub command: Option<&'a str>,
    /// The options that were set.
    pub options: Option<&'a str>,
}

/// A game as read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The variant.
    pub variant: Variant,
    /// The game's own options that were set, as name and value.
    pub options: Vec<(String, String)>,
    /// The players; the first moves first in a game from the starting position.
    pub players: [String; 2],
    /// The initial position.
    pub fen: String,
    /// The moves in protocol notation, with the information from their comments.
    pub moves: Vec<MoveRecord>,
    /// The result, if given and the game was finished.
    pub outcome: Option<Outcome>,
    /// Other information about the game, as name and value.
    pub facts: Vec<(String, String)>,
}

impl Transcript {
    /// The value of an entry of [`Transcript::facts`].
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Writes a game, with a final newline. Concatenated games make a valid file, except in PSQ, of which other programs
/// read only the first game.
///
/// # Errors
///
/// If the format cannot represent the game, or the record is inconsistent.
pub fn write<'a>(game: impl Into<WritableGame<'a>>, notation: RecordFormat) -> Result<String, NotationError> {
    let game = game.into();
    match notation {
        RecordFormat::Pgn { moves } => pgn_writer::write(&game, moves),
        RecordFormat::Sgf => sgf::write(&game),
        RecordFormat::Psq => psq::write(&game),
    }
}

/// Reads all games of a text; of a PGN game, the main line only. A PGN game without a variant tag is chess; a PSQ game
/// is freestyle gomoku.
///
/// # Errors
///
/// If the text cannot be parsed, or a game is illegal.
pub fn read(text: &str, notation: RecordFormat) -> Result<Vec<Transcript>, NotationError> {
    parse(text, notation).map(|game| game?.check()).collect()
}

/// Parses the games of a text one by one, as [`read`] does, without checking their moves. Further games may follow
/// after an error.
pub fn parse(
    text: &str,
    notation: RecordFormat,
) -> Box<dyn Iterator<Item = Result<ParsedGame, NotationError>> + '_> {
    match notation {
        RecordFormat::Pgn { .. } => Box::new(pgn_reader::parse(text)),
        RecordFormat::Sgf => Box::new(sgf::parse(text)),
        RecordFormat::Psq => psq::parse(text),
    }
}

/// A game as parsed, before its moves have been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedGame {
    line: usize,
    variant: Variant,
    options: Vec<(String, String)>,
    players: [String; 2],
    /// `None` for the standard initial position.
    fen: Option<String>,
    moves: Vec<MoveRecord>,
    outcome: Option<Outcome>,
    facts: Vec<(String, String)>,
}

impl ParsedGame {
    /// The line of the text, from 1, where the game begins.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The number of its moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Checks the game by its rules, and converts its moves to protocol notation.
    ///
    /// # Errors
    ///
    /// If the initial position is invalid or a move is illegal.
    pub fn check(self) -> Result<Transcript, NotationError> {
        visit_game(self.variant, CheckGame(self))
    }
}

struct CheckGame(ParsedGame);

impl GameVisitor for CheckGame {
    type Output = Result<Transcript, NotationError>;

    fn visit<G: Game>(self) -> Self::Output {
        let ParsedGame { line, variant, options: set_options, players, fen, mut moves, outcome, facts } =
            self.0;
        let options = game_options::<G>(&set_options);
        let start = match fen {
            Some(fen) => {
                G::Position::from_fen(&fen, &options).map_err(|error| NotationError::Fen { line, error })?
            }
            None => G::Position::start(&options),
        };
        let texts: Vec<_> = moves.iter().map(|record| record.text.as_str()).collect();
        let texts = convert(&start, &texts, &options, &options)
            .map_err(|error| NotationError::Move { line, error })?;
        for (record, text) in moves.iter_mut().zip(texts) {
            record.text = text;
        }
        let fen = start.fen(&options);
        Ok(Transcript { variant, options: set_options, players, fen, moves, outcome, facts })
    }
}

impl Transcript {
    /// The moves as written under these values of the game's options.
    ///
    /// # Errors
    ///
    /// If the transcript is inconsistent, which one that was read is not.
    pub fn moves_under(&self, options: &[(String, String)]) -> Result<Vec<String>, NotationError> {
        visit_game(self.variant, ConvertMoves { transcript: self, options })
    }
}

struct ConvertMoves<'a> {
    transcript: &'a Transcript,
    options: &'a [(String, String)],
}

impl GameVisitor for ConvertMoves<'_> {
    type Output = Result<Vec<String>, NotationError>;

    fn visit<G: Game>(self) -> Self::Output {
        let Transcript { fen, moves, options, .. } = self.transcript;
        let own = game_options::<G>(options);
        let start =
            G::Position::from_fen(fen, &own).map_err(|error| NotationError::Fen { line: 1, error })?;
        let texts: Vec<_> = moves.iter().map(|record| record.text.as_str()).collect();
        convert(&start, &texts, &own, &game_options::<G>(self.options))
            .map_err(|error| NotationError::Move { line: 1, error })
    }
}

/// Converts the texts of moves played from `start`, written in one of the ways that are likely under the options
/// `from`, to those under the options `to`.
fn convert<P: Notation>(
    start: &P,
    texts: &[&str],
    from: &P::Options,
    to: &P::Options,
) -> Result<Vec<String>, GameError> {
    let mut refusal = None;
    for reading in from.readings(texts) {
        match convert_reading(start, texts, &reading, to) {
            Ok(texts) => return Ok(texts),
            Err(error) => refusal = Some(GameError::later(refusal, error)),
        }
    }
    refusal.map_or(Ok(Vec::new()), Err)
}

fn convert_reading<P: Notation>(
    start: &P,
    texts: &[&str],
    from: &P::Options,
    to: &P::Options,
) -> Result<Vec<String>, GameError> {
    let mut position = start.clone();
    let mut converted = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let m = position.parse_move(text, from).map_err(|error| GameError::Move {
            number: index + 1,
            total: texts.len(),
            error,
        })?;
        converted.push(position.move_text(m, to));
        position.make(m, &mut ());
        position.forget_moves();
    }
    Ok(converted)
}

type OptionsOf<G> = <<G as Game>::Position as Notation>::Options;

/// The game's options with these values; unknown ones are ignored.
pub(crate) fn game_options<G: Game>(set: &[(String, String)]) -> OptionsOf<G> {
    let mut options = OptionsOf::<G>::default();
    for (name, value) in set {
        if let Some(spec) = OptionsOf::<G>::SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
            && let Err(error) = options.set(spec.name, value)
        {
            log::warn!("{error}");
        }
    }
    options
}

/// The text with control characters replaced by spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
