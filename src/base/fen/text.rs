use crate::base::shorten;

use super::operations::{is_name, is_standard, read_operations};
use super::{FenError, FenField, FenProblem, FenRemark, Ignored};

/// The largest number accepted for counters of moves and plies.
const COUNTER_LIMIT: u32 = 9_999;

/// The parts of a line that contains a FEN or an EPD record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FenParts<'a> {
    /// The fields of the position.
    pub position: &'a str,
    /// The operations of an EPD record, not yet read.
    pub operations: &'a str,
    /// The moves from the position on, after the word `moves`.
    pub moves: &'a str,
}

impl<'a> FenParts<'a> {
    /// Finds the parts. Operations begin with the name of a standard one, or another name followed by a semicolon.
    pub fn of(text: &'a str) -> Self {
        let end = text.len();
        let words: Vec<(usize, &str)> = words(text).collect();
        let mut begin = end;
        for (index, &(at, word)) in words.iter().enumerate().skip(1) {
            let next = words.get(index + 1).map_or("", |&(_, word)| word);
            if word == "moves" {
                return Self { position: &text[..at], operations: "", moves: &text[at + word.len()..] };
            }
            if index >= 2 && begins_operations(index, word, next, &text[at..]) {
                begin = at;
                break;
            }
        }
        let (position, operations) = text.split_at(begin);
        let moves = start_of_moves(operations);
        let (operations, moves) = operations.split_at(moves.unwrap_or(operations.len()));
        Self { position, operations, moves: moves.strip_prefix("moves").unwrap_or(moves) }
    }

    /// Splits a game, written as a position and moves, into these.
    pub fn split_game(text: &'a str) -> (&'a str, Vec<&'a str>) {
        let moves = Self::of(text).moves;
        let before = &text[..text.len() - moves.len()];
        let position = if moves.is_empty() { before } else { before.strip_suffix("moves").unwrap_or(before) };
        (position, moves.split_whitespace().collect())
    }

    /// The moves as words.
    pub fn move_texts(&self) -> Vec<&'a str> {
        self.moves.split_whitespace().collect()
    }
}

/// Whether the word with this index on its line is the name of an operation rather than a field.
fn begins_operations(index: usize, word: &str, next: &str, rest: &str) -> bool {
    let name = word.split(';').next().unwrap_or(word);
    if !is_name(name) {
        return false;
    }
    let is_field = match index {
        2 => is_castling(name),
        // `c3` is a square, but if a quotation follows, it is an EPD comment.
        3 => is_square(name) && !next.starts_with('"'),
        _ => false,
    };
    !is_field && (is_standard(name) || index >= 6 || index > 2 && rest.contains(';'))
}

/// The position of the word `moves` where an operation could begin, outside quotations.
fn start_of_moves(operations: &str) -> Option<usize> {
    let mut quoted = false;
    let mut start_of_word = true;
    for (at, c) in operations.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        let rest = &operations[at..];
        let is_word = start_of_word && !c.is_whitespace();
        if is_word && !quoted && rest.split_whitespace().next() == Some("moves") {
            return Some(at);
        }
        start_of_word = c == ';' || c.is_whitespace();
    }
    None
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}

fn is_castling(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte.to_ascii_uppercase(), b'A'..=b'H' | b'K' | b'Q'))
}

fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [file, b'0'..=b'9'] if file.is_ascii_alphabetic())
}

/// The fields of a FEN, read one after the other, in the various ways in which programs write them.
///
/// Any dash stands for `-`, and underscores for spaces if there are none. An empty pocket (`[]`) may follow the board,
/// and EPD operations may follow the fields.
#[derive(Debug, Clone)]
pub struct FenText {
    fields: std::vec::IntoIter<String>,
    operations: String,
    /// Whether moves follow, which makes the text a game.
    has_moves: bool,
    /// The details ignored so far.
    pub remarks: Vec<FenRemark>,
}

/// The counters at the end of a FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Plies since the last irreversible move, if given.
    pub clock: Option<u32>,
    /// The move number, if given.
    pub number: Option<u32>,
}

impl FenText {
    /// Splits a text into fields.
    pub fn new(text: &str) -> Self {
        let text = text.trim().trim_matches('\u{feff}').trim();
        let spaced =
            if text.contains(char::is_whitespace) { text.to_owned() } else { text.replace('_', " ") };
        let FenParts { position, operations, moves } = FenParts::of(&spaced);
        let fields: Vec<String> = position.split_whitespace().map(plain_dashes).collect();
        Self {
            fields: fields.into_iter(),
            operations: operations.to_owned(),
            has_moves: !moves.is_empty(),
            remarks: Vec::new(),
        }
    }

    /// The board without an empty pocket.
    ///
    /// # Errors
    /// If there is no text at all, or a pocket that is not empty.
    pub fn board(&mut self) -> Result<String, FenError> {
        let wrong = |problem| FenError::new(FenField::Board, problem);
        let field = self.fields.next().ok_or_else(|| wrong(FenProblem::Missing))?;
        let pocket = field.strip_suffix(']').and_then(|field| field.split_once('['));
        match pocket {
            None => Ok(field),
            Some((board, "" | "-")) => Ok(board.to_owned()),
            Some((_, pieces)) => Err(wrong(FenProblem::Pocket(shorten(pieces)))),
        }
    }

