use crate::base::Side;
use crate::eval::network::{Accumulators, Input, Inputs, View, ViewedInputs};
use crate::games::cchess::eval::inputs;
use crate::games::cchess::{Man, Point};
use crate::games::xiangqi::XiangqiPosition;

/// The inputs of xiangqi: each man on each point, own men first, seen from the side's own edge of the board. If the own
/// general is on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct XiangqiInputs;

const RANKS: usize = 10;

impl Inputs for XiangqiInputs {
    type Position = XiangqiPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "xiangqi-1260m";
    const COUNT: usize = inputs::man_inputs(RANKS);
    const VIEWS: usize = 2;
    const MAX_ON: usize = 32;
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &XiangqiPosition, side: Side) -> View {
        inputs::view(position.board().general(side))
    }

    type Key = (Man, Point);

    #[inline(always)]
    fn key(man: Man, at: Point) -> Option<(Man, Point)> {
        Some((man, at))
    }

    #[inline(always)]
    fn input(side: Side, view: View, (man, at): (Man, Point)) -> Input {
        inputs::man_input::<RANKS>(side, view, man, at)
    }

    fn has_mirror_image(position: &XiangqiPosition, side: Side) -> bool {
        inputs::has_mirror_image(position.board().general(side))
    }

    fn mirrored(input: Input) -> Input {
        inputs::mirrored_man(input)
    }

    type Derived = [Input; 0];

    #[inline(always)]
    fn bucket(position: &XiangqiPosition) -> usize {
        inputs::bucket(position.board(), Self::BUCKETS)
    }
}

impl ViewedInputs for XiangqiInputs {
    type Placement = inputs::MenByKind;

    #[inline(always)]
    fn placement(position: &XiangqiPosition) -> inputs::MenByKind {
        inputs::placement(position.board())
    }
}
