//! Standard algebraic notation (FIDE Laws of Chess, appendix C, as PGN writes it), read in the many forms in which
//! people and programs write it.

use crate::base::{Illegality, Move, MoveError, shorten};

use super::attacks::{pawn_attacks, piece_attacks};
use super::board::Board;
use super::castling::Wing;
use super::moves::{self, from_square, is_castling, promoted, to_square};
use super::{Bitboard, PieceKind, Square};

static UNKNOWN_SAN: Illegality = Illegality::new("unknown-name", "no piece of the side to move can make it");

pub(super) const EXPECTED: &str = "a move is written like e2e4, e7e8q, Nf3 or O-O";

/// The name of castling.
pub(super) fn castling_name(m: Move) -> &'static str {
    match Wing::of(from_square(m), to_square(m)) {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

/// A move's text in ASCII: typographic characters are replaced; spaces, brackets and annotation symbols are removed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainText {
    bytes: [u8; Self::MOST],
    length: usize,
}

impl PlainText {
    /// Longer texts are not moves.
    const MOST: usize = 16;

    /// Converts a text; `None` if it is too long, or has a character that no move contains.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut plain = Self { bytes: [0; Self::MOST], length: 0 };
        for c in text.chars() {
            let byte = match Character::of(c) {
                Character::Plain(byte) => byte,
                Character::Blank => continue,
                Character::Foreign => return None,
            };
            *plain.bytes.get_mut(plain.length)? = byte;
            plain.length += 1;
        }
        plain.drop_marks();
        Some(plain)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Drops the suffixes of a move: check and annotation symbols, and words such as `mate`.
    fn drop_marks(&mut self) {
        const WORDS: [&[u8]; 7] = [b"mate", b"dbl", b"ch", b"e.p.", b"e.p", b"ep.", b"ep"];
        loop {
            let text = self.as_bytes();
            let word = || WORDS.into_iter().find(|word| text.len() > word.len() && text.ends_with(word));
            let dropped = match text.last() {
                Some(b'+' | b'#' | b'!' | b'?' | b'=') => 1,
                Some(b'e' | b'l' | b'h' | b'p' | b'.') => word().map_or(0, <[u8]>::len),
                _ => 0,
            };
            if dropped == 0 {
                return;
            }
            self.length -= dropped;
        }
    }

    /// The same without the signs between squares and pieces.
    pub(super) fn without_signs(mut self) -> Self {
        let mut length = 0;
        for index in 0..self.length {
            if !matches!(self.bytes[index], b'x' | b':' | b'-' | b'=' | b'/' | b'(' | b')') {
                self.bytes[length] = self.bytes[index];
                length += 1;
            }
        }
        self.length = length;
        self
    }
}

/// The meaning of a character in a move's text.
#[derive(Debug, Clone, Copy)]
enum Character {
    /// This ASCII character.
    Plain(u8),
    /// Nothing.
    Blank,
    /// A character that no move contains.
    Foreign,
}

impl Character {
    const fn of(c: char) -> Self {
        Self::Plain(match c {
            ' '
            | '\t'
            | '\u{a0}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202f}'
            | '\u{2060}'
            | '\u{fe0e}'
            | '\u{fe0f}'
            | '\u{feff}' => return Self::Blank,
            '!'..='~' => c as u8,
            // The full-width forms of the same characters.
            '\u{ff01}'..='\u{ff5e}' => (c as u32 - 0xff01 + 0x21) as u8,
            '♔' | '♚' => b'K',
            '♕' | '♛' => b'Q',
            '♖' | '♜' => b'R',
            '♗' | '♝' => b'B',
            '♘' | '♞' => b'N',
            '♙' | '♟' => b'P',
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => b'-',
            '×' | '✕' | '✗' | '⨯' => b'x',
            '†' => b'+',
            '‡' => b'#',
            // Annotation symbols, as used in Informants.
            '‼' | '⁇' | '⁈' | '⁉' | '±' | '∓' | '⩲' | '⩱' | '∞' | '⯹' | '□' | '☐' | '⊙' | '⨀' | '○' | '⟳'
            | '↑' | '→' | '⇆' | '⇄' | '∆' | '△' | '⌓' | '⊕' | '⨁' | '⯐' => b'!',
            _ => return Self::Foreign,
        })
    }
}

/// The parts of a move in SAN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum San {
    Castling(Wing),
    Piece {
        kind: PieceKind,
        to: Square,
        file: Option<usize>,
        rank: Option<usize>,
        promotion: Option<PieceKind>,
    },
}

