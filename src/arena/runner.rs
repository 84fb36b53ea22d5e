use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};
use std::time::{Duration, Instant};

use core_affinity::CoreId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::contest::digest;
use super::extend::extend_journal;
use super::journal::{Header, Journal, JournalError};
use super::observer::{ContestObserver, note_remarks};
use super::openings::{OpeningError, OpeningGenerator, OpeningSource, Openings, read_book_file};
use super::results::{NextTask, PairingTask, Results};
use super::stats::{SprtDecision, SprtError};
use super::stop_file::StopFileWatch;
use super::{
    Cause, Contest, ContestError, GameEvent, GameRecord, GameRunner, GameSetup, MachineLoad, SetupError,
    Shard,
};

/// The interval of [`ContestObserver::tick`], and the delay until `stop` is noticed.
const TICK: Duration = Duration::from_millis(100);

/// The number of consecutive failed starts of a player after which the contest ends.
const FAILED_STARTS: u32 = 3;

/// How a contest is run. None of this affects which games are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSettings {
    /// The number of concurrent games.
    pub concurrency: usize,
    /// The CPU affinity of the players.
    pub pinning: Pinning,
    /// The part of the contest to play.
    pub shard: Shard,
    /// The journal.
    pub journal: PathBuf,
    /// Whether to resume an existing journal. The journal of a match, round-robin or gauntlet with fewer rounds is
    /// extended.
    pub resume: bool,
    /// Whether the journal keeps the principal variations that players report.
    pub keep_pv: bool,
}

/// The CPU affinity of the players.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pinning {
    /// None.
    #[default]
    None,
    /// A core for each concurrent game, the first ones available.
    Automatic,
    /// One of these cores for each concurrent game.
    Cores(Vec<usize>),
}

/// Why a contest cannot be run or resumed.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// Invalid settings.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// The openings cannot be generated or read.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A game cannot be set up.
    #[error("game {game}: {error}")]
    Setup {
        /// The game's number.
        game: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// A player cannot be started.
    #[error("{player} failed to start: {detail}")]
    NoStart {
        /// The player's name.
        player: String,
        /// What happened.
        detail: String,
    },
    /// A contest whose pairings depend on results cannot be divided into shards.
    #[error("the pairings of a {0} depend on results, so it cannot be divided into shards")]
    Shard(&'static str),
    /// There are fewer cores than concurrent games.
    #[error("{games} concurrent games need a core each, but there are only {cores}")]
    Cores {
        /// The number of games.
        games: usize,
        /// The number of cores.
        cores: usize,
    },
    /// The SPRT cannot be computed.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A thread could not be started or has ended unexpectedly.
    #[error("a thread could not be started or has died: {0}")]
    Thread(String),
}

/// Plays a contest, or the rest of it, until it is over, its SPRT has decided, or `stop` or the journal's
/// [`super::stop_file()`] requests its end; in that case, games in progress are aborted, and the journal can be
/// resumed.
///
/// # Errors
///
/// If the contest cannot be run. Games already played stay in the journal.
pub fn run(
    contest: &Contest,
    run_settings: &RunSettings,
    stop: &AtomicBool,
    observer: &mut dyn ContestObserver,
) -> Result<Results, ArenaError> {
    let mut contest = contest.clone();
    contest.validate()?;
    if contest.format.depends_on_results() && !run_settings.shard.is_whole() {
        return Err(ArenaError::Shard(contest.format.name()));
    }
    let cores = cores(run_settings)?;
    let openings = Openings::new(contest.variant, &contest.options, &contest.openings, contest.seed)?;
    note_remarks(openings.remarks(), observer);
    if let OpeningSource::Book(book) = &contest.openings {
        contest.book_digest = Some(digest(&read_book_file(&book.path)?));
    }
    let mut results = Results::new(&contest);
    if !run_settings.shard.is_whole() {
        // The SPRT applies to the merged journals, not to a single shard.
        results.disable_test();
    }
    let mut journal = open_journal(&contest, run_settings, &mut results, observer)?;
    observer.begin(&results);
    let is_observed = observer.observes_moves();
    let halt = AtomicBool::new(false);
    let played = scope(|scope| {
        let (event_sender, events) = channel();
        let mut workers = Vec::new();
        for number in 0..run_settings.concurrency.max(1) {
            let context = WorkerContext {
                contest: &contest,
                generator: openings.generator()?,
                core: cores.get(number).copied(),
                halt: &halt,
                events: event_sender.clone(),
                concurrency: run_settings.concurrency.max(1),
                is_observed,
                keeps_pv: run_settings.keep_pv,
                number,
            };
            workers.push(ArenaWorker::spawn(scope, context)?);
        }
        let coordinator = Coordinator {
            shard: run_settings.shard,
            results,
            journal: &mut journal,
            workers,
            halt: &halt,
            stop_file: StopFileWatch::new(run_settings.journal.clone(), contest.fingerprint()),
            failed_starts: Vec::new(),
        };
        coordinator.run(&events, stop, observer)
    });
    if played.is_err() {
        // A run that fails before its first game leaves nothing behind.
        journal.discard_if_fresh();
    }
    played
}

fn cores(run_settings: &RunSettings) -> Result<Vec<CoreId>, ArenaError> {
    let available = core_affinity::get_core_ids().unwrap_or_default();
    let chosen: Vec<CoreId> = match &run_settings.pinning {
        Pinning::None => return Ok(Vec::new()),
        Pinning::Automatic => available,
        Pinning::Cores(ids) => available.into_iter().filter(|core| ids.contains(&core.id)).collect(),
    };
    if chosen.len() < run_settings.concurrency {
        return Err(ArenaError::Cores { games: run_settings.concurrency, cores: chosen.len() });
    }
    Ok(chosen)
}

fn open_journal(
    contest: &Contest,
    run_settings: &RunSettings,
    results: &mut Results,
    observer: &mut dyn ContestObserver,
) -> Result<Journal, JournalError> {
    let header = Header::new(contest, run_settings.shard);
    if !run_settings.resume {
        return Journal::create(&run_settings.journal, &header);
    }
    extend_journal(&run_settings.journal, &header)?;
    let (journal, summary) =
        Journal::resume(&run_settings.journal, &header, |record| results.add_known(&record))?;
    if let Some(summary) = summary {
        observer.resumed(&summary);
    }
    Ok(journal)
}

/// A message from a worker to the coordinator.
enum WorkerEvent {
    Live(GameEvent),
    Game(Box<GameRecord>),
    /// The task is complete, or was aborted.
    Idle,
    Failed(ArenaError),
}

/// A thread with a [`GameRunner`] that plays one task after another.
struct ArenaWorker<'scope> {
    tasks: Sender<PairingTask>,
    busy: bool,
    thread: ScopedJoinHandle<'scope, ()>,
}

