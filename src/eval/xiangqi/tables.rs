//! Where the engine's weights come from, and what is looked up of them by man and point.

use super::fitted::WEIGHTS;
use super::weights::Weights;
use crate::base::Side;
use crate::eval::balance::Placed;
use crate::eval::tapered::Tapered;
use crate::eval::weight_set::fitted_source;
use crate::rules::cchess::{Man, ManKind, POINTS, Point};
use crate::rules::xiangqi::RANKS;

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
        let mut kind = 0;
        while kind < ManKind::COUNT {
            let mut at = 0;
            while at < POINTS {
                let point = Point::from_index(at);
                let red = Man::new(ManKind::ALL[kind], Side::First);
                let black = Man::new(ManKind::ALL[kind], Side::Second);
                let worth = weights.men[kind].plus(place(weights, ManKind::ALL[kind], point));
                placed[red.index()][at] = worth;
                placed[black.index()][point.flipped(RANKS).index()] = worth.times(-1);
                at += 1;
            }
            kind += 1;
        }
        Self { placed }
    }
}

/// What a man gains by its place, as its own side sees the board. Places where it can never stand count as the nearest.
const fn place(weights: &Weights, kind: ManKind, at: Point) -> Tapered {
    let (rank, aside) = (at.rank(), at.file().abs_diff(4));
    match kind {
        ManKind::General => {
            let (rank, aside) = (if rank > 2 { 2 } else { rank }, if aside > 1 { 1 } else { aside });
            weights.general_ranks[rank].plus(weights.general_files[aside])
        }
        ManKind::Advisor if aside == 0 => weights.advisor_in_centre,
        ManKind::Elephant if aside == 0 => weights.elephant_in_centre,
        ManKind::Elephant if aside == 4 => weights.elephant_on_edge,
        ManKind::Elephant if rank == 4 => weights.elephant_on_river,
        ManKind::Advisor | ManKind::Elephant => Tapered::ZERO,
        ManKind::Horse => {
            let place = weights.horse_ranks[rank].plus(weights.horse_files[aside]);
            if aside == 0 && rank == 1 { place.plus(weights.horse_before_general) } else { place }
        }
        ManKind::Chariot => weights.chariot_ranks[rank].plus(weights.chariot_files[aside]),
        ManKind::Cannon => weights.cannon_ranks[rank].plus(weights.cannon_files[aside]),
        ManKind::Pawn if rank < 5 => weights.pawn_ranks[rank].plus(weights.home_pawn_files[aside]),
        ManKind::Pawn if rank < 9 => weights.pawn_ranks[rank].plus(weights.crossed_pawn_files[aside]),
        ManKind::Pawn => weights.pawn_ranks[rank],
    }
}
