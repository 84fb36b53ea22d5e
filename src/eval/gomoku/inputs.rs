use std::marker::PhantomData;

use crate::base::Side;
use crate::eval::network::{Input, Inputs, View};
use crate::rules::gomoku::{Class, Element, GomokuPosition, MAX_SIZE, MIN_SIZE, Point, Rule};

/// The inputs of gomoku and renju: what each empty point offers to a side, own classes first, told apart by whether the
/// point is near the edge of the board. An input is on as often as there are such points. In renju, whose rules differ
/// by colour, the inputs of Black and of White are different ones.
///
/// The view is the size of the board.
#[derive(Debug, Clone, Copy)]
pub struct GomokuInputs<R: Rule>(PhantomData<R>);

/// Points of fewer steps from the edge of the board are near it: fives across such a point are fewer.
const NEAR_EDGE: usize = 4;
const ZONES: usize = 2;
/// The inputs that a side's perspective has.
const INPUTS_OF_SIDE: usize = 2 * ZONES * CLASSES;
/// All classes but the one of a point that offers nothing, which has the index 0.
const CLASSES: usize = Class::COUNT - 1;

impl<R: Rule> Inputs for GomokuInputs<R> {
    type Position = GomokuPosition<R>;

    const NAME: &'static str = if R::HAS_FORBIDDEN_POINTS { "renju-1824c" } else { "gomoku-912c" };
    const COUNT: usize = if R::HAS_FORBIDDEN_POINTS { 2 * INPUTS_OF_SIDE } else { INPUTS_OF_SIDE };
    const VIEWS: usize = MAX_SIZE - MIN_SIZE + 1;
    const MAX_ON: usize = 2 * MAX_SIZE * MAX_SIZE;
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &GomokuPosition<R>, _side: Side) -> View {
        View((position.size() - MIN_SIZE) as u8)
    }

    #[inline(always)]
    fn input(side: Side, view: View, element: Element, at: Point) -> Option<Input> {
        let Element::Class(offer) = element else { return None };
        let class = offer.class.index().checked_sub(1)?;
        let last = usize::from(view.0) + MIN_SIZE - 1;
        let from_edge = |place: usize| place.min(last.saturating_sub(place));
        let zone = usize::from(from_edge(at.file()).min(from_edge(at.rank())) >= NEAR_EDGE);
        let relation = usize::from(offer.side != side);
        let perspective = if R::HAS_FORBIDDEN_POINTS { side.index() } else { 0 };
        Some((perspective * INPUTS_OF_SIDE + (relation * ZONES + zone) * CLASSES + class) as Input)
    }

    /// By the number of stones: the first buckets are for openings.
    #[inline(always)]
    fn bucket(position: &GomokuPosition<R>) -> usize {
        const STONES_PER_BUCKET: usize = 8;
        let stones = position.size() * position.size() - position.empty_count();
        (stones / STONES_PER_BUCKET).min(Self::BUCKETS - 1)
    }
}
