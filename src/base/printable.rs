//! Prints text from elsewhere on a terminal: names of players and programs, their messages, paths, settings, the
//! contents of files.

use std::borrow::Cow;

/// Text from elsewhere as part of a line on a terminal: characters that would move the cursor, send commands to the
/// terminal, end the line or reorder its text are replaced with escapes such as `\n` and `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_unprintable)
}

/// Like [`printable`], for lines that are already composed: line ends and tabs are kept.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_unprintable(c) && !matches!(c, '\n' | '\t'))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Whether a character is a control character (C0, DEL, C1), separates lines or paragraphs, controls the direction of
/// text (Unicode's `Bidi_Control`), or is invisible: a byte order mark, an annotation, a tag.
const fn is_unprintable(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_get_no_commands() {
        for (text, expected) in [
            ("Ünïcode 象棋 🏁 a\u{301}", "Ünïcode 象棋 🏁 a\u{301}"),
            ("\x1b[2Jred", "\\u{1b}[2Jred"),
            ("\u{9b}31m\u{7f}", "\\u{9b}31m\\u{7f}"),
            ("one\r\ntwo\tthree", "one\\r\\ntwo\\tthree"),
            ("a\u{202e}b\u{2066}c\u{200f}", "a\\u{202e}b\\u{2066}c\\u{200f}"),
            ("a\u{2028}b\u{feff}", "a\\u{2028}b\\u{feff}"),
        ] {
            assert_eq!(printable(text), expected);
        }
        assert_eq!(printable_lines("a\tb\n\x1b[0m\r\n"), "a\tb\n\\u{1b}[0m\\r\n");
        let all = ('\0'..=char::MAX).collect::<String>();
        assert!(!printable(&all).contains(char::is_control));
    }
}
