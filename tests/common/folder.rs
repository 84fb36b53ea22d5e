//! A folder for each test, and the program in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that is empty when a test begins.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME")).join(test);
        if path.exists() {
            fs::remove_dir_all(&path).expect("an old folder can be removed");
        }
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The program with these words as its arguments, in this folder.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadriga"));
        command.current_dir(&self.0).args(shlex::split(words).expect("matching quotes"));
        command.stdin(Stdio::null()).env_remove("RUST_LOG");
        command
    }

    pub fn run(&self, words: &str) -> Output {
        self.command(words).output().expect("the program starts")
    }
}
