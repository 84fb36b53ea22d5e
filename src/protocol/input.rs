use std::io::{self, BufRead};

use crate::base::{is_utf16, without_mark};

use super::errors::LineError;

/// One line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// The line without its line end. Invalid UTF-8 is replaced by `U+FFFD`.
    Text(String),
    /// The line cannot be read and was discarded.
    Refused(LineError),
}

/// The lines of a client's input. A line ends with LF, CR LF, or the end of the input. A byte order mark at the start
/// of a line is skipped: some shells write one before the first line.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// The maximum length of a line in bytes, including its line end.
    limit: usize,
    /// Whether nothing has been read yet.
    at_start: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`; those longer than `limit` bytes are discarded.
    pub(super) fn new(input: R, limit: usize) -> Self {
        Self { input, limit, at_start: true }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut length = 0_usize;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() && length == 0 {
                return Ok(None);
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            let finished = end.is_some() || chunk.is_empty();
            length += text.len() + usize::from(end.is_some());
            if length <= self.limit {
                line.extend_from_slice(text);
            } else {
                line = Vec::new();
            }
            let used = text.len() + usize::from(end.is_some());
            self.input.consume(used);
            if finished {
                break;
            }
        }
        if length > self.limit {
            return Ok(Some(Line::Refused(LineError::TooLong(self.limit))));
        }
        if std::mem::take(&mut self.at_start) && is_utf16(&line) {
            return Ok(Some(Line::Refused(LineError::Utf16)));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(Line::Text(String::from_utf8_lossy(without_mark(&line)).into_owned())))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    /// The next line; `None` at the end of the input or after a read error.
    fn next(&mut self) -> Option<Line> {
        self.read().unwrap_or_else(|error| {
            log::warn!("the input cannot be read: {error}");
            None
        })
    }
}

/// The words of a line, separated by spaces, tabs and control characters.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_separator).filter(|word| !word.is_empty())
}

/// The first word of a line, and the rest of the line without the separators around it. Both are empty if there are no
/// words.
pub(super) fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim_matches(is_separator);
    let (first, rest) = line.split_once(is_separator).unwrap_or((line, ""));
    (first, rest.trim_start_matches(is_separator))
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE_LIMIT: usize = 1000;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        // A tiny buffer, so that lines cross its boundaries.
        Lines::new(io::BufReader::with_capacity(3, bytes), LINE_LIMIT).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn lf_crlf_and_a_missing_last_line_end_are_accepted() {
        assert_eq!(lines(b"uci\nisready\r\n\nquit"), [text("uci"), text("isready"), text(""), text("quit")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        assert_eq!(lines(b"go \xff\xfe\n"), [text("go \u{fffd}\u{fffd}")]);
    }

    #[test]
    fn overlong_line_is_dropped_and_the_next_one_is_read() {
        for (length, first) in [
            (LINE_LIMIT - 1, text(&"x".repeat(LINE_LIMIT - 1))),
            (LINE_LIMIT, Line::Refused(LineError::TooLong(LINE_LIMIT))),
        ] {
            let mut bytes = vec![b'x'; length];
            bytes.extend_from_slice(b"\nuci\n");
            assert_eq!(lines(&bytes), [first, text("uci")]);
        }
    }

    #[test]
    fn a_byte_order_mark_before_a_line_is_skipped() {
        assert_eq!(lines("\u{feff}uci\r\n\u{feff}quit".as_bytes()), [text("uci"), text("quit")]);
        assert_eq!(lines("\u{feff}".as_bytes()), [text("")]);
    }

    #[test]
    fn utf16_is_refused_at_the_first_line() {
        for input in [&b"\xff\xfeu\0c\0i\0\n\0"[..], b"\xfe\xff\0u\0c\0i\0\n", b"u\0c\0i\0\r\0\n\0"] {
            assert_eq!(lines(input)[0], Line::Refused(LineError::Utf16), "{input:?}");
        }
    }

    #[test]
    fn words_are_separated_by_blanks_and_control_characters() {
        let found: Vec<_> = words(" go\0\tdepth \r 5\u{7f}").collect();
        assert_eq!(found, ["go", "depth", "5"]);
        assert_eq!(first_word(" go\0\tdepth \r 5\u{7f}"), ("go", "depth \r 5"));
        assert_eq!((first_word("uci"), first_word(" \t")), (("uci", ""), ("", "")));
    }
}
