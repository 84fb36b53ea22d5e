use crate::games::Variant;

/// Describes a game to user interfaces that learn a board's shape from the engine; `startpos` is its starting FEN.
/// `None` for games that they all know.
pub(super) fn variant_line(variant: Variant, startpos: &str) -> Option<String> {
    let template = variant.info().template?;
    let (board, rest) = startpos.split_once(' ')?;
    let ranks = board.split('/').count();
    let files = board.split('/').map(width).max()?;
    let (name, board) = (template.name, template.translate(board));
    Some(format!(
        "variant {variant} files {files} ranks {ranks} pocket 0 template {name} startpos {board} {rest}"
    ))
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
    fn variant_line_describes_the_board() {
        let start = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";
        assert_eq!(
            variant_line(Variant::Zhonggong, start).as_deref(),
            Some(
                "variant zhonggong files 9 ranks 9 pocket 0 template xiangqi startpos \
                 rheacaehr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RHEACAEHR w - - 0 1"
            )
        );
        let line = variant_line(Variant::Renju, "15/7X7/15 w 2").unwrap_or_default();
        assert!(line.starts_with("variant renju files 15 ranks 3 pocket 0 template fairy"), "{line}");
        assert_eq!(variant_line(Variant::Chess, "8/8 w"), None);
    }
}
