use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::{
    FenError, GameError, GameOptionError, GameOptions, Notation, PlayedGame, Position, Reason, Side,
};
use crate::games::{Game, Variant, with_game};
use crate::search::{STACK_BYTES, TablesError};

use super::clock::GameClock;
use super::live::{GameEvent, GameObserver, LiveClocks, LiveGame, LiveMove};
use super::players::{ConnectedPlayer, Deadline, NewGame, Player, PlayerError, connect};
use super::referee::{self, FinishedGame, GameEnd, GameTask, TableOutcome};
use super::{Adjudication, GameRecord, MoveRecord, PlayerSpec, Protocol, TablebaseRule};

/// The setup of a game to play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSetup {
    /// The game's index in the schedule, from 0.
    pub game: usize,
    /// The index of the pair of games that share an opening, from 0.
    pub pair: usize,
    /// The round of the tournament, from 0.
    pub round: usize,
    /// The event's name.
    pub event: String,
    /// The initial position as FEN; `None` for the standard one.
    pub fen: Option<String>,
    /// The opening moves in protocol notation.
    pub opening: Vec<String>,
}

/// Why a game cannot be played as set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// An option of the game does not exist or has an invalid value.
    #[error(transparent)]
    Option(#[from] GameOptionError),
    /// The tablebases for adjudication cannot be used.
    #[error("adjudication: {0}")]
    Tables(#[from] TablesError),
    /// The FEN is not a position of this game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An opening move is illegal.
    #[error("opening, {0}")]
    Opening(#[from] GameError),
    /// The game is over after the opening.
    #[error("the game is over after the opening: {0}")]
    Over(Reason),
    /// A thread could not be started.
    #[error("cannot start a thread: {0}")]
    Thread(String),
    /// A player that has not played a game yet cannot be used: its program does not exist, speaks no known protocol,
    /// does not play this game, or lacks a requested option.
    #[error("player {name}: {problem}")]
    Player {
        /// The player's name.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// Plays games of one variant, one after the other. Players are kept between games; one that has crashed or was killed
/// is restarted. A run with several concurrent games has one runner per concurrent game.
///
/// Programs are started on the calling thread and inherit its CPU affinity. On Linux they are killed when that thread
/// ends, so all games of a runner must be played on the same thread. Dropping the runner asks all players to quit, and
/// kills those that do not.
pub struct GameRunner {
    variant: Variant,
    options: Vec<(String, String)>,
    adjudication: Adjudication,
    tablebases: Option<TablebaseRule>,
    keeps_pv: bool,
    observer: Option<Box<GameObserver>>,
    /// Created with the first game; generic over the variant's types.
    runner: Option<Box<dyn AnyGameRunner>>,
}

impl GameRunner {
    /// A runner for games of this variant. `options` are the game's own, as names and values.
    pub fn new(variant: Variant, options: Vec<(String, String)>, adjudication: Adjudication) -> Self {
        Self {
            variant,
            options,
            adjudication,
            tablebases: None,
            keeps_pv: false,
            observer: None,
            runner: None,
        }
    }

    /// Ends all further games with the result of tablebases once they contain the position. Must be called before the
    /// first game.
    pub fn adjudicate_by_tables(&mut self, rule: TablebaseRule) {
        self.tablebases = Some(rule);
    }

    /// Keeps the principal variations of the players in the records of all further games. Must be called before the
    /// first game.
    pub fn keep_pv(&mut self) {
        self.keeps_pv = true;
    }

    /// Sends the events of all further games to `observer`.
    pub fn observe(&mut self, observer: impl FnMut(GameEvent) + Send + 'static) {
        self.observer = Some(Box::new(observer));
    }

    /// Plays one game. `players[0]` moves first in a game from the starting position. Returns `None` if `stop` was set
    /// before the game ended.
    ///
    /// # Errors
    ///
    /// If the setup is invalid for this variant, or a player cannot be used at all. Misbehaviour of a player that was
    /// ready for a game is not an error; it is part of the record.
    pub fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, SetupError> {
        let runner = if let Some(runner) = &mut self.runner {
            runner
        } else {
            let new = with_game!(self.variant, G => new_game_runner::<G>);
            let tables = self.tablebases.as_ref();
            self.runner.insert(new(self.variant, &self.options, self.adjudication, tables, self.keeps_pv)?)
        };
        runner.play(setup, players, stop, self.observer.as_deref_mut())
    }
}

/// A runner for any variant.
trait AnyGameRunner: Send {
    fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
        observer: Option<&mut GameObserver>,
    ) -> Result<Option<GameRecord>, SetupError>;
}

/// Creates the runner of a variant.
fn new_game_runner<G: Game>(
    variant: Variant,
    set_options: &[(String, String)],
    adjudication: Adjudication,
    tablebases: Option<&TablebaseRule>,
    keeps_pv: bool,
) -> Result<Box<dyn AnyGameRunner>, SetupError> {
    let options = GameOptions::of_pairs(set_options)?;
    if let Some(rule) = tablebases {
        rule.load::<G::Position>()?;
    }
    Ok(Box::new(TypedGameRunner::<G> {
        variant,
        options,
        set_options: set_options.to_vec(),
        adjudication,
        tablebases: tablebases.cloned(),
        keeps_pv,
        slots: Vec::new(),
    }))
}

/// The maximum number of players kept; in a tournament with more players, the least recently used one quits.
const MAX_PLAYERS: usize = 4;

struct TypedGameRunner<G: Game> {
    variant: Variant,
    options: <G::Position as Notation>::Options,
    set_options: Vec<(String, String)>,
    adjudication: Adjudication,
    tablebases: Option<TablebaseRule>,
    keeps_pv: bool,
    /// The players kept, the most recently used last.
    slots: Vec<PlayerSlot<G::Position>>,
}

/// A player, if it is running, and what is known about it.
struct PlayerSlot<P: Notation> {
    spec: PlayerSpec,
    /// The protocol that the program speaks, once detected.
    protocol: Protocol,
    player: Option<Box<dyn Player<P>>>,
    /// Whether it has been ready for a game before.
    has_played: bool,
    /// The name that it reported.
    engine: Option<String>,
}

impl<P: Notation> PlayerSlot<P> {
    fn new(spec: &PlayerSpec) -> Self {
        let protocol = match &spec.kind {
            super::PlayerKind::Internal | super::PlayerKind::Reference => Protocol::Auto,
            super::PlayerKind::Program(program) => program.protocol,
        };
        Self { spec: spec.clone(), protocol, player: None, has_played: false, engine: None }
    }

    fn drop_player(&mut self) {
        self.player = None;
    }
}

/// Asks the player to quit before dropping it.
impl<P: Notation> Drop for PlayerSlot<P> {
    fn drop(&mut self) {
        if let Some(player) = &mut self.player {
            player.quit();
        }
    }
}

impl<G: Game> AnyGameRunner for TypedGameRunner<G> {
    fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
        observer: Option<&mut GameObserver>,
    ) -> Result<Option<GameRecord>, SetupError> {
        let game = self.set_up(setup)?;
        let started = Timestamp::now();
        let clock = Instant::now();
        let mut slots = players.map(|spec| self.take_slot(spec));
        let outcome = self.play_between(setup, &game, &mut slots, stop, observer);
        let engines = slots.each_ref().map(|slot| slot.engine.clone());
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
            load: None,
            engines,
            remarks: finished.remarks,
            started: Timestamp::from_millisecond(started.as_millisecond()).unwrap_or(started),
            duration: Duration::from_millis(clock.elapsed().as_millis() as u64),
        }))
    }
}

