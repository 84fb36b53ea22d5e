//! The Markdown documents of the repository, and the links between them.

use std::collections::HashSet;
use std::fmt::Write;
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

    /// The lines outside of blocks of code.
    fn prose(&self) -> impl Iterator<Item = &str> {
        let mut is_code = false;
        self.text.lines().filter(move |line| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
    }

    /// The targets of all links, apart from those into the web.
    fn links(&self) -> impl Iterator<Item = &str> {
        self.prose()
            .flat_map(|line| line.split("](").skip(1))
            .filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
            .filter(|target| !target.contains("://"))
    }

    /// The names by which links refer to headings: in lower case, without punctuation, with hyphens for spaces.
    fn anchors(&self) -> HashSet<String> {
        let mut found = HashSet::new();
        for line in self.prose().filter(|line| line.starts_with('#')) {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            let kept = words.chars().filter(|&c| c.is_alphanumeric() || "-_ ".contains(c));
            let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
            // The second heading of a name gets a number, and so on.
            let numbered = (1..).map(|number| format!("{name}-{number}"));
            let new = std::iter::once(name.clone()).chain(numbered).find(|name| !found.contains(name));
            found.extend(new);
        }
        found
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

#[test]
fn links_between_documents_lead_somewhere() {
    let documents = documents();
    assert!(documents.iter().any(|document| document.name() == "protocol.md"));
    let mut wrong = String::new();
    for document in &documents {
        for link in document.links() {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = document.path.parent().expect("a folder");
            let target = if path.is_empty() { document.path.clone() } else { folder.join(path) };
            let Ok(target) = target.canonicalize() else {
                let _ = writeln!(wrong, "{}: there is no {link}", document.name());
                continue;
            };
            let is_target = |other: &&Document| other.path.canonicalize().is_ok_and(|path| path == target);
            let has_anchor = |other: &Document| other.anchors().contains(anchor);
            if !anchor.is_empty() && !documents.iter().find(is_target).is_some_and(has_anchor) {
                let _ = writeln!(wrong, "{}: no heading is called {link}", document.name());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
