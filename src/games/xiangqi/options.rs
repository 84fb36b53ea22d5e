use crate::base::{GameOptions, OptionKind, OptionSpec, OptionValue};
use crate::games::cchess::{AlgebraicName, Point, plain_text};

/// The number of Red's back rank in coordinate notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RankNumbers {
    /// Ranks 1 to 10, as in Fairy-Stockfish (`h3e3`, `a10a9`).
    FromOne,
    /// Ranks 0 to 9, as in UCCI and Pikafish (`h2e2`, `a9a8`).
    FromZero,
}

impl RankNumbers {
    /// The number of Red's back rank.
    pub const fn first(self) -> usize {
        match self {
            Self::FromOne => 1,
            Self::FromZero => 0,
        }
    }

    /// The other numbering.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::FromOne => Self::FromZero,
            Self::FromZero => Self::FromOne,
        }
    }
}

/// The user options of xiangqi: the rank numbering of coordinate notation.
///
/// Both numberings are accepted as input. A list of moves with a rank 0 counts from 0, one with a rank 10 from 1; in a
/// list with both, the move that contradicts the configured numbering is invalid. A list with neither is read in the
/// configured numbering if all its moves are legal that way, and in the other one if only that makes them legal
/// ([`GameOptions::readings`]). If the option is `auto`, the configured numbering is the one in which moves were last
/// read, or initially the one that the session assumes ([`XiangqiOptions::assume`]), and moves are written in it, too.
/// Otherwise, moves are written in the numbering that the option specifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct XiangqiOptions {
    /// The option's value; `None` for `auto`.
    fixed: Option<RankNumbers>,
    /// The numbering used to read moves.
    input: RankNumbers,
}

impl Default for XiangqiOptions {
    fn default() -> Self {
        Self { fixed: None, input: RankNumbers::FromOne }
    }
}

impl XiangqiOptions {
    /// Sets the numbering that a client is likely to use. It applies while the option is `auto` and the client's moves
    /// have not shown otherwise: from 1 if the client has set `UCI_Variant`, from 0 if the game was determined by the
    /// FEN or by how the engine was started. The default is from 1.
    pub const fn assume(&mut self, numbers: RankNumbers) {
        if self.fixed.is_none() {
            self.input = numbers;
        }
    }

    /// The numbering used to read coordinate notation.
    pub const fn input(&self) -> RankNumbers {
        self.input
    }

    /// The numbering used to write coordinate notation.
    pub const fn output(&self) -> RankNumbers {
        match self.fixed {
            Some(numbers) => numbers,
            None => self.input,
        }
    }
}

/// The name of the option that selects the rank numbering.
pub const COORDINATES: &str = "Coordinates";
const AUTO: &str = "auto";
const RANKS_1_10: &str = "ranks1-10";
const RANKS_0_9: &str = "ranks0-9";

impl GameOptions for XiangqiOptions {
    const SPECS: &'static [OptionSpec] = &[OptionSpec {
        name: COORDINATES,
        kind: OptionKind::Combo { default: AUTO, choices: &[AUTO, RANKS_1_10, RANKS_0_9] },
        help: "how moves number the ranks; auto follows the moves that come in",
    }];

    fn store(&mut self, _spec: &OptionSpec, value: OptionValue<'_>) {
        self.fixed = match value {
            OptionValue::Choice(RANKS_1_10) => Some(RankNumbers::FromOne),
            OptionValue::Choice(RANKS_0_9) => Some(RankNumbers::FromZero),
            _ => None,
        };
        self.input = self.fixed.unwrap_or(self.input);
    }

    fn assume_named(&mut self, named: bool) {
        self.assume(if named { RankNumbers::FromOne } else { RankNumbers::FromZero });
    }

    /// xboard counts the ranks of ten-rank boards from 0.
    fn speak_cecp(&mut self) {
        self.fixed = Some(RankNumbers::FromZero);
        self.input = RankNumbers::FromZero;
    }

    /// Programs that only play xiangqi count from 0; they may call Red `r` and omit the two fields that chess uses for
    /// castling and en passant.
    fn observe_fen(&mut self, fen: &str) {
        let fields: Vec<_> = fen.split_ascii_whitespace().collect();
        let usual = matches!(fields[..], [_, "w" | "b", "-", "-", ..]);
        if fields.len() > 1 && !usual {
            self.assume(RankNumbers::FromZero);
        }
    }

    fn readings(&self, moves: &[&str]) -> Vec<Self> {
        let first = self.fixed.unwrap_or(self.input);
        let reading = |input| Self { input, ..*self };
        let is_written = |number| {
            moves.iter().any(|text| {
                let text = plain_text(text);
                match read_coordinates(&text) {
                    Some(points) => points.into_iter().any(|(_, rank)| rank == number),
                    None => {
                        AlgebraicName::read(&text).is_some_and(|name| name.ranks().any(|rank| rank == number))
                    }
                }
            })
        };
        match (is_written(0), is_written(10)) {
            (true, false) => vec![reading(RankNumbers::FromZero)],
            (false, true) => vec![reading(RankNumbers::FromOne)],
            (true, true) => vec![reading(first)],
            (false, false) => vec![reading(first), reading(first.other())],
        }
    }
}

