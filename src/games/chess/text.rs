//! Move texts in the protocol's coordinate notation. The names of moves are in `san`.

use crate::base::{Illegality, Move, MoveError, MoveList, MoveParts, shorten};

use super::attacks::{pawn_attacks, piece_attacks};
use super::board::Board;
use super::castling::Wing;
use super::moves::{self, from_square, is_castling, promoted, to_square};
use super::san::{PlainText, castling_name};
use super::{Bitboard, ChessOptions, PieceKind, Square};

static NO_PIECE: Illegality = Illegality::new("no-piece", "no piece of the side to move stands there");
static PROMOTION_MISSING: Illegality = Illegality::new("promotion-missing", "the promotion piece is missing");
static PROMOTION_IMPOSSIBLE: Illegality =
    Illegality::new("promotion-impossible", "no pawn can be promoted to that piece there");
static LEAVES_CHECK: Illegality = Illegality::new("leaves-check", "the king would be open to capture");
static IN_CHECK: Illegality = Illegality::new("in-check", "the king is in check");
static UNREACHABLE: Illegality = Illegality::new("unreachable", "the piece cannot go there");
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

    /// Parses a legal move in coordinate notation or SAN. Castling may be written either way unless it could be
    /// mistaken for another king move.
    pub(super) fn parse_move(&self, text: &str, options: ChessOptions) -> Result<Move, MoveError> {
        let text = text.trim();
        let plain = PlainText::of(text);
        match plain.as_ref().and_then(Coordinates::read) {
            Some(coordinates) => self.find_coordinates(coordinates, options).ok_or_else(|| {
                let reason = self.why_not(coordinates);
                MoveError::Illegal { text: shorten(text), reason }
            }),
            None => self.find_san(text, plain.as_ref()),
        }
    }

    fn find_coordinates(&self, wanted: Coordinates, options: ChessOptions) -> Option<Move> {
        let Coordinates { from, to, promotion } = wanted;
        let kind = self.squares[from.index()].filter(|_| from != to)?;
        let written = match promotion {
            Some(kind) => moves::promotion(from, to, kind),
            None if kind == PieceKind::Pawn => self.pawn_move(from, to),
            None => moves::plain(from, to),
        };
        if self.is_legal(written) {
            return Some(written);
        }
        let king = self.king(self.side);
        if promotion.is_some() || from != king || to == king {
            return None;
        }
        let castling = |rook: Square| {
            let m = moves::castling(king, rook);
            self.is_legal(m).then_some(m)
        };
        let mut rooks = self.castling & self.sides[self.side.index()];
        let by_target = |rook: &Square| Wing::of(king, *rook).king_target(king) == to;
        // A rook may stand on the king's target for castling with the other; the notation in use takes precedence.
        let is_orthodox = king.file() == 4 && !options.chess960;
        let exact = Iterator::find(&mut { rooks }, |rook| {
            if is_orthodox && matches!(rook.file(), 0 | 7) { by_target(rook) } else { *rook == to }
        });
        exact.and_then(castling).or_else(|| {
            Iterator::find_map(&mut rooks, |rook| (rook == to || by_target(&rook)).then(|| castling(rook))?)
        })
    }

    /// Whether a legal move captures a piece.
    fn captures(&self, m: Move) -> bool {
        let (from, to) = (from_square(m), to_square(m));
        let is_pawn = self.squares[from.index()] == Some(PieceKind::Pawn);
        !is_castling(m) && (self.squares[to.index()].is_some() || is_pawn && from.file() != to.file())
    }

    /// The enemy pieces that attack the king after a piece has moved as `text` says in coordinate notation.
    pub(super) fn refuting_pieces(&self, text: &str) -> Bitboard {
        let plain = PlainText::of(text);
        let Some(Coordinates { from, to, .. }) = plain.as_ref().and_then(Coordinates::read) else {
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
}

/// The parts of a move in coordinate notation.
#[derive(Debug, Clone, Copy)]
struct Coordinates {
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Coordinates {
    /// Accepts uppercase or lowercase, but not mixed within the squares: `B2a3` is a bishop's move in SAN. Signs may
    /// appear between the squares and before the promotion.
    fn read(text: &PlainText) -> Option<Self> {
        let plain = text.without_signs();
        let (squares, rest) = plain.as_bytes().split_at_checked(4)?;
        let promotion = match rest {
            [] => None,
            [letter] => {
                let kind = PieceKind::from_letter(letter.to_ascii_uppercase() as char)?;
                Some(PieceKind::PROMOTIONS.into_iter().find(|&promotion| promotion == kind)?)
            }
            _ => return None,
        };
        let first = match squares {
            [b'a'..=b'h', _, b'a'..=b'h', _] => b'a',
            [b'A'..=b'H', _, b'A'..=b'H', _] => b'A',
            _ => return None,
        };
        let square = |file: u8, rank: u8| {
            matches!(rank, b'1'..=b'8')
                .then(|| Square::new(usize::from(file - first), usize::from(rank - b'1')))
        };
        Some(Self { from: square(squares[0], squares[1])?, to: square(squares[2], squares[3])?, promotion })
    }
}
