//! The script of the page. Its modules are joined into one script, as the page must not load anything.

use std::fmt::Write;

use crate::base::compact;

/// Embeds modules of the board, which the pages of the server share.
macro_rules! board_modules {
    ($($path:literal)*) => {
        &[
            $((concat!("web/page/board/", $path), include_str!(concat!("../../web/page/board/", $path))),)*
            ("arena/report/page.js", include_str!("page.js")),
        ]
    };
}

/// Paths below `src` and texts of the modules, each after those that it imports.
const MODULES: &[(&str, &str)] = board_modules! {
    "svg.js"
    "geometry.js"
    "fen.js"
    "pieces.js"
    "selection.js"
    "state.js"
    "marks.js"
    "shapes.js"
    "ground.js"
    "points.js"
    "squares.js"
    "stones.js"
    "pieces/chess.js"
    "pieces/symbols.js"
    "pieces/discs.js"
    "pieces/stones.js"
    "icons.js"
    "scene.js"
    "picture.js"
};

/// The style sheet of the board.
pub(super) const BOARD_STYLE: &str = include_str!("../../web/page/board/board.css");

/// The whole script.
pub(super) fn script() -> String {
    join(MODULES)
}

/// Joins modules: each becomes a function, which returns what it exports, and an import reads the result of another.
/// Understands the statements as they are written here: `import` and `export` begin a line, and there is no default
/// export.
fn join(modules: &[(&str, &str)]) -> String {
    let mut script = String::from("\"use strict\";\n");
    for (path, text) in modules {
        let (body, exports) = module_body(modules, path, text);
        let name = module_name(modules, path);
        let _ =
            writeln!(script, "const {name} = (() => {{\n{body}return {{ {} }};\n}})();", exports.join(", "));
    }
    script
}

/// The module without its `import`s and `export`s, and the names that it exports.
fn module_body(modules: &[(&str, &str)], path: &str, text: &str) -> (String, Vec<String>) {
    let (mut code, mut exports) = (String::with_capacity(text.len()), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("import ") || line.starts_with("export {") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';') {
                statement.push_str(lines.next().expect("a statement ends with a semicolon"));
            }
            if let Some(names) = statement.strip_prefix("export {") {
                let names = names.trim_end_matches(['}', ';', ' ']).split(',').map(str::trim);
                exports.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
            } else {
                code.push_str(&import(modules, path, &statement));
            }
        } else if let Some(declaration) = line.strip_prefix("export ") {
            exports.push(declared_name(declaration).to_owned());
            code.push_str(declaration);
        } else {
            code.push_str(line);
        }
        code.push('\n');
    }
    (compact(&code), exports)
}

/// The name in a declaration of a function, a class or a constant.
fn declared_name(declaration: &str) -> &str {
    let mut words = declaration.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    let name = words.find(|word| !["async", "function", "class", "const", "let", ""].contains(word));
    name.expect("an exported declaration has a name")
}

/// A declaration of the imported names. `path` is that of the importing module.
fn import(modules: &[(&str, &str)], path: &str, statement: &str) -> String {
    let (names, from) = statement
        .strip_prefix("import ")
        .and_then(|rest| rest.trim_end_matches(';').rsplit_once(" from "))
        .expect("an import has names and a module");
    let module = module_name(modules, &resolved(path, from.trim_matches('"')));
    match names.strip_prefix("* as ") {
        Some(name) => format!("const {name} = {module};"),
        None => format!("const {} = {module};", names.replace(" as ", ": ")),
    }
}

/// The path of a module that is imported by another one.
fn resolved(importing: &str, relative: &str) -> String {
    let mut folders: Vec<_> = importing.split('/').collect();
    folders.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            _ => folders.push(part),
        }
    }
    folders.join("/")
}

fn module_name(modules: &[(&str, &str)], path: &str) -> String {
    let place = modules.iter().position(|(other, _)| *other == path);
    format!("module{}", place.unwrap_or_else(|| panic!("{path} is not among the modules")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions() {
        let modules = [
            ("a/b.js", "// b\nexport const B = {\n  x: 1,\n};\nexport function f() {}\nexport class C {}\n"),
            ("a/c.js", "import {\n  B,\n  f as g,\n} from \"./b.js\";\nconst d = B.x;\nexport { d, g };\n"),
            ("e.js", "import * as c from \"./a/c.js\";\nc.g(c.d);\n"),
        ];
        let expected = "\"use strict\";\n\
            const module0 = (() => {\nconst B = {\nx: 1,\n};\nfunction f() {}\nclass C {}\nreturn { B, f, C };\n})();\n\
            const module1 = (() => {\nconst {  B,  f: g,} = module0;\nconst d = B.x;\nreturn { d, g };\n})();\n\
            const module2 = (() => {\nconst c = module1;\nc.g(c.d);\nreturn {  };\n})();\n";
        assert_eq!(join(&modules), expected);
        assert_eq!(resolved("board/pieces/discs.js", "../svg.js"), "board/svg.js");
    }

    #[test]
    fn imported_modules_come_before_their_importers() {
        for (place, (path, text)) in MODULES.iter().enumerate() {
            for statement in text.split("from \"").skip(1) {
                let other = resolved(path, statement.split('"').next().expect("a module"));
                let found = MODULES.iter().position(|(path, _)| *path == other);
                assert!(found.is_some_and(|found| found < place), "{path} imports {other}");
            }
        }
    }

    #[test]
    fn the_script_has_no_statements_of_modules_and_cannot_end_its_element() {
        let script = script();
        assert!(!script.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
        assert!(!script.contains("</") && !script.contains("<!--"));
        // Strings over several lines would lose their indentation.
        assert!(script.lines().all(|line| line.matches('`').count() % 2 == 0));
    }
}
