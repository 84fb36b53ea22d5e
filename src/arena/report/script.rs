//! The script of the page, with the modules of the board that it shares with the server's pages. As the page must not
//! load anything, the modules are in its import map: their paths map to addresses that contain their text.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use include_dir::{Dir, include_dir};

static BOARD: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/web/page/board");

/// How the page's script refers to modules of the board in imports.
const FROM_HERE: &str = "from \"../../web/page/board/";

/// The colours and common controls of the pages of the server.
pub(super) const PAGE_STYLE: &str = include_str!("../../web/page/style.css");

/// The style sheet of the board.
pub(super) const BOARD_STYLE: &str = include_str!("../../web/page/board/board.css");

/// The script, which is a module.
pub(super) fn script() -> String {
    include_str!("page.js").replace(FROM_HERE, "from \"board/")
}

/// The import map, in JSON.
pub(super) fn import_map() -> String {
    let (mut imports, mut waiting) = (BTreeMap::new(), imported(&script()));
    while let Some(path) = waiting.pop() {
        let text = module(&path);
        if let Entry::Vacant(entry) = imports.entry(path) {
            waiting.extend(imported(&text));
            entry.insert(format!("data:text/javascript;base64,{}", BASE64_STANDARD.encode(text)));
        }
    }
    serde_json::json!({ "imports": imports }).to_string()
}

/// A module of the board. It imports others by their paths below the page, because relative imports do not work from an
/// address that is not in a folder.
fn module(path: &str) -> String {
    let file = path.strip_prefix("board/").and_then(|name| BOARD.get_file(name)?.contents_utf8());
    let text = file.unwrap_or_else(|| panic!("{path} is not a module of the board"));
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
    text.replace("from \"./", &format!("from \"{folder}/")).replace("from \"../", &format!("from \"{above}/"))
}

/// The paths of the modules that a script imports.
fn imported(script: &str) -> Vec<String> {
    script
        .split("from \"board/")
        .skip(1)
        .filter_map(|rest| Some(format!("board/{}", rest.split_once('"')?.0)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_is_in_the_map() {
        let map: serde_json::Value = serde_json::from_str(&import_map()).expect("JSON");
        let map = map["imports"].as_object().expect("an object");
        assert!(map.len() > 15 && map.len() < 30, "{:?}", map.keys());
        let modules = map.keys().map(|path| module(path)).chain([script()]);
        for module in modules {
            let imports = module.matches("\nimport ").count() + usize::from(module.starts_with("import "));
            assert_eq!(imported(&module).len(), imports, "{module}");
            assert!(imported(&module).iter().all(|path| map.contains_key(path)));
        }
        assert!(!script().contains("</") && !script().contains("<!--"));
    }
}
