//! A client's session: the current game, the engine that searches it, and the options.

mod board_shape;
mod game;
mod job;
#[cfg(feature = "records")]
mod line;
mod memory;
mod report;
mod request;
mod state;

use std::thread;
use std::time::{Duration, Instant};

use crate::base::{FenRemark, OptionSpec, Side};
use crate::engine::{HASH_MIB, OptionEffect, THREADS};
use crate::games::{Game, TableKind, Variant, with_game};
use crate::search::{LoadedTables, SearchPosition, TablesError};

use super::errors::{ErrorLine, SessionError, SetOptionError, SetUpError};
#[cfg(feature = "library")]
use super::library::{Context, LibraryDesk};
use super::limits::ServeOptions;
use super::options::{Change, Settings};
use super::output::Output;

use board_shape::BoardShape;
use job::GRACE;

pub(super) use game::SessionGame;
use game::{ClientHabit, EngineChange, EngineOrder};
pub(super) use job::{Job, JobLength, StopFlag};
pub(super) use report::{Detail, Report};
pub(super) use request::{Answer, InfoLine, SearchListener, SearchRequest, SideClock};

/// The maximum depth of perft, far beyond what can be counted.
const MAX_PERFT_DEPTH: u32 = 30;

/// What to tell a client about a position that was set up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct SetUpNotices {
    /// The game of the FEN, if it is not the previous game.
    pub recognised: Option<Variant>,
    /// What was ignored in the FEN.
    pub remarks: Vec<FenRemark>,
}

/// Why a session ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndReason {
    /// The client sent `quit`.
    Quit,
    /// The input has ended: the client has disconnected, or has sent all its commands.
    InputEnded,
    /// The output is closed.
    OutputClosed,
}

/// How often a session checks whether the work that it waits for has ended.
const STEP: Duration = Duration::from_millis(2);

/// A session, independent of the dialect. All methods that change the game, or how to search it, first end the running
/// search or job.
pub(super) struct Session {
    variant: Variant,
    settings: Settings,
    game: Box<dyn SessionGame>,
    /// Why there is no current position, if the last one was rejected.
    refused: Option<String>,
    /// The outcome of the last position or record that was sent.
    report: Report,
    job: Option<Job>,
    /// Whether the end of the session stopped work before it finished.
    is_cut_off: bool,
    /// Whether the last search is one that only the client can end.
    search_is_endless: bool,
    /// Whether the client reads and writes moves as xboard does.
    speaks_cecp: bool,
    /// When the line or event that is being executed arrived.
    arrival: Option<Instant>,
    #[cfg(feature = "library")]
    library: Option<LibraryDesk>,
}

impl Session {
    /// A session at the start of a game.
    ///
    /// # Errors
    /// If the memory for the hash table cannot be allocated.
    pub(super) fn new(options: &ServeOptions) -> Result<Self, SetOptionError> {
        let variant = options.variant.unwrap_or(Variant::ALL[0]);
        let settings = Settings::new(variant, options);
        let mut game = game::new_game(variant, false, &settings)?;
        game.change_engine(EngineChange::Hash(settings.engine().hash_mib()))?;
        Ok(Self {
            variant,
            settings,
            game,
            refused: None,
            report: Report::accepted(&[]),
            job: None,
            is_cut_off: false,
            search_is_endless: false,
            speaks_cecp: false,
            arrival: None,
            #[cfg(feature = "library")]
            library: options.library.clone().map(LibraryDesk::new),
        })
    }

    /// Records when the line or event about to be executed arrived, from which the time of a search that it starts is
    /// counted.
    pub(super) fn note_arrival(&mut self, arrival: Instant) {
        self.arrival = Some(arrival);
    }

    /// Executes a request for the library, whose answers follow when they are there. Returns whether there is a library.
    #[cfg(feature = "library")]
    pub(super) fn ask_library(&mut self, request: &str, output: &Output) -> bool {
        let Some(library) = &mut self.library else { return false };
        let context = Context { variant: self.variant, numbering: self.settings.numbering() };
        library.line(request, context, output);
        true
    }

    /// Waits for what the library still has to do.
    #[cfg(feature = "library")]
    pub(super) fn close_library(&mut self, output: &Output) {
        if let Some(library) = &mut self.library {
            library.close(output);
        }
    }

    /// The current game.
    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    /// The name of the network that the current game is evaluated with; `None` if there is none.
    pub(super) fn network(&self) -> Option<String> {
        self.game.network()
    }

    /// The options.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The `option` lines that describe all options to a UCI client.
    pub(super) fn option_declarations(&self) -> Vec<String> {
        self.settings.declarations(self.parameters())
    }

