use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::base::{Notation, PlayedGame, Position, lock};
use crate::games::Variant;
use crate::games::gomoku::eval::WeightedRule;
use crate::games::gomoku::solution::{Solution, SolutionError, SolutionHeader, SolvedPosition, Stones};
use crate::games::gomoku::{GomokuOptions, GomokuPosition, Point, Rule};
use crate::search::STACK_BYTES;

use super::journal::Journal;
use super::question::{Finding, Researcher};
use super::tree::{Proof, Task, Tree};
use super::{SolveError, SolveSettings};

/// A starting position: a FEN, or none for the start of a game, and moves from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// The FEN.
    pub fen: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

impl Start {
    /// The starting position that a text describes: `startpos` or a FEN, or nothing for the empty board, then `moves`
    /// and moves. What it names is not checked.
    pub fn parse(text: &str) -> Self {
        let words: Vec<_> = text.split_whitespace().collect();
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (position, moves) = words.split_at(split);
        let position = position.strip_prefix(&["fen"]).unwrap_or(position);
        let fen = (!position.is_empty() && position != ["startpos"]).then(|| position.join(" "));
        Self { fen, moves: moves.iter().skip(1).map(|&word| word.to_owned()).collect() }
    }

    /// The starting position in a variant.
    ///
    /// # Errors
    /// If the FEN or the moves are invalid, the game is over, or the variant is another game.
    pub fn stones(&self, variant: Variant) -> Result<Stones, SolveError> {
        with_rule!(variant, R => self.stones_in::<R>()).ok_or(SolveError::Variant(variant))?
    }

    fn stones_in<R: Rule>(&self) -> Result<Stones, SolveError> {
        let game = self.game::<R>()?;
        if game.position().verdict().is_some() {
            return Err(SolveError::GameOver);
        }
        Ok(Stones::of(game.position()))
    }

    /// The game from the FEN on.
    pub(super) fn game<R: Rule>(&self) -> Result<PlayedGame<GomokuPosition<R>>, SolveError> {
        let options = GomokuOptions::default();
        let start = GomokuPosition::<R>::start_or(self.fen.as_deref(), &options)?;
        let mut game = PlayedGame::new(start);
        game.play_texts(&self.moves, &options)?;
        Ok(game)
    }
}

/// How far a search for a proof is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveProgress {
    /// The replies to the first move that are proved, of those that must be.
    pub openings: (usize, usize),
    /// The positions in the tree.
    pub positions: usize,
    /// The findings in the journal.
    pub findings: usize,
    /// The proof number: roughly how many positions must at least be proved in addition.
    pub proof: u32,
}

/// How a search for a proof has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The win is proved; the file's contents.
    Proved(Box<Solution>, Vec<u8>),
    /// The search was interrupted. If it knows a first move, that move and the replies that are not proved yet.
    Interrupted(Option<(Point, Vec<Point>)>),
    /// All moves of the winner that seemed worth trying are refuted, or not even tried since they lose.
    Failed,
}

/// Searches for a proof that the side to move wins from `start`, until there is one or `stop` is set. What the journal
/// holds is not searched again, nor what is proved by the solution with the contents `known`, which becomes a part of
/// the new one.
///
/// # Errors
/// If the variant is another game, an engine cannot be started, the journal cannot be written, or `known` is no
/// solution of the variant with the same board and efforts.
pub fn solve(
    start: &Stones,
    known: Option<&[u8]>,
    settings: &SolveSettings,
    journal: &mut Journal,
    stop: &AtomicBool,
    progress: impl FnMut(SolveProgress),
) -> Result<Outcome, SolveError> {
    let SolveSettings { variant, .. } = *settings;
    with_rule!(variant, R => solve_in::<R>(start, known, settings, journal, stop, progress))
        .ok_or(SolveError::Variant(variant))?
}

/// The solution with these contents, to be the guide of a search for another one.
///
/// # Errors
/// If they are not a solution, or damaged.
pub fn read_guide(bytes: &[u8]) -> Result<Solution, SolveError> {
    let variant = Solution::variant_of(bytes)?;
    let solution = with_rule!(variant, R => Solution::from_bytes::<R>(bytes));
    Ok(solution.ok_or(SolveError::Variant(variant))??)
}

/// A task and what has become of it.
type Done = (Task, Answer);

enum Answer {
    Found(Finding),
    /// The search was stopped before that.
    Stopped,
    Panicked,
}

fn solve_in<R: WeightedRule>(
    start: &Stones,
    known: Option<&[u8]>,
    settings: &SolveSettings,
    journal: &mut Journal,
    stop: &AtomicBool,
    mut progress: impl FnMut(SolveProgress),
) -> Result<Outcome, SolveError> {
    let threads = settings.threads.get();
    let researchers: Vec<_> =
        (0..threads).map(|_| Researcher::<R>::new(settings, stop)).collect::<Result<_, _>>()?;
    let known = known.map(|bytes| known_solution::<R>(bytes, start, settings)).transpose()?;
    let mut tree = Tree::<R>::new(start, known, settings);
    let (tasks, queue) = channel();
    let (answers, done) = channel();
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        // The threads end when there are no more tasks to come.
        let tasks = tasks;
        for researcher in researchers {
            let (queue, answers) = (&queue, answers.clone());
            thread::Builder::new()
                .name("solve".to_owned())
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(researcher, queue, &answers))
                .map_err(SolveError::Thread)?;
        }
        let mut run = Run { tree: &mut tree, journal, tasks: &tasks, done: &done, in_flight: 0 };
        while !stop.load(Relaxed) && run.advance(threads)? {
            progress(run.progress());
        }
        run.finish()
    })?;
    Ok(match tree.result() {
        Some(true) => {
            let solution = solution_of(tree.proof_moves(), start, tree.into_known(), settings)?;
            let bytes = solution.to_bytes::<R>();
            Outcome::Proved(Box::new(solution), bytes)
        }
        Some(false) => Outcome::Failed,
        None => Outcome::Interrupted(tree.open_replies(start)),
    })
}

