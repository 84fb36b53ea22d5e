use crate::base::{PlayedGame, Position};
use crate::search::SearchPosition;

use crate::games::gomoku::{GomokuPosition, Point, Rule, Threat};

/// What a win shows: fours alone, each of which must be answered, or threes as well.
pub fn of<R: Rule>(line: &PlayedGame<GomokuPosition<R>>) -> Vec<&'static str> {
    if line.start().is_threatened() {
        return Vec::new();
    }
    let mut own = line.all_steps().step_by(2);
    let quiet = own.find(|&(before, m, _)| !before.is_noisy(m));
    match quiet {
        None => vec!["four"],
        Some((before, m, _)) if makes_three(before, Point::of_move(m)) => vec!["three"],
        Some(_) => Vec::new(),
    }
}

fn makes_three<R: Rule>(before: &GomokuPosition<R>, at: Option<Point>) -> bool {
    let threat = at.map(|at| before.board.threat(before.side_to_move(), at));
    matches!(threat, Some(Threat::Three | Threat::DoubleThree | Threat::DoubtfulDoubleThree))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::gomoku::{Freestyle, GomokuOptions};

    fn themes(fen: &str, moves: &[&str]) -> Vec<&'static str> {
        let options = GomokuOptions::default();
        let mut line = PlayedGame::new(GomokuPosition::<Freestyle>::from_fen(fen, &options).unwrap());
        line.play_texts(moves, &options).unwrap();
        of(&line)
    }

    #[test]
    fn fours_and_threes_are_told_apart() {
        let three = "15/15/15/15/15/15/15/6XXX6/15/15/15/15/3O1O1O7/15/15 b 4";
        assert_eq!(themes(three, &["f8"]), ["four"]);
        let two = "15/15/15/15/15/15/15/6XX7/15/15/15/15/3O1O9/15/15 b 3";
        assert_eq!(themes(two, &["f8"]), ["three"]);
        assert_eq!(themes(two, &["a1"]), Vec::<&str>::new());
    }
}
