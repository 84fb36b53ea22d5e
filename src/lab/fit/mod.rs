//! Fitting the hand-written evaluations to games.
//!
//! Every position is given a chance to win, `1 / (1 + 3^(-e / win_scale))` for an evaluation of `e` to its side to move, and
//! the weights are chosen so that these chances come as near as they can to the positions' *targets* (by cross-entropy, the
//! loss): the chance that the search's score means and the game's result, mixed. The scale is the one under which the scores
//! tell the results best.
//!
//! What a weight does in a position is found by moving it a step up and a step down and evaluating; the evaluation stays a
//! black box. The problem that is linear in the weights so far is convex and solved at once, by Newton's method, within each
//! weight's bounds ([`crate::eval::Fitting`]) and with a pull towards the value before the fit, so that what the games do not
//! tell stays as it was. As the evaluation is not quite linear, this is done for some rounds. A share of the games is held
//! back: a round that makes their loss greater is the last, and does not count.

mod error;
mod linear;
mod logistic;
mod newton;
mod outcome;
mod parallel;
mod provenance;
mod rounds;
mod samples;
mod settings;

pub use error::FitError;
pub use outcome::{FitEvent, FitOutcome, Losses, WeightChange};
pub use settings::{FitSettings, Sampling};

use std::path::PathBuf;

use crate::eval::{ChessEvaluator, GomokuEvaluator, XiangqiEvaluator, ZhonggongEvaluator};
use crate::rules::Variant;
use crate::rules::gomoku::{Freestyle, Renju, Standard};

/// Fits the weights of the game that the files are of; `on_event` hears how it goes.
///
/// # Errors
/// Where the files are of different games or cannot be read, a setting makes no sense, or the games tell too little.
pub fn fit(
    files: &[PathBuf],
    settings: &FitSettings,
    on_event: &mut dyn FnMut(FitEvent),
) -> Result<FitOutcome, FitError> {
    settings.check()?;
    let (variant, readers) = samples::open(files)?;
    match variant {
        Variant::Chess => rounds::fit::<ChessEvaluator>(readers, settings, on_event),
        Variant::Xiangqi => rounds::fit::<XiangqiEvaluator>(readers, settings, on_event),
        Variant::Zhonggong => rounds::fit::<ZhonggongEvaluator>(readers, settings, on_event),
        Variant::Gomoku => rounds::fit::<GomokuEvaluator<Freestyle>>(readers, settings, on_event),
        Variant::GomokuStandard => rounds::fit::<GomokuEvaluator<Standard>>(readers, settings, on_event),
        Variant::Renju => rounds::fit::<GomokuEvaluator<Renju>>(readers, settings, on_event),
    }
}
