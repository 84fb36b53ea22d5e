//! Checks the layers of the source: modules import only from their own and lower layers, games do not depend on each
//! other, the search depends on no particular game, only the command line prints, and unsafe code is in two files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers, lowest first; modules of one layer may import each other.
const FLOORS: [&[&str]; 12] = [
    &["base"],
    &["rules"],
    &["tactics"],
    &["search"],
    &["eval"],
    &["games"],
    &["engine"],
    &["records"],
    &["protocol"],
    &["arena", "lab"],
    &["web"],
    &["cli", "main"],
];

/// The folders with one module per game.
const ROOMS: [&str; 3] = ["rules", "tactics", "eval"];

/// The modules of a single game each.
const GAMES: [&str; 4] = ["chess", "xiangqi", "zhonggong", "gomoku"];

struct Source {
    /// The module's path below the crate, such as `["rules", "chess", "fen"]`.
    module: Vec<String>,
    /// The file's text without comments and string literals.
    code: String,
    path: PathBuf,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable source folder") {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&root).expect("a path below src").with_extension("");
                let mut module: Vec<_> =
                    inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                if module.last().is_some_and(|name| name == "mod" || name == "lib") {
                    module.pop();
                }
                let text = fs::read_to_string(&path).expect("readable source");
                found.push(Source { module, code: code_only(&text), path });
            }
        }
    }
    assert!(found.len() > 20, "only {} source files were found", found.len());
    found
}

/// Leaves out line comments, string literals and quoted characters.
fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
                code.push('\n');
            }
            '"' => {
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => {
                            chars.next();
                        }
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '\'' if chars.clone().nth(1) == Some('\'') => {
                chars.nth(1);
            }
            _ => code.push(c),
        }
    }
    code
}

/// The module paths that a file imports from the crate's root or from a parent module, as far as they can be parsed.
fn imports(source: &Source) -> Vec<Vec<String>> {
    let is_file_module = !source.path.ends_with("mod.rs");
    let mut found = Vec::new();
    for (prefix, base) in
        [("crate::", Vec::new()), ("super::", source.module.clone()), ("quadriga::", Vec::new())]
    {
        for (start, _) in source.code.match_indices(prefix) {
            let before = source.code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
                continue;
            }
            let mut rest = &source.code[start..];
            let mut path = base.clone();
            if prefix == "super::" {
                // An inline test module is treated like its file: its additional `super` only leads further up, and the
                // paths from there are checked as well.
                while let Some(further) = rest.strip_prefix("super::") {
                    path.pop();
                    rest = further;
                }
                if !is_file_module && path.is_empty() {
                    continue;
                }
            } else {
                rest = &rest[prefix.len()..];
            }
            expand(rest, &path, &mut found);
        }
    }
    found
}

/// Reads `a::b::{c, d::e}` behind `path` and appends what it names.
fn expand(text: &str, path: &[String], found: &mut Vec<Vec<String>>) {
    let text = text.trim_start();
    if let Some(group) = text.strip_prefix('{') {
        let mut depth = 0;
        let mut item = String::new();
        for c in group.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    expand(&item, path, found);
                    item.clear();
                    continue;
                }
                _ => {}
            }
            item.push(c);
        }
        expand(&item, path, found);
        return;
    }
    let name: String = text.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect();
    if name.is_empty() {
        return;
    }
    let mut path = path.to_vec();
    let rest = &text[name.len()..];
    path.push(name);
    match rest.strip_prefix("::") {
        Some(rest) => expand(rest, &path, found),
        None => found.push(path),
    }
}

fn floor(module: &[String]) -> Option<usize> {
    let first = module.first()?;
    FLOORS.iter().position(|floor| floor.contains(&first.as_str()))
}

#[test]
fn modules_import_only_from_their_own_and_lower_layers() {
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(here) = floor(&source.module) else {
            assert!(source.module.is_empty(), "{}: on no floor", source.path.display());
            continue;
        };
        for import in imports(&source) {
            if floor(&import).is_some_and(|there| there > here) {
                wrong.push(format!("{} imports {}", source.path.display(), import.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that point up:\n{}", wrong.join("\n"));
}

#[test]
fn a_game_imports_no_sibling() {
    let mut wrong = Vec::new();
    for source in sources() {
        let [room, game, ..] = source.module.as_slice() else { continue };
        if !ROOMS.contains(&room.as_str()) {
            continue;
        }
        let Some(game) = GAMES.iter().chain(&["cchess"]).find(|name| *name == game) else { continue };
        for import in imports(&source) {
            let [their_room, their_game, ..] = import.as_slice() else { continue };
            let is_game = GAMES.contains(&their_game.as_str());
            if ROOMS.contains(&their_room.as_str()) && is_game && their_game != game {
                wrong.push(format!("{} imports {}", source.path.display(), import.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "games that import a sibling:\n{}", wrong.join("\n"));
}

#[test]
fn search_depends_on_no_game() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| source.module.first().is_some_and(|room| room == "search"))
    {
        let code = source.code.to_lowercase();
        for game in GAMES.iter().chain(&["renju", "cchess"]) {
            if code.contains(game) {
                wrong.push(format!("{} names {game}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_command_line_code_prints() {
    let printing = ["print!", "println!", "eprint!", "eprintln!", "dbg!", "stdout()", "stdin()", "stderr()"];
    let mut wrong = Vec::new();
    for source in sources() {
        if floor(&source.module).is_none_or(|floor| floor >= 8) {
            continue;
        }
        for word in printing {
            if source.code.contains(word) {
                wrong.push(format!("{} uses {word}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "floors that should be silent:\n{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_is_in_two_files() {
    let is_word = |code: &str, start: usize| {
        let around = [code[..start].chars().next_back(), code[start + "unsafe".len()..].chars().next()];
        around.into_iter().flatten().all(|c| !c.is_alphanumeric() && c != '_')
    };
    let found: BTreeSet<_> = sources()
        .into_iter()
        .filter(|source| source.code.match_indices("unsafe").any(|(start, _)| is_word(&source.code, start)))
        .map(|source| source.module.join("/"))
        .collect();
    assert_eq!(found, ["base/machine", "eval/network/simd"].map(str::to_owned).into());
}

#[test]
fn imports_are_parsed() {
    let source = |module: &[&str], code: &str, path: &str| Source {
        module: module.iter().map(|&part| part.to_owned()).collect(),
        code: code_only(code),
        path: PathBuf::from(path),
    };
    let of = |source: &Source| imports(source).iter().map(|path| path.join("::")).collect::<Vec<_>>();
    let group = source(&["search", "node"], "use crate::{base::{Move, Score}, engine::Engine};", "node.rs");
    assert_eq!(of(&group), ["base::Move", "base::Score", "engine::Engine"]);
    let up = source(&["rules", "chess", "fen"], "use super::super::xiangqi::Fen; // crate::engine", "fen.rs");
    assert_eq!(of(&up), ["rules::xiangqi::Fen"]);
    let quoted = source(
        &["base", "side"],
        "let s = \"crate::engine\"; let q = '\"'; crate::rules::perft();",
        "side.rs",
    );
    assert_eq!(of(&quoted), ["rules::perft"]);
}
