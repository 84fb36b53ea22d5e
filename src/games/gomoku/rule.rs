use std::fmt::Debug;
use std::sync::LazyLock;

use super::{LineRule, LineTable};

/// The differences between gomoku, standard gomoku and renju.
pub trait Rule: Debug + Clone + Copy + Send + Sync + 'static {
    /// The line rules of Black and of White; both have the same reach.
    const LINES: [LineRule; 2];

    /// The distance in points up to which a stone affects the shapes around it.
    const REACH: usize = Self::LINES[0].reach;

    /// Whether Black has forbidden points.
    const HAS_FORBIDDEN_POINTS: bool = Self::LINES[0].forbids;

    /// The line tables of Black and of White.
    fn tables() -> [&'static LineTable; 2];
}

const FREE_LINES: LineRule = LineRule { reach: 4, exact: false, forbids: false };
const EXACT_LINES: LineRule = LineRule { reach: 5, exact: true, forbids: false };
const RENJU_BLACK_LINES: LineRule = LineRule { reach: 5, exact: true, forbids: true };
const RENJU_WHITE_LINES: LineRule = LineRule { reach: 5, exact: false, forbids: false };

static FREE_TABLE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(FREE_LINES));
static EXACT_TABLE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(EXACT_LINES));
static RENJU_BLACK_TABLE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(RENJU_BLACK_LINES));
static RENJU_WHITE_TABLE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(RENJU_WHITE_LINES));

/// Five or more in a row win.
#[derive(Debug, Clone, Copy)]
pub enum Freestyle {}

impl Rule for Freestyle {
    const LINES: [LineRule; 2] = [FREE_LINES; 2];

    fn tables() -> [&'static LineTable; 2] {
        [&FREE_TABLE; 2]
    }
}

/// Exactly five in a row win.
#[derive(Debug, Clone, Copy)]
pub enum Standard {}

impl Rule for Standard {
    const LINES: [LineRule; 2] = [EXACT_LINES; 2];

    fn tables() -> [&'static LineTable; 2] {
        [&EXACT_TABLE; 2]
    }
}

/// Black wins with exactly five and has forbidden points; White wins with five or more. The forbidden points follow the
/// Renju International Federation's rules of play (section 9), with threes judged recursively.
#[derive(Debug, Clone, Copy)]
pub enum Renju {}

impl Rule for Renju {
    const LINES: [LineRule; 2] = [RENJU_BLACK_LINES, RENJU_WHITE_LINES];

    fn tables() -> [&'static LineTable; 2] {
        [&RENJU_BLACK_TABLE, &RENJU_WHITE_TABLE]
    }
}
