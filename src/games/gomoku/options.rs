use crate::base::{GameOptions, OptionKind, OptionSpec, OptionValue};

use super::{MAX_SIZE, MIN_SIZE};

const BOARD_SIZE: &str = "BoardSize";
const DEFAULT_SIZE: usize = 15;

/// The user options of gomoku.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GomokuOptions {
    /// The number of points on a side of the board for a new game, [`MIN_SIZE`] to [`MAX_SIZE`]. A FEN specifies its
    /// own size.
    pub board_size: usize,
    /// Whether moves are written as drops of a stone, `P@h8`.
    pub writes_drops: bool,
}

impl Default for GomokuOptions {
    fn default() -> Self {
        Self { board_size: DEFAULT_SIZE, writes_drops: false }
    }
}

impl GameOptions for GomokuOptions {
    const SPECS: &'static [OptionSpec] = &[OptionSpec {
        name: BOARD_SIZE,
        kind: OptionKind::Spin { default: DEFAULT_SIZE as i64, min: MIN_SIZE as i64, max: MAX_SIZE as i64 },
        help: "points on a side of the board in the starting position",
    }];

    fn store(&mut self, _spec: &OptionSpec, value: OptionValue<'_>) {
        if let OptionValue::Spin(size) = value {
            self.board_size = size as usize;
        }
    }

    fn speak_cecp(&mut self) {
        self.writes_drops = true;
    }
}
