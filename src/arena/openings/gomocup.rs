use crate::base::shorten;

use super::EntryProblem;

/// Parses an opening given as offsets from the centre of the board, `x,y, x,y, …`, for a board with `size` points per
/// side. The centre of a board of even size is the point above and to the right of the middle, as in Gomocup.
pub(super) fn moves_of(line: &str, size: usize) -> Result<Vec<String>, EntryProblem> {
    let unreadable = || EntryProblem::Offsets(shorten(line));
    let numbers: Vec<i32> = line
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .take(2 * (size * size + 1))
        .map(|word| word.parse().map_err(|_| unreadable()))
        .collect::<Result<_, _>>()?;
    if numbers.is_empty() || !numbers.len().is_multiple_of(2) {
        return Err(unreadable());
    }
    if numbers.len() > 2 * size * size {
        return Err(EntryProblem::TooLong);
    }
    let centre = (size / 2) as i32;
    let on_board =
        |offset: i32| centre.checked_add(offset).filter(|coordinate| (0..size as i32).contains(coordinate));
    numbers
        .chunks_exact(2)
        .map(|offsets| {
            let off = EntryProblem::OffBoard(offsets[0], offsets[1]);
            let (Some(column), Some(row)) = (on_board(offsets[0]), on_board(offsets[1])) else {
                return Err(off);
            };
            Ok(format!("{}{}", char::from(b'a' + column as u8), row + 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_from_the_centre() {
        assert_eq!(moves_of("0,0, 1,-2, -7,7", 15).unwrap(), ["h8", "i6", "a15"]);
        assert_eq!(moves_of("0,0", 20).unwrap(), ["k11"]);
    }

    #[test]
    fn bad_lines_are_rejected() {
        assert!(matches!(moves_of("1,2,3", 15), Err(EntryProblem::Offsets(_))));
        assert!(matches!(moves_of("a,b", 15), Err(EntryProblem::Offsets(_))));
        assert!(matches!(moves_of("", 15), Err(EntryProblem::Offsets(_))));
        assert_eq!(moves_of("8,0", 15), Err(EntryProblem::OffBoard(8, 0)));
        assert_eq!(moves_of("2147483647,0", 15), Err(EntryProblem::OffBoard(i32::MAX, 0)));
    }
}
