//! The evaluations, one a game, and what every evaluation offers to the search.

mod cchess;
mod chess;
mod evaluator;
mod gomoku;
mod margins;
mod tapered;
mod weight_set;
mod xiangqi;
mod zhonggong;

pub use chess::ChessEvaluator;
pub use evaluator::Evaluator;
pub use gomoku::GomokuEvaluator;
pub use margins::Margins;
pub use weight_set::{Fittable, FittedFile, Fitting, Given, Part, Text, Weight, WeightSet};
pub use xiangqi::XiangqiEvaluator;
pub use zhonggong::ZhonggongEvaluator;
