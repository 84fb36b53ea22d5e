//! The start positions of Chess960 (start arrays).

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The number of start positions.
pub(super) const ARRAYS: usize = 960;

/// The FEN of the start position for the opening with this index. The seed determines the order; there are no
/// repetitions within 960 consecutive openings, counted from a multiple of 960.
pub(super) fn start_array(seed: u64, opening: usize) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    // Random openings use the streams from 0 upwards.
    rng.set_stream(u64::MAX - (opening / ARRAYS) as u64);
    let mut numbers: Vec<usize> = (0..ARRAYS).collect();
    numbers.shuffle(&mut rng);
    fen(numbers[opening % ARRAYS])
}

/// The FEN of a start position by its number, from 0 to 959; 518 is that of orthodox chess.
///
/// Source: Reinhard Scharnagl's numbering.
fn fen(number: usize) -> String {
    /// The positions of both knights among the five squares that bishops and queen leave free.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let mut rank = ['\0'; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[2 * light + 1] = 'B';
    rank[2 * dark] = 'B';
    let free = |rank: &[char; 8]| (0..8).filter(|&file| rank[file] == '\0').collect::<Vec<_>>();
    let file = free(&rank)[queen];
    rank[file] = 'Q';
    let files = free(&rank);
    for place in KNIGHTS[knights] {
        rank[files[place]] = 'N';
    }
    for (file, piece) in free(&rank).into_iter().zip(['R', 'K', 'R']) {
        rank[file] = piece;
    }
    let white: String = rank.into_iter().collect();
    let black = white.to_ascii_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn arrays_are_those_of_chess960() {
        assert!(fen(518).ends_with("/RNBQKBNR w KQkq - 0 1"));
        assert!(fen(0).ends_with("/BBQNNRKR w KQkq - 0 1"));
        assert!(fen(959).ends_with("/RKRNNQBB w KQkq - 0 1"));
        for number in 0..ARRAYS {
            let fen = fen(number);
            let rank = &fen[..8];
            let at = |piece: char| rank.match_indices(piece).map(|(file, _)| file).collect::<Vec<_>>();
            assert!(at('r')[0] < at('k')[0] && at('k')[0] < at('r')[1], "{rank}");
            assert_ne!(at('b')[0] % 2, at('b')[1] % 2, "{rank}");
        }
    }

    #[test]
    fn each_array_is_drawn_once_before_any_repeats() {
        for block in [0, 3] {
            let drawn: HashSet<_> = (0..ARRAYS).map(|index| start_array(7, block * ARRAYS + index)).collect();
            assert_eq!(drawn.len(), ARRAYS);
        }
        assert_ne!(
            (0..5).map(|index| start_array(7, index)).collect::<Vec<_>>(),
            (0..5).map(|index| start_array(8, index)).collect::<Vec<_>>()
        );
    }
}
