//! Attacks between pieces, and moves that keep a general safe.

use super::geometry::{
    ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, Occupancy, PAWN_ORIGINS, PAWN_STEPS, horse_leg,
};
use crate::base::Side;
use crate::games::cchess::{FILE_SETS, PieceKind, Point, PointSet};

/// The points to which a piece moves or captures, excluding its own side's pieces; ignores the safety of its general.
#[inline]
pub fn targets(board: &Board, kind: PieceKind, side: Side, from: Point) -> PointSet {
    let occupied = board.occupancy();
    let reached = match kind {
        PieceKind::General => GENERAL_STEPS[from.index()],
        PieceKind::Advisor => ADVISOR_STEPS[from.index()],
        PieceKind::Elephant => occupied.elephant(from) & BANK[side.index()],
        PieceKind::Horse => occupied.horse(from),
        PieceKind::Chariot => occupied.chariot(from),
        PieceKind::Cannon => {
            return occupied.chariot(from).without(occupied.points())
                | occupied.cannon(from) & board.side(!side);
        }
        PieceKind::Pawn => PAWN_STEPS[side.index()][from.index()],
    };
    reached.without(board.side(side))
}

/// The pieces of one kind and side that could capture an enemy piece on `target` with this occupancy.
#[inline]
pub fn capturers(
    board: &Board,
    kind: PieceKind,
    side: Side,
    target: Point,
    occupied: &Occupancy,
) -> PointSet {
    let origins = match kind {
        PieceKind::General => GENERAL_STEPS[target.index()],
        PieceKind::Advisor => ADVISOR_STEPS[target.index()],
        PieceKind::Elephant if BANK[side.index()].contains(target) => occupied.elephant(target),
        PieceKind::Elephant => return PointSet::EMPTY,
        PieceKind::Horse => occupied.horses_to(target),
        PieceKind::Chariot => occupied.chariot(target),
        PieceKind::Cannon => occupied.cannon(target),
        PieceKind::Pawn => PAWN_ORIGINS[side.index()][target.index()],
    };
    origins & board.pieces(kind, side)
}

/// The pieces of `by` that would attack a general on `at` with this occupancy. The enemy general attacks along an open
/// file.
#[inline]
pub fn general_attackers(board: &Board, occupied: &Occupancy, at: Point, by: Side) -> PointSet {
    // The generals can never share a rank, so for this purpose a general attacks like a chariot.
    let along_lines = board.kind(PieceKind::Chariot) | board.kind(PieceKind::General);
    let attackers = occupied.chariot(at) & along_lines
        | occupied.cannon(at) & board.kind(PieceKind::Cannon)
        | occupied.horses_to(at) & board.kind(PieceKind::Horse)
        | PAWN_ORIGINS[by.index()][at.index()] & board.kind(PieceKind::Pawn);
    attackers & board.side(by)
}

/// Whether a side's general is attacked.
#[inline]
pub fn in_check(board: &Board, side: Side) -> bool {
    general_attackers(board, board.occupancy(), board.general(side), !side).any()
}

/// Whether a side's general is safe after one of its pieces makes this pseudo-legal move.
#[inline]
pub fn is_safe_after(board: &Board, side: Side, from: Point, to: Point) -> bool {
    let mut occupied = board.occupancy().toggled(from);
    if !occupied.points().contains(to) {
        occupied.toggle(to);
    }
    let general = board.general(side);
    let general = if general == from { to } else { general };
    general_attackers(board, &occupied, general, !side).without(PointSet::of(to)).is_empty()
}

/// An enemy piece that attacks the general, or would do so if one piece appeared or disappeared.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Threat {
    /// A chariot or general (no screen) or a cannon (one screen).
    Line { source: Point, between: PointSet, screens: usize },
    /// A horse, whose leg may be occupied.
    Horse { source: Point, leg: Point },
    /// A pawn beside or in front of the general.
    Pawn { source: Point },
}

