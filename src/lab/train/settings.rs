use std::fmt::{self, Write as _};
use std::path::PathBuf;

use clap::{ArgAction, Args, ValueEnum};

use crate::eval::network::{FeatureSet, Form, zones};
use crate::lab::selection::Sampling;
use crate::lab::setting::{self, Setting, SettingError};

/// The settings of a training run, which are also options of its command. All except [`TrainSettings::threads`] affect
/// the outcome.
#[derive(Debug, Clone, PartialEq, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub struct TrainSettings {
    /// Which positions are selected.
    #[command(flatten)]
    pub sampling: Sampling,

    /// Start with the weights of this network, of the same game and form, instead of random ones.
    ///
    /// Part of what it learnt from other games is kept; a lower --rate keeps more. It may be narrower, or have no
    /// hidden layers: the missing part starts with random weights that do not affect the score. In chess, its inputs
    /// may lack the distinction of the areas of the side's own king; in standard gomoku and renju, it may be one of
    /// freestyle, with shorter lines. A network of gomoku must have the same width.
    #[arg(long, value_name = "FILE")]
    pub initial: Option<PathBuf>,

    /// Seed of random initial weights, the order of positions and the selection of games to hold back.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().seed)]
    pub seed: u64,

    /// Share of the games to hold back for validation, between 0 and 1.
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().held_back)]
    pub held_back: f64,

    /// Also use files in which games are missing, because they were truncated or are unfinished.
    #[arg(long)]
    pub allow_incomplete: bool,

    /// Width of each side's accumulator, a multiple of 32; of 64 with hidden layers. In gomoku and renju, 32 or 64
    /// values of each point.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().width)]
    pub width: usize,

    /// Add hidden layers of 16 and 32 values to the output. Networks of gomoku and renju have other ones.
    #[arg(long)]
    pub deep: bool,

    /// Add the network to the hand-written evaluation, and train it on the remaining error.
    #[arg(long)]
    pub residual: bool,

    /// Weight of the game's result relative to the search's score, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().result_share)]
    pub result_share: f64,

    /// Mean distance, in plies, of the later searches whose scores are averaged for a target. With 0, only the search
    /// of the position itself counts.
    #[arg(long, value_name = "PLIES", default_value_t = Self::default().horizon)]
    pub horizon: f64,

    /// Evaluation with an expected score of 75% [default: the engine's].
    #[arg(long, value_name = "UNITS")]
    pub win_scale: Option<f64>,

    /// Divisor of the search's scores. Training prints the factor by which they exceed those of the hand-written
    /// evaluation.
    // If a network learned the factor, the margins of the search would be too small for it.
    #[arg(long, value_name = "FACTOR", default_value_t = Self::default().score_scale)]
    pub score_scale: f64,

    /// Loss to minimise.
    #[arg(long, value_name = "NAME", default_value_t = Self::default().loss)]
    pub loss: Loss,

    /// Number of passes over all positions.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().epochs)]
    pub epochs: usize,

    /// Number of positions in a batch.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().batch)]
    pub batch: usize,

    /// Initial learning rate.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().rate)]
    pub rate: f64,

    /// Final learning rate; it decays along a cosine.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().final_rate)]
    pub final_rate: f64,

    /// Weight decay: the share of its value by which a weight decays per step at a learning rate of 1.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().weight_decay)]
    pub weight_decay: f64,

    /// Maximum norm of a batch's mean gradient; longer gradients are scaled down to it.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().max_gradient)]
    pub max_gradient: f64,

    /// Whether to replace positions randomly with their mirror images, if these differ.
    #[arg(
        long = "no-mirror",
        action = ArgAction::SetFalse,
        help = "Do not randomly replace positions with their mirror images"
    )]
    pub mirror: bool,

    /// Keep the network after the last epoch rather than the one with the lowest held-back loss.
    #[arg(long)]
    pub keep_last: bool,

    /// Number of threads. Does not affect the outcome.
    #[arg(long, value_name = "NUMBER", default_value_t = Self::default().threads)]
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            sampling: Sampling::default(),
            initial: None,
            seed: 1,
            held_back: 0.05,
            allow_incomplete: false,
            width: 128,
            deep: false,
            residual: false,
            result_share: 0.3,
            horizon: 0.0,
            win_scale: None,
            score_scale: 1.0,
            loss: Loss::SquaredError,
            epochs: 40,
            batch: 16384,
            rate: 1e-3,
            final_rate: 1e-5,
            weight_decay: 0.01,
            max_gradient: 1.0,
            mirror: true,
            keep_last: false,
            threads: 1,
        }
    }
}

