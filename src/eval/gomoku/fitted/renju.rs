//! The weights of renju, which [`RenjuWeights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Our own figures, fitted to the results of games the engine played against itself.

use crate::eval::gomoku::weights::{RenjuWeights, RoleWeights, Weights};

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 100;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: RenjuWeights = RenjuWeights {
    black: Weights {
        moving: RoleWeights {
            shapes: [0, -20, -45, 0, 70, 165, 184, 515, 602, 564, -18, -23, 0, 32],
            threats: [
                [0, 0], [-1, -2], [0, 0], [-3, 14], [21, 3], [2000, 2000], [8000, 8000], [-8, -23], [-22, -9],
            ],
        },
        waiting: RoleWeights {
            shapes: [0, -23, -44, -1, 70, 102, 170, 517, 480, 1181, -16, 119, 0, 20],
            threats: [
                [0, 0], [-7, -2], [0, 0], [-80, -15], [79, 77], [35, 63], [150, 3000], [1, -7], [-17, -25],
            ],
        },
        turn: 39,
    },
    white: Weights {
        moving: RoleWeights {
            shapes: [0, -16, -38, 22, 79, 85, 169, 597, 426, 382, 0, 0, 0, 0],
            threats: [
                [0, 0], [1, 0], [11, -7], [14, 21], [15, 0], [2000, 2000], [8000, 8000], [0, 0], [0, 0],
            ],
        },
        waiting: RoleWeights {
            shapes: [0, -16, -41, 22, 84, 42, 156, 558, 297, 1140, 0, 322, 0, 0],
            threats: [[0, 0], [-4, 3], [21, 12], [-47, -9], [55, 33], [29, 56], [150, 3000], [0, 0], [0, 0]],
        },
        turn: 1,
    },
};
