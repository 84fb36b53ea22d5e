use std::fmt::Debug;

use super::{Key, Move, MoveList, Side, Verdict};

/// Receives the [elements](Position::Element) that appear and disappear when a move is made, so that anything that
/// depends only on them (an evaluation, the first layer of a network) can be updated incrementally.
pub trait Observer<P: Position> {
    /// `element` is now at `at`.
    fn add(&mut self, element: P::Element, at: P::Point);
    /// `element` is no longer at `at`.
    fn remove(&mut self, element: P::Element, at: P::Point);
}

/// An observer that does nothing, at no cost.
impl<P: Position> Observer<P> for () {
    #[inline]
    fn add(&mut self, _element: P::Element, _at: P::Point) {}
    #[inline]
    fn remove(&mut self, _element: P::Element, _at: P::Point) {}
}

/// The rules of a game: a position, including as much of the game's history as its rules refer to.
///
/// The sides alternate: [`Position::make`] always passes the turn to the other side. In a game with passes, a pass is a
/// move.
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// What observers track: a piece or stone with its side, or, for evaluations that use it instead of the stones, the
    /// shapes that an empty point offers to a side.
    type Element: Copy + Debug + Send;

    /// A point or square of the board.
    type Point: Copy + Debug + Send;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The number of the move to be made, counted as in FENs: 1 for the first move of either side.
    fn move_number(&self) -> u32;

    /// The position's hash key, updated incrementally by [`Position::make`].
    fn key(&self) -> Key;

    /// The same key, computed from scratch.
    fn recomputed_key(&self) -> Key;

    /// Appends all legal moves; none if the game is over on the board. Repetition and move limits have no effect here.
    fn legal_moves(&self, list: &mut MoveList);

    /// The number of legal moves; games that can count them without generating a list do so.
    fn legal_count(&self) -> usize {
        let mut list = MoveList::new();
        self.legal_moves(&mut list);
        list.len()
    }

    /// Whether there is any legal move.
    fn has_legal_move(&self) -> bool {
        self.legal_count() > 0
    }

    /// Whether `m`, which may be any 16 bits, is a legal move here.
    fn is_legal(&self, m: Move) -> bool;

    /// Whether this legal move resets the halfmove clock, by which the game is drawn after too many moves without
    /// progress: in chess captures and pawn moves, in the Chinese games captures. Never in games without such a clock.
    fn resets_halfmove_clock(&self, m: Move) -> bool {
        let _ = m;
        false
    }

    /// Makes a legal move and reports the elements that appear and disappear to `observer`.
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>);

    /// Takes back the last move made by [`Position::make`] that is still remembered; does nothing if there is none.
    fn unmake(&mut self);

    /// Discards history that no rule needs any more, and with it the ability to unmake the moves made so far. For
    /// positions kept as snapshots of a game.
    fn forget_moves(&mut self);

    /// The same move in the position mirrored left to right. `None` in games whose initial position or rules are not
    /// symmetric; in all others, mirror images of positions and moves have the same value.
    fn mirrored_move(m: Move) -> Option<Move> {
        let _ = m;
        None
    }

    /// Reports every element of the position to `observer`.
    fn observe_all(&self, observer: &mut impl Observer<Self>);

    /// The result if the game is over on the board, by repetition or by a move limit. Repetition and limits count
    /// everything since the position that the game or the FEN started from.
    fn verdict(&self) -> Option<Verdict>;
}
