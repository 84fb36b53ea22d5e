//! The weights of the evaluation, in hundredths of approximately the value that a pawn gains by crossing the river, and
//! constants that are not fitted. Arrays by kind are in the order of `PieceKind::ALL`: general, advisor, elephant,
//! horse, chariot, cannon, pawn.

use crate::eval::classical::{Fitting, Tapered, weight_set};
use crate::games::cchess::PieceKind;
use crate::games::cchess::eval::{Places, ThreatWeights};
use crate::games::xiangqi::RANKS;

weight_set! {
    /// The weights of xiangqi's evaluation.
    pub struct Weights {
        /// Material values.
        pub pieces: [Tapered; PieceKind::COUNT],
        /// Piece-square values.
        pub places: Places<RANKS>,
        /// A pawn across the river with another one beside it.
        pub pawns_abreast: Tapered,

        // Mobility.

        /// Mobility, per point reached above [`USUAL_REACH`]. A horse reaches few points, so each blocked leg weighs
        /// heavily.
        pub mobility: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// A horse that reaches two points or fewer.
        pub horse_trapped: Tapered,
        /// A chariot on a half-open file (no own pawns).
        pub chariot_half_open_file: Tapered,
        /// A chariot on an open file (no pawns).
        pub chariot_open_file: Tapered,

        /// Threats.
        pub threats: ThreatWeights,

        // General safety. The values are the attacker's.

        /// Each attack on a point of the general's zone (its point and those that it can step to), by the attacker's
        /// kind.
        pub pressure: [i32; PieceKind::COUNT] => Fitting::GOOD,
        /// The scale factor of pressure by the number of attackers, in sixteenths.
        pub attackers: [i32; 6] => Fitting::GOOD,
        /// The increase of that factor, times the attackers, times the missing defenders, in sixteenths.
        pub pressure_without_defender: i32 => Fitting::GOOD,
        /// A hollow cannon: a cannon facing the general on its file with nothing between.
        pub hollow_cannon: Tapered,
        /// Each chariot or cannon that can support the hollow cannon.
        pub hollow_cannon_help: Tapered,
        /// A cannon facing the general on its rank with nothing between.
        pub side_cannon: Tapered,
        /// A cannon with two pieces between it and the general, at least one of them its own (a battery).
        pub cannon_battery: Tapered,
        /// The same if both pieces are the enemy's (a pin).
        pub cannon_pin: Tapered,
        /// A chariot facing the general with one own piece between.
        pub chariot_battery: Tapered,
        /// A chariot facing the general with one enemy piece between (pinned).
        pub chariot_pin: Tapered,
        /// A safe check: a point not defended by the enemy from which a piece could give check on its next move; by
        /// kind.
        pub safe_check: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// Each missing advisor times each enemy piece of the kinds in [`ADVISOR_MISSED_BY`].
        pub advisor_missed: [Tapered; 3],
        /// Each missing elephant times each enemy piece of the kinds in [`ELEPHANT_MISSED_BY`].
        pub elephant_missed: [Tapered; 3],

        /// The bonus of the side to move.
        pub tempo: i32,
    }
}

/// The usual mobility of a piece of each kind, in points.
pub const USUAL_REACH: [i32; PieceKind::COUNT] = [0, 0, 2, 4, 9, 8, 0];

/// The attackers that exploit a missing advisor; pawns only across the river.
pub const ADVISOR_MISSED_BY: [PieceKind; 3] = [PieceKind::Chariot, PieceKind::Horse, PieceKind::Pawn];
/// The attackers that exploit a missing elephant; pawns only across the river.
pub const ELEPHANT_MISSED_BY: [PieceKind; 3] = [PieceKind::Cannon, PieceKind::Horse, PieceKind::Pawn];

/// Scale factors of an advantage in sixteenths: without any piece that can cross the river, and with a single horse,
/// cannon or pawn against at least three defenders.
pub const NO_ATTACKER: i32 = 2;
pub const LONE_ATTACKER: i32 = 6;
/// The scale factor of an advantage otherwise.
pub const FULL_ADVANTAGE: i32 = 16;
