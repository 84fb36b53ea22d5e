use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::index::sample;
use thiserror::Error;

use crate::base::Position;
use crate::games::Variant;
use crate::games::gomoku::solution::{Answer, Solution, SolutionError, SolvedPosition, Stones};
use crate::games::gomoku::tactics::WinFinder;
use crate::games::gomoku::{GomokuPosition, Point, Rule};
use crate::lab::parallel;

use super::verify::{Refuted, replies, verify_win};

/// How a solution is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckSettings {
    /// The records that are checked. The others are only followed to the positions that they lead to.
    pub part: Part,
    /// The number of records that are checked at a time.
    pub threads: NonZeroUsize,
}

/// A part of a solution's records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    All,
    /// Every `count`-th, from the `index`-th on, which is less than `count`.
    Share {
        /// The first record.
        index: usize,
        /// The step.
        count: NonZeroUsize,
    },
    /// This many, or all if there are fewer, chosen at random.
    Sample {
        /// The number of records.
        count: usize,
        /// The seed.
        seed: u64,
    },
}

/// What a check has found to be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// The variant.
    pub variant: Variant,
    /// The starting positions as FENs, each with the maximum number of plies to the win.
    pub starts: Vec<(String, u32)>,
    /// The records of the solution, all of which can be reached.
    pub records: usize,
    /// The records that were checked, each against every legal reply.
    pub checked: usize,
    /// The replies to them.
    pub replies: u64,
    /// The replies that are answered by threats, each verified move by move against every legal reply.
    pub won_by_threats: u64,
    /// Whether the check was interrupted.
    pub is_interrupted: bool,
}

/// A solution that is not right, or no solution.
///
/// The check plays the winner's move of every record and every legal reply to it, and demands a record of the
/// position after it or a win by threats, found anew and played against every legal reply. Neither points that may
/// not matter nor results of the search for the proof are relied on, only the rules: which moves are legal, and which
/// make five.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The file is no solution, or damaged.
    #[error(transparent)]
    File(#[from] SolutionError),
    /// The variant has no solutions.
    #[error("{0} has no solutions; gomoku, gomoku-standard and renju have")]
    Variant(Variant),
    /// The start has no win.
    #[error("the starting position {0} has neither a record nor a win by threats")]
    Start(String),
    /// A record's move cannot be played.
    #[error("in {position}, the move {at} of the solution cannot be played")]
    Illegal {
        /// The position.
        position: String,
        /// The move.
        at: Point,
    },
    /// The opponent wins after a record's move.
    #[error("in {position}, the opponent makes five after the move {at} of the solution")]
    Refuted {
        /// The position.
        position: String,
        /// The move.
        at: Point,
    },
    /// A reply has no answer.
    #[error("in {position}, there is no win after {at} and the reply {reply}")]
    NoWin {
        /// The position.
        position: String,
        /// The solution's move.
        at: Point,
        /// The reply.
        reply: Point,
    },
    /// A win by threats does not hold.
    #[error("in {position}, the win by threats fails after {}", moves_text(line))]
    Threats {
        /// The position.
        position: String,
        /// The moves.
        line: Vec<Point>,
    },
    /// A win takes longer than stated.
    #[error("in {position}, the win takes {found} plies, not at most {stated}")]
    Longer {
        /// The position.
        position: String,
        /// The plies found.
        found: u32,
        /// The plies according to the solution.
        stated: u32,
    },
    /// A record stands for two positions, whose keys agree as far as a file holds them.
    #[error("the record of the position {0} is that of another one, too")]
    Ambiguous(String),
    /// Some records are of positions that cannot be reached.
    #[error("{0} records are of positions that the solution does not lead to")]
    Unreachable(usize),
}

