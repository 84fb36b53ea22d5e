//! Scale factors of endgames that are harder to win than the material suggests, and the value of driving a king
//! towards mate.

mod few_pieces;
mod pawn_and_king;

use crate::base::Side;
use crate::games::chess::{Bitboard, ChessPosition, PieceKind, Square};

use super::pawns::distance;
use super::tables::centrality;
use super::weights::{self, Weights};

const KNIGHT: i32 = weights::ENDGAME_MATERIAL[PieceKind::Knight.index()];
/// The value of the more valuable minor piece.
const MINOR: i32 = weights::ENDGAME_MATERIAL[PieceKind::Bishop.index()];

/// The files a to d.
const QUEENS_WING: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// A side's non-pawn material, by [`weights::ENDGAME_MATERIAL`].
fn non_pawn_material(position: &ChessPosition, side: Side) -> i32 {
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
        .into_iter()
        .map(|kind| weights::ENDGAME_MATERIAL[kind.index()] * position.pieces(side, kind).len() as i32)
        .sum()
}

/// The scale factor of the stronger side's endgame advantage, relative to [`weights::FULL_SCALE`].
#[inline]
pub(super) fn scale(position: &ChessPosition, stronger: Side) -> i32 {
    let pawns = position.pieces(stronger, PieceKind::Pawn).len();
    match scale_if_drawish(position, stronger, pawns) {
        Some(scale) => scale,
        None if pawns == 0 => weights::SCALE_PIECES,
        None if has_opposite_bishops(position) => weights::SCALE_OPPOSITE_BISHOPS_AND_MORE,
        None => scale_with_pawns(position, stronger, pawns),
    }
}

/// The scale factor of a side's advantage of any kind: that of its endgame advantage, except where that is about the
/// technique of winning with pieces.
#[inline]
fn scale_of_any(position: &ChessPosition, stronger: Side) -> i32 {
    let pawns = position.pieces(stronger, PieceKind::Pawn).len();
    scale_if_drawish(position, stronger, pawns).unwrap_or_else(|| scale_with_pawns(position, stronger, pawns))
}

/// The scale factor of a network's score, relative to [`weights::FULL_SCALE`], if `ahead` is ahead overall. A residual
/// network counts less in a king hunt.
#[inline]
pub(super) fn scale_of_network(position: &ChessPosition, ahead: Side, is_residual: bool) -> i32 {
    let scale = scale_of_any(position, ahead);
    if is_residual && hunt(position, ahead) > 0 { scale.min(weights::SCALE_NETWORK_IN_HUNT) } else { scale }
}

/// The scale factor in endgames that are mostly drawn: known ones with few pieces, those without pawns, and those with
/// only bishops of opposite colours; `None` in others. `pawns` is the number of the stronger side's pawns.
#[inline]
fn scale_if_drawish(position: &ChessPosition, stronger: Side, pawns: usize) -> Option<i32> {
    // This comes first, because most positions have more pieces.
    let has_few_pieces = few_pieces::are_left(position);
    if has_few_pieces && let Some(scale) = few_pieces::scale(position, stronger) {
        Some(scale)
    } else if pawns == 0 {
        scale_without_pawns(position, stronger)
    } else if has_few_pieces && has_opposite_bishops(position) && has_one_minor_each(position) {
        Some(weights::SCALE_OPPOSITE_BISHOPS + weights::SCALE_OPPOSITE_BISHOPS_PAWN * pawns as i32)
    } else {
        None
    }
}

/// An evaluation, scaled by the pieces on the board: the more pieces are left, the more an advantage counts, because
/// there are more ways to use it.
#[inline]
pub(super) fn scaled_by_material(position: &ChessPosition, value: i32) -> i32 {
    let phase = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
        .into_iter()
        .map(|kind| weights::PHASE[kind.index()] * position.kind(kind).len() as i32)
        .sum::<i32>();
    value * (weights::MATERIAL_SCALE_BASE + weights::MATERIAL_SCALE_PIECES * phase) / 1024
}

/// The complexity term, which is added to the endgame value `end` (for White) and depends on how easily the lead can be
/// converted. It never changes the sign of the sum. `passed` are the passed pawns.
#[inline]
pub(super) fn complexity(weights: &Weights, position: &ChessPosition, end: i32, passed: Bitboard) -> i32 {
    let pawns = position.kind(PieceKind::Pawn);
    let mut ease = weights.complexity_base
        + weights.complexity_pawn * pawns.len() as i32
        + weights.complexity_passed_pawn * passed.len() as i32;
    if (pawns & QUEENS_WING).any() && (pawns & !QUEENS_WING).any() {
        ease += weights.complexity_both_wings;
    }
    if position.occupied() == pawns | position.kind(PieceKind::King) {
        ease += weights.complexity_pawns_only;
    }
    end.signum() * ease.max(-end.abs())
}