/// The solution with these contents, which must be of the same variant, board and efforts.
fn known_solution<R: Rule>(
    bytes: &[u8],
    start: &Stones,
    settings: &SolveSettings,
) -> Result<Solution, SolveError> {
    let SolveSettings { variant, efforts: [effort, _], .. } = *settings;
    let found = Solution::variant_of(bytes)?;
    let differs = |what, found: String, wanted: String| Err(SolveError::Differs { what, found, wanted });
    if found != variant {
        return differs("variant", found.to_string(), variant.to_string());
    }
    let solution = Solution::from_bytes::<R>(bytes)?;
    if solution.size() != start.size() {
        return differs("board", solution.size().to_string(), start.size().to_string());
    }
    if solution.header.efforts != settings.efforts {
        return differs("effort", solution.header.efforts[0].to_string(), effort.to_string());
    }
    Ok(solution)
}

/// The solution of `start` and of what is known. Starting positions to which the proof leads need not be named.
fn solution_of(
    proof: Proof,
    start: &Stones,
    known: Option<Solution>,
    settings: &SolveSettings,
) -> Result<Solution, SolutionError> {
    let SolveSettings { variant, efforts, .. } = *settings;
    let mut answers = proof.moves;
    let mut starts = Vec::new();
    if let Some(known) = known {
        answers.extend(known.answers());
        starts = known.header.starts;
        starts.retain(|start| !proof.known.contains(&start.stones.canonical_key().0));
    }
    starts.push(SolvedPosition { stones: start.clone(), plies: proof.plies });
    Solution::new(SolutionHeader { variant, efforts, starts }, answers)
}

/// Answers questions until there are no more.
fn work<R: WeightedRule>(
    mut researcher: Researcher<'_, R>,
    queue: &Mutex<Receiver<Task>>,
    answers: &Sender<Done>,
) {
    loop {
        let task = lock(queue).recv();
        let Ok(task) = task else { return };
        let answer = || researcher.answer(&task.stones, &task.question);
        let answer = match catch_unwind(AssertUnwindSafe(answer)) {
            Ok(Some(finding)) => Answer::Found(finding),
            Ok(None) => Answer::Stopped,
            Err(_) => Answer::Panicked,
        };
        if answers.send((task, answer)).is_err() {
            return;
        }
    }
}

/// A running search.
struct Run<'a, R: Rule> {
    tree: &'a mut Tree<R>,
    journal: &'a mut Journal,
    tasks: &'a Sender<Task>,
    done: &'a Receiver<Done>,
    /// The number of tasks that are being worked on.
    in_flight: usize,
}

impl<R: Rule> Run<'_, R> {
    /// Hands out tasks to all threads and enters one finding; returns `false` if there is nothing left to be done.
    fn advance(&mut self, threads: usize) -> Result<bool, SolveError> {
        while self.in_flight < threads
            && let Some(task) = self.tree.select()
        {
            if let Some(known) = self.journal.finding(task.key, &task.question) {
                let entered = self.tree.enter(&task, known);
                entered.map_err(|_| self.journal.mismatch(task.stones.fen::<R>()))?;
                continue;
            }
            // The threads receive tasks until the sender is dropped.
            let _ = self.tasks.send(task);
            self.in_flight += 1;
        }
        if self.in_flight == 0 {
            return Ok(false);
        }
        self.receive()?;
        Ok(true)
    }

    /// Waits for an answer and enters it if there is a finding.
    fn receive(&mut self) -> Result<(), SolveError> {
        let Ok((task, answer)) = self.done.recv() else { return Ok(()) };
        self.in_flight -= 1;
        let finding = match answer {
            Answer::Found(finding) => finding,
            Answer::Stopped => return Ok(()),
            Answer::Panicked => return Err(SolveError::Panic(task.stones.fen::<R>())),
        };
        let entered = self.tree.enter(&task, &finding);
        entered.map_err(|_| self.journal.mismatch(task.stones.fen::<R>()))?;
        Ok(self.journal.add(task.key, &task.question, finding)?)
    }

    /// Waits for the findings that are still being worked on, and until all are on disk.
    fn finish(&mut self) -> Result<(), SolveError> {
        while self.in_flight > 0 {
            self.receive()?;
        }
        Ok(self.journal.sync()?)
    }

    fn progress(&self) -> SolveProgress {
        SolveProgress {
            openings: self.tree.openings(),
            positions: self.tree.len(),
            findings: self.journal.len(),
            proof: self.tree.proof(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read() {
        let moves = vec!["h8".to_owned(), "i9".to_owned()];
        assert_eq!(Start::parse(""), Start::default());
        assert_eq!(Start::parse("startpos"), Start::default());
        for text in ["startpos moves h8 i9", "moves h8 i9", "  moves  h8\ti9 "] {
            assert_eq!(Start::parse(text), Start { fen: None, moves: moves.clone() });
        }
        let fen = Some("5/5/5/5/5 b 1".to_owned());
        assert_eq!(Start::parse("5/5/5/5/5 b 1 moves h8 i9"), Start { fen: fen.clone(), moves });
        assert_eq!(Start::parse("fen 5/5/5/5/5 b 1"), Start { fen, moves: Vec::new() });
    }
}
