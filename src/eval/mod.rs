//! The evaluations, one a game, and what every evaluation offers to the search.

mod chess;
mod evaluator;
mod gomoku;
mod margins;
mod tapered;
mod xiangqi;
mod zhonggong;

pub use chess::ChessEvaluator;
pub use evaluator::Evaluator;
pub use gomoku::GomokuEvaluator;
pub use margins::Margins;
pub use xiangqi::XiangqiEvaluator;
pub use zhonggong::ZhonggongEvaluator;
