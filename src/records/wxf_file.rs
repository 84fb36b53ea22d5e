//! The text files of the World Xiangqi Federation, in which `PlayOK` and other sites publish games: lines with a
//! keyword and a value, and the moves between `START{` and `}END`. Source: "Chinese Chess File Format", drafted by
//! Huayong Yang.

use crate::base::{Notation, Position, Side};
use crate::games::Variant;
use crate::games::cchess::{Fen, Point, Step as PieceStep, wxf_name};
use crate::games::xiangqi::{COORDINATES, XiangqiOptions, XiangqiPosition};

use super::losses::Holds;
use super::parsed::{ParsedGame, Written};
use super::recognise::looks_like_move;
use super::tree::{GameTree, NodeId, Step};
use super::xiangqi_files::{
    BoardPoint, Placement, new_tree, outcome_of, pgn_date, points_of_move, set_date, set_outcome, set_tag,
};
use super::{NotationError, ReadProblem, Unwritable};

const NAME: &str = "the WXF's file format";

/// The keywords that have an equivalent PGN tag.
const TAGS: [(&str, &str); 8] = [
    ("EVENT", "Event"),
    ("PLACE", "Site"),
    ("SITE", "Site"),
    ("ROUND", "Round"),
    ("OPENING", "Opening"),
    ("TITLE", "Title"),
    ("ANNOTATOR", "Annotator"),
    ("GAME", "GameId"),
];
/// Keywords that have their own place in the tree.
const OWN: [&str; 9] = ["FORMAT", "RED", "BLACK", "RESULT", "DATE", "FEN", "COMMENT", "START", "END"];

/// The code of the note about text that belongs to no game.
const SKIPPED: &str = "text-skipped";

/// Whether a text is in this format.
pub(super) fn is_wxf_file(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    let has_keyword = lines.clone().take(100).any(|line| {
        let (keyword, _) = split_keyword(line);
        matches!(keyword, "FORMAT" | "GAME" | "RED" | "BLACK" | "RESULT")
    });
    has_keyword && lines.any(|line| start_of_moves(line).is_some())
}

/// The keyword of a line, converted to uppercase, and its value.
fn split_keyword(line: &str) -> (&str, &str) {
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
    let (keyword, value) = line.split_at(end);
    (keyword, value.trim_start_matches([':', '=']).trim())
}

/// The rest of the line after `START{`.
fn start_of_moves(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("START")?.trim_start().strip_prefix('{')
}

/// Reads games line by line.
struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    games: Vec<Result<ParsedGame, NotationError>>,
}

/// The games of a text.
pub(super) fn parse(text: &str) -> Vec<Result<ParsedGame, NotationError>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader { lines: text.lines().enumerate(), games: Vec::new() };
    let mut game: Option<ParsedGame> = None;
    let (mut has_moves, mut tip) = (false, NodeId::ROOT);
    while let Some((index, line)) = reader.lines.next() {
        let line_number = index + 1;
        if let Some(rest) = start_of_moves(line) {
            let mut own = match game.take() {
                Some(game) if !has_moves => game,
                other => {
                    reader.games.extend(other.map(Ok));
                    ParsedGame::new(line_number, new_tree())
                }
            };
            match reader.read_moves(&mut own, line_number, rest) {
                Ok(last) => {
                    tip = last;
                    game = Some(own);
                }
                Err(error) => reader.games.push(Err(error)),
            }
            has_moves = true;
            continue;
        }
        let (keyword, value) = split_keyword(line);
        if keyword.is_empty()
            || !keyword.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
        {
            let is_said = |game: &&mut ParsedGame| game.notes.last().is_some_and(|note| note.code == SKIPPED);
            let is_text = !matches!(line.trim(), "" | "}END");
            if let Some(game) = game.as_mut().filter(|game| is_text && !is_said(game)) {
                game.note(line_number, SKIPPED, format!("{:?}", crate::base::shorten(line.trim())));
            }
            continue;
        }
        // Lines after the moves belong to the next game, except for comments.
        if has_moves && keyword != "COMMENT" {
            reader.games.extend(game.take().map(Ok));
            (has_moves, tip) = (false, NodeId::ROOT);
        }
        let game = game.get_or_insert_with(|| ParsedGame::new(line_number, new_tree()));
        read_line(game, tip, line_number, keyword, value);
    }
    // Without a list of moves, it is a game only if there is more than a stray word.
    let is_game =
        |game: &ParsedGame| has_moves || game.tree.tags.get("Red").is_some() || game.tree.start.is_some();
    reader.games.extend(game.filter(is_game).map(Ok));
    reader.games
}

