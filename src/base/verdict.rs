use std::fmt;

use super::Side;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl fmt::Display for Outcome {
    /// The result as PGN writes it, from the first player's point of view.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arena", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and nothing worse is wrong with it.
    Stalemate,
    /// The side to move cannot give its general a liberty.
    Trapped,
    /// Five pawns of one side stand on the opponent's back rank.
    FivePawns,
    /// One side repeated the position by checking with every move.
    PerpetualCheck,
    /// One side repeated the position by chasing one man with every move.
    PerpetualChase,
    /// The position was repeated and neither side is to blame.
    Repetition,
    /// Too many moves in a row without progress.
    MoveLimit,
    /// Neither side has the men to win.
    InsufficientMaterial,
    /// One side has five in a row.
    FiveInARow,
    /// Only forbidden points are left to the side to move, or it has played on one.
    ForbiddenPoint,
    /// No empty point is left.
    FullBoard,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Trapped => "trapped",
            Self::FivePawns => "five pawns",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move limit",
            Self::InsufficientMaterial => "insufficient material",
            Self::FiveInARow => "five in a row",
            Self::ForbiddenPoint => "forbidden point",
            Self::FullBoard => "full board",
        })
    }
}

/// The rulebook's word on a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Who won, if anybody.
    pub outcome: Outcome,
    /// By what.
    pub reason: Reason,
}

impl Verdict {
    /// `winner` won for this reason.
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Self { outcome: Outcome::Win(winner), reason }
    }

    /// The game is drawn for this reason.
    pub const fn draw(reason: Reason) -> Self {
        Self { outcome: Outcome::Draw, reason }
    }
}

/// What the rules say of a node inside a search tree, from the view of the side to move there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeVerdict {
    /// Lost on the board, whatever path led here.
    Lost,
    /// Won by a rule about the course of the game (the opponent's perpetual check), so on this path only.
    WonByRule,
    /// Lost by a rule about the course of the game, so on this path only.
    LostByRule,
    /// Drawn.
    Drawn,
}