/// The scale factor if the stronger side has no pawns; `None` if it is more than a minor piece ahead.
fn scale_without_pawns(position: &ChessPosition, stronger: Side) -> Option<i32> {
    let [ours, theirs] = [stronger, !stronger].map(|side| non_pawn_material(position, side));
    let knights = position.pieces(stronger, PieceKind::Knight);
    if ours <= MINOR || theirs == 0 && ours == KNIGHT * 2 && knights.more_than_one() {
        // A minor piece, or two knights against a bare king, cannot win.
        Some(0)
    } else {
        (ours - theirs <= MINOR).then_some(weights::SCALE_NO_PAWNS)
    }
}

/// The fewer pawns the stronger side has left, the more easily they are all traded; an extra piece makes up for it.
#[inline]
fn scale_with_pawns(position: &ChessPosition, stronger: Side, pawns: usize) -> i32 {
    if pawns == 0 || pawns > weights::SCALE_LEVEL_PIECES.len() {
        return weights::FULL_SCALE;
    }
    let [ours, theirs] = [stronger, !stronger].map(|side| non_pawn_material(position, side));
    let lead = ours - theirs;
    if 6 * lead < KNIGHT {
        weights::SCALE_LEVEL_PIECES[pawns - 1]
    } else if 3 * lead < 2 * KNIGHT {
        weights::SCALE_EXCHANGE_AHEAD[pawns - 1]
    } else {
        weights::FULL_SCALE
    }
}

fn has_one_minor_each(position: &ChessPosition) -> bool {
    Side::BOTH.into_iter().all(|side| non_pawn_material(position, side) == MINOR)
}

/// Whether each side has one bishop, and they move on squares of different colours.
fn has_opposite_bishops(position: &ChessPosition) -> bool {
    let [ours, theirs] = Side::BOTH.map(|side| position.pieces(side, PieceKind::Bishop));
    ours.len() == 1
        && theirs.len() == 1
        && (ours & Bitboard::DARK).is_empty() != (theirs & Bitboard::DARK).is_empty()
}

/// The value, for `hunter`, of driving the other king towards mate. It applies against a bare king that the hunter's
/// pieces can mate and, if neither side has a pawn, against a king whose pieces are worth less than the hunter's by
/// more than a minor piece; in all other positions it is 0.
#[inline]
pub(super) fn hunt(position: &ChessPosition, hunter: Side) -> i32 {
    let is_bare = !position.side(!hunter).more_than_one();
    if !is_bare && position.kind(PieceKind::Pawn).any() {
        return 0;
    }
    hunt_by_pieces(position, hunter, is_bare)
}

/// [`hunt`] against a bare king (`is_bare`), or without pawns.
fn hunt_by_pieces(position: &ChessPosition, hunter: Side, is_bare: bool) -> i32 {
    let majors = position.pieces(hunter, PieceKind::Rook) | position.pieces(hunter, PieceKind::Queen);
    let bishops = position.pieces(hunter, PieceKind::Bishop);
    let knights = position.pieces(hunter, PieceKind::Knight);
    let wins = if is_bare {
        majors.any() || bishops.more_than_one() || bishops.any() && knights.any()
    } else {
        non_pawn_material(position, hunter) - non_pawn_material(position, !hunter) > MINOR
    };
    if !wins {
        return 0;
    }
    let hunted = position.king(!hunter);
    let near = 7 - distance(hunted, position.king(hunter)) as i32;
    let mut value = weights::HUNTED_KING_TO_EDGE * (6 - centrality(hunted)) + weights::KINGS_TOGETHER * near;
    if majors.is_empty() && bishops.len() == 1 {
        let is_dark = (bishops & Bitboard::DARK).any();
        value += weights::TO_BISHOPS_CORNER * (7 - corner_distance(hunted, is_dark) as i32);
    }
    if is_bare { value } else { value * weights::HUNT_OF_DEFENDED_KING }
}

/// The distance, in king moves, of a square from the nearer corner of this colour.
fn corner_distance(at: Square, dark: bool) -> usize {
    let corners = if dark { [(0, 0), (7, 7)] } else { [(7, 0), (0, 7)] };
    corners.map(|(file, rank)| distance(at, Square::new(file, rank))).into_iter().min().unwrap_or(0)
}
