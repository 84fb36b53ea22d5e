use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::Args;
use thiserror::Error;

use crate::base::{Notation, Outcome, Side};
use crate::lab::data::{DataError, GamePly, RecordedGame, Replayer};
use crate::search::SearchPosition;

/// Which positions to select. Those without a score are never selected.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Sampling {
    /// Skip this many plies at the beginning of each game.
    #[arg(long, value_name = "PLIES", default_value_t = Self::default().skip_plies)]
    pub skip_plies: usize,

    /// Use one suitable position in this many.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().every)]
    pub every: NonZeroUsize,

    /// Maximum absolute score, in win scales of the engine.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().score_limit)]
    pub score_limit: ScoreLimit,

    /// Also use positions whose best move is noisy.
    #[arg(long)]
    pub noisy: bool,

    /// Also use positions where the side to move has to answer a threat.
    #[arg(long)]
    pub threatened: bool,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            skip_plies: 8,
            every: NonZeroUsize::MIN,
            score_limit: ScoreLimit(4.0),
            noisy: false,
            threatened: false,
        }
    }
}

/// A maximum absolute score in win scales, finite and greater than 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreLimit(f64);

/// The error for a score limit that is not a number, not finite, or not greater than 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a score limit is a number of win scales, more than 0, as in 4 or 1.5")]
pub struct ScoreLimitError;

impl ScoreLimit {
    /// The limit in units of an evaluation with this win scale.
    fn units(self, win_scale: i32) -> f64 {
        self.0 * f64::from(win_scale)
    }
}

impl FromStr for ScoreLimit {
    type Err = ScoreLimitError;

    fn from_str(text: &str) -> Result<Self, ScoreLimitError> {
        let limit: f64 = text.parse().map_err(|_| ScoreLimitError)?;
        if limit.is_finite() && limit > 0.0 { Ok(Self(limit)) } else { Err(ScoreLimitError) }
    }
}

impl Display for ScoreLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The settings as words `name=value`.
impl Display for Sampling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.values().into_iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{name}={value}")?;
        }
        Ok(())
    }
}

/// Whether a position is suitable, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suitability {
    /// It has no score: its move belongs to the opening or is random.
    Unsearched,
    /// It is one of the plies skipped at the beginning.
    Early,
    /// Its score is a win or a loss.
    Decisive,
    /// Its score is beyond the limit.
    BeyondLimit,
    /// The side to move has a threat to answer.
    Threatened,
    /// Its best move is noisy.
    Noisy,
    /// It is suitable, but not one of those selected by [`Sampling::every`].
    Passed,
    /// It is selected.
    Selected,
}

impl Suitability {
    /// All of them, with descriptions.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Unsearched, "not searched"),
        (Self::Early, "skipped at the beginning"),
        (Self::Decisive, "won or lost by the score"),
        (Self::BeyondLimit, "score beyond the limit"),
        (Self::Threatened, "threatened"),
        (Self::Noisy, "best move noisy"),
        (Self::Passed, "passed over (every)"),
        (Self::Selected, "selected"),
    ];
}

/// A position's data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::lab) struct Sample {
    /// The search's score, from the side to move's point of view.
    pub score: f64,
    /// The result for the side to move: 0, ½ or 1.
    pub result: f64,
}

impl Sampling {
    /// The values with the names of their options.
    pub(in crate::lab) fn values(&self) -> [(&'static str, &dyn Display); 5] {
        let Self { skip_plies, every, score_limit, noisy, threatened } = self;
        [
            ("skip-plies", skip_plies),
            ("every", every),
            ("score-limit", score_limit),
            ("noisy", noisy),
            ("threatened", threatened),
        ]
    }

    /// Replays a game; calls `visit` with every position, the number of plies before it, whether it is selected, and
    /// its data if it has a score. `win_scale` is the unit of the score limit; the first `first` suitable positions are
    /// skipped.
    pub(in crate::lab) fn select<P: SearchPosition + Notation>(
        &self,
        replayer: &Replayer<P>,
        game: &RecordedGame,
        win_scale: i32,
        first: usize,
        mut visit: impl FnMut(&P, usize, Suitability, Option<Sample>),
    ) -> Result<(), DataError> {
        let limit = self.score_limit.units(win_scale);
        let mut seen = 0;
        let mut suitable = 0;
        replayer.replay(game, |position, ply| {
            let mut suitability = self.suitability(position, ply, seen, limit);
            if suitability == Suitability::Selected {
                if suitable % self.every.get() != first {
                    suitability = Suitability::Passed;
                }
                suitable += 1;
            }
            let sample = ply.score.map(|score| Sample {
                score: f64::from(score.value()),
                result: result_for(game.outcome, position.side_to_move()),
            });
            visit(position, seen, suitability, sample);
            seen += 1;
        })?;
        Ok(())
    }

    fn suitability(
        &self,
        position: &impl SearchPosition,
        ply: GamePly,
        seen: usize,
        limit: f64,
    ) -> Suitability {
        let Some(score) = ply.score else { return Suitability::Unsearched };
        if seen < self.skip_plies {
            Suitability::Early
        } else if score.is_decisive() {
            Suitability::Decisive
        } else if f64::from(score.value()).abs() > limit {
            Suitability::BeyondLimit
        } else if !self.threatened && position.is_threatened() {
            Suitability::Threatened
        } else if !self.noisy && position.is_noisy(ply.m) {
            Suitability::Noisy
        } else {
            Suitability::Selected
        }
    }
}

/// The result of a game for `side`: 0, ½ or 1.
fn result_for(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
    }
}
