//! Tuning of search parameters by playing matches, all parameters at once, with SPSA (simultaneous perturbation
//! stochastic approximation).
//!
//! Each iteration perturbs every parameter up or down at random, and plays pairs of games, one opening with colours
//! swapped, between the engine with these values and the engine with the opposite perturbation. The values move in the
//! direction of the winner, in decreasing steps. [`spsa`] implements the algorithm, [`ArenaGames`] plays the games, and
//! [`tune`] runs the iterations and keeps a journal, from which an interrupted run continues with the same result.
//!
//! # Shards
//!
//! The games of each iteration can be distributed over several machines: every shard plays some of the pairs, publishes
//! its score through an [`Exchange`], and waits for those of the others. All shards then have the same total and the
//! same next iteration, so their journals are identical to one another and to that of a single machine.
//!
//! # The journal
//!
//! One line of JSON per entry: first a [`TuneHeader`], then a [`TuneStep`] for every iteration. An incomplete last line
//! does not count.

mod exchange;
mod games;
mod journal;
mod run;
pub mod spsa;

pub use exchange::{Exchange, ExchangeError, ExchangeProblem};
pub use games::ArenaGames;
pub use journal::{
    TUNE_JOURNAL_VERSION, TuneHeader, TuneJournal, TuneJournalError, TuneJournalProblem, TuneStep,
};
pub use run::{Experiment, TuneError, TuneObserver, TuneSettings, tune};
