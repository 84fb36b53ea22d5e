//! The formats of game files: a single table that determines names, extensions and documents.

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
    /// The format of Piskvork, Gomocup's tournament manager. It cannot represent results, scores or times below a
    /// millisecond.
    Psq,
    /// The text of dpxq.com (东萍) for xiangqi.
    DhtmlXq,
    /// The text files of the World Xiangqi Federation, which `PlayOK` and `XieXie` write.
    Wxf,
    /// A bare list of moves: `e2e4 e7e5`, `h8h9i8`.
    MoveList,
    /// Positions, one per line, as FEN or EPD (Edwards, 1994, section 16.2).
    Epd,
    /// `XQStudio`'s binary format for xiangqi.
    Xqf,
    /// `CCBridge`'s binary format for games of xiangqi (象棋桥).
    Cbr,
    /// `CCBridge`'s libraries of such games.
    Cbl,
    /// `RenLib`'s binary libraries of renju.
    RenLib,
}

/// What is known about a format.
struct FormatInfo {
    format: RecordFormat,
    name: &'static str,
    /// The extension of its files.
    extension: &'static str,
    is_writable: bool,
    is_single: bool,
}

const fn info(
    format: RecordFormat,
    name: &'static str,
    extension: &'static str,
    is_writable: bool,
    is_single: bool,
) -> FormatInfo {
    FormatInfo { format, name, extension, is_writable, is_single }
}

/// All formats, in the order in which they are listed.
const FORMATS: [FormatInfo; 11] = [
    info(RecordFormat::PGN, "PGN", "pgn", true, false),
    info(RecordFormat::Sgf, "SGF", "sgf", true, false),
    info(RecordFormat::Psq, "PSQ", "psq", true, true),
    info(RecordFormat::DhtmlXq, "DhtmlXQ", "dhtmlxq", true, false),
    info(RecordFormat::Wxf, "WXF", "wxf", true, false),
    info(RecordFormat::MoveList, "moves", "moves", true, false),
    info(RecordFormat::Epd, "EPD", "epd", true, false),
    info(RecordFormat::Xqf, "XQF", "xqf", false, true),
    info(RecordFormat::Cbr, "CBR", "cbr", false, true),
    info(RecordFormat::Cbl, "CBL", "cbl", false, false),
    info(RecordFormat::RenLib, "RenLib", "lib", false, true),
];

/// How to write moves of xiangqi and zhonggong. Chess moves are always SAN, gomoku moves points.
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
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(|info| info.format)
    }

    fn info(self) -> &'static FormatInfo {
        let is_same =
            |info: &&FormatInfo| std::mem::discriminant(&info.format) == std::mem::discriminant(&self);
        FORMATS.iter().find(is_same).expect("the table has all formats")
    }

    /// The format of a file by its extension, such as `.pgn`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        FORMATS.iter().find(|info| info.extension.eq_ignore_ascii_case(extension)).map(|info| info.format)
    }

    /// The format with this name, case-insensitive, such as `pgn`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format's name.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether games can be written in this format. The binary formats are read-only.
    pub fn is_writable(self) -> bool {
        self.info().is_writable
    }

    /// Whether a file in this format contains only one game.
    pub fn is_single(self) -> bool {
        self.info().is_single
    }

    /// The names of formats, in lowercase and separated by commas: of all, or only of those that can be written.
    pub fn names(is_writable: bool) -> String {
        let names = Self::all().filter(|format| format.is_writable() || !is_writable);
        names.map(|format| format.name().to_ascii_lowercase()).collect::<Vec<_>>().join(", ")
    }
}
