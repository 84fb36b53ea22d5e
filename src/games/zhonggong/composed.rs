use crate::games::Composer;
use crate::games::cchess::FILES;

/// Endings in which the side to move may trade, which games seldom reach while the trade is the only right move.
pub(super) const TRADES: Composer = Composer { theme: "trade", fen: trade };

/// Endings with so few pieces that the tables know their values.
pub(super) const ENDINGS: Composer = Composer { theme: "ending", fen: ending };

const RANKS: usize = 9;

/// The palace's first file and rank, from 0, and how far it extends.
const PALACE: usize = 3;
const PALACE_WIDTH: usize = 3;

/// Letters on a board, ranks from Red's side.
struct Board([[Option<char>; FILES]; RANKS]);

impl Board {
    /// The generals on two points of the palace.
    fn new(choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let mut board = Self([[None; FILES]; RANKS]);
        for general in ['K', 'k'] {
            board.put(general, choose, |choose| [PALACE, PALACE].map(|first| first + choose(PALACE_WIDTH)));
        }
        board
    }

    /// Puts a piece on an empty point of those that `point` gives as file and rank.
    fn put(
        &mut self,
        piece: char,
        choose: &mut dyn FnMut(usize) -> usize,
        point: impl Fn(&mut dyn FnMut(usize) -> usize) -> [usize; 2],
    ) {
        loop {
            let [file, rank] = point(choose);
            let place = &mut self.0[rank][file];
            if place.is_none() {
                *place = Some(piece);
                return;
            }
        }
    }

    fn put_anywhere(&mut self, piece: char, choose: &mut dyn FnMut(usize) -> usize) {
        self.put(piece, choose, |choose| [choose(FILES), choose(RANKS)]);
    }

    /// The FEN with Red to move, or the same with colours and ranks exchanged.
    fn fen(&self, is_black: bool) -> String {
        let mut ranks: Vec<String> = self.0.iter().rev().map(|rank| rank_text(rank)).collect();
        if !is_black {
            return format!("{} w", ranks.join("/"));
        }
        ranks.reverse();
        let text = ranks.join("/");
        let exchanged = text
            .chars()
            .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
        format!("{} b", exchanged.collect::<String>())
    }
}

fn rank_text(rank: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for place in rank.iter().map(Some).chain([None]) {
        if let Some(None) = place {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.extend(place.copied().flatten());
    }
    text
}

fn trade(choose: &mut dyn FnMut(usize) -> usize) -> String {
    let mut board = Board::new(choose);
    // A fifth pawn at home would have won.
    for _ in 0..=choose(4) {
        board.put('P', choose, |choose| [choose(FILES), RANKS - 1]);
    }
    for _ in 0..=choose(3) {
        let piece = ['r', 'n', 'c', 'p', 'a', 'b'][choose(6)];
        board.put_anywhere(piece, choose);
    }
    for _ in 0..choose(3) {
        let piece = ['R', 'N', 'C', 'P', 'A', 'B'][choose(6)];
        board.put_anywhere(piece, choose);
    }
    board.fen(choose(2) == 1)
}

fn ending(choose: &mut dyn FnMut(usize) -> usize) -> String {
    let mut board = Board::new(choose);
    let kinds = ['R', 'N', 'C', 'P', 'A', 'B'];
    board.put_anywhere(kinds[choose(kinds.len())], choose);
    board.put_anywhere(kinds[choose(kinds.len())].to_ascii_lowercase(), choose);
    board.fen(choose(2) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{NoOptions, Notation, Position};
    use crate::games::zhonggong::ZhonggongPosition;

    #[test]
    fn many_of_the_positions_are_legal() {
        for composer in [TRADES, ENDINGS] {
            let mut state = 1_u64;
            let mut choose = |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as usize % below
            };
            let legal = (0..400).filter(|_| {
                let fen = (composer.fen)(&mut choose);
                ZhonggongPosition::from_fen(&fen, &NoOptions).is_ok_and(|read| read.verdict().is_none())
            });
            assert!(legal.count() > 40, "{}", composer.theme);
        }
    }
}
