//! FEN texts of xiangqi and zhonggong: the board from the last rank down, the side to move, two fields that are always
//! `-`, plies since the last irreversible move, and the move number. All but the first two fields may be missing: some
//! programs write `w`, `w 0 1` or `w - 0 1`. A counter may be `-` if it is unknown.

use super::board::Board;
use super::piece::{Piece, PieceKind, red_black};
use super::point::{FILES, Point};
use crate::base::{Counters, FenError, FenField, FenProblem, FenRemark, FenText, Ignored, Side, shorten};

/// The largest move clock and move number that a FEN may contain.
pub const MAX_CLOCK: u32 = 9_999;

/// The contents of a FEN text, read without knowledge of the game's rules beyond its board and its set of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fen<const RANKS: usize> {
    /// The pieces on the board.
    pub board: Board<RANKS>,
    /// The side to move.
    pub side: Side,
    /// Plies since the last irreversible move; 0 if the field is missing.
    pub clock: u32,
    /// The move number, counted from 1; 1 if the field is missing.
    pub number: u32,
}

impl<const RANKS: usize> Fen<RANKS> {
    /// Reads a FEN text. Each side must have exactly one general and no more pieces than a full set. Fields that only
    /// chess has are ignored and reported.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn read(text: &str) -> Result<(Self, Vec<FenRemark>), FenError> {
        let mut text = FenText::new(text);
        let board = read_board(&text.board()?)?;
        let side = read_side(&text.side()?)?;
        for field in [FenField::Castling, FenField::EnPassant] {
            if text.is_number_next() {
                continue;
            }
            let Some(found) = text.next_field().filter(|found| found != "-") else { continue };
            let problem = FenProblem::Unreadable { found: shorten(&found), expected: "\"-\" or a number" };
            match (field, found.as_bytes()) {
                (FenField::Castling, rights)
                    if rights.len() <= 4 && rights.iter().all(|right| b"KQkq".contains(right)) =>
                {
                    text.remark(Ignored::CastlingRights(found), field, problem);
                }
                (FenField::EnPassant, [b'a'..=b'i', b'0'..=b'9']) => {
                    text.remark(Ignored::EnPassant(found), field, problem);
                }
                _ => return Err(FenError::new(field, problem)),
            }
        }
        let Counters { clock, number } = text.counters()?;
        let fen = Self { board, side, clock: clock.unwrap_or(0), number: number.unwrap_or(1).max(1) };
        Ok((fen, text.remarks))
    }
}

/// Writes the FEN text of a position. Numbers are clamped to [`MAX_CLOCK`].
pub fn write_fen<const RANKS: usize>(board: &Board<RANKS>, side: Side, clock: u32, number: u32) -> String {
    let letter = match side {
        Side::First => 'w',
        Side::Second => 'b',
    };
    let (clock, number) = (clock.min(MAX_CLOCK), number.min(MAX_CLOCK));
    format!("{} {letter} - - {clock} {number}", write_board(board))
}

