use crate::base::{GameOptions, OptionError, OptionKind, OptionSpec, parse_check};

/// The user options of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChessOptions {
    /// Whether castling may start from any squares and is written as the king's move onto its own rook
    /// (`UCI_Chess960`).
    pub chess960: bool,
    /// Whether Chess960's castling is written as `O-O` and `O-O-O` instead.
    pub names_castling: bool,
}

impl GameOptions for ChessOptions {
    const SPECS: &'static [OptionSpec] = &[OptionSpec {
        name: "UCI_Chess960",
        kind: OptionKind::Check { default: false },
        help: "castling from any starting squares, written as the king's move onto its own rook",
    }];

    fn set(&mut self, _name: &str, value: &str) -> Result<(), OptionError> {
        self.chess960 = parse_check("UCI_Chess960", value)?;
        Ok(())
    }

    fn speak_cecp(&mut self) {
        self.names_castling = true;
    }
}
