//! The weights of the evaluation, in hundredths of approximately a pawn, and constants that are not fitted. Arrays by
//! kind are in the order of [`PieceKind::ALL`].

use crate::eval::classical::{Fitting, Tapered, weight_set};
use crate::games::cchess::PieceKind;
use crate::games::cchess::eval::{Places, ThreatWeights};
use crate::games::zhonggong::RANKS;

weight_set! {
    /// The weights of zhonggong's evaluation.
    pub struct Weights {
        /// Material values.
        pub pieces: [Tapered; PieceKind::COUNT],
        /// Piece-square values.
        pub places: Places<RANKS>,
        /// The additional value of a side's home pawns, by their number: they can be traded.
        pub home: [Tapered; 6],
        /// The race of a side that still has all five pawns, by the sum of the steps they need to reach home: 0 (won)
        /// to 8 or more.
        pub race: [Tapered; 9],
        /// Mobility, per point that a piece can move to, by kind.
        pub mobility: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// Each attack on the enemy general's point or one of the four beside it, by the attacker's kind.
        pub pressure: [Tapered; PieceKind::COUNT] => Fitting::GOOD,
        /// Threats.
        pub threats: ThreatWeights,
        /// The general's liberties, by their number.
        pub liberties: [Tapered; 5],
        /// The pieces that guard the general's point, by their number from 0 to 3 or more.
        pub guards: [Tapered; 4],
        /// The bonus of the side to move.
        pub tempo: i32,
    }
}
