use crate::base::{MoveList, Position, Side};

use crate::games::gomoku::point::STEPS;
use crate::games::gomoku::{GomokuPosition, Point, PointSet, Rule, Shape, Threat};

/// The urgent threats on the board, from the point of view of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    /// The game is over.
    Over,
    /// The side to move can make five.
    MakeFive,
    /// The opponent would make five next.
    StopFive,
    /// Neither side can make five immediately.
    Free,
}

/// The hint value of a shape, whether made by the mover's stone or denied to the opponent; roughly doubles with every
/// step towards five.
const HINTS: [i32; Shape::ALL.len()] = [0, 1, 3, 6, 14, 20, 24, 60, 80, 70, 70, 400, 1000, 0];

impl<R: Rule> GomokuPosition<R> {
    pub(super) fn duty(&self) -> Duty {
        if self.winner().is_some() {
            Duty::Over
        } else if self.can_make_five(self.side_to_move()) {
            Duty::MakeFive
        } else if self.can_make_five(!self.side_to_move()) {
            Duty::StopFive
        } else {
            Duty::Free
        }
    }

    /// The legal noisy moves: those that make five, if there are any; otherwise those that stop five, if the opponent
    /// could make it; otherwise those that make a four.
    pub(super) fn noisy_points(&self) -> PointSet {
        match self.duty() {
            Duty::Over => PointSet::EMPTY,
            Duty::MakeFive => *self.board.threat_points(self.side_to_move(), Threat::Five),
            Duty::StopFive => self.allowed(*self.board.threat_points(!self.side_to_move(), Threat::Five)),
            Duty::Free => self.four_points(),
        }
    }

    /// Whether a legal move is noisy.
    #[inline]
    pub(super) fn is_noisy_point(&self, at: Point) -> bool {
        match self.duty() {
            Duty::Over => false,
            Duty::MakeFive => self.board.threat(self.side_to_move(), at) == Threat::Five,
            Duty::StopFive => self.board.threat(!self.side_to_move(), at) == Threat::Five,
            Duty::Free => self.makes_four(at),
        }
    }

    /// Whether a stone of the side to move would make at least one four.
    #[inline]
    pub(super) fn makes_four(&self, at: Point) -> bool {
        match self.board.threat(self.side_to_move(), at) {
            Threat::Four | Threat::FourThree | Threat::WinningFour => true,
            Threat::DoubtfulDoubleThree => self.has_four_shape(at),
            _ => false,
        }
    }

    fn has_four_shape(&self, at: Point) -> bool {
        self.board.shapes(self.side_to_move(), at).all().into_iter().any(Shape::is_four)
    }

    /// The legal moves that make at least one four.
    pub(super) fn four_points(&self) -> PointSet {
        let own = |threat| *self.board.threat_points(self.side_to_move(), threat);
        let mut points = own(Threat::WinningFour) | own(Threat::FourThree) | own(Threat::Four);
        if self.board.threat_count(self.side_to_move(), Threat::DoubtfulDoubleThree) > 0 {
            let doubtful = own(Threat::DoubtfulDoubleThree).into_iter();
            points |= doubtful.filter(|&at| self.has_four_shape(at) && self.is_open(at)).collect();
        }
        points
    }

    /// The legal moves that make an open three but no four.
    pub(super) fn three_points(&self) -> PointSet {
        let own = |threat| *self.board.threat_points(self.side_to_move(), threat);
        let mut points = own(Threat::Three) | own(Threat::DoubleThree);
        if self.board.threat_count(self.side_to_move(), Threat::DoubtfulDoubleThree) > 0 {
            let doubtful = own(Threat::DoubtfulDoubleThree).into_iter();
            points |= doubtful.filter(|&at| !self.has_four_shape(at) && self.is_open(at)).collect();
        }
        points
    }

    /// Removes the points that are forbidden to the side to move from a set of empty points.
    pub(crate) fn allowed(&self, points: PointSet) -> PointSet {
        points.into_iter().filter(|&at| self.is_open(at)).collect()
    }

