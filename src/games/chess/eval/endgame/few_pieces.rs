//! Endgames with few pieces that are drawn, or nearly so, regardless of material, as known from endgame manuals.

use crate::base::{Position, Side};
use crate::games::chess::attacks::{king_attacks, pawn_attacks};
use crate::games::chess::{Bitboard, ChessPosition, PieceKind, Square};

use super::super::pawns::distance;
use super::super::weights;
use super::{QUEENS_WING, pawn_and_king};

/// A position in which either side has at most one piece besides the king and the pawns, turned so that the pawns of
/// the stronger side move up the board.
struct FewPieces {
    ours: Pieces,
    theirs: Pieces,
    is_to_move: bool,
}

/// A side's pieces.
struct Pieces {
    king: Square,
    piece: Option<(PieceKind, Square)>,
    pawns: Bitboard,
}

/// Whether so few pieces are left, two besides the kings, that [`scale`] may know the position.
#[inline]
pub(super) fn are_left(position: &ChessPosition) -> bool {
    position.occupied().without(position.kind(PieceKind::Pawn)).len() <= 4
}

/// The scale factor of the stronger side's advantage, relative to [`weights::FULL_SCALE`]; `None` if the position is
/// not among the endgames known here.
pub(super) fn scale(position: &ChessPosition, stronger: Side) -> Option<i32> {
    FewPieces::of(position, stronger)?.scale()
}

impl FewPieces {
    /// Reads the position; `None` if a side has more than one piece.
    fn of(position: &ChessPosition, stronger: Side) -> Option<Self> {
        let is_turned = stronger == Side::Second;
        let turned = |at: Square| if is_turned { at.flipped() } else { at };
        let pieces = |side: Side| {
            let king = position.king(side);
            let pawns = position.pieces(side, PieceKind::Pawn);
            let pieces = position.side(side).without(pawns | Bitboard::of(king));
            if pieces.more_than_one() {
                return None;
            }
            let piece = pieces.first().and_then(|at| Some((position.piece_at(at)?.kind, turned(at))));
            let pawns = if is_turned { Bitboard(pawns.0.swap_bytes()) } else { pawns };
            Some(Pieces { king: turned(king), piece, pawns })
        };
        Some(Self {
            ours: pieces(stronger)?,
            theirs: pieces(!stronger)?,
            is_to_move: position.side_to_move() == stronger,
        })
    }

    fn scale(&self) -> Option<i32> {
        use PieceKind::{Bishop, Knight, Queen, Rook};
        match (self.ours.piece, self.theirs.piece) {
            (None, None) => self.pawns(),
            (Some((Bishop, bishop)), None) => self.bishop_and_rook_pawns(bishop),
            (Some((Knight, _)), None) => self.knight_and_rook_pawn(),
            (Some((Bishop, bishop)), Some((Bishop, other))) if is_dark(bishop) != is_dark(other) => {
                self.only_pawn().map(|_| 0)
            }
            (Some((Bishop, bishop)), Some((Bishop | Knight, _))) => self.bishop_and_pawn(bishop),
            (Some((Knight, _)), Some((Bishop | Knight, _))) => {
                self.only_pawn().map(|_| weights::SCALE_NEARLY_DRAWN)
            }
            (Some((Rook, rook)), Some((Rook, other))) => {
                self.rook_and_pawn(rook, other).or_else(|| self.rooks_on_one_wing())
            }
            (Some((Queen, _)), None) => self.queen_against_pawn(),
            (Some((Queen, _)), Some((Rook, rook))) => self.queen_against_fortress(rook),
            (Some((Queen, _)), Some((Queen, _))) => self.queen_and_pawn(),
            _ => None,
        }
    }

    /// The stronger side's only pawn, if the weaker one has none.
    fn only_pawn(&self) -> Option<Square> {
        let is_only = !self.ours.pawns.more_than_one() && self.theirs.pawns.is_empty();
        self.ours.pawns.first().filter(|_| is_only)
    }

    /// The square on which the stronger side's pawns would promote if all of them are on the same rook file.
    fn corner(&self) -> Option<Square> {
        let pawns = self.ours.pawns;
        let file = pawns.first()?.file();
        let is_rook_file = (file == 0 || file == 7) && pawns.without(Bitboard::file(file)).is_empty();
        is_rook_file.then(|| Square::new(file, 7))
    }

    /// Whether the weaker side's king is in front of a pawn, on its file.
    fn is_blocked(&self, pawn: Square) -> bool {
        self.theirs.king.file() == pawn.file() && self.theirs.king.rank() > pawn.rank()
    }

