//! Vocabulary shared by all other modules: sides, moves, scores, keys, verdicts, errors, and the traits that a game
//! implements.

mod bitset;
#[cfg(feature = "arena")]
pub(crate) mod durable;
mod error;
mod fen;
pub mod files;
mod fnv;
mod key;
mod lock;
mod machine;
mod moves;
mod notation;
mod options;
mod perft;
mod played_game;
mod position;
mod printable;
mod score;
mod side;
mod spelling;
#[cfg(any(feature = "syzygy", feature = "tables"))]
pub mod table_files;
#[cfg(test)]
mod test_folder;
mod text;
mod verdict;

pub(crate) use bitset::bitset;
#[cfg(feature = "arena")]
pub use durable::AppendError;
pub use error::{GameOptionError, Illegality, MoveError, OptionError, shorten, white_black};
pub use fen::{
    Counters, FenError, FenField, FenParts, FenProblem, FenRemark, FenText, Ignored, Impossibility,
    Operation, OperationError, read_operations,
};
pub use fnv::Fnv;
pub use key::{Key, KeySequence, key_within_one_move};
pub use lock::lock;
pub(crate) use machine::{advise_large_pages, prefetch};
#[cfg(feature = "board")]
pub(crate) use machine::{release_free_memory, share_memory_arenas};
pub use moves::{MAX_MOVES, Move, MoveList};
pub use notation::{Mark, MarkKind, MoveParts, Notation, flip_fen};
pub use options::{GameOptions, NoOptions, OptionKind, OptionSpec, OptionValue};
pub use perft::perft;
pub use played_game::{GameError, PlayedGame};
pub use position::{Observer, Position};
pub use printable::{printable, printable_lines};
pub use score::{MAX_PLY, Score};
pub use side::Side;
pub use spelling::{did_you_mean, similar_word};
#[cfg(test)]
pub(crate) use test_folder::TestFolder;
pub(crate) use text::{UTF16_IS_UNREADABLE, is_utf16, without_mark};
pub use verdict::{NodeVerdict, Outcome, OutcomeError, Reason, Verdict};
