//! The players: external programs, which speak one of four protocols, and two players inside the process: this engine
//! and a simple reference player.
//!
//! All players have the same interface; what a player reports about the end of the game is only a claim.
//! [`Process`](process::Process) handles a program's pipes, [`connect()`] detects its protocol, and each protocol has a
//! module.

mod cecp;
mod connect;
mod deadline;
mod error;
mod gomocup;
#[cfg(unix)]
mod guardian;
mod handshake;
mod internal;
#[cfg(unix)]
mod line_buffer;
mod options;
mod position_command;
#[cfg_attr(not(unix), path = "no_process.rs")]
mod process;
mod reference;
mod search_info;
mod ucci;
mod uci;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use crate::base::{Move, MoveError, Notation, PlayedGame, Side, shorten};
use crate::games::Variant;

use super::TimeControl;
use super::clock::GameClock;

pub use connect::{ConnectedPlayer, connect};
pub use deadline::Deadline;
pub use error::PlayerError;
pub use internal::{Internal, Watchdog};
pub use process::kill_all;
pub use reference::Reference;
pub use search_info::SearchInfo;

/// How long a program may take to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(1500);

/// A player of one variant.
pub trait Player<P: Notation>: Send {
    /// Prepares for a new game.
    ///
    /// # Errors
    ///
    /// If the player does not play such games, has exited, or is not ready in time.
    fn new_game(&mut self, new_game: &NewGame<'_, P>, deadline: &Deadline<'_>) -> Result<(), PlayerError>;

    /// Asks for a move in the current position, in which this player is to move, and waits for it. A late answer is
    /// still accepted, up to `turn.wait`; the referee decides whether it was in time.
    ///
    /// # Errors
    ///
    /// If there is no answer. The player may still be thinking, and must be dropped.
    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, PlayerError>;

    /// Reports that the game is over, with this result in PGN notation and this reason.
    fn game_over(&mut self, result: &str, reason: &str) {
        let _ = (result, reason);
    }

    /// Lets another thread stop a search that runs on the thread calling [`Player::choose`]; `None` for external
    /// programs.
    fn watchdog(&self) -> Option<Arc<Watchdog>> {
        None
    }

    /// Asks the player to quit. It is dropped soon afterwards.
    fn quit(&mut self) {}
}

/// The parameters of a new game.
pub struct NewGame<'a, P: Notation> {
    /// The game.
    pub variant: Variant,
    /// The game's options.
    pub options: &'a P::Options,
    /// The game's options that were set, as names and values.
    pub set_options: &'a [(String, String)],
    /// The position before the opening.
    pub start: &'a P,
    /// Whether that is the standard initial position.
    pub is_start_position: bool,
    /// The player's side.
    pub side: Side,
    /// Both players' time controls.
    pub controls: [TimeControl; 2],
    /// The opponent's name.
    pub opponent: &'a str,
}

/// A request for a move.
pub struct Turn<'a, P: Notation> {
    /// The game so far, including the opening.
    pub game: &'a PlayedGame<P>,
    /// The player's side, which is to move.
    pub side: Side,
    /// Both clocks.
    pub clocks: &'a [GameClock; 2],
    /// Whether the opponent offered a draw with its last move. Offering one as well accepts it.
    pub draw_is_offered: bool,
    /// How long to wait for an answer.
    pub wait: Duration,
    /// Whether to return the player's principal variation.
    pub wants_pv: bool,
    /// Set from outside to abort the game.
    pub stop: &'a std::sync::atomic::AtomicBool,
    /// The player's output in this turn that is relevant to a verdict.
    pub quotes: &'a RefCell<Vec<String>>,
}

impl<P: Notation> Turn<'_, P> {
    /// Keeps a line of the player's output for the record, because the verdict may be disputed.
    pub fn quote(&self, line: &str) {
        /// The limit prevents a player that complains forever from filling the journal.
        const MOST: usize = 8;
        const LONGEST: usize = 200;
        let mut quotes = self.quotes.borrow_mut();
        if quotes.len() < MOST {
            quotes.push(line.trim().chars().take(LONGEST).collect());
        }
    }

    /// The clock of the side to move.
    pub fn clock(&self) -> &GameClock {
        &self.clocks[self.side.index()]
    }

    /// Parses the move of a player that writes moves under these options. No other notation is tried: that could turn
    /// an illegal move into a legal one.
    pub fn read(&self, text: &str, options: &P::Options) -> PlayerAction {
        self.game
            .position()
            .parse_move(text, options)
            .map_or_else(|error| PlayerAction::Illegal { text: shorten(text), error }, PlayerAction::Move)
    }

    /// The moves of a principal variation, written under these options, up to the first illegal one. Empty if it was
    /// not requested, or does not begin with the player's move.
    pub fn read_pv<T: AsRef<str>>(
        &self,
        action: &PlayerAction,
        texts: impl IntoIterator<Item = T>,
        options: &P::Options,
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.wants_pv {
            return moves;
        }
        let mut position = self.game.position().clone();
        for text in texts {
            let Ok(m) = position.parse_move(text.as_ref(), options) else { break };
            if moves.is_empty() && *action != PlayerAction::Move(m) {
                break;
            }
            moves.push(m);
            position.make(m, &mut ());
            position.forget_moves();
        }
        moves
    }

    /// The deadline for an answer to a question asked now.
    pub fn deadline(&self) -> Deadline<'_> {
        Deadline::new(self.wait, self.stop)
    }
}

/// A player's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The player's action.
    pub action: PlayerAction,
    /// The time that the player took.
    pub elapsed: Duration,
    /// What the player reported about its search.
    pub search_info: SearchInfo,
    /// The principal variation, beginning with the player's move; empty if unknown or not requested.
    pub pv: Vec<Move>,
    /// Whether the player offers a draw.
    pub offers_draw: bool,
}

/// A player's action in its turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerAction {
    /// It makes this move.
    Move(Move),
    /// It makes an illegal move.
    Illegal {
        /// The move as written, shortened if long.
        text: String,
        /// Why it is illegal.
        error: MoveError,
    },
    /// It makes no move, claiming that the game is drawn.
    DrawClaim,
    /// It resigns.
    Resign,
}
