use std::fmt::Debug;

use super::{Key, Move, MoveList, Side, Verdict};

/// Learns which [elements](Position::Element) appear and vanish while a move is made, so that what depends on these
/// alone (an evaluation, a network's first layer) can follow without looking at the board.
pub trait Observer<P: Position> {
    /// `element` is now at `at`.
    fn add(&mut self, element: P::Element, at: P::Point);
    /// `element` is no longer at `at`.
    fn remove(&mut self, element: P::Element, at: P::Point);
}

/// Nobody watches, at no cost.
impl<P: Position> Observer<P> for () {
    #[inline(always)]
    fn add(&mut self, _element: P::Element, _at: P::Point) {}
    #[inline(always)]
    fn remove(&mut self, _element: P::Element, _at: P::Point) {}
}

/// A game's rules: a position with as much of the game's course as its rules look back on.
pub trait Position: Clone + Debug + Send + Sync + 'static {
    /// What observers follow: a man or stone with its side, or what an empty point offers to a side, where evaluations
    /// want that instead of the stones.
    type Element: Copy + Debug;

    /// A point or square of the board.
    type Point: Copy + Debug;

    /// The side whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The position's key, kept up to date by [`Position::make`].
    fn key(&self) -> Key;

    /// The same key, computed from nothing.
    fn recomputed_key(&self) -> Key;

    /// Appends all legal moves; none where the game is over on the board. Repetition and move limits change nothing
    /// here.
    fn legal_moves(&self, list: &mut MoveList);

    /// How many legal moves there are; games count without listing where they can.
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

    /// Makes a legal move and reports the elements that appear and vanish to `observer`.
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>);

    /// Takes back the last [`Position::make`] that is still remembered.
    fn unmake(&mut self);

    /// Forgets what no rule can look back on any more, and with it how to unmake the moves made so far. For a
    /// position that is kept as one of a game's snapshots.
    fn forget_moves(&mut self);

    /// Reports every element of the position to `observer`.
    fn observe_all(&self, observer: &mut impl Observer<Self>);

    /// The rulebook's verdict, if the game is over: on the board, by repetition or by a limit, where each counts what
    /// happened since the position that the game or the FEN started from.
    fn verdict(&self) -> Option<Verdict>;
}
