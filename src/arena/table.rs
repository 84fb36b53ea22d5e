use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::base::{FenError, GameOptions, Notation, OptionError, Position, Reason, Side};
use crate::games;
use crate::games::Variant;
use crate::games::{GameVisitor, visit_game};
use crate::rules::{Game, GameError};
use crate::search::STACK_BYTES;

use super::clock::GameClock;
use super::players::{Fault, Patience, Player, Terms, connect};
use super::referee::{self, Bout, Ending, Finished};
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
pub struct Table {
    variant: Variant,
    options: Vec<(String, String)>,
    adjudication: Adjudication,
    /// Made when the first game is played, and remade with a variant's own types.
    games: Option<Box<dyn Games>>,
}

impl Table {
    /// A table for games of this variant. `options` are the game's own, as name and value.
    pub fn new(variant: Variant, options: Vec<(String, String)>, adjudication: Adjudication) -> Self {
        Self { variant, options, adjudication, games: None }
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
        let games = match &mut self.games {
            Some(games) => games,
            None => self.games.insert(visit_game(
                self.variant,
                Opener { variant: self.variant, options: &self.options, adjudication: self.adjudication },
            )?),
        };
        games.play(setup, players, stop)
    }

    /// Tells all players to leave, and kills those that do not. Dropping the table does the same.
    pub fn dismiss_players(&mut self) {
        if let Some(games) = &mut self.games {
            games.dismiss_players();
        }
    }
}

/// A table whatever the game.
trait Games: Send {
    fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, SetupError>;

    fn dismiss_players(&mut self);
}

/// Makes the table of a game.
struct Opener<'a> {
    variant: Variant,
    options: &'a [(String, String)],
    adjudication: Adjudication,
}

impl GameVisitor for Opener<'_> {
    type Output = Result<Box<dyn Games>, SetupError>;

    fn visit<G: games::Game>(self) -> Self::Output {
        type OptionsOf<G> = <<G as games::Game>::Position as Notation>::Options;
        let mut options = OptionsOf::<G>::default();
        for (name, value) in self.options {
            let known = OptionsOf::<G>::SPECS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
            let spec = known
                .ok_or_else(|| SetupError::UnknownOption { variant: self.variant, name: name.clone() })?;
            options.set(spec.name, value)?;
        }
        Ok(Box::new(GamesOf::<G> {
            variant: self.variant,
            options,
            set_options: self.options.to_vec(),
            adjudication: self.adjudication,
            seats: Vec::new(),
        }))
    }
}

/// At most so many players stay here; in a tournament of more, the one that has not played for longest leaves.
const MAX_SEATS: usize = 4;

struct GamesOf<G: games::Game> {
    variant: Variant,
    options: <G::Position as Notation>::Options,
    set_options: Vec<(String, String)>,
    adjudication: Adjudication,
    /// The players here, those who played last at the end.
    seats: Vec<Seat<G::Position>>,
}

/// A player's place.
struct Seat<P: Notation> {
    spec: PlayerSpec,
    /// What the player speaks, once that has been found out.
    protocol: Protocol,
    player: Option<Box<dyn Player<P>>>,
    /// It has been ready for a game before.
    has_played: bool,
}

impl<P: Notation> Seat<P> {
    fn new(spec: &PlayerSpec) -> Self {
        let protocol = match &spec.kind {
            super::PlayerKind::Internal | super::PlayerKind::Reference => Protocol::Auto,
            super::PlayerKind::Program(program) => program.protocol,
        };
        Self { spec: spec.clone(), protocol, player: None, has_played: false }
    }

    fn dismiss(&mut self) {
        self.player = None;
    }
}

/// Says goodbye before the player is dropped.
impl<P: Notation> Drop for Seat<P> {
    fn drop(&mut self) {
        if let Some(player) = &mut self.player {
            player.quit();
        }
    }
}

impl<G: games::Game> Games for GamesOf<G> {
    fn play(
        &mut self,
        setup: &GameSetup,
        players: [&PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, SetupError> {
        let game = self.set_up(setup)?;
        let started = Timestamp::now();
        let clock = Instant::now();
        let mut seats = players.map(|spec| self.take_seat(spec));
        let outcome = self.play_between(&game, &mut seats, stop);
        for seat in seats {
            self.seats.push(seat);
        }
        let leaving = self.seats.len().saturating_sub(MAX_SEATS);
        self.seats.drain(..leaving);
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
            outcome: finished.ending.outcome,
            termination: finished.ending.termination,
            started: Timestamp::from_millisecond(started.as_millisecond()).unwrap_or(started),
            duration: Duration::from_millis(clock.elapsed().as_millis() as u64),
        }))
    }

    fn dismiss_players(&mut self) {
        // All are told before any is waited for.
        for seat in &mut self.seats {
            if let Some(player) = &mut seat.player {
                player.quit();
            }
        }
        self.seats.clear();
    }
}

