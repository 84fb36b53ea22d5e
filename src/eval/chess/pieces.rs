//! What the pieces do where they stand: mobility, outposts, rooks on files, threats.

use crate::base::Side;
use crate::rules::chess::attacks::piece_attacks;
use crate::rules::chess::{Bitboard, ChessPosition, PieceKind, Square, Step};

use super::attack_map::AttackMap;
use super::king::Pressure;
use super::pawns::attack_span;
use super::tapered::Tapered;
use super::weights;

const PIECES: [PieceKind; 4] = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// No piece has more squares to go to.
const MOST_TARGETS: usize = 28;

/// What mobility is worth, by kind and by the number of squares to go to.
static MOBILITY: [[Tapered; MOST_TARGETS]; 6] = {
    let mut table = [[Tapered::ZERO; MOST_TARGETS]; 6];
    let mut kind = 0;
    while kind < 6 {
        let (each, typical) = weights::MOBILITY[kind];
        let mut count = 0;
        while count < MOST_TARGETS {
            let squares = count as i32;
            let few = typical / 3;
            let missing = if squares < few { few - squares } else { 0 };
            table[kind][count] = each.times(squares - typical - missing);
            count += 1;
        }
        kind += 1;
    }
    table
};

/// What a side's pieces are worth to it where they stand. Enters in `map` what they attack, and in `pressure` what they
/// attack next to the other side's king.
pub(super) fn placement(
    position: &ChessPosition,
    us: Side,
    map: &mut AttackMap,
    pressure: &mut Pressure,
) -> Tapered {
    let occupied = position.occupied();
    let our_pawns = position.pieces(us, PieceKind::Pawn);
    let their_pawns = position.pieces(!us, PieceKind::Pawn);
    let ahead = Step::ahead(us);
    let home_ranks = Bitboard::rank_for(us, 1) | Bitboard::rank_for(us, 2);
    // Pawns that cannot or should not move are in the way, and so is the king; squares that pawns attack are not safe.
    let stuck = our_pawns & (home_ranks | { occupied }.stepped(Step::ahead(!us)));
    let in_the_way = stuck | Bitboard::of(position.king(us)) | map.by(!us, PieceKind::Pawn);
    let outposts = (Bitboard::rank_for(us, 3) | Bitboard::rank_for(us, 4) | Bitboard::rank_for(us, 5))
        & map.by(us, PieceKind::Pawn)
        & !attack_span(!us, their_pawns);

    let mut worth = Tapered::ZERO;
    for kind in PIECES {
        for at in position.pieces(us, kind) {
            let attacks = piece_attacks(kind, at, occupied);
            map.add(us, kind, attacks);
            pressure.add(kind, attacks);
            worth += MOBILITY[kind.index()][attacks.without(in_the_way).len().min(MOST_TARGETS - 1)];
            worth += match kind {
                PieceKind::Rook => rook(position, us, at),
                PieceKind::Queen => Tapered::ZERO,
                _ => minor(kind, at, our_pawns, outposts, ahead),
            };
        }
    }
    if position.pieces(us, PieceKind::Bishop).several() {
        worth += weights::BISHOP_PAIR;
    }
    worth
}

#[inline(always)]
fn minor(kind: PieceKind, at: Square, our_pawns: Bitboard, outposts: Bitboard, ahead: Step) -> Tapered {
    let mut worth = Tapered::ZERO;
    if our_pawns.contains(at.after(ahead)) {
        worth += weights::MINOR_BEHIND_PAWN;
    }
    if kind == PieceKind::Knight {
        if outposts.contains(at) {
            worth += weights::KNIGHT_OUTPOST;
        }
    } else {
        if outposts.contains(at) {
            worth += weights::BISHOP_OUTPOST;
        }
        let colour = if Bitboard::DARK.contains(at) { Bitboard::DARK } else { !Bitboard::DARK };
        worth += weights::BISHOP_BLOCKED_BY_PAWN * (our_pawns & colour).len();
    }
    worth
}

#[inline(always)]
fn rook(position: &ChessPosition, us: Side, at: Square) -> Tapered {
    let file = Bitboard::file(at.file());
    let our_pawns = position.pieces(us, PieceKind::Pawn);
    let their_pawns = position.pieces(!us, PieceKind::Pawn);
    let mut worth = Tapered::ZERO;
    if (file & our_pawns).is_empty() {
        worth += if (file & their_pawns).is_empty() {
            weights::ROOK_OPEN_FILE
        } else {
            weights::ROOK_HALF_OPEN_FILE
        };
    }
    let seventh = Bitboard::rank_for(us, 6);
    if seventh.contains(at) && ((seventh & their_pawns).any() || position.king(!us).rank_for(us) == 7) {
        worth += weights::ROOK_ON_SEVENTH;
    }
    worth
}

/// What a side's attacks on the other's pieces are worth to it.
pub(super) fn threats(position: &ChessPosition, us: Side, map: &AttackMap) -> Tapered {
    let them = !us;
    let theirs = position.side(them);
    let minors = position.pieces(them, PieceKind::Knight) | position.pieces(them, PieceKind::Bishop);
    let queens = position.pieces(them, PieceKind::Queen);
    let majors = position.pieces(them, PieceKind::Rook) | queens;
    let by_minor = map.by(us, PieceKind::Knight) | map.by(us, PieceKind::Bishop);
    let guarded_by_pawn = map.by(them, PieceKind::Pawn);
    let hanging = theirs & map.all(us) & !map.all(them);
    weights::PAWN_ATTACKS_PIECE * ((minors | majors) & map.by(us, PieceKind::Pawn)).len()
        + weights::MINOR_ATTACKS_MAJOR * (majors & by_minor).len()
        + weights::MINOR_ATTACKS_MINOR * (minors.without(guarded_by_pawn) & by_minor).len()
        + weights::ROOK_ATTACKS_QUEEN * (queens & map.by(us, PieceKind::Rook)).len()
        + weights::HANGING * hanging.len()
}
