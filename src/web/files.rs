use std::sync::LazyLock;

/// A file of the page.
#[derive(Debug, Clone)]
pub struct PageFile {
    /// The path below the page's address.
    pub path: &'static str,
    /// The MIME type.
    pub content_type: &'static str,
    /// The contents.
    pub text: &'static str,
}

/// The file at this path; the empty path is the page itself.
pub fn file(path: &str) -> Option<&'static PageFile> {
    let path = if path.is_empty() { "index.html" } else { path };
    SERVED.iter().find(|file| file.path == path)
}

/// The files as they are served. Browsers need neither comments nor indentation, a third of the page.
static SERVED: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let served = |file: &PageFile| {
        let is_code = [CSS, SCRIPT].contains(&file.content_type);
        let text = if is_code { compact(file.text).leak() } else { file.text };
        PageFile { text, ..file.clone() }
    };
    FILES.iter().map(served).collect()
});

/// The text without indentation, empty lines and the lines that hold nothing but comments. The lines of a template
/// literal stay as they are.
fn compact(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    let mut in_template = false;
    for line in text.lines() {
        let words = line.trim();
        // A comment before code on one line is kept with the code.
        let opens = words.starts_with("/*") && (words.ends_with("*/") || !words.contains("*/"));
        if in_template {
            kept.push_str(line);
            kept.push('\n');
        } else if in_comment || opens {
            in_comment = !words.ends_with("*/");
            continue;
        } else if !words.is_empty() && !words.starts_with("//") {
            kept.push_str(words);
            kept.push('\n');
        } else {
            continue;
        }
        in_template ^= line.matches('`').count() % 2 == 1;
    }
    kept
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Embeds files of `src/web/page`.
macro_rules! files {
    ($($content_type:ident $path:literal)*) => {
        [$(PageFile {
            path: $path,
            content_type: $content_type,
            text: include_str!(concat!("page/", $path)),
        }),*]
    };
}

static FILES: &[PageFile] = &files! {
    SCRIPT "analysis.js"
    SCRIPT "app.js"
    SCRIPT "board-view.js"
    CSS "board/board.css"
    SCRIPT "board/cells.js"
    SCRIPT "board/fen.js"
    SCRIPT "board/geometry.js"
    SCRIPT "board/ground.js"
    SCRIPT "board/hand.js"
    SCRIPT "board/icons.js"
    SCRIPT "board/index.js"
    SCRIPT "board/keyboard.js"
    SCRIPT "board/labels.js"
    SCRIPT "board/marks.js"
    SCRIPT "board/men.js"
    SCRIPT "board/picker.js"
    SCRIPT "board/pieces/chess.js"
    SCRIPT "board/pieces/discs.js"
    SCRIPT "board/pieces/stones.js"
    SCRIPT "board/pieces/symbols.js"
    SCRIPT "board/pointer-hand.js"
    SCRIPT "board/pointer.js"
    SCRIPT "board/points.js"
    SCRIPT "board/scene.js"
    SCRIPT "board/selection.js"
    SCRIPT "board/shapes.js"
    SCRIPT "board/squares.js"
    SCRIPT "board/state.js"
    SCRIPT "board/stones.js"
    SCRIPT "board/svg.js"
    SCRIPT "chess960.js"
    SCRIPT "clocks.js"
    SCRIPT "dialogs.js"
    SCRIPT "dom.js"
    SCRIPT "editor.js"
    SCRIPT "game.js"
    SCRIPT "graph.js"
    SVG "icon.svg"
    HTML "index.html"
    SCRIPT "keys.js"
    SCRIPT "learn/courses.js"
    SCRIPT "learn/engine.js"
    SCRIPT "learn/goals.js"
    SCRIPT "learn/index.js"
    CSS "learn/learn.css"
    SCRIPT "learn/lesson.js"
    SCRIPT "learn/list.js"
    SCRIPT "learn/progress.js"
    SCRIPT "learn/view.js"
    SCRIPT "learn/words.js"
    SCRIPT "move-list.js"
    SCRIPT "openings.js"
    SCRIPT "panel.js"
    CSS "panels.css"
    SCRIPT "play.js"
    SCRIPT "position.js"
    SCRIPT "preview.js"
    SCRIPT "problems.js"
    SCRIPT "protocol.js"
    SCRIPT "record-file.js"
    SCRIPT "review.js"
    SCRIPT "session.js"
    SCRIPT "settings.js"
    SCRIPT "share.js"
    SCRIPT "sound.js"
    SCRIPT "store.js"
    CSS "style.css"
    SCRIPT "texts/board.en.js"
    SCRIPT "texts/board.zh.js"
    SCRIPT "texts/en.js"
    SCRIPT "texts/index.js"
    SCRIPT "texts/learn.en.js"
    SCRIPT "texts/learn.js"
    SCRIPT "texts/learn.zh.js"
    SCRIPT "texts/zh.js"
    SCRIPT "variants.js"
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The page loads quickly even without compression.
    const MAX_BYTES: usize = 300_000;

    fn paths_below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                paths_below(&entry.path(), &format!("{name}/"), found);
            } else {
                found.insert(name);
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let mut found = BTreeSet::new();
        paths_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page"), "", &mut found);
        let embedded: BTreeSet<_> = FILES.iter().map(|file| file.path.to_owned()).collect();
        assert_eq!(embedded, found);
        assert_eq!(embedded.len(), FILES.len());
    }

    #[test]
    fn the_page_is_small() {
        let total: usize = SERVED.iter().map(|file| file.text.len()).sum();
        assert!(total < MAX_BYTES, "{total} bytes");
    }

    #[test]
    fn comments_and_indentation_are_left_out_and_nothing_else() {
        let code =
            "// a\nf(); // b\n\n  /** c */\n/**\n * d\n */\n/* e */ g();\n/* h\n  i */\n  j(\"//k\");\n";
        assert_eq!(compact(code), "f(); // b\n/* e */ g();\nj(\"//k\");\n");
        let template = "  f(`a\n  // b\n\n  c`);\n  g();\n";
        assert_eq!(compact(template), "f(`a\n  // b\n\n  c`);\ng();\n");
    }
}
