//! The arena's numbers against figures computed in other ways: numerical optimisers, and simulated matches.

mod simulated;
mod worked;
