//! Bare lists of moves, as people exchange them: `e2e4 e7e5`, `1. 炮二平五 马8进7`, and gomoku's `h8h9i8i9`.

use crate::base::{Outcome, shorten};
use crate::games::gomoku::{MAX_SIZE, Point};
use crate::games::{Variant, with_game};

use super::losses::Holds;
use super::moves_game::{guess_note, legal_moves, variant_of_moves};
use super::parsed::{ParsedGame, Written};
use super::recognise::{looks_like_move, points_of};
use super::tree::{GameTree, NodeId, Step};
use super::{NotationError, ReadProblem, Unwritable};

const BOARD_SIZE: &str = "BoardSize";
const USUAL_SIZE: usize = 15;

/// A word of a list.
enum Item<'a> {
    Move(&'a str),
    End(Option<Outcome>),
    /// A move number.
    Number,
}

impl<'a> Item<'a> {
    /// Classifies a word; `None` if it does not belong in a list of moves.
    fn read(word: &'a str, variant: Option<Variant>) -> Option<Self> {
        if word == "*" {
            return Some(Self::End(None));
        }
        if let Ok(outcome) = word.parse() {
            return Some(Self::End(Some(outcome)));
        }
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
        let text = behind.trim_start_matches(['.', '．', '。', '…', '、', ')']);
        if text.is_empty() && behind.len() < word.len() && word.len() <= 16 {
            return Some(Self::Number);
        }
        let has_number = behind.len() < word.len() && text.len() < behind.len();
        let text = if has_number { text } else { word };
        let is_move = looks_like_move(text, variant) || looks_like_move(text, Some(Variant::Gomoku));
        is_move.then_some(Self::Move(text))
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '，' | '；' | '\u{feff}'))
        .filter(|word| !word.is_empty())
}

/// Whether a text consists of moves only, optionally with numbers and a result.
pub(super) fn is_move_list(text: &str) -> bool {
    let mut has_move = false;
    words(text).all(|word| match Item::read(word, None) {
        Some(item) => {
            has_move |= matches!(item, Item::Move(_));
            true
        }
        None => false,
    }) && has_move
}

/// A list whose game has not been determined yet.
#[derive(Default)]
struct List<'a> {
    line: usize,
    moves: Vec<&'a str>,
    outcome: Option<Outcome>,
}

/// The games of a text: one per result in it or, without results, a single game if the lines form one together, and
/// otherwise one per line.
pub(super) fn parse(text: &str) -> Vec<Result<ParsedGame, NotationError>> {
    let lines = match read_lines(text) {
        Ok(lines) => lines,
        Err(error) => return vec![Err(error)],
    };
    let mut lists: Vec<Vec<List<'_>>> = vec![Vec::new()];
    for (list, has_ended) in lines {
        if let Some(last) = lists.last_mut() {
            last.push(list);
        }
        if has_ended {
            lists.push(Vec::new());
        }
    }
    let games = lists.into_iter().filter(|lines| lines.iter().any(|line| !line.moves.is_empty()));
    games.flat_map(games_of).map(Ok).collect()
}

/// The lines with their moves; for each, whether it ends with a result.
fn read_lines(text: &str) -> Result<Vec<(List<'_>, bool)>, NotationError> {
    let mut lines = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let mut list = List { line, ..List::default() };
        for word in words(content) {
            match Item::read(word, Some(Variant::Xiangqi)) {
                Some(Item::Move(text)) => list.moves.push(text),
                Some(Item::Number) => {}
                Some(Item::End(outcome)) => {
                    list.outcome = outcome;
                    lines.push((std::mem::replace(&mut list, List { line, ..List::default() }), true));
                }
                None => {
                    let problem = ReadProblem::NotMove(shorten(word));
                    return Err(NotationError::Unreadable { line, problem });
                }
            }
        }
        if !list.moves.is_empty() {
            lines.push((list, false));
        }
    }
    Ok(lines)
}

