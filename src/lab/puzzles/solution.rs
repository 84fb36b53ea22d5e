use std::ops::RangeInclusive;

use crate::base::{Move, MoveList, Outcome, PlayedGame, Position, Score};
use crate::engine::Engine;
use crate::games::Game;
use crate::search::{Limits, SearchOptions, SearchPosition, Skill, TableEntry};

use super::two_lines::TwoLines;

/// The range of ratings of puzzles.
pub const RATINGS: RangeInclusive<u32> = Skill::MIN_ELO..=Skill::MAX_ELO;

/// What the right move achieves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// A forced win by the rules: a mate, or its like.
    Mate,
    /// An advantage that wins.
    Win,
    /// Not to lose.
    Defence,
}

impl Goal {
    /// The least expected points, in thousandths of a win, of a move that wins.
    const WINNING: u32 = 900;
    /// The most expected points of a second-best move that does not win.
    const NOT_WINNING: u32 = 600;
    /// The least expected points of a move that holds.
    const HOLDING: u32 = 400;
    /// The most expected points of a second-best move that loses.
    const LOSING: u32 = 100;

    /// What the best of two moves achieves while the second does not; `None` if the second is good enough, or neither
    /// is. Where there is a mate, a second move that only keeps a winning advantage is not good enough.
    pub(super) fn of<G: Game>(lines: &TwoLines) -> Option<Self> {
        if lines.score.is_mate() && lines.score.is_win() {
            return (!lines.second.is_win()).then_some(Self::Mate);
        }
        let (best, second) = (expected_points::<G>(lines.score), expected_points::<G>(lines.second));
        if best >= Self::WINNING && second <= Self::NOT_WINNING {
            Some(Self::Win)
        } else if (Self::HOLDING..Self::WINNING).contains(&best) && second <= Self::LOSING {
            Some(Self::Defence)
        } else {
            None
        }
    }
}

/// The points to be expected at a score, in thousandths of a win.
pub(super) fn expected_points<G: Game>(score: Score) -> u32 {
    let [win, draw, _] = G::INFO.win_curve.chances(score);
    win + draw / 2
}

/// A puzzle's solution: moves of the solver, who is to move at the start, and the opponent's replies between them.
pub(super) struct Solution<G: Game> {
    pub goal: Goal,
    pub line: PlayedGame<G::Position>,
}

impl<G: Game> Solution<G> {
    /// The most moves of the solver.
    const MOST_MOVES: usize = 5;

    /// The solution from this position, proved with `nodes` for its first move; `None` if there is not one right move.
    pub fn prove(engine: &mut Engine<G>, start: &G::Position, nodes: u64) -> Option<Self> {
        let lines = TwoLines::search(engine, start, nodes)?;
        let goal = Goal::of::<G>(&lines)?;
        let mut line = PlayedGame::new(start.clone());
        let mut best = lines.best;
        if tables_know_another(start, *best.first()?) {
            return None;
        }
        for number in 1..=Self::MOST_MOVES {
            line.play(*best.first()?);
            let Some(&reply) = best.get(1).filter(|_| number < Self::MOST_MOVES) else { break };
            let mut ahead = line.clone();
            if ahead.position().verdict().is_some() || !ahead.position().is_legal(reply) {
                break;
            }
            ahead.play(reply);
            if ahead.position().verdict().is_some() {
                break;
            }
            let Some(lines) = TwoLines::search(engine, ahead.position(), nodes / 4) else { break };
            let is_only = Goal::of::<G>(&lines) == Some(goal)
                && lines.best.first().is_some_and(|&m| !tables_know_another(ahead.position(), m));
            // Where several moves end the game at once, each of them solves the puzzle.
            if !is_only && lines.score != Score::mate_at(1) {
                break;
            }
            (line, best) = (ahead, lines.best);
        }
        Some(Self { goal, line })
    }

    /// The number of the solver's moves.
    pub fn moves(&self) -> usize {
        self.line.moves().len().div_ceil(2)
    }

    /// Whether the line ends with the solver's win by the rules.
    pub fn ends_the_game(&self) -> bool {
        let solver = self.line.start().side_to_move();
        self.line.position().verdict().is_some_and(|verdict| verdict.outcome == Outcome::Win(solver))
    }

