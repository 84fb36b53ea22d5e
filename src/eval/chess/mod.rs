//! The evaluation of chess: hand-written, from a middle game's and an endgame's worth of everything.

mod attack_map;
mod endgame;
mod fitted;
mod king;
mod passed;
mod pawns;
mod pieces;
mod tables;
mod weights;

use crate::base::{Observer, Position, Score, Side};
use crate::rules::chess::{Bitboard, ChessPosition, Piece, Square};
use crate::search::Parameters;

use super::tapered::Tapered;
use super::weight_set::{Fittable, FittedFile, Given, Source};
use super::{Evaluator, Margins};
use attack_map::AttackMap;
use king::Pressure;
use pawns::{PawnCache, PawnStructure};
use tables::Fitted;
use weights::{FULL_PHASE, Weights};

/// What follows from the pieces and their squares alone, one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sums {
    /// Material and squares, to White.
    worth: Tapered,
    /// The pieces' part in the middle game; more than [`FULL_PHASE`] after promotions.
    phase: i32,
}

impl Sums {
    fn of<S: Source<Weights>>(source: S, position: &ChessPosition) -> Self {
        let mut counter = Counter { source, sums: Self::default() };
        position.observe_all(&mut counter);
        counter.sums
    }

    #[inline(always)]
    fn put(&mut self, source: impl Source<Weights>, piece: Piece, at: Square) {
        self.worth += source.tables().placed[piece.index()][at.index()];
        self.phase += weights::PHASE[piece.kind.index()];
    }

    #[inline(always)]
    fn lift(&mut self, source: impl Source<Weights>, piece: Piece, at: Square) {
        self.worth -= source.tables().placed[piece.index()][at.index()];
        self.phase -= weights::PHASE[piece.kind.index()];
    }
}

/// Counts a position's pieces.
struct Counter<S> {
    source: S,
    sums: Sums,
}

impl<S: Source<Weights>> Observer<ChessPosition> for Counter<S> {
    #[inline(always)]
    fn add(&mut self, piece: Piece, at: Square) {
        self.sums.put(self.source, piece, at);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, at: Square) {
        self.sums.lift(self.source, piece, at);
    }
}

/// The parts of an evaluation, each to White.
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
        source: impl Source<Weights>,
        position: &ChessPosition,
        sums: Sums,
        structure: &PawnStructure,
    ) -> Self {
        let weights = source.weights();
        let [white, black] = Side::BOTH;
        let mut map = AttackMap::of_kings_and_pawns(position);
        let mut pressures = Side::BOTH.map(|side| Pressure::on(position, side));
        let [on_white, on_black] = &mut pressures;
        let pieces = pieces::placement(source, position, white, &mut map, on_black)
            - pieces::placement(source, position, black, &mut map, on_white);
        let shelters = Side::BOTH.map(|side| king::shelter(weights, position, side));
        let [white_danger, black_danger] = Side::BOTH.map(|side| {
            king::danger(weights, position, side, &map, &pressures[side.index()], shelters[side.index()])
        });
        Self {
            squares: sums.worth,
            pawns: structure.worth,
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
            ("bare king", self.hunt),
        ]
    }

    #[inline(always)]
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

/// The sum at this phase, less what is hard to win: of its endgame part, or of all where next to nothing is
/// left. `passed` are the passed pawns.
#[inline(always)]
fn scaled(weights: &Weights, position: &ChessPosition, total: Tapered, phase: i32, passed: Bitboard) -> i32 {
    let stronger = if (total.end, total.middle) >= (0, 0) { Side::First } else { Side::Second };
    let total =
        Tapered::new(total.middle, total.end + endgame::use_of_lead(weights, position, total.end, passed));
    let scale = endgame::scale(position, stronger);
    if scale <= weights::SCALE_NO_PAWNS {
        return total.at(phase, FULL_PHASE) * scale / weights::FULL_SCALE;
    }
    let end = total.end * scale / weights::FULL_SCALE;
    Tapered::new(total.middle, end).at(phase, FULL_PHASE)
}

/// What the position is worth to its side to move; `sums` and `structure` are the position's.
#[inline(always)]
fn worth(
    source: impl Source<Weights>,
    position: &ChessPosition,
    sums: Sums,
    structure: &PawnStructure,
) -> i32 {
    let total = Parts::of(source, position, sums, structure).total();
    let phase = sums.phase.min(FULL_PHASE);
    let white = scaled(source.weights(), position, total, phase, structure.passed);
    source.weights().tempo + if position.side_to_move() == Side::First { white } else { -white }
}

/// The evaluation of chess.
#[derive(Debug, Clone)]
pub struct ChessEvaluator {
    sums: Sums,
    remembered: Vec<Sums>,
    pawns: PawnCache,
}

impl Observer<ChessPosition> for ChessEvaluator {
    #[inline(always)]
    fn add(&mut self, piece: Piece, at: Square) {
        self.sums.put(Fitted, piece, at);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, at: Square) {
        self.sums.lift(Fitted, piece, at);
    }
}

impl Evaluator for ChessEvaluator {
    type Position = ChessPosition;

    const MARGINS: Margins = weights::MARGINS;
    const PARAMETERS: Parameters = weights::PARAMETERS;

    fn new(position: &ChessPosition) -> Self {
        Self { sums: Sums::of(Fitted, position), remembered: Vec::new(), pawns: PawnCache::new() }
    }

    #[inline(always)]
    fn push(&mut self) {
        self.remembered.push(self.sums);
    }

    #[inline(always)]
    fn pop(&mut self) {
        if let Some(sums) = self.remembered.pop() {
            self.sums = sums;
        }
    }

    fn evaluate(&mut self, position: &ChessPosition) -> Score {
        let structure = self.pawns.get(Fitted.weights(), position);
        Score::evaluation(worth(Fitted, position, self.sums, &structure))
    }

    /// The parts' sum is the evaluation; each is rounded so that the sum up to it is right.
    fn explain(position: &ChessPosition) -> Vec<(&'static str, i32)> {
        let sums = Sums::of(Fitted, position);
        let phase = sums.phase.min(FULL_PHASE);
        let weights = Fitted.weights();
        let structure = PawnStructure::of(weights, position);
        let mut sum = Tapered::ZERO;
        let mut explained = Vec::new();
        for (name, part) in Parts::of(Fitted, position, sums, &structure).named() {
            let before = sum.at(phase, FULL_PHASE);
            sum += part;
            explained.push((name, sum.at(phase, FULL_PHASE) - before));
        }
        explained.push((
            "hard to win",
            scaled(weights, position, sum, phase, structure.passed) - sum.at(phase, FULL_PHASE),
        ));
        let tempo = if position.side_to_move() == Side::First { weights.tempo } else { -weights.tempo };
        explained.push(("tempo", tempo));
        explained
    }
}

impl Fittable for ChessEvaluator {
    type Weights = Weights;

    const FILE: FittedFile = FittedFile {
        path: "src/eval/chess/fitted.rs",
        game: "chess",
        kind: "Weights",
        imports: &["super::weights::Weights", "crate::eval::tapered::t"],
    };

    const FITTED: Weights = fitted::WEIGHTS;

    fn evaluate_with(position: &ChessPosition, given: &Given<Weights>) -> i32 {
        let structure = PawnStructure::of(given.weights(), position);
        worth(given, position, Sums::of(given, position), &structure)
    }
}

#[cfg(test)]
mod tests;
