use clap::Args;

use crate::lab::selection::Sampling;
use crate::lab::setting::{self, Setting, SettingError};

/// The settings of a fit, which are also options of its command.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct FitSettings {
    /// Which positions are selected.
    #[command(flatten)]
    pub sampling: Sampling,

    /// Seed of the selection of games to hold back and positions to use.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().seed)]
    pub seed: u64,

    /// Share of the games to hold back for validation, between 0 and 1.
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().held_back)]
    pub held_back: f64,

    /// Weight of the game's result relative to the search's score, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().result_share)]
    pub result_share: f64,

    /// Regularisation towards the previous weights, as a number of even positions per weight.
    #[arg(long, value_name = "POSITIONS", default_value_t = Self::default().pull)]
    pub pull: f64,

    /// Number of linearisations of the evaluation.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().rounds)]
    pub rounds: usize,

    /// Step of the numerical differentiation, in units of the evaluation. If it is too small, rounding adds noise.
    #[arg(long, value_name = "UNITS", default_value_t = Self::default().step)]
    pub step: i32,

    /// Evaluation with an expected score of 75% [default: estimated from the games].
    #[arg(long, value_name = "UNITS")]
    pub win_scale: Option<f64>,

    /// Also write the win scale estimated from the games, which scales the search's margins.
    #[arg(long)]
    pub new_win_scale: bool,

    /// A note for the comment in the source file, such as the result of a match.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,

    /// Also use files in which games are missing, because they were truncated or are unfinished.
    #[arg(long)]
    pub allow_incomplete: bool,

    /// Number of threads. Does not affect the result.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().threads)]
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
