//! PSQ, the format of Piskvork: a line for the board, one for each move, the players, and a code for the termination.

use std::time::Duration;

use crate::games::Variant;
use crate::rules::gomoku::{GridPoint, board_size_of_fen, stones_of_fen};

use super::comment::milliseconds;
use super::{Cause, MoveRecord, NotationError, ParsedGame, RecordFormat, WritableGame, one_line};

/// Piskvork's code for a loss on time; all other games have 0.
const TIMEOUT: u32 = 15;

pub(super) fn write(game: &WritableGame<'_>) -> Result<String, NotationError> {
    let refuse =
        |what: &str| NotationError::NoSuchGame { notation: RecordFormat::Psq.name(), what: what.to_owned() };
    if !game.variant.info().has_stones() {
        return Err(refuse(game.variant.name()));
    }
    if !stones_of_fen(game.fen).is_empty() {
        return Err(refuse("a game that begins with stones on the board"));
    }
    let size = board_size_of_fen(game.fen);
    // The first two numbers say that both players are programs, the third that the first player begins.
    let mut lines = vec![format!("Piskvorky {size}x{size}, 11:11, 0")];
    for played in game.moves {
        let point = GridPoint::from_text(&played.text, size).ok_or_else(|| refuse(&played.text))?;
        lines.push(format!("{},{},{}", point.column + 1, point.row + 1, milliseconds(played.time)));
    }
    let cause = game.termination.map(|termination| termination.cause);
    let is_timeout = matches!(cause, Some(Cause::TimeForfeit | Cause::Stall));
    lines.extend(game.players.map(one_line));
    lines.push(format!("{}\n", if is_timeout { TIMEOUT } else { 0 }));
    Ok(lines.join("\n"))
}

/// The games of a text, or the first error.
pub(super) fn parse(text: &str) -> Box<dyn Iterator<Item = Result<ParsedGame, NotationError>>> {
    match parsed_games(text) {
        Ok(games) => Box::new(games.into_iter().map(|game| Ok(by_fitting_rules(game)))),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// The game by the first rules that allow all its moves, as the format does not say by which it was played.
fn by_fitting_rules(game: ParsedGame) -> ParsedGame {
    [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju]
        .into_iter()
        .map(|variant| ParsedGame { variant, ..game.clone() })
        .find(|game| game.clone().check().is_ok())
        .unwrap_or(game)
}

fn parsed_games(text: &str) -> Result<Vec<ParsedGame>, NotationError> {
    let mut games: Vec<ParsedGame> = Vec::new();
    let mut size = 0;
    let mut names = 0;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        let unreadable = |problem: &str| NotationError::Unreadable { line, problem: problem.to_owned() };
        if let Some(header) = content.strip_prefix("Piskvorky ") {
            size = read_size(header).ok_or_else(|| unreadable("unsupported board size"))?;
            names = 0;
            games.push(ParsedGame {
                line,
                variant: Variant::Gomoku,
                options: vec![("BoardSize".to_owned(), size.to_string())],
                players: ["?".to_owned(), "?".to_owned()],
                fen: None,
                moves: Vec::new(),
                outcome: None,
                facts: Vec::new(),
            });
            continue;
        }
        if content.is_empty() {
            continue;
        }
        let game = games.last_mut().ok_or_else(|| unreadable("no line \"Piskvorky …\" before it"))?;
        match read_move(content) {
            Some((column, row, time)) if names == 0 => {
                let point = column.checked_sub(1).zip(row.checked_sub(1));
                let text = point.and_then(|(column, row)| GridPoint { column, row }.text(size));
                let text = text.ok_or_else(|| unreadable("a point off the board"))?;
                game.moves.push(MoveRecord { time: Some(time), ..MoveRecord::of_text(text) });
            }
            _ if names < 2 => {
                content.clone_into(&mut game.players[names]);
                names += 1;
            }
            _ => {}
        }
    }
    Ok(games)
}

/// The size in `15x15, …`.
fn read_size(header: &str) -> Option<usize> {
    let (width, rest) = header.split_once('x')?;
    let height = rest.split(',').next()?;
    let width: usize = width.trim().parse().ok()?;
    let is_board = height.trim().parse() == Ok(width)
        && (crate::rules::gomoku::MIN_SIZE..=crate::rules::gomoku::MAX_SIZE).contains(&width);
    is_board.then_some(width)
}

/// Parses a move: column and row from 1, and its time.
fn read_move(line: &str) -> Option<(usize, usize, Duration)> {
    let mut numbers = line.split(',').map(str::trim);
    let (column, row) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let time = numbers.next().map_or(Some(0), |number| number.parse().ok())?;
    Some((column, row, Duration::from_millis(time)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Transcript, read as read_format};

    fn read(text: &str) -> Result<Vec<Transcript>, NotationError> {
        read_format(text, RecordFormat::Psq)
    }

    #[test]
    fn files_of_other_programs_are_read() {
        let text = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,345\r\nRAPFI21.zip\r\nYIXIN18.zip\r\n-1\r\n\
                    1,Freestyle\r\n";
        let games = read(text).expect("a game");
        assert_eq!(games.len(), 1);
        let texts: Vec<_> = games[0].moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(texts, ["j11", "a1"]);
        assert_eq!(games[0].moves[1].time, Some(Duration::from_millis(345)));
        assert_eq!(games[0].players, ["RAPFI21.zip", "YIXIN18.zip"]);
        assert!(games[0].fen.starts_with("20/20/"));
    }

    #[test]
    fn rules_are_those_that_allow_the_moves() {
        // Black makes six in a row on the eighth rank, and the game goes on.
        let columns = [1, 2, 3, 5, 6, 4];
        let moves = columns.map(|column| format!("{column},8,0\n{},1,0\n", 2 * column)).concat();
        let games = read(&format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n")).expect("a game");
        assert_eq!((games[0].variant, games[0].moves.len()), (Variant::GomokuStandard, 12));
    }

    #[test]
    fn broken_files_are_errors() {
        for (text, line) in [
            ("8,8,0\n", 1),
            ("Piskvorky 15x16, 0:0, 0\n", 1),
            ("Piskvorky 99x99, 0:0, 0\n", 1),
            ("\nPiskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n", 4),
            ("Piskvorky 15x15, 0:0, 0\n0,8,0\n", 2),
        ] {
            assert!(
                matches!(read(text), Err(NotationError::Unreadable { line: at, .. }) if at == line),
                "{text:?}"
            );
        }
        assert!(matches!(read("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n"), Err(NotationError::Move { .. })));
    }
}
