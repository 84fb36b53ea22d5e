//! The referee of one game: asks the players for moves in turn, checks the moves against the rules, keeps the clocks,
//! and decides how the game ends. A player's claim about the result only counts against the player itself.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::base::{Move, Notation, Outcome, PlayedGame, Side, shorten};

use super::adjudication::{AdjudicatedMove, Adjudication, Adjudicator};
use super::clock::GameClock;
use super::live::{LiveClocks, LiveMove};
use super::players::{Player, PlayerAction, PlayerError, Reply, Turn};
use super::{Cause, MoveRecord, Remark, Termination};

/// Looks up the result of a position in tablebases.
pub type TableOutcome<'a, P> = dyn Fn(&P) -> Option<Outcome> + Sync + 'a;

/// A game to play, with everything that the referee needs.
pub struct GameTask<'a, P: Notation> {
    /// The game after its opening.
    pub game: PlayedGame<P>,
    /// The options under which records write moves.
    pub options: P::Options,
    /// Both clocks.
    pub clocks: [GameClock; 2],
    /// How long to wait for each player after its time is up.
    pub patience: [Duration; 2],
    /// When to end a game before the rules do.
    pub adjudication: Adjudication,
    /// Looks up the result of a position in tablebases.
    pub table_outcome: Option<&'a TableOutcome<'a, P>>,
    /// Whether records keep the players' principal variations.
    pub keeps_pv: bool,
    /// Set from outside to abort the game.
    pub stop: &'a AtomicBool,
    /// Receives the players' moves, with the clocks after each of them.
    pub observer: Option<&'a mut (dyn FnMut(LiveMove, LiveClocks) + Send)>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameEnd {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub termination: Termination,
    /// The side whose player can no longer be used: it has exited, or its state is unknown.
    pub unusable_player: Option<Side>,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedGame {
    /// All moves, including the opening.
    pub moves: Vec<MoveRecord>,
    /// How the game ended.
    pub end: GameEnd,
    /// Output of the players that is relevant to a verdict.
    pub remarks: Vec<Remark>,
}

impl GameEnd {
    /// A game that ended without anyone's fault.
    const fn regular(outcome: Outcome, cause: Cause) -> Self {
        Self {
            outcome,
            termination: Termination { cause, blamed: None, detail: String::new() },
            unusable_player: None,
        }
    }

    /// A loss of a side through its own fault.
    pub const fn loss(side: Side, cause: Cause, detail: String) -> Self {
        let termination = Termination { cause, blamed: Some(side), detail };
        Self { outcome: Outcome::Win(side.opponent()), termination, unusable_player: None }
    }

    /// The loss of a side whose player did not answer; `None` if the game was aborted.
    pub fn of_error(side: Side, error: PlayerError) -> Option<Self> {
        let (cause, detail) = match error {
            PlayerError::Aborted => return None,
            PlayerError::Timeout => (Cause::Stall, String::new()),
            PlayerError::Crashed(detail) => (Cause::Crash, detail),
            PlayerError::Disconnected(detail) => (Cause::Disconnect, detail),
            PlayerError::FalseClaim(detail) => (Cause::FalseClaim, detail),
            PlayerError::Unusable(detail) => (Cause::NoStart, detail),
        };
        Some(Self { unusable_player: Some(side), ..Self::loss(side, cause, detail) })
    }
}

/// Plays a game to its end. Returns `None` if it was aborted; the player that was thinking must then be dropped.
pub fn play<P: Notation>(task: GameTask<'_, P>, players: [&mut dyn Player<P>; 2]) -> Option<FinishedGame> {
    let moves = task
        .game
        .steps()
        .map(|(before, m)| MoveRecord::of_text(before.move_text(m, &task.options)))
        .collect();
    let adjudicator = Adjudicator::new(task.adjudication);
    let mut referee =
        Referee { task, players, moves, adjudicator, draw_offered_by: None, remarks: Vec::new() };
    loop {
        match referee.next_move() {
            PlyResult::Played => {}
            PlyResult::End(end) => {
                return Some(FinishedGame { moves: referee.moves, end, remarks: referee.remarks });
            }
            PlyResult::Aborted => return None,
        }
    }
}

enum PlyResult {
    Played,
    End(GameEnd),
    Aborted,
}

