//! The referee of one game: asks the players in turn, checks every move by the rulebook, keeps the clocks, and ends the
//! game with a reason. What players say of the game's end is never taken at its word but against themselves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::base::{Notation, Outcome, Side};
use crate::rules::Game;

use super::adjudication::{Adjudication, Adjudicator};
use super::clock::GameClock;
use super::players::{Decision, Fault, Player, Reply, Turn};
use super::record::{Cause, MoveRecord, Termination};

/// A game that is about to be played.
pub struct Bout<'a, P: Notation> {
    /// The game with the moves of its opening.
    pub game: Game<P>,
    /// The options under which records write moves.
    pub options: P::Options,
    /// Both clocks.
    pub clocks: [GameClock; 2],
    /// How long past its time each player is waited for.
    pub patience: [Duration; 2],
    /// When to end a game that the rules would let go on.
    pub adjudication: Adjudication,
    /// Set from outside where the game is not to be finished.
    pub stop: &'a AtomicBool,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub termination: Termination,
    /// The side whose player cannot be asked again: it has gone, or nobody knows what it is doing.
    pub lost_player: Option<Side>,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// All moves, those of the opening among them.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub ending: Ending,
}

impl Ending {
    /// The game ended in the regular course of things.
    const fn regular(outcome: Outcome, cause: Cause) -> Self {
        Self {
            outcome,
            termination: Termination { cause, blamed: None, detail: String::new() },
            lost_player: None,
        }
    }

    /// A side has lost by its own fault.
    pub const fn fault(side: Side, cause: Cause, detail: String) -> Self {
        let termination = Termination { cause, blamed: Some(side), detail };
        Self { outcome: Outcome::Win(side.opponent()), termination, lost_player: None }
    }

    /// A side has lost as its player gave no answer; nothing where the game was called off.
    pub fn no_answer(side: Side, fault: Fault) -> Option<Self> {
        let (cause, detail) = match fault {
            Fault::CalledOff => return None,
            Fault::Silent => (Cause::Stall, String::new()),
            Fault::Crashed(detail) => (Cause::Crash, detail),
            Fault::Left(detail) => (Cause::Disconnect, detail),
            Fault::FalseClaim(detail) => (Cause::FalseClaim, detail),
            Fault::Unfit(detail) => (Cause::NoStart, detail),
        };
        Some(Self { lost_player: Some(side), ..Self::fault(side, cause, detail) })
    }
}

/// Plays a game to its end. Nothing where it was called off; the player who was thinking then must be dismissed.
pub fn play<P: Notation>(bout: Bout<'_, P>, players: [&mut dyn Player<P>; 2]) -> Option<Finished> {
    let moves = bout
        .game
        .steps()
        .map(|(before, m)| MoveRecord::of_opening(before.move_text(m, &bout.options)))
        .collect();
    let adjudicator = Adjudicator::new(bout.adjudication);
    let mut referee = Referee { bout, players, moves, adjudicator, has_offered_draw: None };
    loop {
        match referee.next_move() {
            Next::Move => {}
            Next::End(ending) => return Some(Finished { moves: referee.moves, ending }),
            Next::CalledOff => return None,
        }
    }
}

enum Next {
    Move,
    End(Ending),
    CalledOff,
}

struct Referee<'a, 'p, P: Notation> {
    bout: Bout<'a, P>,
    players: [&'p mut dyn Player<P>; 2],
    moves: Vec<MoveRecord>,
    adjudicator: Adjudicator,
    /// Who offered a draw with the last move.
    has_offered_draw: Option<Side>,
}

impl<P: Notation> Referee<'_, '_, P> {
    fn next_move(&mut self) -> Next {
        let position = self.bout.game.position();
        if let Some(verdict) = position.verdict() {
            return Next::End(Ending::regular(verdict.outcome, Cause::Rule(verdict.reason)));
        }
        let side = position.side_to_move();
        let index = side.index();
        let wait = self.bout.clocks[index].longest_wait(self.bout.patience[index]);
        let turn = Turn {
            game: &self.bout.game,
            side,
            clocks: &self.bout.clocks,
            draw_is_offered: self.has_offered_draw == Some(!side),
            wait,
            stop: self.bout.stop,
        };
        match self.players[index].choose(&turn) {
            Ok(reply) => self.judge(side, reply).map_or(Next::Move, Next::End),
            Err(fault) => Ending::no_answer(side, fault).map_or(Next::CalledOff, Next::End),
        }
    }

    /// Acts on an answer, and says how the game ends by it, if it does.
    fn judge(&mut self, side: Side, reply: Reply) -> Option<Ending> {
        if let Err(overstepped) = self.bout.clocks[side.index()].spend(reply.elapsed) {
            let detail = format!("late by {:.3} s", overstepped.0.as_secs_f64());
            return Some(Ending::fault(side, Cause::TimeForfeit, detail));
        }
        let position = self.bout.game.position();
        let m = match reply.decision {
            Decision::Move(m) if position.is_legal(m) => m,
            Decision::Move(m) => {
                let detail = format!("a move of the bits {:#06x}", m.bits());
                return Some(Ending::fault(side, Cause::IllegalMove, detail));
            }
            Decision::Illegal { text, error } => {
                let fatal = position.fatal_move(&text, &self.bout.options);
                let cause = fatal.map_or(Cause::IllegalMove, Cause::Rule);
                return Some(Ending::fault(side, cause, error.to_string()));
            }
            Decision::Resign => return Some(Ending::regular(Outcome::Win(!side), Cause::Resignation)),
        };
        self.moves.push(MoveRecord {
            text: position.move_text(m, &self.bout.options),
            score: reply.thoughts.score,
            depth: reply.thoughts.depth,
            time: Some(Duration::from_micros(reply.elapsed.as_micros() as u64)),
            nodes: reply.thoughts.nodes,
        });
        self.bout.game.play(m);
        if self.bout.game.position().verdict().is_some() {
            // The rulebook comes first; it speaks before the next move.
            return None;
        }
        let other_offered = self.has_offered_draw.take() == Some(!side);
        if reply.offers_draw && other_offered {
            return Some(Ending::regular(Outcome::Draw, Cause::Agreement));
        }
        self.has_offered_draw = reply.offers_draw.then_some(side);
        self.adjudicator
            .hear(side, reply.thoughts.score, self.moves.len())
            .map(|(outcome, cause)| Ending::regular(outcome, cause))
    }
}
