//! Zhonggong's evaluation: men and where they stand, followed as moves are made; what they reach, how the generals
//! stand, and how near the pawns are to home, looked up when asked.

mod balance;
mod terms;
mod weights;

use crate::base::{Observer, Position, Score, Side};
use crate::rules::cchess::{Man, Point};
use crate::rules::zhonggong::ZhonggongPosition;

use super::{Evaluator, Margins};
use balance::Balance;

/// The hand-written evaluation of zhonggong xiangqi.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZhonggongEvaluator {
    balance: Balance,
    saved: Vec<Balance>,
}

impl Observer<ZhonggongPosition> for ZhonggongEvaluator {
    #[inline(always)]
    fn put(&mut self, man: Man, at: Point) {
        self.balance.put(man, at);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, at: Point) {
        self.balance.lift(man, at);
    }
}

impl Evaluator for ZhonggongEvaluator {
    type Position = ZhonggongPosition;

    const MARGINS: Margins = weights::MARGINS;

    fn new(position: &ZhonggongPosition) -> Self {
        let mut this = Self { balance: Balance::default(), saved: Vec::new() };
        position.observe_all(&mut this);
        this
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
        let red: i32 = terms::parts(position, &self.balance).iter().map(|(_, worth)| worth).sum();
        Score::evaluation(match position.side_to_move() {
            Side::First => red,
            Side::Second => -red,
        })
    }

    fn explain(position: &ZhonggongPosition) -> Vec<(&'static str, i32)> {
        terms::parts(position, &Self::new(position).balance).to_vec()
    }
}

#[cfg(test)]
mod tests;
