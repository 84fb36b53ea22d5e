//! The arena: games between engines, matches and tournaments.
//!
//! A [`Table`] plays one game after another: it keeps the players, has the referee watch over each game, and hands out
//! a [`GameRecord`]. A [`Contest`] says which games a match or tournament consists of; [`run`] plays it at several tables at
//! a time, writes every game to a [`Journal`] and counts the [`Results`].

mod adjudication;
mod clock;
mod config;
mod contest;
mod efforts;
mod export;
mod journal;
mod merge;
mod players;
mod points;
mod record;
mod referee;
mod report;
mod results;
mod runner;
mod shard;
mod spec;
mod summary;
mod table;
mod time_control;

pub mod notation;
pub mod openings;
pub mod schedule;
pub mod stats;

pub use adjudication::{Adjudication, Adjudicator, DrawRule, WinRule};
pub use config::{Config, ConfigError, parse_words};
pub use contest::{Contest, ContestError};
pub use efforts::Efforts;
pub use export::{ExportError, export_games, notation_of};
pub use journal::{
    Header, JOURNAL_VERSION, Journal, JournalError, JournalProblem, Reading, read_header, read_journal,
};
pub use merge::{MergeError, Merged, merge, write_merged};
pub use players::kill_all as kill_all_programs;
pub use record::{Cause, GameRecord, MoveRecord, MoveScore, Termination};
pub use report::{ReportError, write_report};
pub use results::{NextTask, Results, Task};
pub use runner::{ArenaError, Conduct, Pinning, Spectator, run};
pub use shard::{Shard, ShardError};
pub use spec::{PlayerKind, PlayerSpec, Program, Protocol};
pub use summary::{Summary, score_line};
pub use table::{GameSetup, SetupError, Table};
pub use time_control::{TimeControl, TimeControlError};
