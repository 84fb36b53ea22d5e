use std::fmt::{self, Display, Formatter};

use thiserror::Error;

use crate::base::{Notation, PlayedGame, shorten};
use crate::games::{Game, Variant, with_game};

/// A puzzle. Its text is one line: rating, themes separated by commas, FEN and moves, separated by semicolons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Where limited strength begins to solve it, on the scale of `UCI_Elo`.
    pub rating: u32,
    /// What it shows, as short words: first the goal (`mate2`, `win` or `defence`), then what else the solution has.
    pub themes: Vec<String>,
    /// The position, with the solver to move.
    pub fen: String,
    /// The solution: the solver's moves and the opponent's replies between them.
    pub moves: Vec<String>,
}

/// Puzzles of one variant. Their text begins with a line that names the format and the variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The variant.
    pub variant: Variant,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A text is no file of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PuzzleFileError {
    /// The first line is not that of a file of puzzles.
    #[error("the first line is {0:?}, not \"puzzles\" and a variant")]
    Header(String),
    /// A line is no puzzle.
    #[error("line {line}: {problem}")]
    Puzzle {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

const FIRST_WORD: &str = "puzzles";

impl Display for Puzzle {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{};{}", self.rating, self.themes.join(","), self.fen, self.moves.join(" "))
    }
}

impl Display for PuzzleFile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_WORD} {}", self.variant)?;
        self.puzzles.iter().try_for_each(|puzzle| writeln!(f, "{puzzle}"))
    }
}

impl PuzzleFile {
    /// Adds a puzzle unless there are `most`, another one has its position, or it is not admitted.
    pub(super) fn add(&mut self, puzzle: Puzzle, most: usize, admit: impl FnOnce(&Puzzle) -> bool) {
        let is_new = self.puzzles.iter().all(|other| other.fen != puzzle.fen);
        if self.puzzles.len() < most && is_new && admit(&puzzle) {
            self.puzzles.push(puzzle);
        }
    }

    /// The same puzzles, the easiest first.
    pub(super) fn sorted(mut self) -> Self {
        self.puzzles.sort_by(|one, other| (one.rating, &one.fen).cmp(&(other.rating, &other.fen)));
        self
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// If the header or a puzzle is malformed, or a solution is not a line of legal moves that ends with the solver's.
    pub fn parse(text: &str) -> Result<Self, PuzzleFileError> {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        let variant = header.strip_prefix(FIRST_WORD).and_then(|name| Variant::from_name(name.trim()));
        let variant = variant.ok_or_else(|| PuzzleFileError::Header(shorten(header)))?;
        let puzzles = lines.zip(2..).map(|(text, line)| {
            let puzzle = parse_puzzle(text).and_then(|puzzle| {
                with_game!(variant, G => check::<<G as Game>::Position>(&puzzle))?;
                Ok(puzzle)
            });
            puzzle.map_err(|problem| PuzzleFileError::Puzzle { line, problem })
        });
        Ok(Self { variant, puzzles: puzzles.collect::<Result<_, _>>()? })
    }
}

fn parse_puzzle(text: &str) -> Result<Puzzle, String> {
    let fields: Vec<_> = text.split(';').collect();
    let [rating, themes, fen, moves] = fields[..] else {
        return Err(format!("{} fields instead of 4", fields.len()));
    };
    Ok(Puzzle {
        rating: rating.parse().map_err(|_| format!("{:?} is no rating", shorten(rating)))?,
        themes: themes.split(',').map(str::to_owned).collect(),
        fen: fen.to_owned(),
        moves: moves.split(' ').map(str::to_owned).collect(),
    })
}

fn check<P: Notation>(puzzle: &Puzzle) -> Result<(), String> {
    let options = P::Options::default();
    let start = P::from_fen(&puzzle.fen, &options).map_err(|error| error.to_string())?;
    PlayedGame::new(start).play_texts(&puzzle.moves, &options).map_err(|error| error.to_string())?;
    if puzzle.moves.len().is_multiple_of(2) {
        Err("the solution ends with the opponent's move".to_owned())
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "puzzles chess\n900;mate1;6k1/5ppp/8/8/8/8/5PPP/3R2K1 w;d1d8\n";

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let file = PuzzleFile::parse(TEXT).unwrap();
        assert_eq!((file.variant, file.puzzles.len(), file.puzzles[0].rating), (Variant::Chess, 1, 900));
        assert_eq!(file.to_string(), TEXT);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let cases = [
            ("", "the first line is \"\", not \"puzzles\" and a variant"),
            ("puzzles go\n", "the first line is \"puzzles go\", not \"puzzles\" and a variant"),
            ("puzzles chess\n900;win;x\n", "line 2: 3 fields instead of 4"),
            ("puzzles chess\nhard;win;x;y\n", "line 2: \"hard\" is no rating"),
        ];
        for (text, message) in cases {
            assert_eq!(PuzzleFile::parse(text).unwrap_err().to_string(), message);
        }
        for wrong in ["d1d9", "d1d8 g8h8", "d1d2 h7h6"] {
            assert!(PuzzleFile::parse(&TEXT.replace("d1d8", wrong)).is_err(), "{wrong}");
        }
    }
}
