use std::io;

use thiserror::Error;

/// Why a table cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// The file's name does not name the pieces of a table.
    #[error("its name is not that of a table, such as KRPvKR")]
    Name,
    /// The file is not a regular file or cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The file's header is incomplete.
    #[error("it ends too early")]
    Short,
    /// The file does not begin with the magic number of a table.
    #[error("it does not begin like a table")]
    Magic,
    /// The file's header contradicts its name.
    #[error("it is not a table of the pieces in its name")]
    Pieces,
    /// The file's header contradicts itself.
    #[error("its {0} are not valid")]
    Layout(&'static str),
    /// The file's length differs from that required by its header.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The file's length.
        found: u64,
        /// The length required by the header.
        expected: u64,
    },
    /// The contents were modified.
    #[error("its checksum does not match its contents")]
    Checksum,
    /// Damage that only shows when a position is looked up.
    #[error("{0} is damaged")]
    Damaged(&'static str),
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Short,
            _ => Self::Unreadable(error.to_string()),
        }
    }
}
