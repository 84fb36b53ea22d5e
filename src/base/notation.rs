use super::{FenError, FenRemark, GameOptions, Move, MoveError, Position, Reason, Side};

/// The text form of a game: FEN, move texts and names, diagrams. The search does not need any of this.
pub trait Notation: Position {
    /// The user options of the game.
    type Options: GameOptions;

    /// The position from which a game starts.
    fn start(options: &Self::Options) -> Self;

    /// Reads the position described by a FEN text as other programs write it. Impossible details without which the
    /// position is still clear are ignored and reported in the remarks.
    ///
    /// # Errors
    /// The first invalid field, if the text is not a FEN or describes an impossible position.
    fn read_fen(fen: &str, options: &Self::Options) -> Result<(Self, Vec<FenRemark>), FenError>;

    /// The same, without ignoring anything.
    ///
    /// # Errors
    /// The first invalid field, if the text is not a FEN or describes an impossible position.
    fn from_fen(fen: &str, options: &Self::Options) -> Result<Self, FenError> {
        let (position, remarks) = Self::read_fen(fen, options)?;
        remarks.into_iter().next().map_or(Ok(position), |remark| Err(remark.refusal))
    }

    /// The position that a FEN text describes, or without one the position from which a game starts.
    ///
    /// # Errors
    /// Those of [`Notation::from_fen`].
    fn start_or(fen: Option<&str>, options: &Self::Options) -> Result<Self, FenError> {
        fen.map_or_else(|| Ok(Self::start(options)), |fen| Self::from_fen(fen, options))
    }

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

    /// The reason why playing `text` loses immediately, if it is not a legal move but the rules allow playing it at the
    /// cost of the game: a forbidden point in renju. `None` for all other texts.
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

    /// Points of interest in the position, for user interfaces: check, liberties, forbidden points.
    fn marks(&self, options: &Self::Options) -> Vec<Mark> {
        let _ = options;
        Vec::new()
    }

    /// The points of the enemy pieces that make `text` illegal, if it is a move that would expose its own general or
    /// king to capture; empty for all other texts.
    fn refuting_pieces(&self, text: &str, options: &Self::Options) -> Vec<String> {
        let _ = (text, options);
        Vec::new()
    }

    /// A FEN with the sides exchanged: the board is turned upside down, every piece changes sides, and the other side
    /// is to move. If the text is not a valid FEN, neither is the result.
    fn flipped_fen(fen: &str) -> String {
        flip_fen(
            fen,
            |c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() },
        )
    }
}

/// The components of a move. Points and pieces are written as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveParts {
    /// The point that a piece leaves; `None` if no piece moves, as when a stone is placed or pawns are traded.
    pub from: Option<String>,
    /// The point where a piece or stone arrives, or where the piece captured by a trade stands. For castling, the
    /// king's target square, or the rook's square if castling is written that way.
    pub to: String,
    /// The promotion piece, as a lowercase letter.
    pub promotion: Option<char>,
    /// The points of the pawns given up in a trade.
    pub traded: Vec<String>,
    /// Whether the move captures a piece.
    pub captures: bool,
}

/// Points of interest in a position, written as in the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The kind of the points.
    pub kind: MarkKind,
    /// The side whose points they are, if they belong to one.
    pub side: Option<Side>,
    /// The points, in no particular order; at least one.
    pub points: Vec<String>,
    /// A short name of the reason for the mark, if the kind has several.
    pub reason: Option<&'static str>,
}

impl Mark {
    /// A mark without a reason; `None` if there are no points.
    pub fn of(kind: MarkKind, side: Side, points: impl IntoIterator<Item: ToString>) -> Option<Self> {
        let points: Vec<_> = points.into_iter().map(|at| at.to_string()).collect();
        (!points.is_empty()).then_some(Self { kind, side: Some(side), points, reason: None })
    }
}

/// A kind of [`Mark`], identified by its name in the protocol. Kinds specific to one game are declared in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkKind(pub &'static str);

impl MarkKind {
    /// The general or king that is in check.
    pub const CHECK: Self = Self("check");
    /// Points where the side to move must not play.
    pub const FORBIDDEN: Self = Self("forbidden");
    /// The stones of the row that won.
    pub const FIVE: Self = Self("five");
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
