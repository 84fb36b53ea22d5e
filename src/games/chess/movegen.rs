//! Generating and counting legal moves. Pinned pieces move only along their pin line, and a single check restricts all
//! other pieces to blocks and captures, so no move has to be made to test its legality.

use crate::base::{Move, MoveList, Side};

use super::attacks::{
    Line, between, bishop_attacks, king_attacks, knight_attacks, line, line_through, pawn_attacks,
    piece_attacks, rook_attacks,
};
use super::board::Board;
use super::moves::{self, Special, from_square, special, to_square};
use super::{Bitboard, PieceKind, Square, Step};

/// Receives generated moves in bulk, so that counting need not look at each of them.
pub(crate) trait Sink {
    /// The piece on `from` can go to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// A pawn can reach each of `targets` from one `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: Step);
    /// The same, with a promotion to each of `kinds`.
    fn promotions(&mut self, targets: Bitboard, step: Step, kinds: &[PieceKind]);
    /// A single move.
    fn special(&mut self, m: Move);
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(moves::plain(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Step) {
        for to in targets {
            self.push(moves::plain(to.before(step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Step, kinds: &[PieceKind]) {
        for to in targets {
            for &kind in kinds {
                self.push(moves::promotion(to.before(step), to, kind));
            }
        }
    }

    #[inline]
    fn special(&mut self, m: Move) {
        self.push(m);
    }
}

/// A sink that counts moves.
#[derive(Debug, Clone, Copy, Default)]
struct Count(usize);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _step: Step) {
        self.0 += targets.len();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: Step, kinds: &[PieceKind]) {
        self.0 += targets.len() * kinds.len();
    }

    #[inline]
    fn special(&mut self, _m: Move) {
        self.0 += 1;
    }
}

/// Promotions other than to a queen. The queen is at least as good unless it stalemates or a knight gives check.
const UNDERPROMOTIONS: [PieceKind; 3] = [PieceKind::Knight, PieceKind::Rook, PieceKind::Bishop];

impl Board {
    /// The number of legal moves.
    pub fn count_moves(&self) -> usize {
        let mut count = Count::default();
        self.generate::<true, true>(&mut count);
        count.0
    }

    /// Generates the legal moves that are noisy (captures and queen promotions), quiet, or both.
    #[inline]
    pub fn generate<const NOISY: bool, const QUIET: bool>(&self, sink: &mut impl Sink) {
        let ours = self.sides[self.side.index()];
        let theirs = self.sides[(!self.side).index()];
        let occupied = ours | theirs;
        let wanted = match (NOISY, QUIET) {
            (true, true) => !ours,
            (true, false) => theirs,
            (false, _) => !occupied,
        };
        let king = self.king(self.side);
        for to in king_attacks(king) & wanted {
            if self.king_is_safe_on(to) {
                sink.piece(king, Bitboard::of(to));
            }
        }
        if self.checkers.more_than_one() {
            return;
        }
        let answers = self.check_answers(king);
        self.generate_pawns::<NOISY, QUIET>(king, answers, sink);

        let (free, pinned) = (ours.without(self.pinned), ours & self.pinned);
        let targets = wanted & answers;
        for from in self.kind(PieceKind::Knight) & free {
            sink.piece(from, knight_attacks(from) & targets);
        }
        for from in self.diagonal_sliders() & free {
            sink.piece(from, bishop_attacks(from, occupied) & targets);
        }
        for from in self.straight_sliders() & free {
            sink.piece(from, rook_attacks(from, occupied) & targets);
        }
        for from in self.diagonal_sliders() & pinned {
            sink.piece(from, bishop_attacks(from, occupied) & targets & line_through(king, from));
        }
        for from in self.straight_sliders() & pinned {
            sink.piece(from, rook_attacks(from, occupied) & targets & line_through(king, from));
        }
        if QUIET {
            for rook in self.castling & ours {
                if self.can_castle_with(rook) {
                    sink.special(moves::castling(king, rook));
                }
            }
        }
    }

    /// The squares where a piece other than the king can answer a single check, by capturing the checking piece or by
    /// blocking. All squares if there is no check.
    #[inline]
    fn check_answers(&self, king: Square) -> Bitboard {
        match self.checkers.first() {
            Some(checker) => between(king, checker) | self.checkers,
            None => Bitboard::ALL,
        }
    }

    #[inline]
    fn generate_pawns<const NOISY: bool, const QUIET: bool>(
        &self,
        king: Square,
        answers: Bitboard,
        sink: &mut impl Sink,
    ) {
        let us = self.side;
        let theirs = self.sides[(!us).index()];
        let empty = !self.occupied();
        let pawns = self.pieces(us, PieceKind::Pawn);
        let free = pawns.without(self.pinned);
        let last_rank = Bitboard::rank_for(us, 7);

        let ahead = Step::ahead(us);
        let single = (free | pawns & line(Line::File, king)).stepped(ahead) & empty;
        if QUIET {
            let double = (single & Bitboard::rank_for(us, 2)).stepped(ahead) & empty & answers;
            sink.pawns((single & answers).without(last_rank), ahead);
            sink.pawns(double, Step::two_ahead(us));
        }
        let promoting = single & answers & last_rank;
        if promoting.any() {
            match (NOISY, QUIET) {
                (true, true) => sink.promotions(promoting, ahead, &PieceKind::PROMOTIONS),
                (true, false) => sink.promotions(promoting, ahead, &[PieceKind::Queen]),
                (false, _) => sink.promotions(promoting, ahead, &UNDERPROMOTIONS),
            }
        }
        if !NOISY {
            return;
        }
        // Towards the h-file White's pawns move along diagonals and Black's along antidiagonals.
        let (east_line, west_line) = match us {
            Side::First => (Line::Diagonal, Line::Antidiagonal),
            Side::Second => (Line::Antidiagonal, Line::Diagonal),
        };
        let east = (free | pawns & line(east_line, king)).pawn_attacks_east(us) & theirs & answers;
        let west = (free | pawns & line(west_line, king)).pawn_attacks_west(us) & theirs & answers;
        sink.pawns(east.without(last_rank), Step::ahead_east(us));
        sink.pawns(west.without(last_rank), Step::ahead_west(us));
        if ((east | west) & last_rank).any() {
            sink.promotions(east & last_rank, Step::ahead_east(us), &PieceKind::PROMOTIONS);
            sink.promotions(west & last_rank, Step::ahead_west(us), &PieceKind::PROMOTIONS);
        }
        if let Some(to) = self.en_passant.first() {
            for from in pawn_attacks(!us, to) & pawns {
                if self.en_passant_is_safe(from, to) {
                    sink.special(moves::en_passant(from, to));
                }
            }
        }
    }

    /// Whether `m`, which may be any 16 bits, is a legal move.
    pub fn is_legal(&self, m: Move) -> bool {
        let us = self.side;
        let ours = self.sides[us.index()];
        let (from, to) = (from_square(m), to_square(m));
        let (Some(kind), Some(special)) = (self.squares[from.index()], special(m)) else { return false };
        if !ours.contains(from) {
            return false;
        }
        if special == Special::Castling {
            return kind == PieceKind::King
                && (self.castling & ours).contains(to)
                && self.can_castle_with(to);
        }
        if ours.contains(to) {
            return false;
        }
        let reached = match (kind, special) {
            (PieceKind::Pawn, Special::EnPassant) => {
                return self.en_passant.contains(to)
                    && pawn_attacks(us, from).contains(to)
                    && self.en_passant_is_safe(from, to);
            }
            (PieceKind::Pawn, Special::Promotion(_)) => {
                to.rank_for(us) == 7 && self.pawn_targets(from).contains(to)
            }
            (PieceKind::Pawn, _) => to.rank_for(us) != 7 && self.pawn_targets(from).contains(to),
            (PieceKind::King, Special::Nothing) => {
                return king_attacks(from).contains(to) && self.king_is_safe_on(to);
            }
            (_, Special::Nothing) => piece_attacks(kind, from, self.occupied()).contains(to),
            _ => false,
        };
        let king = self.king(us);
        reached
            && !self.checkers.more_than_one()
            && self.check_answers(king).contains(to)
            && (!self.pinned.contains(from) || line_through(king, from).contains(to))
    }

    /// The targets of the pawn of the side to move on `from`, ignoring en passant and the king's safety.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let us = self.side;
        let empty = !self.occupied();
        let ahead = Step::ahead(us);
        let single = Bitboard::of(from).stepped(ahead) & empty;
        let double = (single & Bitboard::rank_for(us, 2)).stepped(ahead) & empty;
        single | double | pawn_attacks(us, from) & self.sides[(!us).index()]
    }
}