impl<G: games::Game> Drop for GamesOf<G> {
    fn drop(&mut self) {
        self.dismiss_players();
    }
}

/// Plays a game: on the calling thread where all players are programs, otherwise on one with the stack that a search
/// needs, while the calling thread holds the searches on a leash.
fn play_watched<P: Notation>(
    bout: Bout<'_, P>,
    players: [&mut dyn Player<P>; 2],
) -> Result<Option<Finished>, SetupError> {
    const LOOK: Duration = Duration::from_millis(50);
    let watches: Vec<_> = players.iter().filter_map(|player| player.watch()).collect();
    if watches.is_empty() {
        return Ok(referee::play(bout, players));
    }
    let stop = bout.stop;
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let game = thread::Builder::new().name("game".to_owned()).stack_size(STACK_BYTES);
        game.spawn_scoped(scope, move || {
            let finished = referee::play(bout, players);
            // The receiver waits for this or for the sender to be dropped.
            let _ = sender.send(finished);
        })
        .map_err(|error| SetupError::Thread(error.to_string()))?;
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(finished) => return Ok(finished),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => watches.iter().for_each(|watch| watch.look(stop)),
            }
        }
    })
}

type GameOf<G> = Game<<G as games::Game>::Position>;

impl<G: games::Game> GamesOf<G> {
    /// The game with its opening played.
    fn set_up(&self, setup: &GameSetup) -> Result<GameOf<G>, SetupError> {
        let start = match &setup.fen {
            Some(fen) => G::Position::from_fen(fen, &self.options)?,
            None => G::Position::start(&self.options),
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
    fn take_seat(&mut self, spec: &PlayerSpec) -> Seat<G::Position> {
        match self.seats.iter().position(|seat| seat.spec == *spec) {
            Some(index) => self.seats.remove(index),
            None => Seat::new(spec),
        }
    }

    fn play_between(
        &self,
        game: &GameOf<G>,
        seats: &mut [Seat<G::Position>; 2],
        stop: &AtomicBool,
    ) -> Result<Option<Finished>, SetupError> {
        let specs = seats.each_ref().map(|seat| seat.spec.clone());
        for side in Side::BOTH {
            let seat = &mut seats[side.index()];
            if let Err(fault) = self.make_ready(seat, side, game, &specs, stop) {
                seat.dismiss();
                let detail = fault.to_string();
                let Some(ending) = Ending::no_answer(side, fault) else { return Ok(None) };
                if !seat.has_played {
                    return Err(SetupError::Player { name: seat.spec.name.clone(), problem: detail });
                }
                let texts = game.steps().map(|(before, m)| before.move_text(m, &self.options));
                return Ok(Some(Finished { moves: texts.map(MoveRecord::of_opening).collect(), ending }));
            }
            seat.has_played = true;
        }
        let bout = Bout {
            game: game.clone(),
            options: self.options.clone(),
            clocks: specs.each_ref().map(|spec| GameClock::new(spec.time, spec.margin)),
            patience: specs.each_ref().map(|spec| spec.patience),
            adjudication: self.adjudication,
            stop,
        };
        let [Some(first), Some(second)] = seats.each_mut().map(|seat| seat.player.as_deref_mut()) else {
            unreachable!("both players have been made ready");
        };
        let finished = play_watched(bout, [first, second])?;
        match &finished {
            None => seats.iter_mut().for_each(Seat::dismiss),
            Some(Finished { ending, .. }) => {
                if let Some(side) = ending.lost_player {
                    seats[side.index()].dismiss();
                }
                let (result, reason) = (ending.outcome.to_string(), ending.termination.cause.to_string());
                for player in seats.iter_mut().filter_map(|seat| seat.player.as_mut()) {
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
        seat: &mut Seat<G::Position>,
        side: Side,
        game: &GameOf<G>,
        specs: &[PlayerSpec; 2],
        stop: &AtomicBool,
    ) -> Result<(), Fault> {
        let start = game.start();
        let terms = Terms {
            variant: self.variant,
            options: &self.options,
            set_options: &self.set_options,
            start,
            usual_start: start.fen(&self.options) == G::Position::start(&self.options).fen(&self.options),
            side,
            controls: specs.each_ref().map(|spec| spec.time),
            opponent: &specs[(!side).index()].name,
        };
        let patience = || Patience::new(seat.spec.patience, stop);
        if let Some(player) = &mut seat.player {
            match player.new_game(&terms, &patience()) {
                Ok(()) => return Ok(()),
                Err(Fault::CalledOff) => return Err(Fault::CalledOff),
                Err(fault) => log::info!("{} is started anew: {fault}", seat.spec.name),
            }
            seat.player = None;
        }
        let mut player = connect::<G>(&seat.spec, self.variant, &mut seat.protocol, stop)?;
        player.new_game(&terms, &patience())?;
        seat.player = Some(player);
        Ok(())
    }
}