    /// The search's parameters in the current game.
    fn parameters(&self) -> Vec<OptionSpec> {
        with_game!(self.variant, G => <G as Game>::SETTINGS.parameters.specs())
    }

    /// The lines of help for all options.
    pub(super) fn option_help(&self) -> Vec<String> {
        self.settings.help(self.parameters())
    }

    /// Sets an option; returns what changed.
    ///
    /// # Errors
    /// If there is no such option or the value is not valid. Nothing is changed then.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        self.halt();
        let before = self.settings.clone();
        let change = self.settings.set(name, value)?;
        let done = match &change {
            Change::Engine(OptionEffect::None) | Change::Tables(_) => Ok(()),
            Change::Engine(OptionEffect::Threads) => {
                self.game.change_engine(EngineChange::Threads(self.settings.engine().threads()))
            }
            Change::Engine(OptionEffect::HashTable) => {
                self.set_hash(self.settings.engine().hash_mib(), before.engine().hash_mib())
            }
            Change::Engine(OptionEffect::Weights) => {
                self.game.change_engine(EngineChange::Evaluation(self.settings.engine()))
            }
            Change::Engine(OptionEffect::Tables(kind)) => match self.load_tables(*kind) {
                Ok(Some(tables)) => return Ok(Change::Tables(tables)),
                done => done.map(drop),
            },
            Change::Engine(OptionEffect::Clear) => {
                self.game.order(EngineOrder::Clear);
                Ok(())
            }
            // A client that repeats the current value may know no other game.
            Change::Variant(variant) if *variant == self.variant => Ok(()),
            Change::Variant(variant) => self.switch_to(*variant, true),
            Change::Game(name, value) => self.game.set_option(name, value),
        };
        match done {
            Ok(()) => Ok(change),
            Err(error) => {
                self.settings = before;
                Err(error)
            }
        }
    }

    /// The largest hash table that the session's limit and the free memory allow, in MiB.
    pub(super) fn largest_hash_mib(&self) -> usize {
        let allowed = self.settings.limits().hash_mib.min(*HASH_MIB.end() as usize);
        let free = memory::available_mib().and_then(|free| usize::try_from(free).ok()).unwrap_or(usize::MAX);
        allowed.min(free.saturating_add(self.settings.engine().hash_mib())).max(1)
    }

    /// The largest number of threads that the session may use.
    pub(super) fn largest_thread_count(&self) -> usize {
        self.settings.limits().threads.clamp(1, *THREADS.end() as usize)
    }

    /// Sets the size of the hash table in MiB, clamped from one to what limits and memory allow.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub(super) fn set_hash_within_limits(&mut self, mib: i128) -> Result<(), SetOptionError> {
        let most = self.largest_hash_mib() as i128;
        self.set_option("Hash", &mib.clamp(1, most).to_string()).map(drop)
    }

    /// Sets the number of threads, clamped from one to the session's limit.
    ///
    /// # Errors
    /// If the option cannot be set.
    pub(super) fn set_threads_within_limits(&mut self, count: i128) -> Result<(), SetOptionError> {
        let most = self.largest_thread_count() as i128;
        self.set_option("Threads", &count.clamp(1, most).to_string()).map(drop)
    }

    /// Whether a search has not given its answer yet.
    pub(super) fn is_searching(&self) -> bool {
        self.game.is_searching()
    }

    /// Selects whether moves are written by name.
    pub(super) fn write_names(&mut self, on: bool) {
        self.settings.write_names(on);
        self.game.adopt(ClientHabit::MoveNames(on));
    }

    /// Replaces the hash table of `old` MiB by one of `mib`, if there is enough memory.
    fn set_hash(&mut self, mib: usize, old: usize) -> Result<(), SetOptionError> {
        let released = memory::resident_mib().map_or(old as u64, |resident| resident.min(old as u64));
        if mib == old {
            return Ok(());
        }
        match memory::available_mib() {
            Some(free) if mib as u64 > free + released => Err(SetOptionError::Unavailable {
                name: "Hash",
                reason: format!("{mib} MiB exceed the {free} MiB of free memory"),
            }),
            _ => self.game.change_engine(EngineChange::Hash(mib)),
        }
    }

    /// Changes the game, and unsets the `EvalFile` of the previous one; `named` says whether the client selected the
    /// game by its name.
    fn switch_to(&mut self, variant: Variant, named: bool) -> Result<(), SetOptionError> {
        let mut settings = self.settings.clone();
        settings.forget_eval_file();
        let mut game = game::new_game(variant, named, &settings)?;
        if self.speaks_cecp {
            game.adopt(ClientHabit::Cecp);
        }
        let hash_mib = settings.engine().hash_mib();
        // There are never two large tables at a time.
        self.game.change_engine(EngineChange::Hash(1))?;
        if let Err(error) = game.change_engine(EngineChange::Hash(hash_mib)) {
            self.game.change_engine(EngineChange::Hash(hash_mib))?;
            return Err(error);
        }
        (self.game, self.settings, self.variant) = (game, settings, variant);
        self.refused = None;
        Ok(())
    }

    /// Loads the tablebases of this kind named by the options, for every game that has such, so that they are ready when
    /// the game is selected. Returns what was found, if anything.
    fn load_tables(&mut self, kind: TableKind) -> Result<Option<LoadedTables>, SetOptionError> {
        let path = self.settings.engine().tables_path(kind);
        let (mut found, mut errors) = (None, Vec::new());
        for variant in Variant::ALL.into_iter().filter(|variant| variant.info().tables == Some(kind)) {
            match with_game!(variant, G => <G as Game>::Position::load_tables(&path)) {
                Ok(loaded) => {
                    let loaded = loaded.filter(|tables| tables.most_pieces > 0);
                    found = found.into_iter().chain(loaded).reduce(LoadedTables::and);
                }
                Err(error) => errors.push(error),
            }
        }
        errors.sort_by_key(|error| matches!(error, TablesError::NotFound(_)));
        match (errors.into_iter().next(), &mut found) {
            // The folders may contain tables of one game alone.
            (None, _) | (Some(TablesError::NotFound(_)), Some(_)) => {}
            (Some(error), Some(found)) => found.refused.push(error.to_string()),
            (Some(error), None) => {
                let name = kind.path_option();
                return Err(SetOptionError::Unavailable { name, reason: error.to_string() });
            }
        }
        // Stored results may be better or worse than those from the new tables.
        self.game.order(EngineOrder::Clear);
        Ok(found)
    }

    /// The game's board, for user interfaces that do not know the game.
    pub(super) fn board_shape(&self) -> Option<BoardShape> {
        BoardShape::new(self.variant, &self.game.start_fen())
    }

    /// The side that the client calls White.
    pub(super) fn white(&self) -> Side {
        self.variant.info().white
    }

    /// The name of this side in the client's protocol.
    pub(super) fn side_name(&self, side: Side) -> &'static str {
        self.variant.info().side_name(side)
    }

    /// Records that the client speaks as if the engine played one game only.
    pub(super) fn assume_single_game_client(&mut self) {
        self.game.adopt(ClientHabit::NamedGame(false));
    }

    /// Reads and writes moves as xboard does from now on.
    pub(super) fn speak_cecp(&mut self) {
        self.speaks_cecp = true;
        self.game.adopt(ClientHabit::Cecp);
    }

    /// Sets up a FEN, or the starting position, and makes these moves. If the FEN's board belongs to another game, that
    /// game is selected, whatever was selected before.
    ///
    /// # Errors
    /// If the FEN or a move is not legal. There is no current position then, until another one is set up.
    pub(super) fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<SetUpNotices, SetUpError> {
        self.halt();
        let mut recognised = None;
        let variant = fen.and_then(|fen| Variant::of_fen(fen, self.variant));
        if let Some(variant) = variant.filter(|&variant| variant != self.variant) {
            match self.switch_to(variant, false) {
                Ok(()) => recognised = Some(variant),
                Err(error) => {
                    let error = SetUpError::Game { variant, error };
                    self.refused = Some(error.to_string());
                    self.report = Report::refused((&error).into());
                    return Err(error);
                }
            }
        }
        let done = self.game.set_up(fen, moves);
        self.refused = done.as_ref().err().map(ToString::to_string);
        self.report = match &done {
            Ok(remarks) => Report::accepted(remarks),
            Err(error) => Report::refused(error.into()),
        };
        done.map(|remarks| SetUpNotices { recognised, remarks })
    }

    /// Records that a position could not be parsed, so that there is no current position.
    pub(super) fn refuse_position(&mut self, reason: String) {
        self.halt();
        self.report = Report::refused(Detail::of_words("syntax", reason.clone()));
        self.refused = Some(reason);
    }

    /// The outcome of the last position or record that was sent.
    pub(super) fn report(&self) -> &Report {
        &self.report
    }

    /// Records the outcome of a record that was sent.
    #[cfg(feature = "records")]
    pub(super) fn set_report(&mut self, report: Report) {
        self.report = report;
    }

    /// The current game.
    ///
    /// # Errors
    /// If the last position was rejected.
    pub(super) fn game(&self) -> Result<&dyn SessionGame, SessionError> {
        self.check_position()?;
        Ok(self.game.as_ref())
    }

    /// The current game, for changing it; ends a running search or job first.
    ///
    /// # Errors
    /// If the last position was rejected.
    pub(super) fn game_mut(&mut self) -> Result<&mut dyn SessionGame, SessionError> {
        self.halt();
        self.check_position()?;
        Ok(self.game.as_mut())
    }

    fn check_position(&self) -> Result<(), SessionError> {
        self.refused.clone().map_or(Ok(()), |reason| Err(SessionError::NoPosition(reason)))
    }

    /// Starts a new game: clears the hash table and the histories, and allocates the table's memory before any clock
    /// runs.
    pub(super) fn forget(&mut self) {
        self.halt();
        self.game.order(EngineOrder::Clear);
        self.game.order(EngineOrder::Prepare);
    }

    /// Starts a search of the current position.
    ///
    /// # Errors
    /// If there is no position, or none of the requested moves is legal. Nothing is running then.
    pub(super) fn search(
        &mut self,
        request: &SearchRequest,
        listener: Box<dyn SearchListener>,
    ) -> Result<(), SessionError> {
        self.halt();
        self.check_position()?;
        self.search_is_endless = request.is_endless();
        self.game.start_search(request, self.arrival, &self.settings, listener)
    }

    /// Starts counting the leaves below the current position. `report` is called with every root move and its leaves,
    /// then `done` with the total, which is `None` if the count was stopped.
    ///
    /// # Errors
    /// If there is no position, the depth exceeds [`MAX_PERFT_DEPTH`], or no thread can be started.
    pub(super) fn perft(
        &mut self,
        depth: u32,
        mut report: impl FnMut(&str, u64) + Send + 'static,
        done: impl FnOnce(Option<u64>, &StopFlag) + Send + 'static,
    ) -> Result<(), SessionError> {
        self.halt();
        self.check_position()?;
        if depth > MAX_PERFT_DEPTH {
            return Err(SessionError::PerftDepth { asked: depth, limit: MAX_PERFT_DEPTH });
        }
        let count = self.game.perft(depth);
        self.start_job(JobLength::Unknown, move |stop| done(count(stop, &mut report), stop))
    }

    /// Runs `work` in the background, after ending any other search or job.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(super) fn start_job(
        &mut self,
        length: JobLength,
        work: impl FnOnce(&StopFlag) + Send + 'static,
    ) -> Result<(), SessionError> {
        self.halt();
        let job = Job::start(length, self.settings.limits().time, work);
        self.job = Some(job.map_err(|error| SessionError::NoThread(error.to_string()))?);
        Ok(())
    }

    /// Ends a job, and asks a search to end soon; the search still gives its answer.
    pub(super) fn stop(&mut self) {
        self.game.order(EngineOrder::Stop);
        self.job = None;
    }

    /// Reports a ponder hit to the search.
    pub(super) fn ponder_hit(&mut self) {
        self.game.order(EngineOrder::PonderHit);
    }

    /// Ends a running search or job; when it returns, a search has given its answer.
    pub(super) fn halt(&mut self) {
        self.stop();
        self.game.order(EngineOrder::Wait);
    }

    /// Ends a running search or job at the end of the session. Unless the client has disconnected, work that ends by
    /// itself gets some time to do so: a job always, a search that has a limit only at the end of the input. The client
    /// is told about work that had to be stopped nevertheless.
    pub(super) fn finish(&mut self, reason: EndReason, output: &Output, error_line: ErrorLine) {
        let grace = self.job.as_ref().map_or(GRACE, Job::grace);
        let deadline = Instant::now() + grace;
        let search_may_finish = reason == EndReason::InputEnded && !self.search_is_endless;
        let may_finish = |session: &Self| {
            session.job.as_ref().is_some_and(Job::is_running)
                || search_may_finish && session.game.is_searching()
        };
        let is_awaited = || reason != EndReason::OutputClosed && !output.is_closed();
        while is_awaited() && Instant::now() < deadline && may_finish(self) {
            thread::sleep(STEP);
        }
        let is_awaited = is_awaited();
        if is_awaited && search_may_finish && self.game.is_searching() {
            output.failure(error_line(&SessionError::InputEnded(grace)));
            self.is_cut_off = true;
        }
        let job_is_cut_off = self.job.take().is_some_and(|mut job| job.end());
        self.is_cut_off |= is_awaited && job_is_cut_off;
        self.halt();
    }

    /// Whether the end of the session stopped work before it finished.
    pub(super) fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// Waits until the running search or job has ended by itself, or the output is closed.
    pub(super) fn wait(&mut self, output: &Output) {
        while !output.is_closed()
            && (self.job.as_ref().is_some_and(Job::is_running) || self.game.is_searching())
        {
            thread::sleep(STEP);
        }
        self.halt();
    }
}