fn moves_text(moves: &[Point]) -> String {
    moves.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

/// Checks the contents of a file, unless `stop` is set. `progress` is told how many records were checked, and of how
/// many; it is called by all threads.
///
/// # Errors
/// The first mistake found.
pub fn check(
    bytes: &[u8],
    settings: &CheckSettings,
    stop: &AtomicBool,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<CheckReport, CheckError> {
    let variant = Solution::variant_of(bytes)?;
    with_rule!(variant, R => check_in::<R>(bytes, settings, stop, progress))
        .ok_or(CheckError::Variant(variant))?
}

/// A record with a position that it is of.
struct Record {
    stones: Stones,
    answer: Answer,
}

fn check_in<R: Rule>(
    bytes: &[u8],
    settings: &CheckSettings,
    stop: &AtomicBool,
    progress: impl Fn(usize, usize) + Sync,
) -> Result<CheckReport, CheckError> {
    let solution = Solution::from_bytes::<R>(bytes)?;
    let header = &solution.header;
    let records = reachable_records::<R>(&solution)?;
    if records.len() < solution.len() {
        return Err(CheckError::Unreachable(solution.len() - records.len()));
    }
    let mut report = CheckReport {
        variant: header.variant,
        starts: header.starts.iter().map(|start| (start.stones.fen::<R>(), start.plies)).collect(),
        records: records.len(),
        checked: 0,
        replies: 0,
        won_by_threats: 0,
        is_interrupted: false,
    };
    for start in &header.starts {
        check_start::<R>(&solution, start)?;
    }
    let chosen = settings.part.of(records.len());
    let done = AtomicUsize::new(0);
    // After a mistake, the rest is not looked at.
    let has_failed = AtomicBool::new(false);
    let results = parallel::map(settings.threads.get(), chosen.len(), |index| {
        if stop.load(Relaxed) || has_failed.load(Relaxed) {
            return Ok::<_, CheckError>(None);
        }
        let counts = check_record::<R>(&solution, &records[chosen[index]]);
        let counts = counts.inspect_err(|_| has_failed.store(true, Relaxed))?;
        progress(done.fetch_add(1, Relaxed) + 1, chosen.len());
        Ok(Some(counts))
    });
    for result in results {
        let Some([replies, threats]) = result? else {
            report.is_interrupted = true;
            continue;
        };
        report.checked += 1;
        report.replies += replies;
        report.won_by_threats += threats;
    }
    Ok(report)
}

impl Part {
    /// The indices of this part of `records` records.
    fn of(self, records: usize) -> Vec<usize> {
        match self {
            Self::All => (0..records).collect(),
            Self::Share { index, count } => (index..records).step_by(count.get()).collect(),
            Self::Sample { count, seed } => {
                let mut random = SmallRng::seed_from_u64(seed);
                let mut chosen = sample(&mut random, records, count.min(records)).into_vec();
                chosen.sort_unstable();
                chosen
            }
        }
    }
}

/// The position after the record's move, with the opponent to move.
fn after_answer<R: Rule>(record: &Record) -> Result<GomokuPosition<R>, CheckError> {
    let Record { stones, answer: Answer { at, .. } } = record;
    let mut position = stones.position::<R>();
    if !position.is_legal(at.to_move()) {
        return Err(CheckError::Illegal { position: stones.fen::<R>(), at: *at });
    }
    position.make(at.to_move(), &mut ());
    Ok(position)
}

/// Checks the number of plies that is stated for a starting position.
fn check_start<R: Rule>(solution: &Solution, start: &SolvedPosition) -> Result<(), CheckError> {
    let SolvedPosition { stones, plies: stated } = start;
    let efforts = solution.header.efforts;
    let position = || stones.fen::<R>();
    let found = match solution.find(stones) {
        Some((_, answer)) => answer.plies,
        None => won_by_threats::<R>(&mut WinFinder::new(efforts), stones, efforts)?
            .ok_or_else(|| CheckError::Start(position()))?,
    };
    if found > *stated {
        return Err(CheckError::Longer { position: position(), found, stated: *stated });
    }
    Ok(())
}

/// The records of all positions that the solution leads to from its starts, by their index in the solution.
fn reachable_records<R: Rule>(solution: &Solution) -> Result<Vec<Record>, CheckError> {
    let mut found: HashMap<usize, Record> = HashMap::new();
    let mut waiting = Vec::new();
    let visit = |stones: Stones, found: &mut HashMap<usize, Record>, waiting: &mut Vec<usize>| {
        let Some((index, answer)) = solution.find(&stones) else { return Ok(()) };
        if let Some(record) = found.get(&index) {
            let is_same = record.stones.canonical_key().0 == stones.canonical_key().0;
            return if is_same { Ok(()) } else { Err(CheckError::Ambiguous(stones.fen::<R>())) };
        }
        found.insert(index, Record { stones, answer });
        waiting.push(index);
        Ok(())
    };
    for start in &solution.header.starts {
        visit(start.stones.clone(), &mut found, &mut waiting)?;
    }
    while let Some(index) = waiting.pop() {
        let record = &found[&index];
        let at = record.answer.at;
        let (replies, _) = replies(&after_answer::<R>(record)?)
            .ok_or_else(|| CheckError::Refuted { position: record.stones.fen::<R>(), at })?;
        let after = record.stones.with_next(at);
        for reply in replies {
            visit(after.with_next(reply), &mut found, &mut waiting)?;
        }
    }
    let mut records: Vec<_> = found.into_iter().collect();
    records.sort_unstable_by_key(|&(index, _)| index);
    Ok(records.into_iter().map(|(_, record)| record).collect())
}

/// Checks a record against every legal reply. Returns the number of replies, and of those answered by threats.
fn check_record<R: Rule>(solution: &Solution, record: &Record) -> Result<[u64; 2], CheckError> {
    let Record { stones, answer: Answer { at, plies: stated } } = record;
    let (all, others) = replies(&after_answer::<R>(record)?)
        .ok_or_else(|| CheckError::Refuted { position: stones.fen::<R>(), at: *at })?;
    let after = stones.with_next(*at);
    let efforts = solution.header.efforts;
    let mut finder = WinFinder::new(efforts);
    let mut longest = if others { 2 } else { 0 };
    let mut threats = 0;
    for reply in all {
        let after = after.with_next(reply);
        let plies = if let Some((_, answer)) = solution.find(&after) {
            answer.plies
        } else {
            threats += 1;
            let no_win = || CheckError::NoWin { position: stones.fen::<R>(), at: *at, reply };
            won_by_threats::<R>(&mut finder, &after, efforts)?.ok_or_else(no_win)?
        };
        longest = longest.max(plies + 1);
    }
    let found = longest + 1;
    if found > *stated {
        return Err(CheckError::Longer { position: stones.fen::<R>(), found, stated: *stated });
    }
    Ok([all.len() as u64, threats])
}

/// The maximum number of plies to a win by threats that holds against every reply; `None` if none is found. What is
/// searched is the canonical image, so that all images have the same win.
fn won_by_threats<R: Rule>(
    finder: &mut WinFinder,
    stones: &Stones,
    efforts: [u32; 2],
) -> Result<Option<u32>, CheckError> {
    let (_, image) = stones.canonical();
    let mut position = image.position::<R>();
    if finder.win(&mut position).is_none() {
        return Ok(None);
    }
    let verified = verify_win(&mut position, finder, efforts);
    verified
        .map(Some)
        .map_err(|refuted: Refuted| CheckError::Threats { position: image.fen::<R>(), line: refuted.line() })
}
