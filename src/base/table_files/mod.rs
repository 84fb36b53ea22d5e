//! Folders with tablebases, and safe access to their files, whatever the game and the format.
//!
//! A file is read by position and kept in memory page by page, up to a limit for all files. It is not mapped into
//! memory: a mapped file that is truncated while it is in use ends the process. A kept page costs one atomic load, so
//! that lookups are no slower than in mapped files.

mod cursor;
mod file;
mod folders;

pub use cursor::Cursor;
pub use file::{Memory, TableFile};
pub use folders::{NulInPath, files, folders};
