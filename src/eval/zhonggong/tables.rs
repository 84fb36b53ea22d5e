//! Where the engine's weights come from, and what is looked up of them by man and point.

use super::fitted::WEIGHTS;
use super::weights::Weights;
use crate::base::Side;
use crate::eval::balance::Placed;
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::fitted_source;
use crate::rules::cchess::{FILES, Man, ManKind, POINTS, Point};
use crate::rules::zhonggong::RANKS;

/// What follows from the weights.
#[derive(Debug)]
pub struct Tables {
    /// What each man on each point is worth to Red.
    pub(super) placed: Placed,
}

fitted_source!(WEIGHTS);

impl Tables {
    const fn of(weights: &Weights) -> Self {
        let mut placed = [[Tapered::ZERO; POINTS]; Man::COUNT];
        let mut index = 0;
        while index < ManKind::COUNT {
            let kind = ManKind::ALL[index];
            let mut point = 0;
            while point < RANKS * FILES {
                let at = Point::from_index(point);
                let red = Man::new(kind, Side::First).index();
                let black = Man::new(kind, Side::Second).index();
                placed[red][point] = worth_on(weights, kind, at);
                placed[black][point] = worth_on(weights, kind, at.flipped(RANKS)).times(-1);
                point += 1;
            }
            index += 1;
        }
        Self { placed }
    }
}

/// What a man is worth on a point, as its own side sees the board.
const fn worth_on(weights: &Weights, kind: ManKind, at: Point) -> Tapered {
    let (files, ranks) = (at.file().abs_diff(FILES / 2), at.rank().abs_diff(RANKS / 2));
    let ring = if files > ranks { files } else { ranks };
    let worth = weights.men[kind.index()].plus(weights.rings[kind.index()][ring]);
    match kind {
        ManKind::Pawn => worth.plus(weights.pawn_ranks[at.rank()]),
        _ => worth,
    }
}
