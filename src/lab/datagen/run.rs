use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use crate::arena::Shard;
use crate::arena::openings::Openings;
use crate::games::{Game, with_game};
use crate::lab::data::{DataError, DataHeader, DataPlan, DataWriter, RecordedGame};
use crate::search::STACK_BYTES;

use super::game::SelfPlayer;
use super::{DatagenError, Recipe};

/// The interval of [`DatagenObserver::tick`], and the delay until `stop` is noticed.
const TICK: Duration = Duration::from_millis(100);

/// How self-play is run. None of this affects the games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatagenSettings {
    /// The number of games in all shards together; they are numbered from 0.
    pub games: u32,
    /// The shard to play.
    pub shard: Shard,
    /// The number of concurrent games.
    pub threads: usize,
    /// The game file.
    pub file: PathBuf,
    /// Whether to resume an existing file.
    pub resume: bool,
}

impl DatagenSettings {
    /// The number of games to play.
    pub const fn share(&self) -> u32 {
        self.shard.share(self.games as usize) as u32
    }
}

/// Observes the progress of self-play or relabelling.
pub trait DatagenObserver {
    /// An existing file was read: it contains `games` games, and the first `done` games of the shard need not be made
    /// again. A torn record of `torn_bytes` was removed.
    fn resumed(&mut self, games: u32, done: u32, torn_bytes: u64);
    /// The first `done` games of the shard are complete. In the last of them, `searched` positions were searched.
    fn game(&mut self, searched: u64, done: u32);
    /// Called about ten times per second.
    fn tick(&mut self);
    /// Information for the user before the first game.
    fn note(&mut self, words: &str) {
        let _ = words;
    }
}

/// The result of a run of self-play or relabelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatagenOutcome {
    /// The number of complete games of the shard, which are the first ones.
    pub done: u32,
    /// The number of games of this run that were dropped.
    pub dropped: u32,
}

/// Plays the games of a recipe and writes them in the order of their numbers, until all are complete or `stop` is set;
/// in that case, games in progress are aborted, and the file can be resumed.
///
/// # Errors
///
/// If the recipe is invalid, the file cannot be used, or a game cannot be played. Games already written stay in the
/// file.
pub fn generate(
    recipe: &Recipe,
    settings: &DatagenSettings,
    stop: &AtomicBool,
    observer: &mut dyn DatagenObserver,
) -> Result<DatagenOutcome, DatagenError> {
    with_game!(recipe.variant, G => generate_in::<G>(recipe, settings, stop, observer))
}

fn generate_in<G: Game>(
    recipe: &Recipe,
    settings: &DatagenSettings,
    stop: &AtomicBool,
    observer: &mut dyn DatagenObserver,
) -> Result<DatagenOutcome, DatagenError> {
    // Invalid settings are reported before a file is created.
    let openings = recipe.openings()?;
    for words in openings.iter().flat_map(Openings::remarks) {
        observer.note(words);
    }
    let header = recipe.header(DataPlan { games: settings.games, shard: settings.shard })?;
    let options = header.typed_options::<G::Position>().map_err(DataError::at(&settings.file))?;
    make_games(&header, settings, stop, observer, || SelfPlayer::<G>::new(recipe, &openings, options.clone()))
}

/// Makes games, on one thread.
pub(super) trait GameMaker {
    /// Makes the game with this number; returns `None` if `stop` is set before it is complete.
    fn make(&mut self, number: u32, stop: &AtomicBool) -> Result<Option<MadeGame>, DatagenError>;
}

/// A complete game.
pub(super) struct MadeGame {
    pub number: u32,
    /// The number of positions searched.
    pub searched: u64,
    /// The game; `None` if it is dropped.
    pub game: Option<RecordedGame>,
}

impl MadeGame {
    pub fn new(game: RecordedGame) -> Self {
        let searched = game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        Self { number: game.number, searched, game: Some(game) }
    }
}

