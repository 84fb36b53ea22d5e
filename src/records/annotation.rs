//! Annotations of moves: comments, glyphs, arrows, clocks, evaluations.

use std::time::Duration;

use super::MoveScore;

/// A numeric annotation glyph of the PGN standard (section 10), such as 1 for `!`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

/// A highlighted point or an arrow, as in `[%csl Gd4]` and `[%cal Gd2d4]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// The colour: `G` green, `R` red, `Y` yellow, `B` blue; other programs may have others.
    pub colour: char,
    /// The point, or the start of the arrow, in protocol notation.
    pub from: String,
    /// The end of the arrow; `None` for a point.
    pub to: Option<String>,
}

/// An evaluation from the first player's point of view, as in `[%eval 0.31,12]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation {
    /// The score.
    pub score: MoveScore,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// All annotations of a move, or of the start of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Annotations {
    /// Comments before the move, without line breaks at their ends.
    pub before: Vec<String>,
    /// Comments after the move.
    pub after: Vec<String>,
    /// Glyphs of the move, in order.
    pub nags: Vec<Nag>,
    /// Highlighted points and arrows in the position after the move.
    pub shapes: Vec<Shape>,
    /// The mover's clock after the move (`%clk`).
    pub clock: Option<Duration>,
    /// The time that the move took (`%emt`).
    pub elapsed: Option<Duration>,
    /// An evaluation of the position after the move.
    pub evaluation: Option<Evaluation>,
    /// Properties of an SGF node without an equivalent here: names with their values.
    pub properties: Vec<(String, Vec<String>)>,
}

impl Annotations {
    /// No annotations.
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

    /// Whether there are no annotations.
    pub fn is_empty(&self) -> bool {
        self == Self::NONE
    }
}
