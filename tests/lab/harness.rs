//! Helpers for tests that run the lab's commands in a folder of their own.

#[path = "../common/folder.rs"]
mod folder;

pub use folder::Folder;

impl Folder {
    /// Runs the program; returns whether it succeeded, and its output.
    pub fn outcome(&self, words: &str) -> (bool, String) {
        let output = self.run(words);
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text.into_owned())
    }
}
