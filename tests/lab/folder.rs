use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is empty when a test begins.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(test);
        if path.exists() {
            fs::remove_dir_all(&path).expect("an old folder can be removed");
        }
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}
