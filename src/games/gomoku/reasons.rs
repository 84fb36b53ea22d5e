//! The reasons for which only games of gomoku and renju end.

use crate::base::Reason;

/// One side has five in a row.
pub const FIVE_IN_A_ROW: Reason = Reason::new("five-in-a-row", "five in a row", 9);
/// The side to move has only forbidden points left, or has played on one.
pub const FORBIDDEN_POINT: Reason = Reason::new("forbidden-point", "forbidden point", 10);
