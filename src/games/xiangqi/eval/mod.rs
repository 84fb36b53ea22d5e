//! The evaluation of xiangqi: material and piece-square values, updated incrementally; mobility, threats, general
//! safety and missing defenders, computed at each evaluation.

mod features;
mod fitted;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use features::XiangqiFeatures;

use crate::base::{Position, Side};
use crate::eval::classical::{FittedFile, Prepared, Sums, Tapered, WeightSet};
use crate::eval::network::Embedded;
use crate::eval::{GameEvaluation, Term};
use crate::games::cchess::eval::{AttackMap, Balance, Placed, element_name, named, sum, threats};
use crate::games::cchess::{Piece, PieceKind, Point};
use crate::games::xiangqi::{Board, Xiangqi, XiangqiPosition};
use fitted::WEIGHTS;
pub(super) use fitted::WIN_SCALE;
use weights::{FULL_ADVANTAGE, LONE_ATTACKER, NO_ATTACKER, Weights};

/// The network that the engine plays with.
static NETWORK: Embedded = Embedded::new(Some(include_bytes!("network.bin")));

impl WeightSet for Weights {
    type Tables = Placed;

    fn tables(&self) -> Placed {
        Placed::of(&self.pieces, &self.places)
    }
}

impl GameEvaluation for Xiangqi {
    type Position = XiangqiPosition;
    type WeightSet = Weights;
    type Sums = Balance;
    type Cache = ();
    type FeatureSet = XiangqiFeatures;

    const FILE: FittedFile = FittedFile {
        path: "src/games/xiangqi/eval/fitted.rs",
        game: "xiangqi",
        kind: "Weights",
        imports: &[
            "super::weights::Weights",
            "crate::eval::classical::t",
            "crate::games::cchess::eval::ThreatWeights",
        ],
    };

    const FITTED: Weights = WEIGHTS;
    const WIN_SCALE: i32 = WIN_SCALE;

    fn embedded() -> &'static Embedded {
        &NETWORK
    }

    #[inline]
    fn combined(position: &XiangqiPosition, hand_written: Option<i32>, network: i32) -> i32 {
        let hand_written = hand_written.unwrap_or(0);
        let mover = position.side_to_move();
        let ahead = if hand_written + network > 0 { mover } else { !mover };
        hand_written + network * advantage_scale(position.board(), ahead) / FULL_ADVANTAGE
    }

    fn value(
        prepared: &Prepared<Weights>,
        position: &XiangqiPosition,
        balance: &Balance,
        (): &mut (),
    ) -> i32 {
        sum(terms(prepared.weights(), position, balance), position.side_to_move())
    }

    fn explain(prepared: &Prepared<Weights>, position: &XiangqiPosition) -> Vec<Term> {
        named(terms(prepared.weights(), position, &Balance::of(prepared.tables(), position)))
    }

    fn element_name(piece: Piece, at: Point) -> Option<String> {
        element_name(piece, at)
    }
}

/// The evaluation's terms by name, each with its value for Red; `balance` is that of the position.
#[inline]
fn terms(weights: &Weights, position: &XiangqiPosition, balance: &Balance) -> [(&'static str, i32); 9] {
    let board = position.board();
    let mut map = AttackMap::default();
    let [red, black] = Side::BOTH.map(|side| terms::activity(weights, board, side, &mut map));
    let [red_threats, black_threats] = Side::BOTH.map(|side| threats(&weights.threats, board, &map, side));
    let red_checks = terms::safe_checks(weights, board, Side::First, &map, red.cannon_moves);
    let black_checks = terms::safe_checks(weights, board, Side::Second, &map, black.cannon_moves);
    let difference = |term: fn(&Weights, &Board, Side) -> Tapered| {
        balance.taper(term(weights, board, Side::First) - term(weights, board, Side::Second))
    };
    let tempo = match position.side_to_move() {
        Side::First => weights.tempo,
        Side::Second => -weights.tempo,
    };
    let mut terms = [
        ("material and placement", balance.taper(balance.value())),
        ("mobility", balance.taper(red.mobility - black.mobility)),
        ("pressure on the generals", red.pressure - black.pressure),
        ("lines to the generals", difference(terms::lines)),
        ("threats", balance.taper(red_threats - black_threats)),
        ("safe checks", balance.taper(red_checks - black_checks)),
        ("missing defenders", difference(terms::missing_defenders)),
        ("tempo", tempo),
        ("endgame scaling", 0),
    ];
    let sum: i32 = terms.iter().map(|(_, value)| value).sum();
    let ahead = if sum > 0 { Side::First } else { Side::Second };
    let [.., (_, scaling)] = &mut terms;
    *scaling = sum * advantage_scale(board, ahead) / FULL_ADVANTAGE - sum;
    terms
}

/// The scale factor of a side's advantage in sixteenths, given the attackers it has left.
fn advantage_scale(board: &Board, side: Side) -> i32 {
    let attackers = board
        .side(side)
        .without(board.kind(PieceKind::General))
        .without(board.kind(PieceKind::Advisor))
        .without(board.kind(PieceKind::Elephant));
    let defenders =
        board.pieces(PieceKind::Advisor, !side).len() + board.pieces(PieceKind::Elephant, !side).len();
    let chariots = board.pieces(PieceKind::Chariot, side);
    match attackers.len() {
        0 => NO_ATTACKER,
        1 if defenders >= 3 && chariots.is_empty() => LONE_ATTACKER,
        _ => FULL_ADVANTAGE,
    }
}
