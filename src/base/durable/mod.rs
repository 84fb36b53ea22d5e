//! Files that grow at the end, one line or block at a time, and in which a crash can only leave an incomplete last one:
//! a *torn* one, which is ignored and cut off before the file grows again.

#[cfg(feature = "lab")]
mod blocks;
mod lines;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use thiserror::Error;

use super::files::{folder_of, is_identical, open_file_with};

#[cfg(feature = "lab")]
pub use blocks::{BlockError, BlockFormat, Blocks, checked_number, number_if_right, read_up_to};
#[cfg(feature = "lab")]
pub use lines::line;
pub use lines::{Lines, checked_line, split_checksum};

/// Why a file cannot be appended to.
#[derive(Debug, Error)]
pub enum AppendError {
    /// An I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file already exists.
    #[error("the file already exists; resume it with --resume, or name another file")]
    Exists,
    /// Another process is writing to the file.
    #[error("another process is writing to it")]
    InUse,
}

/// A file open for appending, locked against other writers.
#[derive(Debug)]
pub struct AppendFile {
    file: File,
    path: PathBuf,
    /// Whether the file did not exist before and contains only its beginning.
    is_fresh: bool,
}

impl AppendFile {
    /// Opens a file, creating it if necessary.
    pub fn open(path: &Path) -> Result<Self, AppendError> {
        let is_fresh = !path.exists();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = open_file_with(&options, path)?;
        // A process that has just been killed may hold the lock a moment longer.
        for _ in 0..20 {
            match file.try_lock() {
                Ok(()) => return Ok(Self { file, path: path.to_owned(), is_fresh }),
                Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(100)),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
        }
        Err(AppendError::InUse)
    }

    /// Like [`AppendFile::open`], but refuses a file that is not empty.
    pub fn create(path: &Path) -> Result<Self, AppendError> {
        let file = Self::open(path)?;
        if file.file.metadata()?.len() > 0 { Err(AppendError::Exists) } else { Ok(file) }
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file, for reading from its beginning. Reading moves the position of the next [`AppendFile::append`], which
    /// [`AppendFile::cut`] sets again.
    pub fn contents(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(file)
    }

    /// Replaces the contents of the file with its beginning, and waits until that and the file's name are on disk.
    pub fn begin(&mut self, beginning: &[u8]) -> io::Result<()> {
        self.cut(0)?;
        self.file.write_all(beginning)?;
        self.file.sync_all()?;
        // On other systems, folders cannot be opened.
        if cfg!(unix) { File::open(folder_of(&self.path))?.sync_all() } else { Ok(()) }
    }

    /// Truncates the file at `end`, the end of the last line or block that counts, and continues there. Returns the
    /// number of bytes removed.
    pub fn cut(&mut self, end: u64) -> io::Result<u64> {
        let torn_bytes = self.file.metadata()?.len().saturating_sub(end);
        if torn_bytes > 0 {
            self.file.set_len(end)?;
            self.file.sync_all()?;
        }
        self.file.seek(SeekFrom::Start(end))?;
        Ok(torn_bytes)
    }

    /// Appends a line or block in a single write, so that a crash can only leave a torn one.
    pub fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        self.is_fresh = false;
        self.file.write_all(piece)
    }

    /// Overwrites some bytes in the middle, and continues at the end. They must be few, so that a crash leaves either
    /// the old ones or the new ones.
    #[cfg(feature = "lab")]
    pub fn overwrite(&mut self, start: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(start))?;
        self.file.write_all(bytes)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Waits until everything is on disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Whether the file still has its name, rather than having been deleted or replaced. `true` if unknown.
    pub fn is_in_place(&self) -> bool {
        match (self.file.metadata(), fs::metadata(&self.path)) {
            (Ok(own), Ok(named)) => is_identical(&own, &named).unwrap_or(true),
            (_, Err(error)) => error.kind() != io::ErrorKind::NotFound,
            (Err(_), _) => true,
        }
    }

    /// Saves the contents of a deleted or replaced file under its old name, or a similar one if that is taken; returns
    /// that name, or `None` on failure.
    pub fn rescue(&self) -> Option<PathBuf> {
        let extension = self.path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let others = (1..100).map(|number| self.path.with_extension(format!("saved-{number}.{extension}")));
        let copy_to = |path: &PathBuf| -> io::Result<()> {
            let mut copy = File::create_new(path)?;
            io::copy(&mut self.contents()?, &mut copy)?;
            copy.sync_all()
        };
        std::iter::once(self.path.clone()).chain(others).find(|path| copy_to(path).is_ok())
    }

    /// Removes the file if it did not exist before and nothing was appended.
    pub fn discard_if_fresh(self) {
        if self.is_fresh
            && self.is_in_place()
            && let Err(error) = fs::remove_file(&self.path)
        {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::TestFolder;

    #[test]
    fn a_file_has_one_writer_and_is_not_begun_twice() {
        let folder = TestFolder::new("durable");
        let path = folder.join("file");
        let mut file = AppendFile::create(&path).expect("a new file");
        assert!(matches!(AppendFile::open(&path), Err(AppendError::InUse)));
        file.begin(b"head\n").expect("written");
        file.append(b"line\n").and_then(|()| file.append(b"to")).expect("written");
        drop(file);
        assert!(matches!(AppendFile::create(&path), Err(AppendError::Exists)));
        let mut file = AppendFile::open(&path).expect("the file");
        assert_eq!(file.cut(10).expect("cut"), 2);
        file.append(b"more\n").expect("written");
        assert!(file.is_in_place());
        fs::remove_file(&path).expect("removed");
        assert!(!file.is_in_place());
        assert_eq!(file.rescue().as_ref(), Some(&path));
        assert_eq!(fs::read(&path).expect("a file"), b"head\nline\nmore\n");
        fs::remove_file(&path).expect("removed");
        AppendFile::create(&path).expect("a new file").discard_if_fresh();
        assert!(!path.exists());
    }
}
