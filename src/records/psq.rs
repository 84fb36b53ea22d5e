//! PSQ, the format of Piskvork: a line for the board, one for each move, the players, and a code for the termination.

use std::time::Duration;

use crate::base::GameError;
use crate::games::Variant;
use crate::games::gomoku::{GridPoint, MAX_SIZE, MIN_SIZE, board_size_of_fen, stones_of_fen};

use super::check::{check, verdict_of};
use super::comment::milliseconds;
use super::losses::Holds;
use super::parsed::{ParsedGame, Written};
use super::tree::{GameTree, Step};
use super::{Cause, NotationError, ReadProblem, Unwritable, one_line};

const NAME: &str = "PSQ";

/// Piskvork's code for a loss on time; all other games have 0.
const TIMEOUT: i64 = 15;

/// Writes the main line of a checked game.
pub fn write(tree: &GameTree) -> Result<Written, NotationError> {
    let refuse = |what: Unwritable| NotationError::NoSuchGame { notation: NAME, what };
    if !tree.variant.info().has_stones() {
        return Err(refuse(Unwritable::Variant(tree.variant)));
    }
    let fen = tree.start.as_deref().unwrap_or_default();
    if !stones_of_fen(fen).is_empty() {
        return Err(refuse(Unwritable::Stones));
    }
    let size = board_size_of_fen(fen);
    // The first two numbers mean that both players are programs, the third that the first player begins.
    let mut lines = vec![format!("Piskvorky {size}x{size}, 11:11, 0")];
    for node in tree.main_line() {
        let step = tree.step(node);
        let text = step.text().ok_or_else(|| refuse(Unwritable::Pass))?;
        let point =
            GridPoint::from_text(text, size).ok_or_else(|| refuse(Unwritable::Move(text.to_owned())))?;
        let time = milliseconds(tree.record(node).time);
        lines.push(format!("{},{},{time}", point.column + 1, point.row + 1));
    }
    let cause = tree.termination.as_ref().map(|termination| termination.cause);
    let is_timeout = matches!(cause, Some(Cause::TimeForfeit | Cause::Stall));
    lines.extend(tree.players().map(one_line));
    lines.push(format!("{}\n", if is_timeout { TIMEOUT } else { 0 }));
    let holds = Holds { variations: false, comments: false, tags: Some(&["White", "Black"]), outcome: false };
    let mut lost = holds.lost(tree);
    lost.retain(|what| what != "times of moves");
    Ok(Written { text: lines.join("\n"), lost })
}

/// The games of a text, or the first error.
pub fn parse(text: &str) -> Vec<Result<ParsedGame, NotationError>> {
    match parsed_games(text) {
        Ok(games) => games.into_iter().map(|game| Ok(by_fitting_rules(game))).collect(),
        Err(error) => vec![Err(error)],
    }
}

/// The game under the first rules that allow all its moves, since the format does not specify the rules; moves after
/// the end of the game are removed.
fn by_fitting_rules(game: ParsedGame) -> ParsedGame {
    let under = |variant| {
        let mut game = game.clone();
        game.tree.variant = variant;
        game
    };
    let known = game.tree.tags.get("Rule").and_then(rule_of);
    let likely = known.into_iter().chain([Variant::Gomoku, Variant::GomokuStandard, Variant::Renju]);
    let mut first_end = None;
    for variant in likely {
        match check(under(variant)) {
            Ok(_) => return under(variant),
            Err(NotationError::Move { error: GameError::Move { number, .. }, .. }) => {
                first_end.get_or_insert((variant, number - 1));
            }
            Err(_) => {}
        }
    }
    let Some((variant, plies)) = first_end else { return game };
    let mut shorter = under(variant);
    let (line, total) = (shorter.line, shorter.tree.plies());
    let past_end: Vec<_> = shorter.tree.main_line().skip(plies).take(1).collect();
    shorter.tree.cut(&past_end);
    let has_ended = check(shorter.clone()).is_ok_and(|game| verdict_of(&game.tree).is_some());
    if has_ended {
        let text = format!("{} moves after the end of the game are left out", total - plies);
        shorter.note(line, "moves-after-end", text);
        return shorter;
    }
    game
}

