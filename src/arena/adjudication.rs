use serde::{Deserialize, Serialize};

use crate::base::{Move, Outcome, Position, Side};

use super::{Cause, MoveScore};

/// When the referee ends a game before the rules do; by default, never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a game is adjudicated a win.
    pub win: Option<WinRule>,
    /// When a game is adjudicated a draw.
    pub draw: Option<DrawRule>,
    /// The maximum length of a game in plies, including the opening; a game that reaches it is drawn.
    pub max_plies: Option<usize>,
}

/// A game is won once both players have agreed on it for a number of moves: the winner's scores were at least `score`,
/// the loser's at most `-score`. If the rule is one-sided, only the loser's scores count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRule {
    /// The minimum score in centipawns.
    pub score: i32,
    /// The number of consecutive moves of each player, or of the loser.
    pub moves: u32,
    /// Whether only the loser's scores count.
    #[serde(default, skip_serializing_if = "is_false")]
    pub one_sided: bool,
}

// The signature is prescribed by serde.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !value
}

/// A game is drawn once both players have agreed on it for a number of moves. The count starts again with every move
/// that [resets the halfmove clock](Position::resets_halfmove_clock), which is the first one counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The maximum absolute score in centipawns.
    pub score: i32,
    /// The number of consecutive moves of each player.
    pub moves: u32,
    /// The number of full moves that must be completed first. They are counted by the move numbers of the positions, so
    /// a game that begins at move 30 has completed 29.
    pub from_move: u32,
}

/// The properties of a move that adjudication depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdjudicatedMove {
    /// The side that made the move.
    pub mover: Side,
    /// Whether the move reset the halfmove clock.
    pub resets_halfmove_clock: bool,
    /// The number of full moves completed with this move, counted as in FENs.
    pub full_moves: u32,
}

impl AdjudicatedMove {
    /// The legal move `m` in `before`, which led to `after`.
    pub fn of<P: Position>(before: &P, m: Move, after: &P) -> Self {
        Self {
            mover: before.side_to_move(),
            resets_halfmove_clock: before.resets_halfmove_clock(m),
            full_moves: after.move_number().saturating_sub(1),
        }
    }
}

/// Tracks the players' scores in one game and decides when to adjudicate it.
#[derive(Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// The winner according to the latest scores, and the number of consecutive plies with such scores.
    winning: Option<(Side, u32)>,
    /// For each side, the number of its latest consecutive moves with losing scores.
    losing: [u32; 2],
    /// The number of consecutive plies with drawish scores since the halfmove clock was reset.
    drawn: u32,
}

