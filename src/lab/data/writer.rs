use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::lab::exclusive::open_exclusively;

use super::{DataError, DataHeader, DataProblem, DataReader, RecordedGame};

/// A game file open for appending, locked against other writers.
#[derive(Debug)]
pub struct DataWriter {
    file: File,
    path: PathBuf,
}

impl DataWriter {
    /// Creates a file.
    ///
    /// # Errors
    ///
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &DataHeader) -> Result<Self, DataError> {
        let mut writer = Self::open(path)?;
        writer.begin(header).map_err(DataError::at(path))?;
        Ok(writer)
    }

    /// Opens a file to append to it, and calls `visit` with every game in it. Returns the length of the torn record
    /// that was cut off, if any. If the file does not exist or its header is incomplete, it is created.
    ///
    /// # Errors
    ///
    /// If it was generated with other settings than `header` says, is damaged, or cannot be written.
    pub fn resume(
        path: &Path,
        header: &DataHeader,
        mut visit: impl FnMut(&RecordedGame),
    ) -> Result<(Self, u64), DataError> {
        let mut writer = Self::open(path)?;
        let at = DataError::at(path);
        let length = writer.file.metadata().map_err(DataProblem::from).map_err(&at)?.len();
        if writer.is_prefix_of(header).map_err(&at)? {
            writer.file.set_len(0).map_err(DataProblem::from).map_err(&at)?;
            writer.begin(header).map_err(&at)?;
            return Ok((writer, length));
        }
        let file = writer.rewound().map_err(&at)?;
        let mut reader = DataReader::new(path, file)?;
        reader.header().check(header).map_err(&at)?;
        for game in &mut reader {
            visit(&game?);
        }
        writer.truncate_at(reader.offset()).map_err(&at)?;
        Ok((writer, reader.torn_bytes()))
    }

    /// Appends a game in a single write, so that a crash can only leave a torn record at the end.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or its cause is not one of self-play.
    pub fn append(&mut self, game: &RecordedGame) -> Result<(), DataError> {
        let mut append = || Ok(self.file.write_all(&game.encode()?)?);
        append().map_err(DataError::at(&self.path))
    }

    /// Waits until all games are on disk.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn finish(self) -> Result<(), DataError> {
        self.file.sync_all().map_err(|error| DataError::at(&self.path)(error.into()))
    }

    fn open(path: &Path) -> Result<Self, DataError> {
        let open = || {
            let file = open_exclusively(path)?.ok_or(DataProblem::InUse)?;
            Ok(Self { file, path: path.to_owned() })
        };
        open().map_err(DataError::at(path))
    }

    fn begin(&mut self, header: &DataHeader) -> Result<(), DataProblem> {
        if self.file.metadata()?.len() > 0 {
            return Err(DataProblem::Exists);
        }
        self.file.rewind()?;
        Ok(self.file.write_all(&header.encode()?)?)
    }

    /// Whether the file is empty or a proper prefix of this header.
    fn is_prefix_of(&self, header: &DataHeader) -> Result<bool, DataProblem> {
        let whole = header.encode()?;
        let mut found = Vec::new();
        self.rewound()?.take(whole.len() as u64).read_to_end(&mut found)?;
        Ok(found.len() < whole.len() && whole.starts_with(&found))
    }

    /// A handle to the same file, positioned at its beginning.
    fn rewound(&self) -> Result<File, DataProblem> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(file)
    }

    /// Truncates the file at this offset, and continues writing there.
    fn truncate_at(&mut self, end: u64) -> Result<(), DataProblem> {
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }
}