/// The game that these lines form together, or else one game per line.
fn games_of(lines: Vec<List<'_>>) -> Vec<ParsedGame> {
    let all: Vec<_> = lines.iter().flat_map(|list| list.moves.iter().copied()).collect();
    let is_whole = |moves: &[&str]| {
        let variant = variant_of_moves(moves)?;
        let (texts, size) = texts_of(moves, variant);
        let options = [(BOARD_SIZE.to_owned(), size.unwrap_or(USUAL_SIZE).to_string())];
        let legal = with_game!(variant, G => legal_moves::<G>(&texts, &options));
        (legal == texts.len()).then_some(())
    };
    let is_one = lines.len() < 2 || is_whole(&all).is_some();
    if !is_one && lines.iter().all(|list| is_whole(&list.moves).is_some()) {
        return lines.into_iter().map(|list| game_of(list.line, &list.moves, list.outcome)).collect();
    }
    let line = lines.first().map_or(1, |list| list.line);
    let outcome = lines.last().and_then(|list| list.outcome);
    vec![game_of(line, &all, outcome)]
}

/// The moves as texts of the game, and for games with stones the minimum size of the board.
fn texts_of(moves: &[&str], variant: Variant) -> (Vec<String>, Option<usize>) {
    if !variant.info().has_stones() {
        return (moves.iter().map(|&text| text.to_owned()).collect(), None);
    }
    let texts = points_of(moves);
    let needs = |text: &String| {
        Point::from_name(text, MAX_SIZE).map_or(0, |point| point.file().max(point.rank()) + 1)
    };
    let least = texts.iter().map(needs).max().unwrap_or(0);
    let size = if least > USUAL_SIZE { MAX_SIZE } else { USUAL_SIZE };
    (texts, Some(size))
}

fn game_of(line: usize, moves: &[&str], outcome: Option<Outcome>) -> ParsedGame {
    let variant = variant_of_moves(moves).unwrap_or(Variant::Gomoku);
    let (texts, size) = texts_of(moves, variant);
    let mut tree = GameTree::new(variant);
    tree.outcome = outcome;
    if let Some(size) = size {
        tree.options.push((BOARD_SIZE.to_owned(), size.to_string()));
    }
    let mut at = NodeId::ROOT;
    for text in texts {
        at = tree.add(at, Step::of_text(text));
    }
    let mut game = ParsedGame::new(line, tree);
    if size == Some(MAX_SIZE) {
        let text = format!(
            "a point lies outside a board of {USUAL_SIZE}×{USUAL_SIZE}, so it has {MAX_SIZE}×{MAX_SIZE}"
        );
        game.note(line, "board-size", text);
    }
    if let Some((code, text)) = guess_note(moves, variant) {
        game.note(line, code, text);
    }
    game
}

