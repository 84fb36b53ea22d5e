use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The maximum distance from the root, in plies, that a search may reach.
pub const MAX_PLY: usize = 246;

/// The value of a position from the point of view of the side to move.
///
/// The unit is a hundredth of the game's reference value (a pawn in chess); a score always fits in 16 bits. For either
/// sign there are five bands, outwards from zero:
///
/// | band | range of the absolute value | meaning |
/// | --- | --- | --- |
/// | evaluation | 0 to [`Score::EVAL_LIMIT`] | an estimate |
/// | table | [`Score::TABLE_WIN`] | won by tablebases |
/// | rule | down to [`MAX_PLY`] below [`Score::RULE_WIN`] | won by a rule about the game's history, on this path only |
/// | mate | down to [`MAX_PLY`] below [`Score::MATE`] | won on the board in as many plies as it is below `MATE` |
/// | bound | [`Score::INFINITE`] | greater than every score; for search windows |
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// An equal or drawn position.
    pub const DRAW: Self = Self(0);
    /// The absolute value of an evaluation is at most this.
    pub const EVAL_LIMIT: Self = Self(28_000);
    /// A win by tablebases.
    pub const TABLE_WIN: Self = Self(29_000);
    /// A win at the root by a rule about the game's history.
    pub const RULE_WIN: Self = Self(30_000);
    /// A win at the root on the board.
    pub const MATE: Self = Self(32_000);
    /// Greater than every score.
    pub const INFINITE: Self = Self(32_500);

    const RULE_FLOOR: i16 = Self::RULE_WIN.0 - MAX_PLY as i16;
    const MATE_FLOOR: i16 = Self::MATE.0 - MAX_PLY as i16;

    /// A score of `value` units, clamped to plus or minus [`Score::INFINITE`].
    #[inline]
    pub const fn new(value: i32) -> Self {
        Self::clamped(value, Self::INFINITE)
    }

    /// An evaluation of `value` units, clamped to the evaluation band.
    #[inline]
    pub const fn evaluation(value: i32) -> Self {
        Self::clamped(value, Self::EVAL_LIMIT)
    }

    #[inline]
    const fn clamped(value: i32, limit: Self) -> Self {
        let limit = limit.value();
        Self(if value > limit {
            limit as i16
        } else if value < -limit {
            -limit as i16
        } else {
            value as i16
        })
    }

    /// The score in units.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// A win on the board for the side to move, `ply` plies from the root.
    #[inline]
    pub const fn mate_at(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i16)
    }

    /// A loss on the board for the side to move, `ply` plies from the root.
    #[inline]
    pub const fn mated_at(ply: usize) -> Self {
        Self(ply as i16 - Self::MATE.0)
    }

    /// A win for the side to move by a rule about the game's history, `ply` plies from the root.
    #[inline]
    pub const fn rule_win_at(ply: usize) -> Self {
        Self(Self::RULE_WIN.0 - ply as i16)
    }

    /// A loss for the side to move by a rule about the game's history, `ply` plies from the root.
    #[inline]
    pub const fn rule_loss_at(ply: usize) -> Self {
        Self(ply as i16 - Self::RULE_WIN.0)
    }

    /// Whether the score is a win for either side on the board.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0 >= Self::MATE_FLOOR || self.0 <= -Self::MATE_FLOOR
    }

    /// Whether the score is a win for either side by a rule about the game's history.
    #[inline]
    pub const fn is_rule(self) -> bool {
        self.is_decisive() && !self.is_mate()
    }

    /// Whether the score is a win for either side, on the board or by a rule.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0 >= Self::RULE_FLOOR || self.0 <= -Self::RULE_FLOOR
    }

    /// Whether the score is a win for the side to move.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::RULE_FLOOR
    }

    /// Whether the score is a loss for the side to move.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::RULE_FLOOR
    }

    /// The number of plies to the win on the board: positive if the side to move wins, negative if it loses, `None` for
    /// any other score. `Some(0)` if the side to move has already lost.
    pub const fn mate_distance(self) -> Option<i32> {
        if self.0 >= Self::MATE_FLOOR {
            Some((Self::MATE.0 - self.0) as i32)
        } else if self.0 <= -Self::MATE_FLOOR {
            Some(-(Self::MATE.0 + self.0) as i32)
        } else {
            None
        }
    }

    /// Converts a distance from the root into a distance from this node, `ply` plies below the root. In this form a
    /// score does not depend on the path and can be stored in a hash table.
    #[must_use]
    #[inline]
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
    #[inline]
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

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, units: i32) -> Self {
        Self::new(self.value() + units)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, units: i32) -> Self {
        Self::new(self.value() - units)
    }
}

/// The difference in units.
impl Sub for Score {
    type Output = i32;

    #[inline]
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
    fn score_ranges_do_not_overlap() {
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