impl San {
    /// Reads SAN leniently: with or without capture signs, with zeros for castling, with more of the origin square than
    /// necessary, and with lowercase pieces.
    fn read(text: &PlainText) -> Option<Self> {
        if let Some(wing) = read_castling(text.as_bytes()) {
            return Some(Self::Castling(wing));
        }
        let plain = text.without_signs();
        let (kind, rest) = match plain.as_bytes() {
            // A lowercase b is a file.
            [b'b', ..] => (PieceKind::Pawn, plain.as_bytes()),
            [letter, rest @ ..] => match kind_of(*letter) {
                Some(kind) => (kind, rest),
                None => (PieceKind::Pawn, plain.as_bytes()),
            },
            [] => return None,
        };
        Self::read_squares(kind, rest)
    }

    /// The same for a bishop written in lowercase, which at first looks like a file.
    fn read_small_bishop(text: &PlainText) -> Option<Self> {
        let plain = text.without_signs();
        Self::read_squares(PieceKind::Bishop, plain.as_bytes().strip_prefix(b"b")?)
    }

    fn read_squares(kind: PieceKind, text: &[u8]) -> Option<Self> {
        let (promotion, rest) = match text {
            [rest @ .., letter] if !letter.is_ascii_digit() => {
                let promotion = kind_of(*letter).filter(|kind| PieceKind::PROMOTIONS.contains(kind))?;
                (Some(promotion), rest)
            }
            _ => (None, text),
        };
        if promotion.is_some() && kind != PieceKind::Pawn {
            return None;
        }
        let (origin, target) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = Square::new(file_of(target[0])?, rank_of(target[1])?);
        let (file, rank) = match *origin {
            [] => (None, None),
            [one] => match file_of(one) {
                Some(file) => (Some(file), None),
                None => (None, Some(rank_of(one)?)),
            },
            [file, rank] => (Some(file_of(file)?), Some(rank_of(rank)?)),
            _ => return None,
        };
        Some(Self::Piece { kind, to, file, rank, promotion })
    }
}

fn read_castling(text: &[u8]) -> Option<Wing> {
    let is_castle = |byte: &u8| matches!(byte, b'O' | b'o' | b'0');
    match text {
        [a, b'-', b] if is_castle(a) && is_castle(b) => Some(Wing::King),
        [a, b'-', b, b'-', c] if is_castle(a) && is_castle(b) && is_castle(c) => Some(Wing::Queen),
        _ => None,
    }
}

fn kind_of(letter: u8) -> Option<PieceKind> {
    Some(match letter.to_ascii_uppercase() {
        b'K' => PieceKind::King,
        b'Q' => PieceKind::Queen,
        b'R' => PieceKind::Rook,
        b'B' => PieceKind::Bishop,
        b'N' => PieceKind::Knight,
        b'P' => PieceKind::Pawn,
        _ => return None,
    })
}

fn file_of(letter: u8) -> Option<usize> {
    matches!(letter, b'a'..=b'h').then(|| usize::from(letter - b'a'))
}

fn rank_of(letter: u8) -> Option<usize> {
    matches!(letter, b'1'..=b'8').then(|| usize::from(letter - b'1'))
}

/// The legal moves that match a text: none, one, or several.
#[derive(Debug, Clone, Copy)]
enum Fitting {
    None,
    One(Move),
    Several,
}

