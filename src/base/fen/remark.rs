use std::fmt;

use super::{FenError, FenField};

/// A detail of a FEN text that was ignored because the position is clear without it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FenRemark {
    /// The detail.
    pub ignored: Ignored,
    /// The error that a strict reader reports instead.
    pub refusal: FenError,
}

/// The ignored part of a FEN text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Ignored {
    /// Castling rights, as written, whose king or rook is not on its square.
    CastlingRights(String),
    /// Castling rights, as written, that are possible only in Chess960.
    Chess960Rights(String),
    /// An en passant square that no pawn can have passed.
    EnPassant(String),
    /// A counter that is not a number in range.
    Counter(String),
    /// The names of EPD operations that do not describe the position.
    Operations(Vec<String>),
}

impl FenRemark {
    /// A remark about what was ignored, with the error that a strict reader reports.
    pub const fn new(ignored: Ignored, refusal: FenError) -> Self {
        Self { ignored, refusal }
    }

    /// The field that the detail belongs to.
    pub const fn field(&self) -> FenField {
        self.refusal.field
    }

    /// A short name for programs, such as `ignored-en-passant`, which never changes.
    pub const fn code(&self) -> &'static str {
        match self.ignored {
            Ignored::CastlingRights(_) => "ignored-castling-rights",
            Ignored::Chess960Rights(_) => "ignored-chess960-rights",
            Ignored::EnPassant(_) => "ignored-en-passant",
            Ignored::Counter(_) => "ignored-counter",
            Ignored::Operations(_) => "ignored-operations",
        }
    }

    /// What was ignored, as names and values.
    pub fn parameters(&self) -> Vec<(&'static str, String)> {
        match &self.ignored {
            Ignored::CastlingRights(rights) | Ignored::Chess960Rights(rights) => {
                vec![("rights", rights.clone())]
            }
            Ignored::EnPassant(at) => vec![("point", at.clone())],
            Ignored::Counter(found) => vec![("found", found.clone())],
            Ignored::Operations(names) => vec![("names", names.join(" "))],
        }
    }
}

impl fmt::Display for FenRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ignored {
            Ignored::CastlingRights(rights) => {
                write!(f, "castling rights {rights}, which are impossible in this position, are ignored")
            }
            Ignored::Chess960Rights(rights) => {
                write!(f, "castling rights {rights}, which need the option UCI_Chess960, are ignored")
            }
            Ignored::EnPassant(at) => {
                write!(f, "en passant square {at}, which no pawn can just have passed, is ignored")
            }
            Ignored::Counter(found) => {
                write!(f, "{} {found:?}, which is not a number in range, is ignored", self.field())
            }
            Ignored::Operations(names) => {
                let verb = if names.len() == 1 { "operation" } else { "operations" };
                let is = if names.len() == 1 { "is" } else { "are" };
                write!(f, "EPD {verb} {} {is} ignored", names.join(", "))
            }
        }
    }
}
