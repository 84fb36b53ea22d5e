//! The end of the game, as a result and for the search.

use crate::base::{NodeVerdict, Reason, Verdict};

use super::ChessPosition;

/// The game is drawn after this many plies without a capture or a pawn move (the fifty-move rule), unless the
/// last of them mates.
pub(crate) const MOVE_LIMIT: u16 = 100;

impl ChessPosition {
    /// How often the position occurred before, as far back as the history is kept.
    pub(super) fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// How many plies ago the position occurred, the latest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let reach = self.earlier.len().min(self.board.reversible as usize);
        // The sides alternate, and a repetition takes at least four plies: both sides must move away and back.
        (4..=reach).step_by(2).filter(|plies| self.earlier[self.earlier.len() - plies] == self.board.key)
    }

    pub(super) fn game_verdict(&self) -> Option<Verdict> {
        let board = &self.board;
        if board.count_moves() == 0 {
            return Some(if board.checkers.any() {
                Verdict::win(!board.side, Reason::CHECKMATE)
            } else {
                Verdict::draw(Reason::STALEMATE)
            });
        }
        let reason = if board.is_dead() {
            Reason::INSUFFICIENT_MATERIAL
        } else if self.repetitions() >= 2 {
            Reason::REPETITION
        } else if board.clock >= MOVE_LIMIT {
            Reason::MOVE_LIMIT
        } else {
            return None;
        };
        Some(Verdict::draw(reason))
    }

    /// A draw by repetition, by the move limit or by insufficient material; see
    /// [`crate::search::SearchPosition::node_verdict`].
    #[inline]
    pub(crate) fn tree_verdict(&self, ply: usize) -> Option<NodeVerdict> {
        let board = &self.board;
        if board.clock >= MOVE_LIMIT {
            // Checkmate on the last ply before the limit takes precedence.
            let mated = board.checkers.any() && board.count_moves() == 0;
            return if mated { None } else { Some(NodeVerdict::Drawn) };
        }
        (self.is_repeated(ply) || board.is_dead()).then_some(NodeVerdict::Drawn)
    }

    /// Whether the position occurred before within the last `ply` plies, or at least twice before.
    #[inline]
    fn is_repeated(&self, ply: usize) -> bool {
        let mut occurrences = self.earlier_occurrences();
        match occurrences.next() {
            Some(plies) => plies <= ply || occurrences.next().is_some(),
            None => false,
        }
    }
}
