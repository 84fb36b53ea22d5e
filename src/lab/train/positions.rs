//! Positions in the form used by training.

use crate::base::{Observer, Position, Side};
use crate::eval::network::{FeatureIndex, FeatureSet};
use crate::eval::{GameEvaluation, Prepared};
use crate::lab::selection::Sample;

use super::combination::Combination;

/// Many positions, about 150 bytes each for the board games.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// The inputs of all positions: those of the side to move, then those of the other side.
    inputs: Vec<FeatureIndex>,
    facts: Vec<Facts>,
}

/// The data of a position other than its inputs. Scores are from the side to move's point of view, in evaluation units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts {
    /// The start of its inputs.
    start: u64,
    /// The number of inputs of the side to move, and of the other side.
    counts: [u16; 2],
    /// The expected score according to the search and, within the horizon, the later ones of the game.
    pub outlook: f32,
    /// The search's score.
    pub score: i16,
    /// The hand-written evaluation.
    pub classical: i16,
    /// How to convert a network's score to an evaluation.
    pub combination: Combination,
    /// The output bucket.
    pub bucket: u8,
    /// The result of the game in half points.
    pub half_points: u8,
    /// Whether the mirror image has different inputs, for the side to move and for the other side.
    pub has_mirror: [bool; 2],
}

impl Facts {
    /// The result of the game: 0, ½ or 1.
    pub fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }
}

/// A position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    /// The inputs of the side to move, and those of the other side.
    pub inputs: [&'a [FeatureIndex]; 2],
    /// The position's other data.
    pub facts: &'a Facts,
}

impl Positions {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// The position with this index.
    pub fn get(&self, index: usize) -> Seen<'_> {
        let facts = &self.facts[index];
        let [own, other] = facts.counts.map(usize::from);
        let (own, rest) = self.inputs[facts.start as usize..].split_at(own);
        Seen { inputs: [own, &rest[..other]], facts }
    }

    /// Appends other positions.
    pub fn append(&mut self, other: &Self) {
        let offset = self.inputs.len() as u64;
        self.inputs.extend(&other.inputs);
        self.facts.extend(other.facts.iter().map(|facts| Facts { start: offset + facts.start, ..*facts }));
    }

    /// Sets the outlooks of all positions, in order.
    pub fn set_outlooks(&mut self, outlooks: impl IntoIterator<Item = f32>) {
        for (facts, outlook) in self.facts.iter_mut().zip(outlooks) {
            facts.outlook = outlook;
        }
    }

    /// Appends a position with its data, for a residual network or another; its outlook is set later.
    pub fn push<E: GameEvaluation>(
        &mut self,
        weights: &Prepared<E::WeightSet>,
        position: &E::Position,
        sample: Sample,
        is_residual: bool,
    ) {
        let own = position.side_to_move();
        let start = self.inputs.len() as u64;
        let mut elements = Elements::<E::Position>(Vec::with_capacity(E::FeatureSet::MAX_ON));
        position.observe_all(&mut elements);
        let counts = [own, !own].map(|side| {
            let before = self.inputs.len();
            push_inputs::<E::FeatureSet>(&mut self.inputs, position, side, &elements);
            (self.inputs.len() - before) as u16
        });
        let limit = i32::from(i16::MAX);
        let classical = E::evaluate_once(weights, position);
        self.facts.push(Facts {
            start,
            counts,
            outlook: f32::NAN,
            score: sample.score as i16,
            classical: classical.clamp(-limit, limit) as i16,
            combination: Combination::of::<E>(position, is_residual.then_some(classical)),
            bucket: E::FeatureSet::output_bucket(position) as u8,
            half_points: (2.0 * sample.result) as u8,
            has_mirror: [own, !own].map(|side| E::FeatureSet::has_mirror_image(position, side)),
        });
    }
}

/// Appends the inputs of a side.
fn push_inputs<I: FeatureSet>(
    inputs: &mut Vec<FeatureIndex>,
    position: &I::Position,
    side: Side,
    elements: &Elements<I::Position>,
) {
    let view = I::king_bucket(position, side);
    inputs.extend(
        elements.0.iter().filter_map(|&(element, at)| Some(I::input(side, view, I::key(element, at)?))),
    );
    inputs.extend(I::derived(position)[side.index()].as_ref());
}

/// All elements of a position.
struct Elements<P: Position>(Vec<(P::Element, P::Point)>);

impl<P: Position> Observer<P> for Elements<P> {
    fn add(&mut self, element: P::Element, at: P::Point) {
        self.0.push((element, at));
    }

    fn remove(&mut self, _element: P::Element, _at: P::Point) {}
}
