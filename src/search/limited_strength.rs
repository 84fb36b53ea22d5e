//! Limited strength: how it is specified, and everything that the search does differently. A search visits few nodes,
//! overlooks some moves, and keeps its data separate from searches at full strength.

use std::sync::Arc;
use std::time::Duration;

use super::history::Histories;
use super::move_picker::Picked;
use super::polling::IterationLog;
use super::worker::Worker;
use super::{Evaluator, HashTable, SearchGame, SearchOptions, SearchPosition, TimeBudget, WeightsOf};
use crate::base::{KeySequence, Move, MoveList, NodeVerdict, Position, Side};

/// The playing strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Skill {
    /// Full strength.
    #[default]
    Full,
    /// Limited strength: the search visits a limited number of nodes and overlooks some moves, as specified by the
    /// game's [`Levels`]. The result depends only on the position, the rating, the seed and earlier searches at limited
    /// strength, but not on time (unless there is too little), threads, or searches at full strength.
    Limited {
        /// The strength.
        rating: Rating,
        /// Determines which moves are overlooked: with the same seed, the same game is played in the same way.
        seed: u64,
    },
}

/// A strength below full strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rating {
    /// From [`Skill::MIN_ELO`] to [`Skill::MAX_ELO`].
    Elo(u32),
    /// From 0 to [`Skill::MAX_SKILL`] − 1.
    Level(u32),
}

impl Skill {
    /// The highest skill level, which is full strength.
    pub const MAX_SKILL: u32 = 20;
    /// The lowest rating of limited strength.
    pub const MIN_ELO: u32 = 600;
    /// The highest rating of limited strength.
    pub const MAX_ELO: u32 = 3000;

    /// The strength for a skill level from 0; [`Skill::MAX_SKILL`] and above are full strength.
    pub const fn from_skill(skill: u32, seed: u64) -> Self {
        if skill >= Self::MAX_SKILL {
            Self::Full
        } else {
            Self::Limited { rating: Rating::Level(skill), seed }
        }
    }

    /// Limited strength with this rating, clamped to [`Skill::MIN_ELO`]..=[`Skill::MAX_ELO`].
    pub fn from_elo(elo: u32, seed: u64) -> Self {
        Self::Limited { rating: Rating::Elo(elo.clamp(Self::MIN_ELO, Self::MAX_ELO)), seed }
    }

    /// Whether strength is limited.
    pub const fn is_limited(self) -> bool {
        matches!(self, Self::Limited { .. })
    }
}

/// The settings for a strength in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The rating.
    pub elo: u32,
    /// The skill level, in tenths.
    pub skill: u32,
    /// The nodes that a search may visit after its first iteration, which it always completes.
    pub nodes: u32,
    /// The share *s* of quiet moves that are overlooked three or more plies below the root, in thousandths. Two plies
    /// below it *s*² are overlooked, one ply *s*³, and at the root *s*⁴; of the noisy moves, the square of that.
    pub oversight: u32,
}

/// The levels of limited strength of a game, in ascending order of their measured strengths. Strengths in between are
/// interpolated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Levels(pub &'static [Level]);

impl Levels {
    /// The levels of games for which none have been measured.
    pub const UNMEASURED: Self = Self(&[
        Level { elo: 600, skill: 0, nodes: 20, oversight: 930 },
        Level { elo: 1400, skill: 63, nodes: 120, oversight: 560 },
        Level { elo: 2200, skill: 126, nodes: 1_500, oversight: 200 },
        Level { elo: 3000, skill: 190, nodes: 60_000, oversight: 5 },
    ]);

    /// The level for this strength, which is interpolated; below the first level and above the last one, that level.
    pub fn at(self, rating: Rating) -> Level {
        match rating {
            Rating::Elo(elo) => self.interpolated(elo, |level| level.elo),
            Rating::Level(skill) => self.interpolated(10 * skill, |level| level.skill),
        }
    }

    fn interpolated(self, value: u32, scale: impl Fn(&Level) -> u32) -> Level {
        let above = self.0.partition_point(|level| scale(level) <= value);
        let low = above.checked_sub(1).and_then(|index| self.0.get(index));
        match (low, self.0.get(above)) {
            (Some(low), Some(high)) => {
                let (from, to) = (scale(low), scale(high));
                let between = |low: u32, high: u32| {
                    let rise = i64::from(high) - i64::from(low);
                    (i64::from(low) + rise * i64::from(value - from) / i64::from(to - from)) as u32
                };
                Level {
                    elo: between(low.elo, high.elo),
                    skill: between(low.skill, high.skill),
                    nodes: between(low.nodes, high.nodes),
                    oversight: between(low.oversight, high.oversight),
                }
            }
            (Some(end), None) | (None, Some(end)) => *end,
            (None, None) => Level { elo: 0, skill: 0, nodes: u32::MAX, oversight: 0 },
        }
    }
}

