//! What the search asks of a game: a position with moves, threats and exchanges, an evaluation, and settings.

use std::fmt::Debug;
use std::sync::Arc;

use super::{Features, Levels, Parameters, SearchTables};
use crate::base::{Key, Move, MoveList, NodeVerdict, Observer, Position, Score};

/// A game as seen by the search.
pub trait SearchGame: Sized + 'static {
    /// The rules, with what the search needs beyond them.
    type Position: SearchPosition;

    /// The static evaluation.
    type Evaluator: Evaluator<Position = Self::Position>;

    /// How the game is searched.
    const SETTINGS: SearchSettings;
}

/// The weights of a game's evaluation.
pub type WeightsOf<G> = <<G as SearchGame>::Evaluator as Evaluator>::Weights;

/// How a game is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSettings {
    /// The default search parameters, in units of the game's evaluation.
    pub parameters: Parameters,
    /// The features of the search that the game uses.
    pub features: Features,
    /// The levels of limited strength.
    pub levels: Levels,
}

impl SearchSettings {
    /// The settings of a game that has not been tuned or measured: `win_scale` is the evaluation at which a side scores
    /// about three points in four games.
    pub const fn for_win_scale(win_scale: i32) -> Self {
        Self {
            parameters: Parameters::for_win_scale(win_scale),
            features: Features::ALL,
            levels: Levels::UNMEASURED,
        }
    }
}

/// A game's static evaluation, updated incrementally as the search makes moves.
///
/// Before each move the search calls [`Evaluator::push`], then makes the move with the evaluator as its observer. After
/// taking the move back it calls [`Evaluator::pop`].
pub trait Evaluator: Observer<Self::Position> + Send + 'static {
    /// The game.
    type Position: SearchPosition;

    /// The weights of the evaluation, shared by all threads.
    type Weights: Send + Sync + 'static;

    /// The built-in weights.
    fn built_in_weights() -> Arc<Self::Weights>;

    /// The weights used at limited strength if full strength uses `weights`: those with which the levels were measured.
    fn limited_weights(weights: &Arc<Self::Weights>) -> Arc<Self::Weights> {
        Arc::clone(weights)
    }

    /// An evaluator of this position.
    fn new(weights: &Arc<Self::Weights>, position: &Self::Position) -> Self;

    /// Sets up the evaluator for another position and clears the stack of saved states.
    fn reset(&mut self, position: &Self::Position);

    /// Saves the current state on the stack.
    fn push(&mut self);

    /// Restores the state saved by the last [`Evaluator::push`].
    fn pop(&mut self);

    /// The static evaluation of `position` for its side to move. It must be the position that the observed moves led
    /// to.
    fn evaluate(&mut self, position: &Self::Position) -> Score;
}

/// What the search uses of a position beyond its rules.
///
/// A move is *noisy* if it changes the balance by itself (captures, promotions, trades, making a four) and *quiet*
/// otherwise; every legal move is one of the two.
pub trait SearchPosition: Position + SearchTables {
    /// [`SearchPosition::history_slot`] is less than this.
    const HISTORY_SLOTS: usize;
    /// [`SearchPosition::noisy_slot`] is less than this.
    const NOISY_SLOTS: usize;

    /// Data that [`SearchPosition::gives_check`] needs, computed once per position.
    type CheckHints;

    /// The memory of [`SearchPosition::prove_win`]; `()` if the game has no such search.
    type ProofTable: Default + Debug + Send;

    /// The hints of this position.
    fn check_hints(&self) -> Self::CheckHints;

    /// Appends all legal noisy moves.
    fn noisy_moves(&self, list: &mut MoveList);

    /// Appends all legal quiet moves.
    fn quiet_moves(&self, list: &mut MoveList);

    /// Appends the quiet moves worth searching: all of them, unless the game has so many that most are pointless, or
    /// all but a few lose immediately.
    fn quiet_candidates(&self, list: &mut MoveList) {
        self.quiet_moves(list);
    }

    /// Whether a legal move is noisy.
    fn is_noisy(&self, m: Move) -> bool;

    /// Whether the side to move faces a threat that ends the game unless answered: it is in check, or its opponent is
    /// about to complete a win. Static evaluations are meaningless then.
    fn is_threatened(&self) -> bool;

