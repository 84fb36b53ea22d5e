use std::fmt::Write;

use crate::base::{FenError, FenField, FenProblem, FenRemark, FenText, Impossibility, Side, shorten};

use super::board::Board;
use super::{MAX_SIZE, MIN_SIZE, Point, PointSet, Rule};

/// The contents of a FEN text: ranks from the top down (`X` Black, `O` White, numbers for runs of empty points), the
/// side to move, and the move number, which may be missing.
pub(super) struct Fen<R: Rule> {
    pub(crate) board: Board<R>,
    pub(crate) side: Side,
    /// The move number, from 1; it increases after White's moves.
    pub(super) move_number: u32,
}

/// The letters of the sides' stones.
const LETTERS: [(char, Side); 2] = [('X', Side::First), ('O', Side::Second)];

/// The sides' names.
pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

fn letter(side: Side) -> char {
    LETTERS[side.index()].0
}

fn board_error(problem: FenProblem) -> FenError {
    FenError::new(FenField::Board, problem)
}

impl<R: Rule> Fen<R> {
    /// Reads a text. An invalid move number is ignored and reported.
    ///
    /// # Errors
    /// If a field cannot be parsed, the board is not square or of an unsupported size, the game would not have
    /// continued after a five, or, for rules that differ by side, the number of stones does not match the side to move.
    pub(super) fn read(text: &str) -> Result<(Self, Vec<FenRemark>), FenError> {
        /// Far beyond any game, and far from overflow.
        const MOST_MOVES: u32 = 1_000_000;
        let mut text = FenText::new(text);
        let board = read_board(&text.board()?)?;
        let side = match text.side()?.as_str() {
            "b" => Side::First,
            "w" => Side::Second,
            other => {
                let problem = FenProblem::Unreadable { found: shorten(other), expected: "b or w" };
                return Err(FenError::new(FenField::SideToMove, problem));
            }
        };
        let number = text.counter(FenField::MoveNumber, 1, MOST_MOVES);
        let [_, more] = text.end()?;
        let move_number = number.or(more).unwrap_or_else(|| board.stones(Side::Second).len() as u32 + 1);
        check_course(&board, side)?;
        Ok((Self { board, side, move_number }, text.remarks))
    }
}

fn read_board<R: Rule>(ranks: &str) -> Result<Board<R>, FenError> {
    let size = ranks.split('/').count();
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        let expected = format!("{MIN_SIZE} to {MAX_SIZE}");
        return Err(board_error(FenProblem::RankCount { expected, found: size }));
    }
    let mut board = Board::empty(size);
    for (text, rank) in ranks.split('/').zip((0..size).rev()) {
        read_rank(text, rank, &mut board)?;
    }
    Ok(board)
}

fn read_rank<R: Rule>(text: &str, rank: usize, board: &mut Board<R>) -> Result<(), FenError> {
    let size = board.size();
    let wrong_length = |found| board_error(FenProblem::RankLength { rank: rank + 1, expected: size, found });
    let mut file = 0;
    let mut run = 0;
    for character in text.chars() {
        if let Some(digit) = character.to_digit(10).filter(|&digit| digit > 0 || run > 0) {
            run = 10 * run + digit as usize;
            if file + run > size {
                return Err(wrong_length(file + run));
            }
            continue;
        }
        file += std::mem::take(&mut run);
        let Some(&(_, side)) = LETTERS.iter().find(|&&(letter, _)| letter == character) else {
            return Err(board_error(FenProblem::UnknownCharacter(character)));
        };
        if file >= size {
            return Err(wrong_length(file + 1));
        }
        board.place(Point::new(file, rank), side, &mut ());
        file += 1;
    }
    if file + run == size { Ok(()) } else { Err(wrong_length(file + run)) }
}

/// Rejects positions that cannot arise in a game.
fn check_course<R: Rule>(board: &Board<R>, side: Side) -> Result<(), FenError> {
    let impossible = |reason: Impossibility| Err(board_error(reason.into()));
    let [black, white] = Side::BOTH.map(|side| board.stones(side).len());
    let ahead = usize::from(side == Side::Second);
    // If both sides have the same rules, any stones may have been given as a handicap.
    if R::HAS_FORBIDDEN_POINTS && black != white + ahead {
        return impossible({
            let to_move = side_name(side);
            let words = format!(
                "{black} black and {white} white stones where {to_move} is to move and Black moves first"
            );
            let reason =
                Impossibility::new("stone-count", words).about("black", &black).about("white", &white);
            reason.about_side(to_move)
        });
    }
    let winning = Side::BOTH.map(|side| board.winning_stones(side));
    if winning.iter().all(|stones| !stones.is_empty()) {
        return impossible(Impossibility::new("both-fives", "both sides have five in a row"));
    }
    if !winning[side.index()].is_empty() {
        return impossible({
            let name = side_name(side);
            Impossibility::new("five-of-mover", format!("{name} has five in a row and is to move"))
                .about_side(name)
        });
    }
    let last_mover = winning[(!side).index()];
    if !last_mover.is_empty() && !one_stone_won(board, !side, last_mover) {
        return impossible({
            let name = side_name(!side);
            let words = format!("{name} has two rows of five that no one stone completed");
            Impossibility::new("two-fives", words).about_side(name)
        });
    }
    Ok(())
}

/// Whether removing one stone would leave the side without a five.
fn one_stone_won<R: Rule>(board: &Board<R>, side: Side, winning: PointSet) -> bool {
    winning.into_iter().any(|last| {
        let mut before = Board::<R>::empty(board.size());
        for point in *board.stones(side) - PointSet::of(last) {
            before.place(point, side, &mut ());
        }
        before.winning_stones(side).is_empty()
    })
}

/// Writes a position.
pub(super) fn write<R: Rule>(board: &Board<R>, side: Side, move_number: u32) -> String {
    let mut text = String::new();
    for rank in (0..board.size()).rev() {
        let mut run = 0;
        for file in 0..board.size() {
            match stone_at(board, Point::new(file, rank)) {
                None => run += 1,
                Some(stone) => {
                    write_run(&mut text, std::mem::take(&mut run));
                    text.push(letter(stone));
                }
            }
        }
        write_run(&mut text, run);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(if side == Side::First { 'b' } else { 'w' });
    write!(text, " {move_number}").expect("writing to a string cannot fail");
    text
}

fn write_run(text: &mut String, run: usize) {
    if run > 0 {
        text.push_str(&run.to_string());
    }
}

fn stone_at<R: Rule>(board: &Board<R>, at: Point) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| board.stones(side).contains(at))
}

/// The board as human-readable text: `X` Black, `O` White, `*` a marked point, with ranks and files at the edges.
pub(super) fn diagram<R: Rule>(board: &Board<R>, marked: PointSet) -> String {
    let files: String = (0..board.size()).flat_map(|file| [' ', char::from(b'a' + file as u8)]).collect();
    let mut text = format!("  {files}\n");
    for rank in (0..board.size()).rev() {
        write!(text, "{:2}", rank + 1).expect("writing to a string cannot fail");
        for file in 0..board.size() {
            let at = Point::new(file, rank);
            text.push(' ');
            text.push(match stone_at(board, at) {
                Some(stone) => letter(stone),
                None if marked.contains(at) => '*',
                None => '.',
            });
        }
        writeln!(text, " {}", rank + 1).expect("writing to a string cannot fail");
    }
    text + "  " + &files
}
