use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{Builder, scope};

use crate::arena::openings::{OpeningGenerator, OpeningSource, Openings, read_book_file};
use crate::arena::{Adjudication, GameRecord, GameRunner, GameSetup, PlayerSpec, Shard};
use crate::base::{Outcome, Side};
use crate::games::Variant;

use super::spsa::{Plan, Trial, TrialScore};
use super::{Exchange, Experiment, TuneError};

/// The names of the players with [`Trial::plus`] and [`Trial::minus`].
const NAMES: [&str; 2] = ["plus", "minus"];

/// Plays trials through the arena, between two players that differ only in the tuned options.
///
/// The variants alternate between pairs of games. A player that crashes or exceeds its time loses, as in a match.
pub struct ArenaGames {
    player: PlayerSpec,
    parameters: Vec<String>,
    variants: Vec<TunedVariant>,
    adjudication: Adjudication,
    concurrency: usize,
    source: OpeningSource,
    /// The checksum of the book, to detect a changed book.
    book: Option<u32>,
    /// Set if only a shard of the games is played here.
    exchange: Option<Exchange>,
}

/// A variant and its openings.
struct TunedVariant {
    variant: Variant,
    options: Vec<(String, String)>,
    openings: Openings,
}

/// The games of a trial, shared by the workers.
struct TrialTask<'a> {
    trial: &'a Trial,
    players: &'a [PlayerSpec; 2],
    first_pair: u64,
    shard: Shard,
    /// The number of games of the shard.
    games: usize,
    /// The next game to play.
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
}

impl TrialTask<'_> {
    /// Skips the games that have not been started.
    fn cancel(&self) {
        self.next.store(self.games, Relaxed);
    }
}

impl ArenaGames {
    /// Plays these variants, each with its own game options, between two players like this one.
    ///
    /// # Errors
    ///
    /// If there is no variant, the openings cannot be generated or read, or the player's options contain a parameter.
    pub fn new(
        plan: &Plan,
        player: PlayerSpec,
        variants: &[(Variant, Vec<(String, String)>)],
        source: OpeningSource,
        adjudication: Adjudication,
        concurrency: usize,
    ) -> Result<Self, TuneError> {
        let parameters: Vec<_> = plan.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let is_parameter =
            |name: &str| parameters.iter().any(|parameter| parameter.eq_ignore_ascii_case(name));
        if let Some((name, _)) = player.options.iter().find(|(name, _)| is_parameter(name)) {
            return Err(TuneError::ParameterIsSet(name.clone()));
        }
        if variants.is_empty() {
            return Err(TuneError::NoVariant);
        }
        let variants = variants
            .iter()
            .map(|(variant, options)| {
                let openings = Openings::new(*variant, options, &source, plan.seed)?;
                for words in openings.remarks() {
                    log::warn!("{words}");
                }
                Ok(TunedVariant { variant: *variant, options: options.clone(), openings })
            })
            .collect::<Result<_, TuneError>>()?;
        let book = match &source {
            OpeningSource::Book(book) => Some(crc32fast::hash(&read_book_file(&book.path)?)),
            _ => None,
        };
        let concurrency = concurrency.max(1);
        Ok(Self { player, parameters, variants, adjudication, concurrency, source, book, exchange: None })
    }

    /// Plays only a shard of each iteration's pairs, and exchanges scores with the other shards in a folder. Calls
    /// `on_wait` from time to time while waiting for a shard, with the iteration's index.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or the shard's file there belongs to another run.
    pub fn with_shard(
        mut self,
        plan: &Plan,
        shard: Shard,
        folder: &Path,
        on_wait: fn(Shard, u32),
    ) -> Result<Self, TuneError> {
        let settings = format!("{plan:?} {}", self.describe());
        let fingerprint = format!("{:08x}", crc32fast::hash(settings.as_bytes()));
        self.exchange = Some(Exchange::open(folder, shard, &fingerprint, on_wait)?);
        Ok(self)
    }

    /// The player with these parameter values.
    fn player(&self, name: &str, values: &[i64]) -> PlayerSpec {
        let mut player = self.player.clone();
        name.clone_into(&mut player.name);
        let settings = self.parameters.iter().cloned().zip(values.iter().map(i64::to_string));
        player.options.extend(settings);
        player
    }

