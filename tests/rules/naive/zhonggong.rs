//! Zhonggong xiangqi, following the project's rules page sentence by sentence.

use super::Naive;

/// Pieces by rank (from Red's side) and file, as FEN letters; `.` is an empty point.
type Board = [[char; 9]; 9];
/// Rank and file, both from 0.
type Place = (usize, usize);

const EMPTY: char = '.';

#[derive(Debug, Clone)]
pub struct NaiveZhonggong {
    board: Board,
    red_to_move: bool,
    halfmove_clock: usize,
    /// Every position since the start, including the current one: the board, the side to move, and whether that side is
    /// in check.
    past: Vec<(Board, bool, bool)>,
}

fn is_piece_of(piece: char, red: bool) -> bool {
    piece != EMPTY && piece.is_ascii_uppercase() == red
}

fn places() -> impl Iterator<Item = Place> {
    (0..9).flat_map(|rank| (0..9).map(move |file| (rank, file)))
}

fn pieces_of(board: &Board, red: bool) -> Vec<Place> {
    places().filter(|&(rank, file)| is_piece_of(board[rank][file], red)).collect()
}

fn general(board: &Board, red: bool) -> Option<Place> {
    let letter = if red { 'K' } else { 'k' };
    places().find(|&(rank, file)| board[rank][file] == letter)
}

fn in_palace((rank, file): Place) -> bool {
    (3..=5).contains(&rank) && (3..=5).contains(&file)
}

/// The number of pieces strictly between two places of one rank or file.
fn pieces_between(board: &Board, a: Place, b: Place) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    places()
        .filter(|&(rank, file)| {
            (rank == low.0 && rank == high.0 && file > low.1 && file < high.1)
                || (file == low.1 && file == high.1 && rank > low.0 && rank < high.0)
        })
        .filter(|&(rank, file)| board[rank][file] != EMPTY)
        .count()
}

/// Whether the piece on `from` can go to `to`, which holds no piece of its own side, by its movement alone.
fn reaches(board: &Board, from: Place, to: Place) -> bool {
    let piece = board[from.0][from.1];
    let up = to.0 as i32 - from.0 as i32;
    let right = to.1 as i32 - from.1 as i32;
    let (rows, columns) = (up.abs(), right.abs());
    let straight = (rows == 0) != (columns == 0);
    let empty = |rank: i32, file: i32| board[rank as usize][file as usize] == EMPTY;
    let (rank, file) = (from.0 as i32, from.1 as i32);
    match piece.to_ascii_lowercase() {
        'k' => rows + columns == 1 && in_palace(to),
        'a' => rows == 1 && columns == 1,
        'b' => rows == 2 && columns == 2 && empty(rank + up / 2, file + right / 2),
        'n' => {
            (rows, columns) == (2, 1) && empty(rank + up / 2, file)
                || (rows, columns) == (1, 2) && empty(rank, file + right / 2)
        }
        'r' => straight && pieces_between(board, from, to) == 0,
        'c' => {
            let screens = usize::from(board[to.0][to.1] != EMPTY);
            straight && pieces_between(board, from, to) == screens
        }
        'p' => {
            let forward = if piece == 'P' { 1 } else { -1 };
            (up, columns) == (forward, 0) || (up, columns) == (0, 1)
        }
        _ => panic!("no piece called {piece:?}"),
    }
}

fn moved(board: &Board, from: Place, to: Place) -> Board {
    let mut after = *board;
    after[to.0][to.1] = after[from.0][from.1];
    after[from.0][from.1] = EMPTY;
    after
}

/// Whether any piece could capture the general, freely or not.
fn is_attacked(board: &Board, red: bool) -> bool {
    general(board, red)
        .is_some_and(|at| pieces_of(board, !red).into_iter().any(|from| reaches(board, from, at)))
}

/// Whether any piece could capture the general without being recaptured there.
fn is_in_check(board: &Board, red: bool) -> bool {
    let at = general(board, red).expect("a sound position has both generals");
    pieces_of(board, !red).into_iter().filter(|&from| reaches(board, from, at)).any(|from| {
        let after = moved(board, from, at);
        !pieces_of(&after, red).into_iter().any(|guard| reaches(&after, guard, at))
    })
}

fn liberties(board: &Board, red: bool) -> usize {
    let (rank, file) = general(board, red).expect("a sound position has both generals");
    places()
        .filter(|&(r, f)| r.abs_diff(rank) + f.abs_diff(file) == 1)
        .filter(|&(r, f)| board[r][f] == EMPTY)
        .count()
}

/// The files of the side's pawns on the opponent's back rank.
fn pawns_home(board: &Board, red: bool) -> Vec<usize> {
    let (rank, letter) = if red { (8, 'P') } else { (0, 'p') };
    (0..9).filter(|&file| board[rank][file] == letter).collect()
}

fn name((rank, file): Place) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

fn place(name: &str) -> Place {
    let bytes = name.as_bytes();
    ((bytes[1] - b'1') as usize, (bytes[0] - b'a') as usize)
}

fn word(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// Every choice of `count` of these files, each in ascending order.
fn choices(files: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, &first) in files.iter().enumerate() {
        for rest in choices(&files[index + 1..], count - 1) {
            found.push([vec![first], rest].concat());
        }
    }
    found
}

