//! Zhonggong's evaluation: men and where they stand, followed as moves are made; what they reach, how the generals
//! stand, and how near the pawns are to home, looked up when asked.

mod fitted;
mod tables;
mod terms;
mod weights;

use crate::base::{Observer, Position, Score, Side};
use crate::rules::cchess::{Man, Point};
use crate::rules::zhonggong::ZhonggongPosition;
use crate::search::Parameters;

use super::balance::Balance;
use super::weight_set::{Fittable, FittedFile, Given, Source};
use super::{Evaluator, Margins};
use tables::Fitted;
use weights::Weights;

/// The hand-written evaluation of zhonggong xiangqi.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZhonggongEvaluator {
    balance: Balance,
    saved: Vec<Balance>,
}

/// What the position is worth to its side to move; `balance` is the position's.
#[inline(always)]
fn worth(source: impl Source<Weights>, balance: &Balance, position: &ZhonggongPosition) -> i32 {
    let red: i32 = terms::parts(source.weights(), position, balance).iter().map(|(_, worth)| worth).sum();
    match position.side_to_move() {
        Side::First => red,
        Side::Second => -red,
    }
}

impl Observer<ZhonggongPosition> for ZhonggongEvaluator {
    #[inline(always)]
    fn put(&mut self, man: Man, at: Point) {
        self.balance.put(&Fitted.tables().placed, man, at);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, at: Point) {
        self.balance.lift(&Fitted.tables().placed, man, at);
    }
}

impl Evaluator for ZhonggongEvaluator {
    type Position = ZhonggongPosition;

    const MARGINS: Margins = weights::MARGINS;
    const PARAMETERS: Parameters = weights::PARAMETERS;

    fn new(position: &ZhonggongPosition) -> Self {
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

    fn evaluate(&mut self, position: &ZhonggongPosition) -> Score {
        Score::evaluation(worth(Fitted, &self.balance, position))
    }

    fn explain(position: &ZhonggongPosition) -> Vec<(&'static str, i32)> {
        terms::parts(Fitted.weights(), position, &Balance::of(&Fitted.tables().placed, position)).to_vec()
    }
}

impl Fittable for ZhonggongEvaluator {
    type Weights = Weights;

    const FILE: FittedFile = FittedFile {
        path: "src/eval/zhonggong/fitted.rs",
        game: "zhonggong",
        kind: "Weights",
        imports: &["super::weights::Weights", "crate::eval::tapered::t"],
    };

    const FITTED: Weights = fitted::WEIGHTS;

    fn evaluate_with(position: &ZhonggongPosition, given: &Given<Weights>) -> i32 {
        worth(given, &Balance::of(&given.tables().placed, position), position)
    }
}

#[cfg(test)]
mod tests;
