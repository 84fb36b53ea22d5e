//! Additions of gomoku and renju for the search.

mod candidates;
mod four_search;
mod proof_table;
pub(super) mod themes;
mod threat_search;
mod win_finder;

use crate::base::{Key, Move, MoveList, NodeVerdict, Position, Side};
use crate::games::gomoku::point::POINTS;
use crate::games::gomoku::{GomokuPosition, Point, Rule, Threat};

use crate::games::gomoku::solution::{Answer, embedded};
use crate::search::{
    Distance, ProofSearch, SearchPosition, SearchTables, TableEntry, TableMoves, TableResult,
};
use candidates::Duty;
use four_search::FourSearch;
use proof_table::ProofTable;
use threat_search::ThreatSearch;

pub use win_finder::{Win, WinFinder};

/// Search tables index a move by its side and point.
const SLOTS: usize = 2 * POINTS;

impl<R: Rule> GomokuPosition<R> {
    fn slot(&self, m: Move) -> usize {
        POINTS * self.side_to_move().index() + point(m).index()
    }
}

fn point(m: Move) -> Point {
    Point::of_move(m).expect("a legal move is a point")
}

/// The proof from the start of the game. It is asked at roots only: what it says of other positions, a search for
/// threats mostly finds as fast.
impl<R: Rule> SearchTables for GomokuPosition<R> {
    const LEFT_OUT: bool = cfg!(not(feature = "solutions"));

    fn has_tables() -> bool {
        embedded::<R>().is_some()
    }

    fn table_entry(&self, move_limit: bool) -> Option<TableEntry> {
        self.table_moves(move_limit).map(|best| best.entry)
    }

    fn table_moves(&self, _move_limit: bool) -> Option<TableMoves> {
        let solution = embedded::<R>()?;
        let entry = |result, plies| TableEntry { result, distance: Distance::AtMost(plies as u16) };
        let mut moves = MoveList::new();
        if let Some(Answer { at, plies }) = solution.win(self) {
            moves.push(at.to_move());
            return Some(TableMoves { moves, entry: entry(TableResult::Win, plies) });
        }
        let plies = solution.loss(self)?;
        self.noisy_moves(&mut moves);
        self.quiet_candidates(&mut moves);
        Some(TableMoves { moves, entry: entry(TableResult::Loss, plies) })
    }
}

impl<R: Rule> SearchPosition for GomokuPosition<R> {
    const HISTORY_SLOTS: usize = SLOTS;
    const NOISY_SLOTS: usize = SLOTS;

    type CheckHints = ();
    type ProofTable = ProofTable;

    fn check_hints(&self) {}

    /// Noisy moves are those that make five, if there are any; otherwise those that stop the opponent's five, if one is
    /// threatened; otherwise those that make a four.
    fn noisy_moves(&self, list: &mut MoveList) {
        list.extend(self.noisy_points().into_iter().map(Point::to_move));
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        list.extend((self.open_points() - self.noisy_points()).into_iter().map(Point::to_move));
    }

    #[inline]
    fn quiet_hint(&self, m: Move, (): &()) -> i32 {
        self.hint(point(m))
    }

    fn quiet_candidates(&self, list: &mut MoveList) {
        self.add_quiet_candidates(list);
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.is_noisy_point(point(m))
    }

    /// Whether the opponent would make five if it were its turn.
    #[inline]
    fn is_threatened(&self) -> bool {
        self.winner().is_none() && self.can_make_five(!self.side_to_move())
    }

    #[inline]
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        threshold <= 0 || self.is_noisy(m) && self.capture_value(m) >= threshold
    }

    /// The value of the threat that the move makes; for an answer to a five, the threat that it makes in addition.
    fn capture_value(&self, m: Move) -> i32 {
        const STOPPED_FIVE: i32 = 5_000;
        let made = match self.board.threat(self.side_to_move(), point(m)) {
            Threat::Five => 10_000,
            Threat::WinningFour => 2_000,
            Threat::FourThree => 500,
            Threat::Four | Threat::DoubtfulDoubleThree => 100,
            Threat::DoubleThree => 50,
            Threat::Three => 20,
            Threat::None | Threat::Forbidden => 0,
        };
        if self.duty() == Duty::StopFive { STOPPED_FIVE + made } else { made }
    }

    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        self.slot(m)
    }

    #[inline]
    fn noisy_slot(&self, m: Move) -> usize {
        self.slot(m)
    }

    #[inline]
    fn gives_check(&self, m: Move, (): &()) -> bool {
        self.makes_four(point(m))
    }

    fn node_verdict(&self, _ply: usize) -> Option<NodeVerdict> {
        if self.winner().is_some() {
            Some(NodeVerdict::Lost)
        } else if self.empty_count() == 0 {
            Some(NodeVerdict::Drawn)
        } else {
            None
        }
    }

    /// Lost if the opponent has five, or if only forbidden points are left for Black. A full board is a draw.
    fn no_moves_verdict(&self) -> NodeVerdict {
        if self.winner().is_none() && self.empty_count() == 0 {
            NodeVerdict::Drawn
        } else {
            NodeVerdict::Lost
        }
    }

    #[inline]
    fn key_after(&self, m: Move) -> Key {
        self.key_with(point(m))
    }

    /// A hash of both sides' threats: the evaluation errs in similar ways in positions with the same threats.
    fn pawn_key(&self) -> Key {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut digest = 0xcbf2_9ce4_8422_2325;
        for side in Side::BOTH {
            for threat in
                [Threat::Three, Threat::DoubleThree, Threat::Four, Threat::FourThree, Threat::WinningFour]
            {
                digest = (digest ^ self.board.threat_count(side, threat) as u64).wrapping_mul(PRIME);
            }
        }
        Key(digest ^ digest >> 29)
    }

    /// A win by successive fours, each of which leaves the opponent at most one answer.
    fn forced_win(&mut self, effort: u32) -> Option<(Move, usize)> {
        FourSearch::new(self, effort).win().map(|(at, plies)| (at.to_move(), plies))
    }

    /// A win by successive fours and threes, each of which leaves the opponent few answers.
    fn prove_win(&mut self, table: &mut ProofTable, effort: u32) -> ProofSearch {
        let mut search = ThreatSearch::new(self, table, effort);
        let win = search.win().map(|(at, plies)| (at.to_move(), plies));
        ProofSearch { win, visited: search.visited() }
    }
}
