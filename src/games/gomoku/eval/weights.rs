//! The weights of points and threats, and the weights of each rule set.

use super::fitted::{freestyle, renju, standard};
use super::point_tables::PointTables;
use super::{GomokuFeatures, GomokuPatterns};
use crate::base::Side;
use crate::eval::classical::{FittedFile, Fitting, WeightSet, weight_set};
use crate::eval::network::{Embedded, FeatureSet};
use crate::games::WinCurve;
use crate::games::gomoku::{Class, Freestyle, GomokuPosition, Renju, Rule, Standard, Threat};

/// The number of units of a point's weight per unit of the evaluation. The finer unit limits the rounding error of sums
/// over many points.
pub(super) const POINT_UNITS: i32 = 64;

weight_set! {
    /// The weights of one role: of the side to move, or of the other side.
    pub struct RoleWeights {
        /// Each empty point, by the [`Class`] that a stone there would have.
        pub points: [i32; Class::COUNT] => Fitting::FREE.in_units_of(POINT_UNITS),
        /// One point, or several, at which a threat could be made, by [`Threat`].
        pub threats: [[i32; 2]; Threat::COUNT],
    }
}

weight_set! {
    /// The weights of one colour, or of both.
    pub struct Weights {
        /// While the side is to move.
        pub moving: RoleWeights,
        /// While the side is not to move.
        pub waiting: RoleWeights,
        /// The bonus of the side to move.
        pub tempo: i32,
    }
}

weight_set! {
    /// The weights of renju, whose rules differ by colour.
    pub struct RenjuWeights {
        /// Black's weights.
        pub black: Weights,
        /// White's weights.
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
    /// The weights of a colour.
    fn of(&self, side: Side) -> &Weights;
}

impl ByColour for Weights {
    #[inline]
    fn of(&self, _side: Side) -> &Weights {
        self
    }
}

impl ByColour for RenjuWeights {
    #[inline]
    fn of(&self, side: Side) -> &Weights {
        match side {
            Side::First => &self.black,
            Side::Second => &self.white,
        }
    }
}

/// A rule set that is played: its evaluation's weights, and the facts that make it a game of its own.
pub trait WeightedRule: Rule {
    /// The type of its weights: `Weights` for both colours, or `RenjuWeights`.
    type Weights: WeightSet<Tables = PointTables> + ByColour;

    /// The weights.
    const WEIGHTS: Self::Weights;

    /// The feature set of its networks.
    type Features: FeatureSet<Position = GomokuPosition<Self>>;

    /// See [`crate::search::Parameters::win_scale`].
    const WIN_SCALE: i32;

    /// The file that contains them.
    const FILE: FittedFile;

    /// See [`GameInfo::name`](crate::games::GameInfo::name).
    const NAME: &'static str;

    /// See [`GameInfo::gomocup_rule`](crate::games::GameInfo::gomocup_rule).
    const GOMOCUP_RULE: u32;

    /// See [`GameInfo::win_curve`](crate::games::GameInfo::win_curve).
    const WIN_CURVE: WinCurve;

    /// The network that the engine plays with.
    fn network() -> &'static Embedded;
}

/// The file of a rule set's weights that are the same for both colours.
const fn file(path: &'static str, game: &'static str) -> FittedFile {
    FittedFile {
        path,
        game,
        kind: "Weights",
        imports: &["crate::games::gomoku::eval::weights::{RoleWeights, Weights}"],
    }
}

impl WeightedRule for Freestyle {
    type Weights = Weights;
    type Features = GomokuPatterns<Self>;

    const WEIGHTS: Weights = freestyle::WEIGHTS;
    const WIN_SCALE: i32 = freestyle::WIN_SCALE;
    const FILE: FittedFile = file("src/games/gomoku/eval/fitted/freestyle.rs", "freestyle gomoku");
    const NAME: &'static str = "gomoku";
    const GOMOCUP_RULE: u32 = 0;
    const WIN_CURVE: WinCurve = WinCurve { half: 32, step: 47 };

    fn network() -> &'static Embedded {
        static NETWORK: Embedded = Embedded::new(Some(include_bytes!("networks/freestyle.bin")));
        &NETWORK
    }
}

impl WeightedRule for Standard {
    type Weights = Weights;
    type Features = GomokuFeatures<Self>;

    const WEIGHTS: Weights = standard::WEIGHTS;
    const WIN_SCALE: i32 = standard::WIN_SCALE;
    const FILE: FittedFile = file("src/games/gomoku/eval/fitted/standard.rs", "standard gomoku");
    const NAME: &'static str = "gomoku-standard";
    const GOMOCUP_RULE: u32 = 1;
    const WIN_CURVE: WinCurve = WinCurve { half: 13, step: 67 };

    fn network() -> &'static Embedded {
        static NETWORK: Embedded = Embedded::new(Some(include_bytes!("networks/standard.bin")));
        &NETWORK
    }
}

impl WeightedRule for Renju {
    type Weights = RenjuWeights;
    type Features = GomokuFeatures<Self>;

    const WEIGHTS: RenjuWeights = renju::WEIGHTS;
    const WIN_SCALE: i32 = renju::WIN_SCALE;
    const FILE: FittedFile = FittedFile {
        path: "src/games/gomoku/eval/fitted/renju.rs",
        game: "renju",
        kind: "RenjuWeights",
        imports: &["crate::games::gomoku::eval::weights::{RenjuWeights, RoleWeights, Weights}"],
    };
    const NAME: &'static str = "renju";
    const GOMOCUP_RULE: u32 = 4;
    const WIN_CURVE: WinCurve = WinCurve { half: 11, step: 41 };

    fn network() -> &'static Embedded {
        static NETWORK: Embedded = Embedded::new(Some(include_bytes!("networks/renju.bin")));
        &NETWORK
    }
}
