//! Exchanges of men in xiangqi and zhonggong.

use crate::base::Side;
use crate::rules::cchess::{ManKind, Occupancy, Point, PointSet};

/// What an exchange needs to know of a game.
pub trait Capturers<const RANKS: usize> {
    /// What a man of `side` standing at `at` is worth, in the unit of the threshold. A general is worth nothing, as it
    /// is never given up.
    fn worth(&self, kind: ManKind, at: Point, side: Side) -> i32;

    /// The men of this kind and side that are on the board as the exchange began and would capture on `target`, where
    /// an enemy stands, with the board occupied like this. Men that have left may be among them.
    fn capturers(&self, kind: ManKind, side: Side, target: Point, occupied: &Occupancy<RANKS>) -> PointSet;
}

/// The order in which men are sent into an exchange, the cheapest first and the general last.
const ORDER: [ManKind; ManKind::COUNT] = [
    ManKind::Pawn,
    ManKind::Advisor,
    ManKind::Elephant,
    ManKind::Horse,
    ManKind::Cannon,
    ManKind::Chariot,
    ManKind::General,
];

/// Whether the exchange that a move of `side` to `target` begins leaves `side` at least `threshold` better off, both
/// sides capturing there with their cheapest man first and free to stop. A general captures only where nobody is left
/// to answer.
///
/// `taken` is the worth of what the move captures, 0 where nothing. Attackers are looked up anew after every capture,
/// for a cannon's screen leaves with the man that stood there, and a line opens. `occupied` is the board before the
/// move.
pub fn see_ge<const RANKS: usize>(
    game: &impl Capturers<RANKS>,
    mut occupied: Occupancy<RANKS>,
    (kind, from): (ManKind, Point),
    (target, taken): (Point, i32),
    side: Side,
    threshold: i32,
) -> bool {
    // What the side that has just captured is ahead of its threshold, if the exchange ended here.
    let mut balance = taken - threshold;
    if balance < 0 {
        return false;
    }
    // And if it lost its capturer for nothing.
    if kind == ManKind::General {
        return true;
    }
    balance -= game.worth(kind, target, side);
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
        if kind == ManKind::General {
            let answered = ORDER
                .iter()
                .any(|&kind| (game.capturers(kind, !turn, target, &occupied) & occupied.points()).any());
            return (turn == side) != answered;
        }
        // The capturer's side is now `-balance - 1` ahead of the other's threshold, less what it risks.
        balance = -balance - 1 - game.worth(kind, target, turn);
        if balance >= 0 {
            return turn == side;
        }
        turn = !turn;
    }
}
