use std::fmt;

use thiserror::Error;

/// The part of a FEN text that an error refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FenField {
    /// The piece placement.
    Board,
    /// The side to move.
    SideToMove,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Plies since the last irreversible move.
    MoveClock,
    /// Any text after the last field.
    MoveNumber,
    /// Text after the last field.
    Trailing,
}

impl FenField {
    /// A short name for programs, such as `castling`, which never changes.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::SideToMove => "side-to-move",
            Self::Castling => "castling",
            Self::EnPassant => "en-passant",
            Self::MoveClock => "move-clock",
            Self::MoveNumber => "move-number",
            Self::Trailing => "trailing",
        }
    }
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en passant square",
            Self::MoveClock => "move clock",
            Self::MoveNumber => "move number",
            Self::Trailing => "text after the last field",
        })
    }
}

/// What is wrong with a field of a FEN text. Pieces and squares are named as in the game's own notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum FenProblem {
    /// The field is missing.
    #[error("it is missing")]
    Missing,
    /// The board has the wrong number of ranks for the game.
    #[error("{found} ranks where {expected} are needed")]
    RankCount {
        /// The number of ranks that the game allows.
        expected: String,
        /// The number of ranks in the text.
        found: usize,
    },
    /// A rank is too short or too long.
    #[error("rank {rank} has {found} points where {expected} are needed")]
    RankLength {
        /// The rank's number in the game's own numbering.
        rank: usize,
        /// The board's width.
        expected: usize,
        /// The number of points found in the rank; counting stops as soon as there are too many.
        found: usize,
    },
    /// A character that is not valid in this field.
    #[error("unknown character {0:?}")]
    UnknownCharacter(char),
    /// A text that is not valid in this field.
    #[error("{found:?} is not {expected}")]
    Unreadable {
        /// What was found, shortened if it is long.
        found: String,
        /// A description of what would be accepted.
        expected: &'static str,
    },
    /// The board has a pocket with pieces in hand, as only other variants do.
    #[error("the pocket [{0}] has pieces in hand, which this game does not have")]
    Pocket(String),
    /// A side has no king or general.
    #[error("{0} has no {1}")]
    NoRoyal(&'static str, &'static str),
    /// A side has more than one king or general.
    #[error("{0} has more than one {1}")]
    SeveralRoyals(&'static str, &'static str),
    /// A piece is on a point that it can never reach.
    #[error("a {side} {piece} can never stand on {at}")]
    ImpossiblePlace {
        /// The name of the piece's side.
        side: &'static str,
        /// The piece's name.
        piece: &'static str,
        /// The point's name.
        at: String,
    },
    /// A side has more pieces of a kind than it can have.
    #[error("{side} has {found} {piece}s, more than the {limit} it can have")]
    TooMany {
        /// The side's name in this game.
        side: &'static str,
        /// The piece's name.
        piece: &'static str,
        /// The number found.
        found: usize,
        /// The maximum.
        limit: usize,
    },
    /// The side not to move has its king or general in check.
    #[error("the side not to move is in check")]
    OpponentInCheck,
    /// Any other reason why the position is impossible.
    #[error(transparent)]
    Impossible(#[from] Impossibility),
}

/// A reason why a position cannot arise, specific to one game; sides and points are named as in that game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
#[error("{words}")]
pub struct Impossibility {
    /// A short name for programs, such as `pawns-on-file`, which never changes.
    pub code: &'static str,
    /// The reason in words.
    pub words: String,
    /// The details of the reason, as described at [`FenProblem::parameters`].
    pub parameters: Vec<(&'static str, String)>,
}

impl Impossibility {
    /// A reason with this code and these words, without details.
    pub fn new(code: &'static str, words: impl Into<String>) -> Self {
        Self { code, words: words.into(), parameters: Vec::new() }
    }

    /// Adds a detail.
    #[must_use]
    pub fn about(mut self, name: &'static str, value: &dyn ToString) -> Self {
        self.parameters.push((name, value.to_string()));
        self
    }

    /// Adds the side concerned.
    #[must_use]
    pub fn about_side(self, side: &str) -> Self {
        self.about("side", &side.to_lowercase())
    }
}

impl FenProblem {
    /// A short name for programs, such as `no-royal`, which never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::RankCount { .. } => "rank-count",
            Self::RankLength { .. } => "rank-length",
            Self::UnknownCharacter(_) => "unknown-character",
            Self::Unreadable { .. } => "unreadable",
            Self::Pocket(_) => "pocket",
            Self::NoRoyal(..) => "no-royal",
            Self::SeveralRoyals(..) => "several-royals",
            Self::ImpossiblePlace { .. } => "impossible-place",
            Self::TooMany { .. } => "too-many",
            Self::OpponentInCheck => "opponent-in-check",
            Self::Impossible(reason) => reason.code,
        }
    }

    /// The details of the problem, as names and values. Sides (`side`) and pieces (`piece`) are given by their English
    /// names in lowercase letters, points (`point`) in the game's notation.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        let side = |name: &str| ("side", name.to_lowercase());
        let piece = |name: &str| ("piece", name.to_owned());
        let number = |name, value: &usize| (name, value.to_string());
        match self {
            Self::RankCount { expected, found } => {
                vec![("expected", expected.clone()), number("found", found)]
            }
            Self::RankLength { rank, expected, found } => {
                vec![number("rank", rank), number("expected", expected), number("found", found)]
            }
            Self::UnknownCharacter(character) => vec![("character", character.to_string())],
            Self::Unreadable { found, expected } => {
                vec![("found", found.clone()), ("expected", (*expected).to_owned())]
            }
            Self::Pocket(found) => vec![("found", found.clone())],
            Self::NoRoyal(owner, royal) | Self::SeveralRoyals(owner, royal) => {
                vec![side(owner), piece(royal)]
            }
            Self::ImpossiblePlace { side: owner, piece: name, at } => {
                vec![side(owner), piece(name), ("point", at.clone())]
            }
            Self::TooMany { side: owner, piece: name, found, limit } => {
                vec![side(owner), piece(name), number("found", found), number("limit", limit)]
            }
            Self::Missing | Self::OpponentInCheck => Vec::new(),
            Self::Impossible(reason) => reason.parameters.clone(),
        }
    }
}

/// Why a FEN text is not a valid position of the game.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
#[error("FEN, {field}: {problem}")]
pub struct FenError {
    /// The field that is wrong.
    pub field: FenField,
    /// What is wrong with it.
    pub problem: FenProblem,
}

impl FenError {
    /// An error about `field`.
    pub const fn new(field: FenField, problem: FenProblem) -> Self {
        Self { field, problem }
    }
}
