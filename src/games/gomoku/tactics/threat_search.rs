use arrayvec::ArrayVec;

use crate::base::{Key, MAX_MOVES, Position, Side};
use crate::games::gomoku::{GomokuPosition, Point, PointSet, Rule, Shape, Threat};

use super::proof_table::{IMPOSSIBLE, ProofTable, Status};

/// The maximum length of a line, in plies: what scores can express, with room for the search above.
const MAX_PLIES: u32 = 100;
/// Distinguishes positions with the defender to move from those in which the same side attacks.
const DEFENDER: Key = Key(0x9d39_247e_3377_6d41);

/// A search for a victory by continuous threats (VCT): the side to move makes only fours and threes, so that the
/// opponent has only few answers. It is a depth-first proof-number search (df-pn; Nagai, 2002).
///
/// A win that it finds holds against every legal answer. It may miss wins.
pub(super) struct ThreatSearch<'a, R: Rule> {
    position: &'a mut GomokuPosition<R>,
    table: &'a mut ProofTable,
    /// The number of positions that may still be visited.
    effort: u32,
    visited: u32,
    /// By ply, the last winning move of the attacker.
    winning: [Option<Point>; MAX_PLIES as usize + 2],
}

/// A move and the status of the position after it.
#[derive(Debug, Clone, Copy)]
struct Child {
    at: Point,
    proof: Status,
}

type Children = ArrayVec<Child, MAX_MOVES>;

