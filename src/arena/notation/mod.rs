//! Games as other programs write them: PGN for all games, SGF and PSQ (Piskvork's format) for gomoku and renju.

mod comment;
mod pgn_reader;
mod pgn_writer;
mod psq;
mod sgf;

use std::path::Path;

use thiserror::Error;

use crate::base::{FenError, GameOptions, Notation, Outcome};
use crate::engine::{GameVisitor, visit_game};
use crate::eval::Evaluator;
use crate::rules::{Game, GameError, Variant};

use super::{GameRecord, MoveRecord};

pub use pgn_reader::{PgnGame, PgnMove, games as pgn_games};

/// A way to write games down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFormat {
    /// Portable game notation (Edwards, 1994), the moves of chess in SAN.
    Pgn {
        /// How the moves of the xiangqi family are written.
        moves: MoveStyle,
    },
    /// Smart game format, version 4, in which gomoku and renju have the number 4.
    Sgf,
    /// The format of Piskvork, the manager of Gomocup. It has no room for results, scores and times below a millisecond.
    Psq,
}

/// How moves of the xiangqi family are written. Those of chess are always SAN, those of gomoku points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveStyle {
    /// As in the protocol: `h3e3`.
    #[default]
    Coordinates,
    /// As players write them: `炮二平五`.
    Names,
}

impl RecordFormat {
    /// The notation that a file's name asks for: `.pgn`, `.sgf` or `.psq`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "pgn" => Some(Self::Pgn { moves: MoveStyle::Coordinates }),
            "sgf" => Some(Self::Sgf),
            "psq" => Some(Self::Psq),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Pgn { .. } => "PGN",
            Self::Sgf => "SGF",
            Self::Psq => "PSQ",
        }
    }
}

/// A game that cannot be written, or a text that is no game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The notation cannot hold such a game.
    #[error("{notation} has no way to write {what}")]
    NoSuchGame {
        /// The notation's name.
        notation: &'static str,
        /// What it cannot hold.
        what: String,
    },
    /// A text that the notation does not know.
    #[error("line {line}: {problem}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// The position that a game starts from is none.
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

/// A game as a notation tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The game that was played.
    pub variant: Variant,
    /// The game's own options that were set, as name and value.
    pub options: Vec<(String, String)>,
    /// The players: who moves first in a game from the starting position, and the other.
    pub players: [String; 2],
    /// The position that the game started from.
    pub fen: String,
    /// The moves as the protocol writes them, with what is said of each.
    pub moves: Vec<MoveRecord>,
    /// Who won, where that is said and the game was finished.
    pub outcome: Option<Outcome>,
    /// Whatever else is said of the game as a whole, as name and value.
    pub facts: Vec<(String, String)>,
}

impl Transcript {
    /// The fact of this name.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Writes a game, with the end of its last line. Games written one after the other make a file, but for PSQ, of which
/// other programs read only the first.
///
/// # Errors
/// Where the notation cannot hold the game, or the record is of no possible game.
pub fn write(record: &GameRecord, notation: RecordFormat) -> Result<String, NotationError> {
    match notation {
        RecordFormat::Pgn { moves } => pgn_writer::write(record, moves),
        RecordFormat::Sgf => sgf::write(record),
        RecordFormat::Psq => psq::write(record),
    }
}

/// Reads all games of a text, in PGN each until its first variation begins. A game in PGN whose tags do not say so is
/// one of chess; one in PSQ is one of freestyle gomoku.
///
/// # Errors
/// Where the text cannot be read, or a game breaks the rules.
pub fn read(text: &str, notation: RecordFormat) -> Result<Vec<Transcript>, NotationError> {
    match notation {
        RecordFormat::Pgn { .. } => pgn_reader::read(text),
        RecordFormat::Sgf => sgf::read(text),
        RecordFormat::Psq => psq::read(text),
    }
}

/// A game as it was found in a text, before its moves have been checked.
struct ParsedGame {
    line: usize,
    variant: Variant,
    options: Vec<(String, String)>,
    players: [String; 2],
    /// The game's own start where nothing is said.
    fen: Option<String>,
    moves: Vec<MoveRecord>,
    outcome: Option<Outcome>,
    facts: Vec<(String, String)>,
}

impl ParsedGame {
    /// Checks the game by its rules, and puts its moves as the protocol does.
    fn check(self) -> Result<Transcript, NotationError> {
        visit_game(self.variant, CheckGame(self))
    }
}

struct CheckGame(ParsedGame);

impl GameVisitor for CheckGame {
    type Output = Result<Transcript, NotationError>;

    fn visit<E: Evaluator>(self) -> Self::Output {
        let ParsedGame { line, variant, options: set_options, players, fen, mut moves, outcome, facts } =
            self.0;
        let options = game_options::<E>(&set_options);
        let start = match fen {
            Some(fen) => {
                E::Position::from_fen(&fen, &options).map_err(|error| NotationError::Fen { line, error })?
            }
            None => E::Position::start(&options),
        };
        let fen = start.fen(&options);
        let texts: Vec<_> = moves.iter().map(|record| record.text.as_str()).collect();
        let mut game = Game::new(start);
        let readings = options.readings(&texts);
        if !readings.iter().any(|reading| game.play_texts(&texts, reading).is_ok()) {
            game.play_texts(&texts, &options).map_err(|error| NotationError::Move { line, error })?;
        }
        let texts: Vec<_> = game.steps().map(|(before, m)| before.move_text(m, &options)).collect();
        for (record, text) in moves.iter_mut().zip(texts) {
            record.text = text;
        }
        Ok(Transcript { variant, options: set_options, players, fen, moves, outcome, facts })
    }
}

type OptionsOf<E> = <<E as Evaluator>::Position as Notation>::Options;

/// The options of a game with these set, as far as it has them.
fn game_options<E: Evaluator>(set: &[(String, String)]) -> OptionsOf<E> {
    let mut options = OptionsOf::<E>::default();
    for (name, value) in set {
        if let Some(spec) = OptionsOf::<E>::SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
            && let Err(error) = options.set(spec.name, value)
        {
            log::warn!("{error}");
        }
    }
    options
}

/// A line of text without line ends and other signs that would break it.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