impl Adjudicator {
    /// The state at the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, winning: None, losing: [0; 2], drawn: 0 }
    }

    /// Processes a move and its score (`plies` is the length of the game including the move); returns the result if the
    /// game is adjudicated now.
    pub fn update(
        &mut self,
        made: AdjudicatedMove,
        score: Option<MoveScore>,
        plies: usize,
    ) -> Option<(Outcome, Cause)> {
        let mover = made.mover;
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
            let before = if made.resets_halfmove_clock { 0 } else { self.drawn };
            self.drawn = if is_even { before + 1 } else { 0 };
            if made.full_moves >= rule.from_move && self.drawn >= rule.moves.saturating_mul(2) {
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
    use crate::base::{NoOptions, Notation, PlayedGame};
    use crate::games::chess::ChessPosition;
    use crate::games::gomoku::{Freestyle, GomokuPosition};
    use crate::games::xiangqi::XiangqiPosition;
    use crate::games::zhonggong::ZhonggongPosition;

    /// The move of this ply, counted from 0, in a game from the first move on without captures.
    fn made(ply: usize) -> AdjudicatedMove {
        AdjudicatedMove {
            mover: Side::BOTH[ply % 2],
            resets_halfmove_clock: false,
            full_moves: (ply as u32).div_ceil(2),
        }
    }

    fn first_end(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Outcome, Cause)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, score)| {
            let (outcome, cause) = adjudicator.update(made(ply), score.map(MoveScore::Cp), ply + 1)?;
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

    /// The ply, from 1, after which a game from this position is drawn if all scores are 0.
    fn drawn_after<P: Notation>(fen: &str, moves: &[&str], rule: DrawRule) -> Option<usize> {
        let options = P::Options::default();
        let mut game = PlayedGame::new(P::from_fen(fen, &options).expect("a FEN"));
        game.play_texts(moves, &options).expect("legal moves");
        let mut adjudicator = Adjudicator::new(Adjudication { draw: Some(rule), ..Adjudication::default() });
        game.all_steps().zip(1..).find_map(|((before, m, after), ply)| {
            let end = adjudicator.update(AdjudicatedMove::of(before, m, after), Some(MoveScore::Cp(0)), ply);
            end.map(|_| ply)
        })
    }

    #[test]
    fn moves_that_reset_the_halfmove_clock_reset_the_draw_rule() {
        let rule = DrawRule { score: 0, moves: 2, from_move: 0 };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let knights = ["b1c3", "b8c6", "g1f3", "g8f6", "f3d4", "f6d5"];
        assert_eq!(drawn_after::<ChessPosition>(start, &knights, rule), Some(4));
        // The capture and the pawn move themselves count.
        let captures = ["b1c3", "b8c6", "c3d5", "c6b8", "d5e7", "f8e7", "g1f3", "e7d6", "f3g1", "d6e7"];
        assert_eq!(drawn_after::<ChessPosition>(start, &captures, rule), Some(4));
        assert_eq!(drawn_after::<ChessPosition>(start, &captures, DrawRule { moves: 3, ..rule }), None);
        let captured = DrawRule { moves: 2, from_move: 3, ..rule };
        assert_eq!(drawn_after::<ChessPosition>(start, &captures, captured), Some(9));
        let pawns = ["b1c3", "b8c6", "g1f3", "e7e6", "f3g1", "c6b8", "c3b1"];
        assert_eq!(drawn_after::<ChessPosition>(start, &pawns, rule), Some(7));
        // Castling onto one's own rook is not a capture.
        let castling = ["a1a2", "a8b8", "e1g1", "b8a8"];
        let fen = "r3k3/8/8/8/8/8/8/R3K2R w K - 0 1";
        assert_eq!(drawn_after::<ChessPosition>(fen, &castling, rule), Some(4));

        let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let pawn = ["c4c5", "b10c8", "c5c6", "h10g8"];
        assert_eq!(drawn_after::<XiangqiPosition>(fen, &pawn, rule), Some(4));
        let capture = ["c4c5", "b10c8", "c5c6", "c7c6", "b1c3", "c8b10", "c3b1"];
        assert_eq!(drawn_after::<XiangqiPosition>(fen, &capture, rule), Some(7));

        // A trade of two pawns for a cannon.
        let fen = "P1P6/9/4c4/4k4/9/4K4/9/9/9 w - - 0 1";
        let position = ZhonggongPosition::from_fen(fen, &NoOptions).expect("a FEN");
        let trade = position.parse_move("a9c9xe7", &NoOptions).expect("a trade");
        assert!(position.resets_halfmove_clock(trade));
        let step = position.parse_move("e4d4", &NoOptions).expect("a step");
        assert!(!position.resets_halfmove_clock(step));

        let empty = vec!["15"; 15].join("/") + " b 1";
        let stones = ["h8", "h9", "g8", "g9"];
        assert_eq!(drawn_after::<GomokuPosition<Freestyle>>(&empty, &stones, rule), Some(4));
    }

    #[test]
    fn moves_are_numbered_as_in_the_fen() {
        let rule = DrawRule { score: 0, moves: 1, from_move: 31 };
        let shuffle = ["a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8"];
        let drawn = |fen| drawn_after::<ChessPosition>(fen, &shuffle, rule);
        assert_eq!(drawn("r3k3/8/8/8/8/8/8/R3K3 w - - 0 30"), Some(4));
        assert_eq!(drawn("r3k3/8/8/8/8/8/8/R3K3 w - - 0 60"), Some(2));
        assert_eq!(drawn("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"), None);
        let black_first = ["a8b8", "a1b1", "b8a8", "b1a1"];
        let fen = "r3k3/8/8/8/8/8/8/R3K3 b - - 0 30";
        assert_eq!(drawn_after::<ChessPosition>(fen, &black_first, rule), Some(3));
    }

    #[test]
    fn games_beyond_the_ply_limit_are_drawn() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(first_end(rules, &[None; 5]), Some((3, Outcome::Draw, Cause::TooLong)));
    }
}
