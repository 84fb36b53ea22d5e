use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::base::{FenRemark, GameOptions, Notation, PlayedGame};
use crate::records::{NotationError, ParsedGame, RecordFormat, decode_text, parse, parse_epd};

use super::{
    BookFormat, BookOrder, BookSettings, EntryProblem, MAX_OPENING_PLIES, MAX_OPENINGS, Opening,
    OpeningError, gomocup, read_book_file,
};

/// The RNG stream for shuffling books; random openings use lower streams.
const SHUFFLE_STREAM: u64 = u64::MAX;

/// The contents of a book.
pub(super) struct Book {
    /// The openings, in the order in which they are played.
    pub openings: Vec<Opening>,
    /// Details of the book that were ignored, in words.
    pub remarks: Vec<String>,
}

/// An opening, with what was ignored in its FEN.
struct Entry {
    opening: Opening,
    remarks: Vec<FenRemark>,
}

impl From<Opening> for Entry {
    fn from(opening: Opening) -> Self {
        Self { opening, remarks: Vec::new() }
    }
}

/// Reads a whole book, so that an invalid entry is reported before the first game; puts it in order or shuffles it.
pub(super) fn read_book<P: Notation>(
    settings: &BookSettings,
    start: &P,
    options: &P::Options,
    board_size: usize,
    seed: u64,
) -> Result<Book, OpeningError> {
    let path = &settings.path;
    let (text, _) = decode_text(&read_book_file(path)?);
    let mut openings = Vec::new();
    let mut remarks = Vec::new();
    let mut add = |line: usize, entry: Result<Entry, EntryProblem>| {
        if openings.len() == MAX_OPENINGS {
            return Err(OpeningError::TooMany(path.clone()));
        }
        let wrong = |problem| OpeningError::Entry { path: path.clone(), line, problem };
        let entry = entry.map_err(wrong)?;
        openings.push(entry.opening);
        let words = |remark| format!("book {}, line {line}: {remark}", path.display());
        remarks.extend(entry.remarks.into_iter().map(words));
        Ok(())
    };
    match settings.format {
        BookFormat::Pgn => parse(&text, RecordFormat::PGN).try_for_each(|game| match game {
            Ok(game) => add(game.line, read_game(&game, start, options, settings.plies)),
            Err(NotationError::Unreadable { line, problem }) => {
                add(line, Err(EntryProblem::Unreadable(problem.to_string())))
            }
            Err(error) => add(1, Err(EntryProblem::Unreadable(error.to_string()))),
        }),
        BookFormat::Epd => lines(&text)
            .try_for_each(|(number, line)| add(number, read_line(line, start, options, settings.plies))),
        BookFormat::Gomocup => lines(&text).try_for_each(|(number, line)| {
            let moves = gomocup::moves_of(line, board_size);
            let read = |moves: Vec<_>| opening_after(start.clone(), None, &moves, options, settings.plies);
            add(number, moves.and_then(read).map(Entry::from))
        }),
    }?;
    if openings.is_empty() {
        return Err(OpeningError::Empty(path.clone()));
    }
    if settings.order == BookOrder::Random {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(SHUFFLE_STREAM);
        openings.shuffle(&mut rng);
    }
    let first = settings.start % openings.len();
    openings.rotate_left(first);
    Ok(Book { openings, remarks })
}

/// The lines that are neither empty nor comments, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let trimmed = text.lines().map(|line| line.trim().trim_start_matches('\u{feff}'));
    let numbered = (1..).zip(trimmed);
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads the main line of a game of [`BookFormat::Pgn`].
fn read_game<P: Notation>(
    game: &ParsedGame,
    start: &P,
    options: &P::Options,
    plies: Option<usize>,
) -> Result<Entry, EntryProblem> {
    let tree = &game.tree;
    let moves: Vec<&str> = tree.main_moves().collect();
    if moves.len() < plies.unwrap_or(usize::MAX).min(tree.plies()) {
        return Err(EntryProblem::Unreadable(format!("ply {} is not a move", moves.len() + 1)));
    }
    match &tree.start {
        Some(fen) => opening_from::<P, _>(fen, &moves, options, plies),
        None => opening_after(start.clone(), None, &moves, options, plies).map(Entry::from),
    }
}

/// Reads a line of [`BookFormat::Epd`].
fn read_line<P: Notation>(
    line: &str,
    start: &P,
    options: &P::Options,
    plies: Option<usize>,
) -> Result<Entry, EntryProblem> {
    let line = line.strip_prefix("fen ").unwrap_or(line);
    // One more than allowed, so that the excess is reported.
    let words: Vec<&str> = line.split_whitespace().take(MAX_OPENING_PLIES + 1).collect();
    if words.first().is_some_and(|word| start.parse_move(word, options).is_ok()) {
        return opening_after(start.clone(), None, &words, options, plies).map(Entry::from);
    }
    let record = parse_epd(line)?;
    if record.fen == "startpos" {
        return opening_after(start.clone(), None, &record.moves, options, plies).map(Entry::from);
    }
    opening_from::<P, _>(&record.fen, &record.moves, options, plies)
}

/// The opening that starts from the position of a FEN.
fn opening_from<P: Notation, T: AsRef<str>>(
    fen: &str,
    moves: &[T],
    options: &P::Options,
    plies: Option<usize>,
) -> Result<Entry, EntryProblem> {
    if let Some((name, value)) = options.required_by(fen) {
        return Err(EntryProblem::NeedsOption(name, value));
    }
    let (position, remarks) = P::read_fen(fen, options)?;
    let fen = position.fen(options);
    let opening = opening_after(position, Some(fen), moves, options, plies)?;
    Ok(Entry { opening, remarks })
}

/// The opening consisting of the first `plies` of these moves, in any notation, converted to protocol notation.
fn opening_after<P: Notation, T: AsRef<str>>(
    position: P,
    fen: Option<String>,
    moves: &[T],
    options: &P::Options,
    plies: Option<usize>,
) -> Result<Opening, EntryProblem> {
    let count = plies.unwrap_or(usize::MAX).min(moves.len());
    if count > MAX_OPENING_PLIES {
        return Err(EntryProblem::TooLong);
    }
    let texts: Vec<&str> = moves[..count].iter().map(AsRef::as_ref).collect();
    let mut game = PlayedGame::new(position);
    let mut readings = options.readings(&texts).into_iter();
    if !readings.any(|reading| game.play_texts(&texts, &reading).is_ok()) {
        game.play_texts(&texts, options)?;
    }
    if let Some(verdict) = game.position().verdict() {
        return Err(EntryProblem::Over(verdict.reason));
    }
    let moves = game.steps().map(|(before, m)| before.move_text(m, options)).collect();
    Ok(Opening { fen, moves })
}
