use std::fmt;

/// How far the chances that an evaluation gives are from their targets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Losses {
    /// Over the positions that the weights are fitted to: the mean cross-entropy in nats.
    pub training: f64,
    /// Over the positions of the games held back.
    pub held_back: f64,
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.5}, held back {:.5}", self.training, self.held_back)
    }
}

/// What happens in a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FitEvent {
    /// The games have been read and positions chosen.
    Read {
        /// Positions to fit to.
        training: usize,
        /// Positions to check with.
        held_back: usize,
        /// Games they are from.
        games: usize,
    },
    /// The evaluation at which three of four games are won.
    WinScale(f64),
    /// The loss of the weights before the fit.
    Before(Losses),
    /// A round is over.
    Round {
        /// Its number, from 1.
        round: usize,
        /// The loss after it.
        losses: Losses,
        /// Whether its weights were taken; otherwise it is the last.
        is_better: bool,
    },
}

/// A weight that a fit has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightChange {
    /// Its name, such as `men[3].middle`.
    pub name: String,
    /// Its value before.
    pub before: i32,
    /// Its value after.
    pub after: i32,
    /// By how many of its units it changed, 0 or more.
    pub size: f64,
}

/// What a fit has found.
#[derive(Debug, Clone, PartialEq)]
pub struct FitOutcome {
    /// The file that is to hold the weights, from the repository's root.
    pub path: &'static str,
    /// The file's text with the new weights.
    pub text: String,
    /// The evaluation at which three of four games are won, by the games' scores and results.
    pub win_scale: f64,
    /// The loss before.
    pub before: Losses,
    /// The loss of the new weights.
    pub after: Losses,
    /// Every weight that has changed, the one that changed most first.
    pub changes: Vec<WeightChange>,
    /// All new values, in the order of [`crate::eval::WeightSet::weights`].
    pub values: Vec<i32>,
}
