//! One client's session: the game being played, the engine that searches it, and the options that were set.

mod chances;
mod game;
mod job;
mod memory;
mod request;
mod state;
mod variant_line;

use std::thread;
use std::time::{Duration, Instant};

use crate::base::Side;
use crate::engine::OptionEffect;
use crate::games::Variant;

use super::ServeOptions;
use super::errors::{SessionError, SetOptionError, SetUpError};
use super::options::{Change, Settings};
use super::output::Output;

pub(super) use game::SessionGame;
pub(super) use job::{Job, StopFlag};
pub(super) use request::{Answer, InfoLine, SearchListener, SearchRequest, SideClock};

/// The deepest perft: beyond any that could end.
const MAX_PERFT_DEPTH: u32 = 30;

/// Who chose the game that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum VariantSource {
    /// Nobody: it follows from the FENs that the client sends.
    Fen,
    /// Whoever started the engine. The client may know of no other game.
    Starter,
    /// The client, by `UCI_Variant`.
    Client,
}

/// Why a session ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndReason {
    /// The client said so.
    Quit,
    /// There is no more input: the client has gone, or has sent all its commands.
    InputEnded,
    /// The client does not take any more answers.
    OutputClosed,
}

/// How long work may go on after the end of the session: a script that pipes its commands in wants their answers.
const GRACE: Duration = Duration::from_secs(2);

/// How often a session that waits for work to end looks whether it has.
const STEP: Duration = Duration::from_millis(2);

/// A session, in whichever dialect. Whatever changes the game, or how to search it, first ends the running search or
/// job.
pub(super) struct Session {
    variant: Variant,
    variant_source: VariantSource,
    settings: Settings,
    game: Box<dyn SessionGame>,
    /// Why there is no position at hand, where the last one was refused.
    refused: Option<String>,
    job: Option<Job>,
    /// The last search was one that only the client can end.
    search_is_endless: bool,
}

impl Session {
    /// A session at the start of a game.
    ///
    /// # Errors
    /// Where there is not enough memory for the hash table.
    pub(super) fn new(options: &ServeOptions) -> Result<Self, SetOptionError> {
        let variant = options.variant.unwrap_or(Variant::ALL[0]);
        let settings = Settings::new(variant, options);
        let mut game = game::new_game(variant, false, &settings)?;
        game.set_hash(settings.engine().hash_mib())?;
        let variant_source =
            if options.variant.is_some() { VariantSource::Starter } else { VariantSource::Fen };
        Ok(Self {
            variant,
            variant_source,
            settings,
            game,
            refused: None,
            job: None,
            search_is_endless: false,
        })
    }

    /// The game being played.
    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    /// The options that were set.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The lines that describe all options to a UCI client.
    pub(super) fn option_declarations(&self) -> Vec<String> {
        self.settings.declarations(&self.game.parameters())
    }

