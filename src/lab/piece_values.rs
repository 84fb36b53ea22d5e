//! The values of pieces, and of a side's other countable assets, according to an evaluation: a linear model of the
//! evaluation, fitted by least squares to the differences in number between the sides.
//!
//! The same model is fitted to the hand-written evaluation, to the evaluation that the engine plays with, and to the
//! scores of the searches in the files, all in units of the evaluation and from the side to move's point of view.
//! Pieces of which both sides always have the same number, such as kings, have no value.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::{Notation, Position, Side};
use crate::eval::{ClassicalEvaluator, GameEvaluation, GameWeights, Prepared};
use crate::games::{EvaluatorOf, Game, Variant, with_game};
use crate::lab::data::{DataError, DataReader, RecordedGame, Replayer};
use crate::lab::parallel;
use crate::lab::selection::{self, Draw, Sampling, SelectionError, Suitability};
use crate::search::Evaluator;

/// The values to which the model is fitted.
const SOURCES: [&str; 3] = ["hand-written", "evaluation", "search"];
const PHASES: [&str; 2] = ["middlegame", "endgame"];

/// The values of a game's pieces. Its text form is Markdown.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceValues {
    /// The variant.
    pub variant: Variant,
    /// The values in positions with more than half of the pieces of the initial position, and in all others.
    pub phases: [PhaseValues; 2],
    /// Messages about files in which games are missing.
    pub incomplete: Vec<String>,
}

/// The values in a phase of the game, each according to the hand-written evaluation, the evaluation that the engine
/// plays with, and the searches' scores.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseValues {
    /// The number of positions.
    pub positions: u64,
    /// The value of one more of each counted item; `None` if the positions do not determine it.
    pub values: Vec<(String, Option<[f64; 3]>)>,
    /// The value of having the move.
    pub tempo: [f64; 3],
    /// The share of the variance that the model explains, from 0 to 1.
    pub explained: [f64; 3],
}

/// Fits the values to positions from all games found in these files. `None` if the game has no pieces.
///
/// # Errors
///
/// If the files contain different variants or cannot be read.
pub fn piece_values(
    files: &[PathBuf],
    sampling: &Sampling,
    threads: usize,
) -> Result<Option<PieceValues>, SelectionError> {
    let (variant, readers) = selection::open(files)?;
    with_game!(variant, G => fit::<G>(variant, readers, sampling, threads))
}

fn fit<G: Game>(
    variant: Variant,
    readers: Vec<DataReader>,
    sampling: &Sampling,
    threads: usize,
) -> Result<Option<PieceValues>, SelectionError> {
    let Some(first) = readers.first() else { return Err(SelectionError::NoFiles) };
    let replayer = Replayer::<G::Position>::new(first.path(), first.header())?;
    let start = G::Position::start(replayer.options());
    let letters = Letters::of(&start.fen(replayer.options()));
    if letters.kinds.is_empty() {
        return Ok(None);
    }
    let others = G::Evaluation::numbers(&start, Side::First);
    let names = letters.kinds.iter().map(ToString::to_string);
    let names: Vec<String> = names.chain(others.iter().map(|(name, _)| (*name).to_owned())).collect();
    let mut sums = [Sums::new(names.len()), Sums::new(names.len())];
    let counter = GameCounter::<G> {
        letters,
        things: names.len(),
        sampling,
        hand_written: ClassicalEvaluator::<G::Evaluation>::built_in_weights(),
        weights: EvaluatorOf::<G>::built_in_weights(),
    };
    let draw = Draw { seed: 1, held_back: 0.0, every: sampling.every, allow_incomplete: true };
    let incomplete = draw.games::<G::Position>(readers, |replayer, drawn| {
        let added = parallel::map(threads, drawn.len(), |index| {
            counter.count(&replayer, &drawn[index].game, drawn[index].first)
        });
        for added in added {
            let added = added.map_err(SelectionError::from)?;
            for (sums, added) in sums.iter_mut().zip(&added) {
                sums.merge(added);
            }
        }
        Ok(())
    })?;
    let phases = sums.map(|sums| sums.values(&names));
    Ok(Some(PieceValues { variant, phases, incomplete }))
}

/// Counts the assets of each side in the positions of games, and evaluates the positions.
struct GameCounter<'a, G: Game> {
    letters: Letters,
    /// The number of counted items.
    things: usize,
    sampling: &'a Sampling,
    hand_written: Arc<Prepared<<G::Evaluation as GameEvaluation>::WeightSet>>,
    weights: Arc<GameWeights<G::Evaluation>>,
}

