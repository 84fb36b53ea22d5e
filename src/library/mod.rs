//! The library: every game that was played or opened, with its tree, in one `SQLite` file.
//!
//! Several programs and threads may use a file at the same time, each by a [`Library`] of its own. Every change is one
//! transaction: it is there as a whole or not at all, whatever happens to the program. Nothing is overwritten by a file
//! that is damaged, locked, of another program or of a later version: opening it fails, and changes nothing.
//!
//! - `schema` opens files and holds their tables; `error` says what can go wrong.
//! - `facts` are what the table of games shows of a game; they follow from its tree. `positions` are its positions, by
//!   keys that every version of the program computes alike. `entry` is what is read of a game without opening it, and
//!   `rows` is what is written of it.
//! - `games`, `collections` and `attachments` change the library, `search` and `explore` query it, `import` adds many
//!   games at once, and `check` compares everything with the trees.

mod attachments;
mod check;
mod collections;
mod entry;
mod error;
mod explore;
mod facts;
mod games;
mod import;
mod positions;
mod rows;
mod schema;
mod search;
#[cfg(test)]
mod tests;

pub use attachments::Attachment;
pub use check::CheckReport;
pub use collections::{Collection, CollectionId};
pub use entry::{Entry, GameId};
pub use error::LibraryError;
pub use explore::{Explored, ExploredMove};
pub use games::{SavedGame, TRASH_DAYS};
pub use import::{ImportReport, Importer, Refusal};
pub use positions::PositionKey;
pub use schema::{FILE_NAME, Library, LibraryFile};
pub use search::{CollectionFilter, DateError, DateText, GameFilter, MOST_ENTRIES};
