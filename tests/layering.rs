//! Checks the layers of the source: modules import only from their own and lower layers, a game imports none of its
//! siblings, nothing below the games knows one by name, only the command line prints, and unsafe code is in two files.

use std::fs;
use std::path::Path;

/// The layers, lowest first; modules of one layer may import each other.
const LAYERS: [&[&str]; 10] = [
    &["base"],
    &["search"],
    &["eval"],
    &["games"],
    &["engine"],
    &["records"],
    &["library"],
    &["protocol", "arena"],
    &["lab", "web"],
    &["cli", "main"],
];

/// The folders of the games; `cchess` is what two of them share.
const GAMES: [&str; 4] = ["chess", "xiangqi", "zhonggong", "gomoku"];

/// A source file: its module path, such as `["games", "chess", "fen"]`, and its code without comments, string literals
/// and unit tests.
struct Source {
    module: Vec<String>,
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable source folder") {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(&root).expect("a path below src").with_extension("");
                let mut module: Vec<_> =
                    inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                module.pop_if(|name| name == "mod" || name == "lib");
                if module.last().is_none_or(|name| name != "tests") {
                    found.push(Source { module, code: code_of(&fs::read_to_string(&path).expect("source")) });
                }
            }
        }
    }
    assert!(found.len() > 300, "only {} source files were found", found.len());
    found
}

/// Leaves out line comments, string literals, and the unit tests, which end a file.
fn code_of(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (mut code, mut chars) = (String::new(), text.chars().peekable());
    while let Some(c) = chars.next() {
        match c {
            '/' if chars.peek() == Some(&'/') => _ = chars.by_ref().find(|&c| c == '\n'),
            '"' => {
                while let Some(c) = chars.next().filter(|&c| c != '"') {
                    _ = (c == '\\').then(|| chars.next());
                }
            }
            '\'' if chars.clone().nth(1) == Some('\'') => _ = chars.nth(1),
            _ => code.push(c),
        }
    }
    code
}

/// The absolute module paths that a file names behind `crate::`, `quadriga::` and `super::`.
fn imports(source: &Source) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (prefix, base) in [("crate::", &[][..]), ("quadriga::", &[]), ("super::", &source.module)] {
        for (start, _) in source.code.match_indices(prefix) {
            let before = source.code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let (mut path, mut rest) = (base.to_vec(), &source.code[start..]);
            while let Some(further) = rest.strip_prefix("super::") {
                path.pop();
                rest = further;
            }
            expand(rest.strip_prefix(prefix).unwrap_or(rest), &path, &mut found);
        }
    }
    found
}

/// Appends the paths of a use tree such as `a::b::{c, d::e}` behind `path`; returns what follows the tree.
fn expand<'a>(text: &'a str, path: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') && !rest.is_empty() {
            rest = expand(rest, path, found).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        return rest.trim_start().strip_prefix('}').unwrap_or_default();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(text.len());
    let path = [path, &[text[..end].to_owned()]].concat();
    match text[end..].strip_prefix("::") {
        Some(rest) if end > 0 => expand(rest, &path, found),
        _ => {
            found.push(path);
            let rest = &text[end..];
            &rest[rest.find([',', '}', ';', '\n']).unwrap_or(rest.len())..]
        }
    }
}

fn layer(module: &[String]) -> Option<usize> {
    LAYERS.iter().position(|layer| module.first().is_some_and(|first| layer.contains(&first.as_str())))
}

/// Asserts that `wrong` finds nothing to complain about in any file.
fn check(mut wrong: impl FnMut(&Source) -> Vec<String>) {
    let complaints: Vec<_> = sources()
        .iter()
        .flat_map(|source| {
            wrong(source).into_iter().map(|text| format!("{} {text}", source.module.join("/")))
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// The imports of a file that are forbidden.
fn imports_that(source: &Source, is_wrong: impl Fn(&[String]) -> bool) -> Vec<String> {
    let wrong = imports(source).into_iter().filter(|path| is_wrong(path));
    wrong.map(|path| format!("imports {}", path.join("::"))).collect()
}

#[test]
fn modules_import_only_from_their_own_and_lower_layers() {
    check(|source| {
        let here = layer(&source.module);
        assert!(here.is_some() || source.module.is_empty(), "{:?} is in no layer", source.module);
        imports_that(source, |path| here.is_some_and(|here| layer(path).is_some_and(|there| there > here)))
    });
}

#[test]
fn a_game_imports_no_sibling() {
    check(|source| {
        let [first, game, ..] = source.module.as_slice() else { return Vec::new() };
        if first != "games" {
            return Vec::new();
        }
        imports_that(source, |path| {
            path[0] == "games"
                && path.get(1).is_some_and(|other| GAMES.contains(&other.as_str()) && other != game)
        })
    });
}

#[test]
fn rules_import_only_the_base() {
    check(|source| {
        let [first, game, rest @ ..] = source.module.as_slice() else { return Vec::new() };
        let beyond = |part: &String| {
            ["tactics", "eval", "syzygy", "tables", "solution", "settings"].contains(&part.as_str())
        };
        if first != "games" || rest.is_empty() || rest.first().is_some_and(beyond) || game == "tests" {
            return Vec::new();
        }
        imports_that(source, |path| {
            layer(path).is_some_and(|layer| layer > 0)
                && (path[0] != "games" || path.get(2).is_some_and(beyond))
        })
    });
}

#[test]
fn search_and_what_evaluations_share_know_no_game() {
    check(|source| {
        if layer(&source.module).is_none_or(|layer| layer != 1 && layer != 2) {
            return Vec::new();
        }
        let code = source.code.to_lowercase();
        let names = GAMES.iter().chain(&["renju", "cchess"]).filter(|name| code.contains(*name));
        names.map(|name| format!("names {name}")).collect()
    });
}

#[test]
fn only_command_line_code_prints() {
    let printing = ["print!", "println!", "dbg!", "stdout()", "stdin()", "stderr()"];
    check(|source| {
        if layer(&source.module).is_none_or(|layer| layer >= 7) {
            return Vec::new();
        }
        printing
            .iter()
            .filter(|word| source.code.contains(*word))
            .map(|word| format!("uses {word}"))
            .collect()
    });
}

#[test]
fn unsafe_code_is_in_two_modules() {
    let mut found = Vec::new();
    for source in sources() {
        if source.code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe") {
            found.push(source.module[..source.module.len().min(3)].join("/"));
        }
    }
    found.sort();
    found.dedup();
    assert_eq!(found, ["base/machine", "eval/network/simd"]);
}

#[test]
fn imports_are_parsed() {
    let of = |module: &[&str], code: &str| {
        let module = module.iter().map(|&part| part.to_owned()).collect();
        let paths = imports(&Source { module, code: code_of(code) });
        paths.iter().map(|path| path.join("::")).collect::<Vec<_>>()
    };
    let group = of(&["search", "node"], "use crate::{base::{Move, Score as S}, engine::Engine};");
    assert_eq!(group, ["base::Move", "base::Score", "engine::Engine"]);
    let up = of(&["games", "chess", "fen"], "use super::super::xiangqi::Fen; // crate::engine");
    assert_eq!(up, ["games::xiangqi::Fen"]);
    let quoted = of(&["base", "side"], "let s = \"crate::engine\"; let q = '\"'; crate::base::perft();");
    assert_eq!(quoted, ["base::perft"]);
}
