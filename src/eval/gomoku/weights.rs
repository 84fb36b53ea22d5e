//! What shapes and threats are worth: our own figures, fitted to the results of games the engine played against itself.

use crate::rules::gomoku::{Freestyle, Renju, Rule, Shape, Standard, Threat};

/// How many units of a shape's weight make one of the evaluation's: a shape occurs often.
pub(super) const SHAPE_UNITS: i32 = 64;

/// What a side's prospects are worth while it is to move, or while it is not.
#[derive(Debug, Clone, Copy)]
pub struct RoleWeights {
    /// For each time that a shape could be made, by [`Shape`].
    pub(super) shapes: [i32; Shape::ALL.len()],
    /// For one point, and for several, that a threat could come from, by [`Threat`].
    pub(super) threats: [[i32; 2]; Threat::COUNT],
}

/// All weights of one game.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    /// Of the side to move, Black or White.
    pub(super) moving: [RoleWeights; 2],
    /// Of the other side, Black or White.
    pub(super) waiting: [RoleWeights; 2],
    /// Of being to move, for Black or White.
    pub(super) turn: [i32; 2],
}

/// A game with its evaluation's weights.
pub trait WeightedRule: Rule {
    /// The weights.
    const WEIGHTS: Weights;
}

const fn same_for_both(moving: RoleWeights, waiting: RoleWeights, turn: i32) -> Weights {
    Weights { moving: [moving; 2], waiting: [waiting; 2], turn: [turn; 2] }
}

const PROVISIONAL: Weights = same_for_both(
    RoleWeights {
        shapes: [0, 4, 32, 48, 96, 128, 160, 160, 320, 320, 320, 320, 640, 640, 0],
        threats: [
            [0, 0],
            [20, 30],
            [200, 250],
            [50, 80],
            [400, 500],
            [2000, 2000],
            [8000, 8000],
            [0, 0],
            [0, 0],
        ],
    },
    RoleWeights {
        shapes: [0, 4, 32, 48, 80, 112, 140, 140, 240, 240, 240, 240, 480, 480, 0],
        threats: [[0, 0], [10, 20], [30, 50], [20, 40], [60, 80], [300, 400], [500, 4000], [0, 0], [0, 0]],
    },
    20,
);

impl WeightedRule for Freestyle {
    const WEIGHTS: Weights = PROVISIONAL;
}

impl WeightedRule for Standard {
    const WEIGHTS: Weights = PROVISIONAL;
}

impl WeightedRule for Renju {
    const WEIGHTS: Weights = PROVISIONAL;
}
