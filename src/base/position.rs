use std::fmt::Debug;

use super::{FenError, GameOptions, Key, Move, MoveError, MoveList, NodeVerdict, Reason, Side, Verdict};

/// Learns which [elements](Position::Element) appear and vanish while a move is made, so that what depends on these alone (an evaluation, a network's first layer) can follow without looking at the board.
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
    /// What the user may choose about the game.
    type Options: GameOptions;

    /// The position from which a game starts.
    fn start(options: &Self::Options) -> Self;

    /// The position that a FEN text describes.
    ///
    /// # Errors
    /// Where the text is none, or describes a position that cannot arise: the first field that is wrong.
    fn from_fen(fen: &str, options: &Self::Options) -> Result<Self, FenError>;

    /// This position's FEN text.
    fn fen(&self, options: &Self::Options) -> String;

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

    /// Makes a legal move; `observer` learns which men appear and vanish.
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>);

    /// Takes back the last [`Position::make`] that is still remembered.
    fn unmake(&mut self);

    /// Forgets what no rule can look back on any more, and with it how to unmake the moves made so far. For a
    /// position that is kept as one of a game's snapshots.
    fn forget_moves(&mut self);

    /// Tells `observer` of every man on the board.
    fn observe_all(&self, observer: &mut impl Observer<Self>);

    /// The rulebook's verdict, if the game is over: on the board, by repetition or by a limit, where each counts what
    /// happened since the position that the game or the FEN started from.
    fn verdict(&self) -> Option<Verdict>;

    /// A legal move's text, as the protocol writes it.
    fn move_text(&self, m: Move, options: &Self::Options) -> String;

    /// The legal move that a text means: the protocol's text, or a move's name where the game's players have names
    /// for moves.
    ///
    /// # Errors
    /// Where the text is no move, no legal one, or could be several.
    fn parse_move(&self, text: &str, options: &Self::Options) -> Result<Move, MoveError>;

    /// By what a text that is no legal move here loses at once, where the rules let such a move be made and lose: a
    /// forbidden point in renju. Nothing for all other texts.
    fn fatal_move(&self, text: &str, options: &Self::Options) -> Option<Reason> {
        let _ = (text, options);
        None
    }

    /// A legal move's name as the game's players write it (SAN in chess, `炮二平五` in xiangqi); its text where they
    /// have none.
    fn move_name(&self, m: Move, options: &Self::Options) -> String {
        self.move_text(m, options)
    }

    /// The board as lines of text for a person to read, first player at the bottom.
    fn diagram(&self, options: &Self::Options) -> String;

    /// What else a person may want to know of the position, as name and value: check, liberties, forbidden points.
    fn facts(&self, options: &Self::Options) -> Vec<(&'static str, String)>;
}

/// What a fast search also wants to know of a position. All of it follows from the rules alone.
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

    /// Whether exchanging men on the move's target, each side capturing with its cheapest man first and free to
    /// stop, leaves the mover at least `threshold` units (those of [`SearchPosition::capture_value`]) better off.
    fn see_ge(&self, m: Move, threshold: i32) -> bool;

    /// What a legal noisy move wins at once, before any answer, in hundredths of a pawn or of the game's like unit:
    /// for ordering, and for giving up on captures that cannot help.
    fn capture_value(&self, m: Move) -> i32;

    /// Where tables about quiet moves keep this move: the man that moves and where it goes.
    fn history_slot(&self, m: Move) -> usize;

    /// What the board alone lets one hope of a legal quiet move before any search has tried it, from 0 to 1,024: what
    /// moves are ordered by, together with what searches have learnt of them. Unless the game knows better, it is a threat
    /// that must be answered, made at no cost, that raises hopes.
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

    /// The key of an earlier position that a single move may lead back to, where there is one and it is easily told: the
    /// opponent's moves since then cancel each other. A search must not overlook such a move where a draw is welcome.
    fn upcoming_repetition(&self) -> Option<Key> {
        None
    }

    /// Whether a result found elsewhere for this position holds here too: not where a limit on moves is so near that
    /// the path matters.
    fn hash_score_usable(&self) -> bool {
        true
    }

    /// The plies played without progress, and the number of them at which the game is drawn; none where the game knows no
    /// such limit.
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