/// The search leaves a node when its numbers reach these.
#[derive(Debug, Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl<'a, R: Rule> ThreatSearch<'a, R> {
    /// A search that visits at most `effort` positions.
    pub(super) fn new(position: &'a mut GomokuPosition<R>, table: &'a mut ProofTable, effort: u32) -> Self {
        Self { position, table, effort, visited: 0, winning: [None; MAX_PLIES as usize + 2] }
    }

    /// The first move of a win and the maximum number of plies to it, or `None` if no win was found.
    pub(super) fn win(&mut self) -> Option<(Point, usize)> {
        if self.position.winner().is_some() {
            return None;
        }
        let known = self.settled(self.position.key());
        let anything = Thresholds { proof: IMPOSSIBLE, disproof: IMPOSSIBLE };
        let status = known.unwrap_or_else(|| self.attack(0, anything));
        status.is_won().then_some(status.best?).map(|best| (best, status.plies as usize))
    }

    /// The number of positions visited.
    pub(super) fn visited(&self) -> u32 {
        self.visited
    }

    fn is_out_of_effort(&self) -> bool {
        self.visited >= self.effort
    }

    /// The status of the position with this key, if it is final. It may have been settled on another path since the
    /// move that leads here was chosen.
    fn settled(&self, key: Key) -> Option<Status> {
        self.table.probe(key).filter(|status| status.is_settled())
    }

    /// Searches a node of the attacker, `ply` plies below the start, until its numbers reach the thresholds.
    fn attack(&mut self, ply: u32, thresholds: Thresholds) -> Status {
        self.visited += 1;
        let before = self.visited;
        let key = self.position.key();
        if let Some(status) = self.settled(key) {
            return status;
        }
        let mut moves = PointSet::EMPTY;
        let status = self.attacker_moves(ply, &mut moves).unwrap_or_else(|| {
            let mut children = Children::new();
            self.add_children(moves, ply, DEFENDER, &mut children);
            self.attack_by(&mut children, ply, thresholds)
        });
        self.table.store(key, status, self.visited - before + 1);
        status
    }

    /// The result of a node of the attacker if it needs no search; otherwise sets its moves.
    fn attacker_moves(&self, ply: u32, moves: &mut PointSet) -> Option<Status> {
        let position = &*self.position;
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        if let Some(five) = position.board.threat_points_if_any(own, Threat::Five) {
            return Some(Status::won(1, five.first()));
        }
        if let Some(&answer) = position.board.threat_points_if_any(other, Threat::Five) {
            // Two fives cannot be stopped with one stone.
            if answer.len() > 1 || ply >= MAX_PLIES {
                return Some(Status::DISPROVED);
            }
            *moves = answer.into_iter().filter(|&at| position.is_open(at)).collect();
        } else {
            if let Some(winning) = position.board.threat_points_if_any(own, Threat::WinningFour) {
                return Some(Status::won(3, winning.first()));
            }
            if ply >= MAX_PLIES {
                return Some(Status::DISPROVED);
            }
            let fours = position.four_points();
            let mut threes = position.three_points();
            if position.board.threat_count(other, Threat::WinningFour) > 0 {
                threes = threes & position.defences();
            }
            *moves = fours | threes;
        }
        moves.is_empty().then_some(Status::DISPROVED)
    }

    fn attack_by(&mut self, children: &mut Children, ply: u32, thresholds: Thresholds) -> Status {
        loop {
            let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
            let (mut most, mut open) = (0, 0);
            for (index, child) in children.iter().enumerate() {
                if child.proof.proof < least {
                    (second, least, best) = (least, child.proof.proof, index);
                } else {
                    second = second.min(child.proof.proof);
                }
                most = most.max(child.proof.disproof);
                open += u32::from(child.proof.disproof > 0);
            }
            // Not the sum: many moves lead to the same positions, which would be counted again and again.
            let disproof = (most + open.saturating_sub(1)).min(IMPOSSIBLE);
            let child = children[best];
            let proof = if child.proof.is_won() {
                self.winning[ply as usize] = Some(child.at);
                Status::won(child.proof.plies + 1, Some(child.at))
            } else {
                Status {
                    proof: least,
                    disproof: if least == IMPOSSIBLE { 0 } else { disproof },
                    plies: 0,
                    best: Some(child.at),
                }
            };
            if proof.is_settled()
                || proof.proof >= thresholds.proof
                || proof.disproof >= thresholds.disproof
                || self.is_out_of_effort()
            {
                return proof;
            }
            let below = Thresholds {
                proof: thresholds.proof.min(beyond(second)),
                disproof: thresholds.disproof - disproof + child.proof.disproof,
            };
            self.position.make(child.at.to_move(), &mut ());
            children[best].proof = self.defend(ply + 1, below);
            self.position.unmake();
        }
    }

    /// Searches a node of the defender, until its numbers reach the thresholds.
    fn defend(&mut self, ply: u32, thresholds: Thresholds) -> Status {
        self.visited += 1;
        let before = self.visited;
        let key = self.position.key() ^ DEFENDER;
        if let Some(status) = self.settled(key) {
            return status;
        }
        let mut replies = PointSet::EMPTY;
        let status = self.defender_moves(&mut replies).unwrap_or_else(|| {
            let mut children = Children::new();
            self.add_children(replies, ply, Key(0), &mut children);
            self.defend_by(&mut children, ply, thresholds)
        });
        self.table.store(key, status, self.visited - before + 1);
        status
    }

    /// The result of a node of the defender if it needs no search; otherwise sets the answers that do not lose
    /// immediately.
    fn defender_moves(&self, replies: &mut PointSet) -> Option<Status> {
        /// After any answer, the next stone makes five.
        const FIVE_FOLLOWS: u32 = 2;
        /// After any answer, the next stone makes an unstoppable four.
        const FOUR_FOLLOWS: u32 = 4;
        let position = &*self.position;
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        if position.can_make_five(own) {
            return Some(Status::DISPROVED);
        }
        if let Some(&fives) = position.board.threat_points_if_any(other, Threat::Five) {
            *replies = if fives.len() > 1 { PointSet::EMPTY } else { position.allowed(fives) };
            return replies.is_empty().then_some(Status::won(FIVE_FOLLOWS, None));
        }
        // The attack is over if there is no threat to win, or the defender's own threat comes first.
        if position.board.threat_count(other, Threat::WinningFour) == 0
            || position.board.threat_count(own, Threat::WinningFour) > 0
        {
            return Some(Status::DISPROVED);
        }
        *replies = position.without_forbidden(position.defences()) | position.four_points();
        replies.is_empty().then_some(Status::won(FOUR_FOLLOWS, None))
    }

    fn defend_by(&mut self, children: &mut Children, ply: u32, thresholds: Thresholds) -> Status {
        /// After an answer that does not prevent it, the attacker makes an unstoppable four.
        const PLIES_AFTER_OTHERS: u32 = 3;
        loop {
            let (mut best, mut least, mut second, mut proof) = (0, u32::MAX, u32::MAX, 0);
            for (index, child) in children.iter().enumerate() {
                if child.proof.disproof < least {
                    (second, least, best) = (least, child.proof.disproof, index);
                } else {
                    second = second.min(child.proof.disproof);
                }
                proof = (proof + child.proof.proof).min(IMPOSSIBLE);
            }
            let child = children[best];
            let result = if proof == 0 {
                let longest = children.iter().map(|child| child.proof.plies).max().unwrap_or(0);
                Status::won(longest.max(PLIES_AFTER_OTHERS) + 1, Some(child.at))
            } else {
                Status {
                    proof: if least == 0 { IMPOSSIBLE } else { proof },
                    disproof: least,
                    plies: 0,
                    best: Some(child.at),
                }
            };
            if result.is_settled()
                || result.proof >= thresholds.proof
                || result.disproof >= thresholds.disproof
                || self.is_out_of_effort()
            {
                return result;
            }
            let below = Thresholds {
                proof: thresholds.proof - proof + child.proof.proof,
                disproof: thresholds.disproof.min(beyond(second)),
            };
            self.position.make(child.at.to_move(), &mut ());
            children[best].proof = self.attack(ply + 1, below);
            self.position.unmake();
        }
    }

    /// Adds the positions after these moves, in place, as the lists are large. `kind` is [`DEFENDER`] if the defender
    /// is to move in them.
    fn add_children(&self, moves: PointSet, ply: u32, kind: Key, children: &mut Children) {
        let child = |at: Point| {
            let known = self.table.probe(self.position.key_with(at) ^ kind);
            Child { at, proof: known.unwrap_or_else(|| self.estimate(at, ply, kind)) }
        };
        children.extend(moves.into_iter().map(child));
    }

    /// The initial numbers of an unvisited position after a move to this point: an estimate from what the move achieves
    /// besides its threat or defence.
    fn estimate(&self, at: Point, ply: u32, kind: Key) -> Status {
        if kind == DEFENDER { self.estimate_threat(at, ply as usize) } else { self.estimate_answer(at) }
    }

    /// The numbers after a move of the attacker.
    fn estimate_threat(&self, at: Point, ply: usize) -> Status {
        /// Added for a threat whose stone is on no other row that is one stone away from a threat.
        const LEADS_NOWHERE: u32 = 12;
        /// Added for a threat on a point where the defender would make none.
        const TAKES_NOTHING: u32 = 10;
        // After a counter-four and its answer, the move that won without them often wins again.
        if self.winning[ply] == Some(at) || ply >= 2 && self.winning[ply - 2] == Some(at) {
            return Status::unknown(1, 1);
        }
        let (own, other) = (self.position.side_to_move(), !self.position.side_to_move());
        let (mut proof, rows_of_threat) = match self.position.board.threat(own, at) {
            Threat::WinningFour | Threat::FourThree | Threat::DoubleThree => return Status::unknown(1, 1),
            Threat::Four => (4, 0),
            Threat::Three => (6, 1),
            _ => (6, 0),
        };
        if self.rows(own, at) <= rows_of_threat {
            proof += LEADS_NOWHERE;
        }
        if self.position.board.threat(other, at) == Threat::None {
            proof += TAKES_NOTHING;
        }
        Status::unknown(proof, 1)
    }

    /// The numbers after an answer of the defender.
    fn estimate_answer(&self, at: Point) -> Status {
        let (own, other) = (self.position.side_to_move(), !self.position.side_to_move());
        Status::unknown(2 + self.rows(other, at), 4_u32.saturating_sub(self.rows(own, at)).max(1))
    }

    /// The number of lines on which a stone of `side` would make an open three, or a row that one more stone makes an
    /// open three or a four.
    fn rows(&self, side: Side, at: Point) -> u32 {
        let shapes = self.position.board.shapes(side, at).all();
        let is_row = |shape: &Shape| (Shape::OpenTwo..=Shape::OpenThreeWide).contains(shape);
        shapes.into_iter().filter(is_row).count() as u32
    }
}

/// The threshold for a child's number, given that of the second best child. It exceeds the latter by a fraction, as the
/// search would otherwise often go back and forth between the two.
const fn beyond(second: u32) -> u32 {
    const LARGEST: u32 = 2 * IMPOSSIBLE;
    if second >= LARGEST { LARGEST } else { second + second / 2 + 1 }
}
