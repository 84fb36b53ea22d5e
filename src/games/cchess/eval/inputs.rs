//! The network inputs that xiangqi and zhonggong share: each man on each point, own men first, seen from the side's own
//! edge of the board, which is mirrored if the own general is on the f-file.

use crate::base::Side;
use crate::eval::network::{Input, Placement, View};
use crate::games::cchess::{Board, FILES, Man, ManKind, Point, PointSet};

const CENTRAL_FILE: usize = 4;

/// The number of inputs of men on a board with this many ranks. They come before a game's own ones.
pub const fn man_inputs(ranks: usize) -> usize {
    Man::COUNT * ranks * FILES
}

/// How a side looks at the board.
#[inline(always)]
pub const fn view(general: Point) -> View {
    View((general.file() > CENTRAL_FILE) as u8)
}

/// The input of a man on a point.
#[inline(always)]
pub fn man_input<const RANKS: usize>(side: Side, view: View, man: Man, at: Point) -> Input {
    let rank = if side == Side::First { at.rank() } else { RANKS - 1 - at.rank() };
    let file = if view.0 == 0 { at.file() } else { FILES - 1 - at.file() };
    let man = usize::from(man.side != side) * ManKind::COUNT + man.kind.index();
    ((man * RANKS + rank) * FILES + file) as Input
}

/// Whether a position and its mirror image differ for a side: with its general on the central file, the view does not
/// depend on left and right.
pub const fn has_mirror_image(general: Point) -> bool {
    general.file() == CENTRAL_FILE
}

/// The input of the same man on the mirrored point.
pub fn mirrored_man(input: Input) -> Input {
    let input = usize::from(input);
    let file = input % FILES;
    (input - file + FILES - 1 - file) as Input
}

/// One of `buckets` output buckets, by the chariots, horses and cannons that are left, twelve at the start.
#[inline(always)]
pub const fn bucket<const RANKS: usize>(board: &Board<RANKS>, buckets: usize) -> usize {
    const NUMBERS: usize = 13;
    let attackers = board.kind(ManKind::Chariot).len()
        + board.kind(ManKind::Horse).len()
        + board.kind(ManKind::Cannon).len();
    let bucket = attackers * buckets / NUMBERS;
    if bucket < buckets { bucket } else { buckets - 1 }
}

/// The points of each side's men, by kind.
pub type MenByKind = [[PointSet; ManKind::COUNT]; 2];

/// The points of the men on a board.
#[inline(always)]
pub fn placement<const RANKS: usize>(board: &Board<RANKS>) -> MenByKind {
    Side::BOTH.map(|side| ManKind::ALL.map(|kind| board.men(kind, side)))
}

impl Placement for MenByKind {
    type Key = (Man, Point);

    #[inline(always)]
    fn compare(&self, before: &Self, mut differs: impl FnMut((Man, Point), bool)) {
        for side in Side::BOTH {
            for kind in ManKind::ALL {
                let [before, now] = [before, self].map(|placement| placement[side.index()][kind.index()]);
                for at in before ^ now {
                    differs((Man { kind, side }, at), now.contains(at));
                }
            }
        }
    }
}
