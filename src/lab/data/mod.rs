//! Files of self-play games, about four bytes per ply.
//!
//! Integers are little-endian. A *text8* is a length in one byte followed by that many bytes of UTF-8; a *text16* has
//! its length in two bytes. A checksum is the CRC-32 of ISO 3309 (as in zip and PNG). A *checked number* is a number in
//! four bytes followed by their checksum.
//!
//! # The header
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `QUADGAME` |
//! | 2 | the format's version, [`DATA_VERSION`] |
//! | checked number | the number of games requested of the recipe; their numbers are less than this |
//! | checked number | the length of the rest of the header after its checksum |
//! | 4 | the checksum of that rest |
//! | text8 | the game, as `UCI_Variant` names it |
//! | 1 | the number of the game's options that follow |
//! | text8, text8 | each option's name and value |
//! | text16 | the recipe: how the games were made, as words `name=value` |
//! | 4 | the index of the file's shard, from 0: its first game |
//! | 4 | the number of shards: the difference between the numbers of its games |
//!
//! # A game
//!
//! | bytes | contents |
//! | --- | --- |
//! | checked number | the length of what follows the checksum |
//! | 4 | the checksum of what follows |
//! | 4 | the game's number; numbers increase within a file |
//! | 1 | the result: 0 a draw, 1 a win of the first side, 2 a win of the second |
//! | 1 | the cause: see below |
//! | text16 | the FEN that the game started from; empty for the usual start under the header's options |
//! | 4 for each ply | the 16 bits of [`crate::base::Move::bits`], then the score as a signed number of two bytes |
//!
//! The score is the one that the search returned for the position before the move, from the side to move's point of
//! view, in units of the evaluation; mates and wins by rule are encoded as in [`crate::base::Score`]. The minimum,
//! −32768, marks a move that was not searched: a random move or an opening move. All moves are included, even those of
//! the opening.
//!
//! Causes: 0 checkmate, 1 stalemate, 2 trapped, 3 five pawns, 4 perpetual check, 5 perpetual chase, 6 repetition, 7
//! move limit, 8 insufficient material, 9 five in a row, 10 forbidden point, 11 full board; 64 adjudicated win, 65
//! adjudicated draw, 66 too long.
//!
//! The record of a game that was played but dropped contains only its number.
//!
//! # Crashes
//!
//! A game is written in one piece at the end of the file. A record that is truncated or has a wrong checksum, is no
//! longer than a record can be, and is not followed by a valid record is *torn*: it does not count, and is overwritten
//! when the file is resumed. Otherwise the file is damaged. The header contains the expected number of games, so that a
//! file truncated between two records is not mistaken for a complete one.
//!
//! # Version 1
//!
//! Files of version 1 can be read and resumed, and keep that version. Their header has no number of games and no shard,
//! lengths have no checksums, and dropped games are missing.

mod bytes;
mod checksum;
mod convert;
mod error;
mod game;
mod header;
mod merge;
mod reader;
mod replay;
mod summary;
mod writer;

pub(super) use checksum::checksum;
pub use convert::{ConvertedData, convert_data};
pub use error::{DataError, DataProblem};
pub use game::{GamePly, RecordedGame};
pub use header::{DATA_VERSION, DataHeader, DataPlan};
pub use merge::{MergedData, merge_data};
pub use reader::DataReader;
pub use replay::Replayer;
pub use summary::DataSummary;
pub use writer::{DataWriter, ResumedData};
