use std::time::Duration;

/// What a session may use at most, whatever its client asks for. A client that asks for more gets an error that names
/// the limit, and the options that it is offered end there.
///
/// By default there are no limits but those of the options themselves and of a line's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLimits {
    /// The size of a hash table in MiB, at least one. A `bench` or `speedtest` has a table of its own beside the
    /// game's, so that a session has up to two of this size.
    pub hash_mib: usize,
    /// Search threads, at least one.
    pub threads: usize,
    /// How long a search, a perft or a measurement may go on: one that has not ended by then is ended, `go infinite`
    /// and `go ponder` included. A session never runs more than one of them at a time.
    pub time: Option<Duration>,
    /// The length of a line of input in bytes, its end included. A longer one is refused as a whole.
    pub line_bytes: usize,
    /// The lines that are read ahead while an earlier one is acted on. The client's further lines wait in its own pipe.
    pub queued_lines: usize,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            hash_mib: usize::MAX,
            threads: usize::MAX,
            time: None,
            // Two hundred thousand moves fit into it.
            line_bytes: 1 << 20,
            queued_lines: 16,
        }
    }
}
