//! The formats of game files: one table, from which names, extensions and documents come.

use std::path::Path;

/// A format of game files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFormat {
    /// Portable Game Notation (Edwards, 1994), with chess moves in SAN.
    Pgn {
        /// How moves of xiangqi and zhonggong are written.
        moves: MoveStyle,
    },
    /// Smart Game Format, version 4, in which gomoku and renju have the game number 4.
    Sgf,
    /// The format of Piskvork, Gomocup's tournament manager. It cannot hold results, scores or times below a
    /// millisecond.
    Psq,
}

/// How moves of xiangqi and zhonggong are written. Chess moves are always SAN, gomoku moves points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveStyle {
    /// As in the protocol: `h3e3`.
    #[default]
    Coordinates,
    /// By their names: `炮二平五`.
    Names,
}

impl RecordFormat {
    /// PGN with moves as in the protocol.
    pub const PGN: Self = Self::Pgn { moves: MoveStyle::Coordinates };

    /// All formats.
    pub const ALL: [Self; 3] = [Self::PGN, Self::Sgf, Self::Psq];

    /// The format of a file by its extension, such as `.pgn`.
    pub fn of_path(path: &Path) -> Option<Self> {
        Self::from_name(path.extension()?.to_str()?)
    }

    /// The format of this name, case-insensitive, such as `pgn`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn { .. } => "PGN",
            Self::Sgf => "SGF",
            Self::Psq => "PSQ",
        }
    }

    /// Whether games can be written in it.
    pub const fn is_writable(self) -> bool {
        true
    }

    /// Whether a file in this format holds one game only.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Psq)
    }
}
