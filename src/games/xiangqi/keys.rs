use super::geometry::Board;
use crate::base::{Key, KeySequence, Side};
use crate::games::cchess::{Man, ManKind, POINTS, Point};

/// The key of each man on each point.
static MEN: [[Key; POINTS]; Man::COUNT] = {
    let mut sequence = KeySequence::new(0x7869_616e_6771_6921);
    let mut keys = [[Key(0); POINTS]; Man::COUNT];
    let mut man = 0;
    while man < Man::COUNT {
        keys[man] = sequence.next_keys();
        man += 1;
    }
    keys
};

/// The key of the second side being to move.
pub const TURN: Key = KeySequence::new(0x7475_726e).next_key();

/// The key of a man on a point.
#[inline(always)]
pub fn man_key(man: Man, at: Point) -> Key {
    MEN[man.index()][at.index()]
}

/// Whether men of this kind are part of the key of slowly changing features.
#[inline(always)]
pub const fn is_structural(kind: ManKind) -> bool {
    matches!(kind, ManKind::Pawn | ManKind::Advisor | ManKind::Elephant)
}

/// The keys of a position and of the men in it that move rarely.
pub fn keys_of(board: &Board, side: Side) -> (Key, Key) {
    let mut key = if side == Side::First { Key(0) } else { TURN };
    let mut structure = Key(0);
    for at in board.occupied() {
        if let Some(man) = board.man_at(at) {
            key ^= man_key(man, at);
            if is_structural(man.kind) {
                structure ^= man_key(man, at);
            }
        }
    }
    (key, structure)
}
