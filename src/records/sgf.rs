//! SGF, version 4 (Hollosi), for gomoku and renju. Points are letters for column and row from the top left, as in Go.

use crate::base::{Outcome, Side, shorten};
use crate::games::Variant;
use crate::rules::gomoku::{GridPoint, board_size_of_fen, fen_of_stones, stones_of_fen};

use super::{
    Cause, MoveRecord, NotationError, ParsedGame, RecordFormat, TimeControl, WritableGame, comment, one_line,
};

/// The maximum nesting of variations.
const MAX_DEPTH: usize = 1000;
const DEFAULT_SIZE: usize = 15;

pub(super) fn write(game: &WritableGame<'_>) -> Result<String, NotationError> {
    let refuse =
        |what: &str| NotationError::NoSuchGame { notation: RecordFormat::Sgf.name(), what: what.to_owned() };
    if !game.variant.info().has_stones() {
        return Err(refuse(game.variant.name()));
    }
    let size = board_size_of_fen(game.fen);
    let given = stones_of_fen(game.fen);
    let black_begins = game.fen.split_ascii_whitespace().nth(1) != Some("w");
    let mut parts =
        vec![format!("(;FF[4]GM[4]CA[UTF-8]AP[quadriga:{}]SZ[{size}]", env!("CARGO_PKG_VERSION"))];
    let mut property = |name: &str, value: &str| parts.push(format!("\n{name}[{}]", escape(value)));
    if let Some(event) = game.event {
        property("EV", &one_line(event));
    }
    if let Some(round) = game.round {
        property("RO", &round.to_string());
    }
    if let Some(date) = game.date {
        property("DT", &date.strftime("%Y-%m-%d").to_string());
    }
    let [black, white] = game.players;
    property("PB", &one_line(black));
    property("PW", &one_line(white));
    property("RU", game.variant.name());
    if let Some(outcome) = game.outcome {
        property("RE", &result(outcome, game.termination.map(|termination| termination.cause)));
    }
    if let Some([first, second]) = game.time_controls {
        if let (TimeControl::Clock { base, .. }, true) = (first, first == second) {
            property("TM", &base.as_secs_f64().to_string());
        }
        let overtime = if first == second { first.to_string() } else { format!("{first} against {second}") };
        property("OT", &overtime);
    }
    if let Some(termination) = game.termination {
        property("GC", &one_line(&format!("{} {}", termination.cause, termination.detail)));
    }
    for (name, is_black) in [("AB", true), ("AW", false)] {
        let of_side = given.iter().filter(|(_, black)| *black == is_black);
        let points: Vec<_> = of_side.map(|&(point, _)| letters(point)).collect();
        if !points.is_empty() {
            parts.push(format!("\n{name}[{}]", points.join("][")));
        }
    }
    if !given.is_empty() {
        parts.push(format!("\nPL[{}]", if black_begins { 'B' } else { 'W' }));
    }
    for (index, played) in game.moves.iter().enumerate() {
        let point = GridPoint::from_text(&played.text, size).ok_or_else(|| refuse(&played.text))?;
        let name = if index.is_multiple_of(2) == black_begins { "B" } else { "W" };
        parts.push(format!("\n;{name}[{}]", letters(point)));
        parts.extend(comment::write(played).map(|said| format!("C[{}]", escape(&said))));
    }
    parts.push(")\n".to_owned());
    Ok(parts.concat())
}

