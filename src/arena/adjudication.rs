use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Side};

use super::{Cause, MoveScore};

/// When the referee ends a game that the rules would let go on. Nothing is set by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game counts as won.
    #[serde(default)]
    pub win: Option<WinRule>,
    /// When a game counts as drawn.
    #[serde(default)]
    pub draw: Option<DrawRule>,
    /// The longest game in plies, those of the opening among them; it is drawn then.
    #[serde(default)]
    pub max_plies: Option<usize>,
}

/// A game is won when both players have said so for a while: the winner's scores were at least, and the loser's at most
/// minus `score`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRule {
    /// The least score, in hundredths of a pawn.
    pub score: i32,
    /// For so many moves of each player without a break.
    pub moves: u32,
}

/// A game is drawn when both players have said so for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The scores' greatest absolute value, in hundredths of a pawn.
    pub score: i32,
    /// For so many moves of each player without a break.
    pub moves: u32,
    /// Not before each player has made so many moves, those of the opening among them.
    pub from_move: u32,
}

/// Listens to what the players of one game say of it.
#[derive(Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Who the last moves' players agree has won, and for how many moves in a row.
    winning: Option<(Side, u32)>,
    /// For how many moves in a row the players have agreed on a draw.
    drawn: u32,
}

impl Adjudicator {
    /// For a new game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, winning: None, drawn: 0 }
    }

    /// Hears what the side that has just moved thinks of the game, which is so many plies long now, and says how the game
    /// ends, if it does.
    pub fn update(
        &mut self,
        mover: Side,
        score: Option<MoveScore>,
        plies: usize,
    ) -> Option<(Outcome, Cause)> {
        let score = score.map(MoveScore::centipawns);
        if let Some(rule) = self.rules.win {
            let winner = score.and_then(|score| match score {
                score if score >= rule.score => Some(mover),
                score if score <= -rule.score => Some(!mover),
                _ => None,
            });
            self.winning = match (winner, self.winning) {
                (Some(now), Some((before, count))) if now == before => Some((now, count + 1)),
                (now, _) => now.map(|winner| (winner, 1)),
            };
            if let Some((winner, count)) = self.winning
                && count >= rule.moves.saturating_mul(2)
            {
                return Some((Outcome::Win(winner), Cause::AdjudicatedWin));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_even = score.is_some_and(|score| score.saturating_abs() <= rule.score);
            self.drawn = if is_even { self.drawn + 1 } else { 0 };
            let old_enough = plies >= 2 * rule.from_move as usize;
            if old_enough && self.drawn >= rule.moves.saturating_mul(2) {
                return Some((Outcome::Draw, Cause::AdjudicatedDraw));
            }
        }
        let too_long = self.rules.max_plies.is_some_and(|limit| plies >= limit);
        too_long.then_some((Outcome::Draw, Cause::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_end(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Outcome, Cause)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, score)| {
            let mover = Side::BOTH[ply % 2];
            let (outcome, cause) = adjudicator.update(mover, score.map(MoveScore::Cp), ply + 1)?;
            Some((ply + 1, outcome, cause))
        })
    }

    #[test]
    fn both_must_agree_on_a_win() {
        let rules = Adjudication { win: Some(WinRule { score: 500, moves: 2 }), ..Adjudication::default() };
        let agreed = [Some(600), Some(-500), Some(700), Some(-900)];
        assert_eq!(first_end(rules, &agreed), Some((4, Outcome::Win(Side::First), Cause::AdjudicatedWin)));
        assert_eq!(first_end(rules, &[Some(600), Some(-499), Some(700), Some(-900), Some(800)]), None);
        assert_eq!(first_end(rules, &[Some(600), None, Some(700), Some(-900), Some(800)]), None);
        // Two boasters never agree.
        assert_eq!(first_end(rules, &[Some(900); 20]), None);
        let lost = [Some(0), Some(600), Some(-600), Some(600), Some(-600)];
        assert_eq!(first_end(rules, &lost), Some((5, Outcome::Win(Side::Second), Cause::AdjudicatedWin)));
    }

    #[test]
    fn draws_come_late() {
        let draw = Some(DrawRule { score: 10, moves: 2, from_move: 4 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let end = Some((8, Outcome::Draw, Cause::AdjudicatedDraw));
        assert_eq!(first_end(rules, &[Some(10); 20]), end);
        let mut scores = [Some(-10); 12];
        scores[6] = Some(11);
        assert_eq!(first_end(rules, &scores), Some((11, Outcome::Draw, Cause::AdjudicatedDraw)));
        scores[9] = None;
        assert_eq!(first_end(rules, &scores), None);
    }

    #[test]
    fn long_games_end() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(first_end(rules, &[None; 5]), Some((3, Outcome::Draw, Cause::TooLong)));
    }
}
