//! The output of `convert`.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use quadriga::arena::{OutputFile, write_file};
use quadriga::base::files::numbered;
use quadriga::records::{GameJson, GameTree, MoveStyle, NotationError, ParsedGame, RecordFormat, write_tree};

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// A format of game files.
    Record(RecordFormat),
    /// JSON, as in the answers of the protocol's `record`.
    Json,
}

impl Default for OutputFormat {
    fn default() -> Self {
        Self::Record(RecordFormat::PGN)
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Record(format) => format.name(),
            Self::Json => "JSON",
        })
    }
}

impl OutputFormat {
    /// The format with this name.
    ///
    /// # Errors
    ///
    /// If no writable format has this name.
    pub fn parse(name: &str) -> Result<Self, String> {
        if name.eq_ignore_ascii_case("json") {
            return Ok(Self::Json);
        }
        let found = RecordFormat::from_name(name).filter(|format| format.is_writable());
        found.map(Self::Record).ok_or_else(|| format!("not one of {}, json", RecordFormat::names(true)))
    }

    /// The format that a file's extension indicates.
    pub fn of_path(path: &Path) -> Option<Self> {
        if path.extension()?.eq_ignore_ascii_case("json") {
            return Some(Self::Json);
        }
        RecordFormat::of_path(path).filter(|format| format.is_writable()).map(Self::Record)
    }

    /// The format with moves written in this style, if it has several.
    pub fn with_style(self, moves: MoveStyle) -> Self {
        match self {
            Self::Record(RecordFormat::Pgn { .. }) => Self::Record(RecordFormat::Pgn { moves }),
            other => other,
        }
    }
}

/// What to write of games, and where.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent flag")]
#[derive(Debug, Args)]
pub struct OutputArguments {
    /// The format to write: pgn, sgf, psq, dhtmlxq, wxf, moves, epd or json [default: from the output's extension,
    /// or pgn].
    #[arg(long, value_name = "FORMAT", value_parser = OutputFormat::parse)]
    to: Option<OutputFormat>,

    /// The file to write [default: the standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write each game to its own file, with its number before the output's extension.
    #[arg(long, requires = "output")]
    split: bool,

    /// Write the moves of xiangqi and zhonggong by name (炮二平五) instead of by coordinates; only PGN has both.
    #[arg(long)]
    names: bool,

    /// Leave out variations.
    #[arg(long)]
    no_variations: bool,

    /// Leave out comments, glyphs and other annotations of moves.
    #[arg(long)]
    no_comments: bool,
}

impl OutputArguments {
    /// The format: the given one, or that of the file's extension, or PGN on the standard output.
    pub fn format(&self) -> anyhow::Result<OutputFormat> {
        let style = if self.names { MoveStyle::Names } else { MoveStyle::Coordinates };
        let format = match (self.to, &self.output) {
            (Some(format), _) => format,
            (None, Some(path)) => OutputFormat::of_path(path).with_context(|| {
                format!("{}: unknown extension; set the format with --to", path.display())
            })?,
            (None, None) => OutputFormat::default(),
        };
        Ok(format.with_style(style))
    }

    /// The output in this format.
    pub fn create(&self, format: OutputFormat) -> anyhow::Result<Output> {
        Output::create(format, self.output.as_deref(), self.split)
    }

    /// Removes what is not to be written.
    pub fn reduce(&self, tree: &mut GameTree) {
        if self.no_variations {
            tree.remove_variations();
        }
        if self.no_comments {
            tree.remove_annotations();
        }
    }
}

/// Why a game cannot be written.
pub enum WriteError {
    /// The format cannot represent the game.
    Notation(NotationError),
    /// The file cannot be written.
    Io(io::Error),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<NotationError> for WriteError {
    fn from(error: NotationError) -> Self {
        Self::Notation(error)
    }
}

/// Where the games go.
enum Target {
    /// One after the other to the standard output.
    Standard(BufWriter<io::Stdout>),
    /// To a file, which appears once it is complete.
    File(OutputFile),
    /// Each to its own file, with a name derived from this one.
    Split(PathBuf),
}

/// The file or files being written.
pub struct Output {
    format: OutputFormat,
    target: Target,
    /// The number of games so far.
    written: usize,
    /// What the format could not represent, without repetitions.
    lost: Vec<String>,
}

impl Output {
    /// Creates the file, or prepares for several.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn create(format: OutputFormat, path: Option<&Path>, split: bool) -> anyhow::Result<Self> {
        let is_single = matches!(format, OutputFormat::Record(format) if format.is_single());
        let target = match path {
            Some(path) if split || is_single => Target::Split(path.to_owned()),
            Some(path) => Target::File(
                OutputFile::create(path).with_context(|| format!("cannot write {}", path.display()))?,
            ),
            None => Target::Standard(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        Ok(Self { format, target, written: 0, lost: Vec::new() })
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// If the format cannot represent it, or the file cannot be written.
    pub fn write(&mut self, game: &ParsedGame) -> Result<(), WriteError> {
        let text = match self.format {
            OutputFormat::Record(format) => {
                let written = write_tree(&game.tree, format)?;
                for what in written.lost {
                    if !self.lost.contains(&what) {
                        self.lost.push(what);
                    }
                }
                written.text
            }
            OutputFormat::Json => {
                let game = GameJson::new(game, &[])?;
                serde_json::to_string(&game).map_err(io::Error::from)?
            }
        };
        self.written += 1;
        let before: &[u8] = match (self.format, self.written) {
            (OutputFormat::Record(_), _) => b"",
            (OutputFormat::Json, 1) => b"{\"games\":[\n",
            (OutputFormat::Json, _) => b",\n",
        };
        match &mut self.target {
            Target::Split(path) => {
                let text = match self.format {
                    OutputFormat::Json => format!("{{\"games\":[{text}]}}\n"),
                    OutputFormat::Record(_) => text,
                };
                write_file(&numbered(path, self.written), text.as_bytes())?;
            }
            Target::File(to) => to.write_all(before).and_then(|()| to.write_all(text.as_bytes()))?,
            Target::Standard(to) => to.write_all(before).and_then(|()| to.write_all(text.as_bytes()))?,
        }
        Ok(())
    }

    /// Completes the file. Returns what the format could not represent in the games.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<Vec<String>> {
        let behind: &[u8] = match (self.format, self.written) {
            (OutputFormat::Record(_), _) => b"",
            (OutputFormat::Json, 0) => b"{\"games\":[]}\n",
            (OutputFormat::Json, _) => b"\n]}\n",
        };
        match self.target {
            Target::Split(_) => {}
            Target::File(mut to) => {
                to.write_all(behind)?;
                to.commit()?;
            }
            Target::Standard(mut to) => to.write_all(behind).and_then(|()| to.flush())?,
        }
        Ok(self.lost)
    }
}
