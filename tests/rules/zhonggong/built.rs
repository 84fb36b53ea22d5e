//! Randomly built positions for what is rare in games: pawns at home, crowded palaces, bare endings.

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};

use quadriga::base::{NoOptions, Notation};
use quadriga::games::zhonggong::ZhonggongPosition;

const FULL_SET: &str = "AABBNNRRCCPPPPP";

/// Builds boards point by point. Every FEN has one general of each side in the palace and no more pieces than a full
/// set.
pub struct Builder(SmallRng);

impl Builder {
    pub fn new(seed: u64) -> Self {
        Self(SmallRng::seed_from_u64(seed))
    }

    /// A FEN that may be unsound.
    pub fn any_fen(&mut self) -> String {
        let mut board = [['.'; 9]; 9];
        let red = self.palace_point(None);
        let near = self.0.random_ratio(1, 4);
        let black = self.palace_point(Some((red, near)));
        board[red.0][red.1] = 'K';
        board[black.0][black.1] = 'k';
        for (letters, home) in [(FULL_SET.to_owned(), 8), (FULL_SET.to_lowercase(), 0)] {
            self.place_side(&mut board, letters.chars().collect(), home, [red, black]);
        }
        let ranks: Vec<String> = board.iter().rev().map(write_rank).collect();
        let side = ["w", "b"].choose(&mut self.0).expect("two sides");
        let clock = if self.0.random_ratio(1, 5) { self.0.random_range(110..125) } else { 0 };
        format!("{} {side} - - {clock} 1", ranks.join("/"))
    }

    /// A FEN that the engine accepts as sound.
    pub fn sound_fen(&mut self) -> String {
        loop {
            let fen = self.any_fen();
            if ZhonggongPosition::from_fen(&fen, &NoOptions).is_ok() {
                return fen;
            }
        }
    }

    pub fn sound_fens(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.sound_fen()).collect()
    }

    fn palace_point(&mut self, other: Option<((usize, usize), bool)>) -> (usize, usize) {
        loop {
            let at = (self.0.random_range(3..6), self.0.random_range(3..6));
            match other {
                Some((taken, near))
                    if at == taken || near && taken.0.abs_diff(at.0) + taken.1.abs_diff(at.1) > 1 => {}
                _ => return at,
            }
        }
    }

    fn place_side(
        &mut self,
        board: &mut [[char; 9]; 9],
        mut letters: Vec<char>,
        home: usize,
        generals: [(usize, usize); 2],
    ) {
        letters.shuffle(&mut self.0);
        let count =
            if self.0.random_ratio(1, 2) { self.0.random_range(0..5) } else { self.0.random_range(0..=15) };
        letters.truncate(count);
        if self.0.random_ratio(1, 2) {
            let pawn = if home == 8 { 'P' } else { 'p' };
            letters.retain(|&letter| letter != pawn);
            let at_home = self.0.random_range(1..=4);
            for _ in 0..at_home {
                self.put(board, pawn, |rng| (home, rng.random_range(0..9)));
            }
            for _ in 0..self.0.random_range(0..=5 - at_home) {
                self.put(board, pawn, |rng| (home.abs_diff(rng.random_range(1..3)), rng.random_range(0..9)));
            }
        }
        for letter in letters {
            let crowd = self.0.random_ratio(1, 2);
            self.put(board, letter, |rng| {
                let centre = generals.choose(rng).expect("two generals");
                let mut near = |at: usize| (at + rng.random_range(0..5)).saturating_sub(2).min(8);
                if crowd {
                    (near(centre.0), near(centre.1))
                } else {
                    (rng.random_range(0..9), rng.random_range(0..9))
                }
            });
        }
    }

    /// Puts a piece on the first empty point that `choose` returns; gives up if the board is too crowded.
    fn put(
        &mut self,
        board: &mut [[char; 9]; 9],
        letter: char,
        mut choose: impl FnMut(&mut SmallRng) -> (usize, usize),
    ) {
        for _ in 0..20 {
            let (rank, file) = choose(&mut self.0);
            if board[rank][file] == '.' {
                board[rank][file] = letter;
                return;
            }
        }
    }
}

fn write_rank(rank: &[char; 9]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &letter in rank {
        if letter == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push(letter);
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}
