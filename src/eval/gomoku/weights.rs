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

impl WeightedRule for Freestyle {
    const WEIGHTS: Weights = same_for_both(
        RoleWeights {
            shapes: [0, -6, -34, 3, 73, 180, 174, 538, 572, 578, 0, 0, 0, 0],
            threats: [
                [0, 0],
                [5, 2],
                [24, 16],
                [13, 10],
                [-3, -4],
                [2000, 2000],
                [8000, 8000],
                [0, 0],
                [0, 0],
            ],
        },
        RoleWeights {
            shapes: [0, -9, -34, 0, 72, 143, 172, 528, 464, 1244, 0, 1186, 0, 0],
            threats: [[0, 0], [-6, 2], [16, 11], [-70, -19], [66, 66], [16, 35], [150, 3000], [0, 0], [0, 0]],
        },
        22,
    );
}

impl WeightedRule for Standard {
    const WEIGHTS: Weights = same_for_both(
        RoleWeights {
            shapes: [0, 4, -14, 30, 57, 225, 163, 581, 516, 532, 0, 0, 0, 1],
            threats: [
                [0, 0],
                [-2, 3],
                [25, 17],
                [-4, 15],
                [17, 0],
                [2000, 2000],
                [8000, 8000],
                [0, 0],
                [0, 0],
            ],
        },
        RoleWeights {
            shapes: [0, 2, -14, 32, 56, 170, 151, 550, 430, 1181, 0, 681, 0, -21],
            threats: [[0, 0], [4, 3], [21, 18], [-66, -15], [59, 70], [26, 55], [150, 3000], [0, 0], [0, 0]],
        },
        19,
    );
}

impl WeightedRule for Renju {
    const WEIGHTS: Weights = Weights {
        moving: [
            RoleWeights {
                shapes: [0, -20, -45, 0, 70, 165, 184, 515, 602, 564, -18, -23, 0, 32],
                threats: [
                    [0, 0],
                    [-1, -2],
                    [0, 0],
                    [-3, 14],
                    [21, 3],
                    [2000, 2000],
                    [8000, 8000],
                    [-8, -23],
                    [-22, -9],
                ],
            },
            RoleWeights {
                shapes: [0, -16, -38, 22, 79, 85, 169, 597, 426, 382, 0, 0, 0, 0],
                threats: [
                    [0, 0],
                    [1, 0],
                    [11, -7],
                    [14, 21],
                    [15, 0],
                    [2000, 2000],
                    [8000, 8000],
                    [0, 0],
                    [0, 0],
                ],
            },
        ],
        waiting: [
            RoleWeights {
                shapes: [0, -23, -44, -1, 70, 102, 170, 517, 480, 1181, -16, 119, 0, 20],
                threats: [
                    [0, 0],
                    [-7, -2],
                    [0, 0],
                    [-80, -15],
                    [79, 77],
                    [35, 63],
                    [150, 3000],
                    [1, -7],
                    [-17, -25],
                ],
            },
            RoleWeights {
                shapes: [0, -16, -41, 22, 84, 42, 156, 558, 297, 1140, 0, 322, 0, 0],
                threats: [
                    [0, 0],
                    [-4, 3],
                    [21, 12],
                    [-47, -9],
                    [55, 33],
                    [29, 56],
                    [150, 3000],
                    [0, 0],
                    [0, 0],
                ],
            },
        ],
        turn: [39, 1],
    };
}
