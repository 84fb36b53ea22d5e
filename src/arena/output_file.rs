//! Files written at the end of a run: each appears completely or not at all, and can be checked before the run starts.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use thiserror::Error;

use crate::base::files::{folder_of, is_identical, open_output};

/// Why files cannot be written as requested.
#[derive(Debug, Error)]
pub enum OutputError {
    /// Two of the files are the same.
    #[error("the {first} and the {second} are the same file: {}", path.display())]
    SameFile {
        /// The purpose of one of them.
        first: &'static str,
        /// The purpose of the other one.
        second: &'static str,
        /// The file, as named for the second.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error("the {what} {} cannot be written: {error}", path.display())]
    Unusable {
        /// The file's purpose.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it cannot be written.
        error: io::Error,
    },
}

/// Checks that no file to be written is the same as another one that is read or written, and that each of `outputs` can
/// be written. Nothing is changed. Each file comes with its purpose.
///
/// # Errors
///
/// The first problem found.
pub fn check_outputs(
    inputs: &[(&'static str, &Path)],
    outputs: &[(&'static str, &Path)],
) -> Result<(), OutputError> {
    for (index, &(second, path)) in outputs.iter().enumerate() {
        let others = inputs.iter().chain(&outputs[..index]);
        if let Some(&(first, _)) = others.into_iter().find(|(_, other)| is_same_file(other, path)) {
            return Err(OutputError::SameFile { first, second, path: path.to_owned() });
        }
        OutputFile::create(path).map_err(|error| OutputError::Unusable {
            what: second,
            path: path.to_owned(),
            error,
        })?;
    }
    Ok(())
}

/// Whether two paths lead to the same regular file, or would once it is created.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) if is_identical(&one, &other) == Some(true) => one.is_file(),
        (Ok(metadata), _) | (_, Ok(metadata)) if !metadata.is_file() => false,
        _ => resolved(one).is_some_and(|path| resolved(other) == Some(path)),
    }
}

/// The absolute path without links, even if the file does not exist yet.
fn resolved(path: &Path) -> Option<PathBuf> {
    let folder = folder_of(path).canonicalize().ok()?;
    path.canonicalize().ok().or_else(|| Some(folder.join(path.file_name()?)))
}

/// A file written under a temporary name in its folder, which gets its own name once it is complete. Anything other
/// than a regular file, such as `/dev/stdout`, is written directly, if [`open_output`] allows it.
pub struct OutputFile {
    writer: BufWriter<File>,
    /// The temporary name and the final one.
    names: Option<(PathBuf, PathBuf)>,
}

impl OutputFile {
    /// Creates the file under its temporary name.
    ///
    /// # Errors
    ///
    /// If it cannot be created, or its name is that of a folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        // A link is kept: its target is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return Ok(Self {
                writer: BufWriter::new(open_output(File::options().write(true), path)?),
                names: None,
            });
        }
        let Some(name) = target.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
        if existing.is_some() {
            // A file that may not be written must not be replaced either.
            File::options().write(true).open(&target)?;
        }
        let number = COUNT.fetch_add(1, Relaxed);
        let temporary = format!(".{}.{}-{number}.tmp", name.to_string_lossy(), std::process::id());
        let temporary = folder_of(&target).join(temporary);
        let file = File::create_new(&temporary)?;
        let output = Self { writer: BufWriter::new(file), names: Some((temporary, target)) };
        if let (Some(metadata), Some((temporary, _))) = (existing, &output.names) {
            fs::set_permissions(temporary, metadata.permissions())?;
        }
        Ok(output)
    }

    /// Gives the file its name once its contents are on disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written. An existing file with that name is then unchanged.
    pub fn commit(mut self) -> io::Result<()> {
        self.writer.flush()?;
        let Some((temporary, target)) = &self.names else { return Ok(()) };
        self.writer.get_ref().sync_all()?;
        fs::rename(temporary, target)?;
        let folder = folder_of(target).to_owned();
        self.names = None;
        // If the folder cannot be synced, the file is complete under one of the two names.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.names {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes a whole file.
///
/// # Errors
///
/// As for [`OutputFile::create`] and [`OutputFile::commit`].
pub fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(contents)?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::TestFolder;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_file_appears_completely_or_not_at_all() {
        let folder = TestFolder::new("output-whole");
        let path = folder.join("a.txt");
        write_file(&path, b"one").expect("a file");
        let mut file = OutputFile::create(&path).expect("a file");
        file.write_all(b"two").expect("room");
        drop(file);
        assert_eq!(
            (fs::read(&path).expect("it is there"), names(&folder)),
            (b"one".to_vec(), vec!["a.txt".to_owned()])
        );
        write_file(&path, b"two").expect("a file");
        assert_eq!(
            (fs::read(&path).expect("it is there"), names(&folder)),
            (b"two".to_vec(), vec!["a.txt".to_owned()])
        );
        assert!(OutputFile::create(&folder).is_err());
        assert!(OutputFile::create(&folder.join("none").join("a.txt")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = TestFolder::new("output-links");
        fs::write(folder.join("target"), "old").expect("a file");
        std::os::unix::fs::symlink("target", folder.join("link")).expect("a link");
        write_file(&folder.join("link"), b"new").expect("a file");
        assert_eq!(fs::read(folder.join("target")).expect("it is there"), b"new");
        assert!(fs::symlink_metadata(folder.join("link")).expect("it is there").is_symlink());
    }

    #[test]
    fn one_file_is_not_used_twice() {
        let folder = TestFolder::new("output-same");
        let (one, other) = (folder.join("a"), folder.join(".").join("a"));
        let same = |inputs: &[(&'static str, &Path)], outputs: &[(&'static str, &Path)]| {
            matches!(check_outputs(inputs, outputs), Err(OutputError::SameFile { .. }))
        };
        assert!(same(&[("journal", &one)], &[("report", &other)]));
        assert!(same(&[], &[("report", &one), ("records", &other)]));
        fs::write(&one, "").expect("a file");
        assert!(same(&[("journal", &one)], &[("report", &other)]));
        fs::hard_link(&one, folder.join("b")).expect("a link");
        assert_eq!(same(&[("journal", &one)], &[("report", &folder.join("b"))]), cfg!(unix));
        assert!(check_outputs(&[("journal", &one)], &[("report", &folder.join("c"))]).is_ok());
        assert_eq!(names(&folder), ["a", "b"]);
    }
}
