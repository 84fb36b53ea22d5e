//! Folders with tablebases, and safe access to their files, independent of game and format.
//!
//! A file is read by position and kept in memory page by page, up to a limit for all files. It is not memory-mapped:
//! truncating a mapped file while it is in use would kill the process. Access to a kept page costs one atomic load, so
//! lookups are no slower than in mapped files.

mod cursor;
mod file;
mod folders;

pub use cursor::Cursor;
pub use file::{Memory, TableFile};
pub use folders::{NulInPath, files, folders};
