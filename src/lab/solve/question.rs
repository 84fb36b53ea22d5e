use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::{Move, MoveList, Position, Side};
use crate::engine::Engine;
use crate::games::gomoku::eval::WeightedRule;
use crate::games::gomoku::solution::{Solution, Stones};
use crate::games::gomoku::tactics::WinFinder;
use crate::games::gomoku::{GomokuPosition, Point, PointSet, Threat};
use crate::games::{EvaluatorOf, Game};
use crate::search::{Bound, Evaluator, Limits, Listener, Report, SearchPosition, SearchResult};

use super::verify::{replies, verify_win};
use super::{SolveError, SolveSettings};

/// What is to be found out about a position with the winner to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether the winner wins by threats, and otherwise which move is the best.
    Attack,
    /// Which move is the best apart from these.
    Another(Vec<Point>),
    /// Which move a long search prefers, apart from these.
    Long(Vec<Point>),
    /// Which replies to a move may prevent the win by threats that would follow if the opponent passed.
    Zone(Point),
    /// Which of all other replies to the move may prevent a win by threats.
    Rest(Point),
}

/// A point in a journal: its coordinates from 0.
pub(super) type Coordinates = (u8, u8);

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Finding {
    /// The winner wins by threats in at most this number of plies.
    Win(u32),
    /// A move, and the thousandths of a win that are to be expected of it.
    Move(Coordinates, u32),
    /// There is no other move that does not lose.
    NoMove,
    /// The opponent wins after the move.
    Refuted,
    /// Replies after which there is no win by threats, each with the thousandths of a win to be expected.
    Replies {
        /// The replies.
        open: Vec<(Coordinates, u32)>,
        /// The maximum number of plies to the win after any other of the replies looked at, from the reply on.
        plies: u32,
        /// Whether all legal replies were looked at.
        complete: bool,
    },
}

pub(super) const fn coordinates(at: Point) -> Coordinates {
    (at.file() as u8, at.rank() as u8)
}

/// The point with these coordinates; `None` if it is outside a board of this size.
pub(super) fn point((file, rank): Coordinates, size: usize) -> Option<Point> {
    let (file, rank) = (usize::from(file), usize::from(rank));
    (file < size && rank < size).then(|| Point::new(file, rank))
}

/// How many times as many nodes are searched for the next move when this many moves were tried: a position in which
/// the first choices fail deserves more care.
fn nodes_factor(tried: usize) -> u64 {
    const MOST_TRIED: usize = 5;
    4_u64.pow(tried.min(MOST_TRIED) as u32)
}

/// The moves worth searching apart from `tried`, or an empty list, which stands for all moves, if nothing was tried;
/// `None` if there are no others.
fn others<R: WeightedRule>(position: &GomokuPosition<R>, tried: &[Point]) -> Option<Vec<Move>> {
    if tried.is_empty() {
        return Some(Vec::new());
    }
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_candidates(&mut moves);
    moves.retain(|m| !tried.iter().any(|at| at.to_move() == *m));
    (!moves.is_empty()).then(|| moves.to_vec())
}

/// The move that a search found, unless it loses.
fn found_move<R: WeightedRule>(result: &SearchResult) -> Finding {
    match result.best.and_then(Point::of_move) {
        Some(at) if !result.score.is_loss() => {
            let [win, ..] = R::INFO.win_curve.chances(result.score);
            Finding::Move(coordinates(at), win)
        }
        _ => Finding::NoMove,
    }
}

/// What a long search tells.
enum LongReport {
    /// The best move wins.
    Win,
    Result(SearchResult),
}

struct LongListener(Sender<LongReport>);

impl Listener for LongListener {
    fn report(&mut self, report: &Report) {
        if report.score.is_win() && report.bound != Bound::Upper {
            // Nobody listens any more after a request to stop.
            let _ = self.0.send(LongReport::Win);
        }
    }

    fn done(&mut self, result: &SearchResult) {
        let _ = self.0.send(LongReport::Result(result.clone()));
    }
}

/// Answers questions about positions.
pub(super) struct Researcher<'a, R: WeightedRule> {
    finder: WinFinder,
    /// The finder's.
    efforts: [u32; 2],
    engine: Engine<R>,
    nodes: u64,
    /// The engine of long searches, and their nodes.
    long: Option<(Engine<R>, u64)>,
    guide: Option<Arc<Solution>>,
    /// A request to stop.
    stop: &'a AtomicBool,
}