    /// Plays games of the trial until none are left; returns their results.
    fn work(&self, task: &TrialTask<'_>) -> Result<TrialScore, TuneError> {
        let mut score = TrialScore::default();
        let mut game_runners: Vec<Option<(GameRunner, Box<dyn OpeningGenerator>)>> =
            self.variants.iter().map(|_| None).collect();
        loop {
            let game = task.next.fetch_add(1, Relaxed);
            if game >= task.games || task.stop.load(Relaxed) {
                return Ok(score);
            }
            let offset = task.shard.item(game / 2);
            let pair = task.first_pair + offset as u64;
            let turn = (pair % self.variants.len() as u64) as usize;
            let (game_runner, generator) = match &mut game_runners[turn] {
                Some(place) => place,
                place => {
                    let variant = &self.variants[turn];
                    let game_runner =
                        GameRunner::new(variant.variant, variant.options.clone(), self.adjudication);
                    place.insert((game_runner, variant.openings.generator()?))
                }
            };
            // Every variant starts with its first opening.
            let opening = generator.opening((pair / self.variants.len() as u64) as usize);
            let setup = GameSetup {
                game: 2 * pair as usize + game % 2,
                pair: pair as usize,
                round: task.trial.iteration as usize,
                event: "tune".to_owned(),
                fen: opening.fen,
                opening: opening.moves,
            };
            let plus = Side::BOTH[game % 2];
            let [first, second] = task.players;
            let order = if plus == Side::First { [first, second] } else { [second, first] };
            let record = game_runner
                .play(&setup, order, task.stop)
                .map_err(|error| TuneError::Setup { iteration: task.trial.iteration, error })?;
            let Some(record) = record else { return Ok(score) };
            count(&mut score, &record, plus);
        }
    }
}

fn count(score: &mut TrialScore, record: &GameRecord, plus: Side) {
    let termination = &record.termination;
    if !termination.cause.is_regular() {
        let who = termination.blamed.map_or("nobody", |side| record.player(side));
        log::warn!("game {}, {who}: {} {}", record.game + 1, termination.cause, termination.detail);
    }
    match record.outcome {
        Outcome::Draw => score.draws += 1,
        Outcome::Win(side) if side == plus => score.wins += 1,
        Outcome::Win(_) => score.losses += 1,
    }
}

impl ArenaGames {
    /// Plays the shard's games of a trial; `None` if `stop` was set before all of them ended.
    fn play_shard(
        &self,
        trial: &Trial,
        first_pair: u64,
        pairs: u32,
        stop: &AtomicBool,
    ) -> Result<Option<TrialScore>, TuneError> {
        let players = [self.player(NAMES[0], &trial.plus), self.player(NAMES[1], &trial.minus)];
        let shard = self.exchange.as_ref().map_or(Shard::WHOLE, Exchange::shard);
        let games = 2 * shard.share(pairs as usize);
        let next = AtomicUsize::new(0);
        let task = TrialTask { trial, players: &players, first_pair, shard, games, next: &next, stop };
        let scores = scope(|scope| {
            let mut workers = Vec::new();
            for number in 0..self.concurrency.min(games) {
                let task = &task;
                let thread = Builder::new()
                    .name(format!("worker {number}"))
                    .spawn_scoped(scope, move || self.work(task).inspect_err(|_| task.cancel()))
                    .inspect_err(|_| task.cancel())
                    .map_err(TuneError::Thread)?;
                workers.push(thread);
            }
            let mut scores = Vec::new();
            for thread in workers {
                let gone = || TuneError::Thread(std::io::Error::other("a worker has died"));
                scores.push(thread.join().map_err(|_| gone())??);
            }
            Ok::<_, TuneError>(scores)
        })?;
        let mut sum = TrialScore::default();
        for score in scores {
            sum += score;
        }
        Ok(((sum.wins + sum.draws + sum.losses) as usize == games).then_some(sum))
    }
}

impl Experiment for ArenaGames {
    fn play(
        &mut self,
        trial: &Trial,
        first_pair: u64,
        pairs: u32,
        stop: &AtomicBool,
    ) -> Result<Option<TrialScore>, TuneError> {
        let known = self.exchange.as_ref().and_then(|exchange| exchange.own_score(trial.iteration));
        let own = match known {
            Some(score) => Some(score),
            None => self.play_shard(trial, first_pair, pairs, stop)?,
        };
        let (Some(mut score), Some(exchange)) = (own, &mut self.exchange) else { return Ok(own) };
        if known.is_none() {
            exchange.publish(trial.iteration, score)?;
        }
        Ok(exchange.collect(trial.iteration, stop)?.map(|others| {
            score += others;
            score
        }))
    }

    fn describe(&self) -> serde_json::Value {
        let variants: Vec<_> =
            self.variants.iter().map(|variant| (variant.variant, &variant.options)).collect();
        serde_json::json!({
            "player": self.player,
            "variants": variants,
            "openings": self.source,
            "book": self.book,
            "adjudication": self.adjudication,
        })
    }
}
