//! What a fast search wants to know of each game beyond its rules: which moves are noisy, what exchanges come to, which
//! threats must be answered, and the wins that a game can prove by itself. All of it follows from the rules alone.

mod cchess;
mod chess;
mod gomoku;
mod xiangqi;
mod zhonggong;

pub use xiangqi::exchange_worth;

use crate::base::{Key, Move, MoveList, NodeVerdict, Position};

/// What a fast search wants to know of a position beyond its rules.
///
/// A move is *noisy* where it changes the balance by itself (captures, promotions, trades, making a four) and *quiet*
/// otherwise; every legal move is one of the two.
pub trait SearchPosition: Position {
    /// [`SearchPosition::history_slot`] stays below this.
    const HISTORY_SLOTS: usize;
    /// [`SearchPosition::noisy_slot`] stays below this.
    const NOISY_SLOTS: usize;

    /// What [`SearchPosition::gives_check`] needs to know of a position: found once, for any of its moves.
    type CheckHints;

    /// The hints of this position.
    fn check_hints(&self) -> Self::CheckHints;

    /// Appends all legal noisy moves.
    fn noisy_moves(&self, list: &mut MoveList);

    /// Appends all legal quiet moves.
    fn quiet_moves(&self, list: &mut MoveList);

    /// Appends the quiet moves that a search should look at: all of them, unless the game has so many that most are
    /// pointless, or all but a few lose at once.
    fn quiet_candidates(&self, list: &mut MoveList) {
        self.quiet_moves(list);
    }

    /// Whether a legal move is noisy.
    fn is_noisy(&self, m: Move) -> bool;

    /// Whether the side to move must answer a threat that ends the game: it is in check, or its opponent is about to
    /// complete what wins. Static evaluations mean nothing then.
    fn is_threatened(&self) -> bool;

    /// Passes the turn where passing is unlikely to be the best move, so that what comes of it can be trusted, and says
    /// whether it did. [`Position::unmake`] takes it back. Never where [`SearchPosition::is_threatened`] holds; games
    /// whose searches do without null moves never pass.
    fn make_null_move(&mut self) -> bool {
        false
    }

    /// Whether exchanging men on the move's target, each side capturing with its cheapest man first and free to
    /// stop, leaves the mover at least `threshold` units (those of [`SearchPosition::capture_value`]) better off.
    fn see_ge(&self, m: Move, threshold: i32) -> bool;

    /// What a legal noisy move wins at once, before any answer, in hundredths of a pawn or of the game's like unit:
    /// for ordering, and for giving up on captures that cannot help.
    fn capture_value(&self, m: Move) -> i32;

    /// Where tables about quiet moves keep this move: the man that moves and where it goes.
    fn history_slot(&self, m: Move) -> usize;

    /// What the board alone lets one hope of a legal quiet move before any search has tried it, from 0 to 1,024: what
    /// moves are ordered by, together with what searches have learnt of them. Unless the game knows better, it is a
    /// threat that must be answered, made at no cost, that raises hopes.
    fn quiet_hint(&self, m: Move, hints: &Self::CheckHints) -> i32 {
        const CHECK: i32 = 64;
        if self.gives_check(m, hints) && self.see_ge(m, 0) { CHECK } else { 0 }
    }

    /// Where tables about noisy moves keep this move: the man that moves, where it goes, and what it takes.
    fn noisy_slot(&self, m: Move) -> usize;

    /// Whether a legal move will leave the opponent with a threat that it must answer. An estimate may err.
    fn gives_check(&self, m: Move, hints: &Self::CheckHints) -> bool;

    /// What the rules say of this node, `ply` plies below the root of a search, before its moves are looked at: won or
    /// lost on the board by the last move, repeated, beyond a limit, or without the men to win. A repetition counts
    /// already the second time where the position before lies within those `ply` plies.
    ///
    /// Having no legal move is left to [`SearchPosition::no_moves_verdict`].
    fn node_verdict(&self, ply: usize) -> Option<NodeVerdict>;

    /// What having no legal move means for the side to move.
    fn no_moves_verdict(&self) -> NodeVerdict;

    /// The key that the position will have after a legal move, or one near enough to fetch memory ahead of time.
    fn key_after(&self, m: Move) -> Key {
        let _ = m;
        self.key()
    }

    /// The key of an earlier position that a single move may lead back to, where there is one and it is easily told:
    /// the opponent's moves since then cancel each other. A search must not overlook such a move where a draw is
    /// welcome.
    fn upcoming_repetition(&self) -> Option<Key> {
        None
    }

    /// Whether a result found elsewhere for this position holds here too: not where a limit on moves is so near that
    /// the path matters.
    fn hash_score_usable(&self) -> bool {
        true
    }

    /// The plies played without progress, and the number of them at which the game is drawn; none where the game knows
    /// no such limit.
    fn halfmove_clock(&self) -> Option<(u32, u32)> {
        None
    }

    /// The key of what changes seldom (the pawns, in chess), under which a search may keep what it learns of how its
    /// evaluation errs.
    fn pawn_key(&self) -> Key;

    /// A win by force that the game can prove on its own with little work, and the move that begins it.
    /// `effort` bounds the work in positions visited; the second value is the number of plies to the win.
    fn forced_win(&mut self, effort: u32) -> Option<(Move, usize)> {
        let _ = effort;
        None
    }
}
