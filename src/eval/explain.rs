use crate::search::Evaluator;

/// An evaluation that can say how it comes to its result.
pub trait Explain: Evaluator {
    /// The evaluation's parts: names in words, and worths to the first player in units of the evaluation, which add up
    /// to the whole.
    fn explain(weights: &Self::Weights, position: &Self::Position) -> Vec<(&'static str, i32)>;
}