    fn pawns(&self) -> Option<i32> {
        if let Some(pawn) = self.only_pawn() {
            let is_won = pawn_and_king::is_won(pawn, self.ours.king, self.theirs.king, self.is_to_move);
            return (!is_won).then_some(0);
        }
        let corner = self.corner().filter(|_| self.theirs.pawns.is_empty())?;
        let king = self.theirs.king;
        let foremost = self.ours.pawns.into_iter().map(Square::rank).max()?;
        (king.file().abs_diff(corner.file()) <= 1 && king.rank() > foremost).then_some(0)
    }

    /// A bishop that does not control the promotion corner of its rook pawns cannot drive a king out of it.
    fn bishop_and_rook_pawns(&self, bishop: Square) -> Option<i32> {
        let corner = self.corner().filter(|&corner| is_dark(corner) != is_dark(bishop))?;
        let to_corner = distance(self.theirs.king, corner);
        if to_corner <= 1 {
            return Some(0);
        }
        let foremost = self.ours.pawns.into_iter().map(Square::rank).max()?;
        let race = distance(self.ours.king, corner).min(7 - foremost);
        (to_corner + usize::from(self.is_to_move) <= race).then_some(weights::SCALE_NEARLY_DRAWN)
    }

    /// A knight tied to the defence of a rook pawn on the seventh rank cannot move.
    fn knight_and_rook_pawn(&self) -> Option<i32> {
        let pawn = self.only_pawn()?;
        let corner = self.corner()?;
        (pawn.rank() == 6 && distance(self.theirs.king, corner) <= 1).then_some(0)
    }

    /// A bishop cannot drive away a blocking king from squares of the other colour, nor far from the edge.
    fn bishop_and_pawn(&self, bishop: Square) -> Option<i32> {
        let pawn = self.only_pawn()?;
        let king = self.theirs.king;
        let is_safe = is_dark(king) != is_dark(bishop) || king.rank() <= 5;
        (self.is_blocked(pawn) && is_safe).then_some(0)
    }

    /// Defences with a rook against rook and pawn, with the king on or beside the promotion square.
    fn rook_and_pawn(&self, rook: Square, defender: Square) -> Option<i32> {
        let pawn = self.only_pawn()?;
        let promotion = Square::new(pawn.file(), 7);
        let (king, their_king) = (self.ours.king, self.theirs.king);
        let tempo = usize::from(self.is_to_move);
        if distance(their_king, promotion) <= 1 {
            // The defender holds the sixth rank, and checks from behind once the pawn has advanced to it.
            let holds_sixth = defender.rank() == 5 || pawn.rank() <= 2 && rook.rank() != 5;
            if pawn.rank() <= 4 && king.rank() <= 4 && holds_sixth {
                return Some(0);
            }
            let is_far =
                defender.rank() == 0 || !self.is_to_move && defender.file().abs_diff(pawn.file()) >= 3;
            if pawn.rank() == 5 && king.rank() + tempo <= 5 && is_far {
                return Some(0);
            }
        }
        if pawn.rank() >= 5
            && their_king == promotion
            && defender.rank() == 0
            && (!self.is_to_move || distance(king, pawn) >= 2)
        {
            return Some(0);
        }
        let is_rook_pawn = pawn.file() == 0 || pawn.file() == 7;
        let is_in_front = their_king.rank() > pawn.rank() && their_king.file().abs_diff(pawn.file()) <= 1;
        Some(match (is_in_front, pawn.rank()) {
            (true, ..=4) => weights::SCALE_KING_BEFORE_PAWN,
            (true, _) => weights::SCALE_KING_BEFORE_FAR_PAWN,
            (false, _) if is_rook_pawn || distance(their_king, promotion) <= 2 => weights::FULL_SCALE / 2,
            (false, _) => weights::FULL_SCALE,
        })
    }

    /// One extra pawn, with all pawns and the weaker side's king on one wing.
    fn rooks_on_one_wing(&self) -> Option<i32> {
        let pawns = self.ours.pawns | self.theirs.pawns;
        let king = self.theirs.king;
        let is_one_wing = [QUEENS_WING, !QUEENS_WING]
            .into_iter()
            .any(|wing| pawns.without(wing).is_empty() && wing.contains(king));
        let count = self.ours.pawns.len();
        let is_one_more = (2..=self.theirs.pawns.len() + 1).contains(&count);
        let is_before_pawns = self.ours.pawns.into_iter().all(|pawn| pawn.rank() < king.rank());
        (is_one_wing && is_one_more && is_before_pawns).then_some(weights::SCALE_ROOKS_ON_ONE_WING)
    }

    /// A pawn about to promote on the file of a rook or bishop, with its king beside it, holds against a queen whose
    /// king is far away.
    fn queen_against_pawn(&self) -> Option<i32> {
        let pawn = self.theirs.pawns.first().filter(|_| !self.theirs.pawns.more_than_one())?;
        let is_file = [0, 2, 5, 7].contains(&pawn.file());
        let promotion = Square::new(pawn.file(), 0);
        let holds = pawn.rank() == 1
            && distance(self.theirs.king, pawn) <= 1
            && distance(self.ours.king, promotion) > 4;
        (self.ours.pawns.is_empty() && is_file && holds).then_some(weights::SCALE_NEARLY_DRAWN)
    }

