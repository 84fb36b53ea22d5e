use super::WeightSet;

/// The maximum width of a line, in columns.
const WIDTH: usize = 110;

/// The indentation per nesting level, in columns.
const STEP: usize = 4;

/// A value as Rust source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// A number, or a call that makes a tapered value.
    Value(String),
    /// An array.
    Array(Vec<Text>),
    /// A struct, with its name and its fields' names.
    Struct {
        /// The struct's name.
        name: &'static str,
        /// The fields, each with its name.
        fields: Vec<(&'static str, Text)>,
    },
}

impl Text {
    /// The text on one line.
    fn line(&self) -> String {
        match self {
            Self::Value(text) => text.clone(),
            Self::Array(items) => {
                format!("[{}]", items.iter().map(Self::line).collect::<Vec<_>>().join(", "))
            }
            Self::Struct { name, fields } => {
                let field = |(name, text): &(&str, Self)| format!("{name}: {}", text.line());
                format!("{name} {{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Appends the text to the current line of `out`, which is indented by `indent` columns. A struct takes a line per
    /// field. An array goes on one line if it fits; otherwise it takes a line per inner array, or as many simple items
    /// per line as fit.
    fn write(&self, indent: usize, out: &mut String) {
        let line = self.line();
        let begun = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
        let fits = begun + line.len() < WIDTH;
        let inner = indent + STEP;
        let margin = " ".repeat(inner);
        match self {
            Self::Struct { name, fields } => {
                out.extend([name, " {\n"]);
                for (name, text) in fields {
                    out.extend([&margin, *name, ": "]);
                    text.write(inner, out);
                    out.push_str(",\n");
                }
                out.extend([&" ".repeat(indent), "}"]);
            }
            Self::Array(items) if !fits && items.iter().any(|item| matches!(item, Self::Array(_))) => {
                out.push_str("[\n");
                for item in items {
                    out.push_str(&margin);
                    item.write(inner, out);
                    out.push_str(",\n");
                }
                out.extend([&" ".repeat(indent), "]"]);
            }
            Self::Array(items) if !fits => {
                out.push_str("[\n");
                let mut row = String::new();
                for item in items {
                    let item = item.line();
                    if !row.is_empty() && inner + row.len() + 2 + item.len() > WIDTH {
                        out.extend([&margin, &row, "\n"]);
                        row.clear();
                    }
                    if !row.is_empty() {
                        row.push(' ');
                    }
                    row.extend([&item, ","]);
                }
                out.extend([&margin, &row, "\n", &" ".repeat(indent), "]"]);
            }
            Self::Value(_) | Self::Array(_) => out.push_str(&line),
        }
    }
}

/// The source file that contains only an evaluation's fitted weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FittedFile {
    /// Its path, from the repository's root.
    pub path: &'static str,
    /// The game's name, for the file's header.
    pub game: &'static str,
    /// The name of the weights' type.
    pub kind: &'static str,
    /// The paths that the file imports.
    pub imports: &'static [&'static str],
}

impl FittedFile {
    /// The whole text of the file for these weights. `origin` describes how they were found, in lines short enough for
    /// a comment.
    pub fn text<W: WeightSet>(&self, origin: &str, win_scale: i32, weights: &W) -> String {
        let Self { game, kind, .. } = self;
        let origin = origin.lines().map(|line| format!("//! {line}").trim_end().to_owned());
        let imports = self.imports.iter().map(|import| format!("use {import};"));
        let mut lines = vec![
            format!(
                "//! The weights of {game}, which [`{kind}`] explains. `quadriga fit` writes this file as a whole."
            ),
            "//!".to_owned(),
        ];
        lines.extend(origin);
        lines.push(String::new());
        lines.extend(imports);
        lines.extend([
            String::new(),
            "/// What [`crate::search::Parameters::win_scale`] says.".to_owned(),
            format!("pub const WIN_SCALE: i32 = {win_scale};"),
            String::new(),
            "/// The weights that the engine plays with.".to_owned(),
            "#[rustfmt::skip]".to_owned(),
            format!("pub const WEIGHTS: {kind} = "),
        ]);
        let mut text = lines.join("\n");
        weights.text().write(0, &mut text);
        text.push_str(";\n");
        text
    }

    /// Extracts `origin` from the text of such a file.
    pub fn origin(text: &str) -> String {
        let comment = text.lines().map_while(|line| line.strip_prefix("//!"));
        let origin: Vec<_> = comment.skip(2).map(str::trim).collect();
        origin.join("\n")
    }
}