impl<G: Game> Drop for TypedGameRunner<G> {
    fn drop(&mut self) {
        // All of them are asked before waiting for the first.
        for player in self.slots.iter_mut().filter_map(|slot| slot.player.as_mut()) {
            player.quit();
        }
    }
}

/// Plays a game: on the calling thread if both players are programs, otherwise on a thread with the stack size that a
/// search needs, while the calling thread checks the searches' watchdogs.
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
            // The receiver waits until this is sent or the sender is dropped.
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

type GameOf<G> = PlayedGame<<G as Game>::Position>;

impl<G: Game> TypedGameRunner<G> {
    /// The game after its opening.
    fn set_up(&self, setup: &GameSetup) -> Result<GameOf<G>, SetupError> {
        let start = G::Position::start_or(setup.fen.as_deref(), &self.options)?;
        let mut game = PlayedGame::new(start);
        game.play_texts(&setup.opening, &self.options)?;
        match game.position().verdict() {
            Some(verdict) => Err(SetupError::Over(verdict.reason)),
            None => Ok(game),
        }
    }

    /// Takes the slot of a player out of the list; it must be returned after the game.
    fn take_slot(&mut self, spec: &PlayerSpec) -> PlayerSlot<G::Position> {
        match self.slots.iter().position(|slot| slot.spec == *spec) {
            Some(index) => self.slots.remove(index),
            None => PlayerSlot::new(spec),
        }
    }

