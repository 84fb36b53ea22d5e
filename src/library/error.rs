use std::io;

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::base::FenError;
use crate::records::StoredGameError;

use super::entry::GameId;

/// Why a library cannot be opened, read or changed. Whatever was to be changed is as it was.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// There is no such file.
    #[error("there is no library there")]
    Missing,
    /// The file is something else.
    #[error("it is not a library of games, but another file")]
    NotLibrary,
    /// The file is from a later version of the program.
    #[error("a later version of the program has written it (schema {found}; this one knows {known})")]
    Newer {
        /// The file's schema.
        found: i64,
        /// The latest schema that is known.
        known: i64,
    },
    /// The file is damaged.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// Another program is changing it, and has not ended in time.
    #[error("it is locked: another program is changing it")]
    Locked,
    /// There is no room left.
    #[error("there is no room left on the disk")]
    Full,
    /// It can be read, but not be changed.
    #[error("the file or its folder is read-only")]
    ReadOnly,
    /// The file cannot be opened, read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// The game was changed by somebody else.
    #[error("game {id} was changed meanwhile: it has revision {found}, not {expected}")]
    Changed {
        /// The game.
        id: GameId,
        /// The revision that the caller knows.
        expected: u64,
        /// The revision that it has.
        found: u64,
    },
    /// There is no such collection.
    #[error("there is no collection {0:?}")]
    NoCollection(String),
    /// Another collection has the name.
    #[error("there is a collection {0:?} already")]
    CollectionExists(String),
    /// A collection must have a name.
    #[error("a name of 1 to {most} characters expected", most = super::collections::LONGEST_NAME)]
    Name,
    /// A position to be looked for is not one.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A text is not one of a position.
    #[error("{0:?} is not a FEN")]
    NotFen(String),
    /// A game in the library cannot be read.
    #[error("game {id} cannot be read: {error}")]
    Game {
        /// The game.
        id: GameId,
        /// Why.
        error: StoredGameError,
    },
    /// Anything else that `SQLite` reports.
    #[error("the database reports: {0}")]
    Database(String),
}

impl LibraryError {
    /// A short name for programs, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::NotLibrary => "not-a-library",
            Self::Newer { .. } => "newer",
            Self::Damaged(_) => "damaged",
            Self::Locked => "locked",
            Self::Full => "full",
            Self::ReadOnly => "read-only",
            Self::Io(_) => "io",
            Self::NoGame(_) => "no-game",
            Self::Changed { .. } => "changed",
            Self::NoCollection(_) => "no-collection",
            Self::CollectionExists(_) => "collection-exists",
            Self::Name => "name",
            Self::Fen(_) | Self::NotFen(_) => "fen",
            Self::Game { .. } => "unreadable",
            Self::Database(_) => "database",
        }
    }
}

impl LibraryError {
    /// What the message names, for programs.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Newer { found, known } => {
                vec![("found", found.to_string()), ("known", known.to_string())]
            }
            Self::Damaged(found) | Self::Database(found) | Self::NotFen(found) => {
                vec![("found", found.clone())]
            }
            Self::Io(error) => vec![("found", error.to_string())],
            Self::NoGame(id) | Self::Changed { id, .. } => vec![("id", id.to_string())],
            Self::Game { id, error } => vec![("id", id.to_string()), ("found", error.to_string())],
            Self::NoCollection(name) | Self::CollectionExists(name) => vec![("name", name.clone())],
            Self::Name => vec![("limit", super::collections::LONGEST_NAME.to_string())],
            Self::Missing | Self::NotLibrary | Self::Locked | Self::Full | Self::ReadOnly | Self::Fen(_) => {
                Vec::new()
            }
        }
    }
}

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(failure, words) = &error else {
            return match error {
                // A column of another type than the schema has.
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..) => Self::Damaged(error.to_string()),
                _ => Self::Database(error.to_string()),
            };
        };
        let words = words.clone().unwrap_or_else(|| error.to_string());
        match failure.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Self::Locked,
            ErrorCode::DiskFull => Self::Full,
            ErrorCode::DatabaseCorrupt => Self::Damaged(words),
            ErrorCode::NotADatabase => Self::NotLibrary,
            ErrorCode::ReadOnly => Self::ReadOnly,
            ErrorCode::CannotOpen | ErrorCode::SystemIoFailure | ErrorCode::PermissionDenied => {
                Self::Io(io::Error::other(words))
            }
            _ => Self::Database(words),
        }
    }
}
