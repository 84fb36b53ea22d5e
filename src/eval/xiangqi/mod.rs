//! The evaluation of xiangqi: men and where they stand, followed as moves are made; what they reach, what bears on the
//! generals and who still guards them, looked up when asked.

mod fitted;
mod tables;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

use super::balance::Balance;
use super::tapered::Tapered;
use super::weight_set::{Fittable, FittedFile, Given, Source};
use super::{Evaluator, Margins};
use crate::base::{Observer, Position, Score, Side};
use crate::rules::cchess::{Man, ManKind, Point};
use crate::rules::xiangqi::{Board, XiangqiPosition};
use crate::search::Parameters;
use tables::Fitted;
use weights::{FULL_ADVANTAGE, LONE_ATTACKER, NO_ATTACKER, Weights};

/// The hand-written evaluation of xiangqi. A hundred units are about what a pawn gains by crossing the river.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XiangqiEvaluator {
    balance: Balance,
    saved: Vec<Balance>,
}

/// The evaluation's parts, each with its name and its worth to Red.
type Parts = [(&'static str, i32); 7];

/// The parts of the evaluation by these weights; `balance` is the position's.
fn parts(source: impl Source<Weights>, balance: &Balance, position: &XiangqiPosition) -> Parts {
    let weights = source.weights();
    let board = position.board();
    let [red, black] = Side::BOTH.map(|side| terms::activity(weights, board, side));
    let difference = |term: fn(&Weights, &Board, Side) -> Tapered| {
        balance.taper(term(weights, board, Side::First) - term(weights, board, Side::Second))
    };
    let tempo = match position.side_to_move() {
        Side::First => weights.tempo,
        Side::Second => -weights.tempo,
    };
    let mut parts = [
        ("men and places", balance.taper(balance.worth())),
        ("reach", balance.taper(red.mobility - black.mobility)),
        ("pressure on the generals", red.pressure - black.pressure),
        ("lines to the generals", difference(terms::lines)),
        ("missing defenders", difference(terms::missing_defenders)),
        ("turn", tempo),
        ("hope of winning", 0),
    ];
    let sum: i32 = parts.iter().map(|(_, worth)| worth).sum();
    let ahead = if sum > 0 { Side::First } else { Side::Second };
    parts[6].1 = sum * hope(board, ahead) / FULL_ADVANTAGE - sum;
    parts
}

/// What the position is worth to its side to move.
#[inline(always)]
fn worth(source: impl Source<Weights>, balance: &Balance, position: &XiangqiPosition) -> i32 {
    let red: i32 = parts(source, balance, position).iter().map(|(_, worth)| worth).sum();
    match position.side_to_move() {
        Side::First => red,
        Side::Second => -red,
    }
}

/// How many sixteenths of its advantage a side can hope to make use of.
fn hope(board: &Board, side: Side) -> i32 {
    let attackers = board
        .side(side)
        .without(board.kind(ManKind::General))
        .without(board.kind(ManKind::Advisor))
        .without(board.kind(ManKind::Elephant));
    let defenders = board.men(ManKind::Advisor, !side).len() + board.men(ManKind::Elephant, !side).len();
    let chariots = board.men(ManKind::Chariot, side);
    match attackers.len() {
        0 => NO_ATTACKER,
        1 if defenders >= 3 && chariots.is_empty() => LONE_ATTACKER,
        _ => FULL_ADVANTAGE,
    }
}

impl Observer<XiangqiPosition> for XiangqiEvaluator {
    #[inline(always)]
    fn put(&mut self, man: Man, at: Point) {
        self.balance.put(&Fitted.tables().placed, man, at);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, at: Point) {
        self.balance.lift(&Fitted.tables().placed, man, at);
    }
}

impl Evaluator for XiangqiEvaluator {
    type Position = XiangqiPosition;

    const MARGINS: Margins = weights::MARGINS;
    const PARAMETERS: Parameters = weights::PARAMETERS;

    fn new(position: &XiangqiPosition) -> Self {
        Self { balance: Balance::of(&Fitted.tables().placed, position), saved: Vec::new() }
    }

    #[inline]
    fn push(&mut self) {
        self.saved.push(self.balance);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(balance) = self.saved.pop() {
            self.balance = balance;
        }
    }

    fn evaluate(&mut self, position: &XiangqiPosition) -> Score {
        Score::evaluation(worth(Fitted, &self.balance, position))
    }

    fn explain(position: &XiangqiPosition) -> Vec<(&'static str, i32)> {
        parts(Fitted, &Balance::of(&Fitted.tables().placed, position), position).to_vec()
    }
}

impl Fittable for XiangqiEvaluator {
    type Weights = Weights;

    const FILE: FittedFile = FittedFile {
        path: "src/eval/xiangqi/fitted.rs",
        game: "xiangqi",
        kind: "Weights",
        imports: &["super::weights::Weights", "crate::eval::tapered::t"],
    };

    const FITTED: Weights = fitted::WEIGHTS;

    fn evaluate_with(position: &XiangqiPosition, given: &Given<Weights>) -> i32 {
        worth(given, &Balance::of(&given.tables().placed, position), position)
    }
}