/// Which moves a search of limited strength overlooks.
///
/// A move is either overlooked in the whole tree or nowhere, apart from the distance from the root, in the way that a
/// person does not notice it at all. Which moves are overlooked changes with every move of the game; whatever a rating
/// overlooks, lower ratings overlook too.
#[derive(Debug, Clone, Copy)]
pub struct Oversight {
    salt: u64,
    /// The shares of quiet and noisy moves that are overlooked at each of the first plies, in units of 1/[`ALL`]; the
    /// last entry is for all further plies.
    shares: [(u64, u64); Self::PLIES],
}

/// All moves, in the unit of [`Oversight::shares`].
const ALL: u64 = 1_000_000;

impl Oversight {
    const PLIES: usize = 4;

    /// Overlooks the share of moves given by [`Level::oversight`], in thousandths.
    pub fn new(share: u32, salt: u64) -> Self {
        let deep = u64::from(share.min(1000)) * (ALL / 1000);
        let mut shares = [(0, 0); Self::PLIES];
        let mut quiet = deep;
        for shares in shares.iter_mut().rev() {
            *shares = (quiet, quiet * quiet / ALL);
            quiet = quiet * deep / ALL;
        }
        Self { salt, shares }
    }

    /// Whether this move of `side` is overlooked `ply` plies below the root.
    #[inline]
    pub fn overlooks_move(&self, m: Move, side: Side, noisy: bool, ply: usize) -> bool {
        self.overlooks(u64::from(m.bits()) | (side.index() as u64) << 16, noisy, ply)
    }

    /// Whether the item identified by these bits is overlooked `ply` plies below the root.
    pub fn overlooks(&self, bits: u64, noisy: bool, ply: usize) -> bool {
        let (quiet_share, noisy_share) = self.shares[ply.min(Self::PLIES - 1)];
        let attention = KeySequence::new(self.salt ^ bits).next_key().0 % ALL;
        attention < if noisy { noisy_share } else { quiet_share }
    }
}

/// The settings of a search at limited strength.
#[derive(Clone, Copy)]
pub(super) struct Limited {
    pub level: Level,
    pub node_limit: u64,
    pub oversight: Oversight,
}

impl Limited {
    /// `None` at full strength.
    pub fn of<G: SearchGame>(root: &G::Position, options: &SearchOptions) -> Option<Self> {
        let Skill::Limited { rating, seed } = options.skill else { return None };
        let level = G::SETTINGS.levels.at(rating);
        // Several lines share the nodes.
        let node_limit = u64::from(level.nodes) * options.lines.get() as u64;
        let oversight = Oversight::new(level.oversight, seed ^ root.key().0);
        Some(Self { level, node_limit, oversight })
    }
}

/// The data that searches at limited strength keep for the next moves of the game. They share nothing with searches at
/// full strength, from which they would learn too much.
pub struct LimitedData<G: SearchGame> {
    pub(super) histories: Histories<G::Position>,
    pub(super) evaluator: G::Evaluator,
    pub(super) table: Arc<HashTable>,
}

impl<G: SearchGame> LimitedData<G> {
    const HASH_MIB: usize = 8;

    /// Empty data, with an evaluator of this position; `weights` are those of full strength. `None` if there is not
    /// enough memory.
    pub(super) fn new(weights: &Arc<WeightsOf<G>>, position: &G::Position) -> Option<Self> {
        let table = Arc::new(HashTable::new(Self::HASH_MIB).ok()?);
        let evaluator = G::Evaluator::new(&G::Evaluator::limited_weights(weights), position);
        Some(Self { histories: Histories::default(), evaluator, table })
    }
}

/// The moves that limited strength considers: those that win immediately, if there are any; otherwise all that are not
/// overlooked, or all if no others are left.
pub fn noticed_moves<P: SearchPosition>(root: &P, moves: MoveList, oversight: &Oversight) -> MoveList {
    let mut position = root.clone();
    let winning: MoveList = moves.iter().copied().filter(|&m| wins_at_once(&mut position, m)).collect();
    if !winning.is_empty() {
        return winning;
    }
    let side = root.side_to_move();
    let is_noticed = |m: &Move| !oversight.overlooks_move(*m, side, root.is_noisy(*m), 0);
    if root.is_threatened() || !moves.iter().any(is_noticed) {
        return moves;
    }
    moves.into_iter().filter(is_noticed).collect()
}

