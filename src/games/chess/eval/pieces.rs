//! Pieces: mobility, outposts, rooks on open files, threats.

use crate::base::Side;
use crate::games::chess::attacks::{bishop_attacks, piece_attacks};
use crate::games::chess::{Bitboard, ChessPosition, PieceKind, Square, Step};

use super::attack_map::AttackMap;
use super::king::Pressure;
use super::pawns::attack_span;
use super::weights::Weights;
use crate::eval::classical::{Prepared, Tapered};

/// The squares d4, d5, e4 and e5.
const CENTRE: Bitboard = Bitboard(0x18_1800_0000);

/// The value of the placement of a side's pieces, for that side. Adds the squares that they attack to `map`, and those
/// next to the enemy king to `pressure`.
pub(super) fn placement(
    prepared: &Prepared<Weights>,
    position: &ChessPosition,
    us: Side,
    map: &mut AttackMap,
    pressure: &mut Pressure,
) -> Tapered {
    let mut placement = Placement::new(prepared, position, us, map);
    // One inlined call per kind, so that each is specialised for its kind.
    placement.add(PieceKind::Knight, map, pressure);
    placement.add(PieceKind::Bishop, map, pressure);
    placement.add(PieceKind::Rook, map, pressure);
    placement.add(PieceKind::Queen, map, pressure);
    placement.value
}

/// The data by which one side's pieces are evaluated, and the sum so far.
struct Placement<'a> {
    prepared: &'a Prepared<Weights>,
    position: &'a ChessPosition,
    us: Side,
    occupied: Bitboard,
    our_pawns: Bitboard,
    their_pawns: Bitboard,
    /// Squares that do not count for mobility.
    barred: Bitboard,
    /// Squares on the fourth to sixth rank that an own pawn defends and that no enemy pawn can ever attack.
    outposts: Bitboard,
    value: Tapered,
}

impl<'a> Placement<'a> {
    #[inline]
    fn new(prepared: &'a Prepared<Weights>, position: &'a ChessPosition, us: Side, map: &AttackMap) -> Self {
        let occupied = position.occupied();
        let our_pawns = position.pieces(us, PieceKind::Pawn);
        let their_pawns = position.pieces(!us, PieceKind::Pawn);
        // The mobility area excludes blocked and unadvanced own pawns, the own king, and squares that enemy pawns
        // attack.
        let home_ranks = Bitboard::rank_for(us, 1) | Bitboard::rank_for(us, 2);
        let stuck = our_pawns & (home_ranks | occupied.stepped(Step::ahead(!us)));
        let barred = stuck | Bitboard::of(position.king(us)) | map.by(!us, PieceKind::Pawn);
        let advanced = Bitboard::rank_for(us, 3) | Bitboard::rank_for(us, 4) | Bitboard::rank_for(us, 5);
        let outposts = (advanced & map.by(us, PieceKind::Pawn)).without(attack_span(!us, their_pawns));
        Self {
            prepared,
            position,
            us,
            occupied,
            our_pawns,
            their_pawns,
            barred,
            outposts,
            value: Tapered::ZERO,
        }
    }

    /// Adds the pieces of one kind.
    #[inline(always)]
    fn add(&mut self, kind: PieceKind, map: &mut AttackMap, pressure: &mut Pressure) {
        let weights = self.prepared.weights();
        let mobility = &self.prepared.tables().mobility[kind.index()];
        let pieces = self.position.pieces(self.us, kind);
        for at in pieces {
            let attacks = piece_attacks(kind, at, self.occupied);
            map.add(self.us, kind, attacks);
            pressure.add(weights, kind, attacks);
            let targets = attacks.without(self.barred).len();
            self.value += mobility[targets];
            self.value += match kind {
                PieceKind::Knight => self.minor(at, weights.knight_outpost) + self.knight(attacks),
                PieceKind::Bishop => self.minor(at, weights.bishop_outpost) + self.bishop(at),
                PieceKind::Rook => self.rook(at),
                _ => Tapered::ZERO,
            };
        }
        if kind == PieceKind::Bishop && pieces.more_than_one() {
            self.value += weights.bishop_pair;
        }
    }

    #[inline]
    fn minor(&self, at: Square, outpost: Tapered) -> Tapered {
        let weights = self.prepared.weights();
        let is_behind_pawn = self.our_pawns.contains(at.after(Step::ahead(self.us)));
        weights.minor_behind_pawn * usize::from(is_behind_pawn)
            + outpost * usize::from(self.outposts.contains(at))
    }

