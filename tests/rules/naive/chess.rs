//! A plain second implementation of chess: letters on a grid, with every move made and examined.

use super::Naive;

/// A file and a rank, both from 0; off the board if either is not less than 8.
type At = (i32, i32);

const STRAIGHT: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [At; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Orthodox chess, or Chess960 with castling written as the king's move onto its rook.
#[derive(Debug, Clone)]
pub struct NaiveChess<const CHESS960: bool> {
    grid: [[char; 8]; 8],
    white: bool,
    /// The rooks that still have castling rights.
    castling: Vec<At>,
    /// The square that a pawn has just passed.
    passed: Option<At>,
}

fn name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn square(text: &str) -> At {
    let bytes = text.as_bytes();
    ((bytes[0] - b'a') as i32, (bytes[1] - b'1') as i32)
}

impl<const CHESS960: bool> NaiveChess<CHESS960> {
    /// The contents of a square: a FEN letter, a space if it is empty, `0` off the board.
    fn get(&self, (file, rank): At) -> char {
        if (0..8).contains(&file) && (0..8).contains(&rank) {
            self.grid[rank as usize][file as usize]
        } else {
            '0'
        }
    }

    fn set(&mut self, (file, rank): At, letter: char) {
        self.grid[rank as usize][file as usize] = letter;
    }

    fn squares() -> impl Iterator<Item = At> {
        (0..64).map(|index| (index % 8, index / 8))
    }

    fn belongs(letter: char, white: bool) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == white
    }

    fn king(&self, white: bool) -> At {
        let letter = if white { 'K' } else { 'k' };
        Self::squares().find(|&at| self.get(at) == letter).expect("each side has a king")
    }

    /// The squares that the piece here attacks, whatever stands there.
    fn reach(&self, from: At) -> Vec<At> {
        let letter = self.get(from);
        let go = |(file, rank): At| (from.0 + file, from.1 + rank);
        let slide = |directions: &[At]| {
            let mut squares = Vec::new();
            for &(file, rank) in directions {
                for distance in 1..8 {
                    let to = go((file * distance, rank * distance));
                    squares.push(to);
                    if self.get(to) != ' ' {
                        break;
                    }
                }
            }
            squares
        };
        let all = [STRAIGHT, DIAGONAL].concat();
        let mut squares = match letter.to_ascii_uppercase() {
            'P' => {
                let ahead = if letter == 'P' { 1 } else { -1 };
                vec![go((-1, ahead)), go((1, ahead))]
            }
            'N' => LEAPS.map(go).to_vec(),
            'B' => slide(&DIAGONAL),
            'R' => slide(&STRAIGHT),
            'Q' => slide(&all),
            'K' => all.into_iter().map(go).collect(),
            _ => Vec::new(),
        };
        squares.retain(|&to| self.get(to) != '0');
        squares
    }

    /// The pieces of one side that attack a square.
    fn attackers(&self, at: At, white: bool) -> Vec<At> {
        Self::squares()
            .filter(|&from| Self::belongs(self.get(from), white) && self.reach(from).contains(&at))
            .collect()
    }

    /// The board after moving a piece, including the removal of a pawn captured en passant.
    fn after(&self, from: At, to: At, letter: char) -> Self {
        let mut next = self.clone();
        if letter.eq_ignore_ascii_case(&'p') && from.0 != to.0 && self.get(to) == ' ' {
            next.set((to.0, from.1), ' ');
        }
        next.set(from, ' ');
        next.set(to, letter);
        next
    }

    fn is_safe(&self) -> bool {
        self.attackers(self.king(self.white), !self.white).is_empty()
    }

    fn piece_moves(&self, from: At) -> Vec<String> {
        let letter = self.get(from);
        let mut targets = self.reach(from);
        targets.retain(|&to| !Self::belongs(self.get(to), self.white));
        if letter.eq_ignore_ascii_case(&'p') {
            targets.retain(|&to| self.get(to) != ' ' || self.passed == Some(to));
            let ahead = if self.white { 1 } else { -1 };
            let (one, two) = ((from.0, from.1 + ahead), (from.0, from.1 + 2 * ahead));
            if self.get(one) == ' ' {
                targets.push(one);
                if from.1 == (if self.white { 1 } else { 6 }) && self.get(two) == ' ' {
                    targets.push(two);
                }
            }
        }
        let mut moves = Vec::new();
        for to in targets {
            if !self.after(from, to, letter).is_safe() {
                continue;
            }
            let text = name(from) + &name(to);
            if letter.eq_ignore_ascii_case(&'p') && (to.1 == 0 || to.1 == 7) {
                moves.extend("nbrq".chars().map(|letter| format!("{text}{letter}")));
            } else {
                moves.push(text);
            }
        }
        moves
    }

    /// The target squares of king and rook.
    fn castling_targets(king: At, rook: At) -> (At, At) {
        if rook.0 > king.0 { ((6, king.1), (5, king.1)) } else { ((2, king.1), (3, king.1)) }
    }

    fn castled(&self, king: At, rook: At) -> Self {
        let (king_target, rook_target) = Self::castling_targets(king, rook);
        let (king_letter, rook_letter) = (self.get(king), self.get(rook));
        let mut next = self.clone();
        next.set(king, ' ');
        next.set(rook, ' ');
        next.set(king_target, king_letter);
        next.set(rook_target, rook_letter);
        next
    }

    fn castling_moves(&self) -> Vec<String> {
        let king = self.king(self.white);
        let mut moves = Vec::new();
        for &rook in self.castling.iter().filter(|&&rook| Self::belongs(self.get(rook), self.white)) {
            let (king_target, rook_target) = Self::castling_targets(king, rook);
            let way = |a: At, b: At| (a.0.min(b.0)..=a.0.max(b.0)).map(move |file| (file, a.1));
            let is_clear = way(king, king_target)
                .chain(way(rook, rook_target))
                .all(|at| at == king || at == rook || self.get(at) == ' ');
            let mut without_king = self.clone();
            without_king.set(king, ' ');
            let is_watched =
                way(king, king_target).any(|at| !without_king.attackers(at, !self.white).is_empty());
            if is_clear && !is_watched && self.castled(king, rook).is_safe() {
                moves.push(name(king) + &name(if CHESS960 { rook } else { king_target }));
            }
        }
        moves
    }
}

