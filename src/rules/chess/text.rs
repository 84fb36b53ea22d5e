//! Move texts: the protocol's coordinate notation and standard algebraic notation (SAN).

use crate::base::{Illegality, Move, MoveError, MoveList, MoveParts, shorten};

use super::attacks::{pawn_attacks, piece_attacks};
use super::board::Board;
use super::castling::Wing;
use super::encoding::{from_square, is_castling, promoted, to_square};
use super::{Bitboard, ChessOptions, PieceKind, Square};

static NO_PIECE: Illegality = Illegality::new("no-man", "no piece of the side to move stands there");
static PROMOTION_MISSING: Illegality =
    Illegality::new("promotion-missing", "it does not say what the pawn becomes");
static PROMOTION_IMPOSSIBLE: Illegality =
    Illegality::new("promotion-impossible", "nothing can be promoted to that there");
static LEAVES_CHECK: Illegality = Illegality::new("leaves-check", "the king would be open to capture");
static IN_CHECK: Illegality = Illegality::new("in-check", "the king is in check");
static UNREACHABLE: Illegality = Illegality::new("unreachable", "the piece cannot go there");
static UNKNOWN_SAN: Illegality = Illegality::new("unknown-name", "no piece of the side to move can make it");

const EXPECTED: &str = "a move is written like e2e4, e7e8q, Nf3 or O-O";

/// A move in coordinate notation. Castling is written as the king's move to its target, or onto its own rook in
/// Chess960 and if king and rook are not on their orthodox squares.
pub(super) fn move_text(m: Move, options: ChessOptions) -> String {
    if is_castling(m) && options.chess960 && options.names_castling {
        return castling_name(m).to_owned();
    }
    coordinates(m, options)
}

fn coordinates(m: Move, options: ChessOptions) -> String {
    let (from, to) = (from_square(m), to_square(m));
    if let Some(kind) = promoted(m) {
        return format!("{from}{to}{}", kind.letter().to_ascii_lowercase());
    }
    let orthodox = from.file() == 4 && matches!(to.file(), 0 | 7);
    if is_castling(m) && orthodox && !options.chess960 {
        return format!("{from}{}", Wing::of(from, to).king_target(from));
    }
    format!("{from}{to}")
}

