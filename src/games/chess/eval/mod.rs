//! The evaluation of chess: hand-written and tapered.

mod attack_map;
mod endgame;
mod features;
mod fitted;
mod king;
mod passed;
mod pawns;
mod pieces;
mod tables;
mod weights;

pub use features::ChessFeatures;

use crate::base::{Position, Side};
use crate::eval::classical::{FittedFile, Prepared, Tapered};
use crate::eval::network::Embedded;
use crate::eval::{GameEvaluation, Sums, Term};
use crate::games::chess::{Bitboard, Chess, ChessPosition, Piece, PieceKind, Square};
use attack_map::AttackMap;
pub(super) use fitted::WIN_SCALE;
use king::Pressure;
use pawns::{PawnCache, PawnStructure};
use tables::Tables;
use weights::{FULL_PHASE, Weights};

/// The incrementally updated part of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PieceSums {
    /// Material and piece-square values, for White.
    value: Tapered,
    /// The game phase; it can exceed [`FULL_PHASE`] after promotions.
    phase: i32,
}

impl Sums<ChessPosition> for PieceSums {
    type Tables = Tables;

    #[inline]
    fn add(&mut self, tables: &Tables, piece: Piece, at: Square) {
        self.value += tables.placed[piece.index()][at.index()];
        self.phase += weights::PHASE[piece.kind.index()];
    }

    #[inline]
    fn remove(&mut self, tables: &Tables, piece: Piece, at: Square) {
        self.value -= tables.placed[piece.index()][at.index()];
        self.phase -= weights::PHASE[piece.kind.index()];
    }
}

/// The terms of an evaluation, each for White.
#[derive(Debug, Clone, Copy)]
struct Parts {
    squares: Tapered,
    pawns: Tapered,
    pieces: Tapered,
    passed: Tapered,
    threats: Tapered,
    shelter: Tapered,
    danger: Tapered,
    hunt: Tapered,
}

impl Parts {
    #[inline(always)]
    fn of(
        prepared: &Prepared<Weights>,
        position: &ChessPosition,
        sums: PieceSums,
        structure: &PawnStructure,
    ) -> Self {
        let weights = prepared.weights();
        let [white, black] = Side::BOTH;
        let mut map = AttackMap::of_kings_and_pawns(position);
        let mut pressures = Side::BOTH.map(|side| Pressure::on(position, side));
        let [on_white, on_black] = &mut pressures;
        let pieces = pieces::placement(prepared, position, white, &mut map, on_black)
            - pieces::placement(prepared, position, black, &mut map, on_white);
        let shelters = Side::BOTH.map(|side| king::shelter(weights, position, side));
        let [white_danger, black_danger] = Side::BOTH.map(|side| {
            king::danger(weights, position, side, &map, &pressures[side.index()], shelters[side.index()])
        });
        Self {
            squares: sums.value,
            pawns: structure.value,
            pieces,
            passed: passed::passed_pawns(weights, position, white, structure.passed, &map)
                - passed::passed_pawns(weights, position, black, structure.passed, &map),
            threats: pieces::threats(weights, position, white, &map)
                - pieces::threats(weights, position, black, &map),
            shelter: Tapered::new(shelters[0] - shelters[1], 0),
            danger: white_danger - black_danger,
            hunt: Tapered::new(0, endgame::hunt(position, white) - endgame::hunt(position, black)),
        }
    }