/// Writes the board field of a FEN text.
pub fn write_board<const RANKS: usize>(board: &Board<RANKS>) -> String {
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            match board.piece_at(Point::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                        empty = 0;
                    }
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads the board field of a FEN text: exactly one general per side, and no more pieces than a full set.
fn read_board<const RANKS: usize>(text: &str) -> Result<Board<RANKS>, FenError> {
    let wrong = |problem| FenError::new(FenField::Board, problem);
    if text.is_empty() {
        return Err(wrong(FenProblem::Missing));
    }
    let found = text.split('/').count();
    if found != RANKS {
        return Err(wrong(FenProblem::RankCount { expected: RANKS.to_string(), found }));
    }
    let mut board = Board::default();
    for (line, rank) in text.split('/').zip((0..RANKS).rev()) {
        let mut file = 0;
        for letter in line.chars() {
            match (letter.to_digit(10), Piece::from_letter(letter)) {
                (Some(empty @ 1..), _) => file += empty as usize,
                (None, Some(piece)) => {
                    if file < FILES {
                        board.put(piece, Point::new(file, rank));
                    }
                    file += 1;
                }
                _ => return Err(wrong(FenProblem::UnknownCharacter(letter))),
            }
            if file > FILES {
                break;
            }
        }
        if file != FILES {
            return Err(wrong(FenProblem::RankLength { rank: rank + 1, expected: FILES, found: file }));
        }
    }
    for side in Side::BOTH {
        check_set(&board, side).map_err(wrong)?;
    }
    Ok(board)
}

/// Checks that a side's pieces are part of one full set.
fn check_set<const RANKS: usize>(board: &Board<RANKS>, side: Side) -> Result<(), FenProblem> {
    for kind in PieceKind::ALL {
        let found = board.pieces(kind, side).len();
        match kind {
            PieceKind::General if found == 0 => {
                return Err(FenProblem::NoRoyal(red_black(side), kind.name()));
            }
            PieceKind::General if found > 1 => {
                return Err(FenProblem::SeveralRoyals(red_black(side), kind.name()));
            }
            _ if found > kind.set_size() => {
                return Err(FenProblem::TooMany {
                    side: red_black(side),
                    piece: kind.name(),
                    found,
                    limit: kind.set_size(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

fn read_side(text: &str) -> Result<Side, FenError> {
    match text {
        "w" | "r" => Ok(Side::First),
        "b" => Ok(Side::Second),
        other => {
            let problem = FenProblem::Unreadable { found: shorten(other), expected: "\"w\" or \"b\"" };
            Err(FenError::new(FenField::SideToMove, problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<const RANKS: usize>(fen: &Fen<RANKS>) -> String {
        write_fen(&fen.board, fen.side, fen.clock, fen.number)
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// Reads a text without ignoring anything.
    fn strict<const RANKS: usize>(text: &str) -> Result<Fen<RANKS>, FenError> {
        let (fen, remarks) = Fen::read(text)?;
        remarks.into_iter().next().map_or(Ok(fen), |remark| Err(remark.refusal))
    }

    #[test]
    fn texts_survive_a_round_trip() {
        assert_eq!(strict::<10>(START).map(|fen| text(&fen)).as_deref(), Ok(START));
        let loose = START.replace(" w - - 0 1", " r").replace('B', "E").replace('n', "h");
        assert_eq!(strict::<10>(&loose).map(|fen| text(&fen)).as_deref(), Ok(START));
        for end in
            [" w", " w -", " w - -", " w 0 1", " w - 0 1", " w - - - -", " w - - - 1", " w - - 0 -", " r 0"]
        {
            let short = START.replace(" w - - 0 1", end);
            assert_eq!(strict::<10>(&short).map(|fen| text(&fen)).as_deref(), Ok(START), "{end}");
        }
        let late = START.replace("0 1", "9999 9999");
        let fen = strict::<10>(&late).expect("a FEN");
        assert_eq!(write_fen(&fen.board, fen.side, 12_000, 12_000), late);
        let zhonggong = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR b - - 7 30";
        assert_eq!(strict::<9>(zhonggong).map(|fen| text(&fen)).as_deref(), Ok(zhonggong));
    }

    #[test]
    fn errors_name_their_field() {
        let field = |text: &str| strict::<10>(text).expect_err(text).field;
        assert_eq!(field(""), FenField::Board);
        assert_eq!(field(&START[..START.len() - 10]), FenField::SideToMove);
        assert_eq!(field(&START.replace(" w", " x")), FenField::SideToMove);
        assert_eq!(field(&START.replace("- - 0", "k - 0")), FenField::Castling);
        assert_eq!(field(&START.replace("- - 0", "- e3 0")), FenField::EnPassant);
        assert_eq!(field(&START.replace("- - 0 1", "3x 1")), FenField::MoveClock);
        assert_eq!(field(&START.replace("0 1", "+3 1")), FenField::MoveClock);
        assert_eq!(field(&START.replace("0 1", "0 99999999999999999999")), FenField::MoveNumber);
        assert_eq!(field(&format!("{START} 5")), FenField::Trailing);
        let problem = |from, to| strict::<10>(&START.replace(from, to)).expect_err(to).problem;
        assert!(matches!(problem("/9/9/", "/9/"), FenProblem::RankCount { found: 9, .. }));
        assert!(matches!(problem("/9/9/", "/9/8/"), FenProblem::RankLength { rank: 5, found: 8, .. }));
        assert!(matches!(problem("/9/9/", "/9/99/"), FenProblem::RankLength { rank: 5, found: 18, .. }));
        assert_eq!(problem("p1p1", "p1q1"), FenProblem::UnknownCharacter('q'));
        assert_eq!(problem("p1p1", "p0p1"), FenProblem::UnknownCharacter('0'));
        assert_eq!(problem("K", "1"), FenProblem::NoRoyal("Red", "general"));
        assert_eq!(problem("rnbakab", "rnbkkab"), FenProblem::SeveralRoyals("Black", "general"));
        assert!(matches!(problem("1C5C1", "1C4CC1"), FenProblem::TooMany { found: 3, limit: 2, .. }));
    }
}