/// The context of a worker.
struct WorkerContext<'a> {
    contest: &'a Contest,
    generator: Box<dyn OpeningGenerator>,
    core: Option<CoreId>,
    halt: &'a AtomicBool,
    events: Sender<(usize, WorkerEvent)>,
    /// The number of concurrent games.
    concurrency: usize,
    /// Whether to report the events of games.
    is_observed: bool,
    /// Whether records keep principal variations.
    keeps_pv: bool,
    number: usize,
}

impl<'scope> ArenaWorker<'scope> {
    fn spawn<'env>(
        scope: &'scope Scope<'scope, 'env>,
        context: WorkerContext<'scope>,
    ) -> Result<Self, ArenaError> {
        let (tasks, assigned) = channel();
        let thread = Builder::new()
            .name(format!("worker {}", context.number))
            .spawn_scoped(scope, move || context.play_all(&assigned))
            .map_err(|error| ArenaError::Thread(error.to_string()))?;
        Ok(Self { tasks, busy: false, thread })
    }
}

impl WorkerContext<'_> {
    fn play_all(mut self, tasks: &Receiver<PairingTask>) {
        // Programs and threads started by players inherit the affinity.
        if let Some(core) = self.core
            && !core_affinity::set_for_current(core)
        {
            log::warn!("worker {} cannot be pinned to core {}", self.number, core.id);
        }
        let contest = self.contest;
        let mut game_runner = GameRunner::new(contest.variant, contest.options.clone(), contest.adjudication);
        if let Some(rule) = &contest.tablebases {
            game_runner.adjudicate_by_tables(rule.clone());
        }
        if self.keeps_pv {
            game_runner.keep_pv();
        }
        if self.is_observed {
            let (number, events) = (self.number, self.events.clone());
            game_runner.observe(move |event| {
                // If nobody receives the event, the contest has ended.
                let _ = events.send((number, WorkerEvent::Live(event)));
            });
        }
        for task in tasks {
            let event = match self.play(&mut game_runner, &task) {
                Ok(()) => WorkerEvent::Idle,
                Err(error) => WorkerEvent::Failed(error),
            };
            if self.events.send((self.number, event)).is_err() {
                break;
            }
        }
    }

    fn play(&mut self, game_runner: &mut GameRunner, task: &PairingTask) -> Result<(), ArenaError> {
        let opening = self.generator.opening(task.pairing.opening);
        for game_of_pair in (0..2).filter(|&game_of_pair| task.games[game_of_pair]) {
            let setup = GameSetup {
                game: task.pairing.game(game_of_pair),
                pair: task.pairing.number,
                round: task.pairing.round,
                event: self.contest.event.clone(),
                fen: opening.fen.clone(),
                opening: opening.moves.clone(),
            };
            let players =
                task.pairing.in_move_order(game_of_pair).map(|player| &self.contest.players[player]);
            let record = game_runner
                .play(&setup, players, self.halt)
                .map_err(|error| ArenaError::Setup { game: setup.game, error })?;
            let Some(mut record) = record else { break };
            if matches!(record.termination.cause, Cause::TimeForfeit | Cause::Stall) {
                record.load = Some(MachineLoad::now(self.concurrency));
            }
            if self.events.send((self.number, WorkerEvent::Game(Box::new(record)))).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Assigns tasks to workers and records games.
struct Coordinator<'scope, 'journal> {
    shard: Shard,
    results: Results,
    journal: &'journal mut Journal,
    workers: Vec<ArenaWorker<'scope>>,
    halt: &'scope AtomicBool,
    stop_file: StopFileWatch,
    /// Players that failed to start, with the number of consecutive failures.
    failed_starts: Vec<(String, u32)>,
}

impl Coordinator<'_, '_> {
    fn run(
        mut self,
        events: &Receiver<(usize, WorkerEvent)>,
        stop: &AtomicBool,
        observer: &mut dyn ContestObserver,
    ) -> Result<Results, ArenaError> {
        let result = self.play(events, stop, observer);
        self.halt.store(true, Ordering::Relaxed);
        // Closing the channels ends the workers; the scope waits for them.
        self.workers.clear();
        self.results.finish();
        result.map(|()| self.results)
    }

    fn play(
        &mut self,
        events: &Receiver<(usize, WorkerEvent)>,
        stop: &AtomicBool,
        observer: &mut dyn ContestObserver,
    ) -> Result<(), ArenaError> {
        let mut last_tick = Instant::now();
        loop {
            if stop.load(Ordering::Relaxed) || self.stop_file.requests_stop() {
                self.halt.store(true, Ordering::Relaxed);
            }
            self.assign();
            if self.workers.iter().all(|worker| !worker.busy) {
                return match self.results.decision() {
                    SprtDecision::Undefined => Err(SprtError::Undefined(self.results.pairs().counts).into()),
                    _ => Ok(()),
                };
            }
            match events.recv_timeout(TICK) {
                Ok((_, WorkerEvent::Live(event))) => observer.game_event(event),
                Ok((_, WorkerEvent::Game(record))) => self.record_game(&record, observer)?,
                Ok((worker, WorkerEvent::Idle)) => self.workers[worker].busy = false,
                Ok((_, WorkerEvent::Failed(error))) => return Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ArenaError::Thread("all workers have died".to_owned()));
                }
            }
            if last_tick.elapsed() >= TICK {
                last_tick = Instant::now();
                observer.tick(&self.results);
                self.journal.check_in_place()?;
                if self.workers.iter().any(|worker| worker.thread.is_finished()) {
                    return Err(ArenaError::Thread("a worker has died".to_owned()));
                }
            }
        }
    }

    /// Assigns tasks to idle workers as long as there are any.
    fn assign(&mut self) {
        let shard = self.shard;
        for worker in self.workers.iter_mut().filter(|worker| !worker.busy) {
            if self.halt.load(Ordering::Relaxed) {
                return;
            }
            let NextTask::Play(task) = self.results.next_task(|pairing| shard.contains(pairing)) else {
                return;
            };
            worker.busy = worker.tasks.send(task).is_ok();
        }
    }

    fn record_game(
        &mut self,
        record: &GameRecord,
        observer: &mut dyn ContestObserver,
    ) -> Result<(), ArenaError> {
        self.check_starts(record)?;
        self.journal.append(record)?;
        self.results.add(record);
        observer.game(record, &self.results);
        if self.results.decision() != SprtDecision::Open {
            self.halt.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Without this check, a player that never starts would lose the whole contest within seconds.
    fn check_starts(&mut self, record: &GameRecord) -> Result<(), ArenaError> {
        let blamed = match record.termination.cause {
            Cause::NoStart => record.termination.blamed.map(|side| record.player(side)),
            _ => None,
        };
        self.failed_starts
            .retain(|(name, _)| blamed == Some(name.as_str()) || !record.players.contains(name));
        let Some(player) = blamed else { return Ok(()) };
        if self.failed_starts.iter().all(|(name, _)| name != player) {
            self.failed_starts.push((player.to_owned(), 0));
        }
        let times = self.failed_starts.iter_mut().find(|(name, _)| name == player).map_or(0, |(_, times)| {
            *times += 1;
            *times
        });
        if times >= FAILED_STARTS {
            let detail = record.termination.detail.clone();
            return Err(ArenaError::NoStart { player: player.to_owned(), detail });
        }
        Ok(())
    }
}
