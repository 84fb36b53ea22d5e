//! FEN texts, as far as all games share them: the fields, what can be wrong with them, and what of them is ignored.

mod error;
mod operations;
mod remark;
mod text;

pub use error::{FenError, FenField, FenProblem, Impossibility};
pub use operations::{Operation, OperationError, read_operations};
pub use remark::{FenRemark, Ignored};
pub use text::{Counters, FenParts, FenText};
