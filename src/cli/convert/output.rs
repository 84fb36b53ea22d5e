//! Where `convert` writes games.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use quadriga::records::{GameJson, MoveStyle, NotationError, ParsedGame, RecordFormat, write_tree};

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// A format of game files.
    Record(RecordFormat),
    /// What the protocol's `record` answers.
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
    /// The format of this name.
    ///
    /// # Errors
    ///
    /// If there is none that can be written.
    pub fn parse(name: &str) -> Result<Self, String> {
        if name.eq_ignore_ascii_case("json") {
            return Ok(Self::Json);
        }
        let found = RecordFormat::from_name(name).filter(|format| format.is_writable());
        found.map(Self::Record).ok_or_else(|| format!("not one of {}, json", RecordFormat::names(true)))
    }

    /// The format of a file by its extension.
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

/// A game that cannot be written.
pub enum WriteError {
    /// The format cannot hold it.
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

/// The file or files that are written.
pub struct Output {
    format: OutputFormat,
    to: Box<dyn Write>,
    /// The name from which those of single files are made, if each game has its own.
    split: Option<PathBuf>,
    /// The number of games so far.
    written: u64,
    /// What the format could not hold, each once.
    lost: Vec<String>,
}

impl Output {
    /// Creates the file, or prepares for many.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn create(format: OutputFormat, path: Option<&Path>, split: bool) -> anyhow::Result<Self> {
        let is_single = matches!(format, OutputFormat::Record(format) if format.is_single());
        let split = path.filter(|_| split || is_single).map(Path::to_owned);
        let to: Box<dyn Write> = match path {
            Some(path) if split.is_none() => {
                let file = File::create(path)
                    .map_err(|error| anyhow::anyhow!("cannot write {}: {error}", path.display()))?;
                Box::new(BufWriter::with_capacity(1 << 16, file))
            }
            Some(_) => Box::new(io::sink()),
            None => Box::new(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        Ok(Self { format, to, split, written: 0, lost: Vec::new() })
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// If the format cannot hold it, or the file cannot be written.
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
        if let Some(path) = &self.split {
            let mut file = BufWriter::new(File::create(numbered(path, self.written))?);
            match self.format {
                OutputFormat::Json => writeln!(file, "{{\"games\":[{text}]}}")?,
                OutputFormat::Record(_) => file.write_all(text.as_bytes())?,
            }
            file.flush()?;
            return Ok(());
        }
        if self.format == OutputFormat::Json {
            self.to.write_all(if self.written == 1 { b"{\"games\":[\n" } else { b",\n" })?;
        }
        self.to.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Ends the file. Returns what the format could not hold of the games.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<Vec<String>> {
        if self.format == OutputFormat::Json && self.split.is_none() {
            self.to.write_all(if self.written == 0 { b"{\"games\":[]}\n" } else { b"\n]}\n" })?;
        }
        self.to.flush()?;
        Ok(self.lost)
    }
}

/// `games.sgf` becomes `games-0001.sgf`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:04}.{extension}"))
}
