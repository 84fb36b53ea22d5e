//! The names of chess openings.
//!
//! Codes: those of the Encyclopaedia of Chess Openings (Šahovski informator). The table contains only common openings;
//! its codes agree with the list of lichess-org/chess-openings (public domain) wherever both have a position.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::base::{Key, Notation, Position};
use crate::games::chess::ChessPosition;

/// One opening per line, `B90 Sicilian Defence, Najdorf Variation: e4 c5 …`, in byte order.
const TABLE: &str = include_str!("openings.txt");

/// The openings by the key of the position that they lead to, so that transpositions are found.
static OPENINGS: LazyLock<HashMap<Key, Opening>> =
    LazyLock::new(|| TABLE.lines().filter_map(Opening::parse).collect());

/// A chess opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opening {
    /// Its code, such as `B90`.
    pub code: &'static str,
    /// Its name, such as `Sicilian Defence`.
    pub name: &'static str,
    /// Its variation, such as `Najdorf Variation`.
    pub variation: Option<&'static str>,
}

impl Opening {
    /// The opening that leads to the chess position with this key, if the table has it.
    pub fn of_position(key: Key) -> Option<Self> {
        OPENINGS.get(&key).copied()
    }

    /// Parses a line; `None` if it is malformed or a move is illegal.
    fn parse(line: &'static str) -> Option<(Key, Self)> {
        let (title, moves) = line.split_once(": ")?;
        let (code, title) = title.split_once(' ')?;
        let (name, variation) = match title.split_once(", ") {
            Some((name, variation)) => (name, Some(variation)),
            None => (title, None),
        };
        let options = <ChessPosition as Notation>::Options::default();
        let mut position = ChessPosition::start(&options);
        for text in moves.split(' ') {
            let m = position.parse_move(text, &options).ok()?;
            position.make(m, &mut ());
        }
        Some((position.key(), Self { code, name, variation }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last_of(moves: &str) -> Option<Opening> {
        let options = <ChessPosition as Notation>::Options::default();
        let mut position = ChessPosition::start(&options);
        let mut last = None;
        for text in moves.split(' ') {
            let m = position.parse_move(text, &options).expect("a legal move");
            position.make(m, &mut ());
            last = Opening::of_position(position.key()).or(last);
        }
        last
    }

    #[test]
    fn every_opening_is_legal_and_has_a_unique_position() {
        let lines: Vec<_> = TABLE.lines().collect();
        assert!(lines.is_sorted(), "the table is not in order");
        let mut titles = HashMap::new();
        let mut positions = HashMap::new();
        for line in &lines {
            let (key, opening) = Opening::parse(line).unwrap_or_else(|| panic!("{line}"));
            let [volume, tens, ones] = opening.code.as_bytes() else { panic!("{line}") };
            assert!(
                matches!(volume, b'A'..=b'E') && tens.is_ascii_digit() && ones.is_ascii_digit(),
                "{line}"
            );
            assert_eq!(positions.insert(key, line), None, "{line}");
            assert_eq!(titles.insert((opening.name, opening.variation), line), None, "{line}");
        }
        assert_eq!(OPENINGS.len(), lines.len());
    }

    #[test]
    fn openings_are_found_by_position() {
        let najdorf = last_of("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").expect("a known opening");
        assert_eq!(
            (najdorf.code, najdorf.name, najdorf.variation),
            ("B90", "Sicilian Defence", Some("Najdorf Variation"))
        );
        // The position is reached by other moves, and followed by moves that are not in the table.
        assert_eq!(last_of("Nf3 c5 e4 a6 d4 cxd4 Nxd4 d6 Nc3 Nf6 Rg1 Rg8"), Some(najdorf));
        assert_eq!(last_of("c4 e6 d4 d5").expect("a known opening").name, "Queen's Gambit");
        let start = ChessPosition::start(&<ChessPosition as Notation>::Options::default());
        assert_eq!(Opening::of_position(start.key()), None);
    }
}
