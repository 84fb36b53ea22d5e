//! The players: programs that speak one of four protocols, and two without a program around them: our own engine, and
//! a plain reference player.
//!
//! Every player is asked for a move in the same way and answers in the same way, whatever it speaks; what it says of
//! the game's end is only a claim. [`Process`](process::Process) holds a program's pipes, [`connect()`] finds out what it
//! speaks, and each protocol has a file of its own.

mod cecp;
mod connect;
mod fault;
mod gomocup;
mod greeting;
mod internal;
#[cfg(unix)]
mod lines;
mod options;
mod patience;
mod position_line;
#[cfg_attr(not(unix), path = "no_process.rs")]
mod process;
mod reference;
mod thoughts;
mod ucci;
mod uci;

use std::sync::Arc;
use std::time::Duration;

use crate::base::{Move, MoveError, Notation, Side, shorten};
use crate::rules::{Game, Variant};

use super::TimeControl;
use super::clock::GameClock;

pub use connect::connect;
pub use fault::Fault;
pub use internal::{Internal, Watch};
pub use patience::Patience;
pub use process::kill_all;
pub use reference::Reference;
pub use thoughts::Thoughts;

/// A program that was asked to leave may take this long.
const GRACE: Duration = Duration::from_millis(1500);

/// Somebody who can be asked for moves.
pub trait Player<P: Notation>: Send {
    /// Makes ready for a new game.
    ///
    /// # Errors
    /// Where the player does not play such a game, is not there any more, or does not get ready in time.
    fn new_game(&mut self, terms: &Terms<'_, P>, patience: &Patience<'_>) -> Result<(), Fault>;

    /// Asks for a move in the game's position, in which it is this player's turn, and waits for it. The time counts
    /// from when the question has been asked; a player that answers late is still heard, until `turn.patience` ends.
    ///
    /// # Errors
    /// Where there is no answer. The player may still be thinking then, and must be dismissed.
    fn choose(&mut self, turn: &Turn<'_, P>) -> Result<Reply, Fault>;

    /// The game is over, with this result as PGN writes it and this reason.
    fn game_over(&mut self, result: &str, reason: &str) {
        let _ = (result, reason);
    }

    /// Through which another thread can end what the player does on the thread that asks it; nothing for a player who
    /// does nothing there.
    fn watch(&self) -> Option<Arc<Watch>> {
        None
    }

    /// Asks the player to leave. It is dropped soon afterwards, and may use this time until then.
    fn quit(&mut self) {}
}

/// What a player is told of a game before it begins.
pub struct Terms<'a, P: Notation> {
    /// The game.
    pub variant: Variant,
    /// The game's options.
    pub options: &'a P::Options,
    /// Those of them that were set, as name and value.
    pub set_options: &'a [(String, String)],
    /// The position before the first move of the opening.
    pub start: &'a P,
    /// Whether that is where all games start.
    pub usual_start: bool,
    /// The player's own side.
    pub side: Side,
    /// Both players' time controls.
    pub controls: [TimeControl; 2],
    /// The opponent's name.
    pub opponent: &'a str,
}

/// What a player is asked.
pub struct Turn<'a, P: Notation> {
    /// The game so far, the opening included.
    pub game: &'a Game<P>,
    /// The player's own side, whose turn it is.
    pub side: Side,
    /// Both clocks.
    pub clocks: &'a [GameClock; 2],
    /// Whether the opponent has offered a draw with its last move. To offer one as well is to accept.
    pub draw_is_offered: bool,
    /// How long an answer is waited for.
    pub wait: Duration,
    /// Set from outside where nobody needs the answer any more.
    pub stop: &'a std::sync::atomic::AtomicBool,
}

impl<P: Notation> Turn<'_, P> {
    /// The clock of the player who is asked.
    pub fn clock(&self) -> &GameClock {
        &self.clocks[self.side.index()]
    }

    /// What a text means that the player gave for its move, where it writes moves under these options. It is never read in
    /// another way: that could turn an illegal move into a legal one that nobody meant.
    pub fn read(&self, text: &str, options: &P::Options) -> Decision {
        self.game
            .position()
            .parse_move(text, options)
            .map_or_else(|error| Decision::Illegal { text: shorten(text), error }, Decision::Move)
    }

    /// The patience with an answer to a question that is asked now.
    pub fn patience(&self) -> Patience<'_> {
        Patience::new(self.wait, self.stop)
    }
}

/// What a player answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// What it wants to do.
    pub decision: Decision,
    /// How long it took.
    pub elapsed: Duration,
    /// What it said of its search.
    pub thoughts: Thoughts,
    /// Whether it offers a draw.
    pub offers_draw: bool,
}

/// What a player wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Make this move.
    Move(Move),
    /// Make a move that the rules do not allow.
    Illegal {
        /// What it wrote, shortened where it is long.
        text: String,
        /// What is wrong with that.
        error: MoveError,
    },
    /// Give up.
    Resign,
}
