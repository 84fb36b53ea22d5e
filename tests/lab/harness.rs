//! What tests of the lab's commands do in their folders.

#[path = "../common/folder.rs"]
mod folder;

pub use folder::Folder;

impl Folder {
    /// Runs the program: whether it succeeded, and all that it printed.
    pub fn outcome(&self, words: &str) -> (bool, String) {
        let output = self.run(words);
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text.into_owned())
    }
}
