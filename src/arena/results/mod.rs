#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet, VecDeque};

use crate::base::{Fnv, Side};

use super::schedule::{NextPairing, Pairing, Schedule, Standing};
use super::stats::{Crosstable, GamePoints, PairScore, PairTally, Rating, Sprt, SprtDecision, ratings};
use super::{Cause, Contest, GameRecord, MachineLoad};

/// The games of a pairing that remain to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairingTask {
    /// The pairing.
    pub pairing: Pairing,
    /// Which of its two games remain to be played.
    pub games: [bool; 2],
}

/// The data of a game that statistics need.
#[derive(Debug, Clone, Copy)]
struct GameResult {
    /// The points of the pairing's first player.
    points: GamePoints,
    cause: Cause,
    plies: u32,
    /// A hash of the players, the initial position and all moves.
    game: u64,
    /// A hash of the initial position and the moves of the opening.
    opening: u64,
    load: Option<MachineLoad>,
}

/// The results of a contest. Pairings are counted in the order of the schedule, regardless of the order in which games
/// end, so that the statistics depend only on the games. A pairing counts once both of its games are known. Pairings
/// after the SPRT's decision do not count.
pub struct Results {
    contest: Contest,
    /// The SPRT that ends the contest.
    test: Option<Sprt>,
    schedule: Box<dyn Schedule>,
    /// Pairings that were assigned but not counted yet, with their known results.
    waiting: VecDeque<(Pairing, [Option<GameResult>; 2])>,
    /// Results, by game index, of games whose pairing has not been reached yet.
    known: BTreeMap<usize, GameResult>,
    /// The index of the next pairing to ask the schedule for.
    next: usize,
    crosstable: Crosstable,
    pairs: PairTally,
    terminations: BTreeMap<String, u64>,
    counted_pairs: usize,
    counted_plies: u64,
    decision: SprtDecision,
    left_out: usize,
    /// The hashes of all games that count.
    distinct_games: HashSet<u64>,
    /// The players, in the order of their indices, and the hash of the opening of each pair that counts.
    distinct_openings: HashSet<([usize; 2], u64)>,
    overload: OverloadedForfeits,
    /// The name reported by each player's program.
    engines: Vec<Option<String>>,
}

/// Games that were lost on time while the machine was busy.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct OverloadedForfeits {
    /// The number of games lost on time, including those without any answer.
    pub forfeits: u64,
    /// The number of those that ended while the machine was overloaded.
    pub overloaded: u64,
    /// The highest load among those.
    pub highest: Option<MachineLoad>,
}

impl OverloadedForfeits {
    fn add(&mut self, game: &GameResult) {
        if !matches!(game.cause, Cause::TimeForfeit | Cause::Stall) {
            return;
        }
        self.forfeits += 1;
        if let Some(load) = game.load.filter(MachineLoad::is_overload) {
            self.overloaded += 1;
            if self.highest.is_none_or(|highest| load.average > highest.average) {
                self.highest = Some(load);
            }
        }
    }
}

impl Results {
    /// Empty results.
    pub fn new(contest: &Contest) -> Self {
        Self {
            schedule: contest.schedule(),
            crosstable: Crosstable::new(contest.players.len()),
            contest: contest.clone(),
            test: contest.sprt,
            waiting: VecDeque::new(),
            known: BTreeMap::new(),
            next: 0,
            pairs: PairTally::default(),
            terminations: BTreeMap::new(),
            counted_pairs: 0,
            counted_plies: 0,
            decision: SprtDecision::Open,
            left_out: 0,
            distinct_games: HashSet::new(),
            distinct_openings: HashSet::new(),
            overload: OverloadedForfeits::default(),
            engines: vec![None; contest.players.len()],
        }
    }

    /// Ignores the contest's SPRT.
    pub fn disable_test(&mut self) {
        self.test = None;
    }

    /// Adds a game played earlier, before [`Results::next_task`] reaches its pairing.
    pub fn add_known(&mut self, record: &GameRecord) {
        self.note_engines(record);
        self.known.insert(record.game, played(record));
    }

    fn note_engines(&mut self, record: &GameRecord) {
        for (name, engine) in record.players.iter().zip(&record.engines) {
            let player = self.contest.players.iter().position(|player| player.name == *name);
            if let (Some(player), Some(engine)) = (player, engine) {
                self.engines[player].get_or_insert_with(|| engine.clone());
            }
        }
    }

