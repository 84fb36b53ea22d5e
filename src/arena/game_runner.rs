use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::{FenError, GameOptions, Notation, OptionError, Position, Reason, Side};
use crate::engine::{GameVisitor, visit_game};
use crate::eval::Evaluator;
use crate::rules::{Game, GameError, Variant};
use crate::search::STACK_BYTES;

use super::clock::GameClock;
use super::players::{Deadline, NewGame, Player, PlayerError, connect};
use super::referee::{self, FinishedGame, GameEnd, GameTask};
use super::{Adjudication, GameRecord, MoveRecord, PlayerSpec, Protocol};

/// One game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    /// The game's number in its schedule, from 0.
    pub game: usize,
    /// The number of the pair of games that share an opening, from 0.
    pub pair: usize,
    /// The round of the tournament, from 0.
    pub round: usize,
    /// The tournament's or match's name.
    pub event: String,
    /// The position to start from; the game's own start where nothing is said.
    pub fen: Option<String>,
    /// The moves to make before the players take over, as the protocol writes them.
    pub opening: Vec<String>,
}

/// A game that cannot be played as it was set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A value that an option of the game cannot have.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An option that the game does not have.
    #[error("{variant} has no option called {name:?}")]
    UnknownOption {
        /// The game.
        variant: Variant,
        /// The name.
        name: String,
    },
    /// A FEN that is no position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of the opening that is not legal.
    #[error("opening, {0}")]
    Opening(#[from] GameError),
    /// The opening leaves nothing to play.
    #[error("the game is over after its opening: {0}")]
    Over(Reason),
    /// The system has no thread for the game.
    #[error("no thread for a game: {0}")]
    Thread(String),
    /// A player who has not played a single game cannot: its program is not there, does not speak a known protocol, does
    /// not play this game, or does not have an option that it was given.
    #[error("player {name}: {problem}")]
    Player {
        /// The player's name.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// A place where games of one variant are played, one after the other. Players stay here from one game to the next; one
/// that has crashed or was killed is started anew. A runner with several games at a time has a table for each.
///
/// A player's program is a child of the thread that first needs it, and so runs on the processors that this thread may
/// run on.
pub struct GameRunner {
    variant: Variant,
    options: Vec<(String, String)>,
    adjudication: Adjudication,
    /// Made when the first game is played, and remade with a variant's own types.
    runner: Option<Box<dyn AnyGameRunner>>,
}

impl GameRunner {
    /// A table for games of this variant. `options` are the game's own, as name and value.
    pub fn new(variant: Variant, options: Vec<(String, String)>, adjudication: Adjudication) -> Self {
        Self { variant, options, adjudication, runner: None }
    }

    /// Plays one game between the player who makes the first move of a game from the starting position and the other.
    /// Returns nothing where `stop` was set before the game had ended.
    ///
    /// # Errors
    /// Where the setup is none of this variant, or a player cannot play at all. Whatever a player does wrong once it has
    /// been ready for a game is no error but part of the record.
    pub fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, SetupError> {
        let runner = match &mut self.runner {
            Some(runner) => runner,
            None => self.runner.insert(visit_game(
                self.variant,
                NewGameRunner {
                    variant: self.variant,
                    options: &self.options,
                    adjudication: self.adjudication,
                },
            )?),
        };
        runner.play(setup, players, stop)
    }

    /// Tells all players to leave, and kills those that do not. Dropping the table does the same.
    pub fn quit_players(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.quit_players();
        }
    }
}

/// A table whatever the game.
trait AnyGameRunner: Send {
    fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, SetupError>;

    fn quit_players(&mut self);
}

/// Makes the table of a game.
struct NewGameRunner<'a> {
    variant: Variant,
    options: &'a [(String, String)],
    adjudication: Adjudication,
}

impl GameVisitor for NewGameRunner<'_> {
    type Output = Result<Box<dyn AnyGameRunner>, SetupError>;

    fn visit<E: Evaluator>(self) -> Self::Output {
        type OptionsOf<E> = <<E as Evaluator>::Position as Notation>::Options;
        let mut options = OptionsOf::<E>::default();
        for (name, value) in self.options {
            let known = OptionsOf::<E>::SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
            let spec = known
                .ok_or_else(|| SetupError::UnknownOption { variant: self.variant, name: name.clone() })?;
            options.set(spec.name, value)?;
        }
        Ok(Box::new(TypedGameRunner::<E> {
            variant: self.variant,
            options,
            set_options: self.options.to_vec(),
            adjudication: self.adjudication,
            slots: Vec::new(),
        }))
    }
}

