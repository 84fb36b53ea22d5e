//! Networks: small ones that are updated incrementally, one for each game.
//!
//! A network sees a position from either side. From each, the inputs that are on add their rows of weights to the
//! biases of the first layer, which gives that side's *accumulator*. Its values, clipped to 0 … 1 and squared, are
//! weighted by the output layer, the side to move's first:
//!
//! score = `OUTPUT_UNITS` · (Σ own² · w + Σ other² · w′ + b)
//!
//! with weights that depend on the position's output bucket. A *residual* network's score is added to the hand-written
//! evaluation's.
//!
//! - `inputs` is what a game tells about its positions; the mapping itself stands beside the game's evaluation. Training
//!   uses the same.
//! - `form` and `network` hold what a network consists of, and `file` reads and writes it.

mod file;
mod form;
mod inputs;

pub use file::{NetworkFile, NetworkFileError};
pub use form::{Form, Network, ONE_FIRST, ONE_OUTPUT, OUTPUT_UNITS};
pub use inputs::{Input, Inputs, View};
