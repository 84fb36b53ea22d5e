use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::arena::Shard;
use crate::base::durable::AppendError;
use crate::base::files::{FileError, FileProblem};
use crate::base::{FenError, GameOptionError};

use super::DATA_VERSION;

/// Why a game file could not be written, read or replayed.
pub type DataError = FileError<DataProblem>;

impl FileProblem for DataProblem {
    const FILE: &'static str = "";
}

/// What is wrong with a game file.
#[derive(Debug, Error)]
pub enum DataProblem {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be opened for appending.
    #[error(transparent)]
    File(#[from] AppendError),
    /// The output file already exists.
    #[error("the file already exists")]
    OutputExists,
    /// The file is empty or has a different magic number.
    #[error("not a file of self-play games")]
    NotData,
    /// The format version is unknown.
    #[error("unsupported version {0}; this program reads versions up to {DATA_VERSION}")]
    Version(u16),
    /// Its header is truncated.
    #[error("its header is truncated")]
    TornHeader,
    /// Its header is malformed.
    #[error("its header is damaged: {0}")]
    DamagedHeader(&'static str),
    /// The header names an unknown variant.
    #[error("it contains games of an unknown variant, {0:?}")]
    UnknownVariant(String),
    /// The header sets an option that the variant does not have, or to an invalid value.
    #[error("its header: {0}")]
    Option(#[from] GameOptionError),
    /// Its games were generated with different settings.
    #[error("it was generated with another {name}: {found:?}, not {expected:?}")]
    OtherSettings {
        /// The setting that differs.
        name: &'static str,
        /// Its value in the file.
        found: String,
        /// The requested value.
        expected: String,
    },
    /// A record other than the last is invalid: the file is damaged, not truncated.
    #[error("the record at byte {offset}, after {games} games, is damaged: {what}{}", next_text(*.next))]
    Damaged {
        /// The offset of the record, in bytes.
        offset: u64,
        /// What is wrong with it.
        what: &'static str,
        /// The number of games before it.
        games: u64,
        /// The number of the next readable game, if there is one nearby.
        next: Option<u32>,
    },
    /// Games that the file should contain are missing: it was truncated, or its run did not finish.
    #[error("{}", incomplete_text(*.games, *.expected, *.torn_bytes))]
    Incomplete {
        /// The number of games found, including dropped ones.
        games: u64,
        /// The number of games expected; `None` in files of version 1, which do not record it.
        expected: Option<u64>,
        /// The length of the torn record at the end.
        torn_bytes: u64,
    },
    /// A game is missing between two others, or at the end.
    #[error("game {number} is missing before game {found}")]
    Missing {
        /// The missing game's number.
        number: u32,
        /// The number of the game in its place, or of games at the end.
        found: u32,
    },
    /// Files of version 1 cannot be merged.
    #[error("it is of version 1, which has no shards; other files of its recipe contain the same games")]
    NoShards,
    /// Two files contain the same games.
    #[error("it contains games of shard {shard}, as does {}", other.display())]
    SameGames {
        /// The file's shard.
        shard: Shard,
        /// The other file.
        other: PathBuf,
    },
    /// Shards are missing.
    #[error("there is no file of shard {0}")]
    MissingShard(Shard),
    /// Games are out of order.
    #[error("the record at byte {offset} is of game {number}, which does not come after game {before}")]
    Order {
        /// The offset of the record, in bytes.
        offset: u64,
        /// The game's number.
        number: u32,
        /// The number of the previous game.
        before: u32,
    },
    /// A game's initial position is invalid.
    #[error("game {game}: {error}")]
    Fen {
        /// The game's number.
        game: u32,
        /// What is wrong with the position.
        error: FenError,
    },
    /// A game has an illegal move.
    #[error("game {game}, ply {ply}: move {bits} is illegal")]
    IllegalMove {
        /// The game's number.
        game: u32,
        /// The ply, from 1.
        ply: usize,
        /// The move's bits.
        bits: u16,
    },
    /// A game is too long for the format, or a string is too long for the header.
    #[error("{0} is too long for the format")]
    TooLong(&'static str),
    /// Self-play games cannot end by this cause.
    #[error("a self-play game cannot end by {0}")]
    Cause(crate::arena::Cause),
}

fn next_text(next: Option<u32>) -> String {
    next.map_or_else(String::new, |number| format!("; game {number} and those after it are readable"))
}

fn incomplete_text(games: u64, expected: Option<u64>, torn_bytes: u64) -> String {
    let torn = if torn_bytes > 0 {
        format!("; the last record is incomplete; its {torn_bytes} bytes are ignored")
    } else {
        String::new()
    };
    match expected {
        Some(expected) => {
            format!("{games} of {expected} games, {} missing{torn}", expected.saturating_sub(games))
        }
        None => format!("{games} games, at least one is missing{torn}"),
    }
}
