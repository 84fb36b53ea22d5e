use std::time::Duration;

use crate::games::Variant;
#[cfg(feature = "library")]
use crate::library::LibraryFile;

/// The settings of a session.
#[derive(Debug, Clone, Default)]
pub struct ServeOptions {
    /// The initial game, if one was chosen.
    pub variant: Option<Variant>,
    /// Whether to expose the search parameters and the experimental options as well.
    pub expose_parameters: bool,
    /// The resources that the session may use.
    pub limits: SessionLimits,
    /// The library in which the client can keep games, if there is one.
    #[cfg(feature = "library")]
    pub library: Option<LibraryFile>,
}

/// The resources that a session may use, whatever its client requests. A request for more is answered by an error that
/// names the limit, and the options offered to the client have these limits as maxima.
///
/// By default there are no limits beyond the ranges of the options and the length of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// The size of a hash table in MiB, at least one. `bench` and `speedtest` have a table of their own besides the
    /// game's, so a session uses up to two of this size.
    pub hash_mib: usize,
    /// Search threads, at least one.
    pub threads: usize,
    /// The time limit of a search, a perft or a measurement, including `go infinite` and `go ponder`; whatever is
    /// running when it is reached is stopped. A session never runs more than one of them at a time.
    pub time: Option<Duration>,
    /// Whether options may name files and folders.
    pub files: bool,
    /// The length of a line of input in bytes, including its line end. A longer line is rejected as a whole.
    pub line_bytes: usize,
    /// The number of lines read ahead while an earlier one is executed. Further lines wait in the client's pipe.
    pub queued_lines: usize,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            hash_mib: usize::MAX,
            threads: usize::MAX,
            time: None,
            files: true,
            // Enough for two hundred thousand moves.
            line_bytes: 1 << 20,
            queued_lines: 16,
        }
    }
}

/// The maximum number of moves in a game, so that a client's mistake cannot fill the memory with positions.
pub(super) const MAX_GAME_MOVES: usize = 20_000;
