//! Numbers and results as cutechess-cli writes them.

use quadriga::arena::stats::{SprtDecision, Tally, Z_95, elo_of_score, normal_cdf};
use quadriga::arena::{Cause, Results, Termination};
use quadriga::base::{Outcome, Reason, Side};

/// An Elo difference, for printing.
#[derive(Debug, Clone, Copy)]
pub struct EloLine {
    pub value: f64,
    /// Half the width of the 95% interval.
    pub margin: f64,
    /// The likelihood of superiority in percent.
    pub superiority: f64,
}

impl EloLine {
    /// The difference of the first player of a match; its interval is that of pairs of games as soon as it can be
    /// estimated.
    pub fn of(tally: Tally, results: &Results) -> Self {
        let games = Self::of_games(tally);
        match results.pair_score() {
            Some(score) => Self {
                margin: score.elo().margin(),
                superiority: 100.0 * score.likelihood_of_superiority(),
                ..games
            },
            None => games,
        }
    }

    /// The difference if the games were independent of each other, from the variance of their points.
    pub fn of_games(tally: Tally) -> Self {
        let games = tally.games() as f64;
        let Some(score) = tally.score() else {
            return Self { value: f64::NAN, margin: f64::NAN, superiority: f64::NAN };
        };
        let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(|count| count as f64 / games);
        let variance = wins * (1.0 - score).powi(2) + draws * (0.5 - score).powi(2) + losses * score.powi(2);
        let margin = Z_95 * (variance / games).sqrt();
        let [low, high] = [(score - margin).max(0.0), (score + margin).min(1.0)].map(elo_of_score);
        let decided = (tally.wins + tally.losses) as f64;
        let excess = (tally.wins as f64 - tally.losses as f64) / decided.sqrt();
        Self {
            value: elo_of_score(score),
            margin: if variance > 0.0 { (high - low) / 2.0 } else { f64::NAN },
            superiority: if decided > 0.0 { 100.0 * normal_cdf(excess) } else { 50.0 },
        }
    }
}

/// The percentage of draws.
pub fn draw_ratio(tally: Tally) -> f64 {
    100.0 * tally.draws as f64 / tally.games() as f64
}

/// A number with this many decimals; `inf`, `-inf` and `nan` as C writes them, and never `-0.0`.
pub fn decimal(value: f64, places: usize) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let text = format!("{value:.places$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// `SPRT: llr 0.12 (4.1%), lbound -2.94, ubound 2.94`, with the decision if there is one; empty without an SPRT.
pub fn sprt_line(results: &Results) -> String {
    let (Some(sprt), Some(ratio)) = (results.contest().sprt, results.log_likelihood_ratio()) else {
        return String::new();
    };
    let [low, high] = sprt.bounds();
    let decision = match results.decision() {
        SprtDecision::Open => "",
        SprtDecision::AcceptH0 => " - H0 was accepted",
        SprtDecision::AcceptH1 => " - H1 was accepted",
        SprtDecision::Undefined => " - cannot be computed",
    };
    let share = decimal(100.0 * ratio / high, 1);
    let ratio = decimal(ratio, 2);
    format!("SPRT: llr {ratio} ({share}%), lbound {low:.2}, ubound {high:.2}{decision}\n")
}

/// The text in braces after a result of cutechess-cli. White is the side that moves first in the starting position of
/// the game.
pub fn description(outcome: Outcome, termination: &Termination) -> String {
    let name = |side: Side| if side == Side::First { "White" } else { "Black" };
    let Outcome::Win(winner) = outcome else {
        return match termination.cause {
            Cause::Rule(Reason::REPETITION) => "Draw by 3-fold repetition".to_owned(),
            Cause::Rule(Reason::MOVE_LIMIT) => "Draw by fifty moves rule".to_owned(),
            Cause::Rule(Reason::INSUFFICIENT_MATERIAL) => "Draw by insufficient mating material".to_owned(),
            Cause::Rule(reason) => format!("Draw by {reason}"),
            Cause::AdjudicatedDraw => "Draw by adjudication".to_owned(),
            Cause::EndgameTables => "Draw by adjudication: SyzygyTB".to_owned(),
            Cause::TooLong => "Draw by adjudication: maximum game length".to_owned(),
            Cause::Agreement => "Draw by agreement".to_owned(),
            other => format!("Draw by {other}"),
        };
    };
    let (winner, loser) = (name(winner), name(!winner));
    match termination.cause {
        Cause::Rule(Reason::CHECKMATE) => format!("{winner} mates"),
        Cause::Rule(reason) => format!("{winner} wins by {reason}"),
        Cause::AdjudicatedWin => format!("{winner} wins by adjudication"),
        Cause::EndgameTables => format!("{winner} wins by adjudication: SyzygyTB"),
        Cause::Resignation => format!("{loser} resigns"),
        Cause::IllegalMove => format!("{loser} makes an illegal move"),
        Cause::TimeForfeit => format!("{loser} loses on time"),
        Cause::Stall => format!("{loser}'s connection stalls"),
        Cause::Crash | Cause::Disconnect | Cause::NoStart => format!("{loser} disconnects"),
        other => format!("{winner} wins by {other}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadriga::games::gomoku::reasons;

    #[test]
    fn numbers_are_those_of_cutechess() {
        // 5 - 3 - 2: Elo::diff, errorMargin, LOS and drawRatio of cutechess, computed by hand.
        let line = EloLine::of_games(Tally { wins: 5, losses: 3, draws: 2 });
        assert_eq!(decimal(line.value, 1), "70.4");
        assert_eq!(decimal(line.superiority, 1), "76.0");
        let (half_width, score) = (Z_95 * ((0.5 * 0.16 + 0.3 * 0.36 + 0.2 * 0.01) / 10.0_f64).sqrt(), 0.6);
        let expected = (elo_of_score(score + half_width) - elo_of_score(score - half_width)) / 2.0;
        assert!((line.margin - expected).abs() < 1e-9);
        let none = EloLine::of_games(Tally::default());
        assert_eq!(decimal(none.value, 1), "nan");
        let all = EloLine::of_games(Tally { wins: 2, ..Tally::default() });
        assert_eq!((decimal(all.value, 1), decimal(all.margin, 1)), ("inf".to_owned(), "nan".to_owned()));
        assert_eq!((decimal(-0.01, 1), decimal(-0.06, 1)), ("0.0".to_owned(), "-0.1".to_owned()));
    }

    #[test]
    fn results_name_the_side() {
        let termination = |cause| Termination { cause, blamed: None, detail: String::new() };
        let won = |cause| description(Outcome::Win(Side::Second), &termination(cause));
        assert_eq!(won(Cause::Rule(Reason::CHECKMATE)), "Black mates");
        assert_eq!(won(Cause::Rule(reasons::FIVE_IN_A_ROW)), "Black wins by five in a row");
        assert_eq!(won(Cause::TimeForfeit), "White loses on time");
        assert_eq!(won(Cause::Crash), "White disconnects");
        let drawn = description(Outcome::Draw, &termination(Cause::Rule(Reason::STALEMATE)));
        assert_eq!(drawn, "Draw by stalemate");
    }
}