/// The two points of a coordinate move, each as its file from 0 and its rank number as written. A hyphen may separate
/// them, as in ICCS notation (`H2-E2`). An uppercase letter before a lowercase one is a piece: `C2e2` is a cannon's
/// move.
pub(super) fn read_coordinates(text: &str) -> Option<[(usize, usize); 2]> {
    let is_piece = text.starts_with(|c: char| c.is_ascii_uppercase());
    if is_piece && text.contains(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let (from_file, from_rank, rest) = Point::read(text)?;
    let (to_file, to_rank, rest) = Point::read(rest.strip_prefix('-').unwrap_or(rest))?;
    rest.is_empty().then_some([(from_file, from_rank), (to_file, to_rank)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(options: XiangqiOptions, moves: &[&str]) -> Vec<RankNumbers> {
        options.readings(moves).iter().map(XiangqiOptions::input).collect()
    }

    #[test]
    fn rank_numbers_in_a_list_determine_the_numbering() {
        use RankNumbers::{FromOne, FromZero};
        let mut options = XiangqiOptions::default();
        assert_eq!(inputs(options, &["h3e3", "h10g8"]), [FromOne]);
        assert_eq!(inputs(options, &["h2e2", "h9g7", "h0g2"]), [FromZero]);
        assert_eq!(inputs(options, &["h3e3"]), [FromOne, FromZero]);
        assert_eq!(inputs(options, &["H0-G2"]), [FromZero]);
        assert_eq!(inputs(options, &["h0g2", "a10a9"]), [FromOne]);
        assert_eq!(inputs(options, &["炮二平五", "C2=5", "a0"]), [FromOne, FromZero]);
        assert_eq!(inputs(options, &["Che2", "Hg7", "Rh0"]), [FromZero]);
        assert_eq!(inputs(options, &["Che3", "R10h10"]), [FromOne]);
        assert_eq!(inputs(options, &["Che3", "Hg8", "炮二平五"]), [FromOne, FromZero]);
        assert_eq!(inputs(options, &["ｈ０－ｇ２"]), [FromZero]);
        options.assume(FromZero);
        assert_eq!(inputs(options, &["h3e3"]), [FromZero, FromOne]);
        assert_eq!(options.output(), FromZero);
    }

    #[test]
    fn the_form_of_a_fen_is_evidence() {
        let board = "4k4/9/9/9/9/9/9/9/9/4K4";
        for (end, numbers) in [
            ("w - - 0 1", RankNumbers::FromOne),
            ("b - -", RankNumbers::FromOne),
            ("r - - 0 1", RankNumbers::FromZero),
            ("w 0 1", RankNumbers::FromZero),
            ("w", RankNumbers::FromZero),
        ] {
            let mut options = XiangqiOptions::default();
            options.observe_fen(&format!("{board} {end}"));
            assert_eq!(options.output(), numbers, "{end}");
        }
    }

    #[test]
    fn fixed_rank_numbering_is_written_whatever_is_read() {
        use RankNumbers::{FromOne, FromZero};
        let mut options = XiangqiOptions::default();
        options.set("coordinates", "RANKS0-9").expect("a choice");
        options.assume(FromOne);
        let read = options.readings(&["a10a9"])[0];
        assert_eq!((read.input(), read.output()), (FromOne, FromZero));
        assert_eq!(inputs(read, &["h3e3"]), [FromZero, FromOne]);
        assert!(options.set("coordinates", "ranks").is_err());
        options.set("coordinates", "auto").expect("a choice");
        assert_eq!(options.output(), FromZero);
    }
}
