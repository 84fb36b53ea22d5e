use std::fmt::Write;

use super::position::{COLUMNS, ConnectFourPosition, Point, ROWS, has_four, move_to, target_of};
use crate::base::{
    FenError, FenField, FenProblem, FenRemark, FenText, Illegality, Impossibility, Mark, MarkKind, Move,
    MoveError, MoveParts, NoOptions, Notation, Position, Side, shorten,
};

/// The letters of the sides' stones in a FEN.
const LETTERS: [char; 2] = ['X', 'O'];

static GAME_OVER: Illegality = Illegality::new("game-over", "the game is over");
static OCCUPIED: Illegality = Illegality::new("occupied", "the point is not empty");
static IN_THE_AIR: Illegality =
    Illegality::new("in-the-air", "a stone falls to the lowest empty point of its column");

fn board_error(problem: impl Into<FenProblem>) -> FenError {
    FenError::new(FenField::Board, problem.into())
}

/// Reads the ranks of a FEN, from the top down.
fn read_stones(text: &str) -> Result<[u64; 2], FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != ROWS {
        return Err(board_error(FenProblem::RankCount { expected: ROWS.to_string(), found: ranks.len() }));
    }
    let mut stones = [0; 2];
    for (rank, row) in ranks.into_iter().zip((0..ROWS).rev()) {
        let mut column = 0;
        for c in rank.chars() {
            if let Some(run) = c.to_digit(10).filter(|&run| run > 0) {
                column += run as usize;
            } else {
                let side = LETTERS.iter().position(|&letter| letter == c);
                let side = side.ok_or_else(|| board_error(FenProblem::UnknownCharacter(c)))?;
                stones[side] |= Point::new(column, row).map_or(0, Point::bit);
                column += 1;
            }
        }
        if column != COLUMNS {
            return Err(board_error(FenProblem::RankLength {
                rank: row + 1,
                expected: COLUMNS,
                found: column,
            }));
        }
    }
    Ok(stones)
}

/// Refuses what no game can lead to.
fn check(position: &ConnectFourPosition) -> Result<(), FenError> {
    let [first, second] = position.stones;
    let falls = |at: Point| {
        Point::new(at.column(), at.row().wrapping_sub(1))
            .is_some_and(|below| (first | second) & at.bit() != 0 && (first | second) & below.bit() == 0)
    };
    if let Some(at) = Point::all().find(|&at| falls(at)) {
        let words = format!("the stone on {at} would fall");
        return Err(board_error(Impossibility::new("in-the-air", words).about("point", &at)));
    }
    let ahead = u32::from(position.side == Side::Second);
    if first.count_ones() != second.count_ones() + ahead {
        let (black, white) = (first.count_ones(), second.count_ones());
        let words = format!("{black} black and {white} white stones, where Black moves first");
        let problem = Impossibility::new("stone-count", words).about("black", &black).about("white", &white);
        return Err(board_error(problem));
    }
    if has_four(position.stones[position.side.index()]) {
        let words = "the side to move has four in a row";
        return Err(board_error(Impossibility::new("four-of-mover", words)));
    }
    Ok(())
}

impl Notation for ConnectFourPosition {
    type Options = NoOptions;

    fn start(_options: &NoOptions) -> Self {
        Self::new([0; 2], Side::First)
    }

    /// As in gomoku: ranks from the top down, `X` for the first side and `O` for the second, the side to move (`b`
    /// first), and the move number, which the stones give anyway.
    fn read_fen(fen: &str, _options: &NoOptions) -> Result<(Self, Vec<FenRemark>), FenError> {
        let mut text = FenText::new(fen);
        let stones = read_stones(&text.board()?)?;
        let side = match text.side()?.as_str() {
            "b" => Side::First,
            "w" => Side::Second,
            other => {
                let problem = FenProblem::Unreadable { found: shorten(other), expected: "b or w" };
                return Err(FenError::new(FenField::SideToMove, problem));
            }
        };
        text.counter(FenField::MoveNumber, 1, ROWS as u32 * COLUMNS as u32);
        text.end()?;
        let position = Self::new(stones, side);
        check(&position)?;
        Ok((position, text.remarks))
    }