    /// The results of the games known so far, counted as by [`Results::count_known`], while further games may be added
    /// to `self`.
    #[must_use]
    pub fn counted(&self) -> Self {
        let (known, engines) = (self.known.clone(), self.engines.clone());
        let mut results = Self { known, engines, test: self.test, ..Self::new(&self.contest) };
        results.count_known();
        results
    }

    /// The next task among the pairings accepted by `wanted`. Pairings whose games are all known are counted on the
    /// way.
    pub fn next_task(&mut self, mut wanted: impl FnMut(&Pairing) -> bool) -> NextTask {
        loop {
            if self.decision != SprtDecision::Open {
                return NextTask::End;
            }
            let pairing = match self.schedule.pairing(self.next) {
                NextPairing::Play(pairing) => pairing,
                NextPairing::Pending => return NextTask::Pending,
                NextPairing::End => return NextTask::End,
            };
            self.next += 1;
            if !wanted(&pairing) {
                continue;
            }
            let played = [0, 1].map(|game_of_pair| self.known.remove(&pairing.game(game_of_pair)));
            self.waiting.push_back((pairing, played));
            let games = played.map(|game| game.is_none());
            if games == [false, false] {
                self.count_complete();
            } else {
                return NextTask::Play(PairingTask { pairing, games });
            }
        }
    }

    /// Adds a game that has ended.
    pub fn add(&mut self, record: &GameRecord) {
        self.note_engines(record);
        let waiting = self.waiting.iter_mut().find(|(pairing, _)| pairing.number == record.game / 2);
        if let Some((_, games)) = waiting {
            games[record.game % 2] = Some(played(record));
            self.count_complete();
        }
    }

    /// Counts all complete pairings among the known games, even if earlier ones are missing: for journals that contain
    /// part of the schedule. The time depends on the number of known games, not on the schedule.
    pub fn count_known(&mut self) {
        // Games before the next pairing belong to pairings that were skipped.
        let ahead = self.known.split_off(&self.next.saturating_mul(2));
        self.left_out += std::mem::replace(&mut self.known, ahead).len();
        while let Some((&game, _)) = self.known.first_key_value() {
            if !self.contest.format.depends_on_results() {
                self.next = game / 2;
            }
            let NextPairing::Play(pairing) = self.schedule.pairing(self.next) else { break };
            self.next += 1;
            let games = [0, 1].map(|game_of_pair| self.known.remove(&pairing.game(game_of_pair)));
            if let [Some(first), Some(second)] = games {
                self.waiting.push_back((pairing, [Some(first), Some(second)]));
                self.count_complete();
            } else {
                self.left_out += games.iter().flatten().count();
                if self.contest.format.depends_on_results() {
                    break;
                }
            }
        }
        self.left_out += self.known.len();
        self.known.clear();
    }

    /// Completes the counting at the end of a run: since no further games will follow, complete pairings count even if
    /// earlier ones are incomplete, and so do known games whose pairing was never reached. The SPRT no longer decides
    /// anything.
    pub fn finish(&mut self) {
        self.test = None;
        let in_any_order = !self.contest.format.depends_on_results() && self.decision == SprtDecision::Open;
        let is_in_order = in_any_order || self.waiting.is_empty();
        for (pairing, games) in std::mem::take(&mut self.waiting) {
            match games {
                [Some(first), Some(second)] if in_any_order => self.count(&pairing, [first, second]),
                _ => self.left_out += games.iter().flatten().count(),
            }
        }
        if is_in_order {
            self.count_known();
        } else {
            self.left_out += self.known.len();
            self.known.clear();
        }
    }

    fn count_complete(&mut self) {
        while let Some(&(pairing, [Some(first), Some(second)])) = self.waiting.front() {
            self.waiting.pop_front();
            if self.decision == SprtDecision::Open {
                self.count(&pairing, [first, second]);
            } else {
                self.left_out += 2;
            }
        }
    }

    fn count(&mut self, pairing: &Pairing, games: [GameResult; 2]) {
        let [player, opponent] = pairing.players;
        for game in games {
            self.crosstable.add_game(player, opponent, game.points);
            *self.terminations.entry(game.cause.to_string()).or_default() += 1;
            self.counted_plies += u64::from(game.plies);
            self.distinct_games.insert(game.game);
            self.overload.add(&game);
        }
        self.distinct_openings.insert(([player.min(opponent), player.max(opponent)], games[0].opening));
        self.counted_pairs += 1;
        let mut pair = PairTally::default();
        pair.add_pair(games.map(|game| game.points));
        self.pairs += if player == 0 { pair } else { pair.reversed() };
        self.schedule.record(pairing, games.iter().map(|game| game.points.half_points()).sum());
        if let Some(sprt) = &self.test {
            self.decision = sprt.decide(&self.pairs);
        }
    }

