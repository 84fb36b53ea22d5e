use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use crate::arena::Cause;
use crate::arena::openings::Openings;
use crate::games;
use crate::games::{GameVisitor, visit_game};
use crate::lab::data::{DataError, DataHeader, DataWriter, RecordedGame};
use crate::search::STACK_BYTES;

use super::game::{OptionsOf, SelfPlayer};
use super::{DatagenError, Recipe};

/// How often the spectator hears that time passes, and how soon a wish to stop is noticed.
const TICK: Duration = Duration::from_millis(100);

/// How self-play is carried out. None of this changes what a game is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conduct {
    /// Games up to this number, exclusively, are played.
    pub games: u32,
    /// How many games are played at a time.
    pub threads: usize,
    /// Where the games go.
    pub file: PathBuf,
    /// Whether to continue the file that is there.
    pub resume: bool,
}

/// Hears how self-play goes.
pub trait DatagenSpectator {
    /// The file that is continued holds so many games; those below the number `done` are not played again. So many bytes of
    /// one that was never finished were cut off.
    fn resumed(&mut self, games: u32, done: u32, torn_bytes: u64);
    /// The games below this number are done. This one was the last of them; it is in the file, unless it was dropped.
    fn game(&mut self, game: &RecordedGame, done: u32);
    /// Time passes. Called several times a second.
    fn tick(&mut self);
}

/// What self-play has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generated {
    /// The games below this number are done.
    pub done: u32,
    /// How many of those that were played have been dropped.
    pub dropped: u32,
}

/// Plays the games of a recipe and writes them in the order of their numbers, until all are there or `stop` is set: games in
/// progress are given up then, and the file can be continued.
///
/// # Errors
/// Where the recipe makes no sense, the file cannot be used, or a game cannot go on. What was written before stays.
pub fn generate(
    recipe: &Recipe,
    conduct: &Conduct,
    stop: &AtomicBool,
    spectator: &mut dyn DatagenSpectator,
) -> Result<Generated, DatagenError> {
    visit_game(recipe.variant, Generate { recipe, conduct, stop, spectator })
}

struct Generate<'a> {
    recipe: &'a Recipe,
    conduct: &'a Conduct,
    stop: &'a AtomicBool,
    spectator: &'a mut dyn DatagenSpectator,
}

impl GameVisitor for Generate<'_> {
    type Output = Result<Generated, DatagenError>;

    fn visit<G: games::Game>(self) -> Self::Output {
        let Self { recipe, conduct, stop, spectator } = self;
        // Whatever is wrong with the settings is noticed before a file is begun.
        let openings = recipe.openings()?;
        let header = recipe.header()?;
        let options = header
            .typed_options::<G::Position>()
            .map_err(|problem| DataError { path: conduct.file.clone(), problem })?;
        let (writer, first) = open(&conduct.file, conduct.resume, &header, spectator)?;
        let halt = AtomicBool::new(false);
        let next = AtomicU32::new(first);
        scope(|scope| {
            let (sender, news) = channel();
            for thread in 0..conduct.threads.max(1) {
                let shift =
                    Shift { recipe, openings: &openings, games: conduct.games, next: &next, halt: &halt };
                let (options, sender) = (options.clone(), sender.clone());
                let spawned = Builder::new()
                    .name(format!("self-play {thread}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || shift.work::<G>(options, &sender));
                if let Err(error) = spawned {
                    halt.store(true, Relaxed);
                    return Err(DatagenError::Thread(error.to_string()));
                }
            }
            drop(sender);
            let recorder = Recorder {
                dropped_causes: &recipe.dropped,
                writer,
                waiting: BTreeMap::new(),
                generated: Generated { done: first, dropped: 0 },
            };
            let generated = recorder.run(&news, conduct.games, stop, spectator);
            halt.store(true, Relaxed);
            generated
        })
    }
}

/// Opens the file; the number of the first game that it lacks.
fn open(
    path: &Path,
    resume: bool,
    header: &DataHeader,
    spectator: &mut dyn DatagenSpectator,
) -> Result<(DataWriter, u32), DatagenError> {
    if !resume {
        return Ok((DataWriter::create(path, header)?, 0));
    }
    let (mut games, mut next) = (0, 0);
    let (writer, torn_bytes) = DataWriter::resume(path, header, |game| {
        games += 1;
        next = game.number.saturating_add(1);
    })?;
    spectator.resumed(games, next, torn_bytes);
    Ok((writer, next))
}

/// What the threads have in common.
struct Shift<'a> {
    recipe: &'a Recipe,
    openings: &'a [Openings],
    /// Games up to this number, exclusively, are played.
    games: u32,
    /// The number of the next game that nobody plays yet.
    next: &'a AtomicU32,
    /// Set where nobody needs more games.
    halt: &'a AtomicBool,
}

/// What a thread has to tell.
type News = Result<RecordedGame, DatagenError>;

impl Shift<'_> {
    /// Plays one game after another and sends them off.
    fn work<G: games::Game>(&self, options: OptionsOf<G>, sender: &Sender<News>) {
        if let Err(error) = self.play::<G>(options, sender) {
            // Whoever waited for games may have gone.
            let _ = sender.send(Err(error));
        }
    }

    fn play<G: games::Game>(&self, options: OptionsOf<G>, sender: &Sender<News>) -> Result<(), DatagenError> {
        let mut player = SelfPlayer::<G>::new(self.recipe, self.openings, options)?;
        let claim = |number: u32| (number < self.games).then(|| number + 1);
        while let Ok(number) = self.next.fetch_update(Relaxed, Relaxed, claim) {
            let Some(game) = player.play(number, self.halt)? else { break };
            if sender.send(Ok(game)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Writes games in the order of their numbers.
struct Recorder<'a> {
    dropped_causes: &'a [Cause],
    writer: DataWriter,
    /// Games that have ended before one with a smaller number.
    waiting: BTreeMap<u32, RecordedGame>,
    generated: Generated,
}

impl Recorder<'_> {
    /// Writes what comes until the threads have nothing more to tell, all games are there, or `stop` is set.
    fn run(
        mut self,
        news: &Receiver<News>,
        games: u32,
        stop: &AtomicBool,
        spectator: &mut dyn DatagenSpectator,
    ) -> Result<Generated, DatagenError> {
        while self.generated.done < games && !stop.load(Relaxed) {
            match news.recv_timeout(TICK) {
                Ok(game) => self.hear(game?, spectator)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(DatagenError::Thread("a game was begun and never ended".to_owned()));
                }
            }
            spectator.tick();
        }
        self.writer.finish()?;
        Ok(self.generated)
    }

    fn hear(&mut self, game: RecordedGame, spectator: &mut dyn DatagenSpectator) -> Result<(), DatagenError> {
        self.waiting.insert(game.number, game);
        while let Some(game) = self.waiting.remove(&self.generated.done) {
            if self.dropped_causes.contains(&game.cause) {
                self.generated.dropped += 1;
            } else {
                self.writer.append(&game)?;
            }
            self.generated.done += 1;
            spectator.game(&game, self.generated.done);
        }
        Ok(())
    }
}
