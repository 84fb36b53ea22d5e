use crate::base::{Outcome, Side, shorten};

/// A line of output of a CECP program, as interpreted by the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CecpMessage {
    /// It makes this move.
    Move(String),
    /// It resigns.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// It claims this result.
    Result(Outcome),
    /// It rejects a move as illegal; the line contains the move.
    Refusal,
    /// It answers the ping with this number.
    Pong(u32),
    /// Anything else: thinking output, comments, rejected commands.
    Other,
}

impl CecpMessage {
    /// Parses a line.
    pub fn read(line: &str) -> Self {
        let line = line.trim();
        let lower = line.to_ascii_lowercase();
        let mut words = line.split_ascii_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        match (first, second) {
            ("move", Some(text)) => return Self::Move(text.to_owned()),
            ("pong", Some(number)) => {
                return number.parse().map_or(Self::Other, Self::Pong);
            }
            ("resign", _) | ("tellics", Some("resign")) => return Self::Resign,
            ("offer", Some("draw")) => return Self::OfferDraw,
            _ => {}
        }
        // Moves in the format of version 1, `12. ... e2e4` for either side, which some programs use regardless of the
        // version that they announce. Some also print `My move is: e2e4` (as GNU Chess does), which must not count as a
        // second move.
        if is_move_number(first)
            && second == Some("...")
            && let (Some(text), None) = (words.next(), words.next())
        {
            return Self::Move(text.to_owned());
        }
        for outcome in [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw] {
            if first == outcome.to_string() {
                return Self::Result(outcome);
            }
        }
        if lower.starts_with("illegal move") || lower.starts_with("invalid move") {
            return Self::Refusal;
        }
        Self::Other
    }
}

fn is_move_number(word: &str) -> bool {
    word.strip_suffix('.')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A claim, formatted for a game record.
pub fn claim(line: &str) -> String {
    format!("it said {:?}", shorten(line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        for (line, answer) in [
            ("move e2e4", CecpMessage::Move("e2e4".to_owned())),
            ("  move Nf3 ", CecpMessage::Move("Nf3".to_owned())),
            ("My move is : e7e5", CecpMessage::Other),
            ("12. ... O-O", CecpMessage::Move("O-O".to_owned())),
            ("pong 4", CecpMessage::Pong(4)),
            ("resign", CecpMessage::Resign),
            ("tellics resign", CecpMessage::Resign),
            ("offer draw", CecpMessage::OfferDraw),
            ("1-0 {White mates}", CecpMessage::Result(Outcome::Win(Side::First))),
            ("0-1", CecpMessage::Result(Outcome::Win(Side::Second))),
            ("1/2-1/2 {Draw by repetition}", CecpMessage::Result(Outcome::Draw)),
            ("Illegal move (in check): e2e4", CecpMessage::Refusal),
            ("Invalid move: e2e4", CecpMessage::Refusal),
            ("Error (unknown command): easy", CecpMessage::Other),
            ("1. e2e4", CecpMessage::Other),
            ("12. 31 4 555 e4 e5", CecpMessage::Other),
            ("move", CecpMessage::Other),
            ("pong x", CecpMessage::Other),
            ("", CecpMessage::Other),
        ] {
            assert_eq!(CecpMessage::read(line), answer, "{line:?}");
        }
    }
}
