//! The Markdown documents of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub struct Document {
    pub path: PathBuf,
    pub text: String,
}

impl Document {
    /// The path within the repository.
    pub fn name(&self) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        self.path.strip_prefix(root).unwrap_or(&self.path).display().to_string()
    }
}

/// All Markdown files of the repository, wherever they are.
pub fn documents() -> Vec<Document> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let entry = entry.expect("an entry of the folder");
            let (path, name) = (entry.path(), entry.file_name());
            let is_foreign = name.to_string_lossy().starts_with('.') || name == "target" || name == "shared";
            let kind = entry.file_type().expect("a file or folder");
            if kind.is_dir() && !is_foreign {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| Document { text: fs::read_to_string(&path).expect("UTF-8"), path };
    paths.into_iter().map(read).collect()
}