impl<G: Game> GameCounter<'_, G> {
    /// The sums over a game's selected positions, by phase; the first `first` suitable ones are skipped.
    fn count(
        &self,
        replayer: &Replayer<G::Position>,
        game: &RecordedGame,
        first: usize,
    ) -> Result<[Sums; 2], DataError> {
        let mut evaluator = None;
        let mut sums = [Sums::new(self.things), Sums::new(self.things)];
        let win_scale = <G as Game>::SETTINGS.parameters.win_scale;
        self.sampling.select(replayer, game, win_scale, first, |position, _, suitability, sample| {
            let (Suitability::Selected, Some(sample)) = (suitability, sample) else { return };
            let mover = position.side_to_move();
            let (pieces, pieces_of_first) = self.letters.differences(&position.fen(replayer.options()));
            let sign = if mover == Side::First { 1.0 } else { -1.0 };
            let mut row: Vec<f64> = pieces_of_first.into_iter().map(|difference| sign * difference).collect();
            let [own, other] = [mover, !mover].map(|side| G::Evaluation::numbers(position, side));
            row.extend(own.iter().zip(&other).map(|((_, own), (_, other))| *own as f64 - *other as f64));
            row.push(1.0);
            let evaluator = evaluator.get_or_insert_with(|| EvaluatorOf::<G>::new(&self.weights, position));
            evaluator.reset(position);
            let scores = [
                f64::from(G::Evaluation::evaluate_once(&self.hand_written, position)),
                f64::from(evaluator.evaluate(position).value()),
                sample.score,
            ];
            sums[usize::from(2 * pieces <= self.letters.pieces)].add(&row, scores);
        })?;
        Ok(sums)
    }
}

/// The letters of the pieces in FENs.
struct Letters {
    /// The letters of the first side's pieces.
    kinds: Vec<char>,
    /// The number of pieces of both sides in the initial position.
    pieces: usize,
}

impl Letters {
    /// The letters in a FEN in which both sides have pieces of all kinds; empty if it does not distinguish the sides by
    /// case.
    fn of(fen: &str) -> Self {
        let board = fen.split(' ').next().unwrap_or_default();
        let mut kinds: Vec<char> = board.chars().filter(char::is_ascii_uppercase).collect();
        let pieces = board.chars().filter(char::is_ascii_alphabetic).count();
        kinds.sort_unstable();
        kinds.dedup();
        Self { kinds, pieces }
    }

    /// The number of pieces and, for each kind, how many more of them the first side has than the second.
    fn differences(&self, fen: &str) -> (usize, Vec<f64>) {
        let board = fen.split(' ').next().unwrap_or_default();
        let number = |letter: char| board.chars().filter(|&found| found == letter).count() as f64;
        let difference = |kind: &char| number(*kind) - number(kind.to_ascii_lowercase());
        let pieces = board.chars().filter(char::is_ascii_alphabetic).count();
        (pieces, self.kinds.iter().map(difference).collect())
    }
}

/// Sums of products, from which least squares are computed.
#[derive(Debug, Clone)]
struct Sums {
    positions: u64,
    /// Σ x·xᵀ, row by row; the last column of x is 1.
    squares: Vec<Vec<f64>>,
    /// Σ x·y, by source.
    products: [Vec<f64>; 3],
    /// Σ y², by source.
    scores: [f64; 3],
}

impl Sums {
    fn new(things: usize) -> Self {
        let zeros = || vec![0.0; things + 1];
        Self {
            positions: 0,
            squares: vec![zeros(); things + 1],
            products: [zeros(), zeros(), zeros()],
            scores: [0.0; 3],
        }
    }