/// Writes the games made on several threads in the order of their numbers, until all are complete or `stop` is set.
pub(super) fn make_games<M: GameMaker>(
    header: &DataHeader,
    settings: &DatagenSettings,
    stop: &AtomicBool,
    observer: &mut dyn DatagenObserver,
    maker: impl Fn() -> Result<M, DatagenError> + Sync,
) -> Result<DatagenOutcome, DatagenError> {
    let (writer, first) = open(settings, header, observer)?;
    let halt = AtomicBool::new(false);
    let next = AtomicU32::new(first);
    scope(|scope| {
        let (sender, events) = channel();
        for thread in 0..settings.threads.max(1) {
            let worker = Worker { settings, next: &next, halt: &halt };
            let (maker, sender) = (&maker, sender.clone());
            let spawned = Builder::new()
                .name(format!("self-play {thread}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || worker.work(maker, &sender));
            if let Err(error) = spawned {
                halt.store(true, Relaxed);
                return Err(DatagenError::Thread(error.to_string()));
            }
        }
        drop(sender);
        let generated = DatagenOutcome { done: first, dropped: 0 };
        let recorder = Recorder { settings, writer, waiting: BTreeMap::new(), generated };
        let generated = recorder.run(&events, stop, observer);
        halt.store(true, Relaxed);
        generated
    })
}

/// Opens the file; also returns the number of games of the shard that need not be played again.
fn open(
    settings: &DatagenSettings,
    header: &DataHeader,
    observer: &mut dyn DatagenObserver,
) -> Result<(DataWriter, u32), DatagenError> {
    if !settings.resume {
        return Ok((DataWriter::create(&settings.file, header)?, 0));
    }
    let mut games = 0;
    let (writer, found) = DataWriter::resume(&settings.file, header, |_| games += 1)?;
    let done = found.last.map_or(0, |last| settings.shard.share(last as usize + 1) as u32);
    observer.resumed(games, done, found.torn_bytes);
    Ok((writer, done))
}

/// The state shared by the workers.
struct Worker<'a> {
    settings: &'a DatagenSettings,
    /// The next game of the shard to make, counted from 0.
    next: &'a AtomicU32,
    /// Set to stop the workers.
    halt: &'a AtomicBool,
}

/// A game, or the error that ended a worker.
type WorkerEvent = Result<MadeGame, DatagenError>;

impl Worker<'_> {
    /// Makes one game after another and sends them to the recorder.
    fn work<M: GameMaker>(&self, maker: impl Fn() -> Result<M, DatagenError>, sender: &Sender<WorkerEvent>) {
        if let Err(error) = self.make(maker, sender) {
            // The receiver may be gone.
            let _ = sender.send(Err(error));
        }
    }

    fn make<M: GameMaker>(
        &self,
        maker: impl Fn() -> Result<M, DatagenError>,
        sender: &Sender<WorkerEvent>,
    ) -> Result<(), DatagenError> {
        let mut maker = maker()?;
        let share = self.settings.share();
        let claim = |index: u32| (index < share).then(|| index + 1);
        while let Ok(index) = self.next.fetch_update(Relaxed, Relaxed, claim) {
            let number = self.settings.shard.item(index as usize) as u32;
            let Some(made) = maker.make(number, self.halt)? else { break };
            if sender.send(Ok(made)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Writes games in the order of their numbers.
struct Recorder<'a> {
    settings: &'a DatagenSettings,
    writer: DataWriter,
    /// Games completed before one with a lower number.
    waiting: BTreeMap<u32, MadeGame>,
    generated: DatagenOutcome,
}

impl Recorder<'_> {
    /// Writes games until all are complete, the workers have ended, or `stop` is set.
    fn run(
        mut self,
        events: &Receiver<WorkerEvent>,
        stop: &AtomicBool,
        observer: &mut dyn DatagenObserver,
    ) -> Result<DatagenOutcome, DatagenError> {
        while self.generated.done < self.settings.share() && !stop.load(Relaxed) {
            match events.recv_timeout(TICK) {
                Ok(made) => self.receive(made?, observer)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(DatagenError::Thread("a worker has died".to_owned()));
                }
            }
            observer.tick();
        }
        self.writer.finish()?;
        Ok(self.generated)
    }

    fn receive(&mut self, made: MadeGame, observer: &mut dyn DatagenObserver) -> Result<(), DatagenError> {
        self.waiting.insert(made.number, made);
        let number = |done: u32| self.settings.shard.item(done as usize) as u32;
        while let Some(made) = self.waiting.remove(&number(self.generated.done)) {
            if let Some(game) = &made.game {
                self.writer.append(game)?;
            } else {
                self.writer.append_dropped(made.number)?;
                self.generated.dropped += 1;
            }
            self.generated.done += 1;
            observer.game(made.searched, self.generated.done);
        }
        Ok(())
    }
}
