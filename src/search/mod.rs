//! The search: generic over the game, silent, reporting to a listener.

mod limits;
mod report;

pub use limits::{Clock, Limits};
pub use report::{Bound, Listener, Report, SearchResult};
