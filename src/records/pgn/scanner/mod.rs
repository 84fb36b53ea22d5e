//! Splits PGN into tokens line by line, so that a file of any length needs no more memory than its longest game.

#[cfg(test)]
mod tests;
mod words;

use std::io::{self, Read};

use crate::base::Outcome;
use crate::records::annotation::Nag;
use crate::records::lines::TextLines;

pub use words::{Ending, is_move_line, result_of};
use words::{word_end, word_tokens};

/// The maximum length of a comment, in bytes.
const LONGEST_COMMENT: usize = 1 << 22;

/// A token of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A tag, and its value.
    Tag(String, String),
    /// The number of a move, or its dots.
    Number,
    /// The text of a move, without annotations.
    Move(String),
    /// A null move.
    Pass,
    /// A glyph or symbol.
    Nag(Nag),
    /// A comment, in which each run of white space is replaced by a single space.
    Comment(String),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The end of a game.
    Result(Option<Outcome>),
    /// A remark on the previous move without new information, such as `e.p.`, or a bracket around games in forums.
    Remark,
    /// A meaningless part of the text, described in words for a note.
    Skipped(String),
}

/// The tokens of a text.
pub struct Scanner<R> {
    lines: TextLines<R>,
    /// The current line.
    line: String,
    /// The position in the line up to which it has been read.
    at: usize,
    /// Further tokens that were found together with the last one.
    pending: Vec<Token>,
}

impl<R: Read> Scanner<R> {
    /// The tokens of the text from `reader`.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn new(reader: R) -> io::Result<Self> {
        Ok(Self { lines: TextLines::new(reader)?, line: String::new(), at: 0, pending: Vec::new() })
    }

    /// The line number of the last token; for a comment, that of its end.
    pub const fn line_number(&self) -> usize {
        self.lines.number()
    }

    /// The encoding used for lines that were not UTF-8, and the first such line.
    pub fn other_encoding(&self) -> Option<(&'static str, usize)> {
        self.lines.other_encoding()
    }

    /// Advances to the next line. Returns whether there is one.
    fn next_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.at = 0;
        self.lines.next(&mut self.line)
    }

    /// The next token.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn next(&mut self) -> io::Result<Option<Token>> {
        if let Some(token) = self.pending.pop() {
            return Ok(Some(token));
        }
        loop {
            let rest = &self.line[self.at..];
            let Some(first) = rest.chars().next() else {
                if self.next_line()? {
                    continue;
                }
                return Ok(None);
            };
            let is_line_start = self.at == 0;
            match first {
                c if is_blank(c) => self.at += c.len_utf8(),
                // An escaped line is for other programs.
                '%' if is_line_start => self.at = self.line.len(),
                ';' => {
                    let text = single_blanks(&rest[1..]);
                    self.at = self.line.len();
                    return Ok(Some(Token::Comment(text)));
                }
                '{' => {
                    self.at += 1;
                    return self.comment().map(Some);
                }
                '(' | '（' => {
                    self.at += first.len_utf8();
                    return Ok(Some(Token::Open));
                }
                ')' | '）' => {
                    self.at += first.len_utf8();
                    return Ok(Some(Token::Close));
                }
                '[' | '［' => return Ok(Some(self.bracket())),
                '}' | ']' | '"' | '］' => {
                    self.at += first.len_utf8();
                    return Ok(Some(Token::Skipped(format!("{first:?} without its counterpart"))));
                }
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    let number = rest[1..=digits].parse();
                    let text = format!("{:?} is not a glyph from $0 to $255", &rest[..=digits]);
                    self.at += 1 + digits;
                    return Ok(Some(number.map_or(Token::Skipped(text), |number| Token::Nag(Nag(number)))));
                }
                '*' => {
                    self.at += 1;
                    return Ok(Some(Token::Result(None)));
                }
                _ => {
                    let end = word_end(rest);
                    let (word, at) = (&rest[..end], self.at + end);
                    let token = word_tokens(word, &mut self.pending);
                    self.at = at;
                    return Ok(Some(token));
                }
            }
        }
    }

    /// The rest of a comment, after its brace.
    fn comment(&mut self) -> io::Result<Token> {
        let mut text = String::new();
        loop {
            let rest = &self.line[self.at..];
            // An unterminated comment ends where the next game begins, instead of swallowing all further games.
            if self.at == 0 && rest.trim_start().starts_with("[Event \"") {
                self.pending.push(Token::Skipped("a comment that is never closed".to_owned()));
                break;
            }
            if let Some(end) = rest.find('}') {
                text.push_str(&rest[..end]);
                self.at += end + 1;
                break;
            }
            if text.len() + rest.len() > LONGEST_COMMENT {
                self.pending.clear();
                self.pending.push(Token::Skipped(format!(
                    "the end of a comment of more than {LONGEST_COMMENT} bytes"
                )));
            } else {
                text.push_str(rest);
            }
            if !self.next_line()? {
                self.pending.push(Token::Skipped("a comment that is never closed".to_owned()));
                break;
            }
        }
        Ok(Token::Comment(single_blanks(&text)))
    }

    /// A tag, or other text in brackets on this line.
    fn bracket(&mut self) -> Token {
        let rest = &self.line[self.at..];
        if let Some((name, value, length)) = read_tag(rest) {
            self.at += length;
            return Token::Tag(name, value);
        }
        // `[pgn]` and `[/pgn]` enclose games in forums; other brackets belong to no game.
        let length = rest.find([']', '\n']).map_or(rest.len(), |end| end + 1);
        let text = rest[..length].trim();
        let is_enclosing = text.trim_matches(['[', ']', '/']).eq_ignore_ascii_case("pgn");
        let token = if is_enclosing {
            Token::Remark
        } else {
            Token::Skipped(format!("{:?}, which is not a tag", crate::base::shorten(text)))
        };
        self.at += length;
        token
    }

    /// Whether the rest of the current line is blank.
    pub fn is_at_line_end(&self) -> bool {
        self.pending.is_empty() && self.line[self.at..].chars().all(is_blank)
    }

    /// Skips text that belongs to no game, up to the next tag or line of moves. Returns its first words, if any, and
    /// the number of its line.
    ///
    /// # Errors
    ///
    /// If reading fails.
    pub fn skip_to_game(&mut self, is_move: impl Fn(&str) -> bool) -> io::Result<Option<(usize, String)>> {
        self.pending.clear();
        let mut skipped = None;
        let mut in_comment = false;
        loop {
            let rest = self.line[self.at..].trim_start_matches(is_blank);
            let begins = !in_comment && (read_tag(rest).is_some() || is_move_line(rest, &is_move));
            if begins {
                self.at = self.line.len() - rest.len();
                return Ok(skipped);
            }
            if !rest.is_empty() {
                let number = self.lines.number();
                skipped.get_or_insert_with(|| (number, crate::base::shorten(rest.trim())));
            }
            let opened = rest.rfind('{');
            let closed = rest.rfind('}');
            in_comment = match (opened, closed) {
                (None, None) => in_comment,
                (opened, closed) => opened > closed,
            };
            if !self.next_line()? {
                return Ok(skipped);
            }
        }
    }
}

