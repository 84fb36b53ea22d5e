use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The secret part of the page's address: whoever knows it may use the engine.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// The shortest and the longest token.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;

/// A token that cannot be used, made or kept.
#[derive(Debug, Error)]
pub enum TokenError {
    /// A text that is not a token.
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

    /// The token that `text` is.
    ///
    /// # Errors
    /// If the text is not 8 to 64 ASCII letters and digits.
    pub fn parse(text: &str) -> Result<Self, TokenError> {
        let valid = LENGTHS.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if valid { Ok(Self(text.to_owned())) } else { Err(TokenError::Malformed) }
    }

    /// The token kept in a file; a new one is made and kept there if there is none. With the same token a page finds
    /// the server again after a restart.
    ///
    /// # Errors
    /// If the file can be neither read nor written.
    pub fn kept_in(path: &Path) -> Result<Self, TokenError> {
        let failed = |error| TokenError::File { path: path.to_owned(), error };
        match fs::read_to_string(path) {
            Ok(text) => {
                if let Ok(token) = Self::parse(text.trim()) {
                    return Ok(token);
                }
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => {}
            // The file may well hold a token, which must not be replaced.
            Err(error) => return Err(failed(error)),
        }
        let token = Self::random()?;
        write_private(path, &token.0).map_err(failed)?;
        Ok(token)
    }

    /// Whether `text` is this token. Takes equally long for all texts of the same length.
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

/// Writes a file that only the user can read.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::Write::write_all(&mut options.open(path)?, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_kept_token_is_found_again() {
        let folder = std::env::temp_dir().join(format!("quadriga-token-{}", std::process::id()));
        let path = folder.join("deep").join("token");
        let token = Token::kept_in(&path).expect("a token");
        assert_eq!(Token::kept_in(&path).expect("the same"), token);
        fs::write(&path, "not a token!").expect("written");
        assert_ne!(Token::kept_in(&path).expect("a new one"), token);
        fs::remove_dir_all(folder).expect("removed");
    }
}
