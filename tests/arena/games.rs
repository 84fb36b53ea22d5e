//! Shared helpers: mock engines as players, and games between them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use quadriga::arena::{
    Adjudication, Cause, GameRecord, GameRunner, GameSetup, PlayerKind, PlayerSpec, Program, Protocol,
    SetupError,
};
use quadriga::base::{Outcome, Side};
use quadriga::games::Variant;

/// A mock engine with this protocol, variant and behaviour.
pub fn mock(name: &str, protocol: Protocol, game: &str, behaviour: &str) -> PlayerSpec {
    let words = [crate::MOCK, protocol.name(), game].into_iter().chain(behaviour.split_ascii_whitespace());
    PlayerSpec {
        name: name.to_owned(),
        kind: PlayerKind::Program(Program {
            command: std::env::current_exe().expect("this program's path"),
            arguments: words.map(str::to_owned).collect(),
            directory: None,
            environment: Vec::new(),
            protocol,
        }),
        options: Vec::new(),
        time: "60+1".parse().expect("a time control"),
        margin: Duration::from_secs(5),
        patience: Duration::from_secs(20),
    }
}

/// A mock engine that speaks UCI and plays chess.
pub fn uci(name: &str, behaviour: &str) -> PlayerSpec {
    mock(name, Protocol::Uci, "chess", behaviour)
}

/// The same player with little time and a short patience.
pub fn impatient(spec: PlayerSpec) -> PlayerSpec {
    let time = "movetime=0.5".parse().expect("a time control");
    PlayerSpec { time, margin: Duration::from_millis(500), patience: Duration::from_millis(500), ..spec }
}

/// This engine, inside the process.
pub fn internal(name: &str, time: &str) -> PlayerSpec {
    PlayerSpec {
        kind: PlayerKind::Internal,
        options: vec![("Hash".to_owned(), "1".to_owned())],
        time: time.parse().expect("a time control"),
        ..uci(name, "")
    }
}

/// A game from the starting position.
pub fn setup() -> GameSetup {
    GameSetup { game: 0, pair: 0, round: 0, event: "test".to_owned(), fen: None, opening: Vec::new() }
}

/// A runner for a variant without options that draws long games.
pub fn game_runner(variant: Variant) -> GameRunner {
    let adjudication = Adjudication { max_plies: Some(20), ..Adjudication::default() };
    GameRunner::new(variant, Vec::new(), adjudication)
}

/// Plays one game on a runner.
pub fn play_on(game_runner: &mut GameRunner, first: &PlayerSpec, second: &PlayerSpec) -> GameRecord {
    try_play(game_runner, &setup(), first, second).expect("a game that can be played")
}

/// Plays one game with this setup.
pub fn try_play(
    game_runner: &mut GameRunner,
    setup: &GameSetup,
    first: &PlayerSpec,
    second: &PlayerSpec,
) -> Result<GameRecord, SetupError> {
    let stop = AtomicBool::new(false);
    game_runner.play(setup, [first, second], &stop).map(|record| record.expect("nobody called the game off"))
}

/// Plays one game of chess from the starting position.
pub fn play(first: &PlayerSpec, second: &PlayerSpec) -> GameRecord {
    play_on(&mut game_runner(Variant::Chess), first, second)
}

/// Asserts that a side has lost by its own fault.
#[track_caller]
pub fn assert_blamed(record: &GameRecord, side: Side, cause: Cause) {
    let told = (record.outcome, record.termination.cause, record.termination.blamed);
    assert_eq!(told, (Outcome::Win(!side), cause, Some(side)), "{:?}", record.termination);
}

/// Asserts that a game ended without anybody's fault, with this result and cause.
#[track_caller]
pub fn assert_regular(record: &GameRecord, outcome: Outcome, cause: Cause) {
    let told = (record.outcome, record.termination.cause, record.termination.blamed);
    assert_eq!(told, (outcome, cause, None), "{:?}", record.termination);
}

/// The texts of a game's moves.
pub fn texts(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|record| record.text.as_str()).collect()
}

/// A file in which mock engines record their process ids.
pub struct PidFile(PathBuf);

impl PidFile {
    /// A unique file.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("quadriga-mock-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        Self(std::env::temp_dir().join(name))
    }

    /// The word that makes a mock engine use the file.
    pub fn word(&self) -> String {
        format!("pids={}", self.0.display())
    }

    /// The process ids recorded so far.
    pub fn pids(&self) -> Vec<u32> {
        let text = std::fs::read_to_string(&self.0).unwrap_or_default();
        text.lines().map(|line| line.parse().expect("a number")).collect()
    }

    /// Asserts that this many processes were recorded, and that none of them still runs.
    #[track_caller]
    pub fn assert_gone(&self, count: usize) {
        let pids = self.pids();
        assert_eq!(pids.len(), count, "processes that there were");
        // A grandchild is reaped asynchronously by the process that adopts it.
        let until = Instant::now() + Duration::from_secs(10);
        while pids.iter().any(|&pid| is_running(pid)) {
            assert!(Instant::now() < until, "of the processes {pids:?} some are still running");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for PidFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Whether a process of this id exists that is not a zombie.
pub fn is_running(pid: u32) -> bool {
    let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output();
    let state = output.expect("ps can be run").stdout;
    state.first().is_some_and(|&state| state != b'Z')
}