    /// Passes the turn if passing is unlikely to be the best move, so that the resulting score can be trusted as a
    /// lower bound; returns whether it did. [`Position::unmake`] takes it back. Never passes if
    /// [`SearchPosition::is_threatened`]; games searched without null moves never pass.
    fn make_null_move(&mut self) -> bool {
        false
    }

    /// Static exchange evaluation: whether the exchange on the move's target square gains at least `threshold` for the
    /// moving side if both sides capture with their cheapest piece first and may stop at any time. The unit is that of
    /// [`SearchPosition::capture_value`].
    fn see_ge(&self, m: Move, threshold: i32) -> bool;

    /// The immediate material gain of a legal noisy move, before any reply, in hundredths of a pawn or the game's
    /// equivalent unit. Used for move ordering and to prune captures that cannot help.
    fn capture_value(&self, m: Move) -> i32;

    /// The target of a legal move, if the piece moved can be captured there; `None` in games without captures. A
    /// following move with the same target is a recapture.
    fn target(&self, m: Move) -> Option<u16> {
        let _ = m;
        None
    }

    /// The index of a quiet move in history tables, from the moving piece and its target.
    fn history_slot(&self, m: Move) -> usize;

    /// A prior for a legal quiet move, from 0 to 1,024, derived from the board alone: added to the history scores for
    /// move ordering. By default, it favours moves that create a threat that must be answered, unless they lose
    /// material.
    fn quiet_hint(&self, m: Move, hints: &Self::CheckHints) -> i32 {
        const CHECK: i32 = 64;
        if self.gives_check(m, hints) && self.see_ge(m, 0) { CHECK } else { 0 }
    }

    /// The index of a noisy move in history tables, from the moving piece, its target and the captured piece.
    fn noisy_slot(&self, m: Move) -> usize;

    /// Whether a legal move leaves the opponent facing a threat that it must answer. May be an estimate.
    fn gives_check(&self, m: Move, hints: &Self::CheckHints) -> bool;

    /// The result of this node according to the rules, `ply` plies below the root, before its moves are generated: a
    /// win or loss on the board by the last move, repetition, move limit, or insufficient material. A position that
    /// occurred within the last `ply` plies counts as repeated on its second occurrence.
    ///
    /// The lack of legal moves is left to [`SearchPosition::no_moves_verdict`].
    fn node_verdict(&self, ply: usize) -> Option<NodeVerdict>;

    /// The result for a side to move that has no legal move.
    fn no_moves_verdict(&self) -> NodeVerdict;

    /// The key after a legal move, or an approximation good enough for prefetching.
    fn key_after(&self, m: Move) -> Key {
        let _ = m;
        self.key()
    }

    /// The key of an earlier position that a single move may lead back to, if one can be found cheaply: the opponent's
    /// moves since then cancel each other out. If a draw is desirable, the search must not overlook such a move.
    fn upcoming_repetition(&self) -> Option<Key> {
        None
    }

    /// Whether a hash table score is valid for this position: `false` if a move limit is so close that the score
    /// depends on the path.
    fn hash_score_usable(&self) -> bool {
        true
    }

    /// The number of plies without progress, and the number at which the game is drawn; `None` if the game has no such
    /// limit.
    fn halfmove_clock(&self) -> Option<(u32, u32)> {
        None
    }

    /// The key of the slowly changing features (the pawns in chess), used to index the evaluation's correction history.
    fn pawn_key(&self) -> Key;

    /// A forced win that the game's own solver can prove cheaply: its first move and the number of plies to the win.
    /// `effort` bounds the number of positions visited.
    fn forced_win(&mut self, effort: u32) -> Option<(Move, usize)> {
        let _ = effort;
        None
    }

    /// Tries to prove a forced win with a larger search than [`SearchPosition::forced_win`]. `effort` bounds the number
    /// of positions visited; the results are kept in `table`, so that a later call for the same position continues
    /// where this one ended. Nothing is visited if an earlier call has already settled the position.
    fn prove_win(&mut self, table: &mut Self::ProofTable, effort: u32) -> ProofSearch {
        let _ = (table, effort);
        ProofSearch::default()
    }
}

/// The result of [`SearchPosition::prove_win`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProofSearch {
    /// The first move of the forced win, if one was found, and the maximum number of plies to the win.
    pub win: Option<(Move, usize)>,
    /// The number of positions visited.
    pub visited: u32,
}