impl<'a, R: WeightedRule> Researcher<'a, R> {
    pub fn new(settings: &SolveSettings, stop: &'a AtomicBool) -> Result<Self, SolveError> {
        const HASH_MIB: usize = 16;
        const LONG_HASH_MIB: usize = 256;
        let long = |nodes: NonZeroU64| Ok::<_, SolveError>((Engine::new(LONG_HASH_MIB, 1)?, nodes.get()));
        Ok(Self {
            finder: WinFinder::new(settings.efforts),
            efforts: settings.efforts,
            engine: Engine::new(HASH_MIB, 1)?,
            nodes: settings.nodes,
            long: settings.long_nodes.map(long).transpose()?,
            guide: settings.guide.clone(),
            stop,
        })
    }

    /// Answers a question about a position; `None` if it was stopped meanwhile.
    pub fn answer(&mut self, stones: &Stones, question: &Question) -> Option<Finding> {
        let mut position = stones.position::<R>();
        Some(match question {
            Question::Attack => self.attack(&mut position),
            Question::Another(tried) => self.best_move(&position, tried),
            Question::Long(tried) => return self.long_search(&position, tried),
            Question::Zone(at) | Question::Rest(at) => {
                position.make(at.to_move(), &mut ());
                self.replies(&mut position, matches!(question, Question::Rest(_)))
            }
        })
    }

    fn attack(&mut self, position: &mut GomokuPosition<R>) -> Finding {
        let opponent = !position.side_to_move();
        if let Some(plies) = self.win(position, true) {
            return Finding::Win(plies);
        }
        match position.board.threat_points_if_any(opponent, Threat::Five) {
            Some(fives) if fives.len() > 1 => Finding::NoMove,
            Some(fives) => position.allowed(*fives).first().map_or(Finding::NoMove, |at| {
                let chance = self.chance(position);
                Finding::Move(coordinates(at), chance)
            }),
            None => match self.guide_move(position) {
                Some(at) => Finding::Move(coordinates(at), self.chance(position)),
                None => self.best_move(position, &[]),
            },
        }
    }

    /// The maximum number of plies to a win by threats; with `is_long`, also to one that only the second stage of the
    /// search finds. The win is played to its end, as the check will play it: where the search has forgotten a position
    /// of the win, it may find a longer one there.
    fn win(&mut self, position: &mut GomokuPosition<R>, is_long: bool) -> Option<u32> {
        let win = if is_long { self.finder.win(position) } else { self.finder.quick_win(position) };
        win.and_then(|_| verify_win(position, &self.finder, self.efforts).ok())
    }

    /// The guide's move.
    fn guide_move(&self, position: &GomokuPosition<R>) -> Option<Point> {
        let (_, answer) = self.guide.as_ref()?.find(&Stones::of(position))?;
        Some(answer.at).filter(|at| position.is_legal(at.to_move()))
    }

    /// The nodes to be searched: more in openings, where a mistake costs most.
    fn nodes(&self, position: &GomokuPosition<R>) -> u64 {
        const OPENING_STONES: usize = 8;
        const OPENING_FACTOR: u64 = 10;
        let is_opening =
            Side::BOTH.into_iter().map(|side| position.stones(side).len()).sum::<usize>() <= OPENING_STONES;
        if is_opening { self.nodes.saturating_mul(OPENING_FACTOR) } else { self.nodes }
    }

    /// The best move apart from `tried`.
    fn best_move(&mut self, position: &GomokuPosition<R>, tried: &[Point]) -> Finding {
        let Some(moves) = others(position, tried) else { return Finding::NoMove };
        let nodes = self.nodes(position).saturating_mul(nodes_factor(tried.len()));
        let limits = Limits { nodes: Some(nodes), moves, ..Limits::default() };
        found_move::<R>(&self.engine.search(position, limits))
    }

