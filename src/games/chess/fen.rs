//! Reading and writing FEN, with castling rights in X-FEN and Shredder-FEN notation for Chess960.

use std::fmt::Write;

use crate::base::{
    Counters, FenError, FenField, FenProblem, FenRemark, FenText, Ignored, Impossibility, Side, shorten,
    white_black,
};

use super::board::Board;
use super::castling::Wing;
use super::make::{move_number, plies_before};
use super::{Bitboard, ChessOptions, Piece, PieceKind, Square, Step};

const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Why a side cannot have a right to castle.
#[derive(Clone, Copy)]
struct CastlingFault {
    code: &'static str,
    words: &'static str,
}

const KING_AWAY: CastlingFault =
    CastlingFault { code: "castling-king-away", words: "has its king away from the back rank" };
const NO_ROOK: CastlingFault = CastlingFault { code: "castling-no-rook", words: "has no rook there" };
/// King and rook are on squares that only Chess960 allows.
const NEEDS_CHESS960: CastlingFault = CastlingFault {
    code: "castling-needs-chess960",
    words: "has king or rook where castling needs the option UCI_Chess960",
};
const TWICE: CastlingFault = CastlingFault {
    code: "castling-twice",
    words: "already has this right, or the right of another rook on this wing",
};

impl Board {
    /// The starting position of orthodox chess.
    pub(super) fn starting() -> Self {
        let read = Self::read_fen(STARTING_FEN, ChessOptions::default());
        read.expect("the FEN of the starting position is valid").0
    }

    /// Reads a FEN. All fields after the first two may be missing: castling rights and en passant square are then `-`.
    /// Impossible castling rights and en passant squares are ignored and reported.
    ///
    /// The en passant square is kept only if a legal capture is possible on it. Without Chess960, castling rights
    /// require the king on the e-file and the rook on the a- or h-file.
    pub(super) fn read_fen(fen: &str, options: ChessOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let mut text = FenText::new(fen);
        let mut board = Self::EMPTY;
        board.read_pieces(&text.board()?)?;
        board.read_side(&text.side()?)?;
        board.read_castling(&mut text, options)?;
        board.find_checkers_and_pins();
        if board.checkers.len() > 2 {
            let problem = {
                let found = board.checkers.len();
                let words = format!("{found} pieces give check, which no single move can cause");
                Impossibility::new("too-many-checkers", words).about("found", &found)
            };
            return Err(FenError::new(FenField::Board, problem.into()));
        }
        board.read_en_passant(&mut text)?;
        let Counters { clock, number } = text.counters()?;
        board.clock = clock.unwrap_or(0) as u16;
        board.ply = plies_before(number.unwrap_or(1), board.side);
        board.key = board.recomputed_key();
        Ok((board, text.remarks))
    }

    /// Whether a FEN has castling rights that are possible only in Chess960, and none that are impossible even there.
    pub(super) fn is_chess960(fen: &str) -> bool {
        let orthodox = ChessOptions::default();
        let rights_of = |options| match Self::read_fen(fen, options) {
            Ok((_, remarks)) => remarks.into_iter().map(|remark| remark.ignored).collect::<Vec<_>>(),
            Err(_) => Vec::new(),
        };
        let needs = rights_of(orthodox).iter().any(|ignored| matches!(ignored, Ignored::Chess960Rights(_)));
        let is_castling = |ignored: &Ignored| matches!(ignored, Ignored::CastlingRights(_));
        needs && !rights_of(ChessOptions { chess960: true, ..orthodox }).iter().any(is_castling)
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

    /// Checks that one side's pieces can arise in a game.
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
            return Err(FenProblem::ImpossiblePlace { side: name, piece: "pawn", at: at.to_string() });
        }
        let too_many = |piece, found, limit| Err(FenProblem::TooMany { side: name, piece, found, limit });
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

    fn read_castling(&mut self, text: &mut FenText, options: ChessOptions) -> Result<(), FenError> {
        if text.is_number_next() {
            return Ok(());
        }
        let field = text.next_field();
        let error = |problem| FenError::new(FenField::Castling, problem);
        // The rights that are impossible and those that only Chess960 allows, each with its first reason.
        let mut ignored = [(String::new(), None), (String::new(), None)];
        for letter in field.as_deref().filter(|&field| field != "-").unwrap_or_default().chars() {
            match self.read_castling_right(letter, options) {
                Ok(()) => {}
                Err(FenProblem::Impossible(fault)) => {
                    let needs_chess960 = fault.code == NEEDS_CHESS960.code;
                    let (rights, first) = &mut ignored[usize::from(needs_chess960)];
                    rights.push(letter);
                    first.get_or_insert(fault);
                }
                Err(problem) => return Err(error(problem)),
            }
        }
        let [impossible, chess960] = ignored;
        if let (rights, Some(fault)) = impossible {
            text.remark(Ignored::CastlingRights(rights), FenField::Castling, fault.into());
        }
        if let (rights, Some(fault)) = chess960 {
            text.remark(Ignored::Chess960Rights(rights), FenField::Castling, fault.into());
        }
        Ok(())
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
        let impossible = |fault| {
            let CastlingFault { code, words } = fault;
            let side = white_black(side);
            let fault = Impossibility::new(code, format!("{letter}, but {side} {words}"));
            Err(fault.about("right", &letter).about_side(side).into())
        };
        if king.rank_for(side) != 0 {
            return impossible(KING_AWAY);
        }
        let Some(rook) = rook else { return impossible(NO_ROOK) };
        if !options.chess960 && (king.file() != 4 || !matches!(rook.file(), 0 | 7)) {
            return impossible(NEEDS_CHESS960);
        }
        let mut others = self.castling & self.sides[side.index()];
        if Iterator::any(&mut others, |other| Wing::of(king, other) == Wing::of(king, rook)) {
            return impossible(TWICE);
        }
        self.castling.insert(rook);
        Ok(())
    }

    fn read_en_passant(&mut self, text: &mut FenText) -> Result<(), FenError> {
        if text.is_number_next() {
            return Ok(());
        }
        let Some(field) = text.next_field().filter(|field| field != "-") else { return Ok(()) };
        let Ok(over) = field.to_ascii_lowercase().parse::<Square>() else {
            let problem = FenProblem::Unreadable { found: shorten(&field), expected: "- or a square" };
            return Err(FenError::new(FenField::EnPassant, problem));
        };
        let ahead = Step::ahead(self.side);
        let passed = over.rank_for(self.side) == 5
            && self.squares[over.index()].is_none()
            && self.squares[over.after(ahead).index()].is_none()
            && self.pieces(!self.side, PieceKind::Pawn).contains(over.before(ahead));
        if passed {
            self.offer_en_passant(over);
        } else {
            let words = format!("no pawn can just have passed {over}");
            let problem = Impossibility::new("en-passant", words).about("point", &over);
            text.remark(Ignored::EnPassant(over.to_string()), FenField::EnPassant, problem.into());
        }
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
        .expect("writing to a string cannot fail");
        write!(text, " {} {}", self.clock, move_number(self.ply)).expect("writing to a string cannot fail");
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
            write!(text, "{}", rank + 1).expect("writing to a string cannot fail");
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

/// Writes the number of empty squares before the next piece or the end of the rank, and resets the count.
fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push((b'0' + *empty) as char);
        *empty = 0;
    }
}
