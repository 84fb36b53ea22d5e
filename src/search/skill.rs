use crate::base::{Key, KeySequence, Score};

/// The playing strength.
///
/// Below full strength a search visits few nodes and then sometimes plays one of its slightly worse lines. The strength
/// in rating points depends on the game and the opponents and has not been measured: [`Skill::from_elo`] takes a
/// nominal rating, and a higher one is stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Skill {
    /// Full strength.
    #[default]
    Full,
    /// Limited strength.
    Limited {
        /// From 0 (a beginner) to [`Skill::TOP_LEVEL`] (nearly full strength).
        level: u32,
        /// The seed of the random choice of lines: with the same seed, the same position is played the same way.
        seed: u64,
    },
}

impl Skill {
    /// The highest skill level, which is full strength.
    pub const MAX_SKILL: u32 = 20;
    /// The highest level of limited strength: ten levels for each skill level.
    pub const TOP_LEVEL: u32 = 10 * Self::MAX_SKILL - 1;
    /// The nominal rating of the lowest level.
    pub const MIN_ELO: u32 = 600;
    /// The nominal rating of the highest level.
    pub const MAX_ELO: u32 = 2600;

    /// The number of lines among which limited strength chooses.
    pub(super) const LINES: usize = 4;

    /// The strength for a skill level from 0; [`Skill::MAX_SKILL`] and above are full strength.
    pub const fn from_skill(skill: u32, seed: u64) -> Self {
        if skill >= Self::MAX_SKILL { Self::Full } else { Self::Limited { level: 10 * skill, seed } }
    }

    /// Limited strength with this nominal rating, clamped to [`Skill::MIN_ELO`]..=[`Skill::MAX_ELO`].
    pub const fn from_elo(elo: u32, seed: u64) -> Self {
        let above = if elo > Self::MAX_ELO {
            Self::MAX_ELO - Self::MIN_ELO
        } else {
            elo.saturating_sub(Self::MIN_ELO)
        };
        Self::Limited { level: above * Self::TOP_LEVEL / (Self::MAX_ELO - Self::MIN_ELO), seed }
    }

    /// The nodes that a search of this strength may visit: 64 at the lowest level, doubling every 14 levels. `None` if
    /// unlimited.
    pub(super) fn node_limit(self) -> Option<u64> {
        const LEVELS_TO_DOUBLE: u32 = 14;
        match self {
            Self::Full => None,
            Self::Limited { level, .. } => {
                let base = 64 << (level / LEVELS_TO_DOUBLE);
                Some(base + base * u64::from(level % LEVELS_TO_DOUBLE) / u64::from(LEVELS_TO_DOUBLE))
            }
        }
    }

    /// The index of the line to play in the position with this key; `scores` are the lines' scores, best first. A
    /// random amount, up to `win_scale` at the lowest level, is added to each score. A win that was found is taken, and
    /// a line that loses by force is never preferred to one that does not.
    pub(super) fn choose(self, scores: &[Score], key: Key, win_scale: i32) -> usize {
        let Self::Limited { level, seed } = self else { return 0 };
        if scores.first().is_some_and(|best| best.is_win()) {
            return 0;
        }
        let spread = win_scale * (Self::TOP_LEVEL + 1 - level.min(Self::TOP_LEVEL)) as i32
            / (Self::TOP_LEVEL + 1) as i32;
        let mut noise = KeySequence::new(seed ^ key.0);
        let safe = scores.iter().filter(|score| !score.is_loss()).count();
        let choices = if safe == 0 { scores.len() } else { safe };
        (0..choices)
            .map(|index| {
                let random_bonus = (noise.next_key().0 % (spread.max(1) as u64)) as i32;
                (index, scores[index].value() + random_bonus)
            })
            .rev()
            .max_by_key(|&(_, value)| value)
            .map_or(0, |(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_with_rating_and_skill() {
        assert_eq!(Skill::from_skill(20, 0), Skill::Full);
        assert_eq!(Skill::from_elo(0, 1), Skill::Limited { level: 0, seed: 1 });
        assert_eq!(Skill::from_elo(9999, 1), Skill::Limited { level: Skill::TOP_LEVEL, seed: 1 });
        let nodes: Vec<_> = (0..20).map(|skill| Skill::from_skill(skill, 0).node_limit()).collect();
        assert_eq!(nodes[0], Some(64));
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn choices_are_plausible() {
        let scores = [Score::new(50), Score::new(40), Score::new(-400), Score::mated_at(2)];
        let mut chosen = [0; 4];
        for seed in 0..1000 {
            chosen[Skill::from_skill(0, seed).choose(&scores, Key(99), 150)] += 1;
        }
        assert!(chosen[0] > chosen[1] && chosen[1] > 300, "{chosen:?}");
        assert_eq!(chosen[2..], [0, 0]);
        assert_eq!(Skill::Full.choose(&scores, Key(99), 150), 0);
        let won = [Score::mate_at(1), Score::new(900), Score::mate_at(5)];
        assert!((0..100).all(|seed| Skill::from_skill(0, seed).choose(&won, Key(7), 150) == 0));
        let lost = [Score::mated_at(6), Score::mated_at(2)];
        assert_eq!(Skill::from_skill(3, 1).choose(&lost, Key(1), 150), 0);
    }
}
