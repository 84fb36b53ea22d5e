use crate::base::Side;

/// What programs have to know of a game, beside its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameInfo {
    /// The name that `UCI_Variant` gives it.
    pub name: &'static str,
    /// The kind of board that it is played on.
    pub board: Board,
    /// What the players of the first and the second side are called.
    pub side_names: [&'static str; 2],
    /// The side that a FEN calls `w`, and whose clock UCI calls `wtime`.
    pub white: Side,
    /// How front ends that learn a board's shape from the engine draw it; none where they know the game.
    pub template: Option<Template>,
    /// The name that programs of xboard's protocol have for it; none for the one that they play unless told otherwise.
    pub cecp_name: Option<&'static str>,
    /// The number of its rule in Gomocup's protocol.
    pub gomocup_rule: Option<u32>,
    /// The protocols that its programs speak, the likeliest first.
    pub protocols: &'static [ClientProtocol],
    /// Whether programs that play it alone speak UCI, without an option `UCI_Variant`.
    pub has_plain_uci: bool,
    /// What stands under the tag `Variant` of a PGN record; none where the game goes without saying.
    pub pgn_variant: Option<&'static str>,
    /// What stands under the tag `Game` of a PGN record.
    pub pgn_game: Option<&'static str>,
    /// Whether PGN records write moves by their names and not by their texts.
    pub pgn_names: bool,
    /// The positions of `bench`: openings, middlegames and endings, of which none is decided.
    pub bench: &'static [&'static str],
    /// The evaluation at which a side wins about three of four games, in units of the evaluation.
    pub win_scale: i32,
}

impl GameInfo {
    /// What a side's player is called.
    pub const fn side_name(&self, side: Side) -> &'static str {
        self.side_names[side.index()]
    }

    /// The letter by which a FEN says that this side is to move.
    pub fn fen_letter(&self, side: Side) -> char {
        if side == self.white { 'w' } else { 'b' }
    }

    /// Whether the game is played with stones on a grid.
    pub fn has_stones(&self) -> bool {
        self.board == Board::Stones
    }
}

/// The kinds of boards, each of which is drawn and recognised in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Board {
    /// Chess's 8×8 squares.
    Squares,
    /// Xiangqi's ten ranks of points with a river.
    River,
    /// Zhonggong's nine ranks of points with one palace.
    CentralPalace,
    /// A grid of points, of any size, for stones.
    Stones,
}

impl Board {
    /// The board that this first field of a FEN describes, by its letters and its number of ranks.
    pub fn of_fen(board: &str) -> Option<Self> {
        if board.chars().all(|c| c.is_ascii_digit() || matches!(c, 'X' | 'O' | 'x' | 'o' | '/')) {
            return Some(Self::Stones);
        }
        match board.split('/').count() {
            8 => Some(Self::Squares),
            9 => Some(Self::CentralPalace),
            10 => Some(Self::River),
            _ => None,
        }
    }

    /// The board's name for those that draw it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Squares => "chess",
            Self::River => "xiangqi",
            Self::CentralPalace => "zhonggong",
            Self::Stones => "gomoku",
        }
    }
}

/// How xboard draws a game that it does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// The game whose board and men it is to use.
    pub name: &'static str,
    /// FEN letters that are other ones there, upper case.
    pub letters: &'static [(char, char)],
}

impl Template {
    /// Xiangqi's men, whose elephants and horses have other letters in xboard.
    pub const XIANGQI: Self = Self { name: "xiangqi", letters: &[('B', 'E'), ('N', 'H')] };
    /// No men of another game.
    pub const FAIRY: Self = Self { name: "fairy", letters: &[] };

    /// A FEN's board with the template's letters.
    pub fn translate(&self, board: &str) -> String {
        let letter = |c: char| {
            let found = self.letters.iter().find(|(ours, _)| *ours == c.to_ascii_uppercase());
            match found {
                Some((_, theirs)) if c.is_ascii_lowercase() => theirs.to_ascii_lowercase(),
                Some((_, theirs)) => *theirs,
                None => c,
            }
        };
        board.chars().map(letter).collect()
    }
}

/// The protocols that engines of these games speak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientProtocol {
    /// The universal chess interface.
    Uci,
    /// The universal Chinese chess interface.
    Ucci,
    /// Gomocup's protocol.
    Gomocup,
    /// The chess engine communication protocol, which xboard speaks.
    Cecp,
}
