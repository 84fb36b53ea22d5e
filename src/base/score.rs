use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest distance from the root, in plies, that a search may reach.
pub const MAX_PLY: usize = 246;

/// What a position is worth to the side to move.
///
/// The unit is a hundredth of the advantage that the game's evaluation calls one man's worth; it always fits 16
/// bits. Four bands follow one another outwards from zero, for either sign:
///
/// | band | range of the absolute value | meaning |
/// | --- | --- | --- |
/// | evaluation | 0 to [`Score::EVAL_LIMIT`] | an estimate |
/// | rule | [`Score::RULE_WIN`] less up to [`MAX_PLY`] | won by a rule about the game's course (perpetual check): true on this path only |
/// | mate | [`Score::MATE`] less up to [`MAX_PLY`] | won on the board, in as many plies as are missing to `MATE` |
/// | bound | [`Score::INFINITE`] | beyond every score, for windows |
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// Neither side is better, or the game is drawn.
    pub const DRAW: Self = Self(0);
    /// Evaluations stay within plus and minus this.
    pub const EVAL_LIMIT: Self = Self(28_000);
    /// A win by a rule about the game's course, at the root.
    pub const RULE_WIN: Self = Self(30_000);
    /// A win on the board, at the root.
    pub const MATE: Self = Self(32_000);
    /// Larger than every score.
    pub const INFINITE: Self = Self(32_500);

    const RULE_FLOOR: i16 = Self::RULE_WIN.0 - MAX_PLY as i16;
    const MATE_FLOOR: i16 = Self::MATE.0 - MAX_PLY as i16;

    /// A score of `value` units; saturates at plus and minus [`Score::INFINITE`].
    #[inline(always)]
    pub const fn new(value: i32) -> Self {
        let limit = Self::INFINITE.0 as i32;
        Self(if value > limit {
            limit as i16
        } else if value < -limit {
            -limit as i16
        } else {
            value as i16
        })
    }

    /// An evaluation of `value` units, clamped into the evaluation band.
    #[inline(always)]
    pub const fn evaluation(value: i32) -> Self {
        let limit = Self::EVAL_LIMIT.0 as i32;
        Self(if value > limit {
            limit as i16
        } else if value < -limit {
            -limit as i16
        } else {
            value as i16
        })
    }

    /// The score in its unit.
    #[inline(always)]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// The side to move wins on the board, `ply` plies from the root.
    #[inline(always)]
    pub const fn mate_at(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i16)
    }

    /// The side to move has lost on the board, `ply` plies from the root.
    #[inline(always)]
    pub const fn mated_at(ply: usize) -> Self {
        Self(ply as i16 - Self::MATE.0)
    }

    /// The side to move wins by a rule about the game's course, `ply` plies from the root.
    #[inline(always)]
    pub const fn rule_win_at(ply: usize) -> Self {
        Self(Self::RULE_WIN.0 - ply as i16)
    }

    /// The side to move has lost by a rule about the game's course, `ply` plies from the root.
    #[inline(always)]
    pub const fn rule_loss_at(ply: usize) -> Self {
        Self(ply as i16 - Self::RULE_WIN.0)
    }

    /// Whether this says that either side wins on the board.
    #[inline(always)]
    pub const fn is_mate(self) -> bool {
        self.0 >= Self::MATE_FLOOR || self.0 <= -Self::MATE_FLOOR
    }

    /// Whether this says that either side wins by a rule about the game's course.
    #[inline(always)]
    pub const fn is_rule(self) -> bool {
        self.is_decisive() && !self.is_mate()
    }

    /// Whether this says that either side wins, on the board or by a rule.
    #[inline(always)]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::RULE_FLOOR || self.0 <= -Self::RULE_FLOOR
    }

    /// Whether this says that the side to move wins.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::RULE_FLOOR
    }

    /// Whether this says that the side to move loses.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::RULE_FLOOR
    }

    /// Plies until the win on the board that this score promises: positive where the side to move wins,
    /// negative where it loses, nothing for any other score. A side that has already lost has `Some(0)`.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.0 >= Self::MATE_FLOOR {
            Some((Self::MATE.0 - self.0) as i32)
        } else if self.0 <= -Self::MATE_FLOOR {
            Some(-(Self::MATE.0 + self.0) as i32)
        } else {
            None
        }
    }

    /// Turns a distance from the root into one from this node, `ply` plies below it: the form in which a score
    /// is true wherever the position is met, and so the form for a hash table.
    #[must_use]
    #[inline(always)]
    pub const fn relative_to_node(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i16)
        } else if self.is_loss() {
            Self(self.0 - ply as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Score::relative_to_node`].
    #[must_use]
    #[inline(always)]
    pub const fn relative_to_root(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 - ply as i16)
        } else if self.is_loss() {
            Self(self.0 + ply as i16)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn add(self, units: i32) -> Self {
        Self::new(self.value() + units)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline(always)]
    fn sub(self, units: i32) -> Self {
        Self::new(self.value() - units)
    }
}

/// The difference in units.
impl Sub for Score {
    type Output = i32;

    #[inline(always)]
    fn sub(self, other: Self) -> i32 {
        self.value() - other.value()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_touch() {
        assert!(!Score::EVAL_LIMIT.is_decisive());
        assert!(Score::rule_win_at(MAX_PLY).is_rule());
        assert!(Score::rule_win_at(0).is_rule());
        assert!(Score::rule_win_at(0) < Score::mate_at(MAX_PLY));
        assert!(Score::mated_at(MAX_PLY).is_mate());
        assert!(Score::mate_at(0) < Score::INFINITE);
    }

    #[test]
    fn distances_survive_the_hash_table() {
        for score in [
            Score::mate_at(7),
            Score::mated_at(8),
            Score::rule_win_at(9),
            Score::rule_loss_at(9),
            Score::new(31),
        ] {
            assert_eq!(score.relative_to_node(5).relative_to_root(5), score);
        }
        assert_eq!(Score::mate_at(7).relative_to_node(5), Score::mate_at(2));
        assert_eq!(Score::mate_at(3).mate_distance(), Some(3));
        assert_eq!(Score::mated_at(4).mate_distance(), Some(-4));
        assert_eq!(Score::rule_win_at(4).mate_distance(), None);
    }
}