/// The variant for the name of a rule in Gomocup's files, such as `Freestyle`.
fn rule_of(name: &str) -> Option<Variant> {
    Some(match name.to_ascii_lowercase().as_str() {
        "freestyle" | "fastgame" => Variant::Gomoku,
        "standard" => Variant::GomokuStandard,
        "renju" => Variant::Renju,
        _ => return None,
    })
}

/// A game and the lines after its moves.
struct Raw {
    game: ParsedGame,
    size: usize,
    second_begins: bool,
    trailer: Vec<(usize, String)>,
}

fn parsed_games(text: &str) -> Result<Vec<ParsedGame>, NotationError> {
    let mut games: Vec<Raw> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim().trim_start_matches('\u{feff}');
        let unreadable = |problem: ReadProblem| NotationError::Unreadable { line, problem };
        if let Some((word, header)) = content.split_once(' ')
            && word.eq_ignore_ascii_case("Piskvorky")
        {
            let size = read_size(header)
                .ok_or_else(|| unreadable(ReadProblem::BoardSize(crate::base::shorten(header))))?;
            let second_begins = header.rsplit(',').next().is_some_and(|number| number.trim() == "1");
            let mut tree = GameTree::new(Variant::Gomoku);
            tree.options.push(("BoardSize".to_owned(), size.to_string()));
            games.push(Raw { game: ParsedGame::new(line, tree), size, second_begins, trailer: Vec::new() });
            continue;
        }
        if content.is_empty() {
            continue;
        }
        let raw = games.last_mut().ok_or_else(|| unreadable(ReadProblem::NoGameLine))?;
        match read_move(content).filter(|_| raw.trailer.is_empty()) {
            Some((column, row, time)) => {
                let point = column.checked_sub(1).zip(row.checked_sub(1));
                let text = point.and_then(|(column, row)| GridPoint { column, row }.text(raw.size));
                let text =
                    text.ok_or_else(|| unreadable(ReadProblem::OffBoard(format!("{column},{row}"))))?;
                let tree = &mut raw.game.tree;
                let node = tree.add(tree.tip(), Step::of_text(text));
                match u64::try_from(time) {
                    Ok(0) => {}
                    Ok(time) => tree.annotations_mut(node).elapsed = Some(Duration::from_millis(time)),
                    Err(_) => raw.game.note(
                        line,
                        "time-negative",
                        format!("a move of {time} ms; the time is left out"),
                    ),
                }
            }
            None => raw.trailer.push((line, content.to_owned())),
        }
    }
    Ok(games.into_iter().map(finish).collect())
}

/// Reads the lines after the moves: two names, the code, and in Gomocup's files the rule.
fn finish(raw: Raw) -> ParsedGame {
    let Raw { mut game, second_begins, trailer, .. } = raw;
    let is_number = |text: &str| text.parse::<i64>().is_ok();
    // A name may also be a number, provided that both names and the code are present.
    let names = match trailer.iter().position(|(_, text)| is_number(text)) {
        Some(0 | 1) if trailer.len() >= 3 && is_number(&trailer[2].1) => 2,
        Some(at) => at.min(2),
        None => trailer.len().min(2),
    };
    let tree = &mut game.tree;
    let mut players = ["White", "Black"];
    if second_begins {
        players.reverse();
    }
    for ((_, name), tag) in trailer.iter().zip(players).take(names) {
        tree.tags.set(tag, name);
    }
    let mut skipped = Vec::new();
    for (index, (line, text)) in trailer.iter().enumerate().skip(names) {
        let rule = text.rsplit(',').next().map(str::trim).filter(|rule| rule_of(rule).is_some());
        if index == names && is_number(text) {
            if text.parse() == Ok(TIMEOUT) {
                tree.tags.set("Termination", "time forfeit");
            }
        } else if let Some(rule) = rule {
            tree.tags.set("Rule", rule);
        } else {
            skipped.push((*line, text));
        }
    }
    for (line, text) in skipped {
        game.note(line, "text-skipped", format!("skipped: {:?}", crate::base::shorten(text)));
    }
    game
}

