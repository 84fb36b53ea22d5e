//! Algebraic names of moves, written by Western programs as in chess: `Che2`, `C2e2`, `Cbxe4`. Ranks are numbered from
//! 0 or from 1, as in coordinates.

use super::board::Board;
use super::names::{NameError, Step, kinds_of_letter};
use super::piece::{Piece, PieceKind};
use super::point::Point;
use crate::base::Side;

/// The parts of an algebraic name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlgebraicName {
    /// The kinds of piece that the letter may stand for; a pawn if there is no letter.
    kinds: &'static [PieceKind],
    /// Whether there is no letter.
    is_bare: bool,
    file: Option<usize>,
    /// The rank of the origin, as numbered in the text.
    rank: Option<usize>,
    to_file: usize,
    to_rank: usize,
}

impl AlgebraicName {
    /// Reads a name; `None` for other texts, such as coordinates. The piece's letter may be lowercase unless it is also
    /// a file.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let first = *bytes.first()?;
        // A lowercase letter at the beginning is a file if that makes the text a name: `ce5` is a pawn's capture.
        let as_pawn = first
            .is_ascii_lowercase()
            .then(|| Self::read_points(&[PieceKind::Pawn], bytes))
            .flatten()
            .map(|name| Self { is_bare: true, ..name });
        // Two complete points are coordinates.
        if as_pawn.is_some_and(|name| name.file.is_some() && name.rank.is_some()) {
            return None;
        }
        // Coordinates may be written in capitals, unlike names.
        let in_capitals = bytes.len() > 2 && !bytes[1..].iter().any(u8::is_ascii_lowercase);
        if in_capitals {
            return None;
        }
        as_pawn.or_else(|| Self::read_points(kinds_of_letter(first.into())?, &bytes[1..]))
    }

    /// Reads an optional origin and a target.
    fn read_points(kinds: &'static [PieceKind], text: &[u8]) -> Option<Self> {
        let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let (rest, to_rank) = text.split_at(text.len() - digits);
        let (&to_file, rest) = rest.split_last()?;
        let has_sign = matches!(rest.last(), Some(b'x' | b'X' | b'-' | b':'));
        let rest = &rest[..rest.len() - usize::from(has_sign)];
        let (file, rank) = match rest {
            [] => (None, None),
            [letter, digits @ ..] if letter.is_ascii_alphabetic() => {
                let rank = if digits.is_empty() { None } else { Some(number_of(digits)?) };
                (Some(file_of(*letter)?), rank)
            }
            digits => (None, Some(number_of(digits)?)),
        };
        Some(Self {
            kinds,
            is_bare: false,
            file,
            rank,
            to_file: file_of(to_file)?,
            to_rank: number_of(to_rank)?,
        })
    }

    /// The ranks mentioned in the name of a piece, as numbered in it. Points alone are ambiguous.
    pub fn ranks(self) -> impl Iterator<Item = usize> {
        [Some(self.to_rank), self.rank].into_iter().flatten().filter(move |_| !self.is_bare)
    }

    /// Finds the step denoted by the name among `legal`, the legal steps of `side`; `first` is the number of the lowest
    /// rank.
    ///
    /// # Errors
    /// If the name does not denote exactly one legal step.
    pub fn find<const RANKS: usize>(
        self,
        board: &Board<RANKS>,
        side: Side,
        legal: &[Step],
        first: usize,
    ) -> Result<Step, NameError> {
        let fits = |at: Point, file: Option<usize>, rank: Option<usize>| {
            file.is_none_or(|file| at.file() == file) && rank.is_none_or(|rank| at.rank() + first == rank)
        };
        let mut found = Err(if self.is_bare { NameError::NoName } else { NameError::NoMove });
        for &kind in self.kinds {
            for &step in legal {
                if board.piece_at(step.from) == Some(Piece::new(kind, side))
                    && fits(step.to, Some(self.to_file), Some(self.to_rank))
                    && fits(step.from, self.file, self.rank)
                {
                    found = if found.is_ok() { return Err(NameError::Ambiguous) } else { Ok(step) };
                }
            }
        }
        found
    }
}

fn file_of(letter: u8) -> Option<usize> {
    let letter = letter.to_ascii_lowercase();
    matches!(letter, b'a'..=b'i').then(|| usize::from(letter - b'a'))
}

/// A rank of one or two digits, from 0 to 10.
fn number_of(digits: &[u8]) -> Option<usize> {
    match digits {
        [digit @ b'0'..=b'9'] => Some(usize::from(digit - b'0')),
        b"10" => Some(10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::fen::Fen;
    use super::*;

    fn step(text: &str) -> Step {
        let (file, rank, rest) = Point::read(text).expect("a point");
        let (to_file, to_rank, _) = Point::read(rest).expect("a second point");
        Step { from: Point::new(file, rank - 1), to: Point::new(to_file, to_rank - 1) }
    }

    #[test]
    fn western_names_are_read() {
        let fen = "3ak4/9/4p4/9/4C4/2C6/9/4B4/9/1NBAKA1NR w";
        let (fen, _) = Fen::<10>::read(fen).expect("a FEN");
        let legal = ["e6e8", "e6d6", "c5e5", "c5d5", "b1c3", "h1g3", "i1i3", "d1e2", "f1e2", "e1e2", "e3g5"]
            .map(step);
        let find =
            |text, first| AlgebraicName::read(text).expect(text).find(&fen.board, fen.side, &legal, first);
        for (text, first, expected) in [
            ("Cxe8", 1, "e6e8"),
            ("Cxe7", 0, "e6e8"),
            ("Ce5", 1, "c5e5"),
            ("Ce-e8", 1, "e6e8"),
            ("Cce5", 1, "c5e5"),
            ("C5d5", 1, "c5d5"),
            ("C4-d4", 0, "c5d5"),
            ("Cc5e5", 1, "c5e5"),
            ("Hg3", 1, "h1g3"),
            ("ng3", 1, "h1g3"),
            ("Nbc3", 1, "b1c3"),
            ("Rih1", 1, "none"),
            ("ri3", 1, "i1i3"),
            ("Ri2", 0, "i1i3"),
            ("Ade2", 1, "d1e2"),
            ("Gfe2", 1, "f1e2"),
            ("Ke2", 1, "e1e2"),
            ("Mg5", 1, "e3g5"),
            ("Eg4", 0, "e3g5"),
        ] {
            let wanted = if expected == "none" { Err(NameError::NoMove) } else { Ok(step(expected)) };
            assert_eq!(find(text, first), wanted, "{text}");
        }
        assert_eq!(find("Ae2", 1), Err(NameError::Ambiguous));
        assert_eq!(find("Ge2", 1), Err(NameError::Ambiguous));
        for text in ["", "C", "C2=5", "h3e3", "e2e4", "Cj2", "Ce11", "炮二平五", "C+=5", "Ch2h3h4", "h10g8"]
        {
            assert_eq!(AlgebraicName::read(text), None, "{text}");
        }
        assert_eq!(AlgebraicName::read("H2-E2"), None);
        assert!(AlgebraicName::read("C2-e2").is_some_and(|name| name.rank == Some(2)));
        assert!(AlgebraicName::read("e5").is_some_and(|name| name.kinds == [PieceKind::Pawn]));
    }
}
