//! The search held against exhaustive negamax, known results, and what its limits promise.

mod control;
mod exactness;
mod games;
mod harness;
mod panics;
mod tactics;
mod time_use;
mod toy;
