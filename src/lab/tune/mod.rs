//! Tuning: numbers of the search are found by playing, all at once, with SPSA (simultaneous perturbation stochastic
//! approximation).
//!
//! Each iteration moves every parameter a little up or down by lot, and has the engine with these values play the engine with
//! the opposite ones: pairs of games from one opening with swapped sides. The winner's values draw the parameters their way,
//! by steps that grow smaller. [`spsa`] has the arithmetic, [`ArenaGames`] the games, and [`tune`] goes from one iteration to the
//! next and keeps a journal, from which an interrupted run continues on the same path.
//!
//! # The journal
//!
//! A line of JSON each: first a [`TuneHeader`], then a [`TuneStep`] for every iteration. A last line that was never finished
//! does not count.

mod games;
mod journal;
mod run;
pub mod spsa;

pub use games::ArenaGames;
pub use journal::{
    TUNE_JOURNAL_VERSION, TuneHeader, TuneJournal, TuneJournalError, TuneJournalProblem, TuneStep,
};
pub use run::{Experiment, TuneError, TuneObserver, TuneSettings, tune};
