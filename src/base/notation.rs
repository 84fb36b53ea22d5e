use super::{FenError, GameOptions, Move, MoveError, Position, Reason};

/// A game as people and programs read and write it: FEN, the texts and names of moves, diagrams. Searches need none of
/// this.
pub trait Notation: Position {
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

    /// A legal move's text, as the protocol writes it.
    fn move_text(&self, m: Move, options: &Self::Options) -> String;

    /// Where a legal move goes, and what it does beside.
    fn move_parts(&self, m: Move, options: &Self::Options) -> MoveParts;

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

    /// A FEN of this game with the sides exchanged: the board upside down, each man the other side's, and the other
    /// side to move. A text that is no FEN gives one that is none either.
    fn flipped_fen(fen: &str) -> String {
        flip_fen(
            fen,
            |c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() },
        )
    }
}

/// A move taken apart. Points and men are written as the protocol writes them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveParts {
    /// The point that a man leaves; none where nobody moves: a stone is placed, or pawns are traded.
    pub from: Option<String>,
    /// The point where a man or stone arrives, or where the man stands that is traded for. Of castling the king's
    /// target, or its rook's square where moves are written so.
    pub to: String,
    /// What a pawn becomes, as a small letter.
    pub promotion: Option<char>,
    /// The points of the pawns that are traded away.
    pub traded: Vec<String>,
}

/// A FEN upside down, with the other side to move, and with each character of its board replaced by what `other_side`
/// says.
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