/// At most so many players stay here; in a tournament of more, the one that has not played for longest leaves.
const MAX_PLAYERS: usize = 4;

struct TypedGameRunner<E: Evaluator> {
    variant: Variant,
    options: <E::Position as Notation>::Options,
    set_options: Vec<(String, String)>,
    adjudication: Adjudication,
    /// The players here, those who played last at the end.
    slots: Vec<PlayerSlot<E::Position>>,
}

/// A player's place.
struct PlayerSlot<P: Notation> {
    spec: PlayerSpec,
    /// What the player speaks, once that has been found out.
    protocol: Protocol,
    player: Option<Box<dyn Player<P>>>,
    /// It has been ready for a game before.
    has_played: bool,
}

impl<P: Notation> PlayerSlot<P> {
    fn new(spec: &PlayerSpec) -> Self {
        let protocol = match &spec.kind {
            super::PlayerKind::Internal | super::PlayerKind::Reference => Protocol::Auto,
            super::PlayerKind::Program(program) => program.protocol,
        };
        Self { spec: spec.clone(), protocol, player: None, has_played: false }
    }

    fn drop_player(&mut self) {
        self.player = None;
    }
}

/// Says goodbye before the player is dropped.
impl<P: Notation> Drop for PlayerSlot<P> {
    fn drop(&mut self) {
        if let Some(player) = &mut self.player {
            player.quit();
        }
    }
}

impl<E: Evaluator> AnyGameRunner for TypedGameRunner<E> {
    fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, SetupError> {
        let game = self.set_up(setup)?;
        let started = Timestamp::now();
        let clock = Instant::now();
        let mut slots = players.map(|spec| self.take_slot(spec));
        let outcome = self.play_between(&game, &mut slots, stop);
        for slot in slots {
            self.slots.push(slot);
        }
        let leaving = self.slots.len().saturating_sub(MAX_PLAYERS);
        self.slots.drain(..leaving);
        let Some(finished) = outcome? else { return Ok(None) };
        Ok(Some(GameRecord {
            game: setup.game,
            pair: setup.pair,
            round: setup.round,
            event: setup.event.clone(),
            variant: self.variant,
            options: self.set_options.clone(),
            players: players.map(|spec| spec.name.clone()),
            time_controls: players.map(|spec| spec.time),
            fen: game.start().fen(&self.options),
            opening_plies: game.moves().len(),
            moves: finished.moves,
            outcome: finished.end.outcome,
            termination: finished.end.termination,
            started: Timestamp::from_millisecond(started.as_millisecond()).unwrap_or(started),
            duration: Duration::from_millis(clock.elapsed().as_millis() as u64),
        }))
    }

    fn quit_players(&mut self) {
        // All are told before any is waited for.
        for slot in &mut self.slots {
            if let Some(player) = &mut slot.player {
                player.quit();
            }
        }
        self.slots.clear();
    }
}

impl<E: Evaluator> Drop for TypedGameRunner<E> {
    fn drop(&mut self) {
        self.quit_players();
    }
}

/// Plays a game: on the calling thread where all players are programs, otherwise on one with the stack that a search
/// needs, while the calling thread holds the searches on a leash.
fn play_with_watchdogs<P: Notation>(
    task: GameTask<'_, P>,
    players: [&mut dyn Player<P>; 2],
) -> Result<Option<FinishedGame>, SetupError> {
    const CHECK_INTERVAL: Duration = Duration::from_millis(50);
    let watchdogs: Vec<_> = players.iter().filter_map(|player| player.watchdog()).collect();
    if watchdogs.is_empty() {
        return Ok(referee::play(task, players));
    }
    let stop = task.stop;
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let game = thread::Builder::new().name("game".to_owned()).stack_size(STACK_BYTES);
        game.spawn_scoped(scope, move || {
            let finished = referee::play(task, players);
            // The receiver waits for this or for the sender to be dropped.
            let _ = sender.send(finished);
        })
        .map_err(|error| SetupError::Thread(error.to_string()))?;
        loop {
            match receiver.recv_timeout(CHECK_INTERVAL) {
                Ok(finished) => return Ok(finished),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => watchdogs.iter().for_each(|watchdog| watchdog.check(stop)),
            }
        }
    })
}

