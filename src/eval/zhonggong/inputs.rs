use crate::base::Side;
use crate::eval::network::{Input, Inputs, View};
use crate::rules::cchess::{Man, ManKind, Point};
use crate::rules::zhonggong::{RANKS, ZhonggongPosition};

/// The inputs of zhonggong xiangqi: each man on each point, own men first, seen from the side's own edge of the board;
/// and as derived inputs, of either side, the number of pawns at home, of liberties and of guards. If the own general is
/// on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct ZhonggongInputs;

const FILES: usize = 9;
const POINTS: usize = RANKS * FILES;
const CENTRAL_FILE: usize = 4;
const MEN: usize = Man::COUNT * POINTS;
/// The numbers of pawns at home, liberties and guards that are told apart: from 0 to one less.
const NUMBERS: [usize; 3] = [6, 9, 4];
const NUMBERS_OF_SIDE: usize = NUMBERS[0] + NUMBERS[1] + NUMBERS[2];

impl Inputs for ZhonggongInputs {
    type Position = ZhonggongPosition;

    const NAME: &'static str = "zhonggong-1172m";
    const COUNT: usize = MEN + 2 * NUMBERS_OF_SIDE;
    const VIEWS: usize = 2;
    const MAX_ON: usize = 32 + 2 * NUMBERS.len();
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &ZhonggongPosition, side: Side) -> View {
        View(u8::from(position.board().general(side).file() > CENTRAL_FILE))
    }

    #[inline(always)]
    fn input(side: Side, view: View, man: Man, at: Point) -> Option<Input> {
        let rank = if side == Side::First { at.rank() } else { RANKS - 1 - at.rank() };
        let file = if view.0 == 0 { at.file() } else { FILES - 1 - at.file() };
        let man = usize::from(man.side != side) * ManKind::COUNT + man.kind.index();
        Some((man * POINTS + rank * FILES + file) as Input)
    }

    #[inline]
    fn derived(position: &ZhonggongPosition, side: Side, _view: View, mut on: impl FnMut(Input)) {
        for (relation, side) in [side, !side].into_iter().enumerate() {
            let mut first = MEN + relation * NUMBERS_OF_SIDE;
            let numbers = [
                position.pawns_home(side).len(),
                position.liberties(side).len(),
                position.guards(side).len(),
            ];
            for (number, different) in numbers.into_iter().zip(NUMBERS) {
                on((first + number.min(different - 1)) as Input);
                first += different;
            }
        }
    }

    /// With the own general on the central file, the view does not depend on left and right.
    fn has_mirror_image(position: &ZhonggongPosition, side: Side) -> bool {
        position.board().general(side).file() == CENTRAL_FILE
    }

    fn mirrored(input: Input) -> Input {
        let input = usize::from(input);
        if input >= MEN {
            return input as Input;
        }
        let file = input % FILES;
        (input - file + FILES - 1 - file) as Input
    }

    /// By the chariots, horses and cannons that are left, twelve at the start.
    #[inline(always)]
    fn bucket(position: &ZhonggongPosition) -> usize {
        let board = position.board();
        let attackers =
            board.kind(ManKind::Chariot) | board.kind(ManKind::Horse) | board.kind(ManKind::Cannon);
        (attackers.len() * Self::BUCKETS / 13).min(Self::BUCKETS - 1)
    }
}
