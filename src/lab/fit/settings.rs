use super::FitError;

/// What a fit is to do.
#[derive(Debug, Clone, PartialEq)]
pub struct FitSettings {
    /// Which positions are taken.
    pub sampling: Sampling,
    /// The seed by which games are held back and positions are drawn.
    pub seed: u64,
    /// The share of the games, 0 to 1, that are held back to check the fit with.
    pub held_back: f64,
    /// How much the game's result counts in a position's target, 0 to 1; the search's score is the rest.
    pub result_share: f64,
    /// How strongly every weight is held near its value before the fit: as by so many even positions in each of which one
    /// unit of the weight is one unit of the evaluation. More than 0.
    pub pull: f64,
    /// How often the evaluation is made linear anew, at least 1.
    pub rounds: usize,
    /// How far each weight is moved to either side to learn what it does, in its [`crate::eval::Fitting::unit`]s; at
    /// least 1. Where it is small, rounding blurs what is learnt.
    pub step: i32,
    /// The evaluation at which three of four games are won, in units of the evaluation; nothing to find it in the games.
    pub win_scale: Option<f64>,
    /// Whether the win scale of the games is written too, and not only the weights: the search's margins follow it.
    pub new_win_scale: bool,
    /// What else is to be said in the file of where the weights come from.
    pub note: Option<String>,
    /// How many threads work, at least 1. They change nothing but the time.
    pub threads: usize,
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            sampling: Sampling::default(),
            seed: 1,
            held_back: 0.1,
            result_share: 0.4,
            pull: 1000.0,
            rounds: 3,
            step: 16,
            win_scale: None,
            new_win_scale: false,
            note: None,
            threads: 1,
        }
    }
}

/// Which positions of the games are taken. Those without a score never are.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampling {
    /// How many plies at the beginning of a game are left out.
    pub skip_plies: usize,
    /// One of so many positions that could be taken is, at least 1.
    pub every: usize,
    /// Positions are left out where the score is more than so many win scales (those that the engine plays with) from 0.
    pub score_limit: f64,
    /// Positions are taken whatever the best move is. Otherwise it must be quiet.
    pub noisy: bool,
    /// Positions are taken where the side to move must answer a threat.
    pub threatened: bool,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { skip_plies: 8, every: 1, score_limit: 4.0, noisy: false, threatened: false }
    }
}

impl FitSettings {
    /// Whether every setting makes sense.
    ///
    /// # Errors
    /// The first that does not.
    pub(super) fn check(&self) -> Result<(), FitError> {
        let positive = |value: f64| value.is_finite() && value > 0.0;
        let share = |value: f64| (0.0..=1.0).contains(&value);
        for (name, value, is_right, range) in [
            (
                "held-back",
                self.held_back,
                positive(self.held_back) && self.held_back < 1.0,
                "between 0 and 1",
            ),
            ("result-share", self.result_share, share(self.result_share), "from 0 to 1"),
            ("pull", self.pull, positive(self.pull), "more than 0"),
            ("rounds", self.rounds as f64, self.rounds > 0, "at least 1"),
            ("step", self.step.into(), (1..=1000).contains(&self.step), "from 1 to 1000"),
            ("win-scale", self.win_scale.unwrap_or(1.0), self.win_scale.is_none_or(positive), "more than 0"),
            ("threads", self.threads as f64, self.threads > 0, "at least 1"),
            ("every", self.sampling.every as f64, self.sampling.every > 0, "at least 1"),
            ("score-limit", self.sampling.score_limit, positive(self.sampling.score_limit), "more than 0"),
        ] {
            if !is_right {
                return Err(FitError::Setting { name, value, range });
            }
        }
        Ok(())
    }
}