    /// The move apart from `tried` that a long search prefers, which ends as soon as it finds a win; `None` if it was
    /// stopped.
    fn long_search(&mut self, position: &GomokuPosition<R>, tried: &[Point]) -> Option<Finding> {
        /// The interval at which a request to stop is noticed.
        const STOP_INTERVAL: Duration = Duration::from_millis(100);
        let Some((engine, nodes)) = &mut self.long else { return Some(Finding::NoMove) };
        let Some(moves) = others(position, tried) else { return Some(Finding::NoMove) };
        let nodes = nodes.saturating_mul(tried.len() as u64 + 1);
        let (sender, reports) = channel();
        engine.start(
            position.clone(),
            Limits { nodes: Some(nodes), moves, ..Limits::default() },
            LongListener(sender),
        );
        let result = loop {
            match reports.recv_timeout(STOP_INTERVAL) {
                Ok(LongReport::Win) => engine.stop(),
                Ok(LongReport::Result(result)) => break result,
                Err(RecvTimeoutError::Timeout) if self.stop.load(Relaxed) => {
                    engine.stop();
                    engine.wait();
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break SearchResult::unknown(),
            }
        };
        engine.wait();
        Some(found_move::<R>(&result))
    }

    /// The replies in a position with the opponent to move. With `rest`, those that are not looked at without it.
    fn replies(&mut self, position: &mut GomokuPosition<R>, rest: bool) -> Finding {
        let Some((all, others)) = replies(position) else { return Finding::Refuted };
        let is_forced = position.can_make_five(!position.side_to_move());
        let zone = if is_forced { None } else { self.zone(position) };
        let (zone, is_long) = zone.unzip();
        let complete = rest || zone.is_none();
        let replies = match zone {
            Some(zone) if rest => all - zone,
            Some(zone) => all & zone,
            None => all,
        };
        let (mut open, mut plies) = (Vec::new(), if others { 2 } else { 0 });
        for at in replies {
            position.make(at.to_move(), &mut ());
            // The check of a solution searches this image as well, and must find the same.
            let mut image = Stones::of(position).canonical().1.position::<R>();
            match self.win(&mut image, rest && is_long == Some(true)) {
                Some(win) => plies = plies.max(win + 1),
                None => open.push((coordinates(at), self.chance(position))),
            }
            position.unmake();
        }
        Finding::Replies { open, plies, complete }
    }

    /// The points on which the win by threats depends that would follow if the opponent, who is to move, passed, and
    /// those on which the opponent makes a threat, and whether the second stage of the search found that win; `None` if
    /// there is no such win.
    fn zone(&mut self, position: &GomokuPosition<R>) -> Option<(PointSet, bool)> {
        let mut passed = position.passed();
        let is_long = self.finder.quick_win(&mut passed).is_none();
        if is_long {
            self.finder.long_win(&mut passed)?;
        }
        let mut zone = self.finder.zone(&mut passed);
        let threats = Threat::ALL.into_iter().filter(|&threat| threat != Threat::None);
        for threat in threats {
            zone |= *position.board.threat_points(position.side_to_move(), threat);
        }
        Some((zone, is_long))
    }

    /// The thousandths of a win that the static evaluation expects for the side to move.
    fn chance(&self, position: &GomokuPosition<R>) -> u32 {
        let mut evaluator = EvaluatorOf::<R>::new(self.engine.weights(), position);
        let [win, ..] = R::INFO.win_curve.chances(evaluator.evaluate(position));
        win
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::Variant;
    use crate::games::gomoku::{Freestyle, GomokuOptions, Renju};
    use crate::lab::solve::Start;

    /// The answer to the question for the move of a long search, apart from these, in a position after moves.
    fn long_search(moves: &str, tried: &[Point], nodes: u64, stop: bool) -> Option<Finding> {
        let settings =
            SolveSettings { long_nodes: NonZeroU64::new(nodes), ..SolveSettings::new(Variant::Gomoku) };
        let stop = AtomicBool::new(stop);
        let mut researcher = Researcher::<Freestyle>::new(&settings, &stop).unwrap();
        let stones = Start::parse(moves).stones(Variant::Gomoku).unwrap();
        researcher.answer(&stones, &Question::Long(tried.to_vec()))
    }

    #[test]
    fn a_long_search_ends_when_it_finds_a_win_and_leaves_out_what_was_tried() {
        // An open three.
        let moves = "moves h8 a1 i8 a3 j8 a5";
        let mut tried = Vec::new();
        for _ in 0..2 {
            let Some(Finding::Move(at, 1000)) = long_search(moves, &tried, u64::MAX, false) else {
                panic!("there is a win");
            };
            let at = point(at, 15).unwrap();
            assert!(!tried.contains(&at), "{at}");
            tried.push(at);
        }
    }

    #[test]
    fn plies_to_a_win_are_those_of_the_check() {
        // After two fours of White's, the win that was found is forgotten, and the one found then is longer.
        let fen = "15/15/15/2O12/15/15/2O12/2O2OXXX6/7X7/15/15/15/15/15/15 b 5";
        let settings = SolveSettings::new(Variant::Renju);
        let mut position =
            GomokuPosition::<Renju>::from_fen(fen, &GomokuOptions::default()).expect("a position");
        let claimed = WinFinder::new(settings.efforts).win(&mut position).expect("a win").plies;
        let stop = AtomicBool::new(false);
        let mut researcher = Researcher::<Renju>::new(&settings, &stop).expect("a researcher");
        let Some(Finding::Win(plies)) = researcher.answer(&Stones::of(&position), &Question::Attack) else {
            panic!("no win");
        };
        assert_eq!((claimed, plies), (21, 33));
    }

    #[test]
    fn a_long_search_is_stopped_on_request() {
        assert_eq!(long_search("moves h8", &[], u64::MAX, true), None);
        assert_eq!(long_search("moves h8", &[], 0, true), Some(Finding::NoMove));
    }
}
