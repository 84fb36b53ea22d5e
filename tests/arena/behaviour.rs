//! The misbehaviour of a mock engine: words on its command line, each with the number of the question at which it
//! occurs.

use std::io::{Write, stderr, stdout};
use std::process::{Child, Command, exit};
use std::thread::sleep;
use std::time::Duration;

/// What a mock engine does besides playing the moves given to it.
#[derive(Debug, Default)]
pub struct Behaviour {
    /// The moves to make, in order; after the last, any legal one.
    pub moves: Vec<String>,
    /// What to do at which question, from 1, before or instead of answering.
    acts: Vec<(u32, String)>,
    /// Permanent behaviour: `ignore-quit`, `mute`, `old` (CECP version 1), `once` (plays only one game), `from-zero`
    /// (counts ranks from 0 in xiangqi, though it has `UCI_Variant`), `accept` (accepts every draw offer), `brittle`
    /// (Gomocup: complains about a command that comes soon after its move), `fork`.
    habits: Vec<String>,
    /// Its child processes.
    children: Vec<Child>,
    /// The file in which to record its process id and those of its children.
    pid_file: Option<String>,
    /// The number of questions so far.
    questions: u32,
}

/// The answer to a question.
pub enum Answer {
    /// The next move.
    Move,
    /// This text instead of a move.
    Text(String),
    /// The next move with a draw offer.
    MoveAndDraw,
    /// The next move, followed by a second answer.
    MoveTwice,
    /// This line instead of an answer.
    Line(String),
}

impl Behaviour {
    /// Parses words such as `crash=3` or `moves=e2e4,d2d4`.
    pub fn read(words: &[String]) -> Self {
        let mut behaviour = Self::default();
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name {
                "moves" => behaviour.moves = value.split(',').rev().map(str::to_owned).collect(),
                "pids" => behaviour.pid_file = Some(value.to_owned()),
                _ if value.is_empty() => behaviour.habits.push(name.to_owned()),
                _ => {
                    let (number, argument) = value.split_once(':').unwrap_or((value, ""));
                    let act = format!("{name}:{argument}");
                    behaviour.acts.push((number.parse().expect("the number of a question"), act));
                }
            }
        }
        behaviour.note_pid(std::process::id());
        if behaviour.has_habit("fork") {
            let child = Command::new("sleep").arg("1000").spawn().expect("a child");
            behaviour.note_pid(child.id());
            behaviour.children.push(child);
        }
        behaviour
    }

    /// Whether it has this permanent behaviour.
    pub fn has_habit(&self, habit: &str) -> bool {
        self.habits.iter().any(|own| own == habit)
    }

    fn note_pid(&self, pid: u32) {
        let Some(path) = &self.pid_file else { return };
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).expect("a file");
        writeln!(file, "{pid}").expect("a line is written");
    }

    /// Called for every question: misbehaves if due, and returns the answer.
    pub fn asked(&mut self) -> Answer {
        self.questions += 1;
        let acts: Vec<_> = self
            .acts
            .iter()
            .filter(|(number, _)| *number == self.questions)
            .map(|(_, act)| act.clone())
            .collect();
        let mut answer = Answer::Move;
        for act in acts {
            let (name, argument) = act.split_once(':').expect("a name and an argument");
            match name {
                "crash" => {
                    eprintln!("something is broken");
                    exit(argument.parse().unwrap_or(3));
                }
                "abort" => std::process::abort(),
                "leave" => exit(0),
                #[cfg(unix)]
                "close" => {
                    use std::os::unix::process::CommandExt;
                    let error = Command::new("sh").args(["-c", "exec >&-; sleep 1000"]).exec();
                    panic!("cannot become a shell: {error}");
                }
                "hang" => hang(),
                "flood" => flood(b"info string and so on and on\n", argument),
                "half-line" => flood(b"info string and so on and on", argument),
                "errors" => {
                    let mut stderr = stderr().lock();
                    for _ in 0..10_000 {
                        let _ = writeln!(stderr, "this is fine, this is fine, this is fine");
                    }
                }
                "garbage" => {
                    let mut stdout = stdout().lock();
                    let _ = stdout.write_all(
                        b"\xff\xfe\0\n\n   \r\nbest move e2e4\ninfo depth \xc3\x28 score cp\ninfo\n",
                    );
                    let _ = stdout.flush();
                }
                "complain" => {
                    println!("ERROR {}", argument.replace('_', " "));
                }
                "late" => sleep(Duration::from_millis(argument.parse().expect("milliseconds"))),
                "illegal" => answer = Answer::Text(argument.to_owned()),
                "twice" => answer = Answer::MoveTwice,
                "draw" => answer = Answer::MoveAndDraw,
                "say" => answer = Answer::Line(argument.replace('_', " ")),
                other => panic!("there is no behaviour called {other}"),
            }
        }
        answer
    }

    /// Called when told to quit.
    pub fn leave(&self) {
        if self.has_habit("ignore-quit") {
            hang();
        }
        exit(0);
    }
}

/// Hangs without reading any input.
pub fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(1000));
    }
}

/// Writes `bytes` repeatedly: `times` times, or forever.
fn flood(bytes: &[u8], times: &str) {
    let mut stdout = stdout().lock();
    let mut left: u64 = times.parse().unwrap_or(u64::MAX);
    while left > 0 {
        if stdout.write_all(bytes).is_err() {
            exit(1);
        }
        left -= 1;
    }
    let _ = stdout.flush();
}
