//! Annotation symbols after moves, and the equivalent numeric glyphs (PGN, section 10; the symbols are those of the
//! Informator).

use crate::records::annotation::Nag;

/// Symbols and their glyphs; a symbol comes before those that are its prefixes.
const GLYPHS: &[(&str, u8)] = &[
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("■", 7),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("~", 13),
    ("⇆", 132),
    ("⇄", 132),
    ("↑", 36),
    ("→", 40),
    ("⟳", 32),
    ("↻", 32),
    ("⨀", 22),
    ("⊙", 22),
    ("⊕", 138),
    ("⨁", 138),
    ("△", 140),
    ("∆", 140),
    ("Δ", 140),
    ("▽", 141),
    ("∇", 141),
    ("⌓", 142),
    ("⯹", 44),
    ("⯺", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("N", 146),
    ("TN", 146),
    ("=", 10),
];

/// The glyph of a word that consists only of a symbol.
pub fn of_word(word: &str) -> Option<Nag> {
    GLYPHS.iter().find(|(symbol, _)| *symbol == word).map(|&(_, nag)| Nag(nag))
}

/// The symbol at the end of a move, and its length in bytes. Signs that belong to moves themselves, such as the plus of
/// a check, do not count.
pub fn at_end(word: &str) -> Option<(Nag, usize)> {
    let fits =
        |symbol: &str| !matches!(symbol, "N" | "TN") && word.len() > symbol.len() && word.ends_with(symbol);
    // The longest match.
    let found = GLYPHS.iter().filter(|(symbol, _)| fits(symbol)).max_by_key(|(symbol, _)| symbol.len());
    found.map(|&(symbol, nag)| (Nag(nag), symbol.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_separated_from_moves() {
        for (word, expected) in [
            ("Nf3!?", Some((5, 2))),
            ("Nf3+!", Some((1, 1))),
            ("Nf3+", None),
            ("Nf3++", None),
            ("Qxe5+-", Some((18, 2))),
            ("Nf3±", Some((16, 2))),
            ("e8=Q", None),
            ("e4□", Some((7, 3))),
            ("!", None),
            ("C2=5", None),
        ] {
            assert_eq!(at_end(word), expected.map(|(nag, length)| (Nag(nag), length)), "{word}");
        }
        for (symbol, nag) in GLYPHS {
            assert_eq!(of_word(symbol), Some(Nag(*nag)), "{symbol}");
        }
        assert_eq!(of_word("N"), Some(Nag(146)));
        assert_eq!(of_word("e4"), None);
    }
}
