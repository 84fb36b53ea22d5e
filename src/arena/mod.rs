//! The arena: games, matches and tournaments between engines.
//!
//! A [`GameRunner`] plays one game after another: it keeps the players, has the referee supervise each game, and
//! returns a [`GameRecord`]. A [`Contest`] specifies the games of a match or tournament; [`run`] plays them
//! concurrently, writes every game to a [`Journal`] and counts the [`Results`].

mod adjudication;
mod bracket;
mod clock;
mod config;
mod contest;
mod export;
mod extend;
mod follow;
mod game_runner;
mod journal;
mod live;
mod merge;
mod move_costs;
mod observer;
mod output_file;
mod players;
mod record;
mod record_check;
mod referee;
mod report;
mod results;
mod runner;
mod shard;
mod spec;
mod stop_file;
mod summary;
mod tablebases;
mod trial;

pub mod openings;
pub mod schedule;
pub mod stats;

// The parts of a [`GameRecord`].
pub use crate::records::{Cause, MoveRecord, MoveScore, Termination, TimeControl, TimeControlError};

pub use adjudication::{AdjudicatedMove, Adjudication, Adjudicator, DrawRule, WinRule};
pub use config::{Config, ConfigError, parse_words};
pub use contest::{Contest, ContestError};
pub use export::{ExportError, check_records, export_games, notation_of};
pub use follow::Follower;
pub use game_runner::{GameRunner, GameSetup, SetupError};
pub use journal::{
    Header, JOURNAL_VERSION, Journal, JournalError, JournalProblem, JournalSummary, Verification,
    read_checked_journal, read_header, read_journal, verify_journal,
};
pub use live::{GameEvent, GameObserver, LiveClocks, LiveGame, LiveMove};
pub use merge::{MergeError, Merged, merge, write_merged};
pub use move_costs::MoveCosts;
pub use observer::ContestObserver;
pub use output_file::{OutputError, OutputFile, check_outputs, write_file};
pub use players::kill_all as kill_all_programs;
pub use record::{GameRecord, MachineLoad, Remark};
pub use record_check::RecordProblem;
#[cfg(feature = "lab")]
pub(crate) use report::charts;
pub use report::{ReportError, detail_in_chinese, report_page, write_report};
pub use results::{NextTask, OverloadedForfeits, PairingTask, Results};
pub use runner::{ArenaError, Pinning, RunSettings, run};
pub use shard::{Shard, ShardError};
pub use spec::{PlayerKind, PlayerSpec, Program, Protocol};
pub use stop_file::{request_stop, stop_file, stop_reason};
pub use summary::{Summary, score_line};
pub use tablebases::TablebaseRule;
pub use trial::{PlayerTrial, describe_openings, expected_time, try_players};
