//! The words between comments and brackets: numbers, moves, symbols, results.

use crate::base::{Outcome, shorten};
use crate::games::Variant;
use crate::records::annotation::Nag;
use crate::records::pgn::glyphs;
use crate::records::recognise::looks_like_move;
use crate::records::xiangqi_files::outcome_of;

use super::{Token, is_blank};

/// Whether a line begins with a move, with or without a number.
pub fn is_move_line(line: &str, is_move: impl Fn(&str) -> bool) -> bool {
    let mut rest = line.trim_start_matches(is_blank);
    loop {
        let end = word_end(rest);
        let (has_number, text) = without_number(&rest[..end]);
        if end > 0 && has_number && text.is_empty() {
            rest = rest[end..].trim_start_matches(is_blank);
            continue;
        }
        let mut text = text;
        while let Some((_, length)) = symbol_at_end(text) {
            text = &text[..text.len() - length];
        }
        return is_move(text) || !glued_names(text).is_empty();
    }
}

/// The length of the word at the beginning of a text. A promotion may be in parentheses.
pub fn word_end(text: &str) -> usize {
    let is_end = |c: char| {
        is_blank(c) || matches!(c, '{' | '}' | '(' | ')' | '（' | '）' | '[' | ']' | ';' | '"' | '$' | '*')
    };
    let is_mark = |c: char| matches!(c, '!' | '?' | '！' | '？');
    let end = text.find(is_end).unwrap_or(text.len());
    // Marks end a word even without a following space.
    if let Some(mark) = text[..end].find(is_mark).filter(|&mark| mark > 0) {
        let marks = text[mark..end].trim_start_matches(is_mark);
        return end - marks.len();
    }
    match &text.as_bytes()[end..] {
        [b'(', piece, b')', ..] if end > 0 && piece.is_ascii_alphabetic() => {
            end + 3 + if text[end + 3..].is_empty() { 0 } else { word_end(&text[end + 3..]) }
        }
        _ => end,
    }
}

/// The token of a word such as `12.Nf3!?`. Further tokens go to `pending`, last first.
pub fn word_tokens(word: &str, pending: &mut Vec<Token>) -> Token {
    // Nearly all words are plain moves.
    let (first, last) = (word.as_bytes()[0], word.as_bytes()[word.len() - 1]);
    if first.is_ascii_alphabetic() && last.is_ascii_alphanumeric() && word.len() > 1 && word != "TN" {
        return special_word(word).unwrap_or_else(|| Token::Move(word.to_owned()));
    }
    if let Some(Ending(outcome)) = result_of(word) {
        return Token::Result(outcome);
    }
    let (has_number, text) = without_number(word);
    let mut text = text;
    if text.is_empty() {
        return if has_number { Token::Number } else { Token::Skipped(format!("{word:?}")) };
    }
    let mut nags = Vec::new();
    if let Some(nag) = symbol_of_word(text) {
        return Token::Nag(nag);
    }
    while let Some((nag, length)) = symbol_at_end(text) {
        nags.push(Token::Nag(nag));
        text = &text[..text.len() - length];
    }
    pending.append(&mut nags);
    let is_sign = |c: char| c.is_ascii_punctuation() || matches!(c, '─' | '—' | '–' | '═');
    let names = glued_names(text);
    if names.len() > 1 {
        pending.extend(names.into_iter().rev().map(|name| Token::Move(name.to_owned())));
        return Token::Number;
    }
    let token = match special_word(text) {
        Some(token) => token,
        None if text.chars().all(is_sign) => Token::Skipped(format!("{:?}", shorten(text))),
        None => Token::Move(text.to_owned()),
    };
    if has_number {
        pending.push(token);
        return Token::Number;
    }
    token
}

/// Chinese names of moves without spaces between them.
fn glued_names(word: &str) -> Vec<&str> {
    const LENGTH: usize = 4;
    let starts: Vec<_> = word.char_indices().map(|(at, _)| at).step_by(LENGTH).chain([word.len()]).collect();
    let names: Vec<_> = starts.windows(2).map(|ends| &word[ends[0]..ends[1]]).collect();
    let is_name = |name: &&str| !name.is_ascii() && looks_like_move(name, Some(Variant::Xiangqi));
    if names.len() > 1 && names.iter().all(is_name) { names } else { Vec::new() }
}

/// Chinese texts use full-width marks.
fn symbol_of_word(word: &str) -> Option<Nag> {
    glyphs::of_word(word)
        .or_else(|| word.contains(['！', '？']).then(|| glyphs::of_word(&ascii_marks(word)))?)
}

fn symbol_at_end(word: &str) -> Option<(Nag, usize)> {
    glyphs::at_end(word).or_else(|| {
        let kept = word.trim_end_matches(['！', '？', '!', '?']);
        let marks = &word[kept.len()..];
        let nag = glyphs::of_word(&ascii_marks(marks)).filter(|_| !kept.is_empty())?;
        Some((nag, marks.len()))
    })
}

fn ascii_marks(text: &str) -> String {
    text.replace('！', "!").replace('？', "?")
}

/// Words other than moves.
fn special_word(word: &str) -> Option<Token> {
    match word {
        "--" | "<>" | "Z0" | "z0" | "@@@@" | "null" | "NULL" | "pass" | "PASS" | "Pass" | "0000" => {
            Some(Token::Pass)
        }
        // Remarks on the previous move, as written by players.
        "e.p." | "e.p" | "ep" | "ep." | "e.p.+" | "ep+" | "e.p.#" | "ch" | "ch." | "mate" | "dbl" | "dis"
        | "check" => Some(Token::Remark),
        _ => None,
    }
}

/// A word without the number and dots before its move, and whether there were any.
fn without_number(word: &str) -> (bool, &str) {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let is_dot = |c: char| matches!(c, '.' | '…' | '．' | '。' | '、' | '‥');
    let behind = word.trim_start_matches(is_digit);
    if !behind.is_empty() && !behind.starts_with(is_dot) {
        return (false, word);
    }
    (true, behind.trim_start_matches(is_dot))
}

/// The end of a game: its result, or `None` if it is unfinished.
pub struct Ending(pub Option<Outcome>);

/// The ending denoted by a word.
pub fn result_of(word: &str) -> Option<Ending> {
    // Results in words, as written by xiangqi programs.
    if word.starts_with(['红', '紅', '黑', '和']) {
        return outcome_of(word).map(|outcome| Ending(Some(outcome)));
    }
    if !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '½' | '*' | '+' | '１' | '０')) {
        return None;
    }
    let plain: String = word
        .chars()
        .map(|c| match c {
            '–' | '—' | '−' | '‑' | '‐' | '－' | ':' | '：' => '-',
            '１' => '1',
            '０' => '0',
            c => c,
        })
        .collect();
    Some(Ending(match plain.as_str() {
        "*" => None,
        "1/2" | "½-½" | "½" | "0.5-0.5" | ".5-.5" | "0,5-0,5" | "1/2-1/2" => Some(Outcome::Draw),
        "1-0" | "0-1" => plain.parse().ok(),
        _ => return None,
    }))
}