fn read_line(game: &mut ParsedGame, tip: NodeId, line: usize, keyword: &str, value: &str) {
    let tree = &mut game.tree;
    if value.is_empty() {
        return;
    }
    match keyword {
        "FORMAT" => {
            if value.to_ascii_uppercase().starts_with("ICCS") {
                tree.options = vec![(COORDINATES.to_owned(), "ranks0-9".to_owned())];
            }
        }
        "RED" | "BLACK" => {
            let side = if keyword == "RED" { "Red" } else { "Black" };
            let parts: Vec<_> = value.split(';').map(str::trim).collect();
            let is_number = |text: &&&str| text.parse::<u32>().is_ok();
            tree.tags.set_known(side, parts.first().copied());
            let rating = parts.iter().skip(1).rfind(is_number);
            tree.tags.set_known(&format!("{side}Elo"), rating.copied());
            tree.tags
                .set_known(&format!("{side}Team"), parts.get(1).filter(|team| !is_number(team)).copied());
        }
        "RESULT" => {
            let outcome = outcome_of(value);
            set_outcome(tree, outcome);
            if outcome.is_none() && value != "*" {
                game.note(line, "result-unknown", format!("{value:?} is not a result"));
            }
        }
        "DATE" => set_date(tree, "DATE", value),
        "FEN" => match Placement::of_fen(value) {
            Some(board) if value.split_whitespace().nth(1).is_none() => tree.start = board.fen(Side::First),
            _ => tree.start = Some(value.to_owned()),
        },
        "COMMENT" => {
            tree.annotations_mut(tip).after.push(value.trim_matches(['{', '}']).trim().to_owned());
        }
        _ => {
            let name = TAGS.iter().find(|(own, _)| *own == keyword).map_or(keyword, |(_, pgn)| pgn);
            set_tag(game, line, name, value);
        }
    }
}

impl Reader<'_> {
    /// Reads the moves, from the rest of the line with `START{` up to `}END`.
    fn read_moves(
        &mut self,
        game: &mut ParsedGame,
        start: usize,
        rest: &str,
    ) -> Result<NodeId, NotationError> {
        let mut at = NodeId::ROOT;
        // The open comment, with the character that closes it.
        let mut comment: Option<(String, char)> = None;
        let mut next = Some((start, rest));
        while let Some((line, mut rest)) = next {
            while !rest.is_empty() {
                if let Some((text, close)) = &mut comment {
                    let end = rest.find(*close);
                    text.push_str(&rest[..end.unwrap_or(rest.len())]);
                    rest = end.map_or("", |end| &rest[end + 1..]);
                    match end {
                        Some(_) => {
                            let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
                            comment = None;
                            if !said.is_empty() {
                                game.tree.annotations_mut(at).after.push(said);
                            }
                        }
                        None => text.push(' '),
                    }
                    continue;
                }
                rest = rest.trim_start();
                if rest.starts_with('}') {
                    return Ok(at);
                }
                let closes = rest.chars().next().and_then(|open| match open {
                    '{' => Some('}'),
                    '(' => Some(')'),
                    '[' => Some(']'),
                    '"' => Some('"'),
                    _ => None,
                });
                if let Some(close) = closes {
                    comment = Some((String::new(), close));
                    rest = &rest[1..];
                    continue;
                }
                let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | '[' | '"');
                let (word, behind) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
                rest = behind;
                at = read_word(game, at, line, word)?;
            }
            next = self.lines.next().map(|(index, line)| (index + 1, line));
        }
        game.note(start, "unterminated", "the moves are not closed by }END");
        Ok(at)
    }
}

/// Reads a word among the moves: a number, a move or both, or a result.
fn read_word(game: &mut ParsedGame, at: NodeId, line: usize, word: &str) -> Result<NodeId, NotationError> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = behind.trim_start_matches('.');
    // `1.` and `1.C2.5`, but not the pawn's name `25=6`.
    let text = if behind.len() < word.len() && text.len() < behind.len() { text } else { word };
    if text.is_empty() || text.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '*') {
        return Ok(at);
    }
    if let Ok(outcome) = text.parse() {
        if game.tree.outcome.is_none() {
            set_outcome(&mut game.tree, Some(outcome));
        }
        return Ok(at);
    }
    if !looks_like_move(text, Some(Variant::Xiangqi)) {
        let problem = ReadProblem::NotMove(crate::base::shorten(text));
        return Err(NotationError::Unreadable { line, problem });
    }
    let text = text.trim_end_matches(['!', '?']);
    if game.tree.len() >= GameTree::MAX_NODES {
        let problem = ReadProblem::TooLong(GameTree::MAX_NODES);
        return Err(NotationError::Unreadable { line, problem });
    }
    Ok(game.tree.add(at, Step::of_text(text)))
}

