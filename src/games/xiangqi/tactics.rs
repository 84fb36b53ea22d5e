//! Xiangqi's additions for the search.

use crate::base::{Key, Move, MoveList, NodeVerdict, Position, Side};
use crate::games::cchess::{POINTS, Piece, PieceKind, Point, PointSet};
use crate::games::xiangqi::MOVE_LIMIT;
use crate::games::xiangqi::attacks::{capturers, each_threat, general_attackers};
use crate::games::xiangqi::geometry::{Board, Occupancy, PAWN_ORIGINS, RANKS, has_crossed};
use crate::games::xiangqi::keys::{TURN, piece_key};
use crate::games::xiangqi::movegen::{list_moves, to_of};
use crate::games::xiangqi::position::{RuleEnd, XiangqiPosition};
use crate::games::xiangqi::repetition::Judgement;

use crate::games::cchess::tactics::{Capturers, see_ge};
use crate::search::SearchPosition;

/// The exchange value of a piece, in hundredths of a pawn that has not crossed the river. These are the classical
/// estimates, in which a chariot is worth two cannons or horses, and an advisor or elephant about two pawns.
pub const fn exchange_value(kind: PieceKind, side: Side, at: Point) -> i32 {
    match kind {
        PieceKind::General => 0,
        PieceKind::Advisor | PieceKind::Elephant => 200,
        PieceKind::Horse => 430,
        PieceKind::Cannon => 450,
        PieceKind::Chariot => 950,
        PieceKind::Pawn if has_crossed(side, at) => 200,
        PieceKind::Pawn => 100,
    }
}

/// Within this many plies of the move limit, results depend on the path.
const LIMIT_IN_SIGHT: u16 = 20;

impl Capturers<RANKS> for Board {
    fn value(&self, kind: PieceKind, at: Point, side: Side) -> i32 {
        exchange_value(kind, side, at)
    }

    fn capturers(&self, kind: PieceKind, side: Side, target: Point, occupied: &Occupancy) -> PointSet {
        capturers(self, kind, side, target, occupied)
    }

    /// The generals must not face each other on an open file.
    fn general_guards(&self, side: Side, target: Point, occupied: &Occupancy) -> bool {
        let general = self.general(side);
        general.file() == target.file() && occupied.chariot(target).contains(general)
    }
}

/// How the pieces of one side can check the enemy general.
pub struct CheckHints {
    /// The points from which a chariot gives check.
    pub chariot: PointSet,
    /// The points from which a cannon gives check.
    pub cannon: PointSet,
    /// The points from which a horse gives check.
    pub horse: PointSet,
    /// The points where a piece's departure or arrival can discover an attack by another piece.
    pub sensitive: PointSet,
}

impl CheckHints {
    /// Check hints against the general of `side`, which is not in check.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Self {
        let (general, occupied) = (board.general(side), board.occupancy());
        let mut sensitive = PointSet::EMPTY;
        each_threat(board, side, |threat| {
            sensitive |= Occupancy::BOARD.without(threat.allowed(general, occupied.points()));
            sensitive |= threat.special(occupied.points());
        });
        Self {
            chariot: occupied.chariot(general),
            cannon: occupied.cannon(general),
            horse: occupied.horses_to(general),
            sensitive,
        }
    }
}

impl XiangqiPosition {
    /// The value of the piece captured by a legal move; 0 if it captures nothing.
    fn captured_value(&self, m: Move) -> i32 {
        let to = to_of(m);
        self.board.piece_at(to).map_or(0, |piece| exchange_value(piece.kind, piece.side, to))
    }
}

impl SearchPosition for XiangqiPosition {
    const HISTORY_SLOTS: usize = Piece::COUNT * POINTS;
    const NOISY_SLOTS: usize = Piece::COUNT * POINTS * PieceKind::COUNT;

    type CheckHints = CheckHints;
    type ProofTable = ();

    #[inline]
    fn check_hints(&self) -> CheckHints {
        CheckHints::of(&self.board, !self.side)
    }

