use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Separates the folders of a search path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The error for a search path with a NUL character, which no system allows in the name of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a folder name cannot contain a NUL character")]
pub struct NulInPath;

/// The folders of a search path; empty parts are ignored.
///
/// # Errors
/// If the path contains a NUL character.
pub fn folders(path: &str) -> Result<Vec<PathBuf>, NulInPath> {
    if path.contains('\0') {
        return Err(NulInPath);
    }
    Ok(path.split(SEPARATOR).map(str::trim).filter(|part| !part.is_empty()).map(PathBuf::from).collect())
}

/// The entries of a folder with one of these extensions, sorted by name.
///
/// # Errors
/// If the folder cannot be read.
pub fn files(folder: &Path, extensions: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().and_then(OsStr::to_str).is_some_and(|extension| extensions.contains(&extension)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_parts_of_a_path_mean_nothing() {
        let path = |parts: &[&str]| parts.join(&SEPARATOR.to_string());
        let expected = vec![PathBuf::from("a b"), PathBuf::from("c")];
        for parts in [&["a b", "c"][..], &["a b", "c", ""], &["", "a b", "", "", " ", "c", ""]] {
            assert_eq!(folders(&path(parts)), Ok(expected.clone()), "{parts:?}");
        }
        for parts in [&[""][..], &["", ""], &["", " ", ""]] {
            assert_eq!(folders(&path(parts)), Ok(Vec::new()), "{parts:?}");
        }
        assert_eq!(folders("a\0b"), Err(NulInPath));
    }
}
