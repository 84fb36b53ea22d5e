use std::cmp::Reverse;

use crate::base::{Move, Notation, PlayedGame, Position, Score};
use crate::engine::Engine;
use crate::games::Game;
use crate::lab::data::{RecordedGame, Replayer};

use super::solution::{Solution, expected_points};
use super::two_lines::TwoLines;
use super::{Goal, Puzzle, PuzzleError};

/// Finds puzzles in recorded games and composed positions.
pub(super) struct Finder<'a, G: Game> {
    options: &'a <G::Position as Notation>::Options,
    engine: Engine<G>,
    nodes: u64,
}

/// A position that may be a puzzle.
struct Candidate<P> {
    position: P,
    /// The points that a mistake cost, in thousandths of a win.
    mistake: u32,
}

impl<'a, G: Game> Finder<'a, G> {
    /// The plies of a game that count as its opening.
    const OPENING: usize = 6;
    /// The candidates of a game that are looked at.
    const CANDIDATES: usize = 6;
    /// The least mistake.
    const MISTAKE: u32 = 250;
    /// The nodes of a first look at a candidate.
    const FIRST_LOOK: u64 = 4000;

    /// A finder with these options of the game; `nodes` prove a first move.
    pub fn new(options: &'a <G::Position as Notation>::Options, nodes: u64) -> Result<Self, PuzzleError> {
        const HASH_MIB: usize = 8;
        Ok(Self { options, engine: Engine::new(HASH_MIB, 1)?, nodes })
    }

    /// The puzzle of a game, if there is one.
    pub fn in_game(
        &mut self,
        replayer: &Replayer<G::Position>,
        game: &RecordedGame,
    ) -> Result<Option<Puzzle>, PuzzleError> {
        for candidate in Self::candidates(replayer, game)? {
            if let Some(puzzle) = self.puzzle(&candidate.position, None)? {
                return Ok(Some(puzzle));
            }
        }
        Ok(None)
    }

    /// The puzzle that begins with a composed position and whose first move shows a theme, if it is one.
    pub fn composed(&mut self, position: &G::Position, theme: &str) -> Result<Option<Puzzle>, PuzzleError> {
        self.puzzle(position, Some(theme))
    }

    /// The positions after a mistake of the opponent's, those in which the side to move made one itself, and the first
    /// with a forced win; the largest mistake first.
    fn candidates(
        replayer: &Replayer<G::Position>,
        game: &RecordedGame,
    ) -> Result<Vec<Candidate<G::Position>>, PuzzleError> {
        let mut positions = Vec::new();
        replayer.replay(game, |position, ply| {
            positions.push((position.clone(), ply.score));
        })?;
        let mut candidates = Vec::new();
        for (index, (position, score)) in positions.iter().enumerate().skip(Self::OPENING) {
            // The opponent's scores, before its last move and after the move of the side to move.
            let [before, after] = [index.checked_sub(1), index.checked_add(1)]
                .map(|neighbour| positions.get(neighbour?).and_then(|&(_, score)| score));
            let Some(score) = *score else { continue };
            let points = expected_points::<G>(score);
            let mistakes = [before, after].map(|theirs| {
                theirs.map_or(0, |theirs| (points + expected_points::<G>(theirs)).saturating_sub(1000))
            });
            let mistake = mistakes[0].max(mistakes[1]);
            let is_first_mate = score.is_mate() && score.is_win() && !before.is_some_and(Score::is_loss);
            if mistake >= Self::MISTAKE || is_first_mate {
                candidates.push(Candidate { position: position.clone(), mistake });
            }
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.mistake));
        candidates.truncate(Self::CANDIDATES);
        Ok(candidates)
    }

    /// The puzzle that begins with this position, if it is one, and its first move shows the theme that is wanted.
    fn puzzle(&mut self, position: &G::Position, theme: Option<&str>) -> Result<Option<Puzzle>, PuzzleError> {
        let options = self.options;
        // Who solves a puzzle knows nothing of the moves before.
        let fen = short_fen(position, options);
        let start = G::Position::from_fen(&fen, options)?;
        if start.verdict().is_some() || start.legal_count() < 3 {
            return Ok(None);
        }
        let Some(first_look) = TwoLines::search(&mut self.engine, &start, Self::FIRST_LOOK) else {
            return Ok(None);
        };
        let shows_theme = |first: Option<Move>| {
            let (Some(theme), Some(m)) = (theme, first) else { return theme.is_none() };
            let mut line = PlayedGame::new(start.clone());
            line.play(m);
            G::themes(&line).contains(&theme)
        };
        if Goal::of::<G>(&first_look).is_none() || !shows_theme(first_look.best.first().copied()) {
            return Ok(None);
        }
        let Some(solution) = Solution::prove(&mut self.engine, &start, self.nodes) else { return Ok(None) };
        if !shows_theme(solution.line.moves().next()) {
            return Ok(None);
        }
        let moves = texts(&solution.line, options);
        let rating = solution.rating(&mut self.engine);
        Ok(Some(Puzzle { rating, themes: solution.themes(), fen, moves }))
    }
}

fn texts<P: Notation>(line: &PlayedGame<P>, options: &P::Options) -> Vec<String> {
    line.steps().map(|(position, m)| position.move_text(m, options)).collect()
}

/// The FEN without the counters of moves and the fields after the side to move that say nothing.
fn short_fen<P: Notation>(position: &P, options: &P::Options) -> String {
    let fen = position.fen(options);
    let fields: Vec<_> = fen.split(' ').collect();
    let shorter =
        [2, 4].into_iter().filter(|&count| count < fields.len()).map(|count| fields[..count].join(" "));
    let means_the_same =
        |fen: &String| P::from_fen(fen, options).is_ok_and(|read| read.key() == position.key());
    shorter.into_iter().find(means_the_same).unwrap_or(fen)
}
