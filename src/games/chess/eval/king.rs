//! King safety: pawn shelter and storm, and attacks on the king's zone.

use crate::base::Side;
use crate::games::chess::attacks::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::games::chess::{Bitboard, ChessPosition, PieceKind};

use super::attack_map::AttackMap;
use super::pawns::ahead_of;
use super::weights::{self, Weights};
use crate::eval::classical::Tapered;

/// The attackers of the squares next to the enemy king.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pressure {
    ring: Bitboard,
    attackers: i32,
    danger: i32,
}

impl Pressure {
    /// Creates the pressure on the king of `side`, without attackers.
    #[inline]
    pub fn on(position: &ChessPosition, side: Side) -> Self {
        Self { ring: king_attacks(position.king(side)), attackers: 0, danger: 0 }
    }

    /// Adds a piece with the squares that it attacks.
    #[inline]
    pub fn add(&mut self, weights: &Weights, kind: PieceKind, attacks: Bitboard) {
        let attacked = (attacks & self.ring).len() as i32;
        let attacker = i32::from(attacked > 0);
        self.attackers += attacker;
        self.danger += weights.attacker[kind.index()] * attacker + weights.attacked_square * attacked;
    }
}

/// The penalty for the danger to a side's king, from that side's point of view, so at most 0. `shelter` is the result
/// of [`shelter`].
pub(super) fn danger(
    weights: &Weights,
    position: &ChessPosition,
    us: Side,
    map: &AttackMap,
    pressure: &Pressure,
    shelter: i32,
) -> Tapered {
    let them = !us;
    let has_queen = position.pieces(them, PieceKind::Queen).any();
    if pressure.attackers + i32::from(has_queen) < 2 {
        return Tapered::ZERO;
    }
    let guarded_well =
        map.twice(us) | (map.all(us) & !(map.by(us, PieceKind::King) | map.by(us, PieceKind::Queen)));
    let weak = map.all(them) & !guarded_well;
    let mut danger = pressure.danger + weights.weak_square * (weak & pressure.ring).len() as i32;

    let king = position.king(us);
    // The own queen does not count as a blocker: a slider's check through it still wins it.
    let occupied = position.occupied().without(position.pieces(us, PieceKind::Queen));
    let straight = rook_attacks(king, occupied);
    let diagonal = bishop_attacks(king, occupied);
    let safe = !position.side(them) & (!map.all(us) | weak & map.twice(them));
    let checks = [
        (PieceKind::Knight, knight_attacks(king)),
        (PieceKind::Bishop, diagonal),
        (PieceKind::Rook, straight),
        (PieceKind::Queen, straight | diagonal),
    ];
    for (kind, from) in checks {
        if (from & safe & map.by(them, kind)).any() {
            danger += weights.safe_check[kind.index()];
        }
    }
    if !has_queen {
        danger += weights.no_queen;
    }
    let wing = wing(king.file()) & own_ranks(us);
    let attacked = wing & map.all(them);
    danger += weights.wing_attacked * (attacked.len() + (attacked & map.twice(them)).len()) as i32;
    danger += weights.wing_guarded * (wing & map.all(us)).len() as i32;
    danger -= shelter * weights.bad_shelter / 10;
    let danger = danger.clamp(0, weights::MOST_DANGER);
    Tapered::new(-danger * danger / weights::DANGER_MIDDLE, -danger / weights::DANGER_END)
}

/// The files on which attacks count as attacks on a king on this file.
#[inline]
fn wing(file: usize) -> Bitboard {
    let files = match file {
        0..=2 => 0x0f,
        3 | 4 => 0x3c,
        _ => 0xf0,
    };
    Bitboard(0x0101_0101_0101_0101 * files)
}

/// The five ranks nearest to a side's own edge.
#[inline]
fn own_ranks(side: Side) -> Bitboard {
    match side {
        Side::First => Bitboard(0xff_ffff_ffff),
        Side::Second => Bitboard(0xffff_ffff_ff00_0000),
    }
}

/// The middle game value of the pawns around a side's king: its own shelter and the enemy's storm.
pub(super) fn shelter(weights: &Weights, position: &ChessPosition, us: Side) -> i32 {
    let king = position.king(us);
    let kings_rank = Bitboard::rank(king.rank());
    let not_behind = kings_rank | ahead_of(us, kings_rank);
    let our_pawns = position.pieces(us, PieceKind::Pawn) & not_behind;
    let their_pawns = position.pieces(!us, PieceKind::Pawn) & not_behind;
    let centre = king.file().clamp(1, 6);
    let mut value = 0;
    for file in centre - 1..=centre + 1 {
        let own = nearest_rank(us, our_pawns & Bitboard::file(file));
        let other = nearest_rank(us, their_pawns & Bitboard::file(file));
        let table = if file == king.file() { &weights.shelter_on_file } else { &weights.shelter };
        let storm = weights.storm[other];
        let is_blocked = own > 0 && other == own + 1;
        value += table[own] + if is_blocked { storm / 2 } else { storm };
    }
    value
}

/// The relative rank, for `side`, of the pawn nearest to its own edge of the board; 0 if there is none.
#[inline]
fn nearest_rank(side: Side, pawns: Bitboard) -> usize {
    let squares_before = match side {
        Side::First => pawns.0.trailing_zeros(),
        Side::Second => pawns.0.leading_zeros(),
    };
    (squares_before / 8) as usize % 8
}