type GameOf<E> = Game<<E as Evaluator>::Position>;

impl<E: Evaluator> TypedGameRunner<E> {
    /// The game with its opening played.
    fn set_up(&self, setup: &GameSetup) -> Result<GameOf<E>, SetupError> {
        let start = match &setup.fen {
            Some(fen) => E::Position::from_fen(fen, &self.options)?,
            None => E::Position::start(&self.options),
        };
        let mut game = Game::new(start);
        let opening: Vec<_> = setup.opening.iter().map(String::as_str).collect();
        game.play_texts(&opening, &self.options)?;
        match game.position().verdict() {
            Some(verdict) => Err(SetupError::Over(verdict.reason)),
            None => Ok(game),
        }
    }

    /// The seat of a player, which has to be given back after the game.
    fn take_slot(&mut self, spec: &PlayerSpec) -> PlayerSlot<E::Position> {
        match self.slots.iter().position(|slot| slot.spec == *spec) {
            Some(index) => self.slots.remove(index),
            None => PlayerSlot::new(spec),
        }
    }

    fn play_between(
        &self,
        game: &GameOf<E>,
        slots: &mut [PlayerSlot<E::Position>; 2],
        stop: &AtomicBool,
    ) -> Result<Option<FinishedGame>, SetupError> {
        let specs = slots.each_ref().map(|slot| slot.spec.clone());
        for side in Side::BOTH {
            let slot = &mut slots[side.index()];
            if let Err(error) = self.make_ready(slot, side, game, &specs, stop) {
                slot.drop_player();
                let detail = error.to_string();
                let Some(end) = GameEnd::of_error(side, error) else { return Ok(None) };
                if !slot.has_played {
                    return Err(SetupError::Player { name: slot.spec.name.clone(), problem: detail });
                }
                let texts = game.steps().map(|(before, m)| before.move_text(m, &self.options));
                return Ok(Some(FinishedGame { moves: texts.map(MoveRecord::of_opening).collect(), end }));
            }
            slot.has_played = true;
        }
        let task = GameTask {
            game: game.clone(),
            options: self.options.clone(),
            clocks: specs.each_ref().map(|spec| GameClock::new(spec.time, spec.margin)),
            patience: specs.each_ref().map(|spec| spec.patience),
            adjudication: self.adjudication,
            stop,
        };
        let [Some(first), Some(second)] = slots.each_mut().map(|slot| slot.player.as_deref_mut()) else {
            unreachable!("both players have been made ready");
        };
        let finished = play_with_watchdogs(task, [first, second])?;
        match &finished {
            None => slots.iter_mut().for_each(PlayerSlot::drop_player),
            Some(FinishedGame { end, .. }) => {
                if let Some(side) = end.unusable_player {
                    slots[side.index()].drop_player();
                }
                let (result, reason) = (end.outcome.to_string(), end.termination.cause.to_string());
                for player in slots.iter_mut().filter_map(|slot| slot.player.as_mut()) {
                    player.game_over(&result, &reason);
                }
            }
        }
        Ok(finished)
    }

    /// Has the player of a seat ready for a game, starting it where it is not there. One that has been there for a while
    /// may have gone unnoticed, or play one game only: it is started anew then, once.
    fn make_ready(
        &self,
        slot: &mut PlayerSlot<E::Position>,
        side: Side,
        game: &GameOf<E>,
        specs: &[PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<(), PlayerError> {
        let start = game.start();
        let new_game = NewGame {
            variant: self.variant,
            options: &self.options,
            set_options: &self.set_options,
            start,
            is_start_position: start.fen(&self.options)
                == E::Position::start(&self.options).fen(&self.options),
            side,
            controls: specs.each_ref().map(|spec| spec.time),
            opponent: &specs[(!side).index()].name,
        };
        let deadline = || Deadline::new(slot.spec.patience, stop);
        if let Some(player) = &mut slot.player {
            match player.new_game(&new_game, &deadline()) {
                Ok(()) => return Ok(()),
                Err(PlayerError::Aborted) => return Err(PlayerError::Aborted),
                Err(error) => log::info!("{} is started anew: {error}", slot.spec.name),
            }
            slot.player = None;
        }
        let mut player = connect::<E>(&slot.spec, self.variant, &mut slot.protocol, stop)?;
        player.new_game(&new_game, &deadline())?;
        slot.player = Some(player);
        Ok(())
    }
}