    /// The contest.
    pub const fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The number of games that count.
    pub const fn games(&self) -> usize {
        2 * self.counted_pairs
    }

    /// The total number of games, if known.
    pub fn total_games(&self) -> Option<usize> {
        self.schedule.total().map(|pairs| pairs.saturating_mul(2))
    }

    /// The number of plies in the games that count, including openings.
    pub const fn plies(&self) -> u64 {
        self.counted_plies
    }

    /// The number of known games that do not count: the other game of their pairing is missing, or they come after the
    /// SPRT's decision.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// The number of games that count and repeat an earlier one between the same players, move by move.
    pub fn repeated_games(&self) -> usize {
        self.games() - self.distinct_games.len()
    }

    /// The number of pairs that count and have the opening of an earlier pair between the same players.
    pub fn repeated_openings(&self) -> usize {
        self.counted_pairs - self.distinct_openings.len()
    }

    /// Whether so many games repeat others, more than one in ten, that their number says nothing about the certainty of
    /// the result.
    pub fn is_repetitive(&self) -> bool {
        10 * self.repeated_games() > self.games()
    }

    /// The games lost on time, and the load of the machine.
    pub const fn overloaded_forfeits(&self) -> OverloadedForfeits {
        self.overload
    }

    /// The name reported by a player's program.
    pub fn engine(&self, player: usize) -> Option<&str> {
        self.engines.get(player)?.as_deref()
    }

    /// The results of each player against each other.
    pub const fn crosstable(&self) -> &Crosstable {
        &self.crosstable
    }

    /// The pairs of a match, from the first player's point of view.
    pub const fn pairs(&self) -> &PairTally {
        &self.pairs
    }

    /// Mean and deviation of a match's pair scores, from the first player's point of view; `None` while they cannot be
    /// estimated.
    pub fn pair_score(&self) -> Option<PairScore> {
        PairScore::of(&self.pairs)
    }

    /// The log-likelihood ratio, if there is an SPRT.
    pub fn log_likelihood_ratio(&self) -> Option<f64> {
        self.contest.sprt.as_ref().map(|sprt| sprt.log_likelihood_ratio(&self.pairs))
    }

    /// The decision of the SPRT.
    pub const fn decision(&self) -> SprtDecision {
        self.decision
    }

    /// The number of games that ended by each cause, the most frequent first.
    pub fn terminations(&self) -> Vec<(&str, u64)> {
        let mut causes: Vec<_> =
            self.terminations.iter().map(|(name, &count)| (name.as_str(), count)).collect();
        causes.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
        causes
    }

    /// The players' ratings.
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(&self.crosstable)
    }

    /// The format's own ranking, if it has one.
    pub fn standings(&self) -> Option<Vec<Standing>> {
        self.schedule.standings()
    }

    /// The players, best first: according to the format's ranking, or by points.
    pub fn ranking(&self) -> Vec<usize> {
        match self.standings() {
            Some(standings) => standings.into_iter().map(|standing| standing.player).collect(),
            None => self.crosstable.ranking(),
        }
    }
}

/// The answer of [`Results::next_task`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextTask {
    /// Play this task.
    Play(PairingTask),
    /// The next task depends on games in progress.
    Pending,
    /// Nothing is left to play, or the SPRT has reached a decision.
    End,
}

/// A hash of texts that is the same on every machine.
fn hash_texts<'a>(texts: impl Iterator<Item = &'a str>) -> u64 {
    // 64 bits: among a million games, a false repetition has a probability of less than one in ten million.
    let mut hash = Fnv::default();
    for text in texts {
        hash.add(text.as_bytes());
        hash.add(&[0]);
    }
    hash.value()
}

fn played(record: &GameRecord) -> GameResult {
    // The pairing's first player moves first in its first game, and second in its second.
    let side = if record.game.is_multiple_of(2) { Side::First } else { Side::Second };
    let texts = || record.moves.iter().map(|made| made.text.as_str());
    GameResult {
        points: GamePoints::of(record.outcome, side),
        cause: record.termination.cause,
        plies: record.moves.len() as u32,
        game: hash_texts(
            record.players.iter().map(String::as_str).chain([record.fen.as_str()]).chain(texts()),
        ),
        opening: hash_texts([record.fen.as_str()].into_iter().chain(texts().take(record.opening_plies))),
        load: record.load,
    }
}
