use serde::{Deserialize, Serialize};

use crate::base::{Outcome, Side};

use super::{Cause, MoveScore};

/// When the referee ends a game before the rules do. By default it never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game is adjudicated a win.
    #[serde(default)]
    pub win: Option<WinRule>,
    /// When a game is adjudicated a draw.
    #[serde(default)]
    pub draw: Option<DrawRule>,
    /// The longest game in plies, opening included; a game that reaches it is drawn.
    #[serde(default)]
    pub max_plies: Option<usize>,
}

/// A game is won once both players have agreed on it for a number of moves: the winner's scores were at least `score`,
/// the loser's at most `-score`. If the rule is one-sided, the loser's scores alone decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRule {
    /// The minimum score in centipawns.
    pub score: i32,
    /// For how many consecutive moves of each player, or of the loser.
    pub moves: u32,
    /// Whether the loser's scores alone decide.
    #[serde(default, skip_serializing_if = "is_false")]
    pub one_sided: bool,
}

// The signature is prescribed by serde.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

/// A game is drawn once both players have agreed on it for a number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The maximum absolute score in centipawns.
    pub score: i32,
    /// For how many consecutive moves of each player.
    pub moves: u32,
    /// The number of moves that each player must have made first, opening included.
    pub from_move: u32,
}

/// Tracks the players' scores in one game and decides when to adjudicate it.
#[derive(Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The side that the latest scores call the winner, and for how many consecutive plies they have.
    winning: Option<(Side, u32)>,
    /// For how many consecutive moves of its own each side has called itself the loser.
    losing: [u32; 2],
    /// For how many consecutive plies the scores have called the game a draw.
    drawn: u32,
}

impl Adjudicator {
    /// The state at the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, winning: None, losing: [0; 2], drawn: 0 }
    }

    /// Takes the score of the side that has just moved (`plies` is the length of the game, that move included) and
    /// returns the result if the game is to be adjudicated now.
    pub fn update(
        &mut self,
        mover: Side,
        score: Option<MoveScore>,
        plies: usize,
    ) -> Option<(Outcome, Cause)> {
        let score = score.map(MoveScore::centipawns);
        if let Some(rule) = self.rules.win.filter(|rule| rule.one_sided) {
            let losing = &mut self.losing[mover.index()];
            *losing = if score.is_some_and(|score| score <= -rule.score) { *losing + 1 } else { 0 };
            if *losing >= rule.moves {
                return Some((Outcome::Win(!mover), Cause::AdjudicatedWin));
            }
        }
        if let Some(rule) = self.rules.win.filter(|rule| !rule.one_sided) {
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
        let win = Some(WinRule { score: 500, moves: 2, one_sided: false });
        let rules = Adjudication { win, ..Adjudication::default() };
        let agreed = [Some(600), Some(-500), Some(700), Some(-900)];
        assert_eq!(first_end(rules, &agreed), Some((4, Outcome::Win(Side::First), Cause::AdjudicatedWin)));
        assert_eq!(first_end(rules, &[Some(600), Some(-499), Some(700), Some(-900), Some(800)]), None);
        assert_eq!(first_end(rules, &[Some(600), None, Some(700), Some(-900), Some(800)]), None);
        // Two players who both claim to be winning never agree.
        assert_eq!(first_end(rules, &[Some(900); 20]), None);
        let lost = [Some(0), Some(600), Some(-600), Some(600), Some(-600)];
        assert_eq!(first_end(rules, &lost), Some((5, Outcome::Win(Side::Second), Cause::AdjudicatedWin)));
    }

    #[test]
    fn one_side_may_give_up_alone() {
        let win = Some(WinRule { score: 500, moves: 2, one_sided: true });
        let rules = Adjudication { win, ..Adjudication::default() };
        let given_up = [Some(0), Some(-600), Some(-10), Some(-500)];
        assert_eq!(first_end(rules, &given_up), Some((4, Outcome::Win(Side::First), Cause::AdjudicatedWin)));
        assert_eq!(first_end(rules, &[Some(900), Some(-600), None, Some(-499), Some(0), Some(-600)]), None);
        let end = Some((3, Outcome::Win(Side::Second), Cause::AdjudicatedWin));
        assert_eq!(first_end(rules, &[Some(-700); 20]), end);
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
    fn games_beyond_the_ply_limit_are_drawn() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(first_end(rules, &[None; 5]), Some((3, Outcome::Draw, Cause::TooLong)));
    }
}
