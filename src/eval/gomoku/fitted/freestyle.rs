//! The weights of freestyle gomoku, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Our own figures, fitted to the results of games the engine played against itself.

use crate::eval::gomoku::weights::{RoleWeights, Weights};

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 100;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    moving: RoleWeights {
        shapes: [0, -6, -34, 3, 73, 180, 174, 538, 572, 578, 0, 0, 0, 0],
        threats: [[0, 0], [5, 2], [24, 16], [13, 10], [-3, -4], [2000, 2000], [8000, 8000], [0, 0], [0, 0]],
    },
    waiting: RoleWeights {
        shapes: [0, -9, -34, 0, 72, 143, 172, 528, 464, 1244, 0, 1186, 0, 0],
        threats: [[0, 0], [-6, 2], [16, 11], [-70, -19], [66, 66], [16, 35], [150, 3000], [0, 0], [0, 0]],
    },
    turn: 22,
};
