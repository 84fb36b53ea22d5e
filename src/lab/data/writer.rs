use std::io;
use std::path::Path;

use crate::base::durable::{AppendFile, read_up_to};

use super::game::Layout;
use super::header::GAMES_BYTES;
use super::{DataError, DataHeader, DataPlan, DataProblem, DataReader, RecordedGame};

/// A game file open for appending, locked against other writers.
#[derive(Debug)]
pub struct DataWriter {
    file: AppendFile,
    layout: Layout,
}

/// The findings of [`DataWriter::resume`] in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResumedData {
    /// The number of the last game, including dropped ones; `None` if there is no game.
    pub last: Option<u32>,
    /// The length of the torn record that was removed.
    pub torn_bytes: u64,
}

impl DataWriter {
    /// Creates a file.
    ///
    /// # Errors
    ///
    /// If the file exists and is not empty, or cannot be written.
    pub fn create(path: &Path, header: &DataHeader) -> Result<Self, DataError> {
        let create = || Ok((header.encode()?, AppendFile::create(path)?));
        let (head, mut file) = create().map_err(DataError::at(path))?;
        if let Err(error) = file.begin(&head) {
            file.discard_if_fresh();
            return Err(DataError::at(path)(error.into()));
        }
        Ok(Self { file, layout: header.layout() })
    }

    /// Opens a file for appending, and calls `visit` with every game in it. If the file does not exist or its header is
    /// incomplete, it is created. A file of version 1 keeps that version; in others, the number of games becomes that
    /// of `header`, unless there are already more.
    ///
    /// # Errors
    ///
    /// If it was generated with settings other than those of `header`, is damaged, or cannot be written.
    pub fn resume(
        path: &Path,
        header: &DataHeader,
        mut visit: impl FnMut(&RecordedGame),
    ) -> Result<(Self, ResumedData), DataError> {
        let at = DataError::at(path);
        let begin = || {
            let mut file = AppendFile::open(path)?;
            let torn_bytes = file.contents()?.metadata()?.len();
            let is_torn = is_prefix_of(&file, header)?;
            if is_torn {
                file.begin(&header.encode()?)?;
            }
            Ok((file, is_torn.then_some(ResumedData { last: None, torn_bytes })))
        };
        let (file, begun) = begin().map_err(&at)?;
        let mut writer = Self { file, layout: header.layout() };
        if let Some(begun) = begun {
            return Ok((writer, begun));
        }
        let mut reader = DataReader::new(path, writer.file.contents().map_err(|error| at(error.into()))?)?;
        reader.header().check(header).map_err(&at)?;
        writer.layout = reader.header().layout();
        for game in &mut reader {
            visit(&game?);
        }
        let last = reader.last_number();
        writer.go_on(&reader, header.plan).map_err(|error| at(error.into()))?;
        Ok((writer, ResumedData { last, torn_bytes: reader.torn_bytes() }))
    }

    /// Removes a torn record, and updates the number of games in the header.
    fn go_on(&mut self, reader: &DataReader, wanted: Option<DataPlan>) -> io::Result<()> {
        self.file.cut(reader.offset())?;
        if let (Some(found), Some(wanted)) = (reader.header().plan, wanted) {
            let known = reader.last_number().map_or(0, |last| last.saturating_add(1));
            let plan = DataPlan { games: wanted.games.max(known), ..found };
            if plan != found {
                self.file.overwrite(GAMES_BYTES.start as u64, &plan.encoded_games())?;
            }
        }
        Ok(())
    }

    /// Appends a game in a single write, so that a crash can only leave a torn record at the end.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or its cause does not occur in self-play.
    pub fn append(&mut self, game: &RecordedGame) -> Result<(), DataError> {
        let mut append = || Ok(self.file.append(&game.encode(self.layout)?)?);
        append().map_err(DataError::at(self.file.path()))
    }

    /// Records that a game was dropped. Files of version 1 have no such records.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append_dropped(&mut self, number: u32) -> Result<(), DataError> {
        let mut append = || Ok(self.file.append(&self.layout.encode_dropped(number)?)?);
        append().map_err(DataError::at(self.file.path()))
    }

    /// Waits until all games are on disk.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn finish(self) -> Result<(), DataError> {
        self.file.sync().map_err(|error| DataError::at(self.file.path())(error.into()))
    }
}

/// Whether the file is empty or a proper prefix of this header, with any number of games, in either version.
fn is_prefix_of(file: &AppendFile, header: &DataHeader) -> Result<bool, DataProblem> {
    for header in [header, &DataHeader { plan: None, ..header.clone() }] {
        let mut whole = header.encode()?;
        let mut found = read_up_to(&mut file.contents()?, whole.len())?;
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
