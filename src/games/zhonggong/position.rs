use std::fmt;

use crate::base::{
    Key, KeySequence, Move, MoveList, NoOptions, Notation, Observer, Outcome, Position, Reason, Side, Verdict,
};
use crate::games::cchess::reasons::PERPETUAL_CHECK;
use crate::games::cchess::{POINTS, Piece, PieceKind, Point, PointSet};

use super::geometry::{Board, home};
use super::movegen::Generator;
use super::moves::Action;
use super::reasons;
use super::repetition::{MOVE_LIMIT, Met, PastPositions, RepetitionFault};
use super::safety::{BoardView, Standing};

/// A position of zhonggong xiangqi.
///
/// It keeps at most the last `MOVE_LIMIT` earlier positions that could recur, in 16 bytes each, and the information to
/// unmake every move made since it was created or [`Position::forget_moves`] was called.
#[derive(Clone)]
pub struct ZhonggongPosition {
    pub(crate) board: Board,
    pub(crate) side: Side,
    /// The safety of the side to move's general.
    pub(crate) standing: Standing,
    key: Key,
    pub(crate) pawn_key: Key,
    /// Plies since the last capture or trade.
    pub(crate) halfmove_clock: u32,
    /// The move number, counted from 1; it increases after Black's moves.
    pub(super) move_number: u32,
    past: PastPositions,
    undo: Vec<Undo>,
}

/// The information needed to take back a move; the previous position is the last of the past ones.
#[derive(Debug, Clone, Copy)]
struct Undo {
    /// `None` for a pass.
    m: Option<Move>,
    captured: Option<Piece>,
    standing: Standing,
    pawn_key: Key,
    halfmove_clock: u32,
    reversible: usize,
}

struct Keys {
    pieces: [[Key; POINTS]; Piece::COUNT],
    black_to_move: Key,
}

static KEYS: Keys = {
    let mut sequence = KeySequence::new(0x5a48_4f4e_4747_4f4e);
    Keys { pieces: sequence.next_lists(), black_to_move: sequence.next_key() }
};

#[inline]
fn key_of(piece: Piece, at: Point) -> Key {
    KEYS.pieces[piece.index()][at.index()]
}

impl ZhonggongPosition {
    /// A position without a history.
    pub(super) fn new(board: Board, side: Side, halfmove_clock: u32, move_number: u32) -> Self {
        let standing = Standing::of(&board, side);
        let mut position = Self {
            board,
            side,
            standing,
            key: Key::default(),
            pawn_key: Key::default(),
            halfmove_clock,
            move_number,
            past: PastPositions::default(),
            undo: Vec::new(),
        };
        position.key = position.recomputed_key();
        for pawn in Side::BOTH.map(|side| Piece::new(PieceKind::Pawn, side)) {
            for at in position.board.pieces(pawn.kind, pawn.side) {
                position.pawn_key ^= key_of(pawn, at);
            }
        }
        position
    }

    /// A side's pawns at home, on the opponent's back rank.
    #[inline]
    pub fn pawns_home(&self, side: Side) -> PointSet {
        self.board.pieces(PieceKind::Pawn, side) & home(side)
    }

