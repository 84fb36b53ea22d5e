use crate::base::{Outcome, PlayedGame, Position, Side};

use super::ZhonggongPosition;
use super::moves::Action;
use super::reasons::FIVE_PAWNS;

/// The most pieces of an ending, with the generals: those of which the program has all tables.
const ENDING: usize = 4;

/// What a solution shows: a trade, a tether of the opponent's general, its last liberty taken, a fifth pawn at home, or
/// that it is one of the simplest endings.
pub(super) fn of(line: &PlayedGame<ZhonggongPosition>) -> Vec<&'static str> {
    let solver = line.start().side_to_move();
    let mut themes = Vec::new();
    let mut note = |theme, shown: bool| {
        if shown && !themes.contains(&theme) {
            themes.push(theme);
        }
    };
    for (before, m, after) in line.all_steps().step_by(2) {
        note("trade", matches!(Action::of(m), Some(Action::Trade { .. })));
        note("tether", after.is_tethered());
        note("liberty", takes_last_liberty(before, after, !solver));
    }
    note("ending", line.start().board.occupied().count() <= ENDING);
    let verdict = line.position().verdict();
    note(
        "five",
        verdict
            .is_some_and(|verdict| verdict.reason == FIVE_PAWNS && verdict.outcome == Outcome::Win(solver)),
    );
    themes
}

fn takes_last_liberty(before: &ZhonggongPosition, after: &ZhonggongPosition, side: Side) -> bool {
    !before.liberties(side).is_empty() && after.liberties(side).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{NoOptions, Notation};

    fn themes(fen: &str, moves: &[&str]) -> Vec<&'static str> {
        let mut line = PlayedGame::new(ZhonggongPosition::from_fen(fen, &NoOptions).unwrap());
        line.play_texts(moves, &NoOptions).unwrap();
        of(&line)
    }

    #[test]
    fn a_fifth_pawn_is_named() {
        assert_eq!(themes("PPPP5/4P4/9/4k4/9/4K4/9/9/9 w - - 0 1", &["e8e9"]), ["five"]);
    }

    #[test]
    fn a_trade_and_an_ending_are_named() {
        let trade = themes("P1P6/9/4c4/4k4/9/4K4/P8/9/9 w - - 0 1", &["a9c9xe7"]);
        assert_eq!(trade, ["trade"]);
        assert_eq!(themes("9/9/9/9/4Bk3/3K5/9/9/9 w - - 0 1", &["e5c7"]), ["ending"]);
    }
}