/// Writes the main line of a game, with WXF names of moves.
///
/// # Errors
///
/// If the game is not xiangqi, or its main line contains anything other than legal moves.
pub(super) fn write(tree: &GameTree) -> Result<Written, NotationError> {
    let refuse = |what: Unwritable| NotationError::NoSuchGame { notation: NAME, what };
    if tree.variant != Variant::Xiangqi {
        return Err(refuse(Unwritable::Variant(tree.variant)));
    }
    let names = move_names(tree).ok_or_else(|| refuse(Unwritable::IllegalLine))?;
    let mut lost = Vec::new();
    let mut text = "FORMAT\tWXF\n".to_owned();
    let mut put = |keyword: &str, value: &str| text.extend([keyword, "\t", &super::one_line(value), "\n"]);
    put("GAME", tree.tags.get("GameId").unwrap_or_default());
    let players = tree.players();
    for (name, own, player) in [("RED", "Red", players[0]), ("BLACK", "Black", players[1])] {
        let part = |tag: &str| tree.tags.get(&format!("{own}{tag}")).unwrap_or_default().replace(';', ",");
        let player = if player == "?" { String::new() } else { player.replace(';', ",") };
        put(name, &format!("{player};{};{}", part("Team"), part("Elo")));
    }
    put("RESULT", &tree.outcome.map_or_else(|| "*".to_owned(), |outcome| outcome.to_string()));
    for (name, value) in tree.tags.iter() {
        let is_written =
            ["Red", "White", "Black", "Result", "GameId", "RedTeam", "BlackTeam", "RedElo", "BlackElo"];
        let is_said = ["FEN", "SetUp", "Variant", "Game", "Format"];
        if is_written.contains(&name) || is_said.contains(&name) || value.is_empty() {
            continue;
        }
        let keyword = match name {
            "Date" if pgn_date(value).as_deref() == Some(value) => "DATE",
            _ => TAGS.iter().find(|(_, pgn)| *pgn == name).map_or(name, |(keyword, _)| keyword),
        };
        let is_keyword = keyword.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit());
        if is_keyword && (!OWN.contains(&keyword) || keyword == "DATE") {
            put(keyword, value);
        } else {
            lost.push(format!("tag {name}"));
        }
    }
    if let Some(fen) = &tree.start {
        put("FEN", fen);
    }
    text.push_str("START{\n");
    let offset = usize::from(tree.start.as_deref().is_some_and(|fen| fen.contains(" b ")));
    for (index, (name, said)) in names.iter().enumerate() {
        let ply = index + offset;
        match (ply % 2, index) {
            (0, _) => text.extend([&(ply / 2 + 1).to_string(), ". "]),
            (_, 0) => text.push_str("1. ... "),
            _ => {}
        }
        text.push_str(name);
        for comment in *said {
            text.extend([" {", &super::one_line(comment).replace(['{', '}'], "|"), "}"]);
        }
        text.push(if ply % 2 == 1 { '\n' } else { ' ' });
    }
    let text = format!("{}\n}}END\n", text.trim_end());
    let holds = Holds { variations: false, comments: true, tags: None, outcome: true };
    lost.extend(holds.lost(tree));
    if !tree.annotations(NodeId::ROOT).after.is_empty() {
        lost.push("comments before the first move".to_owned());
    }
    Ok(Written { text, lost })
}

/// The WXF names of the main line's moves, each with its comments; `None` if a move is not legal.
fn move_names(tree: &GameTree) -> Option<Vec<(String, &[String])>> {
    let options = XiangqiOptions::default();
    let mut position = XiangqiPosition::start_or(tree.start.as_deref(), &options).ok()?;
    let mut names = Vec::new();
    for node in tree.main_line() {
        let [from, to] = points_of_move(tree, node)?;
        let point = |point: BoardPoint| Point::new(point.file, point.rank);
        let step = PieceStep { from: point(from), to: point(to) };
        let board = Fen::<10>::read(&position.fen(&options)).ok()?.0.board;
        let m = position.parse_move(&(from.text() + &to.text()), &options).ok()?;
        let legal = legal_steps(&position);
        let name = file_name_of(&wxf_name(&board, step, &legal)?, position.side_to_move());
        names.push((name, tree.annotations(node).after.as_slice()));
        position.make(m, &mut ());
        position.forget_moves();
    }
    Some(names)
}

/// A WXF name in the form used by files: H for horses and E for elephants, Black's letters in lowercase, and a dot for
/// sideways.
fn file_name_of(name: &str, side: Side) -> String {
    let name = name.replace('N', "H").replace('B', "E").replace('=', ".");
    if side == Side::First { name } else { name.to_lowercase() }
}

