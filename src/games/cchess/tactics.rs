//! Static exchange evaluation for xiangqi and zhonggong.

use crate::base::Side;
use crate::games::cchess::{Occupancy, PieceKind, Point, PointSet};

/// What exchange evaluation needs from a game.
pub trait Capturers<const RANKS: usize> {
    /// The value of a piece of `side` on `at`, in the unit of the threshold. A general counts 0, as it is never given
    /// up.
    fn value(&self, kind: PieceKind, at: Point, side: Side) -> i32;

    /// The pieces of this kind and side, on the board at the start of the exchange, that could capture an enemy piece
    /// on `target` with the given occupancy. May include pieces that have already left.
    fn capturers(&self, kind: PieceKind, side: Side, target: Point, occupied: &Occupancy<RANKS>) -> PointSet;

    /// Whether the general of `side` keeps the other general away from `target` without capturing there.
    fn general_guards(&self, _side: Side, _target: Point, _occupied: &Occupancy<RANKS>) -> bool {
        false
    }
}

/// The order in which pieces capture, the cheapest first and the general last.
const ORDER: [PieceKind; PieceKind::COUNT] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Chariot,
    PieceKind::General,
];

/// Whether the exchange on `target` that starts with a move by `side` gains at least `threshold` for `side`, if both
/// sides capture with their cheapest piece first and may stop at any time. A general captures only if no enemy piece
/// can recapture.
///
/// `taken` is the value of the piece captured by the first move, 0 if none. Attackers are recomputed after every
/// capture, because a piece that has left may have opened a line or been a cannon's screen. `occupied` is the occupancy
/// before the move.
pub fn see_ge<const RANKS: usize>(
    game: &impl Capturers<RANKS>,
    mut occupied: Occupancy<RANKS>,
    (kind, from): (PieceKind, Point),
    (target, taken): (Point, i32),
    side: Side,
    threshold: i32,
) -> bool {
    // The gain above the threshold of the side that has just captured, if the exchange ended here.
    let mut balance = taken - threshold;
    if balance < 0 {
        return false;
    }
    // The same, if its capturing piece were then lost for nothing.
    if kind == PieceKind::General {
        return true;
    }
    balance -= game.value(kind, target, side);
    if balance >= 0 {
        return true;
    }
    if !occupied.points().contains(target) {
        occupied.toggle(target);
    }
    occupied.toggle(from);
    let mut turn = !side;
    loop {
        let next = ORDER.iter().find_map(|&kind| {
            let capturers = game.capturers(kind, turn, target, &occupied) & occupied.points();
            capturers.first().map(|from| (kind, from))
        });
        let Some((kind, from)) = next else { return turn != side };
        occupied.toggle(from);
        if kind == PieceKind::General {
            let answered = game.general_guards(!turn, target, &occupied)
                || ORDER
                    .iter()
                    .any(|&kind| (game.capturers(kind, !turn, target, &occupied) & occupied.points()).any());
            return (turn == side) != answered;
        }
        // The capturing side is now `-balance - 1` above the other side's threshold, less the value at risk.
        balance = -balance - 1 - game.value(kind, target, turn);
        if balance >= 0 {
            return turn == side;
        }
        turn = !turn;
    }
}
