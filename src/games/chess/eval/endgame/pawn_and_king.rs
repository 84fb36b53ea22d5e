//! Which positions with king and pawn against king are won, by retrograde analysis.

use std::sync::LazyLock;

use crate::base::Side;
use crate::games::chess::attacks::{king_attacks, pawn_attacks};
use crate::games::chess::{Bitboard, Square, Step};

/// The pawns of the table: on the files a to d, from the second to the seventh rank.
const PAWNS: usize = 24;

/// The squares on which the bare king loses, for the side with the pawn to move and for the other one, by pawn and
/// square of its king. The pawn moves up the board.
struct Table([Vec<Bitboard>; 2]);

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

/// Whether the side with the pawn, which moves up the board, wins; the position must be legal.
pub(super) fn is_won(pawn: Square, king: Square, bare_king: Square, is_pawn_side_to_move: bool) -> bool {
    let mirrored = |at: Square| {
        if pawn.file() < 4 { at } else { Square::new(7 - at.file(), at.rank()) }
    };
    let [to_move, waiting] = &TABLE.0;
    let table = if is_pawn_side_to_move { to_move } else { waiting };
    table[index(mirrored(pawn), mirrored(king))].contains(mirrored(bare_king))
}

/// The index of a pawn on the files a to d and of its king.
const fn index(pawn: Square, king: Square) -> usize {
    (4 * (pawn.rank() - 1) + pawn.file()) * 64 + king.index()
}

impl Table {
    fn new() -> Self {
        let mut table = Self([(); 2].map(|()| vec![Bitboard::EMPTY; PAWNS * 64]));
        while table.extend() {}
        table
    }

    /// Adds the positions from which a move leads to a known win; returns whether there are any.
    fn extend(&mut self) -> bool {
        let mut has_changed = false;
        for pawn in (0..PAWNS).map(|pawn| Square::new(pawn % 4, pawn / 4 + 1)) {
            for king in Bitboard::ALL.without(Bitboard::of(pawn)) {
                let index = index(pawn, king);
                let won = [self.won_to_move(pawn, king), self.won_waiting(pawn, king)];
                for (known, won) in self.0.iter_mut().zip(won) {
                    has_changed |= known[index] != won;
                    known[index] = won;
                }
            }
        }
        has_changed
    }

    /// The squares on which the bare king loses if the side with the pawn is to move.
    fn won_to_move(&self, pawn: Square, king: Square) -> Bitboard {
        let waiting = &self.0[1];
        let taken = Bitboard::of(king) | Bitboard::of(pawn);
        let by_king = (king_attacks(king) & !taken)
            .into_iter()
            .fold(Bitboard::EMPTY, |won, to| won | waiting[index(pawn, to)]);
        let stop = pawn.after(Step::ahead(Side::First));
        let by_pawn = if stop == king {
            Bitboard::EMPTY
        } else if stop.rank() == 7 {
            // The new queen must not be capturable.
            if king_attacks(stop).contains(king) { Bitboard::ALL } else { !king_attacks(stop) }
        } else {
            let two = stop.after(Step::ahead(Side::First));
            let twice = pawn.rank() == 1 && two != king;
            waiting[index(stop, king)] | if twice { waiting[index(two, king)] } else { Bitboard::EMPTY }
        };
        let illegal = taken | king_attacks(king) | pawn_attacks(Side::First, pawn);
        (by_king | by_pawn.without(Bitboard::of(stop))) & !illegal
    }

    /// The squares on which the bare king loses if it is to move.
    fn won_waiting(&self, pawn: Square, king: Square) -> Bitboard {
        let to_move = self.0[0][index(pawn, king)];
        let guarded = king_attacks(king) | pawn_attacks(Side::First, pawn);
        let squares = !(king_attacks(king) | Bitboard::of(king) | Bitboard::of(pawn));
        let lost = squares.into_iter().filter(|&bare_king| {
            let moves = king_attacks(bare_king) & !guarded;
            moves.any() && (moves & !to_move).is_empty()
        });
        lost.fold(Bitboard::EMPTY, |lost, at| lost | Bitboard::of(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn known_positions_are_won_or_drawn() {
        for (pawn, king, bare_king, wins_to_move, wins_waiting) in [
            // The opposition decides.
            ("e4", "e5", "e7", false, true),
            // With the king on the sixth rank before its pawn, whoever is to move.
            ("e5", "e6", "e8", true, true),
            // A rook pawn, with the bare king in the corner.
            ("a6", "b6", "a8", false, false),
            ("h6", "g6", "h8", false, false),
            // The pawn cannot be caught; it can if the king is to move.
            ("h5", "a1", "d5", true, false),
            ("a5", "h1", "e5", true, false),
        ] {
            for (is_to_move, wins) in [(true, wins_to_move), (false, wins_waiting)] {
                assert_eq!(
                    is_won(square(pawn), square(king), square(bare_king), is_to_move),
                    wins,
                    "pawn {pawn}, king {king}, bare king {bare_king}, to move: {is_to_move}"
                );
            }
        }
    }

    #[test]
    fn the_number_of_won_positions_agrees_with_published_counts() {
        let count = |table: &[Bitboard]| table.iter().map(|squares| squares.len()).sum::<usize>();
        let [to_move, waiting] = &TABLE.0;
        assert_eq!(count(to_move) + count(waiting), 111_282);
    }
}
