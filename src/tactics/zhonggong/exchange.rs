//! What men are worth in exchanges and trades, in hundredths of a pawn that has not come home.

use crate::base::Side;
use crate::rules::cchess::{DIAGONAL_STEPS, ManKind, ORTHOGONAL_STEPS, Occupancy, Point, PointSet};
use crate::rules::zhonggong::lines::{Board, PALACE, PAWNS_TO_WIN, RANKS, home, pawn_steps_of};
use crate::tactics::cchess::Capturers;

/// What a man is worth wherever it stands; a general's worth is never at stake.
const WORTH: [i32; ManKind::COUNT] = [0, 180, 150, 400, 900, 420, 100];

/// What a side's pawns at home are worth together, by their number. One alone buys a pawn; two buy a cannon, three a
/// horse and four a chariot, so that each adds about what the dearest of these costs a pawn; and with four the fifth
/// is a threat. Five win.
const WORTH_HOME: [i32; PAWNS_TO_WIN + 1] = [0, 180, 420, 680, 1000, 5000];

/// What one more pawn at home is worth to a side that has `at_home` there now.
pub fn worth_of_next(at_home: usize) -> i32 {
    let at_home = at_home.min(PAWNS_TO_WIN - 1);
    WORTH_HOME[at_home + 1] - WORTH_HOME[at_home]
}

/// What a man of `side` on this point is worth; a pawn that is not there on the board is on its way.
#[inline]
pub fn worth(board: &Board, kind: ManKind, at: Point, side: Side) -> i32 {
    if kind == ManKind::Pawn && home(side).contains(at) {
        let others = pawns_home(board, side) - usize::from(board.men(kind, side).contains(at));
        return worth_of_next(others);
    }
    WORTH[kind.index()]
}

/// What a side loses when `count` of its pawns at home leave.
pub fn worth_of_pawns_home(board: &Board, side: Side, count: usize) -> i32 {
    let at_home = pawns_home(board, side);
    WORTH_HOME[at_home] - WORTH_HOME[at_home.saturating_sub(count)]
}

fn pawns_home(board: &Board, side: Side) -> usize {
    (board.men(ManKind::Pawn, side) & home(side)).len()
}

/// An exchange on this board.
pub struct Exchange<'a>(pub &'a Board);

impl Capturers<RANKS> for Exchange<'_> {
    fn worth(&self, kind: ManKind, at: Point, side: Side) -> i32 {
        worth(self.0, kind, at, side)
    }

    fn capturers(&self, kind: ManKind, side: Side, target: Point, occupied: &Occupancy<RANKS>) -> PointSet {
        let men = self.0.men(kind, side);
        if men.is_empty() {
            return men;
        }
        men & match kind {
            ManKind::General if PALACE.contains(target) => ORTHOGONAL_STEPS[target.index()],
            ManKind::General => PointSet::EMPTY,
            ManKind::Advisor => DIAGONAL_STEPS[target.index()],
            ManKind::Elephant => occupied.elephant(target),
            ManKind::Horse => occupied.horses_to(target),
            ManKind::Chariot => occupied.chariot(target),
            ManKind::Cannon => occupied.cannon(target),
            // A pawn captures from where a pawn of the other side would go.
            ManKind::Pawn => pawn_steps_of(!side, target),
        }
    }
}