    /// The quiet moves worth searching.
    ///
    /// If a five or an unstoppable four decides the game, these are exactly the quiet moves that do not lose
    /// immediately: none if the side to move can make five or such a four itself, because that move is noisy; none if
    /// the opponent can make five; if the opponent threatens an unstoppable four, all moves that prevent every such
    /// four. Otherwise they are the points near a stone on which either side could still work towards five. A side that
    /// has legal moves always has at least one noisy move or quiet candidate.
    pub(super) fn add_quiet_candidates(&self, list: &mut MoveList) {
        let (own, other) = (self.side_to_move(), !self.side_to_move());
        let duty = self.duty();
        if matches!(duty, Duty::Over | Duty::MakeFive) {
            return;
        }
        let noisy = self.noisy_points();
        let candidates = if duty == Duty::StopFive || self.board.threat_count(own, Threat::WinningFour) > 0 {
            PointSet::EMPTY
        } else if self.board.threat_count(other, Threat::WinningFour) > 0 {
            self.defences()
        } else if self.board.occupied().is_empty() {
            self.centre()
        } else {
            self.nearby_points()
        };
        let candidates = self.without_forbidden(candidates - noisy);
        if candidates.is_empty() && noisy.is_empty() {
            list.extend(self.last_resort().map(Point::to_move));
            return;
        }
        list.extend(candidates.into_iter().map(Point::to_move));
    }

    /// The value of the shapes that a stone on an empty point would make and deny, for [`SearchPosition::quiet_hint`].
    ///
    /// [`SearchPosition::quiet_hint`]: crate::search::SearchPosition::quiet_hint
    #[inline]
    pub(super) fn hint(&self, at: Point) -> i32 {
        const MOST: i32 = 1024;
        let hints = |side| self.board.shapes(side, at).all().map(|shape| HINTS[shape as usize]);
        Side::BOTH.into_iter().flat_map(hints).sum::<i32>().min(MOST)
    }

    pub(super) fn without_forbidden(&self, points: PointSet) -> PointSet {
        if R::HAS_FORBIDDEN_POINTS && self.side_to_move() == Side::First {
            points - self.board.forbidden_points()
        } else {
            points
        }
    }

    /// The centre of the board.
    fn centre(&self) -> PointSet {
        let middle = self.size() / 2;
        PointSet::of(Point::new(middle, middle))
    }

    /// The empty points near a stone, except those where neither side can make any shape.
    fn nearby_points(&self) -> PointSet {
        let near = self.board.occupied().neighbourhood() & self.board.empty_points();
        let dead = |&at: &Point| Side::BOTH.into_iter().all(|side| self.board.shapes(side, at).are_dead());
        near - near.into_iter().filter(dead).collect()
    }

    /// The empty points where a stone of the side to move leaves the opponent without an unstoppable four.
    pub(super) fn defences(&self) -> PointSet {
        let threats = *self.board.threat_points(!self.side_to_move(), Threat::WinningFour);
        let preventing = threats.into_iter().map(|at| self.preventing_points(at));
        preventing.reduce(|all, some| all & some).unwrap_or(PointSet::EMPTY)
    }

    /// The empty points where a stone of the side to move prevents the opponent's stone at `at` from making an
    /// unstoppable four: `at` itself and points on its lines.
    fn preventing_points(&self, at: Point) -> PointSet {
        let other = !self.side_to_move();
        let mut preventing = PointSet::of(at);
        for (line, step) in STEPS.into_iter().enumerate() {
            if !self.board.shapes(other, at).get(line).is_four() {
                continue;
            }
            for (towards_end, step) in [(false, -step), (true, step)] {
                let mut ray = self.board.cells().ray(at, step);
                for distance in 1..=R::REACH {
                    let Some((near, _)) = ray.next() else { break };
                    if !self.board.is_empty(near) {
                        continue;
                    }
                    let shapes = self.board.shapes_if_blocked(other, at, line, distance, towards_end);
                    if self.board.table(other).threat(shapes) != Threat::WinningFour {
                        preventing.insert(near);
                    }
                }
            }
        }
        preventing
    }

    /// A legal move for a side whose moves all lose or are far from every stone: preferably on a point that the
    /// opponent wants.
    fn last_resort(&self) -> Option<Point> {
        let threats = *self.board.threat_points(!self.side_to_move(), Threat::WinningFour);
        let wanted = threats.into_iter().find(|&at| self.is_open(at));
        wanted.or_else(|| self.open_points().first())
    }
}
