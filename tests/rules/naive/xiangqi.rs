//! A plain second implementation of xiangqi.

use super::Naive;

/// A point as file and rank, from 0 at Red's left.
type At = (i32, i32);

/// A board of FEN letters, by rank and file.
#[derive(Debug, Clone)]
pub struct NaiveXiangqi {
    board: [[Option<char>; 9]; 10],
    red_to_move: bool,
}

const LINES: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl NaiveXiangqi {
    fn get(&self, (file, rank): At) -> Option<char> {
        self.board[rank as usize][file as usize]
    }

    fn on_board((file, rank): At) -> bool {
        (0..9).contains(&file) && (0..10).contains(&rank)
    }

    fn in_palace(red: bool, (file, rank): At) -> bool {
        (3..6).contains(&file) && if red { (0..3).contains(&rank) } else { (7..10).contains(&rank) }
    }

    fn at_home(red: bool, (_, rank): At) -> bool {
        (rank < 5) == red
    }

    /// Whether a piece of one side may end its step here: on the board, and not on a piece of its own side.
    fn open_to(&self, red: bool, to: At) -> bool {
        Self::on_board(to) && self.get(to).is_none_or(|piece| piece.is_ascii_uppercase() != red)
    }

    /// The points that the piece here can reach by its movement alone.
    fn steps(&self, from: At) -> Vec<At> {
        let Some(piece) = self.get(from) else { return Vec::new() };
        let red = piece.is_ascii_uppercase();
        let (file, rank) = from;
        let mut steps = Vec::new();
        match piece.to_ascii_uppercase() {
            'K' => steps.extend(
                LINES.map(|(f, r)| (file + f, rank + r)).into_iter().filter(|&to| Self::in_palace(red, to)),
            ),
            'A' => {
                for (f, r) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    if Self::in_palace(red, (file + f, rank + r)) {
                        steps.push((file + f, rank + r));
                    }
                }
            }
            'B' => {
                for (f, r) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let to = (file + 2 * f, rank + 2 * r);
                    if Self::on_board(to)
                        && Self::at_home(red, to)
                        && self.get((file + f, rank + r)).is_none()
                    {
                        steps.push(to);
                    }
                }
            }
            'N' => {
                for (f, r) in LINES {
                    let leg = (file + f, rank + r);
                    if Self::on_board(leg) && self.get(leg).is_none() {
                        steps.push((leg.0 + f + r, leg.1 + r + f));
                        steps.push((leg.0 + f - r, leg.1 + r - f));
                    }
                }
            }
            'P' => {
                steps.push((file, rank + if red { 1 } else { -1 }));
                if !Self::at_home(red, from) {
                    steps.extend([(file - 1, rank), (file + 1, rank)]);
                }
            }
            letter => {
                for (f, r) in LINES {
                    let mut to = (file + f, rank + r);
                    let mut screens = 0;
                    while Self::on_board(to) {
                        let empty = self.get(to).is_none();
                        let reached = match letter {
                            'R' => screens == 0,
                            _ => screens == 0 && empty || screens == 1 && !empty,
                        };
                        if reached {
                            steps.push(to);
                        }
                        screens += i32::from(!empty);
                        to = (to.0 + f, to.1 + r);
                    }
                }
            }
        }
        steps.retain(|&to| self.open_to(red, to));
        steps
    }

    fn pieces(&self, red: bool) -> Vec<At> {
        let all = (0..10).flat_map(|rank| (0..9).map(move |file| (file, rank)));
        all.filter(|&at| self.get(at).is_some_and(|piece| piece.is_ascii_uppercase() == red)).collect()
    }

    /// Whether a side's general could be captured, or faces the other general on an open file.
    fn exposed(&self, red: bool) -> bool {
        let general = |red| {
            let letter = if red { 'K' } else { 'k' };
            self.pieces(red).into_iter().find(|&at| self.get(at) == Some(letter)).expect("a general")
        };
        let (own, other) = (general(red), general(!red));
        let (low, high) = (own.1.min(other.1), own.1.max(other.1));
        let facing = own.0 == other.0 && (low + 1..high).all(|rank| self.get((own.0, rank)).is_none());
        facing || self.pieces(!red).into_iter().any(|from| self.steps(from).contains(&own))
    }

    fn after(&self, from: At, to: At) -> Self {
        let mut next = self.clone();
        next.board[to.1 as usize][to.0 as usize] = next.board[from.1 as usize][from.0 as usize].take();
        next.red_to_move = !self.red_to_move;
        next
    }

    /// The best gain of the side to move from captures on a point, with its cheapest piece first and free to stop.
    pub fn capture_gain(&self, target: At, value: &impl Fn(char, At) -> i32) -> i32 {
        let red = self.red_to_move;
        let mut capturers: Vec<_> =
            self.pieces(red).into_iter().filter(|&from| self.steps(from).contains(&target)).collect();
        capturers.sort_by_key(|&from| {
            "PABNCRK".find(self.get(from).expect("a piece").to_ascii_uppercase()).expect("a letter")
        });
        let (Some(&from), Some(taken)) = (capturers.first(), self.get(target)) else { return 0 };
        let next = self.after(from, target);
        if self.get(from).is_some_and(|piece| piece.eq_ignore_ascii_case(&'k')) && next.exposed(red) {
            return 0;
        }
        (value(taken, target) - next.capture_gain(target, value)).max(0)
    }

    /// The gain of a move including the exchange that follows on its target.
    pub fn exchange(&self, text: &str, value: &impl Fn(char, At) -> i32) -> i32 {
        let (from, to) = points(text);
        self.get(to).map_or(0, |piece| value(piece, to)) - self.after(from, to).capture_gain(to, value)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, text: &str) -> bool {
        let (from, to) = points(text);
        self.after(from, to).exposed(!self.red_to_move)
    }
}

/// Reads two points with ranks counted from 1.
fn points(text: &str) -> (At, At) {
    let second = text[1..].find(char::is_alphabetic).expect("a second point") + 1;
    let point = |text: &str| {
        let file = i32::from(text.as_bytes()[0] - b'a');
        (file, text[1..].parse::<i32>().expect("a rank") - 1)
    };
    (point(&text[..second]), point(&text[second..]))
}

impl Naive for NaiveXiangqi {
    fn from_fen(fen: &str) -> Self {
        let mut board = [[None; 9]; 10];
        let mut fields = fen.split(' ');
        for (line, rank) in fields.next().expect("a board").split('/').zip((0..10).rev()) {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    board[rank][file] = Some(letter);
                    file += 1;
                }
            }
        }
        Self { board, red_to_move: fields.next() == Some("w") }
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in self.pieces(self.red_to_move) {
            for to in self.steps(from) {
                if !self.after(from, to).exposed(self.red_to_move) {
                    let name = |(file, rank): At| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves
    }

    fn play(&mut self, text: &str) {
        let (from, to) = points(text);
        *self = self.after(from, to);
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let check = if self.exposed(self.red_to_move) { "yes" } else { "no" };
        vec![("check", check.to_owned())]
    }
}