    fn play_between(
        &self,
        setup: &GameSetup,
        game: &GameOf<G>,
        slots: &mut [PlayerSlot<G::Position>; 2],
        stop: &AtomicBool,
        mut observer: Option<&mut GameObserver>,
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
                let moves = texts.map(MoveRecord::of_text).collect();
                return Ok(Some(FinishedGame { moves, end, remarks: Vec::new() }));
            }
            slot.has_played = true;
        }
        let clocks = specs.each_ref().map(|spec| GameClock::new(spec.time, spec.margin));
        if let Some(observer) = &mut observer {
            let names = specs.each_ref().map(|spec| spec.name.as_str());
            let start = LiveGame::of(setup, names, game, &self.options, &clocks);
            observer(GameEvent::Started(Box::new(start)));
        }
        let index = setup.game;
        let mut report_move = observer.map(|observer| {
            move |played: LiveMove, clocks: LiveClocks| {
                observer(GameEvent::Moved { game: index, played: Box::new(played), clocks });
            }
        });
        let options = &self.options;
        let table_outcome = self
            .tablebases
            .as_ref()
            .map(|rule| move |position: &G::Position| rule.outcome(position, options));
        let task = GameTask {
            game: game.clone(),
            options: self.options.clone(),
            clocks,
            patience: specs.each_ref().map(|spec| spec.patience),
            adjudication: self.adjudication,
            table_outcome: table_outcome.as_ref().map(|outcome| outcome as &TableOutcome<'_, G::Position>),
            keeps_pv: self.keeps_pv,
            stop,
            observer: report_move.as_mut().map(|report| report as &mut (dyn FnMut(_, _) + Send)),
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

    /// Makes a player ready for a game, starting it if necessary. A running player that fails is restarted once: it may
    /// have crashed unnoticed, or play only one game per process.
    fn make_ready(
        &self,
        slot: &mut PlayerSlot<G::Position>,
        side: Side,
        game: &GameOf<G>,
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
                == G::Position::start(&self.options).fen(&self.options),
            side,
            controls: specs.each_ref().map(|spec| spec.time),
            opponent: &specs[(!side).index()].name,
        };
        let deadline = || Deadline::new(slot.spec.patience, stop);
        if let Some(player) = &mut slot.player {
            match player.new_game(&new_game, &deadline()) {
                Ok(()) => return Ok(()),
                Err(PlayerError::Aborted) => return Err(PlayerError::Aborted),
                Err(error) => log::info!("restarting {}: {error}", slot.spec.name),
            }
            slot.player = None;
        }
        let ConnectedPlayer { mut player, engine, .. } =
            connect::<G>(&slot.spec, self.variant, &mut slot.protocol, stop)?;
        slot.engine = engine;
        player.new_game(&new_game, &deadline())?;
        slot.player = Some(player);
        Ok(())
    }
}