impl<const CHESS960: bool> Naive for NaiveChess<CHESS960> {
    fn from_fen(fen: &str) -> Self {
        let fields: Vec<_> = fen.split(' ').collect();
        let mut position = Self {
            grid: [[' '; 8]; 8],
            white: fields[1] == "w",
            castling: Vec::new(),
            passed: (fields[3] != "-").then(|| square(fields[3])),
        };
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in rank.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as i32;
                } else {
                    position.set((file, 7 - row as i32), letter);
                    file += 1;
                }
            }
        }
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            let white = letter.is_ascii_uppercase();
            let (rank, rook) = if white { (0, 'R') } else { (7, 'r') };
            let king = position.king(white);
            let rooks: Vec<_> =
                (0..8).map(|file| (file, rank)).filter(|&at| position.get(at) == rook).collect();
            position.castling.push(match letter.to_ascii_uppercase() {
                'K' => *rooks.iter().rfind(|at| at.0 > king.0).expect("a rook on the king's right"),
                'Q' => *rooks.iter().find(|at| at.0 < king.0).expect("a rook on the king's left"),
                file => ((file as u8 - b'A') as i32, rank),
            });
        }
        position
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = self.castling_moves();
        for from in Self::squares().filter(|&from| Self::belongs(self.get(from), self.white)) {
            moves.extend(self.piece_moves(from));
        }
        moves
    }

    fn play(&mut self, text: &str) {
        let (from, to) = (square(&text[..2]), square(&text[2..4]));
        let letter = self.get(from);
        let king_moves = letter.eq_ignore_ascii_case(&'k');
        let castles = king_moves
            && if CHESS960 { Self::belongs(self.get(to), self.white) } else { (from.0 - to.0).abs() == 2 };
        let mut next = if castles {
            let orthodox = (if to.0 == 6 { 7 } else { 0 }, to.1);
            self.castled(from, if CHESS960 { to } else { orthodox })
        } else {
            let becomes = match text[4..].chars().next() {
                Some(kind) if self.white => kind.to_ascii_uppercase(),
                Some(kind) => kind,
                None => letter,
            };
            self.after(from, to, becomes)
        };
        next.castling.retain(|&rook| rook != from && rook != to && !(king_moves && rook.1 == from.1));
        if king_moves {
            // Castling rights belong to the back rank, the only one on which a king can have them.
            let own = if self.white { 0 } else { 7 };
            next.castling.retain(|rook| rook.1 != own);
        }
        let is_double = letter.eq_ignore_ascii_case(&'p') && (to.1 - from.1).abs() == 2;
        next.passed = is_double.then_some((from.0, i32::midpoint(from.1, to.1)));
        next.white = !self.white;
        *self = next;
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let checkers: Vec<_> =
            self.attackers(self.king(self.white), !self.white).into_iter().map(name).collect();
        vec![("check", if checkers.is_empty() { "no".to_owned() } else { checkers.join(" ") })]
    }
}
