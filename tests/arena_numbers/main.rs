//! The arena's statistics, checked against numerical optimisers and simulated matches.

mod simulated;
mod worked;
