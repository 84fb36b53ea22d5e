use std::num::NonZeroUsize;

use clap::Args;

use quadriga::lab::selection::{Sampling, ScoreLimit};

/// Which positions are selected.
#[derive(Debug, Args)]
pub struct SamplingArguments {
    /// Skip this many plies at the beginning of each game.
    #[arg(long, value_name = "PLIES", default_value_t = Sampling::default().skip_plies)]
    skip_plies: usize,

    /// Use one suitable position in this many.
    #[arg(long, value_name = "NUMBER", default_value_t = Sampling::default().every)]
    every: NonZeroUsize,

    /// Maximum absolute score, in win scales of the engine.
    #[arg(long, value_name = "NUMBER", default_value_t = Sampling::default().score_limit)]
    score_limit: ScoreLimit,

    /// Also use positions whose best move is noisy.
    #[arg(long)]
    noisy: bool,

    /// Also use positions where the side to move has to answer a threat.
    #[arg(long)]
    threatened: bool,
}

impl SamplingArguments {
    /// The library's settings for these arguments.
    pub fn sampling(&self) -> Sampling {
        Sampling {
            skip_plies: self.skip_plies,
            every: self.every,
            score_limit: self.score_limit,
            noisy: self.noisy,
            threatened: self.threatened,
        }
    }
}
