//! Zhonggong's additions for the search.
//!
//! Captures, trades, and a pawn's step onto the opponent's back rank are noisy; a pawn's steps along that rank are
//! quiet.

mod check_zone;
mod exchange;

use crate::base::{Key, Move, MoveList, NodeVerdict, Position, Side};
use crate::games::cchess::{POINTS, Piece, PieceKind, Point, PointSet};
use crate::games::zhonggong::ZhonggongPosition;
use crate::games::zhonggong::geometry::{PAWNS_TO_WIN, doorstep, home, pawn_steps_of};
use crate::games::zhonggong::moves::Action;
use crate::games::zhonggong::repetition::{MOVE_LIMIT, RepetitionFault};
use crate::games::zhonggong::safety::BoardView;

use crate::games::cchess::tactics::see_ge;
use crate::search::SearchPosition;
use check_zone::CheckZone;
use exchange::{Exchange, value, value_of_next, value_of_pawns_home};

/// Hash table scores are not trusted within this many plies of the move limit.
const PLIES_NEAR_LIMIT: u32 = 20;

/// The number of values for the captured piece in a noisy slot: a kind or none.
const TAKEN: usize = PieceKind::COUNT + 1;

/// Whether a side has four pawns at home and a fifth can reach home with its next move, judging only by the pieces
/// there.
fn threatens_five(pieces: &BoardView, side: Side) -> bool {
    let pawns = pieces.pieces(PieceKind::Pawn, side);
    if (pawns & home(side)).len() != PAWNS_TO_WIN - 1 {
        return false;
    }
    let Some(last) = pawns.without(home(side)).first() else { return false };
    doorstep(side).contains(last) && (pawn_steps_of(side, last) & home(side)).without(pieces.side(side)).any()
}

/// Whether a step brings a pawn home.
fn enters_home(piece: Piece, from: Point, to: Point) -> bool {
    piece.kind == PieceKind::Pawn && home(piece.side).contains(to) && !home(piece.side).contains(from)
}

/// The means by which the side to move can make a threat that must be answered.
pub struct CheckHints {
    /// The zone on which the enemy general's safety depends.
    zone: CheckZone,
    /// Whether one more pawn at home may leave the side one short of five.
    nearly_five: bool,
}

impl ZhonggongPosition {
    /// The points that an action changes, and the pieces after it, if it is legal.
    fn board_after(&self, action: Action) -> Option<(PointSet, BoardView<'_>)> {
        Some(match action {
            Action::Step { from, to } => {
                let view = BoardView::after_step(&self.board, self.board.piece_at(from)?, from, to);
                (PointSet::of(from) | PointSet::of(to), view)
            }
            Action::Trade { files, target } => {
                let removed = files.points(self.side) | PointSet::of(target);
                (removed, BoardView::without(&self.board, removed))
            }
        })
    }
}

impl SearchPosition for ZhonggongPosition {
    const HISTORY_SLOTS: usize = Piece::COUNT * POINTS;
    /// Trades have their own slots, in addition to those of the pieces.
    const NOISY_SLOTS: usize = (Piece::COUNT + 2) * POINTS * TAKEN;

    type CheckHints = CheckHints;
    type ProofTable = ();

    #[inline]
    fn check_hints(&self) -> CheckHints {
        let pawns_home = self.board.pieces(PieceKind::Pawn, self.side) & home(self.side);
        CheckHints {
            zone: CheckZone::of(&self.board, !self.side),
            nearly_five: pawns_home.len() + 2 >= PAWNS_TO_WIN,
        }
    }

    fn noisy_moves(&self, list: &mut MoveList) {
        let generator = self.generator();
        generator.list_trades(list);
        generator.list_steps(generator.noisy(), list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        let generator = self.generator();
        generator.list_steps(generator.quiet(), list);
    }

    fn is_noisy(&self, m: Move) -> bool {
        match Action::of(m) {
            Some(Action::Step { from, to }) => {
                self.board.piece_at(to).is_some()
                    || self.board.piece_at(from).is_some_and(|piece| enters_home(piece, from, to))
            }
            Some(Action::Trade { .. }) => true,
            None => false,
        }
    }

    /// The side to move is in check, without a liberty, or faces a fifth pawn.
    fn is_threatened(&self) -> bool {
        !self.standing.is_settled() || threatens_five(&BoardView::now(&self.board), !self.side)
    }

    /// There is no null move with one liberty left, when any move nearby may be forced, or without a freely moving
    /// piece.
    fn make_null_move(&mut self) -> bool {
        let pieces = |kind| self.board.pieces(kind, self.side);
        let free_moving = pieces(PieceKind::Chariot) | pieces(PieceKind::Cannon) | pieces(PieceKind::Horse);
        if !self.standing.liberties.more_than_one() || free_moving.is_empty() || self.is_threatened() {
            return false;
        }
        self.pass();
        true
    }

    /// A trade ends the exchange immediately; a pawn that reaches home starts one with the value of doing so.
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        match Action::of(m) {
            Some(Action::Step { from, to }) => {
                let Some(piece) = self.board.piece_at(from) else { return threshold <= 0 };
                let taken = self.capture_value(m);
                see_ge(
                    &Exchange(&self.board),
                    *self.board.occupancy(),
                    (piece.kind, from),
                    (to, taken),
                    self.side,
                    threshold,
                )
            }
            Some(Action::Trade { .. }) => self.capture_value(m) >= threshold,
            None => threshold <= 0,
        }
    }

