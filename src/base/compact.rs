/// A script or a style sheet without indentation, without the lines that hold nothing but comments, and without the
/// types in lines of code, `/** … */`. A string over several lines must be written without them.
pub fn compact(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines() {
        let words = line.trim();
        // A comment before code on one line is kept with the code.
        let opens = words.starts_with("/*") && (words.ends_with("*/") || !words.contains("*/"));
        if in_comment || opens {
            in_comment = !words.ends_with("*/");
        } else if !words.is_empty() && !words.starts_with("//") {
            let mut rest = words;
            while let Some((code, (_, after))) =
                rest.split_once("/** ").and_then(|(code, comment)| Some((code, comment.split_once("*/")?)))
            {
                kept.push_str(code);
                rest = after.trim_start();
            }
            kept.push_str(rest);
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
        assert_eq!(compact("k(/** @type {A} */ (l), /** m */ n);\n"), "k((l), n);\n");
    }
}
