use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::bytes::ByteReader;
use super::header::read_up_to;
use super::{DataError, DataHeader, DataProblem, RecordedGame};

/// Reads a game file, one game at a time.
///
/// As an iterator it yields every complete game, and ends after the first error. A torn record at the end is not an
/// error; see [`DataReader::torn_bytes`].
#[derive(Debug)]
pub struct DataReader {
    path: PathBuf,
    source: BufReader<File>,
    header: DataHeader,
    /// Where the next record begins.
    offset: u64,
    /// The number of the last game.
    last: Option<u32>,
    torn_bytes: u64,
    is_over: bool,
}

impl DataReader {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a game file.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let open = || Ok(File::open(path)?);
        Self::new(path, open().map_err(DataError::at(path))?)
    }

    /// Reads an open file, positioned at its beginning.
    pub(super) fn new(path: &Path, file: File) -> Result<Self, DataError> {
        let mut source = BufReader::new(file);
        let (header, offset) = DataHeader::read(&mut source).map_err(DataError::at(path))?;
        let path = path.to_owned();
        Ok(Self { path, source, header, offset, last: None, torn_bytes: 0, is_over: false })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the file says of all its games.
    pub const fn header(&self) -> &DataHeader {
        &self.header
    }

    /// Where the last complete record read so far ends, in bytes from the beginning of the file.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The length of the torn record at the end; 0 before all games have been read.
    pub const fn torn_bytes(&self) -> u64 {
        self.torn_bytes
    }

    /// The next game; `None` at the end, torn or not.
    fn read(&mut self) -> Result<Option<RecordedGame>, DataProblem> {
        let offset = self.offset;
        let damaged = |what| DataProblem::Damaged { offset, what };
        let frame = read_up_to(&mut self.source, 8)?;
        let mut reader = ByteReader(&frame);
        let (Some(length), Some(checksum)) = (reader.word(), reader.word()) else {
            self.torn_bytes = frame.len() as u64;
            return Ok(None);
        };
        let length = length as usize;
        if !RecordedGame::BODY_BYTES.contains(&length) {
            return Err(damaged("its length is out of range"));
        }
        let body = read_up_to(&mut self.source, length)?;
        let is_sound = body.len() == length && crc32fast::hash(&body) == checksum;
        if !is_sound {
            if self.source.fill_buf()?.is_empty() {
                self.torn_bytes = (frame.len() + body.len()) as u64;
                return Ok(None);
            }
            return Err(damaged("its checksum is wrong"));
        }
        let game = RecordedGame::decode(&body).map_err(damaged)?;
        if let Some(before) = self.last.filter(|&before| before >= game.number) {
            return Err(DataProblem::Order { offset, number: game.number, before });
        }
        self.last = Some(game.number);
        self.offset += (frame.len() + body.len()) as u64;
        Ok(Some(game))
    }
}

impl Iterator for DataReader {
    type Item = Result<RecordedGame, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read();
        self.is_over = !matches!(game, Ok(Some(_)));
        game.map_err(DataError::at(&self.path)).transpose()
    }
}