fn legal_steps(position: &XiangqiPosition) -> Vec<PieceStep> {
    let options = XiangqiOptions::default();
    let point = |text: &str| {
        let (file, rank, _) = Point::read(text)?;
        Some(Point::new(file, rank.checked_sub(1)?))
    };
    let mut moves = crate::base::MoveList::new();
    position.legal_moves(&mut moves);
    let step = |m: &crate::base::Move| {
        let parts = position.move_parts(*m, &options);
        Some(PieceStep { from: point(&parts.from?)?, to: point(&parts.to)? })
    };
    moves.iter().filter_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Outcome;

    const SAMPLE: &str = "FORMAT\tWXF\nGAME\tx1\nRED\tA;Club;1200\nBLACK\tB;;1300\nDATE\t2014-09-03 12:00:00\n\
        RESULT\t1-0\nSTART{\n1. C2.5 h8+7 {good}\n2. H2+3! r9.8 (or\nelse)\n}END\n\
        FORMAT ICCS\nRED C\nSTART{ 1. H2-E2 H9-G7 *}END\nCOMMENT{a draw}\n";

    fn read(text: &str) -> Vec<ParsedGame> {
        parse(text).into_iter().map(|game| game.expect("a game")).collect()
    }

    #[test]
    fn several_games_of_a_file_are_read() {
        let games = read(SAMPLE);
        assert_eq!(games.len(), 2);
        let tree = &games[0].tree;
        assert_eq!(tree.main_moves().collect::<Vec<_>>(), ["C2.5", "h8+7", "H2+3", "r9.8"]);
        let tags: Vec<_> = tree.tags.iter().collect();
        assert_eq!(
            tags,
            [
                ("GameId", "x1"),
                ("Red", "A"),
                ("RedElo", "1200"),
                ("RedTeam", "Club"),
                ("Black", "B"),
                ("BlackElo", "1300"),
                ("Date", "2014.09.03"),
                ("Result", "1-0"),
            ]
        );
        assert_eq!((tree.outcome, games[0].line), (Some(Outcome::Win(Side::First)), 1));
        let comments: Vec<_> =
            tree.main_line().flat_map(|node| tree.annotations(node).after.clone()).collect();
        assert_eq!(comments, ["good", "or else"]);
        let tree = &games[1].tree;
        assert_eq!(tree.main_moves().collect::<Vec<_>>(), ["H2-E2", "H9-G7"]);
        assert_eq!(tree.options, [("Coordinates".to_owned(), "ranks0-9".to_owned())]);
        assert_eq!(tree.annotations(tree.tip()).after, ["a draw"]);
        assert!(is_wxf_file(SAMPLE) && !is_wxf_file("RED alert\nSTART now") && !is_wxf_file("START{"));
    }

    #[test]
    fn broken_games_are_errors() {
        let error = parse("RED\tA\nSTART{\n1. C2.5 what\n}END").remove(0);
        assert!(matches!(error, Err(NotationError::Unreadable { line: 3, .. })), "{error:?}");
        assert_eq!(read("RED\tA\nSTART{\n1. C2.5").remove(0).notes[0].code, "unterminated");
        assert!(parse("").is_empty() && parse("WORD\n").is_empty());
    }

    #[test]
    fn written_games_are_read_back() {
        let mut tree = new_tree();
        let mut at = NodeId::ROOT;
        for text in ["h3e3", "h10g8", "h1g3", "i10h10"] {
            at = tree.add(at, Step::of_text(text));
        }
        tree.annotations_mut(at).after.push("a {b}".to_owned());
        for (name, value) in [("Red", "A;x"), ("Black", "B"), ("BlackElo", "1300"), ("Date", "2014.09.??")] {
            tree.tags.set(name, value);
        }
        set_outcome(&mut tree, Some(Outcome::Draw));
        let written = write(&tree).expect("a text");
        assert_eq!(written.lost, Vec::<String>::new());
        let game = read(&written.text).remove(0);
        assert_eq!(game.tree.main_moves().collect::<Vec<_>>(), ["C2.5", "h8+7", "H2+3", "r9.8"]);
        assert_eq!((game.tree.outcome, game.tree.tags.get("Red")), (tree.outcome, Some("A,x")));
        assert_eq!(game.tree.tags.get("Date"), Some("2014.09.??"));
        assert!(game.notes.is_empty(), "{:?}", game.notes);
        tree.start = Some("4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1".to_owned());
        assert!(write(&tree).is_err());
        let mut ending = new_tree();
        ending.start = Some("3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1".to_owned());
        ending.add(NodeId::ROOT, Step::of_text("d10d9"));
        let written = write(&ending).expect("a text");
        assert!(written.text.contains("1. ... k4+1"), "{}", written.text);
        assert_eq!(read(&written.text).remove(0).tree.start, ending.start);
    }
}