impl Threat {
    /// The points to which a piece other than the general may move from `from` without leaving the general attacked by
    /// this threat.
    #[inline]
    pub(crate) fn allowed(self, from: Point, occupied: PointSet) -> PointSet {
        match self {
            Self::Line { source, between, screens } => {
                let gaps = between.without(occupied);
                // The pieces that remain in between, excluding the moving piece. A piece that is captured there is
                // replaced by its captor.
                let others = (between & occupied).without(PointSet::of(from)).len();
                let mut allowed = PointSet::of(source);
                if others != screens {
                    allowed |= Occupancy::BOARD.without(gaps);
                }
                if others + 1 != screens {
                    allowed |= gaps;
                }
                allowed
            }
            Self::Horse { source, leg } if from == leg => PointSet::of(source),
            Self::Horse { leg, .. } if occupied.contains(leg) => Occupancy::BOARD,
            Self::Horse { source, leg } => PointSet::of(source) | PointSet::of(leg),
            Self::Pawn { source } => PointSet::of(source),
        }
    }

    /// The points whose pieces are restricted differently from all others.
    #[inline]
    pub(crate) fn special(self, occupied: PointSet) -> PointSet {
        match self {
            Self::Line { between, .. } => between & occupied,
            Self::Horse { leg, .. } => PointSet::of(leg) & occupied,
            Self::Pawn { .. } => PointSet::EMPTY,
        }
    }
}

/// Calls `visit` with every threat to a side's general that restricts the moves of its other pieces.
#[inline]
pub(crate) fn each_threat(board: &Board, side: Side, mut visit: impl FnMut(Threat)) {
    let general = board.general(side);
    let (file, rank) = (general.file(), general.rank());
    let theirs = board.side(!side);
    let along_lines =
        board.kind(PieceKind::Chariot) | board.kind(PieceKind::General) | board.kind(PieceKind::Cannon);
    let lines = FILE_SETS[file] | PointSet::rank(rank);
    for source in along_lines & theirs & lines {
        let between = PointSet::between(general, source);
        let screens = usize::from(board.kind(PieceKind::Cannon).contains(source));
        if (between & board.occupied()).len() <= screens + 1 {
            visit(Threat::Line { source, between, screens });
        }
    }
    let horses = board.kind(PieceKind::Horse) & theirs;
    if horses.any() {
        for source in Occupancy::EMPTY.horses_to(general) & horses {
            visit(Threat::Horse { source, leg: horse_leg(source, general) });
        }
    }
    for source in PAWN_ORIGINS[(!side).index()][general.index()] & board.kind(PieceKind::Pawn) & theirs {
        visit(Threat::Pawn { source });
    }
}

/// The restrictions on the moves of a side's pieces other than the general that keep the general safe.
#[derive(Debug, Clone, Copy)]
pub struct Restrictions {
    /// The points to which pieces that are not tied may move.
    pub free: PointSet,
    /// The pieces whose restrictions depend on their own point; see [`Restrictions::of_tied`].
    pub tied: PointSet,
}

impl Restrictions {
    /// The restrictions on the pieces of a side.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        // The general's own point is never special to a threat, so it can stand for every piece that is not tied.
        let elsewhere = board.general(side);
        let mut restrictions = Self { free: Occupancy::BOARD, tied: PointSet::EMPTY };
        each_threat(board, side, |threat| {
            restrictions.free &= threat.allowed(elsewhere, board.occupied());
            restrictions.tied |= threat.special(board.occupied());
        });
        restrictions.tied &= board.side(side);
        restrictions
    }

    /// The points to which a piece of `side` on `from`, other than the general, may move without leaving the general
    /// attacked.
    pub fn of_tied(board: &Board, side: Side, from: Point) -> PointSet {
        let mut allowed = Occupancy::BOARD;
        each_threat(board, side, |threat| allowed &= threat.allowed(from, board.occupied()));
        allowed
    }
}
