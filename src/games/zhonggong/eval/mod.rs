//! The evaluation of zhonggong xiangqi: material and piece-square values, updated incrementally; mobility, threats,
//! general safety and the race of the pawns, computed at each evaluation.

mod features;
mod fitted;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use features::ZhonggongFeatures;

use crate::base::{Position, Side};
use crate::eval::classical::{FittedFile, Prepared, Sums, WeightSet};
use crate::eval::network::Embedded;
use crate::eval::{GameEvaluation, Term};
use crate::games::cchess::eval::{Balance, Placed, element_name, named, sum};
use crate::games::cchess::{Piece, Point};
use crate::games::zhonggong::{Zhonggong, ZhonggongPosition};
use fitted::WEIGHTS;
pub(super) use fitted::WIN_SCALE;
use weights::Weights;

/// The network that the engine plays with.
static NETWORK: Embedded = Embedded::new(Some(include_bytes!("network.bin")));

impl WeightSet for Weights {
    type Tables = Placed;

    fn tables(&self) -> Placed {
        Placed::of(&self.pieces, &self.places)
    }
}

impl GameEvaluation for Zhonggong {
    type Position = ZhonggongPosition;
    type WeightSet = Weights;
    type Sums = Balance;
    type Cache = ();
    type FeatureSet = ZhonggongFeatures;

    const FILE: FittedFile = FittedFile {
        path: "src/games/zhonggong/eval/fitted.rs",
        game: "zhonggong",
        kind: "Weights",
        imports: &[
            "super::weights::Weights",
            "crate::eval::classical::t",
            "crate::games::cchess::eval::ThreatWeights",
        ],
    };

    const FITTED: Weights = WEIGHTS;
    const WIN_SCALE: i32 = WIN_SCALE;

    fn embedded() -> &'static Embedded {
        &NETWORK
    }

    fn value(
        prepared: &Prepared<Weights>,
        position: &ZhonggongPosition,
        balance: &Balance,
        (): &mut (),
    ) -> i32 {
        sum(terms::parts(prepared.weights(), position, balance), position.side_to_move())
    }

    fn explain(prepared: &Prepared<Weights>, position: &ZhonggongPosition) -> Vec<Term> {
        let balance = Balance::of(prepared.tables(), position);
        named(terms::parts(prepared.weights(), position, &balance))
    }

    fn element_name(piece: Piece, at: Point) -> Option<String> {
        element_name(piece, at)
    }

    fn numbers(position: &ZhonggongPosition, side: Side) -> Vec<(&'static str, usize)> {
        // The value of a pawn at home depends on how many there are, as pawns can be traded together.
        let home = position.pawns_home(side).len();
        let at_least = |number| usize::from(home >= number);
        vec![
            ("pawn at home", at_least(1)),
            ("second pawn at home", at_least(2)),
            ("third pawn at home", at_least(3)),
            ("liberty", position.liberties(side).len()),
            ("guard", position.guards(side).len()),
        ]
    }
}
