//! Tables of endings: the exact value of every position with few pieces.
//!
//! A table belongs to the pieces beside the generals ([`Material`]), for example `KRvKN`. [`Layout`] numbers its
//! positions, [`format`](mod@format) writes and reads its file, and [`TableSet`] looks positions up in the tables that
//! are in use. A game says in [`TabledGame`] what it needs; the lab computes the values from it.

pub mod format;
mod layout;
mod material;
mod probe;
mod rules;
mod set;
mod value;

pub use format::{Header, Layer, Table, TableError, Totals, write_table};
pub use layout::{Layout, Placement};
pub use material::{Material, MostPieces, NAMED};
pub use probe::InUse;
pub use rules::{BoardChange, TabledGame, is_capture, unsteps};
pub use set::{Found, TableMove, TablePosition, TableSet, take_problems};
pub use value::TableValue;
