//! Checks whether the record of a game is consistent: records of a damaged or edited journal must not be counted.

use thiserror::Error;

use crate::base::{FenError, MoveError, Notation, Outcome, Position, Verdict};
use crate::games::{Game, with_game};
use crate::records::game_options;

use super::schedule::{NextPairing, Schedule};
use super::{Cause, Contest, GameRecord, Shard};

/// What is wrong with the record of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecordProblem {
    /// The contest has no game with this number, or the game belongs to another shard.
    #[error("the contest has no such game, or it belongs to another shard")]
    NoSuchGame,
    /// A field contradicts the schedule or the contest.
    #[error("its {0} contradicts the contest")]
    Field(&'static str),
    /// The initial position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The move's number, from 1.
        number: usize,
        /// Why it is not legal.
        error: MoveError,
    },
    /// Moves follow after the end of the game.
    #[error("move {0} comes after the end of the game")]
    MoveAfterEnd(usize),
    /// The opening has more moves than the game.
    #[error("its opening is longer than the game")]
    Opening,
    /// The result does not follow from the cause.
    #[error("the result {outcome} contradicts the cause {cause}")]
    Result {
        /// The result.
        outcome: Outcome,
        /// What ended the game.
        cause: Cause,
    },
    /// The rules do not end the game as recorded.
    #[error("by the rules it ended with {}, not {recorded}", found.as_deref().unwrap_or("no result"))]
    Verdict {
        /// How the replayed game ended according to the rules.
        found: Option<String>,
        /// How it ended according to the record.
        recorded: String,
    },
}

/// Checks the records of a contest's games.
pub(super) struct RecordChecker {
    contest: Contest,
    shard: Shard,
    schedule: Box<dyn Schedule>,
}

impl RecordChecker {
    /// A checker for this part of a contest.
    pub fn new(contest: &Contest, shard: Shard) -> Self {
        Self { contest: contest.clone(), shard, schedule: contest.schedule() }
    }

    /// Checks a record: its number, its players and settings and, by replaying the game, its moves and its result.
    ///
    /// # Errors
    ///
    /// The first problem found.
    pub fn check(&self, record: &GameRecord) -> Result<(), RecordProblem> {
        self.check_schedule(record)?;
        check_result(record)?;
        with_game!(record.variant, G => replay::<G>(record))
    }

    fn check_schedule(&self, record: &GameRecord) -> Result<(), RecordProblem> {
        let contest = &self.contest;
        if record.pair != record.game / 2 {
            return Err(RecordProblem::Field("pair"));
        }
        let place = |name: &str| contest.players.iter().position(|player| player.name == name);
        let [Some(first), Some(second)] = record.players.each_ref().map(|name| place(name)) else {
            return Err(RecordProblem::Field("players"));
        };
        match self.schedule.pairing(record.pair) {
            NextPairing::Play(pairing) if self.shard.contains(&pairing) => {
                if pairing.in_move_order(record.game % 2) != [first, second] {
                    return Err(RecordProblem::Field("players"));
                }
                if pairing.round != record.round {
                    return Err(RecordProblem::Field("round"));
                }
            }
            NextPairing::Play(_) | NextPairing::End => return Err(RecordProblem::NoSuchGame),
            // The pairing is determined by results.
            NextPairing::Pending if first == second => return Err(RecordProblem::Field("players")),
            NextPairing::Pending => {}
        }
        let controls = [first, second].map(|player| contest.players[player].time);
        for (name, is_equal) in [
            ("event", record.event == contest.event),
            ("variant", record.variant == contest.variant),
            ("options", record.options == contest.options),
            ("time controls", record.time_controls == controls),
        ] {
            if !is_equal {
                return Err(RecordProblem::Field(name));
            }
        }
        Ok(())
    }
}

/// Checks that the result follows from the cause, if that needs no replay.
fn check_result(record: &GameRecord) -> Result<(), RecordProblem> {
    let (outcome, cause) = (record.outcome, record.termination.cause);
    let fits = match (record.termination.blamed, cause) {
        (Some(side), _) => outcome == Outcome::Win(!side),
        (None, Cause::Rule(_) | Cause::EndgameTables) => true,
        (None, Cause::Resignation | Cause::AdjudicatedWin) => outcome != Outcome::Draw,
        (None, Cause::Agreement | Cause::AdjudicatedDraw | Cause::TooLong) => outcome == Outcome::Draw,
        (None, _) => false,
    };
    if fits { Ok(()) } else { Err(RecordProblem::Result { outcome, cause }) }
}

fn replay<G: Game>(record: &GameRecord) -> Result<(), RecordProblem> {
    if record.opening_plies > record.moves.len() {
        return Err(RecordProblem::Opening);
    }
    let options = game_options::<G>(&record.options);
    let mut position = G::Position::from_fen(&record.fen, &options)?;
    for (index, played) in record.moves.iter().enumerate() {
        if position.verdict().is_some() {
            return Err(RecordProblem::MoveAfterEnd(index + 1));
        }
        let m = position
            .parse_move(&played.text, &options)
            .map_err(|error| RecordProblem::Move { number: index + 1, error })?;
        position.make(m, &mut ());
        position.forget_moves();
    }
    let expected = match record.termination.cause {
        // A forbidden move, for which its player is blamed, is not among the moves.
        Cause::Rule(reason) if record.termination.blamed.is_none() => {
            Some(Verdict { outcome: record.outcome, reason })
        }
        _ => None,
    };
    let found = position.verdict();
    if found == expected {
        return Ok(());
    }
    let text = |verdict: Verdict| format!("{} ({})", verdict.outcome, verdict.reason);
    let recorded = format!("{} ({})", record.outcome, record.termination.cause);
    Err(RecordProblem::Verdict { found: found.map(text), recorded })
}
