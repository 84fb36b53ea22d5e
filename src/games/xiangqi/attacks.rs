//! Attacks between men, and moves that keep a general safe.

use super::geometry::{
    ADVISOR_STEPS, BANK, Board, GENERAL_STEPS, Occupancy, PAWN_ORIGINS, PAWN_STEPS, horse_leg,
};
use crate::base::Side;
use crate::games::cchess::{FILE_SETS, ManKind, Point, PointSet};

/// The points to which a man moves or captures, excluding its own side's men; ignores the safety of its general.
#[inline]
pub fn targets(board: &Board, kind: ManKind, side: Side, from: Point) -> PointSet {
    let occupied = board.occupancy();
    let reached = match kind {
        ManKind::General => GENERAL_STEPS[from.index()],
        ManKind::Advisor => ADVISOR_STEPS[from.index()],
        ManKind::Elephant => occupied.elephant(from) & BANK[side.index()],
        ManKind::Horse => occupied.horse(from),
        ManKind::Chariot => occupied.chariot(from),
        ManKind::Cannon => {
            return occupied.chariot(from).without(occupied.points())
                | occupied.cannon(from) & board.side(!side);
        }
        ManKind::Pawn => PAWN_STEPS[side.index()][from.index()],
    };
    reached.without(board.side(side))
}

/// The men of one kind and side that could capture an enemy man on `target` with this occupancy.
#[inline]
pub fn capturers(board: &Board, kind: ManKind, side: Side, target: Point, occupied: &Occupancy) -> PointSet {
    let origins = match kind {
        ManKind::General => GENERAL_STEPS[target.index()],
        ManKind::Advisor => ADVISOR_STEPS[target.index()],
        ManKind::Elephant if BANK[side.index()].contains(target) => occupied.elephant(target),
        ManKind::Elephant => return PointSet::EMPTY,
        ManKind::Horse => occupied.horses_to(target),
        ManKind::Chariot => occupied.chariot(target),
        ManKind::Cannon => occupied.cannon(target),
        ManKind::Pawn => PAWN_ORIGINS[side.index()][target.index()],
    };
    origins & board.men(kind, side)
}

/// The men of `by` that would attack a general on `at` with this occupancy. The enemy general attacks along an open
/// file.
#[inline]
pub fn general_attackers(board: &Board, occupied: &Occupancy, at: Point, by: Side) -> PointSet {
    // The generals can never share a rank, so for this purpose a general attacks like a chariot.
    let along_lines = board.kind(ManKind::Chariot) | board.kind(ManKind::General);
    let attackers = occupied.chariot(at) & along_lines
        | occupied.cannon(at) & board.kind(ManKind::Cannon)
        | occupied.horses_to(at) & board.kind(ManKind::Horse)
        | PAWN_ORIGINS[by.index()][at.index()] & board.kind(ManKind::Pawn);
    attackers & board.side(by)
}

/// Whether a side's general is attacked.
#[inline]
pub fn in_check(board: &Board, side: Side) -> bool {
    general_attackers(board, board.occupancy(), board.general(side), !side).any()
}

/// Whether a side's general is safe after one of its men makes this pseudo-legal move.
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

/// An enemy man that attacks the general, or would do so if one man appeared or disappeared.
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
    /// The points to which a man other than the general may move from `from` without leaving the general attacked by
    /// this threat.
    #[inline]
    pub(crate) fn allowed(self, from: Point, occupied: PointSet) -> PointSet {
        match self {
            Self::Line { source, between, screens } => {
                let gaps = between.without(occupied);
                // The men that remain in between, excluding the moving man. A man that is captured there is replaced by
                // its captor.
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

    /// The points whose men are restricted differently from all others.
    #[inline]
    pub(crate) fn special(self, occupied: PointSet) -> PointSet {
        match self {
            Self::Line { between, .. } => between & occupied,
            Self::Horse { leg, .. } => PointSet::of(leg) & occupied,
            Self::Pawn { .. } => PointSet::EMPTY,
        }
    }
}

/// Calls `visit` with every threat to a side's general that restricts the moves of its other men.
#[inline]
pub(crate) fn each_threat(board: &Board, side: Side, mut visit: impl FnMut(Threat)) {
    let general = board.general(side);
    let (file, rank) = (general.file(), general.rank());
    let theirs = board.side(!side);
    let along_lines =
        board.kind(ManKind::Chariot) | board.kind(ManKind::General) | board.kind(ManKind::Cannon);
    let lines = FILE_SETS[file] | PointSet::rank(rank);
    for source in along_lines & theirs & lines {
        let between = PointSet::between(general, source);
        let screens = usize::from(board.kind(ManKind::Cannon).contains(source));
        if (between & board.occupied()).len() <= screens + 1 {
            visit(Threat::Line { source, between, screens });
        }
    }
    let horses = board.kind(ManKind::Horse) & theirs;
    if horses.any() {
        for source in Occupancy::EMPTY.horses_to(general) & horses {
            visit(Threat::Horse { source, leg: horse_leg(source, general) });
        }
    }
    for source in PAWN_ORIGINS[(!side).index()][general.index()] & board.kind(ManKind::Pawn) & theirs {
        visit(Threat::Pawn { source });
    }
}

/// The restrictions on the moves of a side's men other than the general that keep the general safe.
#[derive(Debug, Clone, Copy)]
pub struct Restrictions {
    /// The points to which men that are not tied may move.
    pub free: PointSet,
    /// The men whose restrictions depend on their own point; see [`Restrictions::of_tied`].
    pub tied: PointSet,
}

impl Restrictions {
    /// The restrictions on the men of a side.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        // The general's own point is never special to a threat, so it can stand for every man that is not tied.
        let elsewhere = board.general(side);
        let mut restrictions = Self { free: Occupancy::BOARD, tied: PointSet::EMPTY };
        each_threat(board, side, |threat| {
            restrictions.free &= threat.allowed(elsewhere, board.occupied());
            restrictions.tied |= threat.special(board.occupied());
        });
        restrictions.tied &= board.side(side);
        restrictions
    }

    /// The points to which a man of `side` on `from`, other than the general, may move without leaving the general
    /// attacked.
    pub fn of_tied(board: &Board, side: Side, from: Point) -> PointSet {
        let mut allowed = Occupancy::BOARD;
        each_threat(board, side, |threat| allowed &= threat.allowed(from, board.occupied()));
        allowed
    }
}
