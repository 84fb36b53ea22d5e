//! Opens files by name. If a regular file is expected, anything else is refused: opening a named pipe could wait
//! forever, and a device may never end.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What is wrong with a file, and its path.
#[derive(Debug, Error)]
#[error("{}{}: {problem}", P::FILE, path.display())]
pub struct FileError<P: FileProblem> {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: P,
}

/// What can be wrong with files of one kind.
pub trait FileProblem: std::error::Error {
    /// What messages call such a file, followed by a blank; empty if its name says enough.
    const FILE: &'static str;
}

impl<P: FileProblem> FileError<P> {
    /// Adds the file's path to a problem.
    pub fn at(path: &Path) -> impl Fn(P) -> Self + use<P> {
        let path = path.to_owned();
        move |problem| Self { path: path.clone(), problem }
    }
}

/// The maximum size of a file with settings, in bytes.
pub const MAX_SETTINGS_BYTES: u64 = 16 << 20;

/// The path of one of several files written instead of `path`: `games.sgf` becomes `games-0001.sgf`.
pub fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number:04}.{extension}"))
}

/// Opens a regular file for reading.
///
/// # Errors
///
/// If it is something else, or cannot be opened.
pub fn open_file(path: &Path) -> io::Result<File> {
    open_file_with(File::options().read(true), path)
}

/// Opens a regular file, which may be created if the options allow it.
///
/// # Errors
///
/// If it is something else, or cannot be opened.
pub fn open_file_with(options: &OpenOptions, path: &Path) -> io::Result<File> {
    // Even opening a named pipe waits for its other end.
    if let Ok(metadata) = fs::metadata(path) {
        check_regular(&metadata)?;
    }
    let file = options.open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a whole regular file of at most `limit` bytes.
///
/// # Errors
///
/// If it is longer, is something else, or cannot be read.
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {}", size(limit)));
    let file = open_file(path)?;
    if file.metadata()?.len() > limit {
        return Err(too_large());
    }
    let mut contents = Vec::new();
    file.take(limit + 1).read_to_end(&mut contents)?;
    if contents.len() as u64 > limit { Err(too_large()) } else { Ok(contents) }
}

/// Like [`read_file`], for text.
///
/// # Errors
///
/// Those of [`read_file`], and if it is not UTF-8.
pub fn read_text_file(path: &Path, limit: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read_file(path, limit)?).map_err(not_text)
}

/// Opens a file to write to: a regular file, a character device such as `/dev/null`, or the file that is the program's
/// own standard output or error.
///
/// # Errors
///
/// If it is something else, or cannot be opened.
pub fn open_output(options: &OpenOptions, path: &Path) -> io::Result<File> {
    if let Ok(metadata) = fs::metadata(path) {
        check_output(&metadata)?;
    }
    options.open(path)
}

/// Whether both belong to the same file; `None` if the system does not say.
pub fn is_identical(one: &Metadata, other: &Metadata) -> Option<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((one.dev(), one.ino()) == (other.dev(), other.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        None
    }
}

/// The folder that holds a file.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn check_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() { Ok(()) } else { Err(not_regular(metadata.file_type())) }
}

#[cfg(unix)]
fn check_output(metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    if metadata.file_type().is_char_device() {
        return Ok(());
    }
    let is_own = ["/dev/fd/1", "/dev/fd/2"]
        .into_iter()
        .any(|stream| fs::metadata(stream).is_ok_and(|own| is_identical(&own, metadata) == Some(true)));
    if is_own { Ok(()) } else { check_regular(metadata) }
}

#[cfg(not(unix))]
fn check_output(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_dir() { check_regular(metadata) } else { Ok(()) }
}

fn not_regular(kind: FileType) -> io::Error {
    let message = format!("it is {}, not a regular file", kind_name(kind));
    let kind = if kind.is_dir() { ErrorKind::IsADirectory } else { ErrorKind::InvalidInput };
    io::Error::new(kind, message)
}

#[cfg(unix)]
fn kind_name(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_fifo() => "a named pipe",
        kind if kind.is_char_device() || kind.is_block_device() => "a device",
        kind if kind.is_socket() => "a socket",
        _ => "something else",
    }
}

#[cfg(not(unix))]
fn kind_name(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { "something else" }
}

fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::base::TestFolder;

    #[test]
    fn only_regular_files_are_read() {
        let folder = TestFolder::new("files");
        let pipe = folder.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let file = folder.join("file");
        fs::write(&file, "12345").expect("written");
        let link = folder.join("link");
        std::os::unix::fs::symlink(&pipe, &link).expect("a link");
        for (path, expected) in [
            (pipe.as_path(), "it is a named pipe, not a regular file"),
            (&link, "it is a named pipe, not a regular file"),
            (Path::new("/dev/zero"), "it is a device, not a regular file"),
            (&folder, "it is a folder, not a regular file"),
            (&file, "it is larger than 4 bytes"),
        ] {
            assert_eq!(read_file(path, 4).expect_err("refused").to_string(), expected);
        }
        assert_eq!(read_file(&file, 5).expect("short enough"), b"12345");
        let mut append = File::options();
        append.append(true).create(true);
        for path in [&pipe, &link, &*folder] {
            assert!(open_output(&append, path).is_err(), "{}", path.display());
        }
        for path in [Path::new("/dev/null"), &file, &folder.join("new")] {
            open_output(&append, path).expect("a file to write to");
        }
    }
}
