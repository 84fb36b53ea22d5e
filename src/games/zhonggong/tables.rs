//! Tables of endings.
//!
//! Pawns at home win pieces by trades, which lead into smaller tables. Five pawns of a side, which win at once, are
//! never together in a table that fits into memory.

use include_dir::{Dir, include_dir};

use crate::base::{Move, Side};
use crate::games::cchess::tables::{BoardChange, InUse, Material, NAMED, TableSet, TabledGame, unsteps};
use crate::games::cchess::{DIAGONAL_STEPS, Piece, PieceKind, Point, PointSet};

use super::geometry::{BOARD, PALACE, RANKS, pawn_steps_of, surroundings};
use super::moves::{Action, price};
use super::position::ZhonggongPosition;

/// The tables that are part of the program: all with up to two pieces beside the generals, made by
/// `quadriga tables build --pieces 2`.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/games/zhonggong/endings");

/// The tables in use.
pub static TABLES: InUse = InUse::new(|| {
    TableSet::embedded(EMBEDDED.files().filter_map(|file| {
        let name = file.path().file_stem()?.to_str()?;
        Some((Material::from_name(name)?, file.contents()))
    }))
});

impl TabledGame for ZhonggongPosition {
    const NAME: &'static str = "zhonggong";
    const RANKS: usize = RANKS;

    #[inline]
    fn tables() -> &'static InUse {
        &TABLES
    }

    fn domain(piece: Piece) -> PointSet {
        if piece.kind == PieceKind::General { PALACE } else { BOARD }
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
    fn change(m: Move, side: Side) -> Option<BoardChange> {
        Some(match Action::of(m)? {
            Action::Step { from, to } => BoardChange::Step { from, to },
            Action::Trade { files, target } => {
                BoardChange::Removal(files.points(side) | PointSet::of(target))
            }
        })
    }

    #[inline]
    fn is_checked(&self) -> bool {
        self.is_in_check()
    }

    #[inline]
    fn unsteps(pieces: &[Piece], points: &[Point], side: Side, visit: impl FnMut(usize, PointSet)) {
        let origins = |piece: Piece, at: Point| match piece.kind {
            PieceKind::General => surroundings(at).generals,
            // An enemy pawn would step to where this one came from.
            PieceKind::Pawn => pawn_steps_of(!piece.side, at),
            _ => DIAGONAL_STEPS[at.index()],
        };
        unsteps::<RANKS>(pieces, points, side, origins, Self::domain, visit);
    }

    fn smaller(material: Material) -> Vec<Material> {
        let mut found = material.after_captures();
        for side in Side::BOTH {
            for kind in NAMED {
                let Some(price) = price(kind) else { continue };
                let paid = material.without(side, PieceKind::Pawn, price);
                found.extend(paid.and_then(|paid| paid.without(!side, kind, 1)).map(Material::canonical));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn plies_left(&self) -> u32 {
        super::repetition::MOVE_LIMIT.saturating_sub(self.halfmove_clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trades_lead_to_smaller_tables() {
        let names = |name: &str| {
            let material = Material::from_name(name).expect("a name");
            ZhonggongPosition::smaller(material).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("KRvK"), ["KvK"]);
        assert_eq!(names("KPvKP"), ["KvK", "KPvK"]);
        let two = names("KCvKPP");
        assert!(
            ["KPPvK", "KCvKP", "KvK"].iter().all(|name| two.iter().any(|found| found == name)),
            "{two:?}"
        );
        assert_eq!(two.len(), 3);
    }
}
