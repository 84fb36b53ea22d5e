use super::{FenError, GameOptions, Move, MoveError, Position, Reason};

/// The text form of a game: FEN, move texts and names, diagrams. The search does not need any of this.
pub trait Notation: Position {
    /// The user options of the game.
    type Options: GameOptions;

    /// The position from which a game starts.
    fn start(options: &Self::Options) -> Self;

    /// The position that a FEN text describes.
    ///
    /// # Errors
    /// The first invalid field if the text is not a FEN or describes a position that cannot arise.
    fn from_fen(fen: &str, options: &Self::Options) -> Result<Self, FenError>;

    /// The FEN text of this position.
    fn fen(&self, options: &Self::Options) -> String;

    /// The text of a legal move as the protocol writes it.
    fn move_text(&self, m: Move, options: &Self::Options) -> String;

    /// The components of a legal move.
    fn move_parts(&self, m: Move, options: &Self::Options) -> MoveParts;

    /// Parses a legal move from the protocol's text, or from the move's name if the game has names for moves.
    ///
    /// # Errors
    /// If the text is not a move, not a legal move, or ambiguous.
    fn parse_move(&self, text: &str, options: &Self::Options) -> Result<Move, MoveError>;

    /// The reason why playing `text` loses at once, if it is not a legal move but one that the rules allow to be played
    /// at the cost of the game: a forbidden point in renju. `None` for all other texts.
    fn fatal_move(&self, text: &str, options: &Self::Options) -> Option<Reason> {
        let _ = (text, options);
        None
    }

    /// The name of a legal move as players write it (SAN in chess, `炮二平五` in xiangqi), or its protocol text if the game
    /// has no move names.
    fn move_name(&self, m: Move, options: &Self::Options) -> String {
        self.move_text(m, options)
    }

    /// The board as lines of human-readable text, with the first player at the bottom.
    fn diagram(&self, options: &Self::Options) -> String;

    /// Other facts of interest about the position, as names and values: check, liberties, forbidden points.
    fn facts(&self, options: &Self::Options) -> Vec<(&'static str, String)>;

    /// A FEN with the sides exchanged: the board is turned upside down, every man changes sides, and the other side is
    /// to move. If the text is not a valid FEN, neither is the result.
    fn flipped_fen(fen: &str) -> String {
        flip_fen(
            fen,
            |c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() },
        )
    }
}

/// The components of a move. Points and men are written as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveParts {
    /// The point that a man leaves; `None` if no man moves, as when a stone is placed or pawns are traded.
    pub from: Option<String>,
    /// The point where a man or stone arrives, or where the man captured by a trade stands. For castling, the king's
    /// target square, or the rook's square if castling is written that way.
    pub to: String,
    /// The promotion piece, as a lowercase letter.
    pub promotion: Option<char>,
    /// The points of the pawns given up in a trade.
    pub traded: Vec<String>,
}

/// Turns a FEN upside down, with the other side to move and each character of the board mapped by `other_side`.
pub fn flip_fen(fen: &str, other_side: impl Fn(char) -> char) -> String {
    let mut fields = fen.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    if let Some(board) = fields.get_mut(0) {
        let ranks: Vec<_> = board.split('/').rev().collect();
        *board = ranks.join("/").chars().map(other_side).collect();
    }
    if let Some(side) = fields.get_mut(1) {
        *side = String::from(if side == "w" { "b" } else { "w" });
    }
    fields.join(" ")
}
