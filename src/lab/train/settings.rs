use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::str::FromStr;

use crate::eval::network::{FeatureSet, Form};
use crate::lab::selection::Sampling;
use crate::lab::setting::{self, Setting, SettingError};

/// The settings of a training run. All except [`TrainSettings::threads`] affect the outcome.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub struct TrainSettings {
    /// Which positions are selected.
    pub sampling: Sampling,
    /// The network file to initialise the weights from: one of the same variant and form, or narrower. `None` for
    /// random weights.
    pub initial: Option<PathBuf>,
    /// The seed of random initial weights, the order of positions and the selection of games to hold back.
    pub seed: u64,
    /// The share of the games that are held back, between 0 and 1.
    pub held_back: f64,
    /// Whether to accept files in which games are missing, which are otherwise an error.
    pub allow_incomplete: bool,
    /// The width of an accumulator: a multiple of [`Form::WIDTH_STEP`], or of twice that if the network is deep, up to
    /// [`Form::MAX_WIDTH`].
    pub width: usize,
    /// Whether the network has hidden layers.
    pub deep: bool,
    /// Whether the network is added to the hand-written evaluation.
    pub residual: bool,
    /// The weight of the game's result in a position's target, from 0 to 1; the rest is the weight of the search's
    /// score.
    pub result_share: f64,
    /// The mean distance, in plies, of the later searches whose scores are averaged for a target, at least 0: later
    /// searches are better judges of a plan. With 0, only the position's own search counts.
    pub horizon: f64,
    /// The evaluation with an expected score of 75%; `None` for the engine's.
    pub win_scale: Option<f64>,
    /// The divisor of the search's scores before they become targets. Searches see further than any evaluation, so
    /// their scores may be greater by a factor; if a network learned the factor, the margins of the search would be too
    /// small for it.
    pub score_scale: f64,
    /// The loss to minimise.
    pub loss: Loss,
    /// The number of passes over all positions, at least 1.
    pub epochs: usize,
    /// The number of positions in a batch, at least 1.
    pub batch: usize,
    /// The initial learning rate.
    pub rate: f64,
    /// The final learning rate.
    pub final_rate: f64,
    /// The share of its value by which a weight decays per step at a learning rate of 1.
    pub weight_decay: f64,
    /// The maximum norm of a batch's mean gradient; longer gradients are scaled down to it.
    pub max_gradient: f64,
    /// Whether to replace positions randomly with their mirror images, if these differ.
    pub mirror: bool,
    /// Whether the outcome is the network after the last epoch, rather than the one with the lowest held-back loss.
    pub keep_last: bool,
    /// The number of threads, at least 1. Does not affect the outcome.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// The squared difference from the target.
    SquaredError,
    /// The cross-entropy in nats.
    CrossEntropy,
}

impl Loss {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SquaredError => "squared-error",
            Self::CrossEntropy => "cross-entropy",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Loss {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let all = [Self::SquaredError, Self::CrossEntropy];
        let found = all.into_iter().find(|loss| loss.name() == name);
        found.ok_or_else(|| format!("not one of {}", all.map(Self::name).join(", ")))
    }
}

impl TrainSettings {
    /// The form of the network with the inputs `I`.
    pub(super) fn form<I: FeatureSet>(&self) -> Form {
        Form { is_deep: self.deep, ..Form::of::<I>(self.width, self.residual) }
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
