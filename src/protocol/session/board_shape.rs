use std::fmt;

use crate::games::Variant;

/// A game's board, for user interfaces that learn the boards of unknown games from the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::protocol) struct BoardShape {
    variant: Variant,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The game known to xboard whose board and pieces it uses.
    pub template: &'static str,
    /// The FEN of the start, with the template's letters.
    pub start: String,
}

impl BoardShape {
    /// The board of a game that starts with this FEN; `None` if all user interfaces know the game.
    pub(super) fn new(variant: Variant, start: &str) -> Option<Self> {
        let template = variant.info().template?;
        let (board, rest) = start.split_once(' ')?;
        let ranks = board.split('/').count();
        let files = board.split('/').map(width).max()?;
        let start = format!("{} {rest}", template.translate(board));
        Some(Self { variant, files, ranks, template: template.name, start })
    }
}

impl fmt::Display for BoardShape {
    /// Writes the description in the form that UCI2WB reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, files, ranks, template, start } = self;
        write!(
            f,
            "variant {variant} files {files} ranks {ranks} pocket 0 template {template} startpos {start}"
        )
    }
}

/// The number of points described by a rank of a FEN: one per letter, and those given by numbers.
fn width(rank: &str) -> usize {
    let mut points = 0;
    let mut run = 0;
    for c in rank.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = run * 10 + digit as usize;
        } else {
            points += run + 1;
            run = 0;
        }
    }
    points + run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_described_by_size_template_and_start() {
        let start = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";
        assert_eq!(
            BoardShape::new(Variant::Zhonggong, start).map(|shape| shape.to_string()).as_deref(),
            Some(
                "variant zhonggong files 9 ranks 9 pocket 0 template xiangqi startpos \
                 rheacaehr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RHEACAEHR w - - 0 1"
            )
        );
        let shape = BoardShape::new(Variant::Renju, "15/7X7/15 w 2").unwrap();
        assert_eq!((shape.files, shape.ranks, shape.template), (15, 3, "fairy"));
        assert_eq!(BoardShape::new(Variant::Chess, "8/8 w"), None);
    }
}
