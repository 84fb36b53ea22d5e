//! The evaluations, one for each game. Each implements the search's [`Evaluator`](crate::search::Evaluator).

mod cchess;
mod chess;
mod explain;
mod gomoku;
pub mod network;
mod tapered;
mod weight_set;
mod xiangqi;
mod zhonggong;

pub use chess::{ChessEvaluator, ChessInputs};
pub use explain::{Explain, Term};
pub use gomoku::{GomokuEvaluator, GomokuInputs};
pub use network::{GameEvaluator, GameWeights, Networked};
pub use weight_set::{
    Fittable, FittedFile, Fitting, Part, Prepared, Text, Weight, WeightSet, WeightsError, read_weights,
    weights_checksum, write_weights,
};
pub use xiangqi::{XiangqiEvaluator, XiangqiInputs};
pub use zhonggong::{ZhonggongEvaluator, ZhonggongInputs};
