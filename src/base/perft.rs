use crate::base::{MoveList, Position};

/// The number of leaf nodes `depth` plies below `position`; 1 at depth 0. Moves of the last ply are counted without
/// making them.
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let mut leaves = 0;
            for m in moves {
                position.make(m, &mut ());
                leaves += perft(position, depth - 1);
                position.unmake();
            }
            leaves
        }
    }
}