    /// The pieces on the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        self.standing.in_check
    }

    /// Whether the general of the side to move is tethered: attacked, but not freely.
    pub fn is_tethered(&self) -> bool {
        self.standing.is_tethered()
    }

    /// The liberties of a side's general.
    #[inline]
    pub fn liberties(&self, side: Side) -> PointSet {
        BoardView::now(&self.board).liberties(side)
    }

    /// The pieces of a side that guard its general, which means that they could capture on its point.
    #[inline]
    pub fn guards(&self, side: Side) -> PointSet {
        BoardView::now(&self.board).guards(side)
    }

    #[inline]
    pub(crate) fn generator(&self) -> Generator<'_> {
        Generator::new(&self.board, self.side, &self.standing)
    }

    /// The side at fault if the position has occurred before, within the last `near` plies or at least twice in total.
    #[inline]
    pub(crate) fn repetition(&self, near: usize) -> Option<RepetitionFault> {
        self.past.repetition(self.met(), near)
    }

    /// The key of an earlier position that a move may lead back to.
    #[inline]
    pub(crate) fn repeatable(&self) -> Option<Key> {
        self.past.upcoming_repetition(self.key, KEYS.black_to_move)
    }

    /// Whether enough plies have passed without a capture or a trade for a draw, if neither side has won.
    #[inline]
    pub(crate) fn is_beyond_move_limit(&self) -> bool {
        self.halfmove_clock >= MOVE_LIMIT
    }

    #[inline]
    fn met(&self) -> Met {
        Met { key: self.key, in_check: self.standing.in_check }
    }

    /// The key after an action that is legal here.
    pub(crate) fn key_after_action(&self, action: Action) -> Key {
        let mut key = self.key ^ KEYS.black_to_move;
        let mut toggle = |at| {
            if let Some(piece) = self.board.piece_at(at) {
                key ^= key_of(piece, at);
            }
        };
        match action {
            Action::Step { from, to } => {
                toggle(from);
                toggle(to);
                if let Some(piece) = self.board.piece_at(from) {
                    key ^= key_of(piece, to);
                }
            }
            Action::Trade { files, target } => {
                files.points(self.side).for_each(&mut toggle);
                toggle(target);
            }
        }
        key
    }

    /// Passes the turn.
    pub(crate) fn pass(&mut self) {
        let before = self.met();
        let undo = self.undo_of(None, None);
        self.halfmove_clock += 1;
        self.end_turn(undo, before, false);
    }

    /// Passes the turn; the last step of every move and null move.
    #[inline]
    fn end_turn(&mut self, undo: Undo, before: Met, reversible: bool) {
        self.past.push(before, reversible);
        self.undo.push(undo);
        if self.side == Side::Second {
            self.move_number += 1;
        }
        self.side = !self.side;
        self.key ^= KEYS.black_to_move;
        self.standing = Standing::of(&self.board, self.side);
    }

    #[inline]
    fn undo_of(&self, m: Option<Move>, captured: Option<Piece>) -> Undo {
        Undo {
            m,
            captured,
            standing: self.standing,
            pawn_key: self.pawn_key,
            halfmove_clock: self.halfmove_clock,
            reversible: self.past.reversible(),
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, at: Point) {
        self.board.put(piece, at);
        self.toggle_keys(piece, at);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, at: Point) {
        self.board.lift(piece, at);
        self.toggle_keys(piece, at);
    }

    #[inline]
    fn toggle_keys(&mut self, piece: Piece, at: Point) {
        let key = key_of(piece, at);
        self.key ^= key;
        if piece.kind == PieceKind::Pawn {
            self.pawn_key ^= key;
        }
    }

    #[inline]
    fn make_step(&mut self, m: Move, from: Point, to: Point, observer: &mut impl Observer<Self>) {
        let Some(piece) = self.board.piece_at(from) else {
            debug_assert!(false, "no piece to move on {from:?}");
            return;
        };
        let before = self.met();
        let captured = self.board.piece_at(to);
        let undo = self.undo_of(Some(m), captured);
        self.halfmove_clock += 1;
        if let Some(captured) = captured {
            self.lift(captured, to);
            observer.remove(captured, to);
            self.halfmove_clock = 0;
        }
        self.lift(piece, from);
        observer.remove(piece, from);
        self.put(piece, to);
        observer.add(piece, to);
        let reversible = captured.is_none() && (piece.kind != PieceKind::Pawn || from.rank() == to.rank());
        self.end_turn(undo, before, reversible);
    }

    #[inline(never)]
    fn make_trade(&mut self, m: Move, pawns: PointSet, target: Point, observer: &mut impl Observer<Self>) {
        let Some(captured) = self.board.piece_at(target) else {
            debug_assert!(false, "no piece to trade for on {target:?}");
            return;
        };
        let before = self.met();
        let undo = self.undo_of(Some(m), Some(captured));
        let pawn = Piece::new(PieceKind::Pawn, self.side);
        for at in pawns {
            self.lift(pawn, at);
            observer.remove(pawn, at);
        }
        self.lift(captured, target);
        observer.remove(captured, target);
        self.halfmove_clock = 0;
        self.end_turn(undo, before, false);
    }

    /// The position with these pieces, at the start of a game; `None` if two share a point, or if the side not to move
    /// could not have made a legal move. The generals must be in the palace.
    #[cfg(feature = "tables")]
    pub(crate) fn without_history(pieces: impl Iterator<Item = (Piece, Point)>, side: Side) -> Option<Self> {
        let board = Board::with_pieces(pieces)?;
        if !BoardView::now(&board).is_sound(!side) {
            return None;
        }
        let position = Self::new(board, side, 0, 1);
        (position.pawns_home(side).len() < super::geometry::PAWNS_TO_WIN).then_some(position)
    }

    fn lost(&self, reason: Reason) -> Verdict {
        Verdict::win(!self.side, reason)
    }
}