    /// A rook on the third rank, defended by a pawn that its king defends, keeps the other king out.
    fn queen_against_fortress(&self, rook: Square) -> Option<i32> {
        let king = self.theirs.king;
        let pawns = self.theirs.pawns & king_attacks(king) & pawn_attacks(Side::First, rook);
        let is_fortress = king.rank() >= 6 && rook.rank() == 5 && self.ours.king.rank() <= 4 && pawns.any();
        (is_fortress && !self.ours.pawns.more_than_one()).then_some(0)
    }

    /// Perpetual check is likely, the more so the farther the pawn has to go.
    fn queen_and_pawn(&self) -> Option<i32> {
        let pawn = self.only_pawn()?;
        Some(weights::SCALE_QUEEN_AND_PAWN + weights::SCALE_QUEEN_AND_PAWN_RANK * pawn.rank() as i32)
    }
}

const fn is_dark(at: Square) -> bool {
    Bitboard::DARK.contains(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Notation;
    use crate::games::chess::ChessOptions;

    /// The scale factor for White.
    fn scale_of(fen: &str) -> Option<i32> {
        let position = ChessPosition::from_fen(fen, &ChessOptions::default()).unwrap();
        scale(&position, Side::First)
    }

    #[test]
    fn drawn_endings_are_known() {
        for fen in [
            // The opposition.
            "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
            // Rook pawns with the king in front of them.
            "8/1k6/8/P1K5/P7/8/8/8 w - - 0 1",
            // The wrong bishop.
            "k7/8/1K6/P7/3B4/8/8/8 w - - 0 1",
            // A knight tied to its pawn.
            "8/Pk6/8/1N6/4K3/8/8/8 b - - 0 1",
            // Bishops of opposite colours.
            "8/8/3k4/8/3PK3/5B2/8/4b3 w - - 0 1",
            // The king blocks the pawn.
            "8/8/3k4/3P4/4K3/5B2/8/6n1 w - - 0 1",
            // A rook on the sixth rank; checks from behind; the king on the promotion square.
            "4k3/R7/7r/3KP3/8/8/8/8 b - - 0 1",
            "4k3/7R/4P3/3K4/8/8/8/r7 w - - 0 1",
            "4k3/7R/3KP3/8/8/8/8/r7 b - - 0 1",
            // A fortress.
            "6k1/6p1/5r2/8/3KQ3/8/8/8 w - - 0 1",
        ] {
            assert_eq!(scale_of(fen), Some(0), "{fen}");
        }
    }

    #[test]
    fn nearly_drawn_endings_are_scaled_down() {
        for fen in [
            // The king reaches the corner in time.
            "8/8/2k5/8/P7/4B3/5K2/8 b - - 0 1",
            // One extra rook pawn, with all pawns on one wing.
            "8/5pk1/6p1/8/6P1/5P1P/r3R1K1/8 w - - 0 1",
            // A queen and a pawn against a queen.
            "8/8/2k5/8/2q5/4P3/3Q1K2/8 w - - 0 1",
            // A bishop's pawn on the seventh rank.
            "8/8/7K/8/8/8/2pk4/Q7 w - - 0 1",
        ] {
            let scale = scale_of(fen);
            assert!(
                scale.is_some_and(|scale| (1..=weights::FULL_SCALE / 2).contains(&scale)),
                "{fen}: {scale:?}"
            );
        }
    }

    #[test]
    fn other_endings_are_left_alone() {
        for fen in [
            // Won: a pawn with its king ahead, the right bishop, a knight's pawn.
            "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
            "k7/8/1K6/P7/8/3B4/8/8 w - - 0 1",
            "1k6/8/1K6/1P6/3B4/8/8/8 w - - 0 1",
            // More pieces.
            "3rk3/8/8/8/8/2NB4/3P4/3RK3 w - - 0 1",
        ] {
            assert_eq!(scale_of(fen), None, "{fen}");
        }
        // A king that is cut off from the pawn.
        assert_eq!(scale_of("8/1k6/8/3KP3/8/8/8/R6r w - - 0 1"), Some(weights::FULL_SCALE));
    }

    #[test]
    fn scales_are_symmetric_in_colours() {
        let fen = "8/8/8/3b4/p7/1k6/8/K7 b - - 0 1";
        let position = ChessPosition::from_fen(fen, &ChessOptions::default()).unwrap();
        assert_eq!(scale(&position, Side::Second), Some(0));
        let fen = "5b2/8/8/8/p7/1k6/8/K7 b - - 0 1";
        let position = ChessPosition::from_fen(fen, &ChessOptions::default()).unwrap();
        assert_eq!(scale(&position, Side::Second), None);
    }
}
