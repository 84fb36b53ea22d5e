use crate::base::Side;
use crate::eval::network::{Input, Inputs, View};
use crate::rules::cchess::{Man, ManKind, Point};
use crate::rules::xiangqi::XiangqiPosition;

/// The inputs of xiangqi: each man on each point, own men first, seen from the side's own edge of the board. If the own
/// general is on the f-file, the board is mirrored.
#[derive(Debug, Clone, Copy)]
pub struct XiangqiInputs;

const RANKS: usize = 10;
const FILES: usize = 9;
const POINTS: usize = RANKS * FILES;
const CENTRAL_FILE: usize = 4;

impl Inputs for XiangqiInputs {
    type Position = XiangqiPosition;

    const NAME: &'static str = "xiangqi-1260m";
    const COUNT: usize = Man::COUNT * POINTS;
    const VIEWS: usize = 2;
    const MAX_ON: usize = 32;
    const BUCKETS: usize = 8;

    #[inline(always)]
    fn view(position: &XiangqiPosition, side: Side) -> View {
        View(u8::from(position.board().general(side).file() > CENTRAL_FILE))
    }

    #[inline(always)]
    fn input(side: Side, view: View, man: Man, at: Point) -> Option<Input> {
        let rank = if side == Side::First { at.rank() } else { RANKS - 1 - at.rank() };
        let file = if view.0 == 0 { at.file() } else { FILES - 1 - at.file() };
        let man = usize::from(man.side != side) * ManKind::COUNT + man.kind.index();
        Some((man * POINTS + rank * FILES + file) as Input)
    }

    /// With the own general on the central file, the view does not depend on left and right.
    fn has_mirror_image(position: &XiangqiPosition, side: Side) -> bool {
        position.board().general(side).file() == CENTRAL_FILE
    }

    fn mirrored(input: Input) -> Input {
        let input = usize::from(input);
        let file = input % FILES;
        (input - file + FILES - 1 - file) as Input
    }

    /// By the chariots, horses and cannons that are left, twelve at the start.
    #[inline(always)]
    fn bucket(position: &XiangqiPosition) -> usize {
        let board = position.board();
        let attackers =
            board.kind(ManKind::Chariot) | board.kind(ManKind::Horse) | board.kind(ManKind::Cannon);
        (attackers.len() * Self::BUCKETS / 13).min(Self::BUCKETS - 1)
    }
}