fn letters(point: GridPoint) -> String {
    [point.column, point.row].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn point_of(letters: &str, size: usize) -> Option<String> {
    let &[column, row] = letters.as_bytes() else { return None };
    let index = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'));
    GridPoint { column: index(column)?, row: index(row)? }.text(size)
}

/// The result in SGF notation.
fn result(outcome: Outcome, cause: Option<Cause>) -> String {
    let winner = match outcome {
        Outcome::Draw => return "0".to_owned(),
        Outcome::Win(Side::First) => 'B',
        Outcome::Win(Side::Second) => 'W',
    };
    let how = match cause {
        Some(Cause::Resignation) => "R",
        Some(Cause::TimeForfeit | Cause::Stall) => "T",
        Some(cause) if !cause.is_regular() => "F",
        _ => "",
    };
    format!("{winner}+{how}")
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// A node's properties: names with their values.
type Node = Vec<(String, Vec<String>)>;

pub(super) fn parse(text: &str) -> impl Iterator<Item = Result<ParsedGame, NotationError>> + '_ {
    let mut reader = Reader { rest: text, line: 1 };
    let next = move || reader.next_game().transpose();
    std::iter::from_fn(next).map(|game| game.and_then(|(line, nodes)| parsed_game(line, &nodes)))
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl Reader<'_> {
    fn next_char(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn unreadable(&self, problem: &str) -> NotationError {
        NotationError::Unreadable { line: self.line, problem: problem.to_owned() }
    }

    /// The nodes of the next game's main line, and the line of the text where the game begins.
    fn next_game(&mut self) -> Result<Option<(usize, Vec<Node>)>, NotationError> {
        loop {
            match self.next_char() {
                None => return Ok(None),
                Some('(') => break,
                // Text such as mail headers may precede a collection.
                Some(_) => {}
            }
        }
        let line = self.line;
        let mut nodes: Vec<Node> = Vec::new();
        // The main line takes the first branch at every fork, so it ends where a branch is closed.
        let (mut depth, mut has_ended) = (1_usize, false);
        let mut name = String::new();
        while depth > 0 {
            match self.next_char() {
                None => return Err(self.unreadable("unterminated game")),
                Some('(') if depth == MAX_DEPTH => {
                    return Err(self.unreadable("variations nested too deeply"));
                }
                Some('(') => depth += 1,
                Some(')') => {
                    depth -= 1;
                    has_ended = true;
                }
                Some(';') => {
                    name.clear();
                    if !has_ended {
                        nodes.push(Node::new());
                    }
                }
                Some('[') => {
                    let value = self.value()?;
                    if !has_ended {
                        let node = nodes
                            .last_mut()
                            .ok_or_else(|| self.unreadable("a value before the first node"))?;
                        add_value(node, &mut name, value);
                    }
                }
                Some(c) if c.is_ascii_uppercase() => name.push(c),
                // Lower-case letters in names are a relic of older versions.
                Some(c) if c.is_whitespace() || c.is_ascii_lowercase() => {}
                Some(c) => return Err(self.unreadable(&format!("unexpected {c:?}"))),
            }
        }
        Ok(Some((line, nodes)))
    }

    /// Reads a value up to its closing bracket.
    fn value(&mut self) -> Result<String, NotationError> {
        let mut value = String::new();
        loop {
            match self.next_char() {
                None => return Err(self.unreadable("unterminated value")),
                Some(']') => return Ok(value),
                Some('\\') => match self.next_char() {
                    // An escaped line break is removed.
                    Some('\n') | None => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}

/// Adds a value to the property `name`, or to the last one if `name` is empty; clears `name`.
fn add_value(node: &mut Node, name: &mut String, value: String) {
    if name.is_empty()
        && let Some((_, values)) = node.last_mut()
    {
        values.push(value);
    } else {
        node.push((std::mem::take(name), vec![value]));
    }
}

/// Interprets the nodes of a game.
fn parsed_game(line: usize, nodes: &[Node]) -> Result<ParsedGame, NotationError> {
    let unreadable = |problem: String| NotationError::Unreadable { line, problem };
    let root = nodes.first().ok_or_else(|| unreadable("a game without nodes".to_owned()))?;
    let values = |name: &str| root.iter().find(|(own, _)| own == name).map(|(_, values)| values.as_slice());
    let value = |name: &str| values(name).and_then(<[_]>::first).map(String::as_str);
    if let Some(game) = value("GM").filter(|game| game.trim() != "4") {
        return Err(unreadable(format!("game number {:?}, not 4", shorten(game))));
    }
    let size = match value("SZ") {
        None => DEFAULT_SIZE,
        Some(text) => {
            let size = text.trim().parse().ok();
            let fits = |size: &usize| {
                (crate::rules::gomoku::MIN_SIZE..=crate::rules::gomoku::MAX_SIZE).contains(size)
            };
            size.filter(fits).ok_or_else(|| unreadable(format!("a board of {:?}", shorten(text))))?
        }
    };
    let rules = value("RU").unwrap_or_default().to_lowercase();
    let variant = Variant::from_name(&rules).filter(|variant| variant.info().has_stones()).unwrap_or(
        if rules.contains("renju") {
            Variant::Renju
        } else if rules.contains("standard") {
            Variant::GomokuStandard
        } else {
            Variant::Gomoku
        },
    );
    let outcome = match value("RE").unwrap_or_default().trim().as_bytes() {
        [b'B', b'+', ..] => Some(Outcome::Win(Side::First)),
        [b'W', b'+', ..] => Some(Outcome::Win(Side::Second)),
        [b'0'] | [b'D' | b'd', ..] => Some(Outcome::Draw),
        _ => None,
    };
    let set_up = |name: &str, is_black: bool| {
        let texts = values(name).unwrap_or_default().iter();
        texts
            .map(|letters| {
                let text = point_of(letters, size).and_then(|text| GridPoint::from_text(&text, size));
                let point =
                    text.ok_or_else(|| unreadable(format!("{:?} is not a point", shorten(letters))))?;
                Ok((point, is_black))
            })
            .collect::<Result<Vec<_>, _>>()
    };
    let given = [set_up("AB", true)?, set_up("AW", false)?].concat();
    let fen =
        (!given.is_empty()).then(|| fen_of_stones(size, &given, value("PL").is_none_or(|side| side != "W")));
    let player = |name| value(name).unwrap_or("?").to_owned();
    let players = [player("PB"), player("PW")];
    let mut moves = Vec::new();
    for node in nodes {
        let first =
            |name: &str| node.iter().find(|(own, _)| own == name).and_then(|(_, values)| values.first());
        let Some(letters) = first("B").or_else(|| first("W")) else { continue };
        let text = point_of(letters, size)
            .ok_or_else(|| unreadable(format!("{:?} is not a point", shorten(letters))))?;
        let mut record = MoveRecord::of_text(text);
        if let Some(said) = first("C") {
            comment::read(said, &mut record);
        }
        moves.push(record);
    }
    let told_apart = ["FF", "GM", "CA", "AP", "SZ", "PB", "PW", "RU", "RE", "AB", "AW", "PL", "B", "W", "C"];
    let facts = root
        .iter()
        .filter(|(name, _)| !told_apart.contains(&name.as_str()))
        .filter_map(|(name, values)| Some((name.clone(), values.first()?.clone())))
        .collect();
    let options = vec![("BoardSize".to_owned(), size.to_string())];
    Ok(ParsedGame { line, variant, options, players, fen, moves, outcome, facts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Transcript, read as read_format};

    fn read(text: &str) -> Result<Vec<Transcript>, NotationError> {
        read_format(text, RecordFormat::Sgf)
    }

    #[test]
    fn files_of_other_programs_are_read() {
        let text = "header\n(;GM[4]FF[4]SZ[15]PB[a\\]b \\\\ c]PW[d]RE[W+R]RU[Standard]\n;B[hh]C[centre];W[hi]\n\
                    (;B[ii](;W[jj])(;W[kk]))(;B[aa]))\n(;GM[4]AB[aa][bb]AW[cc]PL[W];W[oo])";
        let games = read(text).expect("two games");
        let texts =
            |game: &Transcript| game.moves.iter().map(|played| played.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&games[0]), ["h8", "h7", "i7", "j6"]);
        assert_eq!(
            (games[0].variant, games[0].outcome),
            (Variant::GomokuStandard, Some(Outcome::Win(Side::Second)))
        );
        assert_eq!(games[0].players, ["a]b \\ c", "d"]);
        assert_eq!((texts(&games[1]), games[1].outcome), (vec!["o1".to_owned()], None));
        assert!(
            games[1].fen.starts_with("X14/1X13/2O12/15/") && games[1].fen.contains(" w "),
            "{}",
            games[1].fen
        );
    }

    #[test]
    fn broken_files_are_errors() {
        for text in [
            "(",
            "(;B[",
            "(;GM[1];B[aa])",
            "(;SZ[99])",
            "([a])",
            "(;B[a])",
            "(;B[zz])",
            "(;AB[!!])",
            "()",
            "(;!)",
        ] {
            assert!(matches!(read(text), Err(NotationError::Unreadable { .. })), "{text:?}");
        }
        assert!(matches!(read("(;B[aa];W[aa])"), Err(NotationError::Move { .. })));
        assert!(matches!(read(&"(;".repeat(100_000)), Err(NotationError::Unreadable { .. })));
        assert_eq!(read("nothing"), Ok(Vec::new()));
    }
}