    /// The side to move; a whole word is reduced to its first letter, in lowercase.
    ///
    /// # Errors
    /// If the field is missing.
    pub fn side(&mut self) -> Result<String, FenError> {
        let missing = FenError::new(FenField::SideToMove, FenProblem::Missing);
        let field = self.fields.next().ok_or(missing)?;
        let lower = field.to_lowercase();
        Ok(match lower.as_str() {
            "white" | "w" => "w".to_owned(),
            "black" | "b" => "b".to_owned(),
            "red" | "r" => "r".to_owned(),
            _ => field,
        })
    }

    /// The next field.
    pub fn next_field(&mut self) -> Option<String> {
        self.fields.next()
    }

    /// The next field, without consuming it.
    pub fn peek(&self) -> Option<&str> {
        self.fields.as_slice().first().map(String::as_str)
    }

    /// Whether a number follows, in FENs in which some fields are missing.
    pub fn is_number_next(&self) -> bool {
        self.peek().is_some_and(|field| field.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// Adds a remark.
    pub fn remark(&mut self, ignored: Ignored, field: FenField, problem: FenProblem) {
        self.remarks.push(FenRemark::new(ignored, FenError::new(field, problem)));
    }

    /// Reads the counters and everything after them.
    ///
    /// # Errors
    /// If the rest is neither a field nor an EPD operation.
    pub fn counters(&mut self) -> Result<Counters, FenError> {
        let clock = self.counter(FenField::MoveClock, 0, COUNTER_LIMIT);
        let number = self.counter(FenField::MoveNumber, 0, COUNTER_LIMIT);
        let [more_clock, more_number] = self.end()?;
        Ok(Counters { clock: clock.or(more_clock), number: number.or(more_number) })
    }

    /// Reads the next field as a counter from `least` to `most`; `None` if it is missing, `-`, or ignored.
    pub fn counter(&mut self, field: FenField, least: u32, most: u32) -> Option<u32> {
        let text = self.fields.next()?;
        self.number(&text, field, least, most)
    }

    fn number(&mut self, text: &str, field: FenField, least: u32, most: u32) -> Option<u32> {
        if text == "-" {
            return None;
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| digits && (least..=most).contains(number));
        if number.is_none() {
            let found = shorten(text);
            let expected = match (field, most) {
                (FenField::MoveClock, _) => "a number of plies from 0 to 9999",
                (_, COUNTER_LIMIT) => "a number from 0 to 9999",
                _ => "a whole number from 1 to 1000000",
            };
            self.remark(Ignored::Counter(found.clone()), field, FenProblem::Unreadable { found, expected });
        }
        number
    }

    /// Reads what follows the last field: nothing, or EPD operations, from which the counters are returned.
    ///
    /// # Errors
    /// If anything else follows.
    pub fn end(&mut self) -> Result<[Option<u32>; 2], FenError> {
        let trailing = |found: String| {
            let problem = FenProblem::Unreadable { found, expected: "part of a FEN" };
            FenError::new(FenField::Trailing, problem)
        };
        let moves = || "moves".to_owned();
        if let Some(more) = self.fields.next().or_else(|| self.has_moves.then(moves)) {
            return Err(trailing(shorten(&more)));
        }
        let operations = read_operations(&std::mem::take(&mut self.operations))
            .map_err(|error| trailing(error.to_string()))?;
        let mut counters = [None, None];
        let mut ignored = Vec::new();
        for (opcode, operands) in operations {
            let value = operands.first().map_or("", String::as_str);
            match opcode.as_str() {
                "hmvc" => counters[0] = self.number(value, FenField::MoveClock, 0, COUNTER_LIMIT),
                "fmvn" => counters[1] = self.number(value, FenField::MoveNumber, 0, COUNTER_LIMIT),
                _ => ignored.push(shorten(&opcode)),
            }
        }
        if let Some(first) = ignored.first().cloned() {
            let problem = FenProblem::Unreadable { found: first, expected: "part of a FEN" };
            self.remark(Ignored::Operations(ignored), FenField::Trailing, problem);
        }
        Ok(counters)
    }
}

fn plain_dashes(field: &str) -> String {
    field
        .chars()
        .map(|c| match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> [&str; 3] {
        let FenParts { position, operations, moves } = FenParts::of(text);
        [position.trim(), operations.trim(), moves.trim()]
    }

    #[test]
    fn a_line_has_a_position_operations_and_moves() {
        assert_eq!(parts("8/8 w - - 0 1"), ["8/8 w - - 0 1", "", ""]);
        assert_eq!(
            parts("8/8 w - - hmvc 3; id \"a moves b\"; moves e4 e5"),
            ["8/8 w - -", "hmvc 3; id \"a moves b\";", "e4 e5"]
        );
        assert_eq!(parts("8/8 w - - bm e4"), ["8/8 w - -", "bm e4", ""]);
        assert_eq!(parts("8/8 w moves e4"), ["8/8 w", "", "e4"]);
        assert_eq!(parts("8/8 w ac c3 c3 \"x\";"), ["8/8 w ac c3", "c3 \"x\";", ""]);
        assert_eq!(parts("8/8 w - - 3 4 my_op 7"), ["8/8 w - - 3 4", "my_op 7", ""]);
        assert_eq!(parts("5/5 b 5 noop;"), ["5/5 b 5", "noop;", ""]);
    }
}
