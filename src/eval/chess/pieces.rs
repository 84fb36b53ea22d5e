//! What the pieces do where they stand: mobility, outposts, rooks on files, threats.

use crate::base::Side;
use crate::rules::chess::attacks::piece_attacks;
use crate::rules::chess::{Bitboard, ChessPosition, PieceKind, Square, Step};

use super::attack_map::AttackMap;
use super::king::Pressure;
use super::pawns::attack_span;
use super::weights;
use crate::eval::tapered::Tapered;

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

/// What a side's pieces are worth to it where they stand. Enters in `map` what they attack, and in `pressure`
/// what they attack next to the other side's king.
pub(super) fn placement(
    position: &ChessPosition,
    us: Side,
    map: &mut AttackMap,
    pressure: &mut Pressure,
) -> Tapered {
    let mut placement = Placement::new(position, us, map);
    // One call a kind, so that each is compiled for its kind alone.
    placement.add(PieceKind::Knight, map, pressure);
    placement.add(PieceKind::Bishop, map, pressure);
    placement.add(PieceKind::Rook, map, pressure);
    placement.add(PieceKind::Queen, map, pressure);
    placement.worth
}

/// One side's surroundings, and what its pieces are worth in them so far.
struct Placement<'a> {
    position: &'a ChessPosition,
    us: Side,
    occupied: Bitboard,
    our_pawns: Bitboard,
    their_pawns: Bitboard,
    /// Squares that do not count as places to go to.
    barred: Bitboard,
    /// Squares that a pawn guards and from which no pawn can drive a piece away.
    outposts: Bitboard,
    worth: Tapered,
}

impl<'a> Placement<'a> {
    #[inline(always)]
    fn new(position: &'a ChessPosition, us: Side, map: &AttackMap) -> Self {
        let occupied = position.occupied();
        let our_pawns = position.pieces(us, PieceKind::Pawn);
        let their_pawns = position.pieces(!us, PieceKind::Pawn);
        // Pawns that cannot or should not move are in the way, and so is the king; squares that pawns attack
        // are not safe.
        let home_ranks = Bitboard::rank_for(us, 1) | Bitboard::rank_for(us, 2);
        let stuck = our_pawns & (home_ranks | occupied.stepped(Step::ahead(!us)));
        let barred = stuck | Bitboard::of(position.king(us)) | map.by(!us, PieceKind::Pawn);
        let advanced = Bitboard::rank_for(us, 3) | Bitboard::rank_for(us, 4) | Bitboard::rank_for(us, 5);
        let outposts = (advanced & map.by(us, PieceKind::Pawn)).without(attack_span(!us, their_pawns));
        Self { position, us, occupied, our_pawns, their_pawns, barred, outposts, worth: Tapered::ZERO }
    }

    /// Adds the pieces of one kind.
    #[inline(always)]
    fn add(&mut self, kind: PieceKind, map: &mut AttackMap, pressure: &mut Pressure) {
        let pieces = self.position.pieces(self.us, kind);
        for at in pieces {
            let attacks = piece_attacks(kind, at, self.occupied);
            map.add(self.us, kind, attacks);
            pressure.add(kind, attacks);
            let targets = attacks.without(self.barred).len();
            self.worth += MOBILITY[kind.index()][targets.min(MOST_TARGETS - 1)];
            self.worth += match kind {
                PieceKind::Knight => self.minor(at, weights::KNIGHT_OUTPOST),
                PieceKind::Bishop => self.minor(at, weights::BISHOP_OUTPOST) + self.bad_bishop(at),
                PieceKind::Rook => self.rook(at),
                _ => Tapered::ZERO,
            };
        }
        if kind == PieceKind::Bishop && pieces.several() {
            self.worth += weights::BISHOP_PAIR;
        }
    }

    #[inline(always)]
    fn minor(&self, at: Square, outpost: Tapered) -> Tapered {
        let is_behind_pawn = self.our_pawns.contains(at.after(Step::ahead(self.us)));
        weights::MINOR_BEHIND_PAWN * usize::from(is_behind_pawn)
            + outpost * usize::from(self.outposts.contains(at))
    }

    #[inline(always)]
    fn bad_bishop(&self, at: Square) -> Tapered {
        let colour = if Bitboard::DARK.contains(at) { Bitboard::DARK } else { !Bitboard::DARK };
        weights::BISHOP_BLOCKED_BY_PAWN * (self.our_pawns & colour).len()
    }

    #[inline(always)]
    fn rook(&self, at: Square) -> Tapered {
        let file = Bitboard::file(at.file());
        let mut worth = Tapered::ZERO;
        if (file & self.our_pawns).is_empty() {
            worth += if (file & self.their_pawns).is_empty() {
                weights::ROOK_OPEN_FILE
            } else {
                weights::ROOK_HALF_OPEN_FILE
            };
        }
        if at.rank_for(self.us) == 6 {
            let has_prey = (Bitboard::rank_for(self.us, 6) & self.their_pawns).any()
                || self.position.king(!self.us).rank_for(self.us) == 7;
            if has_prey {
                worth += weights::ROOK_ON_SEVENTH;
            }
        }
        worth
    }
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
