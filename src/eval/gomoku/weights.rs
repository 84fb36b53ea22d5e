//! What the weights of points and threats mean, and which rule is played with which.

use super::fitted::{freestyle, renju, standard};
use super::point_tables::PointTables;
use crate::base::Side;
use crate::eval::weight_set::{FittedFile, Fitting, WeightSet, weight_set};
use crate::rules::gomoku::{Class, Freestyle, Renju, Rule, Standard, Threat};

/// How many units of a point's weight make one of the evaluation's: there are many points.
pub(super) const POINT_UNITS: i32 = 64;

weight_set! {
    /// What a side's points are worth while it is to move, or while it is not.
    pub struct RoleWeights {
        /// For each empty point, by the [`Class`] of what a stone there would make of its lines.
        pub points: [i32; Class::COUNT] => Fitting::FREE.in_units_of(POINT_UNITS),
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
    type Tables = PointTables;

    fn tables(&self) -> PointTables {
        PointTables::of([self, self])
    }
}

impl WeightSet for RenjuWeights {
    type Tables = PointTables;

    fn tables(&self) -> PointTables {
        PointTables::of([&self.black, &self.white])
    }
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
    type Weights: WeightSet<Tables = PointTables> + ByColour;

    /// The weights.
    const WEIGHTS: Self::Weights;

    /// What [`crate::search::Parameters::win_scale`] says.
    const WIN_SCALE: i32;

    /// The file that holds them.
    const FILE: FittedFile;
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
}
