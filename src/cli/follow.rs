//! `merge --follow`: merges shards while they are being played, and stops them once the SPRT has decided.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use quadriga::arena::schedule::Format;
use quadriga::arena::stats::{SprtDecision, SprtError};
use quadriga::arena::{Follower, Results, score_line};

/// How soon an interrupt is noticed.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(100);

/// Reading and writing take at most one part in this many of the time.
const SHARE: u32 = 10;

/// Why following ended.
pub enum End {
    /// The SPRT has decided, now or earlier, and all shards have been asked to stop.
    Stopped(String),
    /// All games have been played.
    Complete,
    /// The user interrupted it; the shards continue.
    Interrupted,
}

/// Follows journals until the SPRT decides, all games have been played, or `stop` is set. Calls `refresh` with the
/// journals that exist whenever there are new games, at most once per `interval`, and always at the end.
pub fn follow(
    journals: &[PathBuf],
    interval: Duration,
    stop: &AtomicBool,
    mut refresh: impl FnMut(&[PathBuf]) -> anyhow::Result<()>,
) -> anyhow::Result<(Follower, End)> {
    let mut follower = Follower::new(journals);
    let mut told = Told::default();
    loop {
        let started = Instant::now();
        let is_new = follower.poll()?;
        told.awaited(&follower);
        if let Some(results) = follower.results() {
            let end = end_of(&follower, &results)?;
            if is_new {
                errln!("{}", status_line(&results));
            }
            if is_new || end.is_some() {
                refresh(&follower.begun())?;
            }
            if let Some(end) = end {
                return Ok((follower, end));
            }
        }
        let pause = interval.max(started.elapsed() * SHARE);
        let pause_began = Instant::now();
        while pause_began.elapsed() < pause {
            if stop.load(Ordering::Relaxed) {
                follower.poll()?;
                let begun = follower.begun();
                if !begun.is_empty() {
                    refresh(&begun)?;
                }
                return Ok((follower, End::Interrupted));
            }
            sleep(INTERRUPT_INTERVAL.min(pause));
        }
    }
}

/// Why following should end now, if it should; if the SPRT has decided, all shards are asked to stop.
fn end_of(follower: &Follower, results: &Results) -> anyhow::Result<Option<End>> {
    if let Some(reason) = follower.stop_reason() {
        return Ok(Some(End::Stopped(reason)));
    }
    let decision = match results.decision() {
        SprtDecision::Open => return Ok(follower.is_complete().then_some(End::Complete)),
        SprtDecision::AcceptH0 => "H0",
        SprtDecision::AcceptH1 => "H1",
        SprtDecision::Undefined => return Err(SprtError::Undefined(results.pairs().counts).into()),
    };
    let ratio = results.log_likelihood_ratio().unwrap_or_default();
    let reason =
        format!("the SPRT over all shards accepts {decision} (LLR {ratio:+.2}, {} games)", results.games());
    if let Err(errors) = follower.stop(&reason) {
        for error in &errors {
            errln!("quadriga: {error}");
        }
        anyhow::bail!("{reason}, but {} of the shards cannot be stopped", errors.len());
    }
    Ok(Some(End::Stopped(reason)))
}

fn status_line(results: &Results) -> String {
    let games = match results.total_games() {
        Some(total) => format!("{}/{total} games", results.games()),
        None => format!("{} games", results.games()),
    };
    if results.contest().format == Format::Match {
        format!("{games}, {}", score_line(results))
    } else {
        games
    }
}

/// What the user has already been told.
#[derive(Default)]
struct Told {
    awaited: Vec<PathBuf>,
    missing_shards: bool,
}

impl Told {
    /// Lists the journals being waited for whenever they change, and once the shards that have no journal.
    fn awaited(&mut self, follower: &Follower) {
        let awaited: Vec<PathBuf> = follower.awaited().into_iter().map(Path::to_owned).collect();
        if awaited != self.awaited {
            match awaited.as_slice() {
                [] => errln!("All journals have been started."),
                paths => errln!("Waiting for {}", listed(paths.iter().map(|path| path.display()))),
            }
            self.awaited = awaited;
        }
        let missing = follower.missing_shards();
        if !self.missing_shards && !missing.is_empty() {
            self.missing_shards = true;
            errln!("None of the journals holds shard {}.", listed(missing));
        }
    }
}

fn listed(items: impl IntoIterator<Item = impl ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