    fn capture_value(&self, m: Move) -> i32 {
        let taken = |at| {
            self.board.piece_at(at).map_or(0, |piece: Piece| value(&self.board, piece.kind, at, piece.side))
        };
        match Action::of(m) {
            Some(Action::Step { from, to }) => {
                let entry = match self.board.piece_at(from) {
                    Some(piece) if enters_home(piece, from, to) => {
                        value_of_next(self.pawns_home(self.side).len())
                            - value(&self.board, piece.kind, from, piece.side)
                    }
                    _ => 0,
                };
                taken(to) + entry
            }
            Some(Action::Trade { files, target }) => {
                taken(target) - value_of_pawns_home(&self.board, self.side, files.len())
            }
            None => 0,
        }
    }

    fn target(&self, m: Move) -> Option<u16> {
        match Action::of(m)? {
            Action::Step { to, .. } => Some(to.index() as u16),
            Action::Trade { .. } => None,
        }
    }

    fn history_slot(&self, m: Move) -> usize {
        match Action::of(m) {
            Some(Action::Step { from, to }) => {
                self.board.piece_at(from).map_or(0, Piece::index) * POINTS + to.index()
            }
            Some(Action::Trade { target, .. }) => target.index(),
            None => 0,
        }
    }

    fn noisy_slot(&self, m: Move) -> usize {
        let (actor, target) = match Action::of(m) {
            Some(Action::Step { from, to }) => (self.board.piece_at(from).map_or(0, Piece::index), to),
            Some(Action::Trade { target, .. }) => (Piece::COUNT + self.side.index(), target),
            None => return 0,
        };
        let taken = self.board.piece_at(target).map_or(PieceKind::COUNT, |piece| piece.kind.index());
        (actor * POINTS + target.index()) * TAKEN + taken
    }

    fn gives_check(&self, m: Move, hints: &CheckHints) -> bool {
        let Some(action) = Action::of(m) else { return false };
        // The opponent's general is safe and remains so unless a point that affects it changes. No move brings two
        // pawns home.
        let disturbing = match action {
            Action::Step { from, to } if self.board.piece_at(to).is_none() => {
                self.board.piece_at(from).is_some_and(|piece| hints.zone.may_be_disturbed(piece, from, to))
            }
            _ => true,
        };
        if !disturbing && !hints.nearly_five {
            return false;
        }
        let Some((touched, pieces)) = self.board_after(action) else { return false };
        disturbing && (touched & hints.zone.points()).any() && !pieces.is_sound(!self.side)
            || hints.nearly_five && threatens_five(&pieces, self.side)
    }

    fn node_verdict(&self, ply: usize) -> Option<NodeVerdict> {
        if self.generator().is_lost() {
            return Some(NodeVerdict::Lost);
        }
        match self.repetition(ply) {
            Some(RepetitionFault::Opponent) => return Some(NodeVerdict::WonByRule),
            Some(RepetitionFault::SideToMove) => return Some(NodeVerdict::LostByRule),
            Some(RepetitionFault::Neither) => return Some(NodeVerdict::Drawn),
            None => {}
        }
        (self.is_beyond_move_limit() && self.has_legal_move()).then_some(NodeVerdict::Drawn)
    }

    fn no_moves_verdict(&self) -> NodeVerdict {
        NodeVerdict::Lost
    }

    fn key_after(&self, m: Move) -> Key {
        Action::of(m).map_or(self.key(), |action| self.key_after_action(action))
    }

    fn upcoming_repetition(&self) -> Option<Key> {
        self.repeatable()
    }

    fn hash_score_usable(&self) -> bool {
        self.halfmove_clock + PLIES_NEAR_LIMIT < MOVE_LIMIT
    }

    fn halfmove_clock(&self) -> Option<(u32, u32)> {
        Some((self.halfmove_clock, MOVE_LIMIT))
    }

    fn pawn_key(&self) -> Key {
        self.pawn_key
    }
}

#[cfg(not(feature = "tables"))]
impl crate::search::SearchTables for ZhonggongPosition {
    const LEFT_OUT: bool = true;
}
