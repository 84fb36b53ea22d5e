use std::sync::LazyLock;

use crate::base::compact;

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

/// The file at this path.
pub fn file(path: &str) -> Option<&'static PageFile> {
    SERVED.iter().find(|file| file.path == path)
}

/// The files as they are served. Browsers need neither comments nor indentation, which are a quarter of the page.
static SERVED: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let served = |file: &PageFile| {
        let text = match file.content_type {
            CSS => compact_style(file.text).leak(),
            SCRIPT => compact(file.text).leak(),
            HTML => without_indentation(file.text).leak(),
            _ => file.text,
        };
        PageFile { text, ..file.clone() }
    };
    FILES.iter().map(served).collect()
});

/// The scripts that a page begins with: all that it imports, directly or through others, but those that are loaded
/// later by `import()`.
pub fn modules_of(page: &str) -> Vec<String> {
    reachable(page, |before| !before.ends_with("import("))
}

/// The scripts that a page refers to, directly or through others, by paths in quotes before which the text is `wanted`.
fn reachable(page: &str, wanted: fn(&str) -> bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut waiting = vec![page.to_owned()];
    while let Some(path) = waiting.pop() {
        let Some(file) = file(&path) else { continue };
        let texts: Vec<_> = file.text.split('"').collect();
        let paths = texts.windows(2).filter(|pair| {
            let is_path = pair[1].starts_with("./") || pair[1].starts_with("../");
            is_path && wanted(pair[0])
        });
        for module in paths.map(|pair| resolved(&path, pair[1])) {
            let is_script = self::file(&module).is_some_and(|file| file.content_type == SCRIPT);
            if is_script && !found.contains(&module) {
                found.push(module.clone());
                waiting.push(module);
            }
        }
    }
    found
}

/// The path of a file that another one refers to by a relative path.
fn resolved(from: &str, to: &str) -> String {
    let mut folders: Vec<_> = from.split('/').collect();
    folders.pop();
    for part in to.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            name => folders.push(name),
        }
    }
    folders.join("/")
}

/// A style sheet without comments and without the white space that means nothing.
fn compact_style(text: &str) -> String {
    let joined =
        compact(text).replace(" {\n", "{").replace(";\n", ";").replace(",\n", ",").replace("}\n", "}");
    joined.replace(": ", ":").replace(";}", "}")
}

/// A document whose lines begin with no white space.
fn without_indentation(text: &str) -> String {
    text.lines().map(|line| line.trim_start().to_owned() + "\n").collect()
}

/// The MIME type of the pages.
pub const HTML: &str = "text/html; charset=utf-8";
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
    SCRIPT "board/pieces.js"
    SCRIPT "board/picker.js"
    SCRIPT "board/picture.js"
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
    SCRIPT "drop.js"
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
    SCRIPT "learn/lessons.js"
    SCRIPT "learn/list.js"
    SCRIPT "learn/progress.js"
    SCRIPT "learn/view.js"
    SCRIPT "learn/words.js"
    SCRIPT "move-list.js"
    SCRIPT "openings.js"
    SCRIPT "panel.js"
    CSS "panels.css"
    SCRIPT "parts.js"
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
    SCRIPT "socket.js"
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
    SCRIPT "texts/watch.en.js"
    SCRIPT "texts/watch.zh.js"
    SCRIPT "texts/zh.js"
    SCRIPT "variants.js"
    HTML "watch.html"
    SCRIPT "watch/feed.js"
    SCRIPT "watch/games.js"
    SCRIPT "watch/index.js"
    SCRIPT "watch/tables.js"
    CSS "watch/watch.css"
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The page loads quickly even without compression.
    const MAX_BYTES: usize = 320_000;

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
    fn the_modules_of_a_page_are_all_that_it_begins_with() {
        let board = modules_of("index.html");
        assert!(
            board.contains(&"app.js".to_owned()) && board.contains(&"board/index.js".to_owned()),
            "{board:?}"
        );
        let watch = modules_of("watch.html");
        assert!(!board.iter().any(|path| path.starts_with("watch/")), "{board:?}");
        for later in ["editor.js", "learn/view.js", "share.js"] {
            assert!(!board.contains(&later.to_owned()), "{later} is loaded at once");
        }
        for path in board.iter().chain(&watch) {
            assert!(file(path).is_some(), "{path} is not served");
        }
        let all: Vec<_> =
            FILES.iter().filter(|file| file.content_type == SCRIPT).map(|file| file.path).collect();
        let used: Vec<_> = ["index.html", "watch.html"].map(|page| reachable(page, |_| true)).concat();
        for path in all {
            assert!(used.iter().any(|module| module == path), "no page imports {path}");
        }
    }

    #[test]
    fn the_page_is_small() {
        let total: usize = SERVED.iter().map(|file| file.text.len()).sum();
        assert!(total < MAX_BYTES, "{total} bytes");
    }

    #[test]
    fn strings_over_several_lines_are_served_unchanged() {
        for file in FILES.iter().filter(|file| file.content_type == SCRIPT) {
            let mut in_string = false;
            for line in file.text.lines() {
                assert!(!in_string || compact(line).trim_end_matches('\n') == line, "{}: {line}", file.path);
                if in_string || !line.trim_start().starts_with(['/', '*']) {
                    in_string ^= line.matches('`').count() % 2 == 1;
                }
            }
            assert!(!in_string, "{}", file.path);
        }
    }
}
