//! What can be said and done about a FEN without knowing its game's rules.

use crate::base::Side;
use crate::rules::Variant;

/// The game whose FENs look like this one: its letters and its number of ranks. `current` stays where it is one of
/// those whose FENs look alike.
pub(super) fn variant_of(fen: &str, current: Variant) -> Option<Variant> {
    let board = fen.split_whitespace().next()?;
    if board.chars().all(|c| c.is_ascii_digit() || matches!(c, 'X' | 'O' | 'x' | 'o' | '/')) {
        return Some(if plays_with_stones(current) { current } else { Variant::Gomoku });
    }
    match board.split('/').count() {
        8 => Some(Variant::Chess),
        9 => Some(Variant::Zhonggong),
        10 => Some(Variant::Xiangqi),
        _ => None,
    }
}

/// Whether this is one of the gomoku family.
fn plays_with_stones(variant: Variant) -> bool {
    matches!(variant, Variant::Gomoku | Variant::GomokuStandard | Variant::Renju)
}

/// The side that a FEN calls `w`, and whose clock UCI calls `wtime`. With stones, Black begins.
pub(super) fn white(variant: Variant) -> Side {
    if plays_with_stones(variant) { Side::Second } else { Side::First }
}

/// What a side's player is called.
pub(super) fn side_name(variant: Variant, side: Side) -> &'static str {
    match variant {
        Variant::Xiangqi | Variant::Zhonggong if side == Side::First => "Red",
        _ if side == white(variant) => "White",
        _ => "Black",
    }
}

/// Describes a game to front ends that learn a board's shape from the engine, `startpos` being its FEN; nothing for
/// chess, which all know. The letters of elephants and horses are those that xboard uses.
pub(super) fn variant_line(variant: Variant, startpos: &str) -> Option<String> {
    let template = match variant {
        Variant::Chess => return None,
        Variant::Xiangqi | Variant::Zhonggong => "xiangqi",
        Variant::Gomoku | Variant::GomokuStandard | Variant::Renju => "fairy",
    };
    let (board, rest) = startpos.split_once(' ')?;
    let ranks = board.split('/').count();
    let files = board.split('/').map(width).max()?;
    let board = match template {
        "xiangqi" => board.replace('B', "E").replace('b', "e").replace('N', "H").replace('n', "h"),
        _ => board.to_owned(),
    };
    Some(format!(
        "variant {variant} files {files} ranks {ranks} pocket 0 template {template} startpos {board} {rest}"
    ))
}

/// How many points a FEN's rank describes: a letter is one, a number as many as it says.
fn width(rank: &str) -> usize {
    let mut points = 0;
    let mut run = 0;
    for c in rank.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = run * 10 + digit as usize;
        } else {
            points += run + 1;
            run = 0;
        }
    }
    points + run
}

/// The same position with the colours exchanged and the board turned over, so that what was the first player's is now
/// the second's. A FEN that is none gives a text that is none either.
pub(super) fn flipped(fen: &str, variant: Variant) -> String {
    let mut fields = fen.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    if let Some(board) = fields.get_mut(0) {
        let ranks: Vec<_> = board.split('/').rev().collect();
        *board = ranks.join("/").chars().map(|c| other_colour(c, variant)).collect();
    }
    if let Some(side) = fields.get_mut(1) {
        *side = String::from(if side == "w" { "b" } else { "w" });
    }
    if variant == Variant::Chess {
        if let Some(castling) = fields.get_mut(2) {
            *castling = castling.chars().map(|c| other_colour(c, variant)).collect();
            // FENs name White's rights first.
            let (white, black): (String, String) = castling.chars().partition(char::is_ascii_uppercase);
            *castling = white + &black;
        }
        if let Some(en_passant) = fields.get_mut(3) {
            *en_passant = en_passant.replace(['3', '6'], if en_passant.ends_with('3') { "6" } else { "3" });
        }
    }
    fields.join(" ")
}

fn other_colour(c: char, variant: Variant) -> char {
    match c {
        'X' if plays_with_stones(variant) => 'O',
        'O' if plays_with_stones(variant) => 'X',
        c if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_tells_its_game() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Some(Variant::Chess)),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", Some(Variant::Xiangqi)),
            ("rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1", Some(Variant::Zhonggong)),
            ("5/5/2X2/5/5 w 2", Some(Variant::Gomoku)),
            ("8/8/8/8/8/8/8/8 b 1", Some(Variant::Gomoku)),
            ("rnbqkbnr/pppppppp w", None),
            ("", None),
        ];
        for (fen, variant) in cases {
            assert_eq!(variant_of(fen, Variant::Chess), variant, "{fen}");
        }
        assert_eq!(variant_of("5/5/5/5/5 b 1", Variant::Renju), Some(Variant::Renju));
    }

    #[test]
    fn front_ends_learn_the_board() {
        let start = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";
        assert_eq!(
            variant_line(Variant::Zhonggong, start).as_deref(),
            Some(
                "variant zhonggong files 9 ranks 9 pocket 0 template xiangqi startpos \
                 rheacaehr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RHEACAEHR w - - 0 1"
            )
        );
        let line = variant_line(Variant::Renju, "15/7X7/15 w 2").unwrap_or_default();
        assert!(line.starts_with("variant renju files 15 ranks 3 pocket 0 template fairy"), "{line}");
        assert_eq!(variant_line(Variant::Chess, "8/8 w"), None);
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        for (fen, once, variant) in [
            (
                "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b Kq d3 0 3",
                "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w Qk d6 0 3",
                Variant::Chess,
            ),
            (
                "9/9/3a5/4k4/9/3K5/9/9/4R4 b - - 3 9",
                "4r4/9/9/3k5/9/4K4/3A5/9/9 w - - 3 9",
                Variant::Zhonggong,
            ),
            ("5/XO3/5/5/5 b 3", "5/5/5/OX3/5 w 3", Variant::Gomoku),
        ] {
            assert_eq!(flipped(fen, variant), once);
            assert_eq!(flipped(once, variant), fen);
        }
    }
}