    fn noisy_moves(&self, list: &mut MoveList) {
        list_moves(&self.board, self.side, self.board.side(!self.side), list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        list_moves(&self.board, self.side, Occupancy::BOARD.without(self.board.occupied()), list);
    }

    #[inline]
    fn is_noisy(&self, m: Move) -> bool {
        self.board.occupied().contains(to_of(m))
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.in_check()
    }

    /// There is no null move in check, or without a piece that moves freely: in endings with pawns alone, having to
    /// move often loses.
    fn make_null_move(&mut self) -> bool {
        let pieces = |kind| self.board.pieces(kind, self.side);
        let free_moving = pieces(PieceKind::Chariot) | pieces(PieceKind::Cannon) | pieces(PieceKind::Horse);
        if self.in_check() || free_moving.is_empty() {
            return false;
        }
        self.pass();
        true
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let (piece, from, to) = self.moving(m);
        let taken = self.captured_value(m);
        see_ge(&self.board, *self.board.occupancy(), (piece.kind, from), (to, taken), self.side, threshold)
    }

    fn capture_value(&self, m: Move) -> i32 {
        self.captured_value(m)
    }

    #[inline]
    fn target(&self, m: Move) -> Option<u16> {
        Some(to_of(m).index() as u16)
    }

    #[inline]
    fn history_slot(&self, m: Move) -> usize {
        let (piece, _, to) = self.moving(m);
        piece.index() * POINTS + to.index()
    }

    #[inline]
    fn noisy_slot(&self, m: Move) -> usize {
        let (piece, _, to) = self.moving(m);
        let taken = self.board.piece_at(to).map_or(0, |taken| taken.kind.index());
        (piece.index() * POINTS + to.index()) * PieceKind::COUNT + taken
    }

    fn gives_check(&self, m: Move, hints: &CheckHints) -> bool {
        let (piece, from, to) = self.moving(m);
        let general = self.board.general(!self.side);
        // The opponent is not in check, and remains so unless a point that affects its safety changes.
        if !hints.sensitive.contains(from) && !hints.sensitive.contains(to) {
            match piece.kind {
                PieceKind::Chariot | PieceKind::General => return hints.chariot.contains(to),
                PieceKind::Horse => return hints.horse.contains(to),
                PieceKind::Pawn => return PAWN_ORIGINS[self.side.index()][general.index()].contains(to),
                PieceKind::Advisor | PieceKind::Elephant => return false,
                // The cannon itself may have been its own screen.
                PieceKind::Cannon if PointSet::between(general, to).contains(from) => {}
                PieceKind::Cannon => return hints.cannon.contains(to),
            }
        }
        let mut occupied = self.board.occupancy().toggled(from);
        if !occupied.points().contains(to) {
            occupied.toggle(to);
        }
        // The board still has the piece on its origin, from which it no longer attacks.
        let direct = match piece.kind {
            PieceKind::Chariot | PieceKind::General => occupied.chariot(general).contains(to),
            PieceKind::Cannon => occupied.cannon(general).contains(to),
            PieceKind::Horse => occupied.horses_to(general).contains(to),
            PieceKind::Pawn => PAWN_ORIGINS[self.side.index()][general.index()].contains(to),
            PieceKind::Advisor | PieceKind::Elephant => false,
        };
        direct
            || general_attackers(&self.board, &occupied, general, self.side).without(PointSet::of(from)).any()
    }

    fn node_verdict(&self, ply: usize) -> Option<NodeVerdict> {
        match self.ending(ply)? {
            RuleEnd::Repetition(Judgement::Draw) => Some(NodeVerdict::Drawn),
            RuleEnd::Repetition(Judgement::PerpetualCheck(guilty) | Judgement::PerpetualChase(guilty)) => {
                let lost = guilty == self.side;
                Some(if lost { NodeVerdict::LostByRule } else { NodeVerdict::WonByRule })
            }
            // A side without a legal move loses regardless.
            RuleEnd::NoCrossing | RuleEnd::MoveLimit => self.has_legal_move().then_some(NodeVerdict::Drawn),
        }
    }

    fn no_moves_verdict(&self) -> NodeVerdict {
        NodeVerdict::Lost
    }

    #[inline]
    fn key_after(&self, m: Move) -> Key {
        let (piece, from, to) = self.moving(m);
        let key = self.key ^ TURN ^ piece_key(piece, from) ^ piece_key(piece, to);
        self.board.piece_at(to).map_or(key, |taken| key ^ piece_key(taken, to))
    }

    fn upcoming_repetition(&self) -> Option<Key> {
        self.repeatable()
    }

    fn hash_score_usable(&self) -> bool {
        self.progress.counted() + LIMIT_IN_SIGHT < MOVE_LIMIT
    }

    fn halfmove_clock(&self) -> Option<(u32, u32)> {
        Some((self.progress.counted().into(), MOVE_LIMIT.into()))
    }

    fn pawn_key(&self) -> Key {
        self.structure
    }
}

#[cfg(not(feature = "tables"))]
impl crate::search::SearchTables for XiangqiPosition {
    const LEFT_OUT: bool = true;
}
