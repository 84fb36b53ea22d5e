//! The parts of FEN texts that all games share: the fields, their errors, and which details are ignored.

mod error;
mod operations;
mod remark;
mod text;

pub use error::{FenError, FenField, FenProblem, Impossibility};
pub use operations::{Operation, OperationError, read_operations};
pub use remark::{FenRemark, Ignored};
pub use text::{Counters, FenParts, FenText};
