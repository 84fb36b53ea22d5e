//! The reasons for which games of the xiangqi family end.

use crate::base::Reason;

/// One side repeated the position by giving check with every move.
pub const PERPETUAL_CHECK: Reason = Reason::new("perpetual-check", "perpetual check", 4);
/// One side repeated the position by chasing one piece with every move.
pub const PERPETUAL_CHASE: Reason = Reason::new("perpetual-chase", "perpetual chase", 5);
