//! The reasons for which only games of zhonggong end.

use crate::base::Reason;

/// The side to move has no move that gives its general a liberty.
pub const TRAPPED: Reason = Reason::new("trapped", "trapped", 2);
/// Five pawns of one side stand on the opponent's back rank.
pub const FIVE_PAWNS: Reason = Reason::new("five-pawns", "five pawns", 3);