/// Whether a legal move ends the game with a win.
fn wins_at_once<P: SearchPosition>(position: &mut P, m: Move) -> bool {
    position.make(m, &mut ());
    let verdict = position.node_verdict(1);
    let wins = match verdict {
        Some(verdict) => verdict == NodeVerdict::Lost,
        None => position.no_moves_verdict() == NodeVerdict::Lost && !position.has_legal_move(),
    };
    position.unmake();
    wins
}

impl<G: SearchGame> Worker<'_, G> {
    /// Whether limited strength overlooks a move of the current position. Recaptures and replies to threats are never
    /// overlooked.
    #[inline]
    pub(super) fn overlooks(&self, picked: Picked, ply: usize) -> bool {
        self.oversight.is_some_and(|oversight| {
            let Picked { m, noisy, .. } = picked;
            let last = self.stack.above(ply, 1).target;
            oversight.overlooks_move(m, self.position.side_to_move(), noisy, ply)
                && !(noisy && last.is_some() && last == self.position.target(m))
                && !self.position.is_threatened()
        })
    }

    /// The time that a person would take for this move; `None` unless `human_time` is set and strength is limited.
    pub(super) fn human_time(&self, log: &IterationLog) -> Option<Duration> {
        let main = self.main.as_ref()?;
        let Skill::Limited { seed, .. } = self.options.skill else { return None };
        let budget = main.budget.filter(|_| self.options.human_time)?;
        let effort = if self.root_moves.len() == 1 { 0 } else { self.stability(log).effort() };
        let mood = KeySequence::new(seed ^ self.position.key().0).next_key().0 % 1000;
        Some(budget.human_time(effort, mood))
    }
}

impl TimeBudget {
    /// The time that a person might take: up to eight seconds, and never more than the optimum, which is this move's
    /// share of the clock. `effort` is [`Stability::effort`](super::time::Stability::effort), or 0 if there is no
    /// choice; `mood`, from 0 to 1000, varies the time from move to move.
    pub(super) fn human_time(&self, effort: u64, mood: u64) -> Duration {
        const MOST: Duration = Duration::from_secs(8);
        /// At this effort, a person takes half of the time in an average mood.
        const MODERATE_EFFORT: u64 = 1000;
        let share = self.optimum.min(self.hard).min(MOST);
        let parts =
            (100 + 400 * effort.min(3 * MODERATE_EFFORT) / MODERATE_EFFORT) * (500 + mood.min(1000)) / 1000;
        share * parts.min(1000) as u32 / 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Levels = Levels(&[
        Level { elo: 1000, skill: 0, nodes: 100, oversight: 500 },
        Level { elo: 2000, skill: 100, nodes: 1100, oversight: 0 },
    ]);

    #[test]
    fn strength_is_full_or_within_the_range() {
        assert_eq!(Skill::from_skill(20, 0), Skill::Full);
        assert_eq!(Skill::from_skill(19, 7), Skill::Limited { rating: Rating::Level(19), seed: 7 });
        assert_eq!(Skill::from_elo(0, 1), Skill::from_elo(600, 1));
        assert_eq!(Skill::from_elo(9999, 1), Skill::from_elo(3000, 1));
    }

    #[test]
    fn strengths_between_levels_are_interpolated() {
        let at = |rating| {
            let level = LEVELS.at(rating);
            (level.nodes, level.oversight)
        };
        let by_elo = [1000, 1500, 1999, 2000].map(|elo| at(Rating::Elo(elo)));
        assert_eq!(by_elo, [(100, 500), (600, 250), (1099, 1), (1100, 0)]);
        assert_eq!([at(Rating::Level(0)), at(Rating::Level(5))], [(100, 500), (600, 250)]);
        assert_eq!([at(Rating::Elo(0)), at(Rating::Level(19))], [(100, 500), (1100, 0)]);
    }

    #[test]
    fn more_is_overlooked_far_from_the_root_and_by_low_ratings() {
        let count = |share, noisy, ply| {
            let oversight = Oversight::new(share, 7);
            (0..1000).filter(|&bits| oversight.overlooks(bits, noisy, ply)).count()
        };
        assert_eq!((count(0, false, 9), count(1000, true, 3)), (0, 1000));
        for noisy in [false, true] {
            assert!(count(700, noisy, 0) < count(700, noisy, 1));
            assert!(count(700, noisy, 2) < count(700, noisy, 3));
            assert_eq!(count(700, noisy, 3), count(700, noisy, 30));
            assert!(count(400, noisy, 3) < count(700, noisy, 3));
        }
        assert!(count(700, true, 3) < count(700, false, 3));
        let (low, high) = (Oversight::new(700, 3), Oversight::new(200, 3));
        assert!((0..1000).all(|bits| !high.overlooks(bits, false, 2) || low.overlooks(bits, false, 2)));
    }
}