/// White space, and zero-width characters that editors leave behind.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\0')
}

fn single_blanks(text: &str) -> String {
    let mut single = String::with_capacity(text.len());
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        if !single.is_empty() {
            single.push(' ');
        }
        single.push_str(word);
    }
    single
}

/// The name and value of the tag at the beginning of a text, and its length up to its closing bracket or the end of the
/// line. Quotation marks in values should be escaped with a backslash; if they are not, the last one in the tag ends
/// the value.
pub fn read_tag(text: &str) -> Option<(String, String, usize)> {
    let text = text.strip_prefix('[')?;
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let quote = line.find(['"', '“', '”', '＂'])?;
    let name = line[..quote].trim();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '+' | '#' | '=' | ':');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let quote_length = line[quote..].chars().next()?.len_utf8();
    let start = quote + quote_length;
    let body = &line[start..];
    let is_closing = |c: char| matches!(c, '"' | '“' | '”' | '＂');
    let mut value = String::new();
    let mut chars = body.char_indices();
    while let Some((index, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                Some((_, c)) => value.extend(['\\', c]),
                None => value.push('\\'),
            },
            c if is_closing(c) => {
                let behind = &body[index + c.len_utf8()..];
                let trimmed = behind.trim_start();
                // An unescaped quotation mark may be inside the value.
                let is_inside = !trimmed.is_empty()
                    && !trimmed.starts_with(']')
                    && behind.find(']').is_some_and(|end| behind[..end].contains(is_closing));
                if is_inside {
                    value.push(c);
                    continue;
                }
                let end = behind.find(']').map_or(behind.len(), |end| end + 1);
                return Some((name.to_owned(), value, 1 + start + index + c.len_utf8() + end));
            }
            c => value.push(c),
        }
    }
    None
}
