use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::base::files::{open_file, read_file};

/// The secret part of the page's address: whoever knows it may use the engine.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The shortest and the longest token.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// The maximum size of a file that may hold a token.
const MAX_TOKEN_BYTES: u64 = 1024;

/// The token kept in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptToken {
    /// The token.
    pub token: Token,
    /// Whether other users could read or write the file. If so, the token is new and the file is private now.
    pub was_exposed: bool,
}

/// Why a token cannot be used, generated or kept.
#[derive(Debug, Error)]
pub enum TokenError {
    /// The text is not a token.
    #[error("a token has 8 to 64 letters and digits")]
    Malformed,
    /// The system has no random numbers.
    #[error("no random token can be made: {0}")]
    Random(getrandom::Error),
    /// The file that keeps the token cannot be read or written.
    #[error("the token cannot be kept in {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
}

impl Token {
    /// A new random token.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> Result<Self, TokenError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(TokenError::Random)?;
        Ok(Self(format!("{:032x}", u128::from_le_bytes(bytes))))
    }

    /// Parses a token.
    ///
    /// # Errors
    /// If the text is not 8 to 64 ASCII letters and digits.
    pub fn parse(text: &str) -> Result<Self, TokenError> {
        let valid = LENGTHS.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if valid { Ok(Self(text.to_owned())) } else { Err(TokenError::Malformed) }
    }

    /// The token kept in a file. If there is none, or others had access to the file, a new one is generated and kept
    /// there. With the same token, a page finds the server again after a restart.
    ///
    /// # Errors
    /// If the file can be neither read nor written.
    pub fn kept_in(path: &Path) -> Result<KeptToken, TokenError> {
        let failed = |error| TokenError::File { path: path.to_owned(), error };
        let mut was_exposed = false;
        match read_exposed(path) {
            Ok((contents, is_exposed)) => {
                was_exposed = is_exposed;
                let kept = String::from_utf8(contents).ok().and_then(|text| Self::parse(text.trim()).ok());
                if let Some(token) = kept.filter(|_| !is_exposed) {
                    return Ok(KeptToken { token, was_exposed });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // The file may hold a token after all, which must not be replaced.
            Err(error) => return Err(failed(error)),
        }
        let token = Self::random()?;
        write_private(path, &token.0).map_err(failed)?;
        Ok(KeptToken { token, was_exposed })
    }

    /// Whether `text` is this token, in constant time for texts of the same length.
    pub(super) fn matches(&self, text: &str) -> bool {
        let difference = self.0.bytes().zip(text.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        self.0.len() == text.len() && difference == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The contents of a file, and whether users other than its owner have access to it.
fn read_exposed(path: &Path) -> io::Result<(Vec<u8>, bool)> {
    let is_exposed = is_exposed(&open_file(path)?.metadata()?);
    Ok((read_file(path, MAX_TOKEN_BYTES)?, is_exposed))
}

#[cfg(unix)]
fn is_exposed(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0
}

/// On other systems, a user's folders are closed to others.
#[cfg(not(unix))]
const fn is_exposed(_metadata: &fs::Metadata) -> bool {
    false
}

/// Creates a folder, and those that it is in, that only the user can read. One that exists stays as it is.
///
/// # Errors
/// If it cannot be created.
pub fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut folders = fs::DirBuilder::new();
    folders.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
    folders.create(folder)
}

/// Writes a file that only the user can read, even if others could read it before. Folders that are created are
/// private, too.
///
/// # Errors
/// If the file cannot be replaced.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        make_private_folder(folder)?;
    }
    // A new file, because another user may have the old one open.
    let new = path.with_extension("new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::Write::write_all(&mut options.open(&new)?, text.as_bytes())?;
    fs::rename(new, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::TestFolder;

    #[test]
    fn tokens_are_letters_and_digits() {
        for text in ["", "short", "with blank", "slash/slash", "ünicode1", &"x".repeat(65)] {
            assert!(Token::parse(text).is_err(), "{text:?}");
        }
        let token = Token::parse("abcdefgh12").expect("a token");
        assert!(token.matches("abcdefgh12"));
        for other in ["", "abcdefgh1", "abcdefgh13", "abcdefgh123"] {
            assert!(!token.matches(other), "{other:?}");
        }
        assert!(!format!("{token:?}").contains("abc"));
    }

    #[test]
    fn random_tokens_differ_and_are_valid() {
        let [a, b] = [(); 2].map(|()| Token::random().expect("a token"));
        assert_ne!(a, b);
        assert_eq!(Token::parse(&a.to_string()).expect("valid"), a);
    }

    fn kept(path: &Path) -> KeptToken {
        Token::kept_in(path).expect("a token")
    }

    #[test]
    fn a_kept_token_is_found_again() {
        let folder = TestFolder::new("token-kept");
        let path = folder.join("deep").join("token");
        let first = kept(&path);
        assert!(!first.was_exposed);
        assert_eq!(kept(&path), first);
        for contents in [&b"not a token!"[..], b"", b"\xff\xfe"] {
            let before = kept(&path);
            fs::write(&path, contents).expect("written");
            let after = kept(&path);
            assert!(after.token != before.token && !after.was_exposed);
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_token_that_others_had_access_to_is_replaced() {
        use std::os::unix::fs::PermissionsExt;

        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        let folder = TestFolder::new("token-exposed");
        let path = folder.join("private").join("token");
        let mut last = kept(&path).token;
        assert_eq!((mode(&path), mode(path.parent().expect("a folder"))), (0o600, 0o700));
        for exposed in [0o644, 0o640, 0o660, 0o620, 0o602, 0o604, 0o666, 0o777, 0o601] {
            fs::set_permissions(&path, fs::Permissions::from_mode(exposed)).expect("it is ours");
            let found = kept(&path);
            assert!(found.was_exposed && found.token != last, "{exposed:o}");
            assert_eq!(mode(&path), 0o600, "{exposed:o}");
            assert_eq!(kept(&path), KeptToken { token: found.token.clone(), was_exposed: false });
            last = found.token;
        }
        for private in [0o600, 0o400, 0o700] {
            fs::set_permissions(&path, fs::Permissions::from_mode(private)).expect("it is ours");
            assert_eq!(kept(&path).token, last, "{private:o}");
        }
    }
}