    /// Sets an option; returns what changed.
    ///
    /// # Errors
    /// Where there is no such option or it cannot have that value; everything stays as it was.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        self.halt();
        let before = self.settings.clone();
        let change = self.settings.set(name, value)?;
        let done = match &change {
            Change::Engine(OptionEffect::None) => Ok(()),
            Change::Engine(OptionEffect::Threads) => {
                self.game.set_threads(self.settings.engine().threads());
                Ok(())
            }
            Change::Engine(OptionEffect::HashTable) => {
                self.set_hash(self.settings.engine().hash_mib(), before.engine().hash_mib())
            }
            Change::Engine(OptionEffect::Clear) => {
                self.game.clear();
                Ok(())
            }
            Change::Variant(variant) => {
                self.variant_source = VariantSource::Client;
                self.switch_to(*variant)
            }
            Change::Game(name, value) => self.game.set_game_option(name, value),
        };
        match done {
            Ok(()) => Ok(change),
            Err(error) => {
                self.settings = before;
                Err(error)
            }
        }
    }

    /// Replaces the hash table of `old` MiB by one of `mib`, if there is room for it.
    fn set_hash(&mut self, mib: usize, old: usize) -> Result<(), SetOptionError> {
        let released = memory::resident_mib().map_or(old as u64, |resident| resident.min(old as u64));
        match memory::available_mib() {
            Some(free) if mib as u64 > free + released => Err(SetOptionError::Unavailable {
                name: "Hash",
                reason: format!("{mib} MiB do not fit into the {free} that are free"),
            }),
            _ => self.game.set_hash(mib),
        }
    }

    fn switch_to(&mut self, variant: Variant) -> Result<(), SetOptionError> {
        self.game = game::new_game(variant, self.variant_source == VariantSource::Client, &self.settings)?;
        self.variant = variant;
        self.refused = None;
        // Only now is the last game's table gone, so that there are never two large ones at a time.
        self.game.set_hash(self.settings.engine().hash_mib())
    }

    /// The line that describes the game's board to front ends that do not know it.
    pub(super) fn variant_line(&self) -> Option<String> {
        variant_line::variant_line(self.variant, &self.game.start_fen())
    }

    /// The side whose clock the client calls White's.
    pub(super) fn white(&self) -> Side {
        self.variant.info().white
    }

    /// What the client calls this side's player.
    pub(super) fn side_name(&self, side: Side) -> &'static str {
        self.variant.info().side_name(side)
    }

    /// Sets up a FEN, or the game's start, and makes these moves. Where nobody has chosen the game, it is the one whose
    /// FENs look like this; returns it where it is another one than before.
    ///
    /// # Errors
    /// Where either is not legal. There is no position then, until another one is set up.
    pub(super) fn set_up(
        &mut self,
        fen: Option<&str>,
        moves: &[&str],
    ) -> Result<Option<Variant>, SetUpError> {
        self.halt();
        let mut recognised = None;
        if let Some(fen) = fen.filter(|_| self.variant_source == VariantSource::Fen) {
            let variant = Variant::of_fen(fen, self.variant).filter(|&variant| variant != self.variant);
            if let Some(variant) = variant {
                match self.switch_to(variant) {
                    Ok(()) => recognised = Some(variant),
                    Err(error) => log::error!("the game cannot be changed: {error}"),
                }
            }
        }
        let done = self.game.set_up(fen, moves);
        self.refused = done.as_ref().err().map(ToString::to_string);
        done.map(|()| recognised)
    }

    /// Notes that a position was sent that could not even be read, so that there is none.
    pub(super) fn refuse_position(&mut self, reason: String) {
        self.halt();
        self.refused = Some(reason);
    }

    /// The game at hand.
    ///
    /// # Errors
    /// Where the last position was refused.
    pub(super) fn game(&self) -> Result<&dyn SessionGame, SessionError> {
        self.check_position()?;
        Ok(self.game.as_ref())
    }

    /// The game at hand, to be changed, once no search or job runs any more.
    ///
    /// # Errors
    /// Where the last position was refused.
    pub(super) fn game_mut(&mut self) -> Result<&mut dyn SessionGame, SessionError> {
        self.halt();
        self.check_position()?;
        Ok(self.game.as_mut())
    }

    fn check_position(&self) -> Result<(), SessionError> {
        self.refused.clone().map_or(Ok(()), |reason| Err(SessionError::NoPosition(reason)))
    }

    /// Forgets what was learnt from earlier searches: a new game begins.
    pub(super) fn forget(&mut self) {
        self.halt();
        self.game.clear();
    }

    /// Starts a search of the position at hand.
    ///
    /// # Errors
    /// Where there is no position, or none of the moves asked for is legal. Nothing runs then.
    pub(super) fn search(
        &mut self,
        request: &SearchRequest,
        listener: Box<dyn SearchListener>,
    ) -> Result<(), SessionError> {
        self.halt();
        self.check_position()?;
        self.search_is_endless = request.is_endless();
        self.game.start_search(request, &self.settings, listener)
    }

    /// Starts counting the leaves below the position at hand. `report` is called with every first move and its leaves,
    /// then `done` with the total; the total is missing where the flag ended the count.
    ///
    /// # Errors
    /// Where there is no position, the depth is beyond [`MAX_PERFT_DEPTH`], or no thread can be had.
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
        self.start_job(move |stop| done(count(stop, &mut report), stop))
    }

    /// Runs `work` beside the session's commands, once no other search or job runs.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub(super) fn start_job(
        &mut self,
        work: impl FnOnce(&StopFlag) + Send + 'static,
    ) -> Result<(), SessionError> {
        self.halt();
        let job = Job::start(self.settings.limits().time, work);
        self.job = Some(job.map_err(|error| SessionError::NoThread(error.to_string()))?);
        Ok(())
    }

    /// Ends a job, and has a search end as soon as it can; the search still gives its answer.
    pub(super) fn stop(&mut self) {
        self.game.stop();
        self.job = None;
    }

    /// Tells the search that the opponent moved as expected.
    pub(super) fn ponder_hit(&self) {
        self.game.ponder_hit();
    }

    /// Ends a running search or job; on return a search has given its answer.
    pub(super) fn halt(&mut self) {
        self.stop();
        self.game.wait();
    }

    /// Ends a running search or job at the end of the session. Unless the client has gone, work that ends by itself
    /// first gets some time to do so: a job in any case, and at the end of the input also a search that is not endless.
    pub(super) fn finish(&mut self, reason: EndReason, output: &Output) {
        let deadline = Instant::now() + GRACE;
        let search_may_finish = reason == EndReason::InputEnded && !self.search_is_endless;
        let may_finish = |session: &Self| {
            session.job.as_ref().is_some_and(Job::is_running)
                || search_may_finish && session.game.is_searching()
        };
        if reason != EndReason::OutputClosed {
            while Instant::now() < deadline && !output.is_closed() && may_finish(self) {
                thread::sleep(STEP);
            }
        }
        self.halt();
    }

    /// Waits until the running search or job has come to its own end, or the client has gone.
    pub(super) fn wait(&mut self, output: &Output) {
        while !output.is_closed()
            && (self.job.as_ref().is_some_and(Job::is_running) || self.game.is_searching())
        {
            thread::sleep(STEP);
        }
        self.halt();
    }
}
