use std::time::Instant;

use crate::base::{FenRemark, GameError, Side, Verdict};
use crate::engine::EngineOptions;
use crate::protocol::errors::{SessionError, SetOptionError, SetUpError};
use crate::protocol::options::Settings;

use super::job::StopFlag;
use super::request::{Description, Evaluation, SearchListener, SearchRequest};
use super::state::{Legality, PlayedMove, State};

/// Counts the leaves below a position, reporting each first move as soon as it is counted; yields the total, or
/// nothing if it was stopped.
pub(in crate::protocol) type PerftCount =
    Box<dyn FnOnce(&StopFlag, &mut dyn FnMut(&str, u64)) -> Option<u64> + Send>;

/// How a client reads and writes moves and positions.
#[derive(Debug, Clone, Copy)]
pub(in crate::protocol) enum ClientHabit {
    /// Whether it selected the game by name or assumes an engine that plays only this game.
    NamedGame(bool),
    /// It reads and writes moves as xboard does.
    Cecp,
    /// Whether it wants moves by name.
    MoveNames(bool),
}

/// A change of the engine.
#[derive(Debug, Clone, Copy)]
pub(in crate::protocol) enum EngineChange<'a> {
    /// A hash table of this many MiB.
    Hash(usize),
    /// This many search threads.
    Threads(usize),
    /// The evaluation that these options select.
    Evaluation(&'a EngineOptions),
}

/// A command to the engine.
#[derive(Debug, Clone, Copy)]
pub(in crate::protocol) enum EngineOrder {
    /// Forget what was learnt from earlier positions.
    Clear,
    /// Prepare the first search of a game, so that it starts without delay.
    Prepare,
    /// End the running search as soon as possible.
    Stop,
    /// The opponent of the running search moved as expected.
    PonderHit,
    /// Wait for the search's end.
    Wait,
}

/// One game being played, with its engine: the same interface for every game, so that a client can change the game in
/// the middle of a session. Moves and positions are texts.
pub(in crate::protocol) trait SessionGame: Send {
    /// Sets one of the game's options; options of other games are ignored.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError>;
    /// Adapts to a habit of the client from now on.
    fn adopt(&mut self, habit: ClientHabit);
    /// Changes the engine.
    fn change_engine(&mut self, change: EngineChange<'_>) -> Result<(), SetOptionError>;
    /// Gives the engine a command.
    fn order(&mut self, order: EngineOrder);
    /// The name of the network that is used; `None` if there is none.
    fn network(&self) -> Option<String>;

    /// Sets up a FEN, or the game's own start, and makes these moves; nothing changes if that fails. Returns the parts
    /// of the FEN that were ignored.
    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<Vec<FenRemark>, SetUpError>;
    /// Makes these moves, all or none.
    fn play(&mut self, moves: &[&str]) -> Result<(), GameError>;
    /// Takes back this many moves.
    fn undo(&mut self, count: usize) -> Result<(), GameError>;
    /// Makes this many undone moves again.
    fn redo(&mut self, count: usize) -> Result<(), GameError>;
    /// Starts from the same position with the colours exchanged.
    fn flip(&mut self) -> Result<(), SessionError>;

    /// The moves so far.
    fn history(&self) -> Vec<String>;
    /// All legal moves, sorted by their text.
    fn legal_moves(&self) -> Vec<String>;
    /// The rulebook's verdict, if the game is over.
    fn verdict(&self) -> Option<Verdict>;
    /// The side to move.
    fn side_to_move(&self) -> Side;
    /// The FEN of the game's start under the current options.
    fn start_fen(&self) -> String;
    /// The current position.
    fn describe(&self) -> Description;
    /// Everything about the game that a user interface shows.
    fn state(&self) -> State;
    /// The moves that these texts denote, played from the current position, up to the first that is not legal.
    fn lookahead(&self, texts: &[&str]) -> Result<Vec<PlayedMove>, GameError>;
    /// Whether a text is a legal move in the current position, and if not, why.
    fn legality(&self, text: &str) -> Legality;
    /// The game up to the current position, for a file.
    #[cfg(feature = "records")]
    fn line(&self, settings: &Settings) -> super::line::GameLine;
    /// The static evaluation of the current position.
    fn evaluate(&self) -> Evaluation;
    /// A count of the leaves at this depth, to be run on any thread.
    fn perft(&self, depth: u32) -> PerftCount;

    /// Starts a search that was requested at this time, if it is known. It ends with the listener's `done`.
    fn start_search(
        &mut self,
        request: &SearchRequest,
        asked: Option<Instant>,
        settings: &Settings,
        listener: Box<dyn SearchListener>,
    ) -> Result<(), SessionError>;
    /// Whether a search has not given its answer yet.
    fn is_searching(&self) -> bool;
}
