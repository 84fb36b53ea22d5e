//! Reading and writing FEN, with castling rights in X-FEN and Shredder-FEN notation for Chess960.

use std::fmt::Write;

use crate::base::{FenError, FenField, FenProblem, Side, shorten, white_black};

use super::board::Board;
use super::castling::Wing;
use super::make::{move_number, plies_before};
use super::{Bitboard, ChessOptions, Piece, PieceKind, Square, Step};

const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Larger counters are rejected as invalid.
const COUNTER_LIMIT: u32 = 9_999;

impl Board {
    /// The starting position of orthodox chess.
    pub(super) fn starting() -> Self {
        Self::from_fen(STARTING_FEN, ChessOptions::default()).expect("the starting position's FEN is sound")
    }

    /// Reads a FEN. All but the first two fields may be missing: castling rights and en passant square are `-` then.
    ///
    /// The en passant square is kept only if a legal capture is possible on it. Without Chess960, castling rights
    /// require the king on the e-file and the rook on the a- or h-file.
    pub(super) fn from_fen(fen: &str, options: ChessOptions) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut board = Self::EMPTY;
        board.read_pieces(required(fields.next(), FenField::Board)?)?;
        board.read_side(required(fields.next(), FenField::SideToMove)?)?;
        board.read_castling(fields.next().unwrap_or("-"), options)?;
        board.find_checkers_and_pins();
        if board.checkers.len() > 2 {
            let problem = format!("{} pieces give check, which no move can do", board.checkers.len());
            return Err(FenError::new(FenField::Board, FenProblem::Impossible(problem)));
        }
        board.read_en_passant(fields.next().unwrap_or("-"))?;
        let clock = fields.next().map_or(Ok(0), |text| counter(text, FenField::MoveClock))?;
        let number = fields.next().map_or(Ok(1), |text| counter(text, FenField::MoveNumber))?;
        if let Some(text) = fields.next() {
            let problem = FenProblem::Unreadable { found: shorten(text), expected: "part of a FEN" };
            return Err(FenError::new(FenField::Trailing, problem));
        }
        board.clock = clock as u16;
        board.ply = plies_before(number, board.side);
        board.key = board.recomputed_key();
        Ok(board)
    }

    /// The same FEN without the castling rights that cannot be even in Chess960, since king or rook are not in their
    /// places, and these rights; `None` if there are none, or if the FEN is wrong elsewhere.
    pub(super) fn without_impossible_castling(fen: &str) -> Option<(String, String)> {
        let mut fields: Vec<_> = fen.split_ascii_whitespace().collect();
        let rights = fields.get(2).copied().filter(|&rights| rights != "-")?;
        let mut board = Self::EMPTY;
        board.read_pieces(fields[0]).ok()?;
        let mut kept = String::new();
        let mut dropped = String::new();
        for letter in rights.chars() {
            match board
                .read_castling_right(letter, ChessOptions { chess960: true, ..ChessOptions::default() })
            {
                Ok(()) => kept.push(letter),
                Err(FenProblem::UnknownCharacter(_)) => return None,
                Err(_) => dropped.push(letter),
            }
        }
        if dropped.is_empty() {
            return None;
        }
        fields[2] = if kept.is_empty() { "-" } else { &kept };
        Some((fields.join(" "), dropped))
    }

    fn read_pieces(&mut self, text: &str) -> Result<(), FenError> {
        let error = |problem| FenError::new(FenField::Board, problem);
        let found = text.split('/').count();
        if found != 8 {
            return Err(error(FenProblem::RankCount { expected: "8".to_owned(), found }));
        }
        for (row, rank_text) in text.split('/').enumerate() {
            let rank = 7 - row;
            let mut file = 0;
            for letter in rank_text.chars() {
                if let Some(empty) = letter.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                    file += empty as usize;
                } else if let Some(piece) = Piece::from_letter(letter) {
                    if file < 8 {
                        self.put(piece, Square::new(file, rank), &mut ());
                    }
                    file += 1;
                } else {
                    return Err(error(FenProblem::UnknownCharacter(letter)));
                }
                if file > 8 {
                    break;
                }
            }
            if file != 8 {
                return Err(error(FenProblem::RankLength { rank: rank + 1, expected: 8, found: file }));
            }
        }
        Side::BOTH.into_iter().try_for_each(|side| self.check_pieces(side)).map_err(error)
    }

    /// Checks that a game can lead to these pieces of one side.
    fn check_pieces(&self, side: Side) -> Result<(), FenProblem> {
        let name = white_black(side);
        let count = |kind| self.pieces(side, kind).len();
        match count(PieceKind::King) {
            0 => return Err(FenProblem::NoRoyal(name, "king")),
            1 => {}
            _ => return Err(FenProblem::SeveralRoyals(name, "king")),
        }
        let pawns = self.pieces(side, PieceKind::Pawn);
        if let Some(at) = (pawns & (Bitboard::rank(0) | Bitboard::rank(7))).first() {
            return Err(FenProblem::ImpossiblePlace { man: "pawn".to_owned(), at: at.to_string() });
        }
        let too_many = |man: &str, found, limit| {
            Err(FenProblem::TooMany { side: name, man: man.to_owned(), found, limit })
        };
        if pawns.len() > 8 {
            return too_many("pawn", pawns.len(), 8);
        }
        let all = self.sides[side.index()].len();
        if all > 16 {
            return too_many("piece", all, 16);
        }
        let starting =
            [(PieceKind::Knight, 2), (PieceKind::Bishop, 2), (PieceKind::Rook, 2), (PieceKind::Queen, 1)];
        let promoted: usize =
            starting.into_iter().map(|(kind, number)| count(kind).saturating_sub(number)).sum();
        if promoted + pawns.len() > 8 {
            return too_many("pawn and promoted piece", promoted + pawns.len(), 8);
        }
        Ok(())
    }

    fn read_side(&mut self, text: &str) -> Result<(), FenError> {
        let error = |problem| FenError::new(FenField::SideToMove, problem);
        self.side = match text {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(error(FenProblem::Unreadable { found: shorten(text), expected: "w or b" })),
        };
        if self.is_attacked(self.king(!self.side), self.side, self.occupied()) {
            return Err(error(FenProblem::OpponentInCheck));
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str, options: ChessOptions) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        text.chars()
            .try_for_each(|letter| self.read_castling_right(letter, options))
            .map_err(|problem| FenError::new(FenField::Castling, problem))
    }

    /// Reads one castling right: `K` or `Q` for the outermost rook on that side of the king, or the letter of a rook's
    /// file.
    fn read_castling_right(&mut self, letter: char, options: ChessOptions) -> Result<(), FenProblem> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let king = self.king(side);
        let rooks = self.pieces(side, PieceKind::Rook) & Bitboard::rank_for(side, 0);
        let rook = match letter.to_ascii_uppercase() {
            'K' => rooks.filter(|&rook| Wing::of(king, rook) == Wing::King).last(),
            'Q' => { rooks }.find(|&rook| Wing::of(king, rook) == Wing::Queen),
            file @ 'A'..='H' => { rooks }.find(|rook| rook.file() == file as usize - 'A' as usize),
            _ => return Err(FenProblem::UnknownCharacter(letter)),
        };
        let impossible =
            |why: &str| Err(FenProblem::Impossible(format!("{letter}, but {} {why}", white_black(side))));
        if king.rank_for(side) != 0 {
            return impossible("has its king away from the back rank");
        }
        let Some(rook) = rook else { return impossible("has no rook there") };
        if !options.chess960 && (king.file() != 4 || !matches!(rook.file(), 0 | 7)) {
            return impossible("has king or rook where castling needs the option UCI_Chess960");
        }
        let mut others = self.castling & self.sides[side.index()];
        if Iterator::any(&mut others, |other| Wing::of(king, other) == Wing::of(king, rook)) {
            return impossible("has this right already, or that of another rook on this wing");
        }
        self.castling.insert(rook);
        Ok(())
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        let error = |problem| FenError::new(FenField::EnPassant, problem);
        if text == "-" {
            return Ok(());
        }
        let Ok(over) = text.parse::<Square>() else {
            let problem = FenProblem::Unreadable { found: shorten(text), expected: "- or a square" };
            return Err(error(problem));
        };
        let ahead = Step::ahead(self.side);
        let passed = over.rank_for(self.side) == 5
            && self.squares[over.index()].is_none()
            && self.squares[over.after(ahead).index()].is_none()
            && self.pieces(!self.side, PieceKind::Pawn).contains(over.before(ahead));
        if !passed {
            let problem = format!("no pawn can just have passed {over}");
            return Err(error(FenProblem::Impossible(problem)));
        }
        self.offer_en_passant(over);
        Ok(())
    }

    /// The FEN text with castling rights in X-FEN notation: `K` and `Q` if the rook is the outermost on its side of the
    /// king, which is always the case in orthodox chess, otherwise the rook's file.
    pub(super) fn fen(&self) -> String {
        let mut text = String::with_capacity(90);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.piece_at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_empty(&mut text, &mut empty);
                        text.push(piece.letter());
                    }
                }
            }
            push_empty(&mut text, &mut empty);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push_str(match self.side {
            Side::First => "w ",
            Side::Second => "b ",
        });
        self.push_castling(&mut text);
        match self.en_passant.first() {
            Some(square) => write!(text, " {square}"),
            None => write!(text, " -"),
        }
        .expect("a string takes everything");
        write!(text, " {} {}", self.clock, move_number(self.ply)).expect("a string takes everything");
        text
    }

    fn push_castling(&self, text: &mut String) {
        if self.castling.is_empty() {
            text.push('-');
        }
        for side in Side::BOTH {
            let king = self.king(side);
            let rooks = self.pieces(side, PieceKind::Rook) & Bitboard::rank_for(side, 0);
            for wing in [Wing::King, Wing::Queen] {
                let on_wing: Bitboard = rooks.filter(|&rook| Wing::of(king, rook) == wing).collect();
                let Some(rook) = (on_wing & self.castling).first() else { continue };
                let outermost = match wing {
                    Wing::King => on_wing.last(),
                    Wing::Queen => on_wing.first(),
                };
                let letter = match wing {
                    _ if outermost != Some(rook) => (b'A' + rook.file() as u8) as char,
                    Wing::King => 'K',
                    Wing::Queen => 'Q',
                };
                text.push(match side {
                    Side::First => letter,
                    Side::Second => letter.to_ascii_lowercase(),
                });
            }
        }
    }

    /// The board as human-readable text.
    pub(super) fn diagram(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            write!(text, "{}", rank + 1).expect("a string takes everything");
            for file in 0..8 {
                text.push(' ');
                text.push(self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter));
            }
            text.push('\n');
        }
        text.push_str("  a b c d e f g h");
        text
    }
}

fn required(text: Option<&str>, field: FenField) -> Result<&str, FenError> {
    text.ok_or(FenError::new(field, FenProblem::Missing))
}

fn counter(text: &str, field: FenField) -> Result<u32, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= COUNTER_LIMIT).ok_or_else(|| {
        let problem = FenProblem::Unreadable { found: shorten(text), expected: "a number up to 9999" };
        FenError::new(field, problem)
    })
}

/// Writes the number of empty squares before the next piece or the end of the rank, and resets the count.
fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push((b'0' + *empty) as char);
        *empty = 0;
    }
}
