use crate::lab::Losses;

/// A progress event of a fit.
#[derive(Debug, Clone, PartialEq)]
pub enum FitEvent {
    /// Games are missing from a file; the message says which.
    Incomplete(String),
    /// The games have been read and positions selected.
    Read {
        /// The number of positions to fit to.
        training: usize,
        /// The number of positions held back.
        held_back: usize,
        /// The number of games.
        games: usize,
    },
    /// The win scale: the evaluation with an expected score of 75%.
    WinScale(f64),
    /// The loss of the weights before the fit.
    Before(Losses),
    /// A round is complete.
    Round {
        /// The round, from 1.
        round: usize,
        /// The loss after it.
        losses: Losses,
        /// Whether its weights were accepted; otherwise it is the last round.
        is_better: bool,
    },
}

/// A weight changed by a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightChange {
    /// Its name, such as `pieces[3].middle`.
    pub name: String,
    /// Its value before.
    pub before: i32,
    /// Its value after.
    pub after: i32,
    /// The absolute change in the weight's units.
    pub size: f64,
}

/// The result of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct FitOutcome {
    /// The source file of the weights, relative to the root of the repository.
    pub path: &'static str,
    /// Its contents with the new weights.
    pub text: String,
    /// The new weights as the option `EvalFile` reads them.
    pub eval_file: String,
    /// The evaluation with an expected score of 75%, estimated from the games' scores and results.
    pub win_scale: f64,
    /// The loss before the fit.
    pub before: Losses,
    /// The loss of the new weights.
    pub after: Losses,
    /// The weights that have changed, by decreasing change.
    pub changes: Vec<WeightChange>,
    /// All new values in the order of [`crate::eval::WeightSet::weights`].
    pub values: Vec<i32>,
}
