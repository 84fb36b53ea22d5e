use super::board::Board;
use crate::base::{GameOptions, OptionKind, OptionSpec, OptionValue};

const CHESS960: &str = "UCI_Chess960";

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
        name: CHESS960,
        kind: OptionKind::Check { default: false },
        help: "castling from any starting squares, written as the king's move onto its own rook",
    }];

    fn store(&mut self, _spec: &OptionSpec, value: OptionValue<'_>) {
        self.chess960 = value == OptionValue::Check(true);
    }

    /// Castling rights that only Chess960 can have need `UCI_Chess960`.
    fn required_by(&self, fen: &str) -> Option<(&'static str, &'static str)> {
        (!self.chess960 && Board::is_chess960(fen)).then_some((CHESS960, "true"))
    }

    fn speak_cecp(&mut self) {
        self.names_castling = true;
    }
}
