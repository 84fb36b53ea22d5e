use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::base::durable::{BlockError, Blocks};
use crate::base::files::open_file;

use super::game::DataRecord;
use super::{DataError, DataHeader, DataProblem, RecordedGame};

/// Reads a game file, one game at a time.
///
/// As an iterator it yields every complete game, and ends after the first error. A torn record at the end is not an
/// error; see [`DataReader::check_complete`].
#[derive(Debug)]
pub struct DataReader {
    path: PathBuf,
    blocks: Blocks<BufReader<File>>,
    header: DataHeader,
    /// The number of the last game.
    last: Option<u32>,
    games: u64,
    dropped: u64,
    is_over: bool,
}

impl DataReader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a game file.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let open = || Ok(open_file(path)?);
        Self::new(path, open().map_err(DataError::at(path))?)
    }

    /// Reads an open file, positioned at its beginning.
    pub(super) fn new(path: &Path, file: File) -> Result<Self, DataError> {
        let mut source = BufReader::new(file);
        let (header, offset) = DataHeader::read(&mut source).map_err(DataError::at(path))?;
        let blocks = Blocks::new(source, offset, header.layout().format());
        Ok(Self { path: path.to_owned(), blocks, header, last: None, games: 0, dropped: 0, is_over: false })
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file's header.
    pub const fn header(&self) -> &DataHeader {
        &self.header
    }

    /// The end of the last complete record read so far, in bytes from the beginning of the file.
    pub const fn offset(&self) -> u64 {
        self.blocks.end()
    }

    /// The number of dropped games skipped so far.
    pub const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The number of the last game read so far, including dropped ones.
    pub(super) const fn last_number(&self) -> Option<u32> {
        self.last
    }

    /// The length of the torn record at the end; 0 before all games have been read.
    pub const fn torn_bytes(&self) -> u64 {
        self.blocks.torn_bytes()
    }

    /// Checks, once all games have been read, that the file contains all games that it should.
    ///
    /// # Errors
    ///
    /// [`DataProblem::Incomplete`], if games are missing.
    pub fn check_complete(&self) -> Result<(), DataError> {
        let games = self.games + self.dropped;
        let expected = self.header.plan.map(super::DataPlan::share);
        if self.torn_bytes() == 0 && expected.is_none_or(|expected| games >= expected) {
            return Ok(());
        }
        let problem = DataProblem::Incomplete { games, expected, torn_bytes: self.torn_bytes() };
        Err(DataError::at(&self.path)(problem))
    }

    /// The next record; `None` at the end, torn or not.
    pub(super) fn next_record(&mut self) -> Result<Option<DataRecord>, DataProblem> {
        let (layout, offset) = (self.header.layout(), self.offset());
        let record = match self.blocks.next(|body| layout.decode(body)) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(BlockError::Io(error)) => return Err(error.into()),
            Err(BlockError::Damaged { what, next }) => {
                let next = next.map(|record| record.number());
                return Err(DataProblem::Damaged { offset, what, games: self.games, next });
            }
        };
        let number = record.number();
        if let Some(before) = self.last.filter(|&before| before >= number) {
            return Err(DataProblem::Order { offset, number, before });
        }
        self.last = Some(number);
        match record {
            DataRecord::Game(_) => self.games += 1,
            DataRecord::Dropped(_) => self.dropped += 1,
        }
        Ok(Some(record))
    }

    fn next_game(&mut self) -> Result<Option<RecordedGame>, DataProblem> {
        loop {
            match self.next_record()? {
                Some(DataRecord::Game(game)) => return Ok(Some(game)),
                Some(DataRecord::Dropped(_)) => {}
                None => return Ok(None),
            }
        }
    }
}

impl Iterator for DataReader {
    type Item = Result<RecordedGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.next_game();
        self.is_over = !matches!(game, Ok(Some(_)));
        game.map_err(DataError::at(&self.path)).transpose()
    }
}
