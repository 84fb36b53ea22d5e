use crate::base::{Key, Observer, Side};

use super::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks, rook_rays,
};
use super::{Bitboard, ChessPosition, Piece, PieceKind, Square, Step, keys};

/// The pieces and all other state that determines legal moves and draws, except for the history of positions. Small
/// enough to be copied for every move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Board {
    pub kinds: [Bitboard; 6],
    pub sides: [Bitboard; 2],
    pub squares: [Option<PieceKind>; 64],
    /// The rooks that still have castling rights. Their kings have not moved either.
    pub castling: Bitboard,
    /// The square on which a legal en passant capture is possible, if any.
    pub en_passant: Bitboard,
    /// The pieces that give check to the side to move.
    pub checkers: Bitboard,
    /// The pieces of the side to move that are pinned to their king by a slider.
    pub pinned: Bitboard,
    pub key: Key,
    /// The key of the pawns alone.
    pub pawn_key: Key,
    /// Plies since the last capture or pawn move.
    pub clock: u16,
    /// Plies since the last capture, pawn move or null move; at most the number of plies since the position was set up.
    pub reversible: u16,
    /// Plies since the start of the game, according to the move number.
    pub ply: u32,
    pub side: Side,
}

impl Board {
    /// An empty board with White to move.
    pub const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; 6],
        sides: [Bitboard::EMPTY; 2],
        squares: [None; 64],
        castling: Bitboard::EMPTY,
        en_passant: Bitboard::EMPTY,
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
        key: Key(0),
        pawn_key: Key(0),
        clock: 0,
        reversible: 0,
        ply: 0,
        side: Side::First,
    };

    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    #[inline]
    pub fn pieces(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// Bishops and queens of both sides.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Bishop) | self.kind(PieceKind::Queen)
    }

    /// Rooks and queens of both sides.
    #[inline]
    pub fn straight_sliders(&self) -> Bitboard {
        self.kind(PieceKind::Rook) | self.kind(PieceKind::Queen)
    }

    #[inline]
    pub fn king(&self, side: Side) -> Square {
        Square::from_index(self.pieces(side, PieceKind::King).0.trailing_zeros() as usize)
    }

    #[inline]
    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        let kind = self.squares[at.index()]?;
        let side = if self.sides[0].contains(at) { Side::First } else { Side::Second };
        Some(Piece { side, kind })
    }

    #[inline(always)]
    pub fn put(&mut self, piece: Piece, at: Square, observer: &mut impl Observer<ChessPosition>) {
        self.toggle(piece, at);
        self.squares[at.index()] = Some(piece.kind);
        observer.add(piece, at);
    }

    #[inline]
    pub fn lift(&mut self, piece: Piece, at: Square, observer: &mut impl Observer<ChessPosition>) {
        self.toggle(piece, at);
        self.squares[at.index()] = None;
        observer.remove(piece, at);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, at: Square) {
        let set = Bitboard::of(at);
        let key = keys::piece(piece, at);
        self.kinds[piece.kind.index()] ^= set;
        self.sides[piece.side.index()] ^= set;
        self.key ^= key;
        if piece.kind == PieceKind::Pawn {
            self.pawn_key ^= key;
        }
    }

    /// The pieces of both sides that attack `at` with this occupancy.
    #[inline]
    pub fn attackers(&self, at: Square, occupied: Bitboard) -> Bitboard {
        pawn_attacks(Side::Second, at) & self.pieces(Side::First, PieceKind::Pawn)
            | pawn_attacks(Side::First, at) & self.pieces(Side::Second, PieceKind::Pawn)
            | knight_attacks(at) & self.kind(PieceKind::Knight)
            | king_attacks(at) & self.kind(PieceKind::King)
            | bishop_attacks(at, occupied) & self.diagonal_sliders()
            | rook_attacks(at, occupied) & self.straight_sliders()
    }

    /// Whether `side` attacks `at` with this occupancy.
    #[inline]
    pub fn is_attacked(&self, at: Square, side: Side, occupied: Bitboard) -> bool {
        let by = self.sides[side.index()];
        (pawn_attacks(!side, at) & self.kind(PieceKind::Pawn)
            | knight_attacks(at) & self.kind(PieceKind::Knight)
            | king_attacks(at) & self.kind(PieceKind::King))
            & by
            != Bitboard::EMPTY
            || (bishop_attacks(at, occupied) & self.diagonal_sliders() & by).any()
            || (rook_attacks(at, occupied) & self.straight_sliders() & by).any()
    }

    /// Whether the king of the side to move would not be attacked on `to`.
    #[inline]
    pub fn king_is_safe_on(&self, to: Square) -> bool {
        let king = self.pieces(self.side, PieceKind::King);
        !self.is_attacked(to, !self.side, self.occupied() ^ king)
    }

    /// Whether the pawn on `from` can capture en passant without exposing its king to attack.
    pub fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Bitboard::of(to.before(Step::ahead(self.side)));
        let occupied = (self.occupied() ^ captured ^ Bitboard::of(from)) | Bitboard::of(to);
        let attackers = self.attackers(self.king(self.side), occupied) & self.sides[(!self.side).index()];
        attackers.without(captured).is_empty()
    }

    /// Whether any pawn of the side to move has a legal en passant capture on `to`.
    pub fn can_take_en_passant(&self, to: Square) -> bool {
        let mut capturers = pawn_attacks(!self.side, to) & self.pieces(self.side, PieceKind::Pawn);
        Iterator::any(&mut capturers, |from| self.en_passant_is_safe(from, to))
    }

    /// The sliders of a side that attack a square along a line, and the pieces of either side that are the only blocker
    /// of such an attack.
    #[inline]
    pub fn sliders_facing(&self, at: Square, by: Side) -> (Bitboard, Bitboard) {
        let occupied = self.occupied();
        let (mut attackers, mut shields) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let snipers = bishop_rays(at) & self.diagonal_sliders() | rook_rays(at) & self.straight_sliders();
        for sniper in snipers & self.sides[by.index()] {
            let hidden_by = between(at, sniper) & occupied;
            if hidden_by.is_empty() {
                attackers.insert(sniper);
            } else if !hidden_by.more_than_one() {
                shields |= hidden_by;
            }
        }
        (attackers, shields)
    }

    /// Recomputes the checkers and the pinned pieces of the side to move.
    #[inline]
    pub fn find_checkers_and_pins(&mut self) {
        let us = self.side;
        let king = self.king(us);
        let theirs = self.sides[(!us).index()];
        let non_sliders = knight_attacks(king) & self.kind(PieceKind::Knight)
            | pawn_attacks(us, king) & self.kind(PieceKind::Pawn);
        let (sliders, shields) = self.sliders_facing(king, !us);
        self.checkers = non_sliders & theirs | sliders;
        self.pinned = shields & self.sides[us.index()];
    }

    /// The key, computed from scratch.
    pub fn recomputed_key(&self) -> Key {
        let pieces = self.occupied().fold(Key(0), |key, at| match self.piece_at(at) {
            Some(piece) => key ^ keys::piece(piece, at),
            None => key,
        });
        pieces ^ keys::castling(self.castling) ^ keys::en_passant(self.en_passant) ^ keys::turn(self.side)
    }

    /// Whether neither side can ever give checkmate: bare kings, a single knight, or bishops of one square colour only.
    pub fn is_dead(&self) -> bool {
        let mating_pieces = self.kind(PieceKind::Pawn) | self.straight_sliders();
        if mating_pieces.any() {
            return false;
        }
        let (knights, bishops) = (self.kind(PieceKind::Knight), self.kind(PieceKind::Bishop));
        match knights.len() {
            0 => (bishops & Bitboard::DARK).is_empty() || bishops.without(Bitboard::DARK).is_empty(),
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}
