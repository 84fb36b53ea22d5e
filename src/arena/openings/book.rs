use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::base::{GameOptions, Notation};
use crate::records::{NotationError, ParsedGame, RecordFormat, decode_text, parse};
use crate::rules::PlayedGame;

use super::{BookFormat, BookOrder, BookSettings, EntryProblem, Opening, OpeningError, gomocup};

/// The RNG stream that shuffles books; lower streams are used for random openings.
const SHUFFLE_STREAM: u64 = u64::MAX;

/// Reads a whole book, so that an invalid entry is reported before the first game, and sorts or shuffles it.
pub(super) fn read_book<P: Notation>(
    settings: &BookSettings,
    start: &P,
    options: &P::Options,
    board_size: usize,
    seed: u64,
) -> Result<Vec<Opening>, OpeningError> {
    let path = &settings.path;
    let io = |error| OpeningError::Io { path: path.clone(), error };
    let (text, _) = decode_text(&std::fs::read(path).map_err(io)?);
    let entries = match settings.format {
        BookFormat::Pgn => parse(&text, RecordFormat::PGN)
            .map(|game| match game {
                Ok(game) => (game.line, read_game(&game, start, options, settings.plies)),
                Err(NotationError::Unreadable { line, problem }) => {
                    (line, Err(EntryProblem::Unreadable(problem)))
                }
                Err(error) => (0, Err(EntryProblem::Unreadable(error.to_string()))),
            })
            .collect::<Vec<_>>(),
        BookFormat::Epd => lines(&text)
            .map(|(number, line)| (number, read_line(line, start, options, settings.plies)))
            .collect(),
        BookFormat::Gomocup => lines(&text)
            .map(|(number, line)| {
                let moves = gomocup::moves_of(line, board_size);
                let read =
                    |moves: Vec<_>| opening_after(start.clone(), None, &moves, options, settings.plies);
                (number, moves.and_then(read))
            })
            .collect(),
    };
    let mut openings = Vec::with_capacity(entries.len());
    for (line, opening) in entries {
        openings.push(opening.map_err(|problem| OpeningError::Entry {
            path: path.clone(),
            line,
            problem,
        })?);
    }
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
    Ok(openings)
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
) -> Result<Opening, EntryProblem> {
    let tree = &game.tree;
    let moves: Vec<&str> = tree.main_moves().collect();
    if moves.len() < plies.unwrap_or(usize::MAX).min(tree.plies()) {
        return Err(EntryProblem::Unreadable(format!("ply {} is no move", moves.len() + 1)));
    }
    match &tree.start {
        Some(fen) => {
            let position = P::from_fen(fen, options)?;
            let fen = position.fen(options);
            opening_after(position, Some(fen), &moves, options, plies)
        }
        None => opening_after(start.clone(), None, &moves, options, plies),
    }
}

/// Reads a line of [`BookFormat::Epd`].
fn read_line<P: Notation>(
    line: &str,
    start: &P,
    options: &P::Options,
    plies: Option<usize>,
) -> Result<Opening, EntryProblem> {
    let (place, moves) = match line.split_once(" moves ") {
        Some((place, moves)) => (place.trim(), moves.split_whitespace().collect::<Vec<_>>()),
        None => (line, Vec::new()),
    };
    if place == "startpos" {
        return opening_after(start.clone(), None, &moves, options, plies);
    }
    let words: Vec<&str> = place.split_whitespace().collect();
    if moves.is_empty() && start.parse_move(words[0], options).is_ok() {
        return opening_after(start.clone(), None, &words, options, plies);
    }
    let place = place.strip_prefix("fen ").unwrap_or(place);
    let position = position_of_epd::<P>(place, options)?;
    let fen = position.fen(options);
    opening_after(position, Some(fen), &moves, options, plies)
}

/// The position of a FEN or EPD record: the longest prefix of fields that parses; the rest are the record's operations.
fn position_of_epd<P: Notation>(text: &str, options: &P::Options) -> Result<P, EntryProblem> {
    let record = text.split(';').next().unwrap_or(text);
    let fields: Vec<&str> = record.split_whitespace().collect();
    let first_error = match P::from_fen(text, options) {
        Ok(position) => return Ok(position),
        Err(error) => error,
    };
    (2..=fields.len().min(6))
        .rev()
        .find_map(|count| P::from_fen(&fields[..count].join(" "), options).ok())
        .ok_or_else(|| first_error.into())
}

/// The opening made of the first `plies` of these moves, in any notation, converted to protocol notation.
fn opening_after<P: Notation, T: AsRef<str>>(
    position: P,
    fen: Option<String>,
    moves: &[T],
    options: &P::Options,
    plies: Option<usize>,
) -> Result<Opening, EntryProblem> {
    let count = plies.unwrap_or(usize::MAX).min(moves.len());
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
