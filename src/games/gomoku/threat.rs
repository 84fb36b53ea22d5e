use super::shape::Shapes;
use super::{LineRule, Shape};

/// The threat that a stone on an empty point would make on all its lines together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Nothing that needs an answer.
    None,
    /// One open three.
    Three,
    /// Several open threes.
    DoubleThree,
    /// One four, which can become five on one point.
    Four,
    /// One four and at least one open three.
    FourThree,
    /// A straight four or several fours: five can no longer be prevented.
    WinningFour,
    /// Five.
    Five,
    /// Two open threes or more by their lines alone, and nothing worse, under a rule that forbids double threes:
    /// whether the point is forbidden depends on whether the threes are real. The lines may also include a four.
    DoubtfulDoubleThree,
    /// Certainly forbidden: an overline or a double four.
    Forbidden,
}

impl Threat {
    /// The number of threats.
    pub const COUNT: usize = Self::ALL.len();

    /// All threats, in order.
    pub const ALL: [Self; 9] = [
        Self::None,
        Self::Three,
        Self::DoubleThree,
        Self::Four,
        Self::FourThree,
        Self::WinningFour,
        Self::Five,
        Self::DoubtfulDoubleThree,
        Self::Forbidden,
    ];

    /// The threat of these shapes under a rule.
    pub(crate) fn of(shapes: Shapes, rule: LineRule) -> Self {
        let count = |counts: fn(Shape) -> usize| shapes.all().into_iter().map(counts).sum::<usize>();
        let fives = count(|shape| usize::from(shape == Shape::Five));
        let overlines = count(|shape| usize::from(shape == Shape::Overline));
        let straight = count(|shape| usize::from(shape == Shape::StraightFour));
        let fours = count(|shape| usize::from(shape.is_four()) + usize::from(shape == Shape::DoubleFour));
        let threes = count(|shape| usize::from(shape.is_three()));
        match (fours, threes) {
            _ if fives > 0 => Self::Five,
            _ if rule.forbids && (overlines > 0 || fours > 1) => Self::Forbidden,
            _ if rule.forbids && threes > 1 => Self::DoubtfulDoubleThree,
            (2.., _) => Self::WinningFour,
            (1, _) if straight > 0 => Self::WinningFour,
            (1, 1..) => Self::FourThree,
            (1, 0) => Self::Four,
            (_, 2..) => Self::DoubleThree,
            (_, 1) => Self::Three,
            _ => Self::None,
        }
    }
}
