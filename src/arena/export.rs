use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files::numbered;
use crate::base::{Notation, PlayedGame};
use crate::games::{Game, with_game};
use crate::records::{
    EngineDetails, MoveStyle, NotationError, RecordFormat, WritableGame, game_options, write,
};

use super::journal::{JournalError, read_header, read_journal};
use super::output_file::{OutputFile, write_file};
use super::{Contest, GameRecord, PlayerSpec};

/// Why games could not be written to a file.
#[derive(Debug, Error)]
pub enum ExportError {
    /// A journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file's extension does not select a notation.
    #[error("{}: unknown extension: games are written as .pgn, .sgf or .psq, final positions as .epd", .0.display())]
    RecordFormat(PathBuf),
    /// A game cannot be replayed.
    #[error("game {game}: {problem}")]
    Replay {
        /// The game's number, from 0.
        game: usize,
        /// Why it cannot be replayed.
        problem: String,
    },
    /// The notation cannot represent the games of the contest.
    #[error("{}: {error}", path.display())]
    Notation {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: NotationError,
    },
    /// The notation cannot represent a game.
    #[error("game {game}: {error}")]
    Game {
        /// The game's number, from 0.
        game: usize,
        /// The reason.
        error: NotationError,
    },
    /// The file cannot be written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why it cannot be written.
        error: io::Error,
    },
}

/// The notation selected by a file's extension.
///
/// # Errors
///
/// If the extension is unknown.
pub fn notation_of(path: &Path, moves: MoveStyle) -> Result<RecordFormat, ExportError> {
    match RecordFormat::of_path(path) {
        Some(RecordFormat::Pgn { .. }) => Ok(RecordFormat::Pgn { moves }),
        Some(other) => Ok(other),
        None => Err(ExportError::RecordFormat(path.to_owned())),
    }
}

/// Checks that the notation selected by a file's extension can represent the games of a contest.
///
/// # Errors
///
/// If the extension is unknown, or the notation cannot represent such games.
pub fn check_records(contest: &Contest, path: &Path, moves: MoveStyle) -> Result<(), ExportError> {
    fn start_fen<G: Game>(contest: &Contest) -> String {
        let options = game_options::<G>(&contest.options);
        G::Position::start(&options).fen(&options)
    }
    if is_epd(path) {
        return Ok(());
    }
    let notation = notation_of(path, moves)?;
    let game = WritableGame {
        event: None,
        round: None,
        number: None,
        variant: contest.variant,
        options: &contest.options,
        players: ["?"; 2],
        engines: [EngineDetails::default(); 2],
        time_controls: None,
        fen: &with_game!(contest.variant, G => start_fen::<G>(contest)),
        opening_plies: None,
        moves: &[],
        outcome: None,
        termination: None,
        date: None,
        started: None,
        duration: None,
    };
    match write(game, notation) {
        Ok(_) => Ok(()),
        Err(error) => Err(ExportError::Notation { path: path.to_owned(), error }),
    }
}

/// Whether to write final positions, according to the file's extension.
fn is_epd(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("epd"))
}

/// Writes all games of these journals in order, in the notation selected by the extension of `to`. A PSQ file contains
/// a single game, so each game goes to its own file, with the game's number in the name. An EPD file contains the final
/// positions of the games, one FEN per line.
///
/// # Errors
///
/// If a journal cannot be read, the notation cannot represent a game, or a file cannot be written.
pub fn export_games(journals: &[PathBuf], to: &Path, moves: MoveStyle) -> Result<(), ExportError> {
    let io = |path: &Path, error| ExportError::Io { path: path.to_owned(), error };
    if is_epd(to) {
        let mut file = OutputFile::create(to).map_err(|error| io(to, error))?;
        for_each_game(journals, |_, record| {
            let fen = with_game!(record.variant, G => final_fen::<G>(record))
                .map_err(|problem| ExportError::Replay { game: record.game, problem })?;
            writeln!(file, "{fen}").map_err(|error| io(to, error))
        })?;
        return file.commit().map_err(|error| io(to, error));
    }
    let notation = notation_of(to, moves)?;
    let text = |programs: &[PlayerProgram], record: &GameRecord| {
        let mut game = WritableGame::from(record);
        for (engine, name) in game.engines.iter_mut().zip(&record.players) {
            if let Some(program) = programs.iter().find(|program| program.player == *name) {
                engine.command = Some(&program.command);
                engine.options = Some(&program.options).filter(|text| !text.is_empty()).map(String::as_str);
            }
        }
        write(game, notation).map_err(|error| ExportError::Game { game: record.game, error })
    };
    if notation == RecordFormat::Psq {
        return for_each_game(journals, |programs, record| {
            let path = numbered(to, record.game + 1);
            write_file(&path, text(programs, record)?.as_bytes()).map_err(|error| io(&path, error))
        });
    }
    let mut file = OutputFile::create(to).map_err(|error| io(to, error))?;
    for_each_game(journals, |programs, record| {
        file.write_all(text(programs, record)?.as_bytes()).map_err(|error| io(to, error))
    })?;
    file.commit().map_err(|error| io(to, error))
}

/// The position at the end of a game.
fn final_fen<G: Game>(record: &GameRecord) -> Result<String, String> {
    let options = game_options::<G>(&record.options);
    let start = G::Position::from_fen(&record.fen, &options).map_err(|error| error.to_string())?;
    let mut game = PlayedGame::new(start);
    let moves: Vec<_> = record.moves.iter().map(|made| made.text.as_str()).collect();
    game.play_texts(&moves, &options).map_err(|error| error.to_string())?;
    Ok(game.position().fen(&options))
}

/// A player's program in a contest, as text.
struct PlayerProgram {
    player: String,
    command: String,
    options: String,
}

impl PlayerProgram {
    fn of(spec: &PlayerSpec) -> Self {
        let options: Vec<_> = spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Self { player: spec.name.clone(), command: spec.command_line(), options: options.join(", ") }
    }
}

fn for_each_game(
    journals: &[PathBuf],
    mut act: impl FnMut(&[PlayerProgram], &GameRecord) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    for journal in journals {
        let contest = read_header(journal)?.contest;
        let programs: Vec<_> = contest.players.iter().map(PlayerProgram::of).collect();
        let mut result = Ok(());
        read_journal(journal, |record| {
            if result.is_ok() {
                result = act(&programs, &record);
            }
        })?;
        result?;
    }
    Ok(())
}
