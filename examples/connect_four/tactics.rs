use super::position::{ConnectFourPosition, FOUR_IN_A_ROW, Point, target_of};
use crate::base::{Key, Move, MoveList, NodeVerdict, Position};
use crate::search::{SearchPosition, SearchTables};

/// What depends on a move's point alone.
fn slot(m: Move) -> usize {
    target_of(m).map_or(0, Point::index)
}

impl SearchTables for ConnectFourPosition {}

impl SearchPosition for ConnectFourPosition {
    const HISTORY_SLOTS: usize = 2 * Point::COUNT;
    const NOISY_SLOTS: usize = Point::COUNT;

    type CheckHints = ();
    type ProofTable = ();

    fn check_hints(&self) {}

    /// Moves that win, or take the point where the opponent would win.
    fn noisy_moves(&self, list: &mut MoveList) {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        list.extend(moves.into_iter().filter(|&m| self.is_noisy(m)));
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        list.extend(moves.into_iter().filter(|&m| !self.is_noisy(m)));
    }

    fn is_noisy(&self, m: Move) -> bool {
        target_of(m).is_some_and(|at| self.wins_at(self.side, at) || self.wins_at(!self.side, at))
    }

    fn is_threatened(&self) -> bool {
        self.open_points().any(|at| self.wins_at(!self.side, at))
    }

    /// Stones are never captured.
    fn see_ge(&self, _m: Move, threshold: i32) -> bool {
        threshold <= 0
    }

    fn capture_value(&self, m: Move) -> i32 {
        if target_of(m).is_some_and(|at| self.wins_at(self.side, at)) { 1000 } else { 0 }
    }

    fn history_slot(&self, m: Move) -> usize {
        Point::COUNT * self.side.index() + slot(m)
    }

    fn noisy_slot(&self, m: Move) -> usize {
        slot(m)
    }

    fn gives_check(&self, _m: Move, (): &()) -> bool {
        false
    }

    fn node_verdict(&self, _ply: usize) -> Option<NodeVerdict> {
        self.is_won().then_some(NodeVerdict::Lost)
    }

    fn no_moves_verdict(&self) -> NodeVerdict {
        match self.verdict() {
            Some(verdict) if verdict.reason == FOUR_IN_A_ROW => NodeVerdict::Lost,
            _ => NodeVerdict::Drawn,
        }
    }

    fn pawn_key(&self) -> Key {
        Key(0)
    }
}