/// The loss: the mean over all positions of a difference between expected scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Loss {
    /// The squared difference from the target.
    SquaredError,
    /// The cross-entropy in nats.
    CrossEntropy,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SquaredError => "squared-error",
            Self::CrossEntropy => "cross-entropy",
        })
    }
}

impl TrainSettings {
    /// The form of the network with the inputs `I`.
    pub(super) fn form<I: FeatureSet>(&self) -> Form {
        Form { is_deep: self.deep, ..Form::of::<I>(self.width, self.residual) }
    }

    /// Checks the form for the inputs `I`.
    ///
    /// # Errors
    ///
    /// If networks with zones cannot have it.
    pub(super) fn check_form<I: FeatureSet>(&self) -> Result<(), SettingError> {
        let is_width = !I::IS_ZONED || self.width <= zones::MAX_WIDTH;
        let is_deep = !I::IS_ZONED || !self.deep;
        setting::check([
            Setting::new("width", self.width as f64, is_width, "32 or 64 for a network with zones"),
            Setting::new("deep", f64::from(u8::from(self.deep)), is_deep, "off for a network with zones"),
        ])
    }

    /// Checks the settings.
    ///
    /// # Errors
    ///
    /// The first invalid one.
    pub(super) fn check(&self) -> Result<(), SettingError> {
        let is_width = Form::is_width(self.width, self.deep);
        let widths = if self.deep { "a multiple of 64 up to 1024" } else { "a multiple of 32 up to 1024" };
        let is_horizon = self.horizon.is_finite() && self.horizon >= 0.0;
        let is_rate = self.rate > 0.0 && self.rate <= 1.0;
        let is_final_rate = (0.0..=self.rate).contains(&self.final_rate);
        let is_decay = (0.0..=10.0).contains(&self.weight_decay);
        setting::check([
            Setting::part("held-back", self.held_back),
            Setting::new("width", self.width as f64, is_width, widths),
            Setting::share("result-share", self.result_share),
            Setting::new("horizon", self.horizon, is_horizon, "at least 0"),
            Setting::positive("win-scale", self.win_scale.unwrap_or(1.0)),
            Setting::positive("score-scale", self.score_scale),
            Setting::count("epochs", self.epochs),
            Setting::count("batch", self.batch),
            Setting::new("rate", self.rate, is_rate, "more than 0 and at most 1"),
            Setting::new("final-rate", self.final_rate, is_final_rate, "from 0 to --rate"),
            Setting::new("weight-decay", self.weight_decay, is_decay, "from 0 to 10"),
            Setting::positive("max-gradient", self.max_gradient),
            Setting::count("threads", self.threads),
        ])
    }

    /// All settings that affect the outcome, as lines `name=value`.
    pub(super) fn lines(&self, win_scale: f64) -> String {
        let mut text = String::new();
        let seed: [(&str, &dyn fmt::Display); 1] = [("seed", &self.seed)];
        let others: [(&str, &dyn fmt::Display); 17] = [
            ("held-back", &self.held_back),
            ("width", &self.width),
            ("deep", &self.deep),
            ("residual", &self.residual),
            ("result-share", &self.result_share),
            ("horizon", &self.horizon),
            ("win-scale", &win_scale),
            ("score-scale", &self.score_scale),
            ("loss", &self.loss),
            ("epochs", &self.epochs),
            ("batch", &self.batch),
            ("rate", &self.rate),
            ("final-rate", &self.final_rate),
            ("weight-decay", &self.weight_decay),
            ("max-gradient", &self.max_gradient),
            ("mirror", &self.mirror),
            ("keep-last", &self.keep_last),
        ];
        for (name, value) in seed.into_iter().chain(self.sampling.values()).chain(others) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}={value}");
        }
        text
    }
}