    fn add(&mut self, row: &[f64], scores: [f64; 3]) {
        self.positions += 1;
        for (squares, x) in self.squares.iter_mut().zip(row) {
            for (sum, y) in squares.iter_mut().zip(row) {
                *sum += x * y;
            }
        }
        for ((products, sum), score) in self.products.iter_mut().zip(&mut self.scores).zip(scores) {
            for (product, x) in products.iter_mut().zip(row) {
                *product += x * score;
            }
            *sum += score * score;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.positions += other.positions;
        let add = |sums: &mut [f64], others: &[f64]| {
            for (sum, other) in sums.iter_mut().zip(others) {
                *sum += other;
            }
        };
        for (squares, others) in self.squares.iter_mut().zip(&other.squares) {
            add(squares, others);
        }
        for (products, others) in self.products.iter_mut().zip(&other.products) {
            add(products, others);
        }
        add(&mut self.scores, &other.scores);
    }

    fn values(&self, names: &[String]) -> PhaseValues {
        let solutions =
            self.products.each_ref().map(|products| solve(self.squares.clone(), products.clone()));
        let value = |place: usize| {
            let [one, two, three] = solutions.each_ref().map(|solution| solution[place]);
            Some([one?, two?, three?])
        };
        let count = self.positions.max(1) as f64;
        let explained = std::array::from_fn(|source| {
            let predicted: f64 = solutions[source]
                .iter()
                .zip(&self.products[source])
                .filter_map(|(x, y)| Some((*x)? * y))
                .sum();
            let mean = self.products[source][names.len()] / count;
            let variance = self.scores[source] - count * mean * mean;
            1.0 - (self.scores[source] - predicted) / variance.max(f64::MIN_POSITIVE)
        });
        PhaseValues {
            positions: self.positions,
            values: names.iter().enumerate().map(|(place, name)| (name.clone(), value(place))).collect(),
            tempo: value(names.len()).unwrap_or_default(),
            explained,
        }
    }
}

/// The solution of symmetric linear equations; `None` for unknowns that they do not determine.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<Option<f64>> {
    /// A pivot that has shrunk by this factor is nonzero only because of rounding.
    const LEAST_SHARE: f64 = 1e-9;
    let size = right.len();
    let diagonal: Vec<f64> = (0..size).map(|place| matrix[place][place]).collect();
    let mut solved = vec![false; size];
    // Gauss-Jordan elimination; the matrix is positive semidefinite and requires no row exchanges.
    for place in 0..size {
        let pivot = matrix[place][place];
        if pivot <= LEAST_SHARE * diagonal[place] {
            continue;
        }
        solved[place] = true;
        let row = matrix[place].clone();
        for other in (0..size).filter(|&other| other != place) {
            let factor = matrix[other][place] / pivot;
            for (entry, of_row) in matrix[other].iter_mut().zip(&row) {
                *entry -= factor * of_row;
            }
            right[other] -= factor * right[place];
        }
    }
    (0..size).map(|place| solved[place].then(|| right[place] / matrix[place][place])).collect()
}

impl Display for PieceValues {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let positions = self.phases.each_ref().map(|phase| phase.positions);
        let [middlegame, endgame] = positions;
        writeln!(
            f,
            "{}: {middlegame} positions of middlegames, with more than half of the pieces, and {endgame} of endgames\n",
            self.variant
        )?;
        for problem in &self.incomplete {
            writeln!(f, "Incomplete: {problem}.\n")?;
        }
        let columns =
            || PHASES.iter().flat_map(|phase| SOURCES.map(|source| format!(" {phase}, {source} |")));
        writeln!(f, "| one more |{}", columns().collect::<String>())?;
        writeln!(f, "| --- |{}", columns().map(|_| " ---: |").collect::<String>())?;
        let cell =
            |value: Option<f64>| value.map_or_else(|| " — |".to_owned(), |value| format!(" {value:.0} |"));
        let [first, second] = &self.phases;
        for ((name, early), (_, late)) in first.values.iter().zip(&second.values) {
            if early.is_none() && late.is_none() {
                continue;
            }
            let cells =
                [early, late].into_iter().flat_map(|values| (0..3).map(move |at| values.map(|v| v[at])));
            writeln!(f, "| {name} |{}", cells.map(cell).collect::<String>())?;
        }
        let both = |pick: fn(&PhaseValues) -> [f64; 3]| self.phases.iter().flat_map(pick);
        let tempo = both(|phase| phase.tempo).map(|value| cell(Some(value)));
        writeln!(f, "| the move |{}", tempo.collect::<String>())?;
        let explained = both(|phase| phase.explained).map(|share| format!(" {:.0}% |", 100.0 * share));
        writeln!(f, "| variance explained |{}", explained.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_behind_the_scores_are_found() {
        let mut sums = Sums::new(3);
        for (a, b) in (-3..=3).flat_map(|a| (-2..=2).map(move |b| (f64::from(a), f64::from(b)))) {
            // The third column is equivalent to the second.
            let score = 5.0 * a - 2.0 * b + 7.0;
            sums.add(&[a, b, b, 1.0], [score, 2.0 * score, if a > 0.0 { 1.0 } else { 0.0 }]);
        }
        let values = sums.values(&["a".to_owned(), "b".to_owned(), "c".to_owned()]);
        let value =
            |place: usize, source: usize| values.values[place].1.map(|of| (1e6 * of[source]).round() / 1e6);
        assert_eq!([value(0, 0), value(1, 0), value(2, 0)], [Some(5.0), Some(-2.0), None]);
        assert_eq!([value(0, 1), value(1, 1)], [Some(10.0), Some(-4.0)]);
        assert!((values.tempo[0] - 7.0).abs() < 1e-6 && (values.explained[0] - 1.0).abs() < 1e-6);
        assert!(values.explained[2] > 0.3 && values.explained[2] < 0.9);
    }

    #[test]
    fn pieces_are_counted_by_side() {
        let letters = Letters::of("rkbqq/5/RKBQP w - - 0 1");
        assert_eq!(letters.kinds, ['B', 'K', 'P', 'Q', 'R']);
        assert_eq!(letters.pieces, 10);
        assert_eq!(letters.differences("rk1q/5/2KPPQR w"), (8, vec![0.0, 0.0, 2.0, 0.0, 0.0]));
    }
}
