//! Conversions between the points of gomoku, FENs and grid coordinates.

/// A point as column from the left and row from the top, both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridPoint {
    /// The column.
    pub column: usize,
    /// The row.
    pub row: usize,
}

impl GridPoint {
    /// Parses a point in protocol notation (`h8`, with `a1` at the bottom left) on a board with `size` points on a
    /// side.
    pub fn from_text(text: &str, size: usize) -> Option<Self> {
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let rank: usize = text.get(1..)?.parse().ok()?;
        let column = usize::from(letter - b'a');
        let row = size.checked_sub(rank)?;
        (column < size && row < size).then_some(Self { column, row })
    }

    /// The point in protocol notation on a board with `size` points on a side; `None` if it lies outside the board.
    pub fn text(self, size: usize) -> Option<String> {
        let inside = self.column < size && self.row < size && self.column < 26;
        inside.then(|| format!("{}{}", char::from(b'a' + self.column as u8), size - self.row))
    }
}

/// The board size of a gomoku FEN, in points on a side.
pub fn board_size_of_fen(fen: &str) -> usize {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    board.split('/').count()
}

/// The stones of a gomoku FEN, as pairs of point and whether the stone is black.
pub fn stones_of_fen(fen: &str) -> Vec<(GridPoint, bool)> {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    let mut found = Vec::new();
    for (row, text) in board.split('/').enumerate() {
        let (mut column, mut run) = (0, 0);
        for c in text.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = 10 * run + digit as usize;
                continue;
            }
            column += std::mem::take(&mut run);
            found.push((GridPoint { column, row }, c.eq_ignore_ascii_case(&'x')));
            column += 1;
        }
    }
    found
}

/// The FEN of a board with these stones (pairs of point and whether the stone is black), without the move number.
pub fn fen_of_stones(size: usize, stones: &[(GridPoint, bool)], black_to_move: bool) -> String {
    let ranks: Vec<_> = (0..size)
        .map(|row| {
            let mut text = String::new();
            let mut run = 0;
            for column in 0..size {
                let stone = stones.iter().find(|(point, _)| *point == GridPoint { column, row });
                let Some(&(_, is_black)) = stone else {
                    run += 1;
                    continue;
                };
                if run > 0 {
                    text.push_str(&run.to_string());
                    run = 0;
                }
                text.push(if is_black { 'X' } else { 'O' });
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            text
        })
        .collect();
    format!("{} {}", ranks.join("/"), if black_to_move { 'b' } else { 'w' })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_survive_both_ways() {
        for size in [5, 15, 20] {
            for column in 0..size {
                for row in 0..size {
                    let point = GridPoint { column, row };
                    let text = point.text(size).expect("a point of the board");
                    assert_eq!(GridPoint::from_text(&text, size), Some(point));
                }
            }
        }
        assert_eq!(GridPoint { column: 0, row: 14 }.text(15).as_deref(), Some("a1"));
        for text in ["", "a", "a0", "a16", "p1", "A1", "é1", "1a"] {
            assert_eq!(GridPoint::from_text(text, 15), None, "{text}");
        }
    }

    #[test]
    fn stones_are_found() {
        let fen = "15/15/15/15/15/15/15/7X7/6OX6X/15/15/15/15/15/15 w 3";
        let found = stones_of_fen(fen);
        assert_eq!(fen_of_stones(15, &found, false), fen.trim_end_matches(" 3"));
        let text = |point: GridPoint| point.text(board_size_of_fen(fen)).expect("on the board");
        let texts: Vec<_> = found.iter().map(|&(point, black)| (text(point), black)).collect();
        assert_eq!(
            texts,
            [("h8", true), ("g7", false), ("h7", true), ("o7", true)].map(|(t, b)| (t.to_owned(), b))
        );
    }
}
