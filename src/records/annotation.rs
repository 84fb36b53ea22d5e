//! What people and programs say about a move: comments, glyphs, arrows, clocks, evaluations.

use std::time::Duration;

use super::MoveScore;

/// A numeric annotation glyph of the PGN standard (section 10), such as 1 for `!`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

/// A point that is highlighted, or an arrow, as in `[%csl Gd4]` and `[%cal Gd2d4]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The colour: `G` green, `R` red, `Y` yellow, `B` blue; other programs may have others.
    pub colour: char,
    /// The point, or where the arrow begins, in protocol notation.
    pub from: String,
    /// Where the arrow ends; `None` for a point.
    pub to: Option<String>,
}

/// An evaluation from the first player's view, as in `[%eval 0.31,12]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    /// The score.
    pub score: MoveScore,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// Everything that is said about a move, or about the start of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Annotations {
    /// Comments before the move, without line breaks at their ends.
    pub before: Vec<String>,
    /// Comments after it.
    pub after: Vec<String>,
    /// Its glyphs, in their order.
    pub nags: Vec<Nag>,
    /// Highlighted points and arrows in the position after it.
    pub shapes: Vec<Shape>,
    /// The mover's clock after it (`%clk`).
    pub clock: Option<Duration>,
    /// The time that it took (`%emt`).
    pub elapsed: Option<Duration>,
    /// An evaluation of the position after it.
    pub evaluation: Option<Evaluation>,
    /// Properties of an SGF node that have no place here, as names with their values.
    pub properties: Vec<(String, Vec<String>)>,
}

impl Annotations {
    /// Nothing at all.
    pub const NONE: &'static Self = &Self {
        before: Vec::new(),
        after: Vec::new(),
        nags: Vec::new(),
        shapes: Vec::new(),
        clock: None,
        elapsed: None,
        evaluation: None,
        properties: Vec::new(),
    };

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self == Self::NONE
    }
}