    /// What the solution shows, as short words; the goal first.
    pub fn themes(&self) -> Vec<String> {
        let mut themes = vec![match self.goal {
            Goal::Mate if self.ends_the_game() => format!("mate{}", self.moves()),
            Goal::Mate | Goal::Win => "win".to_owned(),
            Goal::Defence => "defence".to_owned(),
        }];
        let own = G::themes(&self.line);
        let (first, m) = self.line.steps().next().expect("a solution has a move");
        if !first.see_ge(m, 0) {
            themes.push("sacrifice".to_owned());
        } else if own.is_empty() && is_quiet(first, m) {
            themes.push("quiet".to_owned());
        }
        themes.extend(own.into_iter().map(str::to_owned));
        themes
    }

    /// The rating at which limited strength begins to solve it.
    pub fn rating(&self, engine: &mut Engine<G>) -> u32 {
        const STEPS: u32 = 8;
        const TRIES: u64 = 3;
        let span = RATINGS.end() - RATINGS.start();
        let mut failures = 0;
        for step in 0..=STEPS {
            let elo = RATINGS.start() + span * step / STEPS;
            failures += (1..=TRIES).filter(|&seed| !self.is_solved_by(engine, elo, seed)).count() as u32;
        }
        RATINGS.start() + span * failures / ((STEPS + 1) * TRIES as u32)
    }

    /// Whether limited strength of this rating makes all of the solver's moves.
    fn is_solved_by(&self, engine: &mut Engine<G>, elo: u32, seed: u64) -> bool {
        engine.clear();
        engine.set_search_options(SearchOptions {
            skill: Skill::from_elo(elo, seed),
            ..SearchOptions::default()
        });
        self.line.steps().step_by(2).all(|(position, m)| {
            let answer = engine.search(position, Limits::default()).best;
            answer == Some(m) || answer.is_some_and(|answer| wins_at_once(position, answer))
        })
    }
}

/// Whether another move than `best` achieves by tablebases what the position is worth by them: a search with few nodes
/// may not see a long win.
fn tables_know_another<P: SearchPosition>(position: &P, best: Move) -> bool {
    let Some(TableEntry { result, .. }) = position.table_entry(true) else { return false };
    let mut others = MoveList::new();
    position.legal_moves(&mut others);
    others.retain(|m| *m != best);
    let mut after = position.clone();
    others.iter().any(|&m| {
        after.make(m, &mut ());
        let entry = after.table_entry(true);
        after.unmake();
        entry.is_some_and(|entry| entry.result.reversed() == result)
    })
}

/// Whether a move neither captures nor threatens, and answers no threat.
fn is_quiet(position: &impl SearchPosition, m: Move) -> bool {
    !position.is_noisy(m) && !position.is_threatened() && !position.gives_check(m, &position.check_hints())
}

fn wins_at_once(position: &impl Position, m: Move) -> bool {
    let mut after = position.clone();
    after.make(m, &mut ());
    after.verdict().is_some_and(|verdict| verdict.outcome == Outcome::Win(position.side_to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::Chess;
    use crate::games::chess::{ChessOptions, ChessPosition};

    fn solution(fen: &str) -> Option<Solution<Chess>> {
        let start = ChessPosition::from_fen(fen, &ChessOptions::default()).unwrap();
        Solution::prove(&mut Engine::new(1, 1).unwrap(), &start, 40_000)
    }

    fn texts(solution: &Solution<Chess>) -> Vec<String> {
        let options = ChessOptions::default();
        solution.line.steps().map(|(position, m)| position.move_text(m, &options)).collect()
    }

    #[test]
    fn a_mate_is_played_to_its_end() {
        let mate = solution("3r2k1/1p3ppp/8/8/8/8/5PPP/2RR2K1 w - - 0 1").expect("a mate in two");
        assert_eq!(texts(&mate), ["d1d8"]);
        let mate = solution("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").expect("a mate in two");
        assert_eq!(texts(&mate).len(), 3);
        assert_eq!((mate.goal, mate.moves()), (Goal::Mate, 2));
        assert!(mate.themes().iter().any(|theme| theme == "mate2"), "{:?}", mate.themes());
        let rating = mate.rating(&mut Engine::new(1, 1).unwrap());
        assert!(RATINGS.contains(&rating) && rating < 2400, "{rating}");
    }

    #[test]
    fn positions_with_several_good_moves_are_no_puzzles() {
        assert!(solution("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").is_none());
        assert!(solution("7k/8/8/8/8/8/1QQ5/K7 b - - 0 1").is_none());
    }
}
