//! Tables of endings. They know nothing of perpetual chase, so a draw in them can be a loss for a side that could only
//! hold by chasing; wins and losses are certain.

use crate::base::{Move, Side};
use crate::games::cchess::tables::{BoardChange, InUse, Material, TableSet, TabledGame, unsteps};
use crate::games::cchess::{Piece, PieceKind, Point, PointSet};

use super::XiangqiPosition;
use super::fen::ground;
use super::geometry::{ADVISOR_STEPS, GENERAL_STEPS, PAWN_ORIGINS, RANKS};
use super::movegen::decode;

/// The tables in use; none are part of the program.
pub static TABLES: InUse = InUse::new(TableSet::default);

/// The kinds that can cross the river.
const CROSSING: [PieceKind; 4] = [PieceKind::Chariot, PieceKind::Cannon, PieceKind::Horse, PieceKind::Pawn];

impl TabledGame for XiangqiPosition {
    const NAME: &'static str = "xiangqi";
    const RANKS: usize = RANKS;
    const HAS_CERTAIN_DRAWS: bool = false;
    const HAS_DEFENDERS: bool = true;

    #[inline]
    fn tables() -> &'static InUse {
        &TABLES
    }

    fn domain(piece: Piece) -> PointSet {
        ground(piece.kind, piece.side)
    }

    #[inline]
    fn arranged(pieces: &[Piece], points: &[Point], side: Side) -> Option<Self> {
        Self::without_history(pieces.iter().copied().zip(points.iter().copied()), side)
    }

    #[inline]
    fn occupied(&self) -> PointSet {
        self.board.occupied()
    }

    #[inline]
    fn points_of(&self, piece: Piece) -> PointSet {
        self.board.pieces(piece.kind, piece.side)
    }

    #[inline]
    fn change(m: Move, _side: Side) -> Option<BoardChange> {
        decode(m).map(|(from, to)| BoardChange::Step { from, to })
    }

    #[inline]
    fn is_checked(&self) -> bool {
        self.in_check()
    }

    #[inline]
    fn unsteps(pieces: &[Piece], points: &[Point], side: Side, visit: impl FnMut(usize, PointSet)) {
        let origins = |piece: Piece, at: Point| match piece.kind {
            PieceKind::General => GENERAL_STEPS[at.index()],
            PieceKind::Advisor => ADVISOR_STEPS[at.index()],
            _ => PAWN_ORIGINS[piece.side.index()][at.index()],
        };
        unsteps::<RANKS>(pieces, points, side, origins, Self::domain, visit);
    }

    fn smaller(material: Material) -> Vec<Material> {
        let mut found = material.after_captures();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn can_check(material: Material, side: Side) -> bool {
        CROSSING.into_iter().any(|kind| material.count(side, kind) > 0)
    }

    fn is_dead(material: Material) -> bool {
        Side::BOTH.into_iter().all(|side| !Self::can_check(material, side))
    }

    fn plies_left(&self) -> u32 {
        self.plies_to_limit().into()
    }
}
