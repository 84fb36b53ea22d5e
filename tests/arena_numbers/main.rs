//! The arena's statistics, checked against slow searches, numerical optimisers and simulated matches.

mod hypotheses;
mod simulated;
mod worked;
