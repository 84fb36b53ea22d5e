//! Whole matches and tournaments run by the program: nothing is lost when it is killed, results depend only on the
//! games, and settings, journals and reports are as documented.

mod books;
mod commands;
mod convert;
mod cutechess;
mod follow;
mod harness;
#[cfg(unix)]
mod hostile_files;
mod interruptions;
#[cfg(feature = "library")]
mod library;
mod losses;
mod pages;
#[path = "../common/scale.rs"]
mod scale;
mod shards;
#[path = "../common/skip.rs"]
mod skip;
mod starved;
#[cfg(unix)]
mod starved_commands;
mod statistics;
