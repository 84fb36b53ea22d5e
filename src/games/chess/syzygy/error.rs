use std::io;

use thiserror::Error;

/// A table that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// The file's name is no pieces' of a table.
    #[error("its name is not that of a table, such as KRPvKR")]
    Name,
    /// The file is something else, or it cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// The file's head is not complete.
    #[error("it ends too early")]
    Short,
    /// The file begins differently.
    #[error("it does not begin as a table does")]
    Magic,
    /// The file's head contradicts its name.
    #[error("it is not a table of the pieces that its name tells")]
    Pieces,
    /// The file's head contradicts itself.
    #[error("its {0} are not valid")]
    Layout(&'static str),
    /// The file has another length than its head requires.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The file's length.
        found: u64,
        /// What its head requires.
        expected: u64,
    },
    /// The bytes are not those that were written.
    #[error("its checksum does not fit its contents")]
    Checksum,
    /// Something that only shows when a position is looked up.
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
