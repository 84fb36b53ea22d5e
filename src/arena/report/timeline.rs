use std::collections::BTreeMap;

use crate::base::Side;

use super::super::GameRecord;
use super::super::results::Results;
use super::super::stats::{Estimate, GamePoints, PairScore, PairTally, Tally};

/// The maximum number of points on a curve.
const MAX_POINTS: usize = 240;

/// The results of a contest in the order of its schedule.
#[derive(Debug, Default)]
pub(super) struct Timeline {
    /// By the pair's index: the results of the player who moves first in the pair's first game.
    pairs: BTreeMap<usize, PairResult>,
}

#[derive(Debug, Default)]
struct PairResult {
    players: [String; 2],
    games: [Option<GamePoints>; 2],
}

/// A point on the curves of a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimelinePoint {
    pub games: usize,
    /// The first player's Elo difference; `None` if it cannot be estimated yet.
    pub elo: Option<Estimate>,
    /// The log-likelihood ratio, if there is an SPRT.
    pub ratio: Option<f64>,
}

impl Timeline {
    pub fn add(&mut self, record: &GameRecord) {
        let pair = self.pairs.entry(record.pair).or_default();
        let which = record.game % 2;
        let side = if which == 0 { Side::First } else { Side::Second };
        pair.players = if which == 0 {
            record.players.clone()
        } else {
            let [first, second] = &record.players;
            [second.clone(), first.clone()]
        };
        pair.games[which] = Some(GamePoints::of(record.outcome, side));
    }

    /// The pairs that count.
    fn counted(&self, results: &Results) -> impl Iterator<Item = (&[String; 2], [GamePoints; 2])> {
        let complete = self.pairs.values().filter_map(|pair| match pair.games {
            [Some(first), Some(second)] => Some((&pair.players, [first, second])),
            _ => None,
        });
        complete.take(results.games() / 2)
    }

    /// The results of the side that moves first from the starting position, over the games that count.
    pub fn of_first_side(&self, results: &Results) -> Tally {
        let mut tally = Tally::default();
        for (_, [first, second]) in self.counted(results) {
            tally.add_game(first);
            tally.add_game(second.reversed());
        }
        tally
    }

    /// The curves of a match.
    pub fn of_match(&self, results: &Results) -> Vec<TimelinePoint> {
        let first = &results.contest().players[0].name;
        let mut tally = PairTally::default();
        let every = (results.games() / 2).div_ceil(MAX_POINTS).max(1);
        let mut samples = Vec::new();
        for (index, (players, games)) in self.counted(results).enumerate() {
            let mut pair = PairTally::default();
            pair.add_pair(games);
            tally += if players[0] == *first { pair } else { pair.reversed() };
            if (index + 1) % every == 0 || 2 * (index + 1) == results.games() {
                samples.push(TimelinePoint {
                    games: 2 * (index + 1),
                    elo: PairScore::of(&tally).map(|score| score.elo()),
                    ratio: results.contest().sprt.map(|sprt| sprt.log_likelihood_ratio(&tally)),
                });
            }
        }
        samples
    }

    /// Every player's cumulative points after each pair, in the order of the contest's players.
    pub fn of_tournament(&self, results: &Results) -> Vec<Vec<f64>> {
        let names = results.contest().names();
        let mut points = vec![0.0; names.len()];
        let mut curves = vec![vec![0.0]; names.len()];
        for (players, games) in self.counted(results) {
            let half_points: usize = games.iter().map(|points| points.half_points()).sum();
            for (name, half_points) in players.iter().zip([half_points, 4 - half_points]) {
                if let Some(player) = names.iter().position(|known| known == name) {
                    points[player] += half_points as f64 / 2.0;
                }
            }
            for (curve, points) in curves.iter_mut().zip(&points) {
                curve.push(*points);
            }
        }
        let every = curves.first().map_or(1, |curve| curve.len().div_ceil(MAX_POINTS).max(1));
        curves.iter().map(|curve| curve.iter().copied().step_by(every).collect()).collect()
    }
}
