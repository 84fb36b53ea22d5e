use crate::search::Evaluator;

/// An evaluation that can be broken down into its terms.
pub trait Explain: Evaluator {
    /// The evaluation's terms: their names and their values for the first player, in units of the evaluation. The
    /// values add up to the evaluation.
    fn explain(weights: &Self::Weights, position: &Self::Position) -> Vec<(&'static str, i32)>;
}
