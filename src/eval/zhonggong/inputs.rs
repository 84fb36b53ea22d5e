use crate::base::Side;
use crate::eval::cchess::inputs;
use crate::eval::network::{Accumulators, Input, Inputs, View, ViewedInputs};
use crate::rules::cchess::{Man, Point};
use crate::rules::zhonggong::{RANKS, ZhonggongPosition};

/// The inputs of zhonggong xiangqi: each man on each point, own men first, seen from the side's own edge of the board;
/// and as derived inputs, of either side, the number of pawns at home, of liberties and of guards. If the own general
/// is on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct ZhonggongInputs;

const MEN: usize = inputs::man_inputs(RANKS);
/// The numbers of pawns at home, liberties and guards that are told apart: from 0 to one less.
const NUMBERS: [usize; 3] = [6, 9, 4];
const NUMBERS_OF_SIDE: usize = NUMBERS[0] + NUMBERS[1] + NUMBERS[2];

impl Inputs for ZhonggongInputs {
    type Position = ZhonggongPosition;

    type Accumulators = Accumulators<Self>;

    const NAME: &'static str = "zhonggong-1172m";
    const COUNT: usize = MEN + 2 * NUMBERS_OF_SIDE;
    const VIEWS: usize = 2;
    const MAX_ON: usize = 32 + 2 * NUMBERS.len();
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &ZhonggongPosition, side: Side) -> View {
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

    const DERIVED: usize = 2 * NUMBERS.len();

    #[inline]
    fn derived(position: &ZhonggongPosition, mut on: impl FnMut(Side, Input)) {
        for owner in Side::BOTH {
            let numbers = [
                position.pawns_home(owner).len(),
                position.liberties(owner).len(),
                position.guards(owner).len(),
            ];
            let mut first = MEN;
            for (number, different) in numbers.into_iter().zip(NUMBERS) {
                let input = first + number.min(different - 1);
                on(owner, input as Input);
                on(!owner, (input + NUMBERS_OF_SIDE) as Input);
                first += different;
            }
        }
    }

    fn has_mirror_image(position: &ZhonggongPosition, side: Side) -> bool {
        inputs::has_mirror_image(position.board().general(side))
    }

    fn mirrored(input: Input) -> Input {
        if usize::from(input) < MEN { inputs::mirrored_man(input) } else { input }
    }

    #[inline(always)]
    fn bucket(position: &ZhonggongPosition) -> usize {
        inputs::bucket(position.board(), Self::BUCKETS)
    }
}

impl ViewedInputs for ZhonggongInputs {
    type Placement = inputs::MenByKind;

    #[inline(always)]
    fn placement(position: &ZhonggongPosition) -> inputs::MenByKind {
        inputs::placement(position.board())
    }
}
