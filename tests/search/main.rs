//! The search held against exhaustive negamax, known results, and what its limits promise.

mod control;
mod exactness;
mod harness;
mod toy;