    #[inline]
    fn knight(&self, attacks: Bitboard) -> Tapered {
        let weights = self.prepared.weights();
        let reached = (attacks & self.outposts).without(self.position.side(self.us));
        weights.knight_near_outpost * usize::from(reached.any())
            + weights.knight_with_pawns * self.pawns_beyond_five()
    }

    #[inline]
    fn bishop(&self, at: Square) -> Tapered {
        let weights = self.prepared.weights();
        let colour = if Bitboard::DARK.contains(at) { Bitboard::DARK } else { !Bitboard::DARK };
        let through_pieces = bishop_attacks(at, self.our_pawns | self.their_pawns);
        weights.bishop_blocked_by_pawn * (self.our_pawns & colour).len()
            + weights.bishop_on_long_diagonal * usize::from((through_pieces & CENTRE).more_than_one())
    }

    #[inline]
    fn pawns_beyond_five(&self) -> i32 {
        self.our_pawns.len() as i32 - 5
    }

    #[inline]
    fn rook(&self, at: Square) -> Tapered {
        let file = Bitboard::file(at.file());
        let mut value = self.prepared.weights().rook_with_pawns * self.pawns_beyond_five();
        if (file & self.our_pawns).is_empty() {
            value += if (file & self.their_pawns).is_empty() {
                self.prepared.weights().rook_open_file
            } else {
                self.prepared.weights().rook_half_open_file
            };
        }
        if at.rank_for(self.us) == 6 {
            let has_target = (Bitboard::rank_for(self.us, 6) & self.their_pawns).any()
                || self.position.king(!self.us).rank_for(self.us) == 7;
            if has_target {
                value += self.prepared.weights().rook_on_seventh;
            }
        }
        value
    }
}

/// The value of a side's threats against enemy pieces, and of contested squares.
pub(super) fn threats(weights: &Weights, position: &ChessPosition, us: Side, map: &AttackMap) -> Tapered {
    let them = !us;
    let theirs = position.side(them);
    let pawns = position.pieces(them, PieceKind::Pawn);
    let queens = position.pieces(them, PieceKind::Queen);
    let majors = position.pieces(them, PieceKind::Rook) | queens;
    let guarded_by_pawn = map.by(them, PieceKind::Pawn);
    let guarded_well = guarded_by_pawn | map.twice(them).without(map.twice(us));
    let guarded_badly = theirs.without(guarded_well);
    let by_minor = (map.by(us, PieceKind::Knight) | map.by(us, PieceKind::Bishop)) & (guarded_badly | majors);
    let by_rook = map.by(us, PieceKind::Rook) & (guarded_badly | queens);
    let mut value = Tapered::ZERO;
    for kind in [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
        let attacked = position.pieces(them, kind);
        value += weights.minor_attacks[kind.index()] * (attacked & by_minor).len()
            + weights.rook_attacks[kind.index()] * (attacked & by_rook).len();
    }
    let pieces = theirs.without(pawns);
    let hanging = theirs & map.all(us) & !map.all(them);
    let contested = (map.all(us) & map.all(them)).without(guarded_well);
    value
        + weights.pawn_attacks_piece * (pieces & map.by(us, PieceKind::Pawn)).len()
        + weights.king_attacks * (guarded_badly & map.by(us, PieceKind::King)).len()
        + weights.pawn_push_attacks * (pushes_to_attack(position, us, map) & pieces).len()
        + weights.contested * contested.len()
        + weights.hanging * hanging.len()
}

/// The squares that a side's pawns would attack after safe pawn pushes.
#[inline]
fn pushes_to_attack(position: &ChessPosition, us: Side, map: &AttackMap) -> Bitboard {
    let empty = !position.occupied();
    let ahead = Step::ahead(us);
    let once = position.pieces(us, PieceKind::Pawn).stepped(ahead) & empty;
    let twice = (once & Bitboard::rank_for(us, 2)).stepped(ahead) & empty;
    let unsafe_squares = map.by(!us, PieceKind::Pawn) | map.all(!us).without(map.all(us));
    let pushed = (once | twice).without(unsafe_squares);
    pushed.pawn_attacks_east(us) | pushed.pawn_attacks_west(us)
}
