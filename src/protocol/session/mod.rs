//! One client's session: the game it plays, the engine that thinks about it, and what it has chosen.

mod chances;
mod fen_text;
mod game;
mod job;
mod memory;
mod request;

use std::thread;
use std::time::{Duration, Instant};

use crate::base::Side;
use crate::rules::Variant;

use super::errors::{SessionError, SetOptionError, SetUpError};
use super::options::{Change, Settings};

pub(super) use game::PlayedGame;
pub(super) use job::{Job, StopFlag};
pub(super) use request::{Answer, InfoLine, SearchListener, SearchRequest, SideClock};

/// The deepest perft: beyond any that could end.
const MAX_PERFT_DEPTH: u32 = 30;

/// Who said which game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Nobody: it follows from the FENs that the client sends.
    Nobody,
    /// Whoever started the engine. The client may know of no other game.
    Starter,
    /// The client, by `UCI_Variant`.
    Client,
}

/// How a session comes to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The client said so.
    Quit,
    /// There is no more input: the client has gone, or has said all that it wanted to.
    InputEnded,
}

/// How long what is nearly done may go on after the end: a script that pipes its commands in wants their answers.
const GRACE: Duration = Duration::from_secs(2);

/// A session, in whichever dialect. Whatever changes the game, or how to search it, first ends what still runs.
pub(super) struct Session {
    variant: Variant,
    choice: Choice,
    settings: Settings,
    game: Box<dyn PlayedGame>,
    /// Why there is no position at hand, where the last one was refused.
    refused: Option<String>,
    job: Option<Job>,
    /// The last search was one that only the client can end.
    search_is_endless: bool,
}

impl Session {
    /// A session at the start of a game of `chosen`; of chess, where nobody has chosen.
    ///
    /// # Errors
    /// Where there is not even the memory for the smallest hash table.
    pub(super) fn new(chosen: Option<Variant>) -> Result<Self, SetOptionError> {
        let variant = chosen.unwrap_or(Variant::ALL[0]);
        let settings = Settings::new(variant);
        let mut game = game::new_game(variant, false, &settings)?;
        game.set_hash(settings.hash)?;
        Ok(Self {
            variant,
            choice: if chosen.is_some() { Choice::Starter } else { Choice::Nobody },
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

    /// What the client has chosen.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets an option; tells what changed.
    ///
    /// # Errors
    /// Where there is no such option or it cannot have that value; everything stays as it was.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<Change, SetOptionError> {
        self.halt();
        let before = self.settings.clone();
        let change = self.settings.set(name, value)?;
        let done = match &change {
            Change::None => Ok(()),
            Change::Threads(threads) => {
                self.game.set_threads(*threads);
                Ok(())
            }
            Change::Hash(mib) => self.set_hash(*mib, before.hash),
            Change::ClearHash => {
                self.game.clear();
                Ok(())
            }
            Change::Variant(variant) => {
                self.choice = Choice::Client;
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
        self.game = game::new_game(variant, self.choice == Choice::Client, &self.settings)?;
        self.variant = variant;
        self.refused = None;
        // Only now is the last game's table gone, so that two large ones never stand side by side.
        self.game.set_hash(self.settings.hash)
    }

    /// The line that describes the game's board to front ends that do not know it.
    pub(super) fn variant_line(&self) -> Option<String> {
        fen_text::variant_line(self.variant, &self.game.start_fen())
    }

    /// The side whose clock the client calls White's.
    pub(super) fn white(&self) -> Side {
        fen_text::white(self.variant)
    }

    /// What the client calls this side's player.
    pub(super) fn side_name(&self, side: Side) -> &'static str {
        fen_text::side_name(self.variant, side)
    }

    /// Sets up a FEN, or the game's start, and makes these moves. Where nobody has said which game is played, it is
    /// the one whose FENs look like this; gives it where it is another one than before.
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
        if let Some(fen) = fen.filter(|_| self.choice == Choice::Nobody) {
            let variant = fen_text::variant_of(fen, self.variant).filter(|&variant| variant != self.variant);
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

    /// Says that a position was sent that could not even be read, so that there is none.
    pub(super) fn refuse_position(&mut self, reason: String) {
        self.halt();
        self.refused = Some(reason);
    }

    /// The game at hand.
    ///
    /// # Errors
    /// Where the last position was refused.
    pub(super) fn game(&self) -> Result<&dyn PlayedGame, SessionError> {
        self.check_position()?;
        Ok(self.game.as_ref())
    }

    /// The game at hand, to be changed, once nothing runs any more.
    ///
    /// # Errors
    /// Where the last position was refused.
    pub(super) fn game_mut(&mut self) -> Result<&mut dyn PlayedGame, SessionError> {
        self.halt();
        self.check_position()?;
        Ok(self.game.as_mut())
    }

    fn check_position(&self) -> Result<(), SessionError> {
        self.refused.clone().map_or(Ok(()), |reason| Err(SessionError::NoPosition(reason)))
    }

    /// Prepares for a game that has nothing to do with the last one.
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

    /// Starts counting the leaves below the position at hand. `tell` hears of every first move, `done` of the total,
    /// which is missing where the count was stopped.
    ///
    /// # Errors
    /// Where there is no position, or the depth is beyond reason.
    pub(super) fn perft(
        &mut self,
        depth: u32,
        mut tell: impl FnMut(&str, u64) + Send + 'static,
        done: impl FnOnce(Option<u64>) + Send + 'static,
    ) -> Result<(), SessionError> {
        self.halt();
        self.check_position()?;
        if depth > MAX_PERFT_DEPTH {
            return Err(SessionError::PerftDepth { asked: depth, limit: MAX_PERFT_DEPTH });
        }
        let task = self.game.perft(depth);
        self.start_job(move |stop| done(task(stop, &mut tell)));
        Ok(())
    }

    /// Runs `work` beside the input, once nothing else runs.
    pub(super) fn start_job(&mut self, work: impl FnOnce(&StopFlag) + Send + 'static) {
        self.halt();
        self.job = Some(Job::start(work));
    }

    /// Tells what runs to end as soon as it can; a search still gives its answer.
    pub(super) fn stop(&mut self) {
        self.game.stop();
        self.job = None;
    }

    /// Tells the search that the opponent moved as expected.
    pub(super) fn ponder_hit(&self) {
        self.game.ponder_hit();
    }

    /// Ends what runs; on return a search has given its answer.
    pub(super) fn halt(&mut self) {
        self.stop();
        self.game.wait();
    }

    /// Ends what runs, after a moment in which what is nearly done may still finish: jobs in any case, and a search
    /// with an end of its own if the client has not asked to `quit` at once.
    pub(super) fn finish(&mut self, ending: Ending) {
        const STEP: Duration = Duration::from_millis(2);
        let deadline = Instant::now() + GRACE;
        let search_may_finish = ending == Ending::InputEnded && !self.search_is_endless;
        while Instant::now() < deadline
            && (self.job.as_ref().is_some_and(Job::is_running)
                || search_may_finish && self.game.is_searching())
        {
            thread::sleep(STEP);
        }
        self.halt();
    }

    /// Waits until what runs has come to its own end.
    pub(super) fn wait(&mut self) {
        if let Some(job) = self.job.take() {
            job.wait();
        }
        self.game.wait();
    }
}
