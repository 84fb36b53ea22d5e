use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::lab::exclusive::open_exclusively;

use super::game::Layout;
use super::header::GAMES_BYTES;
use super::{DataError, DataHeader, DataPlan, DataProblem, DataReader, RecordedGame};

/// A game file open for appending, locked against other writers.
#[derive(Debug)]
pub struct DataWriter {
    file: File,
    path: PathBuf,
    layout: Layout,
    /// The file did not exist before.
    is_fresh: bool,
}

/// What [`DataWriter::resume`] found in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResumedData {
    /// The number of the last game, dropped ones included; `None` if there is no game.
    pub last: Option<u32>,
    /// The length of the torn record that was cut off.
    pub torn_bytes: u64,
}

impl DataWriter {
    /// Creates a file.
    ///
    /// # Errors
    ///
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &DataHeader) -> Result<Self, DataError> {
        let mut writer = Self::open(path, header.layout())?;
        match writer.begin(header) {
            Ok(()) => Ok(writer),
            Err(problem) => {
                if writer.is_fresh {
                    // Nothing more can be done about a file that cannot be removed.
                    let _ = std::fs::remove_file(path);
                }
                Err(DataError::at(path)(problem))
            }
        }
    }

    /// Opens a file to append to it, and calls `visit` with every game in it. If the file does not exist or its header
    /// is incomplete, it is created. A file of version 1 stays one; in others, the number of games becomes that of
    /// `header`, unless there are more already.
    ///
    /// # Errors
    ///
    /// If it was generated with other settings than `header` says, is damaged, or cannot be written.
    pub fn resume(
        path: &Path,
        header: &DataHeader,
        mut visit: impl FnMut(&RecordedGame),
    ) -> Result<(Self, ResumedData), DataError> {
        let mut writer = Self::open(path, header.layout())?;
        let at = DataError::at(path);
        let length = writer.file.metadata().map_err(DataProblem::from).map_err(&at)?.len();
        if writer.is_prefix_of(header).map_err(&at)? {
            writer.file.set_len(0).map_err(DataProblem::from).map_err(&at)?;
            writer.begin(header).map_err(&at)?;
            return Ok((writer, ResumedData { last: None, torn_bytes: length }));
        }
        let file = writer.rewound().map_err(&at)?;
        let mut reader = DataReader::new(path, file)?;
        reader.header().check(header).map_err(&at)?;
        writer.layout = reader.header().layout();
        for game in &mut reader {
            visit(&game?);
        }
        writer.truncate_at(reader.offset()).map_err(&at)?;
        let last = reader.last_number();
        if let (Some(found), Some(wanted)) = (reader.header().plan, header.plan) {
            let games = wanted.games.max(last.map_or(0, |last| last.saturating_add(1)));
            if games != found.games {
                writer.set_games(DataPlan { games, ..found }).map_err(&at)?;
            }
        }
        Ok((writer, ResumedData { last, torn_bytes: reader.torn_bytes() }))
    }

    /// Appends a game in a single write, so that a crash can only leave a torn record at the end.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or its cause is not one of self-play.
    pub fn append(&mut self, game: &RecordedGame) -> Result<(), DataError> {
        let mut append = || Ok(self.file.write_all(&game.encode(self.layout)?)?);
        append().map_err(DataError::at(&self.path))
    }

    /// Records that a game was dropped. Files of version 1 have no record of it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append_dropped(&mut self, number: u32) -> Result<(), DataError> {
        let mut append = || Ok(self.file.write_all(&self.layout.encode_dropped(number)?)?);
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

    fn open(path: &Path, layout: Layout) -> Result<Self, DataError> {
        let is_fresh = !path.exists();
        let open = || {
            let file = open_exclusively(path)?.ok_or(DataProblem::InUse)?;
            Ok(Self { file, path: path.to_owned(), layout, is_fresh })
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

    /// Whether the file is empty or a proper prefix of this header, whatever its number of games, in either version.
    fn is_prefix_of(&self, header: &DataHeader) -> Result<bool, DataProblem> {
        for header in [header, &DataHeader { plan: None, ..header.clone() }] {
            let mut whole = header.encode()?;
            let mut found = Vec::new();
            self.rewound()?.take(whole.len() as u64).read_to_end(&mut found)?;
            if header.plan.is_some() {
                for bytes in [&mut whole, &mut found] {
                    bytes.iter_mut().take(GAMES_BYTES.end).skip(GAMES_BYTES.start).for_each(|byte| *byte = 0);
                }
            }
            if found.len() < whole.len() && whole.starts_with(&found) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Overwrites the number of games in the header, and returns to where games are written. A crash leaves the old
    /// number or the new one, as the few bytes are written at once.
    fn set_games(&mut self, plan: DataPlan) -> Result<(), DataProblem> {
        let end = self.file.stream_position()?;
        self.file.seek(SeekFrom::Start(GAMES_BYTES.start as u64))?;
        self.file.write_all(&plan.encoded_games())?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
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
