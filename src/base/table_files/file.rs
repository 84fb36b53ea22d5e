use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::SystemTime;

/// The unit of reading. Larger pages take longer to read, and most of their bytes are never used.
const PAGE: usize = 16 << 10;
/// Files up to this length are read as a whole and closed.
const SMALL: u64 = 4 * PAGE as u64;
/// The number of pages kept of a file whose header has not been checked. Such a file may have any length without being
/// a table.
const HEAD_PAGES: usize = 64;
/// The number of files of a set of tables that are kept open, well below the limits of common systems. The others are
/// opened whenever a page is read.
const OPEN_FILES: usize = 96;

/// The resources that the files of a set share.
#[derive(Debug)]
pub struct Memory {
    pages: AtomicUsize,
    files: AtomicUsize,
}

impl Memory {
    /// Room for this many bytes of tables.
    pub const fn new(bytes: usize) -> Self {
        Self { pages: AtomicUsize::new(bytes / PAGE), files: AtomicUsize::new(OPEN_FILES) }
    }
}

/// Takes one unit of what is left, if there is any.
fn take(left: &AtomicUsize) -> bool {
    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
}

/// An open file of a table. All reads are within the length that it had when it was opened.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
    /// The contents if they are part of the program.
    embedded: Option<&'static [u8]>,
    /// `None` if the file is opened for every read.
    file: Option<File>,
    /// The pages that can be kept, from the first one on.
    pages: Box<[OnceLock<Box<[u8]>>]>,
    memory: Arc<Memory>,
}

impl TableFile {
    /// Opens a file. Only its first MiB is kept in memory.
    ///
    /// # Errors
    /// If it is not a regular file or cannot be read.
    pub fn open(path: &Path, memory: &Arc<Memory>) -> io::Result<Self> {
        let file = open_regular(path)?;
        let metadata = file.metadata()?;
        let length = metadata.len();
        let pages = length.div_ceil(PAGE as u64).min(HEAD_PAGES as u64) as usize;
        let mut opened = Self {
            path: path.to_owned(),
            length,
            modified: metadata.modified().ok(),
            embedded: None,
            file: Some(file),
            pages: (0..pages).map(|_| OnceLock::new()).collect(),
            memory: memory.clone(),
        };
        if length <= SMALL {
            let all_kept = (0..pages)
                .try_fold(true, |kept, page| Ok::<_, io::Error>(opened.page(page)?.is_some() && kept))?;
            if all_kept {
                opened.file = None;
                return Ok(opened);
            }
        }
        if !take(&memory.files) {
            opened.file = None;
        }
        Ok(opened)
    }

    /// A table that is part of the program.
    pub fn embedded(bytes: &'static [u8]) -> Self {
        Self {
            path: PathBuf::new(),
            length: bytes.len() as u64,
            modified: None,
            embedded: Some(bytes),
            file: None,
            pages: Box::default(),
            memory: Arc::new(Memory::new(0)),
        }
    }

    /// From now on, every part of the file that is read is kept in memory, as far as memory is left.
    pub fn keep_all(&mut self) {
        let pages = self.length.div_ceil(PAGE as u64) as usize;
        let kept = std::mem::take(&mut self.pages).into_iter();
        let missing = pages.saturating_sub(kept.len());
        self.pages = kept.chain((0..missing).map(|_| OnceLock::new())).collect();
    }

    /// The length in bytes.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// `count` bytes from the offset `at`.
    ///
    /// # Errors
    /// If they are not within the file, or it cannot be read.
    #[inline]
    pub fn read(&self, at: u64, count: usize) -> io::Result<Cow<'_, [u8]>> {
        let end = at.checked_add(count as u64).filter(|end| *end <= self.length);
        let end = end.ok_or(io::ErrorKind::UnexpectedEof)?;
        let (number, offset) = ((at / PAGE as u64) as usize, (at % PAGE as u64) as usize);
        if offset + count <= PAGE
            && let Some(page) = self.pages.get(number).and_then(OnceLock::get)
            && let Some(bytes) = page.get(offset..offset + count)
        {
            return Ok(Cow::Borrowed(bytes));
        }
        self.read_slowly(at, end)
    }

    #[cold]
    fn read_slowly(&self, mut at: u64, end: u64) -> io::Result<Cow<'_, [u8]>> {
        if let Some(bytes) = self.embedded {
            return Ok(Cow::Borrowed(
                bytes.get(at as usize..end as usize).ok_or(io::ErrorKind::UnexpectedEof)?,
            ));
        }
        let mut bytes = Vec::with_capacity((end - at) as usize);
        while at < end {
            let (number, offset) = ((at / PAGE as u64) as usize, (at % PAGE as u64) as usize);
            let count = (end - at).min((PAGE - offset) as u64) as usize;
            if let Some(page) = self.page(number)? {
                let part = page.get(offset..offset + count).ok_or(io::ErrorKind::UnexpectedEof)?;
                bytes.extend_from_slice(part);
            } else {
                let old = bytes.len();
                bytes.resize(old + count, 0);
                self.fill(at, &mut bytes[old..])?;
            }
            at += count as u64;
        }
        Ok(Cow::Owned(bytes))
    }

    /// A page of the file, read if necessary; `None` if it cannot be kept.
    fn page(&self, number: usize) -> io::Result<Option<&[u8]>> {
        let Some(cell) = self.pages.get(number) else { return Ok(None) };
        if let Some(page) = cell.get() {
            return Ok(Some(page));
        }
        if !take(&self.memory.pages) {
            return Ok(None);
        }
        let start = number as u64 * PAGE as u64;
        let mut page = vec![0; (self.length - start).min(PAGE as u64) as usize].into_boxed_slice();
        let is_kept = self.fill(start, &mut page).map(|()| cell.set(page).is_ok());
        if !matches!(is_kept, Ok(true)) {
            self.memory.pages.fetch_add(1, Relaxed);
        }
        is_kept.map(|_| cell.get().map(AsRef::as_ref))
    }

    /// Reads bytes of the file.
    fn fill(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        if let Some(file) = &self.file {
            return read_at(file, at, bytes);
        }
        let file = open_regular(&self.path)?;
        let metadata = file.metadata()?;
        if metadata.len() != self.length || metadata.modified().ok() != self.modified {
            return Err(io::Error::other("the file was changed while in use"));
        }
        read_at(&file, at, bytes)
    }
}