fn castling_name(m: Move) -> &'static str {
    match Wing::of(from_square(m), to_square(m)) {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

/// The components of a move in coordinate notation.
pub(super) fn move_parts(board: &Board, m: Move, options: ChessOptions) -> MoveParts {
    let text = coordinates(m, options);
    // Both squares are two characters long.
    let (from, rest) = text.split_at(2);
    let (to, promotion) = rest.split_at(2);
    MoveParts {
        from: Some(from.to_owned()),
        to: to.to_owned(),
        promotion: promotion.chars().next(),
        traded: Vec::new(),
        captures: board.captures(m),
    }
}

impl Board {
    fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<true, true>(&mut list);
        list
    }

    /// Parses a legal move in coordinate notation or SAN. Castling may be written in either way if that cannot be
    /// mistaken for another king move.
    pub(super) fn parse_move(&self, text: &str, options: ChessOptions) -> Result<Move, MoveError> {
        let text = text.trim();
        match Coordinates::read(text) {
            Some(coordinates) => self.find_coordinates(coordinates, options).ok_or_else(|| {
                let reason = self.why_not(coordinates);
                MoveError::Illegal { text: text.to_owned(), reason }
            }),
            None => self.find_san(text),
        }
    }

    fn find_coordinates(&self, wanted: Coordinates, options: ChessOptions) -> Option<Move> {
        let moves = self.moves();
        let text = wanted.to_string();
        let written_so = moves.iter().find(|&&m| move_text(m, options) == text);
        let castling = || {
            moves.iter().find(|&&m| {
                let (king, rook) = (from_square(m), to_square(m));
                let to = [rook, Wing::of(king, rook).king_target(king)];
                is_castling(m)
                    && wanted.promotion.is_none()
                    && wanted.from == king
                    && wanted.to != king
                    && to.contains(&wanted.to)
            })
        };
        written_so.or_else(castling).copied()
    }

    /// Whether a legal move captures a piece.
    fn captures(&self, m: Move) -> bool {
        let (from, to) = (from_square(m), to_square(m));
        let is_pawn = self.squares[from.index()] == Some(PieceKind::Pawn);
        !is_castling(m) && (self.squares[to.index()].is_some() || is_pawn && from.file() != to.file())
    }

    /// The enemy pieces that attack the king after a piece has moved as `text` says in coordinate notation.
    pub(super) fn refuting_pieces(&self, text: &str) -> Bitboard {
        let Some(Coordinates { from, to, .. }) = Coordinates::read(text.trim()) else {
            return Bitboard::EMPTY;
        };
        if !self.sides[self.side.index()].contains(from) {
            return Bitboard::EMPTY;
        }
        let king = self.king(self.side);
        let king = if from == king { to } else { king };
        let target = Bitboard::of(to);
        let occupied = self.occupied() & !Bitboard::of(from) | target;
        self.attackers(king, occupied) & self.sides[(!self.side).index()] & !target
    }

    /// The reason why no legal move has these coordinates.
    fn why_not(&self, wanted: Coordinates) -> &'static Illegality {
        let Coordinates { from, to, promotion } = wanted;
        let ours = self.sides[self.side.index()];
        let kind = match self.squares[from.index()] {
            Some(kind) if ours.contains(from) => kind,
            _ => return &NO_PIECE,
        };
        let mut same_squares =
            self.moves().into_iter().filter(|&m| (from_square(m), to_square(m)) == (from, to));
        match same_squares.next() {
            Some(m) if promoted(m).is_some() && promotion.is_none() => {
                return &PROMOTION_MISSING;
            }
            Some(_) => return &PROMOTION_IMPOSSIBLE,
            None => {}
        }
        let reached = match kind {
            PieceKind::Pawn => pawn_attacks(self.side, from) & self.sides[(!self.side).index()],
            _ => piece_attacks(kind, from, self.occupied()).without(ours),
        };
        if reached.contains(to) {
            &LEAVES_CHECK
        } else if self.checkers.any() {
            &IN_CHECK
        } else {
            &UNREACHABLE
        }
    }

    /// A legal move in standard algebraic notation (FIDE Laws of Chess, appendix C, as PGN writes it).
    pub(super) fn san(&self, m: Move) -> String {
        let (from, to) = (from_square(m), to_square(m));
        let mut text = String::new();
        match self.squares[from.index()] {
            _ if is_castling(m) => text.push_str(castling_name(m)),
            Some(PieceKind::Pawn) | None => {
                if from.file() != to.file() {
                    text.push(file_letter(from));
                    text.push('x');
                }
                text.push_str(&to.to_string());
                if let Some(kind) = promoted(m) {
                    text.push('=');
                    text.push(kind.letter());
                }
            }
            Some(kind) => {
                text.push(kind.letter());
                text.push_str(&self.distinction(kind, from, to));
                if self.squares[to.index()].is_some() {
                    text.push('x');
                }
                text.push_str(&to.to_string());
            }
        }
        let mut after = *self;
        after.play(m, &mut ());
        if after.checkers.any() {
            text.push(if after.count_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    /// The disambiguation of a piece's move to `to` from moves of other pieces of its kind: its file if that is enough,
    /// otherwise its rank, otherwise both.
    fn distinction(&self, kind: PieceKind, from: Square, to: Square) -> String {
        let alternatives: Bitboard = self
            .moves()
            .into_iter()
            .filter(|&m| to_square(m) == to && !is_castling(m))
            .map(from_square)
            .filter(|&other| other != from && self.squares[other.index()] == Some(kind))
            .collect();
        if alternatives.is_empty() {
            String::new()
        } else if (alternatives & Bitboard::file(from.file())).is_empty() {
            file_letter(from).to_string()
        } else if (alternatives & Bitboard::rank(from.rank())).is_empty() {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    fn find_san(&self, text: &str) -> Result<Move, MoveError> {
        let unreadable = || MoveError::Unreadable { text: shorten(text), expected: EXPECTED };
        let wanted = San::read(text).ok_or_else(unreadable)?;
        let moves = self.moves();
        let mut matching = moves.into_iter().filter(|&m| self.matches(m, wanted));
        match (matching.next(), matching.next()) {
            (Some(m), None) => Ok(m),
            (Some(_), Some(_)) => Err(MoveError::Ambiguous { text: text.to_owned() }),
            (None, _) => Err(MoveError::Illegal { text: text.to_owned(), reason: &UNKNOWN_SAN }),
        }
    }

    fn matches(&self, m: Move, wanted: San) -> bool {
        let (from, to) = (from_square(m), to_square(m));
        match wanted {
            San::Castling(wing) => is_castling(m) && Wing::of(from, to) == wing,
            San::Piece { kind, to: target, file, rank, promotion } => {
                !is_castling(m)
                    && self.squares[from.index()] == Some(kind)
                    && to == target
                    && file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
                    && (promotion.is_none() || promoted(m) == promotion)
                    // A pawn's capture always gives its file.
                    && (kind != PieceKind::Pawn || file.is_some() || from.file() == to.file())
            }
        }
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}

/// The parts of a move in coordinate notation.
#[derive(Debug, Clone, Copy)]
struct Coordinates {
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Coordinates {
    /// Accepts uppercase or lowercase, but not mixed within the squares: `B2a3` is a bishop's move in SAN.
    fn read(text: &str) -> Option<Self> {
        let (squares, rest) = text.split_at_checked(4)?;
        let promotion = match rest.as_bytes() {
            [] => None,
            [letter] => {
                let kind = PieceKind::from_letter(letter.to_ascii_uppercase() as char)?;
                Some(PieceKind::PROMOTIONS.into_iter().find(|&promotion| promotion == kind)?)
            }
            _ => return None,
        };
        let lower = squares.to_ascii_lowercase();
        if lower != squares && squares.to_ascii_uppercase() != squares {
            return None;
        }
        Some(Self { from: lower.get(..2)?.parse().ok()?, to: lower.get(2..)?.parse().ok()?, promotion })
    }
}

impl std::fmt::Display for Coordinates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter().to_ascii_lowercase()))
    }
}

/// The parts of a move in SAN.
#[derive(Debug, Clone, Copy)]
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
    /// Reads SAN leniently: with or without the signs for captures, checks and annotations, with zeros for castling,
    /// and with more of the origin square than necessary.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.trim_end_matches("e.p.").trim_end();
        match text.replace(['0', 'o'], "O").as_str() {
            "O-O" => return Some(Self::Castling(Wing::King)),
            "O-O-O" => return Some(Self::Castling(Wing::Queen)),
            _ => {}
        }
        let mut letters: Vec<char> =
            text.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-' | '=')).collect();
        if !(2..=6).contains(&letters.len()) {
            return None;
        }
        let kind = match PieceKind::from_letter(letters[0]) {
            Some(kind) => {
                letters.remove(0);
                kind
            }
            None => PieceKind::Pawn,
        };
        let promotion = letters.last().and_then(|&letter| PieceKind::from_letter(letter));
        if promotion.is_some() {
            letters.pop();
        }
        if promotion.is_some_and(|kind| !PieceKind::PROMOTIONS.contains(&kind))
            || promotion.is_some() && kind != PieceKind::Pawn
        {
            return None;
        }
        let target = letters.split_off(letters.len().checked_sub(2)?);
        let to = String::from_iter(target).parse().ok()?;
        let file_of = |letter: char| ('a'..='h').position(|file| file == letter);
        let rank_of = |letter: char| ('1'..='8').position(|rank| rank == letter);
        let (file, rank) = match letters[..] {
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