struct Referee<'a, 'p, P: Notation> {
    task: GameTask<'a, P>,
    players: [&'p mut dyn Player<P>; 2],
    moves: Vec<MoveRecord>,
    adjudicator: Adjudicator,
    /// The side that offered a draw with the last move.
    draw_offered_by: Option<Side>,
    remarks: Vec<Remark>,
}

impl<P: Notation> Referee<'_, '_, P> {
    fn next_move(&mut self) -> PlyResult {
        let position = self.task.game.position();
        if let Some(verdict) = position.verdict() {
            return PlyResult::End(GameEnd::regular(verdict.outcome, Cause::Rule(verdict.reason)));
        }
        let side = position.side_to_move();
        let index = side.index();
        let wait = self.task.clocks[index].longest_wait(self.task.patience[index]);
        let quotes = RefCell::new(Vec::new());
        let turn = Turn {
            game: &self.task.game,
            side,
            clocks: &self.task.clocks,
            draw_is_offered: self.draw_offered_by == Some(!side),
            wait,
            wants_pv: self.task.keeps_pv,
            stop: self.task.stop,
            quotes: &quotes,
        };
        let answer = self.players[index].choose(&turn);
        let ply = self.moves.len();
        let quotes = quotes.into_inner();
        let last_words = quotes.last().map(|text| format!("it wrote {:?}", shorten(text)));
        self.remarks.extend(quotes.into_iter().map(|text| Remark { ply, side, text }));
        let error = match answer {
            Ok(reply) => return self.judge(side, reply).map_or(PlyResult::Played, PlyResult::End),
            Err(error) => error,
        };
        let Some(mut end) = GameEnd::of_error(side, error) else { return PlyResult::Aborted };
        if end.termination.detail.is_empty() {
            end.termination.detail = last_words.unwrap_or_default();
        }
        PlyResult::End(end)
    }

    /// Processes an answer; returns the end of the game if the answer ends it.
    fn judge(&mut self, side: Side, reply: Reply) -> Option<GameEnd> {
        if let Err(exceeded) = self.task.clocks[side.index()].spend(reply.elapsed) {
            let detail = format!("late by {:.3} s", exceeded.0.as_secs_f64());
            return Some(GameEnd::loss(side, Cause::TimeForfeit, detail));
        }
        let position = self.task.game.position();
        let m = match reply.action {
            PlayerAction::Move(m) if position.is_legal(m) => m,
            PlayerAction::Move(m) => {
                let detail = format!("a move with the bits {:#06x}", m.bits());
                return Some(GameEnd::loss(side, Cause::IllegalMove, detail));
            }
            PlayerAction::Illegal { text, error } => {
                let fatal = position.fatal_move(&text, &self.task.options);
                let cause = fatal.map_or(Cause::IllegalMove, Cause::Rule);
                return Some(GameEnd::loss(side, cause, error.to_string()));
            }
            // The rules judged the position before the player was asked, and the game continues.
            PlayerAction::DrawClaim => {
                let detail = "it claims a draw, but by the rules the game continues".to_owned();
                return Some(GameEnd::loss(side, Cause::FalseClaim, detail));
            }
            PlayerAction::Resign => return Some(GameEnd::regular(Outcome::Win(!side), Cause::Resignation)),
        };
        self.moves.push(MoveRecord {
            text: position.move_text(m, &self.task.options),
            score: reply.search_info.score,
            depth: reply.search_info.depth,
            time: Some(Duration::from_micros(reply.elapsed.as_micros() as u64)),
            nodes: reply.search_info.nodes,
            pv: line_texts(position, &reply.pv, &self.task.options),
        });
        let before = position.clone();
        self.task.game.play(m);
        self.report_move();
        if self.task.game.position().verdict().is_some() {
            // The rules take precedence; they are checked before the next move.
            return None;
        }
        let known = self.task.table_outcome.and_then(|outcome| outcome(self.task.game.position()));
        if let Some(outcome) = known {
            return Some(GameEnd::regular(outcome, Cause::EndgameTables));
        }
        let other_offered = self.draw_offered_by.take() == Some(!side);
        if reply.offers_draw && other_offered {
            return Some(GameEnd::regular(Outcome::Draw, Cause::Agreement));
        }
        self.draw_offered_by = reply.offers_draw.then_some(side);
        let made = AdjudicatedMove::of(&before, m, self.task.game.position());
        self.adjudicator
            .update(made, reply.search_info.score, self.moves.len())
            .map(|(outcome, cause)| GameEnd::regular(outcome, cause))
    }

    fn report_move(&mut self) {
        let GameTask { game, options, clocks, observer: Some(observer), .. } = &mut self.task else { return };
        let (Some((before, m, after)), Some(record)) = (game.all_steps().last(), self.moves.last()) else {
            return;
        };
        let running = after.verdict().is_none().then(|| after.side_to_move());
        observer(LiveMove::of(before, m, after, options, record.clone()), LiveClocks::of(clocks, running));
    }
}

/// The moves of a line that begins at `start`, as records write them.
fn line_texts<P: Notation>(start: &P, line: &[Move], options: &P::Options) -> Vec<String> {
    let mut position = start.clone();
    let text_of = |m: &Move| {
        let text = position.move_text(*m, options);
        position.make(*m, &mut ());
        position.forget_moves();
        text
    };
    line.iter().map(text_of).collect()
}