    fn named(&self) -> [(&'static str, Tapered); 8] {
        [
            ("material and squares", self.squares),
            ("pawn structure", self.pawns),
            ("pieces", self.pieces),
            ("passed pawns", self.passed),
            ("threats", self.threats),
            ("king shelter", self.shelter),
            ("king danger", self.danger),
            ("king hunt", self.hunt),
        ]
    }

    #[inline]
    fn total(&self) -> Tapered {
        self.squares
            + self.pawns
            + self.pieces
            + self.passed
            + self.threats
            + self.shelter
            + self.danger
            + self.hunt
    }
}

/// The tapered sum, scaled down in endgames that are hard to win: only the endgame value, or both if almost no material
/// is left. `passed` are the passed pawns.
#[inline]
fn scaled(weights: &Weights, position: &ChessPosition, total: Tapered, phase: i32, passed: Bitboard) -> i32 {
    let stronger = if (total.end, total.middle) >= (0, 0) { Side::First } else { Side::Second };
    let total =
        Tapered::new(total.middle, total.end + endgame::complexity(weights, position, total.end, passed));
    let scale = endgame::scale(position, stronger);
    if scale <= weights::SCALE_NO_PAWNS {
        return total.at(phase, FULL_PHASE) * scale / weights::FULL_SCALE;
    }
    let end = total.end * scale / weights::FULL_SCALE;
    Tapered::new(total.middle, end).at(phase, FULL_PHASE)
}

/// The evaluation for the side to move; `sums` and `structure` are those of the position.
#[inline]
fn value(
    prepared: &Prepared<Weights>,
    position: &ChessPosition,
    sums: PieceSums,
    structure: &PawnStructure,
) -> i32 {
    let total = Parts::of(prepared, position, sums, structure).total();
    let phase = sums.phase.min(FULL_PHASE);
    let white = scaled(prepared.weights(), position, total, phase, structure.passed);
    prepared.weights().tempo + if position.side_to_move() == Side::First { white } else { -white }
}

/// The network that the engine plays with.
static NETWORK: Embedded = Embedded::new(Some(include_bytes!("network.bin")));

impl GameEvaluation for Chess {
    type Position = ChessPosition;
    type WeightSet = Weights;
    type Sums = PieceSums;
    type Cache = PawnCache;
    type FeatureSet = ChessFeatures;

    const FILE: FittedFile = FittedFile {
        path: "src/games/chess/eval/fitted.rs",
        game: "chess",
        kind: "Weights",
        imports: &["super::weights::Weights", "crate::eval::classical::t"],
    };

    const FITTED: Weights = fitted::WEIGHTS;
    const WIN_SCALE: i32 = WIN_SCALE;

    #[inline]
    fn value(
        prepared: &Prepared<Weights>,
        position: &ChessPosition,
        sums: &PieceSums,
        pawns: &mut PawnCache,
    ) -> i32 {
        value(prepared, position, *sums, &pawns.get(prepared.weights(), position))
    }

    fn evaluate_once(prepared: &Prepared<Weights>, position: &ChessPosition) -> i32 {
        let structure = PawnStructure::of(prepared.weights(), position);
        value(prepared, position, PieceSums::of(prepared.tables(), position), &structure)
    }

    /// The terms add up to the evaluation, as each is the rounded difference of two partial sums.
    fn explain(prepared: &Prepared<Weights>, position: &ChessPosition) -> Vec<Term> {
        let sums = PieceSums::of(prepared.tables(), position);
        let phase = sums.phase.min(FULL_PHASE);
        let weights = prepared.weights();
        let structure = PawnStructure::of(weights, position);
        let mut sum = Tapered::ZERO;
        let mut explained = Vec::new();
        for (name, part) in Parts::of(prepared, position, sums, &structure).named() {
            let before = sum.at(phase, FULL_PHASE);
            sum += part;
            explained.push(Term::new(name, sum.at(phase, FULL_PHASE) - before));
        }
        explained.push(Term::new(
            "hard to win",
            scaled(weights, position, sum, phase, structure.passed) - sum.at(phase, FULL_PHASE),
        ));
        let tempo = if position.side_to_move() == Side::First { weights.tempo } else { -weights.tempo };
        explained.push(Term::new("tempo", tempo));
        explained
    }

    fn embedded() -> &'static Embedded {
        &NETWORK
    }

    #[inline]
    fn combined(position: &ChessPosition, hand_written: Option<i32>, network: i32) -> i32 {
        let mover = position.side_to_move();
        let is_residual = hand_written.is_some();
        let hand_written =
            hand_written.unwrap_or_else(|| endgame::hunt(position, mover) - endgame::hunt(position, !mover));
        let ahead = if hand_written + network >= 0 { mover } else { !mover };
        let network = network * endgame::scale_of_network(position, ahead, is_residual) / weights::FULL_SCALE;
        hand_written + network
    }

    #[inline]
    fn weighted(position: &ChessPosition, evaluation: i32) -> i32 {
        endgame::scaled_by_material(position, evaluation)
    }

    fn element_name(piece: Piece, at: Square) -> Option<String> {
        (piece.kind != PieceKind::King).then(|| format!("{} {at}", piece.letter()))
    }
}

#[cfg(test)]
mod tests;
