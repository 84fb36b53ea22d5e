//! The evaluation of chess: hand-written, from a middle game's and an endgame's worth of everything.

mod attack_map;
mod endgame;
mod king;
mod passed;
mod pawns;
mod pieces;
mod squares;
mod weights;

use crate::base::{Observer, Position, Score, Side};
use crate::rules::chess::{ChessPosition, Piece, Square};

use super::tapered::Tapered;
use super::{Evaluator, Margins};
use attack_map::AttackMap;
use king::Pressure;
use pawns::{PawnCache, PawnStructure};

/// The phase with all pieces on the board.
const FULL_PHASE: i32 = 24;

/// What follows from the pieces and their squares alone, one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Sums {
    /// Material and squares, to White.
    worth: Tapered,
    /// The pieces' part in the middle game; more than [`FULL_PHASE`] after promotions.
    phase: i32,
}

impl Observer<ChessPosition> for Sums {
    #[inline(always)]
    fn put(&mut self, piece: Piece, at: Square) {
        self.worth += squares::worth(piece, at);
        self.phase += weights::PHASE[piece.kind.index()];
    }

    #[inline(always)]
    fn lift(&mut self, piece: Piece, at: Square) {
        self.worth -= squares::worth(piece, at);
        self.phase -= weights::PHASE[piece.kind.index()];
    }
}

impl Sums {
    fn of(position: &ChessPosition) -> Self {
        let mut sums = Self::default();
        position.observe_all(&mut sums);
        sums
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
    fn of(position: &ChessPosition, sums: Sums, structure: &PawnStructure) -> Self {
        let [white, black] = Side::BOTH;
        let mut map = AttackMap::of_kings_and_pawns(position);
        let mut pressures = Side::BOTH.map(|side| Pressure::on(position, side));
        let [on_white, on_black] = &mut pressures;
        let pieces = pieces::placement(position, white, &mut map, on_black)
            - pieces::placement(position, black, &mut map, on_white);
        let shelters = Side::BOTH.map(|side| king::shelter(position, side));
        let [white_danger, black_danger] = Side::BOTH
            .map(|side| king::danger(position, side, &map, &pressures[side.index()], shelters[side.index()]));
        Self {
            squares: sums.worth,
            pawns: structure.worth,
            pieces,
            passed: passed::passed_pawns(position, white, structure.passed, &map)
                - passed::passed_pawns(position, black, structure.passed, &map),
            threats: pieces::threats(position, white, &map) - pieces::threats(position, black, &map),
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
/// left.
#[inline(always)]
fn scaled(position: &ChessPosition, total: Tapered, phase: i32) -> i32 {
    let stronger = if total.end >= 0 { Side::First } else { Side::Second };
    let scale = endgame::scale(position, stronger);
    if scale <= weights::SCALE_NO_PAWNS {
        return total.at(phase, FULL_PHASE) * scale / weights::FULL_SCALE;
    }
    let end = total.end * scale / weights::FULL_SCALE;
    Tapered::new(total.middle, end).at(phase, FULL_PHASE)
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
    fn put(&mut self, piece: Piece, at: Square) {
        self.sums.put(piece, at);
    }

    #[inline(always)]
    fn lift(&mut self, piece: Piece, at: Square) {
        self.sums.lift(piece, at);
    }
}

impl Evaluator for ChessEvaluator {
    type Position = ChessPosition;

    const MARGINS: Margins = Margins {
        win_scale: 180,
        aspiration: 14,
        reverse_futility: 75,
        futility: [86, 70],
        quiet_exchange: 62,
        noisy_exchange: 28,
        delta: 180,
        razor: 240,
        leaf_effort: 0,
        root_effort: 0,
    };

    fn new(position: &ChessPosition) -> Self {
        Self { sums: Sums::of(position), remembered: Vec::new(), pawns: PawnCache::new() }
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
        let structure = self.pawns.get(position);
        let total = Parts::of(position, self.sums, &structure).total();
        let white = scaled(position, total, self.sums.phase.min(FULL_PHASE));
        Score::evaluation(
            weights::TEMPO + if position.side_to_move() == Side::First { white } else { -white },
        )
    }

    /// The parts' sum is the evaluation; each is rounded so that the sum up to it is right.
    fn explain(position: &ChessPosition) -> Vec<(&'static str, i32)> {
        let sums = Sums::of(position);
        let phase = sums.phase.min(FULL_PHASE);
        let mut sum = Tapered::ZERO;
        let mut explained = Vec::new();
        for (name, part) in Parts::of(position, sums, &PawnStructure::of(position)).named() {
            let before = sum.at(phase, FULL_PHASE);
            sum += part;
            explained.push((name, sum.at(phase, FULL_PHASE) - before));
        }
        explained.push(("hard to win", scaled(position, sum, phase) - sum.at(phase, FULL_PHASE)));
        let tempo = if position.side_to_move() == Side::First { weights::TEMPO } else { -weights::TEMPO };
        explained.push(("tempo", tempo));
        explained
    }
}

#[cfg(test)]
mod tests;