impl NaiveZhonggong {
    /// The result and its reason, in the engine's words.
    pub fn verdict(&self) -> Option<(String, String)> {
        let result = |red_wins: bool| if red_wins { "1-0" } else { "0-1" }.to_owned();
        let lost = result(!self.red_to_move);
        for red in [true, false] {
            if pawns_home(&self.board, red).len() == 5 {
                return Some((result(red), "five pawns".to_owned()));
            }
        }
        if self.legal_moves().is_empty() {
            let reason = if is_in_check(&self.board, self.red_to_move) {
                "checkmate"
            } else if liberties(&self.board, self.red_to_move) == 0 {
                "trapped"
            } else {
                "stalemate"
            };
            return Some((lost, reason.to_owned()));
        }
        let same: Vec<usize> = (0..self.past.len())
            .filter(|&i| self.past[i].0 == self.board && self.past[i].1 == self.red_to_move)
            .collect();
        if same.len() >= 3 {
            let since = &self.past[same[same.len() - 2] + 1..];
            // After each of Red's moves Black is to move, and vice versa.
            let checks_always = |red: bool| since.iter().filter(|p| p.1 != red).all(|p| p.2);
            return Some(match (checks_always(true), checks_always(false)) {
                (true, false) => (result(false), "perpetual check".to_owned()),
                (false, true) => (result(true), "perpetual check".to_owned()),
                _ => ("1/2-1/2".to_owned(), "repetition".to_owned()),
            });
        }
        (self.halfmove_clock >= 120).then(|| ("1/2-1/2".to_owned(), "move limit".to_owned()))
    }

    /// Whether the position can arise according to the rules page.
    pub fn is_sound(&self) -> bool {
        let waiting = !self.red_to_move;
        let home = |red| pawns_home(&self.board, red).len();
        !is_in_check(&self.board, waiting)
            && liberties(&self.board, waiting) > 0
            && home(self.red_to_move) < 5
    }

    fn remember(&mut self) {
        self.past.push((self.board, self.red_to_move, is_in_check(&self.board, self.red_to_move)));
    }

    fn trades(&self) -> Vec<(Vec<usize>, Place)> {
        let home = pawns_home(&self.board, self.red_to_move);
        let mut found = Vec::new();
        for at in pieces_of(&self.board, !self.red_to_move) {
            let price = match self.board[at.0][at.1].to_ascii_lowercase() {
                'p' => 1,
                'c' => 2,
                'n' => 3,
                'r' => 4,
                _ => continue,
            };
            found.extend(choices(&home, price).into_iter().map(|files| (files, at)));
        }
        found
    }

    fn traded(&self, files: &[usize], at: Place) -> Board {
        let mut after = self.board;
        for &file in files {
            after[if self.red_to_move { 8 } else { 0 }][file] = EMPTY;
        }
        after[at.0][at.1] = EMPTY;
        after
    }
}

impl Naive for NaiveZhonggong {
    fn from_fen(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut board = [[EMPTY; 9]; 9];
        for (index, text) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    board[8 - index][file] = letter;
                    file += 1;
                }
            }
        }
        let halfmove_clock = fields.get(4).map_or(0, |text| text.parse().expect("a number"));
        let mut position = Self { board, red_to_move: fields[1] != "b", halfmove_clock, past: Vec::new() };
        position.remember();
        position
    }

    fn legal_moves(&self) -> Vec<String> {
        let red = self.red_to_move;
        if pawns_home(&self.board, true).len() == 5 || pawns_home(&self.board, false).len() == 5 {
            return Vec::new();
        }
        let is_legal = |after: &Board| !is_in_check(after, red) && liberties(after, red) > 0;
        let mut found = Vec::new();
        for from in pieces_of(&self.board, red) {
            for to in places() {
                let target = self.board[to.0][to.1];
                if is_piece_of(target, red)
                    || target.eq_ignore_ascii_case(&'k')
                    || !reaches(&self.board, from, to)
                {
                    continue;
                }
                if is_legal(&moved(&self.board, from, to)) {
                    found.push(name(from) + &name(to));
                }
            }
        }
        for (files, at) in self.trades() {
            if is_legal(&self.traded(&files, at)) {
                let rank = if red { 8 } else { 0 };
                let pawns: String = files.iter().map(|&file| name((rank, file))).collect();
                found.push(format!("{pawns}x{}", name(at)));
            }
        }
        found
    }

    fn play(&mut self, text: &str) {
        let before = pieces_of(&self.board, true).len() + pieces_of(&self.board, false).len();
        self.board = match text.split_once('x') {
            Some((pawns, at)) => {
                let files: Vec<usize> =
                    pawns.as_bytes().chunks(2).map(|pawn| (pawn[0] - b'a') as usize).collect();
                self.traded(&files, place(at))
            }
            None => moved(&self.board, place(&text[..2]), place(&text[2..])),
        };
        let after = pieces_of(&self.board, true).len() + pieces_of(&self.board, false).len();
        self.halfmove_clock = if after < before { 0 } else { self.halfmove_clock + 1 };
        self.red_to_move = !self.red_to_move;
        self.remember();
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let check = is_in_check(&self.board, self.red_to_move);
        let tethered = !check && is_attacked(&self.board, self.red_to_move);
        let both = |count: &dyn Fn(bool) -> usize| format!("{}/{}", count(true), count(false));
        vec![
            ("check", word(check)),
            ("tethered", word(tethered)),
            ("liberties", both(&|red| liberties(&self.board, red))),
            ("pawns home", both(&|red| pawns_home(&self.board, red).len())),
        ]
    }
}
