//! The history needed in a game of xiangqi: to take moves back, to detect repetitions and to count towards the move
//! limit.

use crate::base::{Key, Move, Side};
use crate::games::cchess::Piece;

/// The number of plies without a capture after which the game is drawn, not counting `Progress::uncounted`.
pub const MOVE_LIMIT: u16 = 120;

/// The number of a side's checks since the last capture that count towards the move limit. Further checks and the
/// replies to them do not count.
const COUNTED_CHECKS: u8 = 10;

/// The maximum number of plies kept when history is discarded; a repetition over more plies is not detected. A game
/// with that many plies without a capture or pawn advance has usually reached the move limit before.
pub const REMEMBERED_PLIES: usize = 160;

/// Counters of the plies since irreversible moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Remembered plies since the last capture or pawn advance: how far back the same position can have occurred.
    pub reversible: u16,
    /// Plies since the last capture.
    pub plies: u16,
    /// The number of these plies that do not count towards the move limit.
    pub uncounted: u16,
    /// The number of checks that each side has given since the last capture; the count stops at the first one that does
    /// not count towards the limit.
    checks: [u8; 2],
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the side to move is in a check that does not count.
    free_answer: bool,
}

impl Progress {
    /// The progress of a position whose only history is the number of plies since the last capture.
    pub fn new(plies: u16, in_check: bool) -> Self {
        Self { plies, in_check, ..Self::default() }
    }

    /// The progress after a move by `mover`.
    #[inline]
    pub fn after(self, mover: Side, captures: bool, advances_pawn: bool, gives_check: bool) -> Self {
        let mut next = if captures { Self::default() } else { self };
        next.in_check = gives_check;
        next.reversible = if captures || advances_pawn { 0 } else { self.reversible + 1 };
        let mut free_check = false;
        if gives_check {
            let checks = &mut next.checks[mover.index()];
            *checks = (*checks + 1).min(COUNTED_CHECKS + 1);
            free_check = *checks > COUNTED_CHECKS;
        }
        if !captures {
            next.plies = next.plies.saturating_add(1);
            next.uncounted += u16::from((free_check || self.free_answer) && next.uncounted < next.plies);
        }
        next.free_answer = free_check;
        next
    }

    /// The progress after a pass by `passer`, who is not in check. No repetition reaches across a pass.
    pub fn after_pass(self, passer: Side) -> Self {
        Self { reversible: 0, ..self.after(passer, false, false, false) }
    }

    /// The number of plies that count towards the move limit.
    #[inline]
    pub const fn counted(&self) -> u16 {
        self.plies - self.uncounted
    }
}

/// The state before a move, as far as the board after it does not determine it.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// The position's key before the move.
    pub key: Key,
    /// The move. A pass has one whose origin and target are the same.
    pub m: Move,
    /// The captured piece.
    pub taken: Option<Piece>,
    /// The progress before the move.
    pub progress: Progress,
}

/// Searches the moves in `records` for earlier occurrences of the position with this key. Returns how many plies ago
/// the cycle to judge began: at the second one back if there are two, otherwise at the only one if it is at most
/// `within` plies back.
#[inline]
pub fn repetition(records: &[Record], key: Key, reversible: u16, within: usize) -> Option<usize> {
    let reach = records.len().min(reversible.into());
    let mut seen = None;
    // A side needs at least two moves to restore its changes.
    let mut distance = 4;
    while distance <= reach {
        if records[records.len() - distance].key == key {
            if seen.is_some() {
                return Some(distance);
            }
            seen = Some(distance);
        }
        distance += 2;
    }
    seen.filter(|&distance| distance <= within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_beyond_the_tenth_and_their_answers_do_not_count() {
        let mut progress = Progress::new(3, false);
        for round in 0..15 {
            progress = progress.after(Side::First, false, false, true);
            progress = progress.after(Side::Second, false, false, false);
            assert_eq!(progress.plies, 5 + 2 * round);
            assert_eq!(progress.counted(), (5 + 2 * round).min(23));
        }
        let quiet = progress.after(Side::First, false, false, false);
        assert_eq!(quiet.counted(), 24);
        let taken = quiet.after(Side::Second, true, false, false);
        assert_eq!((taken.counted(), taken.plies, taken.reversible), (0, 0, 0));
        let check = taken.after(Side::First, false, false, true);
        assert_eq!(check.counted(), 1);
    }

    #[test]
    fn each_side_has_ten_checks_that_count() {
        let mut progress = Progress::new(0, false);
        for _ in 0..10 {
            progress = progress.after(Side::First, false, false, true);
            progress = progress.after(Side::Second, false, false, false);
        }
        progress = progress.after(Side::First, false, false, false);
        progress = progress.after(Side::Second, false, false, true);
        assert_eq!(progress.counted(), 22);
        // The eleventh check, given in reply to a check that counts.
        progress = progress.after(Side::First, false, false, true);
        assert_eq!(progress.counted(), 22);
    }
}
