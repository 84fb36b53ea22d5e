//! The weights of standard gomoku, which [`Weights`] explains. `quadriga fit` writes this file as a whole.
//!
//! Our own figures, fitted to the results of games the engine played against itself.

use crate::eval::gomoku::weights::{RoleWeights, Weights};

/// What [`crate::eval::Margins::win_scale`] says.
pub const WIN_SCALE: i32 = 100;

/// The weights that the engine plays with.
#[rustfmt::skip]
pub const WEIGHTS: Weights = Weights {
    moving: RoleWeights {
        shapes: [0, 4, -14, 30, 57, 225, 163, 581, 516, 532, 0, 0, 0, 1],
        threats: [[0, 0], [-2, 3], [25, 17], [-4, 15], [17, 0], [2000, 2000], [8000, 8000], [0, 0], [0, 0]],
    },
    waiting: RoleWeights {
        shapes: [0, 2, -14, 32, 56, 170, 151, 550, 430, 1181, 0, 681, 0, -21],
        threats: [[0, 0], [4, 3], [21, 18], [-66, -15], [59, 70], [26, 55], [150, 3000], [0, 0], [0, 0]],
    },
    turn: 19,
};