/// Writes the moves of the main line: points of gomoku without separators, other moves in protocol notation separated
/// by spaces.
///
/// # Errors
///
/// If the game does not begin from its usual start, or its main line contains anything other than moves.
pub(super) fn write(tree: &GameTree) -> Result<Written, NotationError> {
    let refuse = |what: Unwritable| NotationError::NoSuchGame { notation: "a list of moves", what };
    if tree.start.is_some() {
        return Err(refuse(Unwritable::Start));
    }
    let moves: Vec<_> = tree.main_moves().collect();
    if moves.len() < tree.plies() {
        return Err(refuse(Unwritable::Pass));
    }
    let holds = Holds { variations: false, comments: false, tags: Some(&[]), outcome: false };
    let separator = if tree.variant.info().has_stones() { "" } else { " " };
    Ok(Written { text: format!("{}\n", moves.join(separator)), lost: holds.lost(tree) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<(Variant, String)> {
        parse(text)
            .into_iter()
            .map(|game| {
                let tree = game.expect("a game").tree;
                (tree.variant, tree.main_moves().collect::<Vec<_>>().join(" "))
            })
            .collect()
    }

    #[test]
    fn lists_of_all_games_are_read() {
        for (text, variant, moves) in [
            ("h8h9i8i9", Variant::Gomoku, "h8 h9 i8 i9"),
            ("H8H9I8I9\n", Variant::Gomoku, "h8 h9 i8 i9"),
            ("h8 h9, i8\ni9", Variant::Gomoku, "h8 h9 i8 i9"),
            ("h8,h9;I8", Variant::Gomoku, "h8 h9 i8"),
            ("1. h8 h9 2. i8", Variant::Gomoku, "h8 h9 i8"),
            ("h8h10", Variant::Gomoku, "h8 h10"),
            ("e2e4 e7e5", Variant::Chess, "e2e4 e7e5"),
            ("Nf3 d5", Variant::Chess, "Nf3 d5"),
            ("1.Nf3 d5 2.g3", Variant::Chess, "Nf3 d5 g3"),
            ("炮二平五 马8进7", Variant::Xiangqi, "炮二平五 马8进7"),
            ("１．炮二平五　马８进７", Variant::Xiangqi, "炮二平五 马８进７"),
            ("C2.5 H8+7", Variant::Xiangqi, "C2.5 H8+7"),
            ("h2e2 h9g7\nh0g2 i9h9", Variant::Xiangqi, "h2e2 h9g7 h0g2 i9h9"),
            ("H2-E2", Variant::Xiangqi, "H2-E2"),
        ] {
            assert!(is_move_list(text) || text.contains('H'), "{text}");
            assert_eq!(games(text), [(variant, moves.to_owned())], "{text}");
        }
    }

    #[test]
    fn lines_are_separate_games_unless_they_form_one() {
        assert_eq!(games("e2e4 e7e5\nd2d4 d7d5\n").len(), 1);
        assert_eq!(games("e2e4 e7e5\ne2e4 c7c5\n\nd2d4").len(), 3);
        assert_eq!(games("h8h9\nh8i9\n").len(), 2);
        let results = parse("e2e4 e7e5 1-0 d2d4 d7d5\n0-1\n*");
        let outcomes: Vec<_> = results.into_iter().map(|game| game.expect("a game").tree.outcome).collect();
        assert_eq!(outcomes, ["1-0".parse().ok(), "0-1".parse().ok()]);
    }

    #[test]
    fn larger_boards_are_noted() {
        let game = parse("h8p16").remove(0).expect("a game");
        assert_eq!(game.tree.options, [("BoardSize".to_owned(), "20".to_owned())]);
        assert_eq!(game.notes[0].code, "board-size");
        assert!(parse("h8h9").remove(0).expect("a game").notes.is_empty());
    }

    #[test]
    fn other_texts_are_not_lists() {
        for text in ["", "808\n708\n709\n", "a text e4", "h8h9 u9", "12", "*"] {
            assert!(!is_move_list(text), "{text}");
        }
        assert!(parse("").is_empty() && parse("808\n708").is_empty());
        assert!(matches!(parse("e4\nnonsense").remove(0), Err(NotationError::Unreadable { line: 2, .. })));
    }

    #[test]
    fn written_lists_are_read_back() {
        for text in ["h8h9i8i9\n", "e2e4 e7e5\n"] {
            let game = parse(text).remove(0).expect("a game");
            assert_eq!(write(&game.tree), Ok(Written { text: text.to_owned(), lost: Vec::new() }));
        }
        let mut tree = parse("h8h9").remove(0).expect("a game").tree;
        tree.add(NodeId::ROOT, Step::of_text("a1"));
        tree.tags.set("Event", "e");
        assert_eq!(write(&tree).expect("a text").lost, ["variations", "tag Event"]);
        tree.start = Some("15/15 b".to_owned());
        assert!(write(&tree).is_err());
    }
}