impl Position for ZhonggongPosition {
    type Element = Piece;
    type Point = Point;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn move_number(&self) -> u32 {
        self.move_number
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn recomputed_key(&self) -> Key {
        let turn = if self.side == Side::Second { KEYS.black_to_move } else { Key::default() };
        self.board.placed().fold(turn, |key, (piece, at)| key ^ key_of(piece, at))
    }

    fn legal_moves(&self, list: &mut MoveList) {
        let generator = self.generator();
        generator.list_steps(generator.anywhere(), list);
        generator.list_trades(list);
    }

    fn legal_count(&self) -> usize {
        self.generator().count()
    }

    fn has_legal_move(&self) -> bool {
        self.generator().any()
    }

    fn is_legal(&self, m: Move) -> bool {
        Action::of(m).is_some_and(|action| self.generator().judge(action).is_ok())
    }

    fn resets_halfmove_clock(&self, m: Move) -> bool {
        Action::of(m).is_some_and(|action| match action {
            Action::Step { to, .. } => self.board.piece_at(to).is_some(),
            Action::Trade { .. } => true,
        })
    }

    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) {
        match Action::of(m) {
            Some(Action::Step { from, to }) => self.make_step(m, from, to, observer),
            Some(Action::Trade { files, target }) => {
                self.make_trade(m, files.points(self.side), target, observer);
            }
            None => debug_assert!(false, "no move is made"),
        }
    }

    #[inline]
    fn unmake(&mut self) {
        let Some(undo) = self.undo.pop() else { return };
        self.side = !self.side;
        if self.side == Side::Second {
            self.move_number -= 1;
        }
        match undo.m.and_then(Action::of) {
            Some(Action::Step { from, to }) => {
                if let Some(piece) = self.board.piece_at(to) {
                    self.board.lift(piece, to);
                    self.board.put(piece, from);
                }
                if let Some(captured) = undo.captured {
                    self.board.put(captured, to);
                }
            }
            Some(Action::Trade { files, target }) => {
                for at in files.points(self.side) {
                    self.board.put(Piece::new(PieceKind::Pawn, self.side), at);
                }
                if let Some(captured) = undo.captured {
                    self.board.put(captured, target);
                }
            }
            // The turn was passed.
            None => {}
        }
        if let Some(met) = self.past.pop(undo.reversible) {
            self.key = met.key;
        }
        self.standing = undo.standing;
        self.pawn_key = undo.pawn_key;
        self.halfmove_clock = undo.halfmove_clock;
    }

    fn mirrored_move(m: Move) -> Option<Move> {
        Action::of(m).map(|action| action.mirrored().encode())
    }

    fn forget_moves(&mut self) {
        self.undo = Vec::new();
        self.past.forget();
    }

    fn observe_all(&self, observer: &mut impl Observer<Self>) {
        for (piece, at) in self.board.placed() {
            observer.add(piece, at);
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.generator().is_lost() {
            return Some(self.lost(reasons::FIVE_PAWNS));
        }
        if !self.has_legal_move() {
            return Some(self.lost(if self.standing.in_check {
                Reason::CHECKMATE
            } else if self.standing.liberties.is_empty() {
                reasons::TRAPPED
            } else {
                Reason::STALEMATE
            }));
        }
        match self.repetition(0) {
            Some(RepetitionFault::Opponent) => {
                return Some(Verdict { outcome: Outcome::Win(self.side), reason: PERPETUAL_CHECK });
            }
            Some(RepetitionFault::SideToMove) => return Some(self.lost(PERPETUAL_CHECK)),
            Some(RepetitionFault::Neither) => return Some(Verdict::draw(Reason::REPETITION)),
            None => {}
        }
        self.is_beyond_move_limit().then(|| Verdict::draw(Reason::MOVE_LIMIT))
    }
}

impl fmt::Debug for ZhonggongPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ZhonggongPosition").field(&self.fen(&NoOptions)).finish()
    }
}
