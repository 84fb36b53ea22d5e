use crate::base::Position;
use crate::games::gomoku::{GomokuPosition, Point, PointSet, Rule, Threat};

use super::proof_table::ProofTable;
use super::threat_search::ThreatSearch;

/// A win by continuous threats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win {
    /// Its first move.
    pub at: Point,
    /// The maximum number of plies to it.
    pub plies: u32,
}

/// A search for wins by continuous threats whose result depends on the position alone, not on what was searched before.
///
/// It has two stages; the second, larger one begins only where the first has failed.
#[derive(Debug)]
pub struct WinFinder {
    stages: [Stage; 2],
    /// The stage that found the last win.
    last: usize,
}

#[derive(Debug)]
struct Stage {
    table: ProofTable,
    /// The number of positions that may be visited.
    effort: u32,
}

impl Stage {
    fn new(effort: u32) -> Self {
        /// So sparse a table hardly ever replaces an entry.
        const ENTRIES_PER_VISIT: usize = 4;
        const LEAST: usize = 1 << 10;
        let entries = (effort as usize).saturating_mul(ENTRIES_PER_VISIT).clamp(LEAST, 1 << 22);
        Self { table: ProofTable::new(entries.next_power_of_two()), effort }
    }

    fn win<R: Rule>(&mut self, position: &mut GomokuPosition<R>) -> Option<Win> {
        self.table.clear();
        let win = ThreatSearch::new(position, &mut self.table, self.effort).win();
        win.map(|(at, plies)| Win { at, plies: plies as u32 })
    }
}

impl WinFinder {
    /// The most positions that a stage may visit.
    pub const MAX_EFFORT: u32 = 1 << 20;

    /// A search whose stages visit at most these numbers of positions.
    pub fn new(efforts: [u32; 2]) -> Self {
        Self { stages: efforts.map(|effort| Stage::new(effort.min(Self::MAX_EFFORT))), last: 0 }
    }

    /// A win of the side to move that the first stage finds.
    pub fn quick_win<R: Rule>(&mut self, position: &mut GomokuPosition<R>) -> Option<Win> {
        self.last = 0;
        self.stages[0].win(position)
    }

    /// A win of the side to move.
    pub fn win<R: Rule>(&mut self, position: &mut GomokuPosition<R>) -> Option<Win> {
        self.quick_win(position).or_else(|| self.long_win(position))
    }

    /// A win of the side to move that the second stage finds.
    pub fn long_win<R: Rule>(&mut self, position: &mut GomokuPosition<R>) -> Option<Win> {
        self.last = 1;
        self.stages[1].win(position)
    }

    fn table(&self) -> &ProofTable {
        &self.stages[self.last].table
    }

    /// The winner's move in a position that the last win leads to; `None` if it was not searched, or is forgotten.
    pub fn next_move<R: Rule>(&self, position: &GomokuPosition<R>) -> Option<Point> {
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        if let Some(fives) = position.board.threat_points_if_any(own, Threat::Five) {
            return fives.first();
        }
        if !position.can_make_five(other)
            && let Some(fours) = position.board.threat_points_if_any(own, Threat::WinningFour)
        {
            return fours.first();
        }
        let status = self.table().probe(position.key()).filter(|status| status.is_won())?;
        status.best.filter(|&at| position.is_open(at))
    }

    /// The points on which the last win, found in this position, depends: those on which either side plays in it. A
    /// stone of the loser's on another point hardly ever prevents it, unless it makes threats of its own.
    pub fn zone<R: Rule>(&self, position: &mut GomokuPosition<R>) -> PointSet {
        /// Larger wins are not followed to their ends.
        const MOST_POSITIONS: u32 = 20_000;
        let mut zone = PointSet::EMPTY;
        let mut left = MOST_POSITIONS;
        self.add_winner(position, &mut zone, &mut left);
        zone
    }

    /// Adds the points of the win in this position, with the winner to move.
    fn add_winner<R: Rule>(&self, position: &mut GomokuPosition<R>, zone: &mut PointSet, left: &mut u32) {
        let Some(rest) = left.checked_sub(1) else { return };
        *left = rest;
        let winner = position.side_to_move();
        let is_last = position.can_make_five(winner);
        let Some(at) = self.next_move(position) else { return };
        zone.insert(at);
        if is_last {
            return;
        }
        position.make(at.to_move(), &mut ());
        self.add_loser(position, zone, left);
        position.unmake();
    }

    /// Adds the points of the win in this position, with the loser to move.
    fn add_loser<R: Rule>(&self, position: &mut GomokuPosition<R>, zone: &mut PointSet, left: &mut u32) {
        let winner = !position.side_to_move();
        let replies = if let Some(&fives) = position.board.threat_points_if_any(winner, Threat::Five) {
            fives
        } else {
            position.defences() | position.four_points()
        };
        *zone |= replies | *position.board.threat_points(winner, Threat::WinningFour);
        for reply in position.allowed(replies) {
            let known = self.table().probe(position.key_with(reply));
            if known.is_none_or(|status| !status.is_won()) && !position.can_make_five(winner) {
                continue;
            }
            position.make(reply.to_move(), &mut ());
            self.add_winner(position, zone, left);
            position.unmake();
        }
    }
}
