//! Programs as players on systems other than Unix, where they cannot be started. The engine itself and the reference
//! player play everywhere.

use std::convert::Infallible;
use std::io::{Error, ErrorKind};
use std::time::{Duration, Instant};

use crate::arena::Program;

use super::deadline::Deadline;
use super::error::PlayerError;

/// Does nothing: no program is running.
pub fn kill_all() {}

/// A running program, which cannot exist.
pub struct Process(Infallible);

impl Process {
    /// # Errors
    /// Always: this system's pipes and processes are not supported.
    pub fn start(_program: &Program, _name: &str) -> std::io::Result<Self> {
        Err(Error::new(ErrorKind::Unsupported, "programs as players are supported only on Unix"))
    }

    pub fn send(&mut self, _line: &str) {
        match self.0 {}
    }

    pub fn send_later(&mut self, _line: &str) {
        match self.0 {}
    }

    pub fn line(&mut self, _deadline: &Deadline<'_>) -> Result<String, PlayerError> {
        match self.0 {}
    }

    pub fn try_line(&mut self) -> Option<String> {
        match self.0 {}
    }

    pub fn last_read(&self) -> Instant {
        match self.0 {}
    }

    pub fn quit(&mut self, _line: &str, _grace: Duration) {
        match self.0 {}
    }
}
