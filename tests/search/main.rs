//! The search compared with exhaustive negamax and known results, and checked against its limits.

mod control;
mod exactness;
mod games;
mod harness;
mod panics;
mod repetitions;
mod tactics;
mod time_use;
mod toy;
mod variety;
