use crate::lab::selection::Sampling;
use crate::lab::setting::{self, Setting, SettingError};

/// The settings of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct FitSettings {
    /// Which positions are selected.
    pub sampling: Sampling,
    /// The seed of the selection of games to hold back and positions to use.
    pub seed: u64,
    /// The share of the games that are held back, between 0 and 1.
    pub held_back: f64,
    /// The weight of the game's result in a position's target, from 0 to 1; the rest is the weight of the search's
    /// score.
    pub result_share: f64,
    /// The strength of the regularisation towards the previous values, as a number of even positions per weight, in
    /// each of which one unit of the weight is one unit of the evaluation. Positive.
    pub pull: f64,
    /// The number of linearisations, at least 1.
    pub rounds: usize,
    /// The step of the numerical differentiation, in each weight's [`crate::eval::Fitting::unit`]s; at least 1. If it
    /// is too small, rounding adds noise.
    pub step: i32,
    /// The evaluation with an expected score of 75%; `None` to estimate it from the games.
    pub win_scale: Option<f64>,
    /// Whether to write the games' win scale along with the weights: the search's margins scale with it.
    pub new_win_scale: bool,
    /// A note for the comment in the weights file.
    pub note: Option<String>,
    /// Whether to accept files in which games are missing, which are otherwise an error.
    pub allow_incomplete: bool,
    /// The number of threads, at least 1. Does not affect the result.
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
            allow_incomplete: false,
            threads: 1,
        }
    }
}

impl FitSettings {
    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// The first invalid one.
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let is_step = (1..=1000).contains(&self.step);
        setting::check([
            Setting::part("held-back", self.held_back),
            Setting::share("result-share", self.result_share),
            Setting::positive("pull", self.pull),
            Setting::count("rounds", self.rounds),
            Setting::new("step", self.step.into(), is_step, "from 1 to 1000"),
            Setting::positive("win-scale", self.win_scale.unwrap_or(1.0)),
            Setting::count("threads", self.threads),
        ])
    }
}