/// Opens a file for reading, without blocking if it is not a file that can be read by position.
fn open_regular(path: &Path) -> io::Result<File> {
    let refused = || io::Error::other("this is not a regular file");
    if !fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let mut options = OpenOptions::new();
    options.read(true);
    // The file may have become a pipe since, and opening a pipe would wait for a writer.
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(refused()) }
}

/// Fills `bytes` from the offset `at` on.
#[cfg(unix)]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Fills `bytes` from the offset `at` on.
#[cfg(windows)]
fn read_at(file: &File, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                at += read as u64;
                bytes = &mut bytes[read..];
            }
        }
    }
    Ok(())
}

/// Fills `bytes` from the offset `at` on.
#[cfg(not(any(unix, windows)))]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    use std::sync::Mutex;
    // A file has a single offset, which its handles share.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let guard = crate::base::lock(&ONE_AT_A_TIME);
    let mut file = file;
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes));
    drop(guard);
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::TestFolder;

    /// A file with these contents in a folder of its own.
    fn file(name: &str, contents: &[u8]) -> (TestFolder, PathBuf) {
        let folder = TestFolder::new(name);
        let path = folder.join("table");
        fs::write(&path, contents).expect("a file");
        (folder, path)
    }

    fn contents(length: usize) -> Vec<u8> {
        (0..length).map(|at| (at * 7 + at / 251) as u8).collect()
    }

    #[test]
    fn all_reads_are_within_the_file() {
        let contents = contents(5 * PAGE + 9);
        let (_folder, path) = file("within", &contents);
        // With memory for all pages, for some, and for none.
        for memory in [100, 2, 0] {
            let memory = Arc::new(Memory::new(memory * PAGE));
            let mut opened = TableFile::open(&path, &memory).expect("a file");
            if memory.pages.load(Relaxed) > 2 {
                opened.keep_all();
            }
            assert_eq!(opened.length(), contents.len() as u64);
            for (at, count) in [
                (0, 1),
                (PAGE - 1, 2),
                (3, 0),
                (PAGE, PAGE),
                (10, 3 * PAGE),
                (5 * PAGE, 9),
                (0, contents.len()),
            ] {
                for _ in 0..2 {
                    let read = opened.read(at as u64, count).expect("bytes");
                    assert_eq!(read.as_ref(), &contents[at..at + count], "{at} {count}");
                }
            }
            for (at, count) in [(0, contents.len() + 1), (contents.len(), 1), (5 * PAGE, 10), (usize::MAX, 1)]
            {
                assert!(opened.read(at as u64, count).is_err(), "{at} {count}");
            }
        }
    }

    #[test]
    fn files_may_shrink_while_they_are_in_use() {
        let (_folder, path) = file("shrinking", &contents(9 * PAGE));
        let memory = Arc::new(Memory::new(100 * PAGE));
        let opened = TableFile::open(&path, &memory).expect("a file");
        assert!(opened.read(0, 10).is_ok());
        fs::write(&path, b"short").expect("a file");
        assert!(opened.read(8 * PAGE as u64, 10).is_err());
    }

    #[test]
    fn files_beyond_those_kept_open_are_opened_again() {
        let contents = contents(6 * PAGE);
        let (_folder, path) = file("reopened", &contents);
        let memory = Arc::new(Memory::new(0));
        let opened: Vec<_> =
            (0..OPEN_FILES + 2).map(|_| TableFile::open(&path, &memory).expect("a file")).collect();
        let last = opened.last().expect("a file");
        assert!(last.file.is_none());
        assert_eq!(last.read(5 * PAGE as u64, 4).expect("bytes").as_ref(), &contents[5 * PAGE..5 * PAGE + 4]);
        fs::write(&path, b"another").expect("a file");
        assert!(last.read(0, 4).is_err());
    }

    #[test]
    fn folders_are_not_tables() {
        let memory = Arc::new(Memory::new(0));
        let error = TableFile::open(&std::env::temp_dir(), &memory).expect_err("a folder");
        assert_eq!(error.to_string(), "this is not a regular file");
    }
}
