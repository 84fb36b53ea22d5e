//! What the weights of shapes and threats mean, and which rule is played with which.

use super::fitted::{freestyle, renju, standard};
use crate::base::Side;
use crate::eval::weight_set::{FittedFile, Fitting, WeightSet, weight_set};
use crate::rules::gomoku::{Freestyle, Renju, Rule, Shape, Standard, Threat};

/// How many units of a shape's weight make one of the evaluation's: a shape occurs often.
pub(super) const SHAPE_UNITS: i32 = 64;

weight_set! {
    /// What a side's prospects are worth while it is to move, or while it is not.
    pub struct RoleWeights {
        /// For each time that a shape could be made, by [`Shape`].
        pub shapes: [i32; Shape::ALL.len()] => Fitting::FREE.in_units_of(SHAPE_UNITS),
        /// For one point, and for several, that a threat could come from, by [`Threat`].
        pub threats: [[i32; 2]; Threat::COUNT],
    }
}

weight_set! {
    /// The weights for a colour, or for both.
    pub struct Weights {
        /// While it is to move.
        pub moving: RoleWeights,
        /// While it is not.
        pub waiting: RoleWeights,
        /// Of being to move.
        pub turn: i32,
    }
}

weight_set! {
    /// The weights of a game whose colours follow different rules.
    pub struct RenjuWeights {
        /// Of Black.
        pub black: Weights,
        /// Of White.
        pub white: Weights,
    }
}

impl WeightSet for Weights {
    type Tables = ();

    fn tables(&self) {}
}

impl WeightSet for RenjuWeights {
    type Tables = ();

    fn tables(&self) {}
}

/// Weights that may differ by colour.
pub trait ByColour {
    /// Those of a colour.
    fn of(&self, side: Side) -> &Weights;
}

impl ByColour for Weights {
    #[inline(always)]
    fn of(&self, _side: Side) -> &Weights {
        self
    }
}

impl ByColour for RenjuWeights {
    #[inline(always)]
    fn of(&self, side: Side) -> &Weights {
        match side {
            Side::First => &self.black,
            Side::Second => &self.white,
        }
    }
}

/// A game with its evaluation's weights.
pub trait WeightedRule: Rule {
    /// What its weights are: the same for both colours or not.
    type Weights: WeightSet<Tables = ()> + ByColour;

    /// The weights.
    const WEIGHTS: Self::Weights;

    /// What [`crate::eval::Margins::win_scale`] says.
    const WIN_SCALE: i32;

    /// The file that holds them.
    const FILE: FittedFile;

    /// [`WeightedRule::WEIGHTS`] at one place in memory.
    fn weights() -> &'static Self::Weights;
}

impl WeightedRule for Freestyle {
    type Weights = Weights;

    const WEIGHTS: Weights = freestyle::WEIGHTS;
    const WIN_SCALE: i32 = freestyle::WIN_SCALE;
    const FILE: FittedFile = FittedFile {
        path: "src/eval/gomoku/fitted/freestyle.rs",
        game: "freestyle gomoku",
        kind: "Weights",
        imports: &["crate::eval::gomoku::weights::{RoleWeights, Weights}"],
    };

    #[inline(always)]
    fn weights() -> &'static Weights {
        &freestyle::WEIGHTS
    }
}

impl WeightedRule for Standard {
    type Weights = Weights;

    const WEIGHTS: Weights = standard::WEIGHTS;
    const WIN_SCALE: i32 = standard::WIN_SCALE;
    const FILE: FittedFile = FittedFile {
        path: "src/eval/gomoku/fitted/standard.rs",
        game: "standard gomoku",
        kind: "Weights",
        imports: &["crate::eval::gomoku::weights::{RoleWeights, Weights}"],
    };

    #[inline(always)]
    fn weights() -> &'static Weights {
        &standard::WEIGHTS
    }
}

impl WeightedRule for Renju {
    type Weights = RenjuWeights;

    const WEIGHTS: RenjuWeights = renju::WEIGHTS;
    const WIN_SCALE: i32 = renju::WIN_SCALE;
    const FILE: FittedFile = FittedFile {
        path: "src/eval/gomoku/fitted/renju.rs",
        game: "renju",
        kind: "RenjuWeights",
        imports: &["crate::eval::gomoku::weights::{RenjuWeights, RoleWeights, Weights}"],
    };

    #[inline(always)]
    fn weights() -> &'static RenjuWeights {
        &renju::WEIGHTS
    }
}
