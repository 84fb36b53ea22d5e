//! The evaluation of xiangqi.

use crate::base::{Observer, Position, Score, Side};
use crate::rules::cchess::{Man, ManKind, Point};
use crate::rules::xiangqi::XiangqiPosition;

use super::{Evaluator, Margins};

/// The evaluation of xiangqi: the men's worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XiangqiEvaluator {
    balance: i32,
    saved: Vec<i32>,
}

const fn worth(man: Man) -> i32 {
    let worth = match man.kind {
        ManKind::General => 0,
        ManKind::Advisor | ManKind::Elephant => 200,
        ManKind::Horse => 400,
        ManKind::Chariot => 900,
        ManKind::Cannon => 450,
        ManKind::Pawn => 120,
    };
    match man.side {
        Side::First => worth,
        Side::Second => -worth,
    }
}

impl Observer<XiangqiPosition> for XiangqiEvaluator {
    #[inline(always)]
    fn put(&mut self, man: Man, _at: Point) {
        self.balance += worth(man);
    }

    #[inline(always)]
    fn lift(&mut self, man: Man, _at: Point) {
        self.balance -= worth(man);
    }
}

impl Evaluator for XiangqiEvaluator {
    type Position = XiangqiPosition;

    const MARGINS: Margins = Margins {
        win_scale: 200,
        aspiration: 12,
        reverse_futility: 70,
        futility: [90, 80],
        quiet_exchange: 60,
        noisy_exchange: 28,
        delta: 200,
        razor: 250,
        leaf_effort: 0,
        root_effort: 0,
    };

    fn new(position: &XiangqiPosition) -> Self {
        let mut this = Self { balance: 0, saved: Vec::new() };
        position.observe_all(&mut this);
        this
    }

    fn push(&mut self) {
        self.saved.push(self.balance);
    }

    fn pop(&mut self) {
        if let Some(balance) = self.saved.pop() {
            self.balance = balance;
        }
    }

    fn evaluate(&mut self, position: &XiangqiPosition) -> Score {
        Score::evaluation(match position.side_to_move() {
            Side::First => self.balance,
            Side::Second => -self.balance,
        })
    }

    fn explain(position: &XiangqiPosition) -> Vec<(&'static str, i32)> {
        vec![("material", Self::new(position).balance)]
    }
}