/// Reads the size in `15x15, …`.
fn read_size(header: &str) -> Option<usize> {
    let (width, rest) = header.split_once('x')?;
    let height = rest.split(',').next()?;
    let width: usize = width.trim().parse().ok()?;
    let is_board = height.trim().parse() == Ok(width) && (MIN_SIZE..=MAX_SIZE).contains(&width);
    is_board.then_some(width)
}

/// Parses a move: column and row from 1, and its time in milliseconds.
fn read_move(line: &str) -> Option<(usize, usize, i64)> {
    let mut numbers = line.split(',').map(str::trim);
    let (column, row) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let time = numbers.next().map_or(Some(0), |number| number.parse().ok())?;
    numbers.next().is_none().then_some((column, row, time))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<ParsedGame>, NotationError> {
        parse(text).into_iter().map(|game| check(game?)).collect()
    }

    fn only(text: &str) -> ParsedGame {
        let mut games = read(text).expect("a game");
        assert_eq!(games.len(), 1);
        games.remove(0)
    }

    #[test]
    fn files_of_other_programs_are_read() {
        let text = "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,345\r\nRAPFI21.zip\r\nYIXIN18.zip\r\n-1\r\n\
                    1,Freestyle\r\n";
        let game = only(text);
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["j11", "a1"]);
        assert_eq!(game.tree.record(game.tree.tip()).time, Some(Duration::from_millis(345)));
        assert_eq!(game.tree.players(), ["RAPFI21.zip", "YIXIN18.zip"]);
        assert!(game.tree.start.is_some_and(|fen| fen.starts_with("20/20/")));
    }

    #[test]
    fn names_may_be_missing_or_numbers_and_the_second_player_may_begin() {
        let moves = "Piskvorky 20x20, 0:0, %\n10,10,0\n11,11,884\n";
        for (begins, trailer, players) in [
            ("0", "-1", ["?", "?"]),
            ("0", "", ["?", "?"]),
            ("0", "a\n-1", ["a", "?"]),
            ("0", "7\n8\n0", ["7", "8"]),
            ("1", "a\nb\n0", ["b", "a"]),
        ] {
            let game = only(&format!("{}{trailer}\n", moves.replace('%', begins)));
            assert_eq!(game.tree.players(), players, "{trailer:?}");
        }
    }

    #[test]
    fn negative_times_and_moves_after_the_end_are_noted() {
        let columns = [1, 2, 3, 4, 5, 7];
        let moves = columns.map(|column| format!("{column},8,-5\n{},1,0\n", 2 * column)).concat();
        let game = only(&format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n"));
        assert_eq!((game.tree.variant, game.tree.plies()), (Variant::Gomoku, 9));
        let codes: Vec<_> = game.notes.iter().map(|note| note.code).collect();
        assert!(codes.contains(&"time-negative") && codes.contains(&"moves-after-end"), "{codes:?}");
    }

    #[test]
    fn the_rules_are_the_first_that_allow_the_moves() {
        // Black makes six in a row on the eighth rank, and the game continues.
        let columns = [1, 2, 3, 5, 6, 4];
        let moves = columns.map(|column| format!("{column},8,0\n{},1,0\n", 2 * column)).concat();
        let game = only(&format!("Piskvorky 15x15, 11:11, 0\n{moves}a\nb\n0\n"));
        assert_eq!((game.tree.variant, game.tree.plies()), (Variant::GomokuStandard, 12));
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
