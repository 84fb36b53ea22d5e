use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};

/// The MIME type of the pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// A file of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// The MIME type.
    pub content_type: &'static str,
    /// The contents.
    pub text: String,
}

/// The file at this path below the page's address.
pub fn file(path: &str) -> Option<&'static PageFile> {
    FILES.get(path)
}

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/web/page");

static FILES: LazyLock<BTreeMap<String, PageFile>> = LazyLock::new(|| {
    let served = |file: &File<'_>| {
        let content_type = match file.path().extension()?.to_str()? {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" => "application/json",
            "svg" => "image/svg+xml",
            "txt" => "text/plain; charset=utf-8",
            "html" => HTML,
            _ => return None,
        };
        // Windows uses another separator.
        let path = file.path().to_string_lossy().replace('\\', "/");
        Some((path, PageFile { content_type, text: compact(file.contents_utf8()?) }))
    };
    below(&FOLDER).into_iter().filter_map(served).collect()
});

/// All files in a folder and its subfolders.
fn below(folder: &'static Dir<'static>) -> Vec<&'static File<'static>> {
    folder.files().chain(folder.dirs().flat_map(below)).collect()
}

/// A file without indentation and lines that are only comments: browsers need neither, and they make up a quarter of
/// the page. Multi-line strings must therefore not contain either.
fn compact(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        // A comment before code on one line is kept with the code.
        let opens = line.starts_with("/*") && (line.ends_with("*/") || !line.contains("*/"));
        if in_comment || opens {
            in_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out_and_nothing_else() {
        let code =
            "// a\nf(); // b\n\n  /** c */\n/**\n * d\n */\n/* e */ g();\n/* h\n  i */\n  j(\"//k\");\n";
        assert_eq!(compact(code), "f(); // b\n/* e */ g();\nj(\"//k\");\n");
    }

    #[test]
    fn every_file_of_the_page_is_served() {
        let count = below(&FOLDER).len();
        assert!(count > 80 && FILES.len() == count, "{} of {count}", FILES.len());
        assert!(FILES.values().all(|file| !file.text.is_empty()));
    }

    #[test]
    fn no_folder_has_the_name_of_the_addresses_of_guests() {
        assert!(FOLDER.get_dir("board").is_some() && FOLDER.get_dir(crate::web::rooms::FOLDER).is_none());
    }

    #[test]
    fn strings_over_several_lines_are_served_unchanged() {
        for file in below(&FOLDER).into_iter().filter(|file| file.path().extension() == Some("js".as_ref())) {
            let mut in_string = false;
            for line in file.contents_utf8().expect("UTF-8").lines() {
                assert!(
                    !in_string || compact(line).trim_end_matches('\n') == line,
                    "{:?}: {line}",
                    file.path()
                );
                if in_string || !line.trim_start().starts_with(['/', '*']) {
                    in_string ^= line.matches('`').count() % 2 == 1;
                }
            }
            assert!(!in_string, "{:?}", file.path());
        }
    }
}
