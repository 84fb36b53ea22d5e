use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A folder for a test, empty at its beginning and removed at its end.
pub struct TestFolder(PathBuf);

impl TestFolder {
    /// The folder of the test with this name, which no other test has.
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quadriga-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Deref for TestFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
