use arrayvec::ArrayVec;

use crate::base::{Key, MAX_MOVES, Position};
use crate::games::gomoku::{GomokuPosition, Point, PointSet, Rule, Shape, Threat};

/// The maximum length of a line, in plies: what scores can express, with room for the search above.
const MAX_PLIES: usize = 120;
/// With less effort than this, failures are not stored: the table would cost more than it saves.
const REMEMBERING_EFFORT: u32 = 200;
/// With less effort than this, as at leaves, only positions with a promising four are searched.
const SELECTIVE_EFFORT: u32 = 64;

/// A search for a victory by continuous fours (VCF): the side to move makes only fours, so the opponent never has more
/// than one answer.
pub(super) struct FourSearch<'a, R: Rule> {
    position: &'a mut GomokuPosition<R>,
    /// The number of positions that may still be visited.
    effort: u32,
    /// Positions from which there is no win, indexed by the low bits of their keys; empty if failures are not stored.
    failed: Vec<Key>,
    /// Whether only positions with a promising four are searched.
    is_selective: bool,
}

impl<'a, R: Rule> FourSearch<'a, R> {
    /// A search that visits at most `effort` positions.
    pub(super) fn new(position: &'a mut GomokuPosition<R>, effort: u32) -> Self {
        let slots = if effort < REMEMBERING_EFFORT { 0 } else { effort.min(1 << 16).next_power_of_two() };
        let is_selective = effort < SELECTIVE_EFFORT;
        Self { position, effort, failed: vec![Key(0); slots as usize], is_selective }
    }

    /// The first move of a win and the maximum number of plies to it, or `None` if no win was found.
    pub(super) fn win(&mut self) -> Option<(Point, usize)> {
        if self.position.winner().is_some() { None } else { self.attack(0) }
    }

    /// A node of the attacker, `ply` plies below the start.
    fn attack(&mut self, ply: usize) -> Option<(Point, usize)> {
        self.effort = self.effort.checked_sub(1)?;
        let position = &*self.position;
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        if let Some(five) = position.board.threat_points_if_any(own, Threat::Five) {
            return five.first().map(|at| (at, 1));
        }
        let answer = position.board.threat_points_if_any(other, Threat::Five);
        if answer.is_none()
            && let Some(winning) = position.board.threat_points_if_any(own, Threat::WinningFour)
        {
            return winning.first().map(|at| (at, 3));
        }
        if ply >= MAX_PLIES || self.has_failed() {
            return None;
        }
        let mut fours = self.position.four_points();
        if let Some(&answer) = answer {
            fours = fours & answer;
            // Two fives cannot be stopped with one stone.
            if answer.len() > 1 {
                return None;
            }
        }
        if self.is_selective && !fours.into_iter().any(|at| self.is_promising(at)) {
            return None;
        }
        let win = self.ordered(fours).into_iter().find_map(|at| Some((at, self.plies_after(at, ply)?)));
        if win.is_none() && self.effort > 0 {
            self.remember_failure();
        }
        win
    }

    /// Whether a four seems to lead to another one: with one more stone there is a four on another line through its
    /// stone. Otherwise, nearly all attacks end soon.
    fn is_promising(&self, at: Point) -> bool {
        let shapes = self.position.board.shapes(self.position.side_to_move(), at).all();
        shapes.into_iter().any(|shape| shape == Shape::ClosedThree || shape.is_three())
    }

    /// The number of plies to the win that begins with this four, or `None` if it does not win.
    fn plies_after(&mut self, at: Point, ply: usize) -> Option<usize> {
        self.position.make(at.to_move(), &mut ());
        let plies = self.answer(ply + 1).map(|plies| plies + 1);
        self.position.unmake();
        plies
    }

    /// A node of the defender, who must answer a four: the number of plies to the loss, or `None` if the defender does
    /// not lose.
    fn answer(&mut self, ply: usize) -> Option<usize> {
        /// After any answer, the next stone makes five.
        const UNSTOPPABLE: usize = 2;
        let position = &*self.position;
        let (own, other) = (position.side_to_move(), !position.side_to_move());
        if position.can_make_five(own) {
            return None;
        }
        let fives = position.board.threat_points(other, Threat::Five);
        let forced = fives.first()?;
        if position.board.threat_count(other, Threat::Five) > 1 || !position.is_open(forced) {
            return Some(UNSTOPPABLE);
        }
        self.position.make(forced.to_move(), &mut ());
        let win = self.attack(ply + 1);
        self.position.unmake();
        win.map(|(_, plies)| plies + 1)
    }

    /// The fours in search order: those that contribute most to the attack come first.
    fn ordered(&self, fours: PointSet) -> ArrayVec<Point, MAX_MOVES> {
        let side = self.position.side_to_move();
        let rank = |at: Point| {
            let shapes = self.position.board.shapes(side, at).all();
            let side_shapes =
                shapes.into_iter().filter(|shape| !shape.is_four()).max().unwrap_or(Shape::Dead);
            (std::cmp::Reverse(side_shapes), at)
        };
        let mut ordered: ArrayVec<_, MAX_MOVES> = fours.into_iter().collect();
        ordered.sort_unstable_by_key(|&at| rank(at));
        ordered
    }

    fn slot(&self) -> Option<usize> {
        (!self.failed.is_empty()).then(|| self.position.key().0 as usize & (self.failed.len() - 1))
    }

    fn has_failed(&self) -> bool {
        self.slot().is_some_and(|slot| self.failed[slot] == self.position.key())
    }

    fn remember_failure(&mut self) {
        if let Some(slot) = self.slot() {
            self.failed[slot] = self.position.key();
        }
    }
}
