use std::fmt;

use crate::arena::charts::{self, Curve};
use crate::eval::network::NetworkFile;
use crate::lab::Losses;

/// A progress event of training.
#[derive(Debug, Clone, PartialEq)]
pub enum TrainEvent {
    /// Games are missing from a file; the message says which.
    Incomplete(String),
    /// A file has been read.
    File {
        /// The number of files read so far.
        done: usize,
        /// The number of all files.
        files: usize,
    },
    /// The games have been read and positions selected.
    Read {
        /// The number of positions to train on.
        training: usize,
        /// The number of positions held back.
        held_back: usize,
        /// The number of games.
        games: usize,
    },
    /// The values with which to compare the held-back loss.
    Baseline {
        /// The held-back loss of the hand-written evaluation.
        classical: f64,
        /// The held-back loss of the search's scores, which the targets contain.
        score: f64,
        /// The score scale by which the hand-written evaluation is closest to the search's scores.
        score_scale: f64,
    },
    /// The run continues from a checkpoint.
    Resumed {
        /// The number of epochs that were complete.
        epochs: usize,
    },
    /// A batch is complete.
    Batch {
        /// The epoch, from 1.
        epoch: usize,
        /// The number of positions visited in this run.
        visited: u64,
        /// The number of positions left.
        left: u64,
        /// The batch's mean loss.
        loss: f64,
    },
    /// An epoch is complete.
    Epoch {
        /// The epoch, from 1.
        epoch: usize,
        /// The losses.
        losses: Losses,
    },
}

/// The differences between the scores of the integer network and the floating-point scores, over all positions held
/// back, in evaluation units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// The maximum absolute difference of scores.
    pub most: f64,
    /// The mean absolute difference.
    pub mean: f64,
    /// The held-back loss of the integer network.
    pub loss: f64,
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { most, mean, loss } = self;
        write!(f, "differs by {mean:.2} units on average, {most:.1} at most; held-back loss {loss:.6}")
    }
}

/// The result of training.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainOutcome {
    /// The network with its recipe.
    pub file: NetworkFile,
    /// The losses of all epochs.
    pub curve: Vec<Losses>,
    /// How far the integer network is from the floating-point numbers.
    pub agreement: Agreement,
}

impl TrainOutcome {
    /// A plot of the losses as SVG.
    pub fn plot(&self) -> String {
        let curve = |name: &str, pick: fn(&Losses) -> f64| Curve {
            points: (1..).map(f64::from).zip(self.curve.iter().map(pick)).collect(),
            band: Vec::new(),
            name: name.to_owned(),
        };
        let curves = [
            curve("training loss", |losses| losses.training),
            curve("held-back loss", |losses| losses.held_back),
        ];
        let title = format!("{}: {}", self.file.variant, self.file.network.form);
        charts::document(&title, "epochs", &curves, &[])
    }
}