impl Board {
    pub(super) fn find_san(&self, text: &str, plain: Option<&PlainText>) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable { text: shorten(text), expected: EXPECTED };
        let plain = plain.ok_or_else(unreadable)?;
        let wanted = San::read(plain);
        let fitting = wanted.map_or(Fitting::None, |wanted| self.fitting(wanted));
        let small_bishop = San::read_small_bishop(plain);
        let fitting = match (fitting, small_bishop) {
            // Without a capture sign, a pawn move begins with its file only if it is a capture: `bb5` may be a bishop's
            // move too.
            (Fitting::One(m), Some(bishop)) if from_square(m).file() == to_square(m).file() => {
                match self.fitting(bishop) {
                    Fitting::None => fitting,
                    _ => Fitting::Several,
                }
            }
            (Fitting::None, Some(bishop)) => self.fitting(bishop),
            _ => fitting,
        };
        match fitting {
            Fitting::One(m) => Ok(m),
            Fitting::Several => Err(MoveError::Ambiguous { text: shorten(text) }),
            Fitting::None if wanted.or(small_bishop).is_none() => Err(unreadable()),
            Fitting::None => Err(MoveError::Illegal { text: shorten(text), reason: &UNKNOWN_SAN }),
        }
    }

    /// Looks for legal moves among those of the few pieces that could make them.
    fn fitting(&self, wanted: San) -> Fitting {
        let ours = self.sides[self.side.index()];
        let mut found = Fitting::None;
        let mut consider = |m| {
            if self.is_legal(m) {
                found = match found {
                    Fitting::None => Fitting::One(m),
                    _ => Fitting::Several,
                };
            }
        };
        match wanted {
            San::Castling(wing) => {
                let king = self.king(self.side);
                for rook in self.castling & ours {
                    if Wing::of(king, rook) == wing {
                        consider(moves::castling(king, rook));
                    }
                }
            }
            San::Piece { kind, to, file, rank, promotion } => {
                let reaching = match kind {
                    // A pawn's capture always includes its file.
                    PieceKind::Pawn if file.is_none() => Bitboard::file(to.file()),
                    PieceKind::Pawn => Bitboard::file(to.file()) | pawn_attacks(!self.side, to),
                    _ => piece_attacks(kind, to, self.occupied()),
                };
                let origins =
                    file.map_or(Bitboard::ALL, Bitboard::file) & rank.map_or(Bitboard::ALL, Bitboard::rank);
                for from in reaching & origins & ours & self.kind(kind) {
                    if kind != PieceKind::Pawn {
                        consider(moves::plain(from, to));
                    } else if to.rank_for(self.side) == 7 {
                        let kinds = PieceKind::PROMOTIONS.into_iter();
                        for becomes in kinds.filter(|&kind| promotion.is_none_or(|wanted| wanted == kind)) {
                            consider(moves::promotion(from, to, becomes));
                        }
                    } else if promotion.is_none() {
                        consider(self.pawn_move(from, to));
                    }
                }
            }
        }
        found
    }

    /// The move of a pawn, except for promotions.
    pub(super) fn pawn_move(&self, from: Square, to: Square) -> Move {
        if from.file() != to.file() && self.en_passant.contains(to) {
            moves::en_passant(from, to)
        } else {
            moves::plain(from, to)
        }
    }

    /// A legal move in SAN.
    pub(super) fn san(&self, m: Move) -> String {
        let (from, to) = (from_square(m), to_square(m));
        let mut text = String::with_capacity(8);
        match self.squares[from.index()] {
            _ if is_castling(m) => text.push_str(castling_name(m)),
            Some(PieceKind::Pawn) | None => {
                if from.file() != to.file() {
                    text.push(file_letter(from));
                    text.push('x');
                }
                push_square(&mut text, to);
                if let Some(kind) = promoted(m) {
                    text.push('=');
                    text.push(kind.letter());
                }
            }
            Some(kind) => {
                text.push(kind.letter());
                self.push_distinction(&mut text, kind, from, to);
                if self.squares[to.index()].is_some() {
                    text.push('x');
                }
                push_square(&mut text, to);
            }
        }
        let mut after = *self;
        after.play(m, &mut ());
        if after.checkers.any() {
            text.push(if after.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    /// Disambiguates a piece's move to `to` from moves of other pieces of its kind: by file if that suffices, otherwise
    /// by rank, otherwise by both.
    fn push_distinction(&self, text: &mut String, kind: PieceKind, from: Square, to: Square) {
        let others = piece_attacks(kind, to, self.occupied()) & self.pieces(self.side, kind);
        let others = others.without(Bitboard::of(from));
        if others.is_empty() {
            return;
        }
        let alternatives: Bitboard = others.filter(|&other| self.is_legal(moves::plain(other, to))).collect();
        if alternatives.is_empty() {
            return;
        }
        let by_file = (alternatives & Bitboard::file(from.file())).is_empty();
        let by_rank = (alternatives & Bitboard::rank(from.rank())).is_empty();
        if by_file || !by_rank {
            text.push(file_letter(from));
        }
        if !by_file {
            text.push(rank_letter(from));
        }
    }
}

const fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}

const fn rank_letter(square: Square) -> char {
    (b'1' + square.rank() as u8) as char
}

fn push_square(text: &mut String, square: Square) {
    text.push(file_letter(square));
    text.push(rank_letter(square));
}