    fn fen(&self, _options: &NoOptions) -> String {
        let mut fen = String::new();
        for row in (0..ROWS).rev() {
            let mut run = 0;
            for at in (0..COLUMNS).filter_map(|column| Point::new(column, row)) {
                let Some(side) =
                    Side::BOTH.into_iter().find(|side| self.stones[side.index()] & at.bit() != 0)
                else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    let _ = write!(fen, "{run}");
                }
                run = 0;
                fen.push(LETTERS[side.index()]);
            }
            if run > 0 {
                let _ = write!(fen, "{run}");
            }
            fen.push(if row > 0 { '/' } else { ' ' });
        }
        let side = if self.side == Side::First { 'b' } else { 'w' };
        let _ = write!(fen, "{side} {}", self.move_number());
        fen
    }

    fn move_text(&self, m: Move, _options: &NoOptions) -> String {
        target_of(m).map(|at| at.to_string()).unwrap_or_default()
    }

    fn move_parts(&self, m: Move, options: &NoOptions) -> MoveParts {
        MoveParts { to: self.move_text(m, options), ..MoveParts::default() }
    }

    /// The point where the stone comes to lie, or the letter of its column alone.
    fn parse_move(&self, text: &str, _options: &NoOptions) -> Result<Move, MoveError> {
        let unreadable =
            || MoveError::Unreadable { text: shorten(text), expected: "a column and a row, such as d1" };
        let illegal = |reason| MoveError::Illegal { text: shorten(text), reason };
        let bytes = text.as_bytes();
        let column = bytes.first().and_then(|c| c.to_ascii_lowercase().checked_sub(b'a')).map(usize::from);
        let column = column.filter(|&column| column < COLUMNS).ok_or_else(unreadable)?;
        let open = self.open_points().find(|at| at.column() == column);
        let at = match bytes {
            [_] => open.ok_or_else(|| illegal(&OCCUPIED))?,
            [_, row @ b'1'..=b'6'] => Point::new(column, usize::from(row - b'1')).ok_or_else(unreadable)?,
            _ => return Err(unreadable()),
        };
        if self.is_won() {
            return Err(illegal(&GAME_OVER));
        }
        match open {
            Some(open) if open == at => Ok(move_to(at)),
            Some(open) if open.row() < at.row() => Err(illegal(&IN_THE_AIR)),
            _ => Err(illegal(&OCCUPIED)),
        }
    }

    fn diagram(&self, options: &NoOptions) -> String {
        let fen = self.fen(options);
        let board = fen.split(' ').next().unwrap_or_default();
        let line = |rank: &str| -> String {
            let cell =
                |c: char| c.to_digit(10).map_or_else(|| format!("{c} "), |run| "· ".repeat(run as usize));
            rank.chars().map(cell).collect::<String>().trim_end().to_owned()
        };
        let ranks = board.split('/').zip((1..=ROWS).rev());
        let mut lines: Vec<_> = ranks.map(|(rank, number)| format!("{number} {}", line(rank))).collect();
        lines.push("  a b c d e f g".to_owned());
        lines.join("\n")
    }

    fn facts(&self, _options: &NoOptions) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The stones that won.
    fn marks(&self, _options: &NoOptions) -> Vec<Mark> {
        if !self.is_won() {
            return Vec::new();
        }
        let stones = self.stones[(!self.side).index()];
        // Without a stone of the only row, there is no row.
        let row = Point::all().filter(|at| stones & at.bit() != 0 && !has_four(stones & !at.bit()));
        Mark::of(MarkKind::FIVE, !self.side, row).into_iter().collect()
    }

    fn flipped_fen(fen: &str) -> String {
        // The board has an up and a down: only the colours can be exchanged, which leaves no legal count of stones.
        fen.to_owned()
    }
}
