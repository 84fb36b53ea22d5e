use crate::base::Side;
use crate::games::cchess::{Piece, PieceKind, Point, PointSet};
use crate::games::zhonggong::geometry::{Board, Surroundings, surroundings};

/// The points that a general's safety depends on as long as nothing is captured.
pub struct CheckZone {
    around: &'static Surroundings,
    occupied: PointSet,
    /// The points where one piece's departure or arrival can create an attack, remove a guard, or take the last
    /// liberty.
    sensitive: PointSet,
}

impl CheckZone {
    /// The check zone of a side's general.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        let around = surroundings(board.general(side));
        let occupied = board.occupied();
        // Horses' legs and elephants' eyes are on the points from which an advisor would attack.
        let mut sensitive = around.advisors;
        // A guard acts through an attacker, which disappears from its point when it captures, so one more piece may be
        // in between.
        for chariot in board.kind(PieceKind::Chariot) & around.lines {
            let between = around.between(chariot);
            let screens = between & occupied;
            if screens.more_than_one() {
                continue;
            }
            sensitive |= if board.side(side).contains(chariot) { between } else { screens };
        }
        for cannon in board.kind(PieceKind::Cannon) & around.lines {
            let between = around.between(cannon);
            let screens = between & occupied;
            match (screens.len(), board.side(side).contains(cannon)) {
                (0, false) | (1 | 2, true) => sensitive |= between,
                (2, false) => sensitive |= screens,
                _ => {}
            }
        }
        let liberties = around.neighbours.without(occupied);
        if !liberties.more_than_one() {
            sensitive |= liberties;
        }
        Self { around, occupied, sensitive }
    }

    /// All points whose occupation affects the general's safety.
    #[inline]
    pub fn points(&self) -> PointSet {
        self.around.zone
    }

    /// Whether a non-capturing step of an enemy piece could give check or take the general's last liberty.
    #[inline]
    pub fn may_be_disturbed(&self, mover: Piece, from: Point, to: Point) -> bool {
        let around = self.around;
        let screens = || (around.between(to) & self.occupied).without(PointSet::of(from));
        let attacks = match mover.kind {
            PieceKind::General => around.generals.contains(to),
            PieceKind::Advisor => around.advisors.contains(to),
            PieceKind::Pawn => around.pawns[mover.side.index()].contains(to),
            PieceKind::Elephant => around.elephants.contains(to) && screens().is_empty(),
            PieceKind::Horse => around.horses.contains(to) && screens().is_empty(),
            PieceKind::Chariot => around.lines.contains(to) && screens().is_empty(),
            PieceKind::Cannon => around.lines.contains(to) && screens().len() == 1,
        };
        attacks || self.sensitive.contains(from) || self.sensitive.contains(to)
    }
}
